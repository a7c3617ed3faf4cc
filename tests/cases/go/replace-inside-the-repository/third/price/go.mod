module example.org/price

go 1.22
