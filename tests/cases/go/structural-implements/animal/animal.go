package animal

type Voice interface {
	Speak(times int) (string, error)
	// <- def FUNC example.com/zoo/animal#Voice.Speak
}

type Walker interface {
	Voice
	// <- embed example.com/zoo/animal#Voice
	Walk(to Place)
	//      ^^^^^ param example.com/zoo/animal#Place
}

type Place struct{ X, Y int }

type sealed interface{ seal() }
