module example.com/pile

go 1.23
