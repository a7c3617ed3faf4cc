module example.com/signal

go 1.22
