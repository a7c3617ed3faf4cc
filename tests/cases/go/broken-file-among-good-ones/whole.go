package mend

func whole() string { return After(&Patch{}) }
//   ^^^^^ def FUNC example.com/mend#whole
//                           ^^^^^ call example.com/mend#After
//                                  ^^^^^ type example.com/mend#Patch

func (p *Patch) Add(line string) { p.lines = append(p.lines, line) }
//              ^^^ def FUNC example.com/mend#Patch.Add
