package use

import (
	"example.com/zoo/animal"
	"example.com/zoo/dogs"
)

func Hear(v animal.Voice, p dogs.Puppy) {
//                 ^^^^^ param example.com/zoo/animal#Voice
//                               ^^^^^ param example.com/zoo/dogs#Puppy
	v.Speak(1)
	//^^^^^ method example.com/zoo/animal#Voice.Speak
	p.Speak(2)
	//^^^^^ method example.com/zoo/dogs#Dog.Speak
	p.Walk(animal.Place{X: 1})
	//^^^^ method example.com/zoo/dogs#Puppy.Walk
	//            ^^^^^ type example.com/zoo/animal#Place
	//                  ^ nothing
	var w animal.Walker = p
	//           ^^^^^^ type example.com/zoo/animal#Walker
	w.Speak(3)
	//^^^^^ method example.com/zoo/animal#Voice.Speak
	w.Walk(animal.Place{})
	//^^^^ method example.com/zoo/animal#Walker.Walk
	if d, ok := v.(*dogs.Dog); ok {
	//                   ^^^ type example.com/zoo/dogs#Dog
	//          ^ nothing
		d.Walk(animal.Place{})
		//^^^^ method example.com/zoo/dogs#Dog.Walk
	}
}
