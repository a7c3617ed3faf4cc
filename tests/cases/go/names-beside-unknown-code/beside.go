package beside

import "example.org/absent"

type Order struct {
	Total int
}

func Read() {
	order := absent.Next().(*Order)
	//                       ^^^^^ unresolved no definition
	_ = order
}

func Make() {
	check(Order{Total: 1}, Order{})
	//                     ^^^^^ edge example.com/beside#Order
	//    ^^^^^ type example.com/beside#Order
	// <- call example.com/beside#check
}

func check(a, b Order) {}
//              ^^^^^ param example.com/beside#Order
