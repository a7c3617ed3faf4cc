module example.com/app

go 1.22

require example.com/store v1.2.0
