module example.com/boot

go 1.22
