package driver

import "example.com/kit/util"

func init() { util.Do() }
//   ^^^^ def FUNC example.com/kit/driver#init
//                 ^^ call example.com/kit/util#Do
