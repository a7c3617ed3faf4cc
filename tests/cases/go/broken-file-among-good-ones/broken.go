package mend

import "strings"

type Patch struct{ lines []string }
//   ^^^^^ def TYPE example.com/mend#Patch

func (p *Patch) Before() string {
//              ^^^^^^ def FUNC example.com/mend#Patch.Before
	return strings.Join(p.lines, "\n")
	//             ^^^^ call strings#Join
}

func damaged(p *Patch) string {
	x := = 3
	return p.Before()
}

func After(p *Patch) string {
//   ^^^^^ def FUNC example.com/mend#After
//            ^^^^^ param example.com/mend#Patch
	return p.Before() + whole()
	//       ^^^^^^ method example.com/mend#Patch.Before
	//                  ^^^^^ call example.com/mend#whole
}
