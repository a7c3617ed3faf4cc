package mend

func ahead(p *Patch) string { return After(p) }
//   ^^^^^ def FUNC example.com/mend#ahead
//            ^^^^^ param example.com/mend#Patch
//                                   ^^^^^ call example.com/mend#After

func odd() {
	x := = 3
}

func (p *Patch) Behind() string { return p.Before() }
//              ^^^^^^ def FUNC example.com/mend#Patch.Behind

type Trailer struct{ patch Patch }
//   ^^^^^^^ def TYPE example.com/mend#Trailer
//                         ^^^^^ field example.com/mend#Patch

var last Trailer
//  ^^^^ def VAR example.com/mend#last
//       ^^^^^^^ dep example.com/mend#Trailer
