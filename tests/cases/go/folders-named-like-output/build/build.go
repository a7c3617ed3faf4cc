package build

import "example.com/forge/target"

func All(t target.Triple) { t.Check() }
//   ^^^ def FUNC example.com/forge/build#All
//                ^^^^^^ param example.com/forge/target#Triple
//                            ^^^^^ method example.com/forge/target#Triple.Check
