package use

import "example.com/pile"

type Sized interface{ Len() int }

func Use(c *pile.Cards) int {
	c.Push(pile.Card{})
	//^^^^ method example.com/pile#Stack.Push
	//          ^^^^ type example.com/pile#Card
	s := pile.New[pile.Card]()
	//        ^^^ call example.com/pile#New
	//                 ^^^^ type example.com/pile#Card
	n := pile.Map(s, func(c pile.Card) int { return 1 })
	//        ^^^ call example.com/pile#Map
	//                           ^^^^ type example.com/pile#Card
	pick := pile.Largest[int]
	//           ^^^^^^^ call example.com/pile#Largest
	//           ^^^^^^^ not invoked
	//                   ^^^ nothing
	var ix pile.Index[string, pile.Card]
	//          ^^^^^ type example.com/pile#Index
	//                             ^^^^ type example.com/pile#Card
	//                ^^^^^^ nothing
	p := ix.Put("k", pile.Card{})
	//      ^^^ method example.com/pile#Index.Put
	_ = p.Val
	//    ^^^ nothing
	return pick(n.Len(), 2)
	//            ^^^ method example.com/pile#Stack.Len
	//     ^^^^ nothing
}
