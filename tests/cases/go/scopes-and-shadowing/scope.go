package scope

import "example.com/scope/queue"

var total, width = 1, 2

const key = "k"

type Item struct {
	width int
	Item  *Item
	//     ^^^^ field example.com/scope#Item
	// <- nothing
}

type Named map[string]int

func (i Item) Close() { Close(); i.Item.Close() }
//                      ^^^^^ call example.com/scope#Close
//                                 ^^^^ nothing
//                                      ^^^^^ method example.com/scope#Item.Close

func Close() {}

func Declared(n int) (Close int) {
	total := total + n
	// <- nothing
	//       ^^^^^ var example.com/scope#total
	if total := width; total > 0 {
	// ^^^^^ nothing
	//          ^^^^^ var example.com/scope#width
	//                 ^^^^^ nothing
		width := width * total
//^^^^^ nothing
		//       ^^^^^ var example.com/scope#width
		//               ^^^^^ nothing
		_ = width
		//  ^^^^^ nothing
	}
	_ = width
	//  ^^^^^ var example.com/scope#width
	var key = key + "x"
	//  ^^^ nothing
	//        ^^^ var example.com/scope#key
	for total := range key {
	//  ^^^^^ nothing
	//                 ^^^ nothing
		_ = total
		//  ^^^^^ nothing
	}
	Close = total
	// <- nothing
	//      ^^^^^ nothing
	return
}

func Parameters(Item Item, width func(total int) int) {
//              ^^^^ nothing
//                   ^^^^ param example.com/scope#Item
//                         ^^^^^ nothing
	_ = Item.width + width(total)
	//  ^^^^ nothing
	//       ^^^^^ nothing
	//               ^^^^^ nothing
	//                     ^^^^^ var example.com/scope#total
	run := func(total int) { _, _ = total, key }
	//          ^^^^^ nothing
	//                              ^^^^^ nothing
	//                                     ^^^ var example.com/scope#key
	run(total)
	// <- nothing
	//  ^^^^^ var example.com/scope#total
}

func Blocks(x any) {
	switch total := x.(type) {
	case int:
		_ = total
		//  ^^^^^ nothing
	default:
		_, width := total, 3
		_ = width
		//  ^^^^^ nothing
	}
	total++
	// <- var example.com/scope#total
	switch width := total; {
	//     ^^^^^ nothing
	//              ^^^^^ var example.com/scope#total
	case width > 1:
	//   ^^^^^ nothing
		total := width
		_ = total
		//  ^^^^^ nothing
		fallthrough
	case total > 2:
	//   ^^^^^ var example.com/scope#total
		width++
//^^^^^ nothing
	}
	{
		var first Item
		//        ^^^^ type example.com/scope#Item
		type Item struct{ next *Item }
		//   ^^^^ nothing
		//                      ^^^^ nothing
		var second Item
		//         ^^^^ nothing
		_, _ = first.Item, second.next
		//           ^^^^ nothing
	}
	_ = Item{}
	//  ^^^^ type example.com/scope#Item
width:
	for width = range 3 {
	//  ^^^^^ var example.com/scope#width
		if width > 1 {
		// ^^^^^ var example.com/scope#width
			continue width
			//       ^^^^^ nothing
		}
		break width
		//    ^^^^^ nothing
	}
	queue := queue.New(queue.Size)
	// <- nothing
	//       ^^^^^ nothing
	//             ^^^ call example.com/scope/queue#New
	//                       ^^^^ var example.com/scope/queue#Size
	queue.Add(total)
	// <- nothing
	//    ^^^ method example.com/scope/queue#Queue.Add
	//        ^^^^^ var example.com/scope#total
}

func Keys(local int) []any {
	return []any{
		Item{width: width},
//^^^^ type example.com/scope#Item
		//   ^^^^^ nothing
		//          ^^^^^ var example.com/scope#width
		[]Item{{width: local}, {Item: nil}},
		//^^^^ type example.com/scope#Item
		//      ^^^^^ nothing
		//             ^^^^^ nothing
		//                      ^^^^ nothing
		map[string]Item{key: {width: total}},
		//         ^^^^ type example.com/scope#Item
		//              ^^^ var example.com/scope#key
		//                    ^^^^^ nothing
		//                           ^^^^^ var example.com/scope#total
		Named{key: 1, "x": width},
//^^^^^ type example.com/scope#Named
		//    ^^^ var example.com/scope#key
		//                 ^^^^^ var example.com/scope#width
		[...]string{limit: key},
		//          ^^^^^ var example.com/scope#limit
		//                 ^^^ var example.com/scope#key
		struct{ total int }{total: total},
		//      ^^^^^ nothing
		//                  ^^^^^ nothing
		//                         ^^^^^ var example.com/scope#total
		queue.Pair{Left: width, Right: Item{}},
		//    ^^^^ type example.com/scope/queue#Pair
		//         ^^^^ nothing
		//               ^^^^^ var example.com/scope#width
		//                             ^^^^ type example.com/scope#Item
	}
}

const limit = 3
