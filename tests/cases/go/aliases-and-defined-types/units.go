package units

import "time"

type Celsius float64
//   ^^^^^^^ def TYPE example.com/units#Celsius
//           ^^^^^^^ nothing

type Degree = Celsius
//   ^^^^^^ def TYPE example.com/units#Degree
//            ^^^^^^^ field example.com/units#Celsius

type Span = time.Duration
//   ^^^^ def TYPE example.com/units#Span
//               ^^^^^^^^ field time#Duration
//          ^^^^ nothing

type Series []Celsius
//            ^^^^^^^ edge example.com/units#Celsius

type Probe func(at time.Time) (Celsius, error)
//                      ^^^^ edge time#Time
//                             ^^^^^^^ edge example.com/units#Celsius
//                                      ^^^^^ nothing
//              ^^ nothing

type Handler interface{ Handle(p Probe) Degree }
//                      ^^^^^^ def FUNC example.com/units#Handler.Handle
//                               ^^^^^ param example.com/units#Probe
//                                      ^^^^^^ result example.com/units#Degree

func (p Probe) Handle(q Probe) Degree { v, _ := p(time.Now()); return v }
//      ^^^^^ nothing
//                      ^^^^^ param example.com/units#Probe
//                             ^^^^^^ result example.com/units#Degree
//                                              ^ nothing
//                                                     ^^^ call time#Now

func (c Celsius) Warm() bool { return c > 20 }

func (s Series) Max() (top Celsius) { return s[0] }

type (
	Pair struct{ low, high Degree }
	// <- def TYPE example.com/units#Pair
	//                     ^^^^^^ field example.com/units#Degree
	Window Pair
	// <- def TYPE example.com/units#Window
	//     ^^^^ edge example.com/units#Pair
)
