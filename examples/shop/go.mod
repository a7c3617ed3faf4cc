module example.org/shop

go 1.22

require example.org/money v1.4.0
