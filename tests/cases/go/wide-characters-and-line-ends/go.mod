module example.com/glyph

go 1.22
