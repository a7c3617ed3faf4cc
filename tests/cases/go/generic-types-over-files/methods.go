package pile

func New[E any]() *Stack[E] { return &Stack[E]{} }
//                 ^^^^^ result example.com/pile#Stack
//                                    ^^^^^ type example.com/pile#Stack

func (s *Stack[E]) Push(it E) {
//                 ^^^^ def FUNC example.com/pile#Stack.Push
//       ^^^^^ nothing
//             ^ nothing
	s.items = append(s.items, it)
}

func (s Stack[_]) Len() int { return len(s.items) }
//                ^^^ def FUNC example.com/pile#Stack.Len
//      ^^^^^ nothing
//            ^ nothing

func (ix *Index[K, V]) Put(k K, v V) Pair[K, V] {
//                     ^^^ def FUNC example.com/pile#Index.Put
//                                   ^^^^ result example.com/pile#Pair
//        ^^^^^ nothing
	ix.Push(v)
	// ^^^^ method example.com/pile#Stack.Push
	return Pair[K, V]{Key: k, Val: v}
	//     ^^^^ type example.com/pile#Pair
	//                ^^^ nothing
}
