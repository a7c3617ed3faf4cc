package gen

type Item struct{ id int }

type Ordered[T any] interface{ Less(other T) bool }
//                             ^^^^ def FUNC example.com/gen#Ordered.Less
//                                        ^ nothing

type Repo[K comparable, V Ordered[V]] interface {
//                        ^^^^^^^ dep example.com/gen#Ordered
//          ^^^^^^^^^^ nothing
	Get(key K) (V, error)
	// <- def FUNC example.com/gen#Repo.Get
	//          ^ nothing
	//      ^ nothing
}

type Items interface {
	Repo[string, Item]
	// <- embed example.com/gen#Repo
	//           ^^^^ field example.com/gen#Item
	//   ^^^^^^ nothing
	Count() int
}

type Small interface{ ~int8 | Tiny }
//                            ^^^^ edge example.com/gen#Tiny

type Tiny int16

func (i Item) Less(other Item) bool { return i.id < other.id }
//            ^^^^ def FUNC example.com/gen#Item.Less
//      ^^^^ nothing
//                       ^^^^ param example.com/gen#Item
