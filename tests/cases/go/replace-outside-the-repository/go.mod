module example.com/inner

go 1.22

require example.org/outside v0.3.0

replace example.org/outside => ../outside
