package gen

func Find(r Items) (Item, error) {
	r.Count()
	//^^^^^ method example.com/gen#Items.Count
	return r.Get("k")
	//       ^^^ method example.com/gen#Repo.Get
}

func Min[T Ordered[T]](a, b T) T {
//         ^^^^^^^ type example.com/gen#Ordered
//                 ^ nothing
	if a.Less(b) {
	//   ^^^^ method example.com/gen#Ordered.Less
		return a
	}
	return b
}

func Both[R Repo[K, V], K comparable, V Ordered[V]](r R, k K) V {
//          ^^^^ type example.com/gen#Repo
//                                      ^^^^^^^ type example.com/gen#Ordered
//               ^ nothing
	v, _ := r.Get(k)
	//        ^^^ method example.com/gen#Repo.Get
	return Min(v, v)
	//     ^^^ call example.com/gen#Min
}

func Inline[T interface{ Item | *Item; Less(Item) bool }](t T) bool { return t.Less(Item{}) }
//                       ^^^^ type example.com/gen#Item
//                               ^^^^ type example.com/gen#Item
//                                          ^^^^ type example.com/gen#Item
//                                                                                  ^^^^ type example.com/gen#Item

func Hide[Item any](a Item) Item { return a }
//        ^^^^ nothing
//                    ^^^^ nothing
//                          ^^^^ nothing

var least = Min[Item]
//          ^^^ dep example.com/gen#Min
//          ^^^ not invoked
//              ^^^^ dep example.com/gen#Item

var first = Min(Item{1}, Item{2}).id
//          ^^^ dep example.com/gen#Min
//          ^^^ invoked
//              ^^^^ dep example.com/gen#Item
//                                ^^ nothing
