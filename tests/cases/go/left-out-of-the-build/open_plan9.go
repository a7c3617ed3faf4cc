package port

func open(name string) int {
//   ^^^^ nothing
	return native(name)
}

func onlyPlan9() {}

func init() {}
