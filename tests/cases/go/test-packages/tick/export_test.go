package tick

var Hidden = hidden
//  ^^^^^^ def VAR example.com/clock/tick#Hidden
//           ^^^^^^ dep example.com/clock/tick#hidden
//           ^^^^^^ not invoked

func (c *Clock) Peek() int { return c.at }
//              ^^^^ def FUNC example.com/clock/tick#Clock.Peek
