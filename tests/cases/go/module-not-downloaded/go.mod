module example.com/site

go 1.22

require (
	example.org/absent/logkit v1.8.2
	example.org/absent/web/v3 v3.0.1 // indirect
)
