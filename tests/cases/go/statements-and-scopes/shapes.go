package flow

import "iter"

type Shape interface{ Area() float64 }

type Circle struct{ r float64 }

func (c Circle) Area() float64 { return c.r }

type Square struct{ Side, side float64 }

func (s *Square) Area() float64 { return s.Side }

type Kind int

const (
	Round Kind = iota
	Angled
)

type List struct{ shapes []Shape }

func (l *List) All() iter.Seq2[int, Shape] {
//                        ^^^^ result iter#Seq2
//                                  ^^^^^ result example.com/flow#Shape
//                   ^^^^ nothing
	return func(yield func(int, Shape) bool) {
	//                          ^^^^^ type example.com/flow#Shape
	//          ^^^^^ nothing
		for i, s := range l.shapes {
			if !yield(i, s) {
			//  ^^^^^ nothing
				return
			}
		}
	}
}
