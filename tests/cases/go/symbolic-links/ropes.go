package ropes

import "example.com/ropes/knot"

func Use() string { return knot.Tie() }
//                              ^^^ call example.com/ropes/knot#Tie
