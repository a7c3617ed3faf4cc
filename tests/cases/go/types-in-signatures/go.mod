module example.com/sig

go 1.22
