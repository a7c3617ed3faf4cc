package draft

type Sheet struct{}

func (s *Sheet) Print() {}

func Known(s *Sheet) {
	missing(s)
	// <- unresolved no definition
	var t Absent
	//    ^^^^^^ unresolved no definition
	t.Twirl()
	// <- nothing
	//^^^^^ unresolved receiver type unknown
	s.Print()
	//^^^^^ method example.com/draft#Sheet.Print
	s.Fold()
	//^^^^ unresolved receiver type unknown
}
