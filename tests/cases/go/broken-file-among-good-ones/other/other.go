package other

import "example.com/mend"

func Use(p *mend.Patch) string { return mend.After(p) }
//               ^^^^^ param example.com/mend#Patch
//                                           ^^^^^ call example.com/mend#After
