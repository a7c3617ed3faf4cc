package boot

func init() { step("zeta") }
//   ^^^^ def FUNC example.com/boot#init~3
//            ^^^^ call example.com/boot#step

func _() { step("check zeta") }
//   ^ def FUNC example.com/boot#_~2
//         ^^^^ call example.com/boot#step
