package server

import (
	"encoding/json"
	"fmt"
	"go/scanner"
	"go/token"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"uniast-go/internal/text"
)

// A server that was told of changes answers as one that starts now, byte for byte.
//
// UNIAST_EDIT_SEED replays random edits, UNIAST_EDITS sets their number.

var changing = map[string]string{
	"go.mod":         mod,
	"a/a.go":         "package a\n\n// T is one.\ntype T struct{ Inner int }\n\nfunc (t T) Get() int {\n\treturn t.Inner\n}\n\nfunc Make(n int) T {\n\treturn T{n}\n}\n\nconst Size = 3\n\ntype Last interface{ Get() int }\n",
	"a/more.go":      "package a\n\ntype Getter interface{ Get() int }\n\nfunc Of(g Getter) int {\n\treturn g.Get()\n}\n",
	"a/a_test.go":    "package a\n\ntype M struct{}\n\nfunc (*M) Log(...any) {}\n\ntype inTest interface{ Get() int }\n\nfunc TestMain(t *M) {\n\tvar g inTest = Make(1)\n\tt.Log(g.Get())\n}\n",
	"b/b.go":         "package b\n\nimport (\n\t\"errors\"\n\n\t\"example.com/m/a\"\n)\n\ntype B struct{ a.T }\n\nvar Fault = errors.New(\"ü\")\n\nfunc Use(b B) int {\n\treturn b.Get() + a.Of(b) + a.Make(1).Inner\n}\n\ntype Array [a.Size]int\n\ntype Wants interface{ a.Getter }\n",
	"b/out_test.go":  "package b_test\n\nimport \"example.com/m/b\"\n\ntype F struct{}\n\ntype Local struct{ b.B }\n\nfunc FuzzUse(*F) {\n\tprintln(b.Use(b.B{}), Local{}.Get())\n}\n",
	"c/c.go":         "package c\n\nimport \"example.com/m/b\"\n\nfunc C() int {\n\tvar x b.Array\n\treturn b.Use(b.B{}) + x[0]\n}\n\ntype Stringer interface {\n\tString() string\n}\n",
	"c/d_windows.go": "package c\n\nfunc onWindows() {}\n",
	"alone/alone.go": "package alone\n\nfunc (A) String() string {\n\treturn \"\"\n}\n\ntype A int\n",
}

// tree is the folder of a client's server, as it is edited.
type tree struct {
	c      *client
	chance *rand.Rand
	told   []map[string]any
}

func (e *tree) path(inner string) string { return filepath.Join(e.c.folder, inner) }

func (e *tree) tell(inner string, kind int) {
	e.told = append(e.told, map[string]any{"uri": e.c.uri(inner), "type": kind})
}

// write puts a text where another was, with the time of an edit some seconds ago: so long ago people edit.
func (e *tree) write(inner, content string) {
	e.c.t.Helper()
	kind := changed
	if _, err := os.Stat(e.path(inner)); err != nil {
		kind = 1
	}
	if err := os.MkdirAll(filepath.Dir(e.path(inner)), 0o700); err != nil {
		e.c.t.Fatal(err)
	}
	if err := os.WriteFile(e.path(inner), []byte(content), 0o600); err != nil {
		e.c.t.Fatal(err)
	}
	before := time.Now().Add(-10 * time.Second)
	if err := os.Chtimes(e.path(inner), before, before); err != nil {
		e.c.t.Fatal(err)
	}
	e.tell(inner, kind)
}

func (e *tree) remove(inner string) {
	e.c.t.Helper()
	if err := os.Remove(e.path(inner)); err != nil {
		e.c.t.Fatal(err)
	}
	e.tell(inner, 3)
}

// replace changes a part of a file's text.
func (e *tree) replace(inner, old, new string) {
	e.c.t.Helper()
	content := string(e.c.text(e.path(inner)))
	if !strings.Contains(content, old) {
		e.c.t.Fatalf("%s holds no %q", inner, old)
	}
	e.write(inner, strings.Replace(content, old, new, 1))
}

func (e *tree) notify() {
	e.c.t.Helper()
	e.c.send(map[string]any{"method": "workspace/didChangeWatchedFiles", "params": map[string]any{"changes": e.told}})
	e.told = nil
}

func (e *tree) sources() []string {
	e.c.t.Helper()
	var found []string
	err := filepath.WalkDir(e.c.folder, func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".go") {
			inner, _ := filepath.Rel(e.c.folder, path)
			found = append(found, inner)
		}
		return err
	})
	if err != nil {
		e.c.t.Fatal(err)
	}
	return found
}

// positions are those of all names and strings.
func positions(content []byte) [][2]int {
	var found [][2]int
	lines := text.NewLines(content, true)
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(content))
	s.Init(file, content, nil, 0)
	for {
		pos, kind, _ := s.Scan()
		if kind == token.EOF {
			return found
		}
		if kind == token.IDENT || kind == token.STRING {
			at := lines.Position(file.Offset(pos))
			found = append(found, [2]int{at.Line, at.Character})
		}
	}
}

// questions are all that can be asked about files: method and params.
func (e *tree) questions(paths []string) [][2]any {
	asked := [][2]any{{"uniast/workspace", map[string]any{}}}
	for _, path := range paths {
		params := map[string]any{
			"textDocument": map[string]any{"uri": e.c.uri(path)}, "positions": positions(e.c.text(e.path(path))),
		}
		asked = append(asked, [2]any{"uniast/definitions", params}, [2]any{"uniast/implementations", params})
	}
	return asked
}

func (c *client) answers(asked [][2]any) []string {
	c.t.Helper()
	found := make([]string, len(asked))
	for i, each := range asked {
		var answer json.RawMessage
		c.ask(each[0].(string), each[1], &answer)
		found[i] = string(answer)
	}
	return found
}

// agrees compares the answers about some files with those of a server that starts now.
func (e *tree) agrees(after string, paths []string) {
	e.c.t.Helper()
	asked := e.questions(paths)
	fresh := connect(e.c.t, e.c.folder)
	fresh.initialize("utf-16")
	warm, want := e.c.answers(asked), fresh.answers(asked)
	_ = fresh.in.Close()
	for i, answer := range warm {
		if answer != want[i] {
			e.c.t.Fatalf("after %s: %v\n%s\na server that starts now says\n%s", after, asked[i], answer, want[i])
		}
	}
}

func warm(t *testing.T, files map[string]string) *tree {
	t.Helper()
	c := start(t, files)
	e := &tree{c: c, chance: rand.New(rand.NewSource(1))}
	for path, content := range files {
		e.write(path, content)
	}
	e.told = nil
	c.initialize("utf-16")
	e.agrees("the start", e.sources())
	return e
}

func TestAfterEachKindOfChangeTheAnswersAreThoseOfANewServer(t *testing.T) {
	e := warm(t, changing)
	for _, each := range []struct {
		name string
		edit func()
	}{
		{"a body of the same length", func() { e.replace("a/a.go", "t.Inner\n", "t.Outer\n") }},
		{"a longer body", func() { e.replace("a/a.go", "\treturn T{n}", "\tn++\n\treturn T{n}") }},
		{"a body beside a declaration", func() { e.replace("b/b.go", "return b.Get", "_ = \"ü\"; return b.Get") }},
		{"a result", func() { e.replace("a/a.go", "Get() int", "Get() string") }},
		{"a result back", func() { e.replace("a/a.go", "Get() string", "Get() int") }},
		{"a constant that a type needs", func() { e.replace("a/a.go", "Size = 3", "Size = 4") }},
		{"an interface", func() { e.replace("a/more.go", "Get() int }", "Get() int; More() }") }},
		{"a doc comment", func() { e.replace("a/a.go", "// T is one.", "// T is one\n// or two.") }},
		{"an import", func() {
			e.replace("c/c.go", "import \"example.com/m/b\"", "import (\n\t\"example.com/m/b\"\n\t_ \"io\"\n)")
		}},
		{"an added file", func() { e.write("alone/more.go", "package alone\n\ntype Str interface{ String() string }\n") }},
		{"an interface in a test", func() { e.replace("a/a_test.go", "Get() int }", "Get() int; Inner() }") }},
		{"a package that is added", func() { e.write("new/n.go", "package new\n\nimport \"example.com/m/a\"\n\nvar N = a.Make(1)\n") }},
		{"a package that is deleted", func() { e.remove("new/n.go") }},
		{"a file that is deleted", func() { e.remove("a/more.go") }},
		{"a build constraint", func() { e.write("c/d_windows.go", "//go:build !never\n\npackage c\n") }},
		{"go.mod", func() { e.write("go.mod", "module example.com/other\n\ngo 1.21\n") }},
		{"go.mod back", func() { e.write("go.mod", mod) }},
		{"a syntax error", func() { e.replace("b/b.go", "func Use(b B)", "func Use((b B)") }},
		{"a test's type", func() { e.replace("b/out_test.go", "(*F)", "(*b.T)") }},
		{"nothing", func() {}},
	} {
		each.edit()
		e.notify()
		e.agrees(each.name, e.sources())
	}
}

func TestABodyOfAFileWhoseNamesAreStillKept(t *testing.T) {
	e := warm(t, changing)
	asked := []string{"a/a.go"} // of three files: the names of the package stay
	e.agrees("the start", asked)
	e.replace("a/a.go", "t.Inner\n", "t.Get()\n")
	e.notify()
	e.agrees("a body of the same length", asked)
}

func TestAFileThatComesToAPackageWhoseImportersAreStillKept(t *testing.T) {
	e := warm(t, changing)
	e.write("c/other.go", "package c\n\nimport \"example.com/m/a\"\n\nvar Other = a.Added\n")
	e.write("c/third.go", "package c\n")
	e.notify()
	asked := []string{"c/other.go"} // of three files: the names of the package stay
	e.agrees("a name that is not there", asked)
	e.write("a/added.go", "package a\n\nvar Added = 1\n")
	e.notify()
	e.agrees("a file that declares it", asked)
}

// random makes an edit and says which.
func (e *tree) random() string {
	sources := e.sources()
	path := sources[e.chance.Intn(len(sources))]
	content := string(e.c.text(e.path(path)))
	edits := [][3]string{
		{"body", "\treturn ", "\t_ = 1\n\treturn "},
		{"body", "\treturn ", "\treturn 0 + "},
		{"result", ") int", ") string"},
		{"result", ") string", ") int"},
		{"method", "Get()", "Got()"},
		{"method", "Got()", "Get()"},
		{"field", "struct{ ", "struct{ New int; "},
		{"interface", "interface{ ", "interface{ Get() int; "},
		{"import", "package a\n", "package a\n\nimport _ \"errors\"\n"},
		{"package clause", "package a\n", "package other\n"},
		{"comment", "\n\n", "\n\n// ünïcode \U0001D11E\n"},
		{"declaration", "\n\nfunc ", "\n\ntype Added struct{ error }\n\nfunc "},
		{"syntax error", "}\n", "}}\n"},
	}
	switch kind := e.chance.Intn(len(edits) + 6); {
	case kind < len(edits):
		each := edits[kind]
		e.write(path, strings.Replace(content, each[1], each[2], 1))
		return each[0] + " " + path
	case kind == len(edits):
		e.write(filepath.Join(filepath.Dir(path), "added"+strconv.Itoa(e.chance.Intn(3))+".go"), content)
		return "copy " + path
	case kind == len(edits)+1:
		e.remove(path)
		return "delete " + path
	case kind == len(edits)+2:
		e.write("go.mod", strings.Replace(mod, "24", strconv.Itoa(20+e.chance.Intn(5)), 1))
		return "go.mod"
	default:
		path = slices.Sorted(maps.Keys(changing))[e.chance.Intn(len(changing))]
		e.write(path, changing[path])
		return "restore " + path
	}
}

func number(t *testing.T, variable string, otherwise int) int {
	t.Helper()
	value := os.Getenv(variable)
	if value == "" {
		return otherwise
	}
	found, err := strconv.Atoi(value)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestAfterRandomChangesTheAnswersAreThoseOfANewServer(t *testing.T) {
	seed, steps := number(t, "UNIAST_EDIT_SEED", 7), number(t, "UNIAST_EDITS", 12)
	e := warm(t, changing)
	e.chance = rand.New(rand.NewSource(int64(seed)))
	var done []string
	for range steps {
		for range 1 + e.chance.Intn(2) {
			done = append(done, e.random())
		}
		e.notify()
		paths := e.sources()
		if e.chance.Intn(2) == 0 && len(paths) > 0 {
			paths = paths[e.chance.Intn(len(paths)):] // what was not asked stays as it was checked before
		}
		e.agrees(fmt.Sprintf("UNIAST_EDIT_SEED=%d: %s", seed, strings.Join(done, ", ")), paths)
	}
}

// What was asked before the change may be answered from either state, what comes after it never from the old one.
func TestAChangeWhileQuestionsAreUnderWay(t *testing.T) {
	e := warm(t, changing)
	for step := range 4 {
		e.ask()
		e.replace("a/a.go", "const Size", fmt.Sprintf("var V%d int\n\nconst Size", step))
		e.replace("a/a.go", "\treturn t", "\t_ = 1\n\treturn t")
		e.notify()
		old := e.c.next
		asked := e.ask()
		answers := map[int]string{}
		for range e.c.next - old + len(asked) {
			found := e.c.receive()
			if found.Error != nil {
				t.Fatal(found.Error)
			}
			answers[found.ID] = string(found.Result)
		}
		fresh := connect(t, e.c.folder)
		fresh.initialize("utf-16")
		for i, want := range fresh.answers(asked) {
			if got := answers[old+1+i]; got != want {
				t.Fatalf("%v\n%s\na server that starts now says\n%s", asked[i], got, want)
			}
		}
	}
}

// ask posts all questions and does not wait.
func (e *tree) ask() [][2]any {
	e.c.t.Helper()
	asked := e.questions(e.sources())
	for _, each := range asked {
		e.c.post(each[0].(string), each[1])
	}
	return asked
}
