module example.com/void

go 1.22
