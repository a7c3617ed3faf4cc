module uniast-go

go 1.24
