package glyph

// Windows has CRLF.
func Windows() string {
//   ^^^^^^^ def FUNC example.com/glyph#Windows
	raw := `two
lines`
	return mark(raw) + Lone()
	//     ^^^^ call example.com/glyph#mark
	//                 ^^^^ call example.com/glyph#Lone
}
