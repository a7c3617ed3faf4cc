package check

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestStripBodies(t *testing.T) {
	for source, want := range map[string]string{
		"package p\nfunc f() { x() }\nvar y = func() { z() }\n":        "package p\nfunc f() {     }\nvar y = func() { z() }\n",
		"func f(a struct{ b int }) interface{} { return nil }\n":       "func f(a struct{ b int }) interface{} {            }\n",
		"func f()\nfunc g() {\n\tx(\"}\", '}', `}`) // }\n}\n":         "func f()\nfunc g() {\n                      \n}\n",
		"/*\nfunc f() { x }\n*/\nvar s = `\nfunc f() { x }\n`\n":       "/*\nfunc f() { x }\n*/\nvar s = `\nfunc f() { x }\n`\n",
		"func f[T interface{ ~int }](\n\ta T,\n) (b T) {\n\tc()\n}\n":  "func f[T interface{ ~int }](\n\ta T,\n) (b T) {\n    \n}\n",
		"// a comment with one '\nfunc f() { /* } */ if x { y } }\n//": "// a comment with one '\nfunc f() {                    }\n//",
		"func f() {": "func f() {",
	} {
		if got := string(stripBodies([]byte(source))); got != want {
			t.Errorf("stripBodies(%q) =\n%q, want\n%q", source, got, want)
		}
	}
}

// The library's own sources: what is declared, and where, stays.
func TestStrippedSourcesDeclareTheSame(t *testing.T) {
	for _, pattern := range []string{"net/http/*.go", "go/types/*.go", "reflect/*.go"} {
		paths, _ := filepath.Glob(filepath.Join(runtime.GOROOT(), "src", pattern))
		if len(paths) == 0 {
			t.Fatalf("no files match %s", pattern)
		}
		for _, path := range paths {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			whole, stripped := declarations(t, path, source), declarations(t, path, stripBodies(source))
			if len(whole) != len(stripped) {
				t.Fatalf("%s: %d declarations, %d when stripped", path, len(whole), len(stripped))
			}
			for i := range whole {
				if whole[i] != stripped[i] {
					t.Fatalf("%s: declaration %d lies at %v, at %v when stripped", path, i, whole[i], stripped[i])
				}
			}
		}
	}
}

func declarations(t *testing.T, path string, source []byte) [][2]token.Position {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var found [][2]token.Position
	for _, declaration := range file.Decls {
		found = append(found, [2]token.Position{set.Position(declaration.Pos()), set.Position(declaration.End())})
	}
	return found
}
