package tick

import "testing"

func TestStep(t *testing.T) {
//   ^^^^^^^^ def FUNC example.com/clock/tick#TestStep
//                       ^ param testing#T
	c := New()
	//   ^^^ call example.com/clock/tick#New
	if hidden(c) != 0 || c.Step() != 1 {
	// ^^^^^^ call example.com/clock/tick#hidden
	//                     ^^^^ method example.com/clock/tick#Clock.Step
		t.Fatal("step")
		//^^^^^ method testing#common.Fatal
	}
}
