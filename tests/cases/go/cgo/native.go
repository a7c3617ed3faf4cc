package native

/*
#include <stdlib.h>

static int twice(int n) { return n + n; }
*/
import "C"
//     ^^^ nothing

import "unsafe"

func Twice(n int) int {
//   ^^^^^ def FUNC example.com/native#Twice
	return int(C.twice(number(n)))
	//         ^ nothing
	//           ^^^^^ call C#twice
	//           ^^^^^ invoked
	//                 ^^^^^^ call example.com/native#number
}

func number(n int) C.int { return C.int(n) }
//   ^^^^^^ def FUNC example.com/native#number

func Copy(s string) {
	p := C.CString(s)
	//     ^^^^^^^ call C#CString
	defer C.free(unsafe.Pointer(p))
	//      ^^^^ call C#free
	//                  ^^^^^^^ type unsafe#Pointer
	plain(Twice(1))
	// <- call example.com/native#plain
	//    ^^^^^ call example.com/native#Twice
}
