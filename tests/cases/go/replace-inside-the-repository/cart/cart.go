package cart

import "example.org/price"

type Cart struct{ items []price.Tag }
//                              ^^^ field example.org/price#Tag

func (c *Cart) Sum() (total price.Cents) {
//                                ^^^^^ result example.org/price#Cents
	for _, t := range c.items {
		total += t.Cents()
		//         ^^^^^ method example.org/price#Tag.Cents
	}
	return price.Round(total)
	//           ^^^^^ call example.org/price#Round
}
