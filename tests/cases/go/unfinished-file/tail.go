package draft

func Whole(s *Sheet) { s.Print() }
//   ^^^^^ def FUNC example.com/draft#Whole
//            ^^^^^ param example.com/draft#Sheet
//                       ^^^^^ method example.com/draft#Sheet.Print

func cut(s *Sheet) {
	if s != nil {
		Whole(
