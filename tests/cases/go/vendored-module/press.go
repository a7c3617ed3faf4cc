package press

import (
	"example.org/lines"
	"example.org/lines/wrap"
)

type Sheet struct{ lines.Line }
//                       ^^^^ embed example.org/lines#Line
//                 ^^^^^ nothing

func Print(l *lines.Line) []string {
//                  ^^^^ param example.org/lines#Line
	l.Wrap(wrap.Wide)
	//^^^^ method example.org/lines#Line.Wrap
	//          ^^^^ var example.org/lines/wrap#Wide
	s := Sheet{Line: *lines.New("x")}
	//                      ^^^ call example.org/lines#New
	//   ^^^^^ type example.com/press#Sheet
	//         ^^^^ nothing
	_ = s.Text
	//    ^^^^ nothing
	return s.Wrap(2)
	//       ^^^^ method example.org/lines#Line.Wrap
}
