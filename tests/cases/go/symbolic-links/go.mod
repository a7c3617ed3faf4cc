module example.com/ropes

go 1.22
