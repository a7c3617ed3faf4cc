package server

import (
	"context"
	"encoding/json"

	"uniast-go/internal/check"
	"uniast-go/internal/files"
	"uniast-go/internal/load"
	"uniast-go/internal/text"
)

type leftOut struct {
	URI    string `json:"uri"`
	Reason string `json:"reason"`
}

type problem struct {
	URI     string       `json:"uri,omitempty"`
	Range   *check.Range `json:"range,omitempty"`
	Message string       `json:"message"`
}

// state is the result of uniast/workspace.
type state struct {
	LeftOut []leftOut `json:"leftOut"`
	Errors  []problem `json:"errors"`
}

func (s *Server) workspaceState(_ context.Context, from *generation, _ json.RawMessage) (any, error) {
	found := state{[]leftOut{}, []problem{}}
	for _, each := range from.workspace.LeftOut(s.files.Read) {
		found.LeftOut = append(found.LeftOut, leftOut{files.URI(each.Path), each.Reason})
	}
	for _, each := range from.workspace.Problems {
		found.Errors = append(found.Errors, s.problem(each))
	}
	return found, nil
}

// problem gives an error the place that the go command named: bytes there, characters here.
func (s *Server) problem(from load.Problem) problem {
	made := problem{Message: from.Message}
	if from.Path == "" {
		return made
	}
	made.URI = files.URI(from.Path)
	content, err := s.files.Read(from.Path)
	if from.Line < 1 || err != nil {
		return made
	}
	bytesIn := text.NewLines(content, false)
	offset, ok := bytesIn.Offset(text.Position{Line: from.Line - 1, Character: max(from.Column-1, 0)})
	if !ok {
		return made
	}
	at := text.NewLines(content, s.utf16).Position(offset)
	made.Range = &check.Range{Start: at, End: at}
	return made
}
