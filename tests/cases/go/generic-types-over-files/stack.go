package pile

import "cmp"

type Key interface{ ~int | ~string }

// Stack is a pile.
type Stack[T any] struct {
//   ^^^^^ def TYPE example.com/pile#Stack
//           ^^^ nothing
//         ^ nothing
	items []T
	//      ^ nothing
	next  *Stack[T]
	//     ^^^^^ field example.com/pile#Stack
	//           ^ nothing
}

type Index[K Key, V any] struct {
//           ^^^ dep example.com/pile#Key
	Stack[V]
	// <- embed example.com/pile#Stack
	//    ^ nothing
	at map[K]Pair[K, V]
	//       ^^^^ field example.com/pile#Pair
	//     ^ nothing
}

type Pair[K Key, V any] struct {
//          ^^^ dep example.com/pile#Key
	Key K
	// <- nothing
	Val V
}

type Cards struct{ Stack[Card] }
//                 ^^^^^ embed example.com/pile#Stack
//                       ^^^^ field example.com/pile#Card

type Card struct{ rank int }

func Largest[T cmp.Ordered](xs ...T) (top T) { return max(xs[0], top) }
//                 ^^^^^^^ type cmp#Ordered
//                                                    ^^^ nothing
//                                ^ nothing

func Map[T, U any](s *Stack[T], f func(T) U) *Stack[U] {
//                    ^^^^^ param example.com/pile#Stack
//                                            ^^^^^ result example.com/pile#Stack
//          ^ nothing
	out := New[U]()
	//     ^^^ call example.com/pile#New
	//         ^ nothing
	for _, it := range s.items {
		out.Push(f(it))
		//  ^^^^ method example.com/pile#Stack.Push
		//       ^ nothing
	}
	return out
}
