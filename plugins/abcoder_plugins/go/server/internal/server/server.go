// Package server speaks the language server protocol for a Checker.
package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"uniast-go/internal/files"
	"uniast-go/internal/jsonrpc"
)

// Server serves one client.
type Server struct {
	version string
	out     *jsonrpc.Writer
	methods map[string]method
	end     context.CancelFunc

	files   *files.Files
	folders []string
	flags   []string
	utf16   bool
	current *generation // nil before initialize
	isShut  bool

	mu      sync.Mutex
	running map[string]context.CancelFunc // by the request's id
	group   sync.WaitGroup
}

// method answers a request; its params are read by it.
type method func(ctx context.Context, from *generation, params json.RawMessage) (any, error)

// New makes a server that answers on out.
func New(version string, out io.Writer) *Server {
	s := &Server{version: version, out: jsonrpc.NewWriter(out), running: map[string]context.CancelFunc{}}
	s.methods = map[string]method{
		"uniast/definitions":      s.definitions,
		"uniast/implementations":  s.implementations,
		"uniast/workspace":        s.workspaceState,
		"textDocument/definition": s.definition,
		"textDocument/references": s.references,
	}
	return s
}

// errExit ends serving in order.
var errExit = errors.New("exit")

// Serve reads messages until the client says exit or goes away. It gives an error for a stream that is none, and for
// an exit without shutdown, as the protocol has it.
func (s *Server) Serve(in io.Reader) error {
	ctx, cancel := context.WithCancel(context.Background())
	s.end = cancel
	defer cancel()
	reader := jsonrpc.NewReader(in)
	for {
		message, err := reader.Read()
		var bad *jsonrpc.Error
		switch {
		case errors.As(err, &bad):
			err = s.out.Reply(json.RawMessage("null"), nil, bad)
		case errors.Is(err, io.EOF):
			return nil
		case err == nil:
			err = s.take(ctx, message)
		}
		if errors.Is(err, errExit) {
			break
		}
		if err != nil {
			return err
		}
	}
	if !s.isShut {
		return errors.New("exit without shutdown")
	}
	return nil
}

// take handles a message: notifications and the life cycle at once and in order, the other requests beside each other.
func (s *Server) take(ctx context.Context, message jsonrpc.Message) error {
	if len(message.ID) == 0 {
		return s.notified(ctx, message)
	}
	switch {
	case message.Method == "initialize":
		result, err := s.initialize(ctx, message.Params)
		return s.out.Reply(message.ID, result, err)
	case s.current == nil:
		return s.out.Reply(message.ID, nil, jsonrpc.Errorf(jsonrpc.NotInitialized, "initialize comes first"))
	case s.isShut:
		return s.out.Reply(message.ID, nil, jsonrpc.Errorf(jsonrpc.InvalidRequest, "the server was shut down"))
	case message.Method == "shutdown":
		s.isShut = true
		s.group.Wait()
		return s.out.Reply(message.ID, nil, nil)
	}
	run := s.methods[message.Method]
	if run == nil {
		return s.out.Reply(message.ID, nil, jsonrpc.Errorf(jsonrpc.MethodNotFound, "no method %s", message.Method))
	}
	s.begin(ctx, message, run)
	return nil
}

func (s *Server) begin(ctx context.Context, message jsonrpc.Message, run method) {
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	s.running[string(message.ID)] = cancel
	s.mu.Unlock()
	s.group.Add(1)
	from := s.current
	go func() {
		defer s.group.Done()
		result, err := answer(ctx, from, message, run)
		s.mu.Lock()
		delete(s.running, string(message.ID))
		s.mu.Unlock()
		cancel()
		if s.out.Reply(message.ID, result, err) != nil {
			s.end() // nobody listens any more
		}
	}()
}

// answer runs a request when the workspace is loaded. A panic costs this answer, not the server.
func answer(ctx context.Context, from *generation, message jsonrpc.Message, run method) (result any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(os.Stderr, "uniast-go: %s failed: %v\n", message.Method, fault)
			err = jsonrpc.Errorf(jsonrpc.InternalError, "%s failed: %v", message.Method, fault)
		}
	}()
	select {
	case <-from.ready:
		result, err = run(ctx, from, message.Params)
	case <-ctx.Done():
		err = ctx.Err()
	}
	if errors.Is(err, context.Canceled) {
		err = jsonrpc.Errorf(jsonrpc.RequestCancelled, "%s was cancelled", message.Method)
	}
	return result, err
}

func (s *Server) cancel(params json.RawMessage) {
	var wanted struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(params, &wanted) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.running[string(wanted.ID)]; cancel != nil {
		cancel()
	}
}
