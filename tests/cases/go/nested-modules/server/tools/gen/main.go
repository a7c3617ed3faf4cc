package main

import "example.com/fleet/server"

func main() {
//   ^^^^ def FUNC example.com/fleet/tools/gen#main
	s := new(server.Server)
	//              ^^^^^^ type example.com/fleet/server#Server
	//   ^^^ nothing
	_ = s.Listen(80)
	//    ^^^^^^ method example.com/fleet/server#Server.Listen
}
