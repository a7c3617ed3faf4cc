package guess

import "example.org/elsewhere"

func Use(b B) {
	x := elsewhere.Make()
	//             ^^^^ call example.org/elsewhere#Make
	// <- nothing
	x.Open()
	//^^^^ ambiguous example.com/guess#A.Open, example.com/guess#B.Open, example.com/guess/sub#Opener.Open
	x.Shut()
	//^^^^ ambiguous example.com/guess#A.Shut, example.com/guess#B.Shut
	x.Vanish()
	//^^^^^^ unresolved receiver type unknown
	b.Open()
	//^^^^ method example.com/guess#B.Open
	var a A
	a.only()
	//^^^^ method example.com/guess#A.only
}
