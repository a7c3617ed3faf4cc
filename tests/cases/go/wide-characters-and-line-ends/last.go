package glyph

func Last() string { return mark("last") }