module tasks

go 1.22
