package main

import "example.com/boot/plug"

func init() { plug.Load() }
//   ^^^^ def FUNC example.com/boot/cmd/boot#init
//                 ^^^^ call example.com/boot/plug#Load

func main() {}
