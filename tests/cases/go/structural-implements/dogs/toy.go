package dogs

type Toy struct{}

func (Toy) Speak() string { return "squeak" }

func (Toy) seal() {}

type Cry func()

func (c Cry) Speak(n int) (string, error) { return "", nil }
