module example.com/mend

go 1.22
