package guess

type A struct{}

func (A) Open() {}
func (A) Shut() {}
func (A) only() {}

type B struct{ Name string }

func (*B) Open() {}
func (B) Shut()  {}
