package serve

import (
	"io"

	"example.com/host/core"
)

type Failure interface {
	error
	// <- embed builtin#error
	Code() int
}

type Server struct {
	*core.Base
	//    ^^^^ embed example.com/host/core#Base
//^^^^ nothing
	core.Port
	//   ^^^^ embed example.com/host/core#Port
	peer  *Server
	//     ^^^^^^ field example.com/host/serve#Server
	// <- nothing
	inner struct {
		base core.Base
		//        ^^^^ field example.com/host/core#Base
//^^^^ nothing
		by   map[core.Base][]*io.PipeReader
		//            ^^^^ field example.com/host/core#Base
		//                       ^^^^^^^^^^ field io#PipeReader
	}
	on   func(core.Port, ...Failure) (n int, err error)
	//             ^^^^ field example.com/host/core#Port
	//                      ^^^^^^^ field example.com/host/serve#Failure
	//                                ^ nothing
	//                                           ^^^^^ nothing
	feed chan<- core.Base
	//               ^^^^ field example.com/host/core#Base
	size [width]int
	//    ^^^^^ dep example.com/host/serve#width
	sink interface{ Put(core.Base) }
	//                       ^^^^ edge example.com/host/core#Base
}

const width = 4

func (s *Server) Run(f Failure) error {
//                     ^^^^^^^ param example.com/host/serve#Failure
//                              ^^^^^ nothing
	s.Start()
	//^^^^^ method example.com/host/core#Base.Start
	s.Base.Stop()
	//^^^^ nothing
	//     ^^^^ method example.com/host/core#Base.Stop
	s.Lock()
	//^^^^ method sync#Mutex.Lock
	s.Write(nil)
	//^^^^^ method io#Writer.Write
	s.Port.Read(nil)
	//^^^^ nothing
	//     ^^^^ method io#Reader.Read
	s.peer.peer.Reset(s.inner.base)
	//^^^^ nothing
	//     ^^^^ nothing
	//          ^^^^^ method example.com/host/core#Port.Reset
	//                  ^^^^^ nothing
	//                        ^^^^ nothing
	_ = s.Name + s.peer.Base.Name
	//    ^^^^ nothing
	//                  ^^^^ nothing
	//                       ^^^^ nothing
	stop := s.Stop
	//        ^^^^ method example.com/host/core#Base.Stop
	//        ^^^^ not invoked
	stop()
	// <- nothing
	_ = &Server{Base: &core.Base{Name: "n"}, feed: nil}
	//   ^^^^^^ type example.com/host/serve#Server
	//          ^^^^ nothing
	//                      ^^^^ type example.com/host/core#Base
	//                           ^^^^ nothing
	//                                       ^^^^ nothing
	if f.Code() > 0 && f.Error() != "" {
	//   ^^^^ method example.com/host/serve#Failure.Code
	//                   ^^^^^ nothing
		return f
		//     ^ nothing
	}
	return s.Run(f)
	//       ^^^ method example.com/host/serve#Server.Run
}
