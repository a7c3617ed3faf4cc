package app

import (
	. "example.com/kit/util"
	// <- nothing
	_ "example.com/kit/driver"
	// <- nothing
	q "example.com/kit/queue"
	// <- nothing
	"example.com/kit/go-codec"
	str "strings"
)

func Run(b Box) error {
//   ^^^ def FUNC example.com/kit/app#Run
//         ^^^ param example.com/kit/util#Box
	Do()
	// <- call example.com/kit/util#Do
	// <- invoked
	b.Seal(Limit)
	//^^^^ method example.com/kit/util#Box.Seal
	//     ^^^^^ var example.com/kit/util#Limit
	jobs := q.Open(str.TrimSpace(codec.Encode(b)))
	//        ^^^^ call example.com/kit/queue#Open
	//                 ^^^^^^^^^ call strings#TrimSpace
	//                                 ^^^^^^ call example.com/kit/go-codec#Encode
	//      ^ nothing
	//             ^^^ nothing
	//                           ^^^^^ nothing
	return jobs.Close()
	//          ^^^^^ method example.com/kit/queue#Queue.Close
}

func Shadow(Do func()) {
	Do()
	// <- nothing
	q := Box{}
	//   ^^^ type example.com/kit/util#Box
	q.Seal(1)
	//^^^^ method example.com/kit/util#Box.Seal
}
