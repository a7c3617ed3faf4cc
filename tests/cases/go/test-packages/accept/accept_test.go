package accept_test

import (
	"testing"

	"example.com/clock/tick"
)

func TestAll(t *testing.T) {
//   ^^^^^^^ def FUNC example.com/clock/accept_test#TestAll
	tick.New().Step()
	//   ^^^ call example.com/clock/tick#New
	//         ^^^^ method example.com/clock/tick#Clock.Step
}
