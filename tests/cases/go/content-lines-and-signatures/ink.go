// Package ink draws.
package ink

import "io"

// This remark stands apart.

// Pen draws lines.
// It holds ink.
type Pen struct {
	// Width is in points.
	Width, height int `json:"width,omitempty"`
	Out           io.Writer
	Tags          map[string][]string // by name
}

type Tip = Pen

/*
Limit bounds the ink.
*/
const Limit = 3 // not a part

var (
	// Colour is what it says.
	Colour string = "red"

	shade = Colour + "dark"
)

type (
	// Dot is round.
	Dot struct{}

	Line interface {
		// Draw draws.
		Draw(
			from, to Dot,
			opts ...func(*Pen) error,
		) (length int, err error)
	}
)

// New makes a pen.
//
//go:noinline
func New(
	width int,
	out io.Writer,
) (*Pen, error) {
	return &Pen{Width: width, Out: out}, nil
}

func (p   *Pen)   Draw(from, to Dot, opts ...func(*Pen) error) (length int, err error) { return p.Width, nil }

func (Dot) spot(int, string) {}
