package where

import "runtime"

var _, b, _, _ = runtime.Caller(0)
//  ^ nothing
//     ^ def VAR example.com/where#b
//               ^^^^^^^ nothing
//                       ^^^^^^ dep runtime#Caller
//                       ^^^^^^ invoked
//        ^ nothing

var left, right = measure("l"), width
//  ^^^^ def VAR example.com/where#left
//        ^^^^^ def VAR example.com/where#right
//                ^^^^^^^ dep example.com/where#measure
//                ^^^^^^^ invoked
//                              ^^^^^ dep example.com/where#width
//                              ^^^^^ not invoked

const width, height = 4, 3

func measure(s string) int { return len(s) * height }
//                                           ^^^^^^ var example.com/where#height
//                                  ^^^ nothing
//                                      ^ nothing

func Here() string { return b }
//                          ^ var example.com/where#b
