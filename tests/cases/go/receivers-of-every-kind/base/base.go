package base

type Base struct{ log []string }

func (b *Base) Start() *Base { return b }

func (b Base) Level() int { return len(b.log) }

type Starter interface {
	Start() *Base
	//       ^^^^ result example.com/reach/base#Base
}

type Func func(int) int

func (f Func) Apply(n int) int { return f(n) }
//                                      ^ nothing
