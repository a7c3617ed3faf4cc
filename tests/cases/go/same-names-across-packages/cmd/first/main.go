package main

import (
	"example.com/twins/left"
	other "example.com/twins/right"
)

func main() { run(left.New(), other.New()) }
//   ^^^^ def FUNC example.com/twins/cmd/first#main
//            ^^^ call example.com/twins/cmd/first#run
//                     ^^^ call example.com/twins/left#New
//                                  ^^^ call example.com/twins/right#New

func run(a *left.Node, b *other.Node) {
//               ^^^^ param example.com/twins/left#Node
//                              ^^^^ param example.com/twins/right#Node
	a.Close()
	//^^^^^ method example.com/twins/left#Node.Close
	b.Close()
	//^^^^^ method example.com/twins/right#Node.Close
	b.Decoy().Close()
	//^^^^^ method example.com/twins/right#Node.Decoy
	//        ^^^^^ method example.com/twins/right#Decoy.Close
}
