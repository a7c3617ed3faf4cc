package holes

import (
	"example.com/holes/generated"
	"strings"
)

type Known struct{ name string }

type Holder struct {
	Absent
	// <- unresolved no definition
	lost *Vanished
	//    ^^^^^^^^ unresolved no definition
	// <- nothing
	kept Known
}

var fallback = conjure(strings.ToUpper("x"))
//             ^^^^^^^ unresolved no definition
//                             ^^^^^^^ dep strings#ToUpper

var _ = register(Known{})
//      ^^^^^^^^ unresolved no definition
//               ^^^^^ dep example.com/holes#Known

func Use(m Missing, k Known) (*Gone, error) {
//         ^^^^^^^ unresolved no definition
//                    ^^^^^ param example.com/holes#Known
//                             ^^^^ unresolved no definition
	generated.Emit(k.name)
	if k.name == nowhere {
	//           ^^^^^^^ unresolved no definition
	//   ^^^^ nothing
		return nil, fallback
		//          ^^^^^^^^ var example.com/holes#fallback
	}
	strings.Juggle(k.name)
	return build(k), nil
	//     ^^^^^ call example.com/holes#build
}

func build(k Known) *Gone { return nil }
