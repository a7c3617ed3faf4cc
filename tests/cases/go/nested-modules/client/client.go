package client

func Dial() error { return nil }
//   ^^^^ def FUNC client#Dial
