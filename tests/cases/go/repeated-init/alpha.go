package boot

import "strings"

func init() { step("first") }
//   ^^^^ def FUNC example.com/boot#init
//            ^^^^ call example.com/boot#step

var order []string

func step(name string) { order = append(order, strings.ToLower(name)) }
//                       ^^^^^ var example.com/boot#order
//                                      ^^^^^ var example.com/boot#order
//                                                     ^^^^^^^ call strings#ToLower

func init() {
//   ^^^^ def FUNC example.com/boot#init~2
	step("second")
	// <- call example.com/boot#step
}

func _() { _ = order[0] }
//   ^ def FUNC example.com/boot#_
//             ^^^^^ var example.com/boot#order
//         ^ nothing
