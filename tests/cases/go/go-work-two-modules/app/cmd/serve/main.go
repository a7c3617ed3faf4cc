package main

import (
	"example.com/app/page"
	"example.com/store"
)

func main() {
//   ^^^^ def FUNC example.com/app/cmd/serve#main
	s := store.Open("db")
	//         ^^^^ call example.com/store#Open
	page.Render(s)
	//   ^^^^^^ call example.com/app/page#Render
}
