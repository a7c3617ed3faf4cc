module example.com/holes

go 1.22
