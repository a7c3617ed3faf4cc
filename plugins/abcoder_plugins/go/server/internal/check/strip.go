package check

import "bytes"

// stripBodies makes the bodies of the top-level functions blank, line breaks kept, so that every offset stays. Of
// packages that are only imported no body is checked; parsing them would be most of the work.
//
// It looks at lines that start with `func`, as gofmt writes them, outside comments and strings. Where it finds no body
// it leaves the rest as it is, which costs time and nothing else.
func stripBodies(source []byte) []byte {
	stripped := bytes.Clone(source)
	s := scanner{source, 0}
	for s.at < len(source) {
		if s.atLineStart() && bytes.HasPrefix(source[s.at:], []byte("func")) {
			start, end, found := s.body()
			if !found {
				return stripped
			}
			blank(stripped[start:end])
			continue
		}
		s.skip()
	}
	return stripped
}

func blank(part []byte) {
	for i, b := range part {
		if b != '\n' && b != '\r' {
			part[i] = ' '
		}
	}
}

// scanner passes over Go source piece by piece: a comment, a string, else one byte.
type scanner struct {
	source []byte
	at     int
}

func (s *scanner) atLineStart() bool { return s.at == 0 || s.source[s.at-1] == '\n' }

func (s *scanner) skip() {
	rest := s.source[s.at:]
	switch {
	case rest[0] == '/' && bytes.HasPrefix(rest, []byte("//")):
		s.past(rest, "\n", 2)
		s.at-- // the line break shows where the next line starts
	case rest[0] == '/' && bytes.HasPrefix(rest, []byte("/*")):
		s.past(rest, "*/", 2)
	case rest[0] == '`':
		s.past(rest, "`", 1)
	case rest[0] == '"' || rest[0] == '\'':
		s.at += quoted(rest)
	default:
		s.at++
	}
}

// past goes behind the next end, which is looked for from the from-th byte on.
func (s *scanner) past(rest []byte, end string, from int) {
	found := bytes.Index(rest[from:], []byte(end))
	if found < 0 {
		s.at = len(s.source) + 1
		return
	}
	s.at += from + found + len(end)
}

// quoted is the length of an interpreted string or a rune; one that is not closed ends with its line.
func quoted(rest []byte) int {
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '\n':
			return i
		case rest[0]:
			return i + 1
		}
	}
	return len(rest)
}

// body goes behind the function that starts here and gives what is between its outer braces. It is false where the
// source ends before; a function without a body (assembly) gives an empty span.
func (s *scanner) body() (start, end int, found bool) {
	s.at += len("func")
	for depth := 0; s.at < len(s.source); {
		switch s.source[s.at] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '\n':
			if depth == 0 {
				return s.at, s.at, true
			}
		case '{':
			if depth == 0 && !s.opensType() {
				return s.braces()
			}
			if _, _, closed := s.braces(); !closed {
				return 0, 0, false
			}
			continue
		}
		s.skip()
	}
	return 0, 0, false
}

// opensType reports whether the brace here belongs to a type in the signature.
func (s *scanner) opensType() bool {
	before := bytes.TrimRight(s.source[:s.at], " \t\r\n")
	return bytes.HasSuffix(before, []byte("struct")) || bytes.HasSuffix(before, []byte("interface"))
}

// braces goes behind the braces that open here and gives what is between them.
func (s *scanner) braces() (start, end int, found bool) {
	start = s.at + 1
	for depth := 0; s.at < len(s.source); {
		switch s.source[s.at] {
		case '{':
			depth++
		case '}':
			depth--
			if depth == 0 {
				s.at++
				return start, s.at - 1, true
			}
		}
		s.skip()
	}
	return 0, 0, false
}
