module example.com/press

go 1.22

require example.org/lines v1.4.2
