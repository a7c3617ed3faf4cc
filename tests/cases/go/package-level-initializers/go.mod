module example.com/start

go 1.22
