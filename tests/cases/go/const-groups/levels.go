package signal

type Level int

const (
	Low Level = iota + base
	// <- def VAR example.com/signal#Low
	//  ^^^^^ dep example.com/signal#Level
	//                 ^^^^ dep example.com/signal#base
	//          ^^^^ nothing
	Mid
	// <- def VAR example.com/signal#Mid
	// <- nothing
	_
	// <- nothing
	High
	// <- def VAR example.com/signal#High
)

const base = 1

const (
	red, green = iota, 1 << iota
	// <- def VAR example.com/signal#red
	//   ^^^^^ def VAR example.com/signal#green
	_, blue
	// ^^^^ def VAR example.com/signal#blue
)

const (
	alone = base
	//      ^^^^ dep example.com/signal#base
)

var (
	now   = Low
	//      ^^^ dep example.com/signal#Low
	later Level
	//    ^^^^^ dep example.com/signal#Level
)

func (l Level) String() string {
	switch l {
	case Low, Mid:
	//   ^^^ var example.com/signal#Low
	//        ^^^ var example.com/signal#Mid
	//   ^^^ not invoked
		return "calm"
	case High:
	//   ^^^^ var example.com/signal#High
		return [...]string{red: "r", green: "g", blue: "b"}[red]
		//                 ^^^ var example.com/signal#red
		//                           ^^^^^ var example.com/signal#green
		//                                       ^^^^ var example.com/signal#blue
	}
	return now.String()
	//     ^^^ var example.com/signal#now
	//         ^^^^^^ method example.com/signal#Level.String
}
