package main

func main() { run() }
//   ^^^^ def FUNC example.com/twins/cmd/second#main
//            ^^^ call example.com/twins/cmd/second#run
