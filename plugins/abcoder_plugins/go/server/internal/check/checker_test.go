package check

import (
	"context"
	"go/ast"
	"go/parser"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"uniast-go/internal/files"
	"uniast-go/internal/load"
)

// checker loads a module of these files, `path: text`.
func checker(t *testing.T, tree map[string]string) (*Checker, string) {
	t.Helper()
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOFLAGS", "")
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tree["go.mod"] = "module example.com/m\n\ngo 1.24\n"
	for path, content := range tree {
		path = filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sources, err := files.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return New(load.Load(context.Background(), []string{folder}, nil), sources, false), folder
}

type panicking struct{}

func (panicking) Import(string) (*types.Package, error) { panic("of a test") }

func TestAPanicOfTheCheckerNamesThePackage(t *testing.T) {
	c, _ := checker(t, map[string]string{})
	file, err := parser.ParseFile(c.set, "a.go", "package a\n\nimport \"fmt\"\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	unit := &load.Unit{ID: "example.com/m/a", Path: "example.com/m/a", Name: "a"}
	_, err = c.check(unit, panicking{}, []*ast.File{file}, &types.Info{}, func(*types.Config) {})
	if err == nil || !strings.Contains(err.Error(), "example.com/m/a") || !strings.Contains(err.Error(), "of a test") {
		t.Errorf("check = %v", err)
	}
}

func TestWhatWasAnsweredIsLetGo(t *testing.T) {
	c, folder := checker(t, map[string]string{
		"a/a.go": "package a\n\nimport \"example.com/m/b\"\n\nvar A = b.B\n",
		"b/b.go": "package b\n\nvar B = 1\n",
	})
	ask := func(path string) *Answer {
		t.Helper()
		answer, err := c.Definitions(context.Background(), filepath.Join(folder, path), []Position{{4, 10}, {2, 4}})
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	first := ask("a/a.go")
	ask("b/b.go")
	for number, kept := range c.imported {
		if kept != nil {
			t.Errorf("%s is kept though all files were answered", c.workspace.Units[number].ID)
		}
	}
	for unit, kept := range c.packages {
		if kept.pkg == nil || len(kept.pkg.locations) > 0 {
			t.Errorf("the names of %s are kept", unit.ID)
		}
	}
	if again := ask("a/a.go"); len(first.Locations) == 0 || len(again.Locations) != len(first.Locations) {
		t.Errorf("asked again, a.go gave %v after %v", again.Locations, first.Locations)
	}
}

func TestSymbolsOfMembers(t *testing.T) {
	c, folder := checker(t, map[string]string{
		"a.go": "package a\n\nimport \"net/http\"\n\nvar _ = http.Server{}.TLSConfig\nvar _ = (&http.Client{}).Do\nvar _ = http.Handler.ServeHTTP\n",
	})
	answer, err := c.Definitions(context.Background(), filepath.Join(folder, "a.go"), []Position{{4, 24}, {5, 26}, {6, 22}, {6, 15}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []Symbol{
		{Package: "net/http", Name: "Server.TLSConfig", Kind: "field"},
		{Package: "net/http", Name: "Client.Do", Kind: "method"},
		{Package: "net/http", Name: "Handler.ServeHTTP", Kind: "method"},
		{Package: "net/http", Name: "Handler", Kind: "interface"},
	} {
		if len(answer.Targets[i]) != 1 {
			t.Fatalf("position %d has %v", i, answer.Targets[i])
		}
		if got := answer.Locations[answer.Targets[i][0]].Symbol; got == nil || *got != want {
			t.Errorf("symbol %d = %v, want %v", i, got, want)
		}
	}
}
