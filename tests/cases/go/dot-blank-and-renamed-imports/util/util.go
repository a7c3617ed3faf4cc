package util

const Limit = 10

type Box struct{}

func (Box) Seal(times int) {}

func Do() {}
//   ^^ def FUNC example.com/kit/util#Do
