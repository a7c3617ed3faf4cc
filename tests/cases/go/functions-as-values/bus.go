package hooks

import (
	"sort"
	"sync"
)

type Bus struct {
	each func(int) bool
	once sync.Once
	//        ^^^^ field sync#Once
	name string
}

func (b *Bus) start() {}
func (b *Bus) stop()  {}
func (b Bus) Name() string { return b.name }

func less(a, b int) bool { return a < b }

func (b *Bus) Run(xs []int, then func()) {
	Notify("run")
	// <- var example.com/hooks#Notify
	// <- invoked
	clean("x")
	// <- var example.com/hooks#clean
	// <- invoked
	keep := Notify
	// <- nothing
	//      ^^^^^^ var example.com/hooks#Notify
	//      ^^^^^^ not invoked
	keep("kept")
	// <- nothing
	b.each(1)
	//^^^^ nothing
	then()
	// <- nothing
	b.once.Do(b.start)
	//^^^^ nothing
	//     ^^ method sync#Once.Do
	//          ^^^^^ method example.com/hooks#Bus.start
	//          ^^^^^ not invoked
	defer b.stop()
	//      ^^^^ method example.com/hooks#Bus.stop
	//      ^^^^ invoked
	go b.start()
	//   ^^^^^ method example.com/hooks#Bus.start
	//   ^^^^^ invoked
	go func() {
		defer trace("done")
		//    ^^^^^ call example.com/hooks#trace
		//    ^^^^^ invoked
	}()
	table["start"](b)
	// <- var example.com/hooks#table
	// <- not invoked
	by(xs, less)
	// <- call example.com/hooks#by
	//     ^^^^ call example.com/hooks#less
	//     ^^^^ not invoked
	sort.Slice(xs, func(i, j int) bool { return less(xs[i], xs[j]) })
	//   ^^^^^ call sort#Slice
	//                                          ^^^^ call example.com/hooks#less
	//                                          ^^^^ invoked
	(*Bus).stop(b)
	//^^^ type example.com/hooks#Bus
	//     ^^^^ method example.com/hooks#Bus.stop
	//     ^^^^ invoked
	f := Bus.Name
	//   ^^^ type example.com/hooks#Bus
	//       ^^^^ method example.com/hooks#Bus.Name
	//       ^^^^ not invoked
	_ = f(*b)
	//  ^ nothing
	//     ^ nothing
	(trace)("in brackets")
//^^^^^ call example.com/hooks#trace
//^^^^^ invoked
}

func by(xs []int, cmp func(a, b int) bool) {}
