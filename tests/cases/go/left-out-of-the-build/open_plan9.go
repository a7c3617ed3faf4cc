package port

func open(name string) int {
//   ^^^^ nothing
	return native(name)
	//     ^^^^^^ nothing
}

func onlyPlan9() {}

func init() {}
