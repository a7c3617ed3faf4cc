//go:build ignore

package main

import "example.com/port"

func main() { port.Open("generated") }
//   ^^^^ nothing
