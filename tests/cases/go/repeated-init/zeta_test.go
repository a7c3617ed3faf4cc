package boot

func init() { step("test") }
//   ^^^^ def FUNC example.com/boot#init~4
