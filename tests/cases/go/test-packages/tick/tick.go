package tick

type Clock struct{ at int }

func New() *Clock { return &Clock{} }

func (c *Clock) Step() int { c.at++; return hidden(c) }
//                                          ^^^^^^ call example.com/clock/tick#hidden

func hidden(c *Clock) int { return c.at }
