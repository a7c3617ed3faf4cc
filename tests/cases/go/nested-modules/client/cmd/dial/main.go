package main

import "client"

func main() { _ = client.Dial() }
//                       ^^^^ call client#Dial
