package newer

import "strings"

// Loud is written for a Go that does not exist yet.
func Loud(text string) string {
//   ^^^^ def FUNC example.com/newer#Loud
	return strings.ToUpper(mark(text))
	//             ^^^^^^^ call strings#ToUpper
	//                     ^^^^ call example.com/newer#mark
}

func mark(text string) string { return text + "!" }
