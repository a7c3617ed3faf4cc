module example.com/fleet/server

go 1.22
