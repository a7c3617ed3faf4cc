package flow

import "strconv"

func Local(k Kind) error {
	type row struct {
		kind Kind
		//   ^^^^ type example.com/flow#Kind
		Square
//^^^^^^ type example.com/flow#Square
	}
	type speaker interface{ Speak() string }
	const limit = Angled
	//            ^^^^^^ var example.com/flow#Angled
	r := row{kind: k}
	//   ^^^ nothing
	//       ^^^^ nothing
	//             ^ nothing
	r.Area()
	//^^^^ method example.com/flow#Square.Area
	var sp speaker
	//     ^^^^^^^ nothing
	sp.Speak()
	// ^^^^^ nothing
	var say func(int) string
	say = func(n int) string {
		if n > int(limit) {
		//         ^^^^^ nothing
			return say(n - 1)
			//     ^^^ nothing
		}
		return strconv.Itoa(n)
		//             ^^^^ call strconv#Itoa
	}
	if err := fail(say(3)); err != nil {
	//        ^^^^ call example.com/flow#fail
		panic(err.Error())
//^^^^^ nothing
		//        ^^^^^ nothing
	}
	return nil
}

func fail(string) error { return nil }
