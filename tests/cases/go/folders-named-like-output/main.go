package main

import (
	"example.com/forge/bin"
	"example.com/forge/build"
	"example.com/forge/internal/out"
	"example.com/forge/target"
	node "example.com/forge/target/node_module"
)

func main() {
	build.All(target.Host())
	//    ^^^ call example.com/forge/build#All
	//               ^^^^ call example.com/forge/target#Host
	// <- nothing
	bin.Write(out.Dir)
	//  ^^^^^ call example.com/forge/bin#Write
	//            ^^^ var example.com/forge/internal/out#Dir
	node.Load()
	//   ^^^^ call example.com/forge/target/node_module#Load
}
