package server

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"uniast-go/internal/jsonrpc"
)

const mod = "module example.com/m\n\ngo 1.24\n"

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestDefinitions(t *testing.T) {
	c := start(t, map[string]string{
		"go.mod": mod,
		"a/a.go": `package a

import (
	"fmt"
	str "strings"
	"unsafe"
)

type Base struct{ Field int }

type T[P any] struct {
	Base
	value P
}

func (t *T[P]) Get() P { return t.value }

type Alias = T[int]

func use(x any) (n int, err error) {
	t := T[int]{value: 1}
	_ = t.Field + t.Get() + len(str.ToUpper(fmt.Sprint()))
	switch x := x.(type) {
	case Alias:
		_ = x
	}
	_ = unsafe.Pointer(nil)
loop:
	for {
		break loop
	}
	_ = err.Error()
	return undefined.Name, err
}
`,
	})
	c.initialize("utf-16")
	expect(t, c.positions("uniast/definitions", "a/a.go",
		"\tBase", "return t.value", "int]{value", "t.Field", "t.Get", "len", "str.ToUpper", "(str", "(fmt", "switch x", "_ = x",
		"case Alias", "unsafe.Pointer", "break loop", "err.Error", "undefined", "undefined.Name", "err error", "package a"),
		"a/a.go:9:Base", "a/a.go:13:value", "a/a.go:13:value", "a/a.go:9:Field", "a/a.go:16:Get", "builtin.len function",
		"strings.ToUpper function", "a/a.go:5:str", `a/a.go:4:"fmt"`, "a/a.go:23:x", "a/a.go:23:x",
		"a/a.go:18:Alias", "unsafe.Pointer typedef", "a/a.go:28:loop", "builtin.error.Error method", "", "", "builtin.error interface",
		"a/a.go:1:a")
	clauses := strings.Split(c.positions("uniast/definitions", "a/a.go", `"fmt`)[0], ", ")
	expect(t, slices.Compact(clauses), "fmt. module")
}

func TestTestsOutsideAndInside(t *testing.T) {
	c := start(t, map[string]string{
		"go.mod":              mod,
		"p/p.go":              "package p\n\ntype T struct{}\n\nfunc F() T { return T{} }\n",
		"p/export_test.go":    "package p\n\nvar Hidden = F()\n",
		"p/p_test.go":         "package p_test\n\nimport (\n\t\"example.com/m/p\"\n\t\"example.com/m/q\"\n)\n\nvar x = q.Take(p.Hidden)\n",
		"q/q.go":              "package q\n\nimport \"example.com/m/p\"\n\nfunc Take(t p.T) p.T { return t }\n",
		"q/other_windows.go":  "package q\n\nfunc other() { Take() }\n",
		"q/testdata/d/d.go":   "package d\n",
		"q/tagged.go":         "//go:build never\n\npackage q\n",
		"nested/go.mod":       "module example.com/nested\n\ngo 1.24\n",
		"nested/n.go":         "package nested\n\nfunc N() { N() }\n",
		"broken/b.go":         "package broken\n\nimport \"example.com/absent/x\"\n\nfunc B() { B(x.Y) }\n\nfunc C() { B( }\n",
		"two/one.go":          "package one\n\nfunc One() { One() }\n",
		"two/two.go":          "package two\n\nfunc Two() { Two() }\n",
		"bytes/\u00fc and.go": "package bytes\n\n// \U0001D11E\nfunc F() { /* \U0001D11E */ F() }\n",
	})
	c.initialize("utf-16")
	expect(t, c.positions("uniast/definitions", "p/p_test.go", "p.Hidden", "q.Take"), "p/export_test.go:3:Hidden", "q/q.go:5:Take")
	expect(t, c.positions("uniast/definitions", "p/export_test.go", "= F"), "p/p.go:5:F")
	expect(t, c.positions("uniast/definitions", "q/other_windows.go", "{ Take"), "")
	expect(t, c.positions("uniast/definitions", "nested/n.go", "{ N"), "nested/n.go:3:N")
	expect(t, c.positions("uniast/definitions", "broken/b.go", "{ B", "x.Y"), "broken/b.go:5:B", "")
	expect(t, c.positions("uniast/definitions", "two/one.go", "{ One"), "two/one.go:3:One")
	expect(t, c.positions("uniast/definitions", "two/two.go", "{ Two"), "two/two.go:3:Two")
	expect(t, c.positions("uniast/definitions", "bytes/\u00fc and.go", "*/ F"), "bytes/\u00fc and.go:4:F")

	var found state
	c.ask("uniast/workspace", map[string]any{}, &found)
	var reasons, errors []string
	for _, each := range found.LeftOut {
		reasons = append(reasons, strings.TrimPrefix(each.URI, c.uri(""))+" "+each.Reason)
	}
	expect(t, reasons,
		"/q/other_windows.go its name says windows", "/q/tagged.go build constraint: never",
		"/q/testdata/d/d.go below a folder testdata, which go does not build")
	for _, each := range found.Errors {
		errors = append(errors, each.Message)
	}
	all := strings.Join(errors, "\n")
	if !strings.Contains(all, "example.com/absent/x") || !strings.Contains(all, "found packages one (one.go) and two (two.go)") {
		t.Errorf("errors are %q", errors)
	}
}

func TestImplementations(t *testing.T) {
	c := start(t, map[string]string{
		"go.mod": mod,
		"a/a.go": `package a

import "io"

type Reader struct{}

func (*Reader) Read(p []byte) (int, error) { return 0, io.EOF }

type Fault struct{ Inner }

type Inner int

func (Inner) Error() string { return "" }

type Stack[T any] struct{}

func (Stack[T]) Push(t T) {}

type Bare struct{}
`,
		"b/b.go": `package b

type Pusher[E any] interface{ Push(E) }

type Ints interface{ Push(int) }

type Two[E any] interface{ Push(E, E) }

type number interface {
	~int
	Error() string
}

type hidden interface{ Error() string }

type Empty interface{}
`,
		"b/b_test.go": "package b_test\n\ntype InTest interface{ Push(string) }\n",
	})
	c.initialize("utf-8")
	expect(t, c.positions("uniast/implementations", "a/a.go", "type Reader", "type Fault", "type Inner", "type Stack", "type Bare"),
		"io.Reader interface", "b/b.go:14:hidden, builtin.error interface", "b/b.go:14:hidden, builtin.error interface",
		"b/b.go:5:Ints, b/b.go:3:Pusher, b/b_test.go:3:InTest", "")
	expect(t, c.positions("uniast/implementations", "b/b.go", "type Ints"), "")
}

func TestSingleRequests(t *testing.T) {
	c := start(t, map[string]string{
		"go.mod": mod,
		"a/a.go": "package a\n\nfunc F() {}\n",
		"b/b.go": "package b\n\nimport \"example.com/m/a\"\n\nfunc G() { a.F() }\n",
	})
	c.initialize("utf-16")
	at := c.at("b/b.go", "a.F")
	params := map[string]any{
		"textDocument": map[string]any{"uri": c.uri("b/b.go")},
		"position":     map[string]any{"line": at[0], "character": at[1]},
		"context":      map[string]any{"includeDeclaration": true},
	}
	var found []location
	c.ask("textDocument/definition", params, &found)
	if len(found) != 1 || found[0].URI != c.uri("a/a.go") || found[0].Range.Start.Line != 2 {
		t.Errorf("definition = %v", found)
	}
	c.ask("textDocument/references", params, &found)
	if len(found) != 2 || found[0].URI != c.uri("a/a.go") || found[1].URI != c.uri("b/b.go") {
		t.Errorf("references = %v", found)
	}
}

func TestOpenDocuments(t *testing.T) {
	c := start(t, map[string]string{"go.mod": mod, "a.go": "package a\n\nfunc F() { F() }\n"})
	c.initialize("utf-8")
	expect(t, c.positions("uniast/definitions", "a.go", "{ F"), "a.go:3:F")
	document := map[string]any{"uri": c.uri("a.go"), "text": "package a\n\n\n\nvar F int; func G() { F = 1 }"}
	c.send(map[string]any{"method": "textDocument/didOpen", "params": map[string]any{"textDocument": document}})
	asked := map[string]any{"textDocument": document, "positions": [][2]int{{4, 22}}}
	var answer struct {
		Targets   [][]int
		Locations []location
	}
	c.ask("uniast/definitions", asked, &answer)
	if len(answer.Locations) != 1 || answer.Locations[0].Range.Start.Line != 4 {
		t.Errorf("the open text gave %v", answer)
	}
	c.send(map[string]any{"method": "textDocument/didClose", "params": map[string]any{"textDocument": document}})
	expect(t, c.positions("uniast/definitions", "a.go", "{ F"), "a.go:3:F")
}

func TestProtocolErrors(t *testing.T) {
	c := start(t, map[string]string{"go.mod": mod, "a.go": "package a\n"})
	code := func(method string, params any) int {
		t.Helper()
		c.post(method, params)
		if found := c.receive(); found.Error != nil {
			return found.Error.Code
		}
		return 0
	}
	for _, test := range []struct {
		method string
		params any
		want   int
	}{
		{"uniast/definitions", nil, jsonrpc.NotInitialized},
		{"initialize", []int{}, jsonrpc.InvalidParams},
		{"initialize", map[string]any{"rootUri": c.uri("")}, 0},
		{"initialize", map[string]any{"rootUri": c.uri("")}, jsonrpc.InvalidRequest},
		{"textDocument/hover", nil, jsonrpc.MethodNotFound},
		{"uniast/definitions", map[string]any{"textDocument": 1}, jsonrpc.InvalidParams},
		{"uniast/definitions", map[string]any{"textDocument": map[string]any{"uri": "untitled:1"}}, jsonrpc.InvalidParams},
		{"textDocument/definition", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.go")}}, jsonrpc.InvalidParams},
		{"shutdown", nil, 0},
		{"uniast/workspace", nil, jsonrpc.InvalidRequest},
	} {
		if got := code(test.method, test.params); got != test.want {
			t.Errorf("%s answered %d, want %d", test.method, got, test.want)
		}
	}
	c.send(map[string]any{"method": "exit"})
	if err := <-c.served; err != nil {
		t.Errorf("Serve = %v", err)
	}
}

func TestTheEndOfTheInputEndsTheServer(t *testing.T) {
	c := start(t, map[string]string{"go.mod": mod})
	c.initialize()
	_ = c.in.Close()
	if err := <-c.served; err != nil {
		t.Errorf("Serve = %v", err)
	}
}

func TestCancel(t *testing.T) {
	c := start(t, map[string]string{"go.mod": mod, "a.go": "package a\n"})
	c.initialize()
	id := c.post("uniast/definitions", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.go")}})
	c.send(map[string]any{"method": "$/cancelRequest", "params": map[string]any{"id": id}})
	if found := c.receive(); found.ID != id || found.Error == nil || found.Error.Code != jsonrpc.RequestCancelled {
		t.Errorf("a request that was cancelled while the workspace was loading gave %+v", found)
	}
}

func TestSameRequestSameBytes(t *testing.T) {
	tree := map[string]string{"go.mod": mod, "a.go": "package a\n\nimport \"fmt\"\n\nfunc F() { fmt.Println(F, G, len(\"\")) }\n\nvar G any\n"}
	var first json.RawMessage
	c := start(t, tree)
	c.initialize()
	for range 3 {
		var positions [][2]int
		for i := range 30 {
			positions = append(positions, [2]int{4, i})
		}
		var answer json.RawMessage
		c.ask("uniast/definitions", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.go")}, "positions": positions}, &answer)
		if first == nil {
			first = answer
		} else if string(first) != string(answer) {
			t.Errorf("%s\nthen\n%s", first, answer)
		}
	}
}
