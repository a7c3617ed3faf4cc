package main

import "testing"

func TestRun(t *testing.T) { run() }
//   ^^^^^^^ def FUNC example.com/twins/cmd/second#TestRun
//                           ^^^ call example.com/twins/cmd/second#run
