package glyph

func Marked() string { return mark("bom") }
//   ^^^^^^ def FUNC example.com/glyph#Marked
//                            ^^^^ call example.com/glyph#mark
