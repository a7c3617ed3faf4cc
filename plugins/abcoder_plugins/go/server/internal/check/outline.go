package check

import (
	"bytes"
	"crypto/sha256"

	"uniast-go/internal/text"
)

// print tells whether a file that was read for the importers of its package still says the same to them.
type print struct {
	declared [sha256.Size]byte // of the outline: what is declared
	placed   [sha256.Size]byte // of the source without bodies: where it stands
}

// printOf makes the print of a source, given without its bodies too.
func printOf(content, stripped []byte, utf16 bool) print {
	if !text.Plain(content, utf16) {
		stripped = content // which column stands behind a body is decided by the body
	}
	return print{sha256.Sum256(outline(content)), sha256.Sum256(stripped)}
}

// outline is what of a source decides about its declarations: no body of a top-level function, no comment, a run of
// blanks as one blank or line break. Two sources of one outline declare the same, if at other places.
//
// A `//go:build` line that sets the language version is a comment too: it stands in the file's head (load.Head).
func outline(source []byte) []byte {
	made := outliner{kept: make([]byte, 0, len(source)/2)}
	s := scanner{source, 0}
	for s.at < len(source) {
		from := s.at
		if !s.atLineStart() || !bytes.HasPrefix(source[from:], []byte("func")) {
			s.skip()
			made.piece(source[from:min(s.at, len(source))])
			continue
		}
		start, end, found := s.body()
		if !found {
			made.add(source[from:])
			break
		}
		made.add(source[from:start])
		made.add(source[end:s.at])
	}
	return made.kept
}

// outliner puts an outline together.
type outliner struct {
	kept  []byte
	blank byte // what parts the kept from the next piece; 0 for nothing
}

func (o *outliner) add(piece []byte) {
	if o.blank != 0 {
		o.kept = append(o.kept, o.blank)
		o.blank = 0
	}
	o.kept = append(o.kept, piece...)
}

// piece adds what the scanner passed over at once. A comment is a blank, and a line break where it holds one.
func (o *outliner) piece(piece []byte) {
	isComment := bytes.HasPrefix(piece, []byte("//")) || bytes.HasPrefix(piece, []byte("/*"))
	if !isComment && len(bytes.TrimSpace(piece)) > 0 {
		o.add(piece)
	} else if bytes.IndexByte(piece, '\n') >= 0 {
		o.blank = '\n'
	} else if o.blank == 0 {
		o.blank = ' '
	}
}
