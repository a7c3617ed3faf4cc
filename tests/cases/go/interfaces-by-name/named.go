package named

import (
	"fmt"

	"example.com/named/parts"
)

type part parts.Piece
//              ^^^^^ field example.com/named/parts#Piece

type shown fmt.Stringer

type stone struct{}

func (stone) Size() int      { return 1 }
func (stone) String() string { return "stone" }

type heap []stone

func (heap) Size() int { return 2 }

type count int

func (count) String() string { return "count" }

type pebble stone

func (*pebble) Size() int { return 3 }
