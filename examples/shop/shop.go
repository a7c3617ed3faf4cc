// Package shop sells things.
package shop

import (
	"fmt"

	"example.org/money"
)

// Size says how large a parcel is.
type Size int

const (
	Small Size = iota
	Large
)

// Priced is what has a price.
type Priced interface {
	Price() money.Amount
}

// Base is part of every article.
type Base struct {
	Size Size
}

// Article is one thing to sell.
type Article struct {
	Base
	net money.Amount
}

var taxRate int = 19

// Price is the article's price with tax.
func (a *Article) Price() money.Amount {
	fmt.Println(taxRate)
	return add(a.net, add(a.net, 0))
}

func add(a, b money.Amount) money.Amount {
	return func() money.Amount { return a + b }()
}

func init() {
	taxRate = 7
}

func init() {
	taxRate++
}
