package hooks

import "strings"

var Notify = func(msg string) { trace(strings.TrimSpace(msg)) }
//  ^^^^^^ def VAR example.com/hooks#Notify
//                              ^^^^^ dep example.com/hooks#trace
//                              ^^^^^ invoked
//                                            ^^^^^^^^^ dep strings#TrimSpace

var clean = strings.TrimSpace
//                  ^^^^^^^^^ dep strings#TrimSpace
//                  ^^^^^^^^^ not invoked

var table = map[string]func(*Bus){
//                           ^^^ dep example.com/hooks#Bus
	"start": (*Bus).start,
	//         ^^^ dep example.com/hooks#Bus
	//              ^^^^^ dep example.com/hooks#Bus.start
	//              ^^^^^ not invoked
	"trace": func(b *Bus) { b.stop() },
	//               ^^^ dep example.com/hooks#Bus
	//                        ^^^^ dep example.com/hooks#Bus.stop
	//                        ^^^^ invoked
}

func trace(msg string) {}
