package dogs

import "example.com/zoo/animal"

type Dog struct{ name string }

func (d *Dog) Speak(times int) (string, error) { return d.name, nil }

func (d *Dog) Walk(to animal.Place) {}
//                           ^^^^^ param example.com/zoo/animal#Place

type Puppy struct {
	*Dog
//^^^ embed example.com/zoo/dogs#Dog
	age int
}

func (p Puppy) Walk(to animal.Place) { p.Dog.Walk(to) }
//                                       ^^^ nothing
//                                           ^^^^ method example.com/zoo/dogs#Dog.Walk
