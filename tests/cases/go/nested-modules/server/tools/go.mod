module example.com/fleet/tools

go 1.22

require example.com/fleet/server v0.0.0

replace example.com/fleet/server => ../
