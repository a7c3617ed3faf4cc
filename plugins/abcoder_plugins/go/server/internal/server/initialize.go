package server

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"uniast-go/internal/check"
	"uniast-go/internal/files"
	"uniast-go/internal/jsonrpc"
	"uniast-go/internal/load"
)

type initializeParams struct {
	RootURI          string `json:"rootUri"`
	WorkspaceFolders []struct {
		URI string `json:"uri"`
	} `json:"workspaceFolders"`
	Capabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
	} `json:"capabilities"`
	InitializationOptions struct {
		BuildFlags []string `json:"buildFlags"`
	} `json:"initializationOptions"`
}

// object is a JSON object that is only written.
type object = map[string]any

// initialize answers at once and loads the workspace meanwhile.
func (s *Server) initialize(ctx context.Context, params json.RawMessage) (any, error) {
	var wanted initializeParams
	if err := json.Unmarshal(params, &wanted); err != nil {
		return nil, jsonrpc.Errorf(jsonrpc.InvalidParams, "initialize: %v", err)
	}
	if s.current != nil {
		return nil, jsonrpc.Errorf(jsonrpc.InvalidRequest, "initialize came before")
	}
	folders, err := wanted.folders()
	if err != nil {
		return nil, jsonrpc.Errorf(jsonrpc.InvalidParams, "initialize: %v", err)
	}
	encoding := "utf-16"
	if slices.Contains(wanted.Capabilities.General.PositionEncodings, "utf-8") {
		encoding = "utf-8"
	}
	s.utf16 = encoding == "utf-16"
	flags := wanted.InitializationOptions.BuildFlags
	s.files, err = files.New(append(load.Flags(os.Getenv("GOFLAGS")), flags...))
	if err != nil {
		fmt.Fprintln(os.Stderr, "uniast-go: the overlay cannot be read:", err)
	}
	s.folders, s.flags = folders, flags
	s.succeed(func(*generation) (*load.Workspace, *check.Checker) {
		workspace := load.Load(ctx, folders, flags)
		return workspace, check.New(workspace, s.files, s.utf16)
	})
	return object{
		"capabilities": object{
			"positionEncoding":   encoding,
			"textDocumentSync":   object{"openClose": true, "change": 1},
			"definitionProvider": true,
			"referencesProvider": true,
			"experimental": object{
				"uniast": object{"version": 1, "definitions": true, "implementations": true, "workspace": true},
			},
		},
		"serverInfo": object{"name": "uniast-go", "version": s.version},
	}, nil
}

func (p *initializeParams) folders() ([]string, error) {
	uris := make([]string, 0, len(p.WorkspaceFolders))
	for _, folder := range p.WorkspaceFolders {
		uris = append(uris, folder.URI)
	}
	if len(uris) == 0 && p.RootURI != "" {
		uris = append(uris, p.RootURI)
	}
	folders := make([]string, len(uris))
	for i, uri := range uris {
		path, err := files.Path(uri)
		if err != nil {
			return nil, err
		}
		folders[i] = path
	}
	return folders, nil
}
