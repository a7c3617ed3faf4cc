package load

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func folder(t *testing.T, tree map[string]string) string {
	t.Helper()
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOTOOLCHAIN", "local")
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range tree {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func module(name string) string { return "module example.com/" + name + "\n\ngo 1.24\n" }

func TestOneUnitAnswersForAPackageAndItsTests(t *testing.T) {
	root := folder(t, map[string]string{
		"go.mod": module("m"), "p.go": "package p\n", "p_test.go": "package p\n", "x_test.go": "package p_test\n",
	})
	w := Load(context.Background(), []string{root}, nil)
	for name, want := range map[string]string{
		"p.go":      "example.com/m [example.com/m.test]",
		"p_test.go": "example.com/m [example.com/m.test]",
		"x_test.go": "example.com/m_test [example.com/m.test]",
	} {
		if unit, _ := w.Find(filepath.Join(root, name)); unit == nil || unit.ID != want {
			t.Errorf("%s belongs to %v", name, unit)
		}
	}
	if got := len(w.Roots()); got != 2 {
		t.Errorf("%d units answer", got)
	}
}

func TestModulesOfAWorkspaceAreOneBuild(t *testing.T) {
	t.Setenv("GOWORK", "")
	root := folder(t, map[string]string{
		"go.work": "go 1.24\n\nuse ./a\nuse ./b\n", "a/go.mod": module("a"), "a/a.go": "package a\n",
		"b/go.mod": module("b"), "b/b.go": "package b\n\nimport _ \"example.com/a\"\n",
		"c/go.mod": module("c"), "c/c.go": "package c\n",
	})
	w := Load(context.Background(), []string{root}, nil)
	requests := map[string]int{}
	for _, name := range []string{"a", "b", "c"} {
		unit, _ := w.Find(filepath.Join(root, name, name+".go"))
		if unit == nil {
			t.Fatalf("no unit holds %s; %v", name, w.Problems)
		}
		requests[name] = unit.Request
	}
	if requests["a"] != requests["b"] || requests["a"] == requests["c"] {
		t.Errorf("builds are %v", requests)
	}
}

func TestFoldersThatGoCannotNameAreLoaded(t *testing.T) {
	for name, test := range map[string]map[string]string{
		"a module called fmt": {"go.mod": "module fmt\n\ngo 1.24\n", "a.go": "package a\n", "a_test.go": "package a\n"},
		"a module called cmd": {"go.mod": "module cmd\n\ngo 1.24\n", "a.go": "package a\n"},
		"a module called std": {"go.mod": "module std\n\ngo 1.24\n", "a.go": "package a\n"},
		"a module called C":   {"go.mod": "module C\n\ngo 1.24\n", "a.go": "package a\n"},
		"a space":             {"go.mod": module("m"), "we ird/a.go": "package a\n"},
		"a space in a workspace": {
			"go.work": "go 1.24\n\nuse ./m\n", "m/go.mod": module("m"), "m/we ird/a.go": "package a\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("GOWORK", "")
			test["sub/b.go"] = "package sub\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\nvar _ = fmt.Sprint(strings.ToUpper(\"\"))\n"
			test["other/go.mod"], test["other/c.go"] = module("other"), "package other\n"
			root := folder(t, test)
			w := Load(context.Background(), []string{root}, nil)
			if left := w.LeftOut(os.ReadFile); len(left) > 0 {
				t.Errorf("left out: %v; %v", left, w.Problems)
			}
			sub, _ := w.Find(filepath.Join(root, "sub", "b.go"))
			if sub == nil || sub.Imports["fmt"] == nil || !sub.Imports["fmt"].Standard || len(sub.Imports["fmt"].Files) == 0 {
				t.Errorf("what sub imports as fmt is not Go's own: %v", sub)
			}
			if len(w.Problems) == 0 {
				t.Error("nothing is told")
			}
		})
	}
}

func TestAWorkspaceThatNamesAMissingModuleLoadsTheRest(t *testing.T) {
	t.Setenv("GOWORK", "")
	root := folder(t, map[string]string{
		"go.work": "go 1.24\n\nuse (\n\t./a\n\t./gone\n)\n", "a/go.mod": module("a"), "a/a.go": "package a\n",
	})
	w := Load(context.Background(), []string{root}, nil)
	if unit, _ := w.Find(filepath.Join(root, "a", "a.go")); unit == nil {
		t.Error("what is there is not loaded")
	}
	if len(w.Problems) == 0 || !strings.Contains(w.Problems[0].Message, "gone") {
		t.Errorf("problems are %v", w.Problems)
	}
}

func TestProblems(t *testing.T) {
	for name, test := range map[string]struct {
		tree map[string]string
		want string
	}{
		"a newer Go":        {map[string]string{"go.mod": "module m\n\ngo 1.999\n", "a.go": "package a\n"}, "requires go >= 1.999"},
		"a bad go.mod":      {map[string]string{"go.mod": "module m\n\nrequire (\n", "a.go": "package a\n"}, "unterminated"},
		"a missing module":  {map[string]string{"go.mod": module("m"), "a.go": "package a\n\nimport _ \"example.org/x\"\n"}, "example.org/x"},
		"a head with error": {map[string]string{"go.mod": module("m"), "a.go": "package a\n\nimport x y\n"}, "string"},
		"a cycle": {map[string]string{
			"go.mod": module("m"), "a/a.go": "package a\n\nimport _ \"example.com/m/b\"\n",
			"b/b.go": "package b\n\nimport _ \"example.com/m/a\"\n",
		}, "import cycle not allowed"},
	} {
		t.Run(name, func(t *testing.T) {
			w := Load(context.Background(), []string{folder(t, test.tree)}, nil)
			if !slices.ContainsFunc(w.Problems, func(p Problem) bool { return strings.Contains(p.Message, test.want) }) {
				t.Errorf("problems are %v", w.Problems)
			}
			if len(w.Roots()) == 0 {
				t.Error("nothing can be asked")
			}
		})
	}
}

func TestWithoutGoTheReasonIsTold(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if w := Load(context.Background(), []string{"/"}, nil); len(w.Problems) != 1 || !strings.Contains(w.Problems[0].Message, "go") {
		t.Errorf("problems are %v", w.Problems)
	}
}

func TestFlags(t *testing.T) {
	for value, want := range map[string][]string{
		"":                             nil,
		" -mod=mod  -tags=a,b\t":       {"-mod=mod", "-tags=a,b"},
		`'-ldflags=-s -w' "-tags=x y"`: {"-ldflags=-s -w", "-tags=x y"},
	} {
		if got := Flags(value); !slices.Equal(got, want) {
			t.Errorf("Flags(%q) = %q", value, got)
		}
	}
	if got := userTags([]string{"-tags=a", "-tags", "b, c", "-x=-tags=d"}); !slices.Equal(got, []string{"b", "c"}) {
		t.Errorf("userTags = %q", got)
	}
}

func TestReasons(t *testing.T) {
	rules := Environment{GOOS: "linux", GOARCH: "amd64", Tags: []string{"mine"}}.context()
	for name, test := range map[string][2]string{
		"a_windows.go":            {"package p", "its name says windows"},
		"a_windows_arm64.go":      {"package p", "its name says windows_arm64"},
		"a_windows_amd64_test.go": {"package p", "its name says windows_amd64"},
		"windows_arm64.go":        {"package p", "its name says arm64"},
		"a.go":                    {"//go:build !mine && linux\n\npackage p", "build constraint: !mine && linux"},
		"b.go":                    {"// +build windows\n\npackage p", "build constraint: windows"},
		"c.go":                    {"package p\n\nimport \"C\"\n", "it uses cgo, which is off"},
		"d.go":                    {"package documentation", "package documentation, which go does not build"},
		"e.go":                    {"//go:build mine\n\npackage p", "go lists no package that holds it"},
	} {
		if got := byBuild(rules, name, []byte(test[0])); got != test[1] {
			t.Errorf("%s: %q, want %q", name, got, test[1])
		}
	}
}
