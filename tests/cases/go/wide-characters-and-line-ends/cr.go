package glyph

func Lone() string { return mark("a") };func Lonely() string { return Lone() + mark("b") }
//   ^^^^ def FUNC example.com/glyph#Lone
//                          ^^^^ call example.com/glyph#mark
//                                            ^^^^^^ def FUNC example.com/glyph#Lonely
//                                                                     ^^^^ call example.com/glyph#Lone
//                                                                              ^^^^ call example.com/glyph#mark

func After() string { return mark("c") }
//   ^^^^^ def FUNC example.com/glyph#After
//                           ^^^^ call example.com/glyph#mark
