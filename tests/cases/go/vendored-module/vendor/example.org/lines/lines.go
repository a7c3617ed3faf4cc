package lines

import "example.org/lines/wrap"

type Line struct{ Text string }

func (l *Line) Wrap(width int) []string { return wrap.Words(l.Text, width) }

func New(text string) *Line { return &Line{Text: text} }
