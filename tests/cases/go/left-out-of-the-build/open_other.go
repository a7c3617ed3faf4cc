//go:build !plan9

package port

import "os"

func open(name string) int { return os.Getpid() + native(name) }
//   ^^^^ def FUNC example.com/port#open
//                                     ^^^^^^ call os#Getpid
//                                                ^^^^^^ call example.com/port#native

func init() { open("") }
//   ^^^^ def FUNC example.com/port#init
