// Uniast-go is a language server for Go over go/types. It answers textDocument/definition and references like any
// other, and all positions of a file in one request by the extension uniast (docs/uniast-lsp-extension.md).
//
// It speaks on stdin and stdout and ends when stdin does. The go command on PATH tells which packages there are.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"

	"uniast-go/internal/server"
)

// version is set by the build (-ldflags=-X main.version=…).
var version = "0.0.0"

// gcPercent trades memory for processor time: little lives long, so that twice the garbage is cheap.
const gcPercent = 200

func main() {
	showVersion := flag.Bool("version", false, "print the version and exit")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: uniast-go [-version]\n\nA language server on stdin and stdout.")
		flag.PrintDefaults()
	}
	flag.Parse()
	if *showVersion {
		fmt.Println("uniast-go", version)
		return
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if err := server.New(version, os.Stdout).Serve(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "uniast-go:", err)
		os.Exit(1)
	}
}
