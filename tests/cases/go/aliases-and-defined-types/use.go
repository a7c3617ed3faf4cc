package units

func Convert(f float64, d Degree) bool {
//                        ^^^^^^ param example.com/units#Degree
//             ^^^^^^^ nothing
	c := Celsius((f - 32) / 1.8)
	//   ^^^^^^^ type example.com/units#Celsius
	var s Series = []Degree{c, d}
	//    ^^^^^^ type example.com/units#Series
	//               ^^^^^^ type example.com/units#Degree
	return d.Warm() && s.Max().Warm() && Degree(c).Warm()
	//       ^^^^ method example.com/units#Celsius.Warm
	//                   ^^^ method example.com/units#Series.Max
	//                                   ^^^^^^ type example.com/units#Degree
	//                                             ^^^^ method example.com/units#Celsius.Warm
}

var Boiling Degree = 100
//          ^^^^^^ dep example.com/units#Degree

var wait Span = 3 * Span(step)
//       ^^^^ dep example.com/units#Span
//                  ^^^^ dep example.com/units#Span
//                       ^^^^ dep example.com/units#step

const step = 2
