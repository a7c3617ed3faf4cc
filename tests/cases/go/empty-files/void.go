package void

import "example.com/void/bare"

var _ = bare.Version

func Fill() { pour() }
//   ^^^^ def FUNC example.com/void#Fill
//            ^^^^ call example.com/void#pour

func pour() {}
