package list

import _ "embed"
//     ^ nothing

//go:embed assets/data.json
var data []byte
//  ^^^^ def VAR example.com/list#data

func Len() int { return len(data) }
//                          ^^^^ var example.com/list#data
