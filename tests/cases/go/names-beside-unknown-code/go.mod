module example.com/beside

go 1.22

require example.org/absent v1.0.0
