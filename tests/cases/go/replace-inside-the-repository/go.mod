module example.com/shop

go 1.22

require example.org/price v0.9.1

replace example.org/price => ./third/price
