package main

import . "example.com/twins/left"

func run() { New().Close() }
//   ^^^ def FUNC example.com/twins/cmd/second#run
//           ^^^ call example.com/twins/left#New
//                 ^^^^^ method example.com/twins/left#Node.Close
