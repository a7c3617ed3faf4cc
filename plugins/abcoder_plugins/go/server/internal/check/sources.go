package check

import (
	"go/token"
	"sync"

	"uniast-go/internal/files"
	"uniast-go/internal/load"
	"uniast-go/internal/text"
)

// source is a file that was parsed.
type source struct {
	path, uri string
	unit      *load.Unit
	lines     *text.Lines // nil where go/token's lines and columns are the protocol's
}

// sources are the files that were parsed, by path.
type sources struct {
	mu     sync.RWMutex
	byPath map[string]*source
}

// note remembers a file before it is parsed. A file of several units keeps the first; they are one package.
func (s *sources) note(unit *load.Unit, path string, content []byte, utf16 bool) {
	var lines *text.Lines
	if !text.Plain(content, utf16) {
		lines = text.NewLines(content, utf16)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byPath == nil {
		s.byPath = map[string]*source{}
	}
	if known := s.byPath[path]; known != nil && lines == nil && known.lines == nil {
		return
	}
	s.byPath[path] = &source{path, files.URI(path), unit, lines}
}

func (s *sources) get(path string) *source {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.byPath[path]
}

// Range is a span of a text.
type Range struct {
	Start text.Position `json:"start"`
	End   text.Position `json:"end"`
}

// span gives the file and range of what stands at a position of go/token, length bytes on one line.
func (c *Checker) span(pos token.Pos, length int) (*source, Range) {
	file := c.set.File(pos)
	if file == nil {
		return nil, Range{}
	}
	in := c.sources.get(file.Name())
	if in == nil {
		return nil, Range{}
	}
	if in.lines != nil {
		offset := file.Offset(pos)
		return in, Range{in.lines.Position(offset), in.lines.Position(offset + length)}
	}
	at := file.PositionFor(pos, false)
	start := text.Position{Line: at.Line - 1, Character: at.Column - 1}
	return in, Range{start, text.Position{Line: start.Line, Character: start.Character + length}}
}
