package flow

import (
	"context"
	"errors"
	"fmt"
)

var names = map[Kind]string{Round: "round", Angled: "angled"}
//              ^^^^ dep example.com/flow#Kind
//                          ^^^^^ dep example.com/flow#Round
//                                          ^^^^^^ dep example.com/flow#Angled

func Sort(ctx context.Context, l *List, in <-chan Shape) (n int, err error) {
//                    ^^^^^^^ param context#Context
//            ^^^^^^^ nothing
//                                ^^^^ param example.com/flow#List
//                                                ^^^^^ param example.com/flow#Shape
//                                                          ^^^ nothing
	for _, s := range l.All() {
	//                  ^^^ method example.com/flow#List.All
		switch v := s.(type) {
		//          ^ nothing
		case Circle:
		//   ^^^^^^ type example.com/flow#Circle
			n += int(v.Area())
			//         ^^^^ method example.com/flow#Circle.Area
			//       ^ nothing
		case *Square, nil:
		//    ^^^^^^ type example.com/flow#Square
		//            ^^^ nothing
			_ = v.Area()
			//    ^^^^ method example.com/flow#Shape.Area
		case interface{ Grow(Kind) }:
		//                   ^^^^ type example.com/flow#Kind
			continue
		}
	}
again:
	select {
	case <-ctx.Done():
	//         ^^^^ method context#Context.Done
	//     ^^^ nothing
		return n, errors.Join(err, ctx.Err())
		//               ^^^^ call errors#Join
		//                             ^^^ method context#Context.Err
	case s, ok := <-in:
		if !ok {
			break
		}
		defer fmt.Println(s.Area())
		//        ^^^^^^^ call fmt#Println
		//                  ^^^^ method example.com/flow#Shape.Area
		goto again
		//   ^^^^^ nothing
	}
	return
}

func Literals() []Shape {
	side := 2.0
	all := []Shape{Circle{r: 1}, &Square{Side: side, side: side}}
	//       ^^^^^ type example.com/flow#Shape
	//             ^^^^^^ type example.com/flow#Circle
	//                    ^ nothing
	//                            ^^^^^^ type example.com/flow#Square
	//                                   ^^^^ nothing
	//                                         ^^^^ nothing
	pairs := [...]struct {
		kind  Kind `json:"Kind"`
		//    ^^^^ type example.com/flow#Kind
		//                ^^^^ nothing
		shape Shape
	}{{Round, all[0]}, {kind: Angled}}
	// ^^^^^ var example.com/flow#Round
	//                  ^^^^ nothing
	//                        ^^^^^^ var example.com/flow#Angled
	byKind := map[Kind][]Square{Round: {{Side: 1}}}
	//            ^^^^ type example.com/flow#Kind
	//                   ^^^^^^ type example.com/flow#Square
	//                          ^^^^^ var example.com/flow#Round
	//                                   ^^^^ nothing
	delete(byKind, pairs[0].kind)
	// <- nothing
	//                      ^^^^ nothing
	return append(all[:0:cap(all)], all...)
	//     ^^^^^^ nothing
	//                   ^^^ nothing
}

func Shadow(fmt *List, len func(Kind) int) {
	for range fmt.All() {
	//            ^^^ method example.com/flow#List.All
	//        ^^^ nothing
	}
	Circle := len(Angled)
	//        ^^^ nothing
	//            ^^^^^^ var example.com/flow#Angled
	_ = Circle + 1
	//  ^^^^^^ nothing
	{
		names := []string{"x"}
		_ = names
		//  ^^^^^ nothing
	}
	_ = names[Round]
	//  ^^^^^ var example.com/flow#names
	//        ^^^^^ var example.com/flow#Round
	names[Angled] = "set"
	// <- var example.com/flow#names
}
