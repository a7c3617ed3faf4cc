package use

import "example.com/conf/conf"

func hook(conf.Settings) {}
//             ^^^^^^^^ param example.com/conf/conf#Settings

func Use(xs []int) (err error) {
	conf.Default.Level = conf.Max
	//   ^^^^^^^ var example.com/conf/conf#Default
	// <- nothing
	//           ^^^^^ nothing
	//                        ^^^ var example.com/conf/conf#Max
	conf.Default.Reset()
	//   ^^^^^^^ var example.com/conf/conf#Default
	//   ^^^^^^^ not invoked
	//           ^^^^^ method example.com/conf/conf#Settings.Reset
	//           ^^^^^ invoked
	p := &conf.Default
	//         ^^^^^^^ var example.com/conf/conf#Default
	// <- nothing
	p.Reset()
	//^^^^^ method example.com/conf/conf#Settings.Reset
	conf.Hooks = append(conf.Hooks, hook)
	//   ^^^^^ var example.com/conf/conf#Hooks
	//                       ^^^^^ var example.com/conf/conf#Hooks
	//                              ^^^^ call example.com/conf/use#hook
	//                              ^^^^ not invoked
	conf.Hooks[0](*p)
	//   ^^^^^ var example.com/conf/conf#Hooks
	//   ^^^^^ not invoked
	conf.Count, err = conf.Handler(conf.Table["x"](1))
	//   ^^^^^ var example.com/conf/conf#Count
	//                     ^^^^^^^ var example.com/conf/conf#Handler
	//                     ^^^^^^^ invoked
	//                                  ^^^^^ var example.com/conf/conf#Table
	//                                  ^^^^^ not invoked
	//          ^^^ nothing
	for conf.Count = range xs {
	//       ^^^^^ var example.com/conf/conf#Count
		conf.Count++
		//   ^^^^^ var example.com/conf/conf#Count
	}
	conf.Err = err
	//   ^^^ var example.com/conf/conf#Err
	go conf.Handler(2)
	//      ^^^^^^^ var example.com/conf/conf#Handler
	//      ^^^^^^^ invoked
	handle := conf.Handler
	//             ^^^^^^^ var example.com/conf/conf#Handler
	//             ^^^^^^^ not invoked
	_, err = handle(conf.Max)
	//       ^^^^^^ nothing
	//                   ^^^ var example.com/conf/conf#Max
	return conf.Err
	//          ^^^ var example.com/conf/conf#Err
}
