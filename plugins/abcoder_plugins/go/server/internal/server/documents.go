package server

import (
	"bytes"
	"context"
	"encoding/json"

	"uniast-go/internal/check"
	"uniast-go/internal/files"
	"uniast-go/internal/jsonrpc"
	"uniast-go/internal/load"
)

type documentParams struct {
	TextDocument struct {
		URI  string `json:"uri"`
		Text string `json:"text"`
	} `json:"textDocument"`
	ContentChanges []struct {
		Text string `json:"text"`
	} `json:"contentChanges"`
}

// notified handles a notification. One that is not known may be passed over, says the protocol.
func (s *Server) notified(ctx context.Context, message jsonrpc.Message) error {
	switch message.Method {
	case "exit":
		return errExit
	case "$/cancelRequest":
		s.cancel(message.Params)
	case "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose":
		s.document(message)
	case "workspace/didChangeWatchedFiles":
		s.watched(ctx, message.Params)
	}
	return nil
}

// document shows the client's text of a document, or the file's again. What was checked is let go where this makes a
// difference: most clients open what lies on the disk.
func (s *Server) document(message jsonrpc.Message) {
	var params documentParams
	if s.current == nil || json.Unmarshal(message.Params, &params) != nil {
		return
	}
	path, err := files.Path(params.TextDocument.URI)
	if err != nil {
		return // not a file, so in no build
	}
	before, _ := s.files.Read(path)
	switch changes := params.ContentChanges; {
	case message.Method == "textDocument/didClose":
		s.files.Close(path)
	case message.Method == "textDocument/didOpen":
		s.files.Open(path, params.TextDocument.Text)
	case len(changes) > 0:
		s.files.Open(path, changes[len(changes)-1].Text)
	}
	after, _ := s.files.Read(path)
	if bytes.Equal(before, after) {
		return
	}
	s.succeed(func(before *generation) (*load.Workspace, *check.Checker) {
		return before.workspace, before.checker.After([]string{path})
	})
}
