package glyph

// café is Latin-1.
func Invalid() string {
//   ^^^^^^^ def FUNC example.com/glyph#Invalid
	/* ÿþ */ return mark("x")
	//              ^^^^ call example.com/glyph#mark
}

func Valid() string { return Invalid() }
//                           ^^^^^^^ call example.com/glyph#Invalid
