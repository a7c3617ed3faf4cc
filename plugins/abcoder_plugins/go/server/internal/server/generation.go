package server

import (
	"context"
	"encoding/json"
	"slices"

	"uniast-go/internal/check"
	"uniast-go/internal/files"
	"uniast-go/internal/load"
)

// generation is the workspace as it is between two changes. A request is answered from the one that was there when it
// came; what it leaves behind stays there.
type generation struct {
	ready     chan struct{} // closed when the rest is there
	workspace *load.Workspace
	checker   *check.Checker
}

// succeed puts a generation in the place of the current one, made by next of that one as soon as it is there itself.
func (s *Server) succeed(next func(before *generation) (*load.Workspace, *check.Checker)) {
	before, after := s.current, &generation{ready: make(chan struct{})}
	s.current = after
	go func() {
		defer close(after.ready)
		if before != nil {
			<-before.ready
		}
		after.workspace, after.checker = next(before)
	}()
}

// Kinds of changes, as the protocol numbers them.
const changed = 2

type watchedParams struct {
	Changes []struct {
		URI  string `json:"uri"`
		Type int    `json:"type"`
	} `json:"changes"`
}

// watched takes in that files changed on the disk. Requests that come after it are answered from the new state.
func (s *Server) watched(ctx context.Context, message json.RawMessage) {
	var params watchedParams
	if s.current == nil || json.Unmarshal(message, &params) != nil {
		return
	}
	var paths, others []string // other files than there were
	for _, change := range params.Changes {
		path, err := files.Path(change.URI)
		if err != nil {
			continue // not a file, so in no build
		}
		paths = append(paths, path)
		if change.Type != changed {
			others = append(others, path)
		}
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	s.succeed(func(before *generation) (*load.Workspace, *check.Checker) {
		if slices.ContainsFunc(others, before.workspace.Lists) || before.checker.Lists(paths) {
			workspace := load.Load(ctx, s.folders, s.flags)
			after := before.checker.AfterListing(workspace, paths)
			go after.ReadHeads()
			return workspace, after
		}
		after := before.checker.After(paths)
		if len(paths) == 0 {
			go after.ReadHeads()
		}
		return before.workspace, after
	})
}
