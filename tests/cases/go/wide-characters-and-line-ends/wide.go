package glyph

func mark(s ...string) string { return "" }

const Ω = "omega"
//    ^ def VAR example.com/glyph#Ω

type Größe struct{ breite int }
//   ^^^^^ def TYPE example.com/glyph#Größe

func (g *Größe) Länge() int { return g.breite }
//              ^^^^^ def FUNC example.com/glyph#Größe.Länge

func Wide(g *Größe) string {
//           ^^^^^ param example.com/glyph#Größe
	return mark("é") + mark("漢字") + mark("😀😀", Ω) + mark(/* ñ…𝄞 */ Ω)
	//     ^^^^ call example.com/glyph#mark
	//                 ^^^^ call example.com/glyph#mark
	//                              ^^^^ call example.com/glyph#mark
	//                                         ^ var example.com/glyph#Ω
	//                                              ^^^^ call example.com/glyph#mark
	//                                                             ^ var example.com/glyph#Ω
}

func Tall(g *Größe) int { _ = "é漢😀"; größe := g.Länge(); return größe + len(mark(Ω)) }
//                                              ^^^^^ method example.com/glyph#Größe.Länge
//                                   ^^^^^ nothing
//                                                                          ^^^^ call example.com/glyph#mark
//                                                                               ^ var example.com/glyph#Ω
