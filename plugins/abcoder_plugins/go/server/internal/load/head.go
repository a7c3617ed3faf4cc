package load

import (
	"bytes"
	"crypto/sha256"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Head stands for all that `go list` reads of a file: what is before its first declaration (constraints, the package
// clause, imports with what cgo is told), and of a test the functions that are run. Equal heads list equally. It is
// empty, equal to none, where more of the file counts: a head that does not parse, `//go:embed`, a test with an error.
//
// content was parsed whole, with this error.
func Head(path string, content []byte, syntax *ast.File, err error) string {
	isTest := strings.HasSuffix(path, "_test.go")
	if err != nil && !isTest {
		syntax, err = parser.ParseFile(token.NewFileSet(), path, content, parser.ImportsOnly)
	}
	if err != nil || embeds(syntax) || bytes.ContainsRune(content, '\uFFFD') {
		return ""
	}
	digest := sha256.New()
	digest.Write(content[:headEnd(syntax)-syntax.FileStart])
	if isTest {
		for _, declaration := range syntax.Decls {
			run, plain := run(declaration)
			if !plain {
				return ""
			}
			if run != "" {
				digest.Write([]byte("\x00" + run))
			}
		}
	}
	return string(digest.Sum(nil))
}

func embeds(syntax *ast.File) bool {
	return slices.ContainsFunc(syntax.Imports, func(spec *ast.ImportSpec) bool {
		path, err := strconv.Unquote(spec.Path.Value)
		return err != nil || path == "embed"
	})
}

func headEnd(syntax *ast.File) token.Pos {
	end := syntax.Name.End()
	for _, declaration := range syntax.Decls {
		if group, ok := declaration.(*ast.GenDecl); ok && group.Tok == token.IMPORT {
			end = max(end, group.End())
		}
	}
	return end
}

// runName is the name of a function in a test that go may run.
var runName = regexp.MustCompile(`^(Test|Benchmark|Fuzz|Example)($|[^a-z])`)

// proper is such a function with a type that go does not complain of.
var proper = regexp.MustCompile(`^(TestMain func\((\w+ )?\*(\w+\.)?[TM]\)|Test\w* func\((\w+ )?\*(\w+\.)?T\)|` +
	`Benchmark\w* func\((\w+ )?\*(\w+\.)?B\)|Fuzz\w* func\((\w+ )?\*(\w+\.)?F\)|Example\w* func.*)$`)

// run is the function that go may run, with its type; empty for another declaration. It is false where go tells the
// place of what is wrong with it.
func run(declaration ast.Decl) (string, bool) {
	function, ok := declaration.(*ast.FuncDecl)
	if !ok || function.Recv != nil || !runName.MatchString(function.Name.Name) {
		return "", true
	}
	text := function.Name.Name + " " + types.ExprString(function.Type)
	if function.Body == nil || function.Type.TypeParams != nil {
		return "", false
	}
	return text, proper.MatchString(text)
}

// native are the names that end what go looks into beside Go's own sources.
var native = []string{
	".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx", ".f", ".F", ".for", ".f90", ".s", ".S", ".sx",
	".swig", ".swigcxx", ".syso",
}

// heads are what the go command saw of files, as far as that is known.
type heads struct {
	mu     sync.Mutex
	byPath map[string]string
}

// clockStep is the most by which the time that a file system notes may lie behind the clock.
const clockStep = 20 * time.Millisecond

// NoteHead remembers the head of a file that was last written then, if the go command was asked after that.
func (w *Workspace) NoteHead(path, head string, written time.Time) {
	if !written.Before(w.began.Add(-clockStep)) {
		return
	}
	w.heads.mu.Lock()
	defer w.heads.mu.Unlock()
	if w.heads.byPath == nil {
		w.heads.byPath = map[string]string{}
	}
	w.heads.byPath[path] = head
}

// HeadOf gives the head of a file that the go command saw; empty where it is not known.
func (w *Workspace) HeadOf(path string) string {
	w.heads.mu.Lock()
	defer w.heads.mu.Unlock()
	return w.heads.byPath[path]
}

// IsSource tells Go's own sources by their name.
func IsSource(path string) bool { return strings.HasSuffix(path, ".go") }

// Lists reports whether `go list` may read a file of this name, beside Go's own sources.
func Lists(path string) bool {
	switch filepath.Base(path) {
	case "go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt":
		return true
	}
	return slices.Contains(native, filepath.Ext(path))
}
