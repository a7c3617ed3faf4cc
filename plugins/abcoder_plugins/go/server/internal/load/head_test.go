package load

import (
	"go/parser"
	"go/token"
	"testing"
)

func head(path, content string) string {
	syntax, err := parser.ParseFile(token.NewFileSet(), path, content, parser.SkipObjectResolution|parser.AllErrors)
	return Head(path, []byte(content), syntax, err)
}

func TestHead(t *testing.T) {
	const start = "package p\n\nimport \"fmt\"\n\n"
	for name, test := range map[string]struct {
		path, one, other string
		isSame           bool
	}{
		"a body":               {"a.go", start + "func f() { a() }", start + "func f() { b() }", true},
		"a fault behind":       {"a.go", start + "func f() { a() }", start + "func f() { b( }", true},
		"an import":            {"a.go", start + "var a int", start + "import \"io\"\n\nvar a int", false},
		"a package clause":     {"a.go", start, "package q\n\nimport \"fmt\"\n\n", false},
		"a constraint":         {"a.go", start, "//go:build never\n\n" + start, false},
		"what cgo is told":     {"a.go", "package p\n\n// int a;\nimport \"C\"\n", "package p\n\n// int b;\nimport \"C\"\n", false},
		"a fault in the head":  {"a.go", "package p\n\nimport fmt\n", "package p\n\nimport fmt\n", false},
		"embed":                {"a.go", "package p\n\nimport _ `embed`\n", "package p\n\nimport _ `embed`\n", false},
		"a test's body":        {"a_test.go", start + "func TestA(t *testing.T) { a() }", start + "func TestA(t *testing.T) { b() }", true},
		"a helper of tests":    {"a_test.go", start + "func TestA(t *T) {}", start + "func TestA(t *T) {}\nfunc testB(int) {}", true},
		"another test":         {"a_test.go", start + "func TestA(t *T) {}", start + "func TestA(t *T) {}\nfunc TestB(t *T) {}", false},
		"a test of wrong type": {"a_test.go", start + "func TestA(b *testing.B) {}", start + "func TestA(b *testing.B) {}", false},
		"a generic test":       {"a_test.go", start + "func TestA[P any](t *T) {}", start + "func TestA[P any](t *T) {}", false},
		"a test with a fault":  {"a_test.go", start + "func TestA(t *T) { ( }", start + "func TestA(t *T) { ( }", false},
		"an example":           {"a_test.go", start + "func ExampleA() {}", start + "func ExampleA() { f() }", true},
	} {
		one, other := head(test.path, test.one), head(test.path, test.other)
		if got := one != "" && one == other; got != test.isSame {
			t.Errorf("%s: equal heads: %v", name, got)
		}
	}
}

func TestNamesThatGoReads(t *testing.T) {
	for path, want := range map[string]bool{
		"/m/go.mod": true, "/m/vendor/modules.txt": true, "/m/a.c": true, "/m/a_amd64.s": true, "/m/README.md": false, "/m/a.json": false,
	} {
		if Lists(path) != want {
			t.Errorf("Lists(%s) = %v", path, !want)
		}
	}
}
