package tick_test

import (
	"testing"

	"example.com/clock/tick"
)

func helper() *tick.Clock { return tick.New() }
//   ^^^^^^ def FUNC example.com/clock/tick_test#helper
//                  ^^^^^ result example.com/clock/tick#Clock
//                                      ^^^ call example.com/clock/tick#New

func TestStep(t *testing.T) {
//   ^^^^^^^^ def FUNC example.com/clock/tick_test#TestStep
	c := helper()
	//   ^^^^^^ call example.com/clock/tick_test#helper
	_ = tick.Hidden(c) + c.Peek()
	//       ^^^^^^ var example.com/clock/tick#Hidden
	//       ^^^^^^ invoked
	//                     ^^^^ method example.com/clock/tick#Clock.Peek
}

func ExampleNew() { helper().Step() }
//                           ^^^^ method example.com/clock/tick#Clock.Step
