package target

type Triple string

func (t Triple) Check() {}

func Host() Triple { return "x86" }
//   ^^^^ def FUNC example.com/forge/target#Host
//          ^^^^^^ result example.com/forge/target#Triple
