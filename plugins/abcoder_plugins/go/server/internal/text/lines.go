// Package text maps byte offsets of a text to protocol positions and back.
//
// Lines end at "\n", "\r\n" and "\r", as the protocol says: go/token knows "\n" alone, so its lines are used only
// where both agree (see Plain).
package text

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"
)

// Position is a place in a text: line and character from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Lines converts between offsets and positions of one text. With utf16 a character is a UTF-16 code unit, else a byte.
type Lines struct {
	content []byte
	starts  []int
	utf16   bool
}

// NewLines indexes a text.
func NewLines(content []byte, utf16 bool) *Lines {
	starts := []int{0}
	for i, b := range content {
		if b == '\n' || b == '\r' && (i+1 == len(content) || content[i+1] != '\n') {
			starts = append(starts, i+1)
		}
	}
	return &Lines{content, starts, utf16}
}

// Position is the place of a byte offset; one past the end is the end.
func (l *Lines) Position(offset int) Position {
	offset = min(offset, len(l.content))
	line := sort.SearchInts(l.starts, offset+1) - 1
	return Position{line, l.width(l.content[l.starts[line]:offset])}
}

// Offset is the byte offset of a place; false where the text has no such place.
func (l *Lines) Offset(p Position) (int, bool) {
	if p.Line < 0 || p.Line >= len(l.starts) || p.Character < 0 {
		return 0, false
	}
	start, end := l.starts[p.Line], len(l.content)
	if p.Line+1 < len(l.starts) {
		end = l.starts[p.Line+1]
	}
	if !l.utf16 {
		return start + p.Character, start+p.Character <= end
	}
	return l.offset16(start, end, p.Character)
}

func (l *Lines) offset16(start, end, units int) (int, bool) {
	at := start
	for units > 0 && at < end {
		r, size := utf8.DecodeRune(l.content[at:end])
		units -= units16(r)
		at += size
	}
	return at, units == 0
}

func (l *Lines) width(before []byte) int {
	if !l.utf16 {
		return len(before)
	}
	units := 0
	for len(before) > 0 {
		r, size := utf8.DecodeRune(before)
		units += units16(r)
		before = before[size:]
	}
	return units
}

func units16(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// Plain reports whether go/token's lines and byte columns are protocol positions of this text as they are.
func Plain(content []byte, utf16 bool) bool {
	return !hasLoneCR(content) && (!utf16 || isASCII(content))
}

func hasLoneCR(content []byte) bool {
	for {
		at := bytes.IndexByte(content, '\r')
		if at < 0 {
			return false
		}
		if at+1 == len(content) || content[at+1] != '\n' {
			return true
		}
		content = content[at+2:]
	}
}

func isASCII(content []byte) bool {
	for _, b := range content {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Decode makes a file's bytes the text that a client would show: each ill-formed sequence is one U+FFFD, by the
// Unicode standard's maximal subparts. Well-formed bytes are given back as they are.
func Decode(data []byte) []byte {
	if utf8.Valid(data) {
		return data
	}
	var decoded strings.Builder
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			size = subpart(data)
			decoded.WriteRune(utf8.RuneError)
		} else {
			decoded.Write(data[:size])
		}
		data = data[size:]
	}
	return []byte(decoded.String())
}

// subpart is the length of the ill-formed sequence at the start: as much of it as could begin a character.
func subpart(data []byte) int {
	for size := 1; size < min(len(data), utf8.UTFMax); size++ {
		if !couldBegin(data[:size+1]) {
			return size
		}
	}
	return min(len(data), utf8.UTFMax-1)
}

// couldBegin reports whether some continuation makes the bytes one character.
func couldBegin(part []byte) bool {
	if len(part) >= utf8.UTFMax || utf8.FullRune(part) {
		return false
	}
	return true
}
