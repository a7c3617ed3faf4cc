module example.com/ink

go 1.22
