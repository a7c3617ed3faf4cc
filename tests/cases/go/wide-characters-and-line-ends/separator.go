package glyph

func Separator() string { return "a b" + mark(" ") + mark("c") }
//                                       ^^^^ call example.com/glyph#mark
//                                                   ^^^^ call example.com/glyph#mark

func Next() string { return Separator() }
//   ^^^^ def FUNC example.com/glyph#Next
//                          ^^^^^^^^^ call example.com/glyph#Separator
