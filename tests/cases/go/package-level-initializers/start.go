package start

import (
	"errors"
	"flag"
	"sync"
)

type Item struct{ name string }

type Route func(Item) error

func (i Item) Check() error { return nil }

var ErrStop = errors.New("stop")
//  ^^^^^^^ def VAR example.com/start#ErrStop
//                   ^^^ dep errors#New
//                   ^^^ invoked
//            ^^^^^^ nothing

var verbose = flag.Bool("v", false, "talk")
//                 ^^^^ dep flag#Bool

var current *Item
//           ^^^^ dep example.com/start#Item

var mu, rw sync.Mutex
//  ^^ def VAR example.com/start#mu
//      ^^ def VAR example.com/start#rw
//              ^^^^^ dep sync#Mutex

var pool = sync.Pool{New: func() any { return makeItem("x") }}
//              ^^^^ dep sync#Pool
//                   ^^^ nothing
//                                            ^^^^^^^^ dep example.com/start#makeItem
//                                            ^^^^^^^^ invoked

var routes = map[string]Route{
//                      ^^^^^ dep example.com/start#Route
	"check": Item.check,
	//       ^^^^ dep example.com/start#Item
	//            ^^^^^ dep example.com/start#Item.check
	//            ^^^^^ not invoked
	"stop":  func(i Item) error { return ErrStop },
	//              ^^^^ dep example.com/start#Item
	//                                   ^^^^^^^ dep example.com/start#ErrStop
	//            ^ nothing
	"make":  nil,
}

var ready = func() bool {
	item := makeItem("y")
	//      ^^^^^^^^ dep example.com/start#makeItem
	// <- nothing
	return item.Check() == nil
	//          ^^^^^ dep example.com/start#Item.Check
	//          ^^^^^ invoked
}()

var box struct {
	inside Item
	//     ^^^^ dep example.com/start#Item
	// <- nothing
}

var hook func(Item, ...Route) = nil
//            ^^^^ dep example.com/start#Item
//                     ^^^^^ dep example.com/start#Route

var size = len(routes) + width
//             ^^^^^^ dep example.com/start#routes
//                       ^^^^^ dep example.com/start#width
//         ^^^ nothing

const width, depth = 2 * depth, 4
//    ^^^^^ def VAR example.com/start#width
//                       ^^^^^ dep example.com/start#depth

func (i Item) check() error { mu.Lock(); current = &i; return ErrStop }
//                            ^^ var example.com/start#mu
//                               ^^^^ method sync#Mutex.Lock
//                                       ^^^^^^^ var example.com/start#current
//                                                            ^^^^^^^ var example.com/start#ErrStop
//                            ^^ not invoked

func makeItem(name string) Item { return Item{name} }
