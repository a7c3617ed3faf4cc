package server

import (
	"context"
	"encoding/json"

	"uniast-go/internal/check"
	"uniast-go/internal/files"
	"uniast-go/internal/jsonrpc"
	"uniast-go/internal/text"
)

type positionsParams struct {
	TextDocument struct {
		URI string `json:"uri"`
	} `json:"textDocument"`
	Positions []check.Position `json:"positions"`
	Position  *text.Position   `json:"position"`
	Context   struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

func read(params json.RawMessage) (wanted positionsParams, path string, err error) {
	if err = json.Unmarshal(params, &wanted); err == nil {
		path, err = files.Path(wanted.TextDocument.URI)
	}
	if err != nil {
		err = jsonrpc.Errorf(jsonrpc.InvalidParams, "params: %v", err)
	}
	return wanted, path, err
}

func (s *Server) definitions(ctx context.Context, from *generation, params json.RawMessage) (any, error) {
	wanted, path, err := read(params)
	if err != nil {
		return nil, err
	}
	return from.checker.Definitions(ctx, path, wanted.Positions)
}

func (s *Server) implementations(ctx context.Context, from *generation, params json.RawMessage) (any, error) {
	wanted, path, err := read(params)
	if err != nil {
		return nil, err
	}
	return from.checker.Implementations(ctx, path, wanted.Positions)
}

// location is a Location of the protocol, without the extension's symbol.
type location struct {
	URI   string      `json:"uri"`
	Range check.Range `json:"range"`
}

func plain(found []check.Location) []location {
	locations := make([]location, len(found))
	for i, each := range found {
		locations[i] = location{each.URI, each.Range}
	}
	return locations
}

func (s *Server) definition(ctx context.Context, from *generation, params json.RawMessage) (any, error) {
	wanted, path, err := readOne(params)
	if err != nil {
		return nil, err
	}
	position := check.Position{wanted.Position.Line, wanted.Position.Character}
	found, err := from.checker.Definition(ctx, path, position)
	return plain(found), err
}

func (s *Server) references(ctx context.Context, from *generation, params json.RawMessage) (any, error) {
	wanted, path, err := readOne(params)
	if err != nil {
		return nil, err
	}
	position := check.Position{wanted.Position.Line, wanted.Position.Character}
	found, err := from.checker.References(ctx, path, position, wanted.Context.IncludeDeclaration)
	return plain(found), err
}

// readOne reads params with a single position.
func readOne(params json.RawMessage) (wanted positionsParams, path string, err error) {
	wanted, path, err = read(params)
	if err == nil && wanted.Position == nil {
		err = jsonrpc.Errorf(jsonrpc.InvalidParams, "params: no position")
	}
	return wanted, path, err
}
