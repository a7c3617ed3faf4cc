module example.com/port

go 1.22
