module example.com/draft

go 1.22
