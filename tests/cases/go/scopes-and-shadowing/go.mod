module example.com/scope

go 1.22
