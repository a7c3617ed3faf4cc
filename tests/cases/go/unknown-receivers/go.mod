module example.com/guess

go 1.22

require example.org/elsewhere v1.4.0
