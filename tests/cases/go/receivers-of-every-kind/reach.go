package reach

import "example.com/reach/base"

type Core = base.Base
//   ^^^^ def TYPE example.com/reach#Core
//               ^^^^ field example.com/reach/base#Base

type Unit struct {
	*Core
//^^^^ embed example.com/reach#Core
	next, prev *Unit
	//          ^^^^ field example.com/reach#Unit
	run base.Func
	//       ^^^^ field example.com/reach/base#Func
}

func (u *Unit) Level() int { return u.Core.Level() + 1 }
//                                    ^^^^ nothing
//                                         ^^^^^ method example.com/reach/base#Base.Level

func double(n int) int { return 2 * n }

func get() func() *Unit { return func() *Unit { return nil } }
//                 ^^^^ result example.com/reach#Unit
//                                       ^^^^ type example.com/reach#Unit

func Reach(v any, feed chan *Unit, s base.Starter) {
//                           ^^^^ param example.com/reach#Unit
//                                        ^^^^^^^ param example.com/reach/base#Starter
	v.(base.Starter).Start()
	//      ^^^^^^^ type example.com/reach/base#Starter
	//               ^^^^^ method example.com/reach/base#Starter.Start
	v.(*Unit).Start().Level()
	//  ^^^^ type example.com/reach#Unit
	//        ^^^^^ method example.com/reach/base#Base.Start
	//                ^^^^^ method example.com/reach/base#Base.Level
	(<-feed).Level()
	//       ^^^^^ method example.com/reach#Unit.Level
	new(Unit).Level()
	//  ^^^^ type example.com/reach#Unit
	//        ^^^^^ method example.com/reach#Unit.Level
	// <- nothing
	(&Unit{}).next.prev.Level()
	//^^^^ type example.com/reach#Unit
	//        ^^^^ nothing
	//                  ^^^^^ method example.com/reach#Unit.Level
	[]*Unit{nil}[0].Start()
	// ^^^^ type example.com/reach#Unit
	//              ^^^^^ method example.com/reach/base#Base.Start
	map[string]base.Base{}["k"].Level()
	//              ^^^^ type example.com/reach/base#Base
	//                          ^^^^^ method example.com/reach/base#Base.Level
	get()().Level()
	// <- call example.com/reach#get
	//      ^^^^^ method example.com/reach#Unit.Level
	func() base.Base { return base.Base{} }().Level()
	//          ^^^^ type example.com/reach/base#Base
	//                             ^^^^ type example.com/reach/base#Base
	//                                        ^^^^^ method example.com/reach/base#Base.Level
	base.Func(double).Apply(1)
	//   ^^^^ type example.com/reach/base#Func
	//        ^^^^^^ call example.com/reach#double
	//        ^^^^^^ not invoked
	//                ^^^^^ method example.com/reach/base#Func.Apply
	(*Unit)(nil).run.Apply(2)
	//^^^^ type example.com/reach#Unit
	//           ^^^ nothing
	//               ^^^^^ method example.com/reach/base#Func.Apply
	(*Unit)(nil).run(3)
	//           ^^^ nothing
	base.Starter.Start(s)
	//   ^^^^^^^ type example.com/reach/base#Starter
	//           ^^^^^ method example.com/reach/base#Starter.Start
	//           ^^^^^ invoked
	later := s.Start
	//         ^^^^^ method example.com/reach/base#Starter.Start
	//         ^^^^^ not invoked
	_ = later().Level()
	//  ^^^^^ nothing
	//          ^^^^^ method example.com/reach/base#Base.Level
	_ = (*base.Base).Start
	//         ^^^^ type example.com/reach/base#Base
	//               ^^^^^ method example.com/reach/base#Base.Start
	//               ^^^^^ not invoked
	(*Unit).Start(nil)
	//^^^^ type example.com/reach#Unit
	//      ^^^^^ method example.com/reach/base#Base.Start
	//      ^^^^^ invoked
	if u := (Unit{Core: &Core{}}); u.Level() > 0 {
	//       ^^^^ type example.com/reach#Unit
	//            ^^^^ nothing
	//                   ^^^^ type example.com/reach#Core
	//                               ^^^^^ method example.com/reach#Unit.Level
		return
	}
}
