module example.com/same

go 1.22
