package bench

import "testing"

func BenchmarkNothing(b *testing.B) {}
//   ^^^^^^^^^^^^^^^^ def FUNC example.com/clock/bench#BenchmarkNothing
//                               ^ param testing#B
