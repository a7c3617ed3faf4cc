package sig

import "example.com/sig/kinds"

type Own struct{}

func Params(a, b kinds.K, m map[kinds.K][]*kinds.V, c chan<- kinds.V, f func(kinds.K) (*Own, error), xs ...kinds.V) {}
//                     ^ param example.com/sig/kinds#K
//               ^^^^^ nothing
//                                    ^ param example.com/sig/kinds#K
//                                               ^ param example.com/sig/kinds#V
//                                                                 ^ param example.com/sig/kinds#V
//                                                                                 ^ param example.com/sig/kinds#K
//                                                                                      ^^^ param example.com/sig#Own
//                                                                                                               ^ param example.com/sig/kinds#V
//                                                                                           ^^^^^ nothing
//          ^ nothing

func Results() (first kinds.K, rest [kinds.Size]kinds.V, set kinds.Set[Own]) { return }
//                          ^ result example.com/sig/kinds#K
//                                         ^^^^ var example.com/sig/kinds#Size
//                                                    ^ result example.com/sig/kinds#V
//                                                                 ^^^ result example.com/sig/kinds#Set
//                                                                     ^^^ result example.com/sig#Own
//              ^^^^^ nothing

func (Own) Anonymous(struct{ kinds.V }, interface{ Key() kinds.K }) (func() Own, *kinds.Set[kinds.V]) { return nil, nil }
//    ^^^ nothing
//                                 ^ param example.com/sig/kinds#V
//                                                             ^ param example.com/sig/kinds#K
//                                                                          ^^^ result example.com/sig#Own
//                                                                                      ^^^ result example.com/sig/kinds#Set
//                                                                                                ^ result example.com/sig/kinds#V
//                                                 ^^^ nothing

func (_ *Own) Unnamed(kinds.K, ...*Own) (int, *Own) { return 0, nil }
//       ^^^ nothing
//                          ^ param example.com/sig/kinds#K
//                                 ^^^ param example.com/sig#Own
//                                             ^^^ result example.com/sig#Own
//    ^ nothing

func Bounded[A kinds.K | ~int, B interface{ *V; Put(kinds.K) }, V any](a A, b B) (v V) { return }
//                   ^ type example.com/sig/kinds#K
//                                                                       ^ nothing
//                                                                            ^ nothing
//                                           ^ nothing
//                                                                                  ^ nothing

type Hook interface {
	Call(own Own, more ...kinds.V) (k kinds.K, err error)
	//       ^^^ param example.com/sig#Own
	//                          ^ param example.com/sig/kinds#V
	//                                      ^ result example.com/sig/kinds#K
}

func Body() any {
	type pair struct{ left, right kinds.V }
	//                                  ^ type example.com/sig/kinds#V
	var keep []kinds.K
	//               ^ type example.com/sig/kinds#K
	return func(own Own) (k kinds.K) { _ = keep; _ = pair{}; return }
	//              ^^^ type example.com/sig#Own
	//                            ^ type example.com/sig/kinds#K
}
