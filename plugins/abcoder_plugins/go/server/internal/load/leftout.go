package load

import (
	"bytes"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
)

// LeftOut is a Go file of the workspace that no build takes, and why.
type LeftOut struct {
	Path, Reason string
}

// LeftOut looks for the Go files in the workspace's folders that no package holds. Folders of what a module depends on
// (`vendor`) are passed over.
func (w *Workspace) LeftOut(read func(string) ([]byte, error)) []LeftOut {
	var found []LeftOut
	seen := map[string]bool{}
	for _, folder := range w.Folders {
		_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil || seen[path]:
				return nil
			case entry.IsDir() && path != folder && (entry.Name() == "vendor" || entry.Name() == ".git"):
				return filepath.SkipDir
			case entry.IsDir() || !strings.HasSuffix(path, ".go"):
				return nil
			}
			seen[path] = true
			if unit, _ := w.Find(path); unit == nil {
				found = append(found, LeftOut{path, w.reason(folder, path, read)})
			}
			return nil
		})
	}
	return found
}

func (w *Workspace) reason(folder, path string, read func(string) ([]byte, error)) string {
	inside, _ := filepath.Rel(folder, filepath.Dir(path))
	for _, part := range strings.Split(inside, string(filepath.Separator)) {
		switch {
		case part == "testdata":
			return "below a folder testdata, which go does not build"
		case part != "." && strings.HasPrefix(part, "."), strings.HasPrefix(part, "_"):
			return "below a folder whose name starts with _ or ., which go does not build"
		}
	}
	name := filepath.Base(path)
	if strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
		return "its name starts with _ or ., which go does not build"
	}
	content, err := read(path)
	if err != nil {
		return "it cannot be read: " + err.Error()
	}
	return byBuild(w.Environment.context(), name, content)
}

// byBuild asks go/build, for the name first: with it an empty file of that name.
func byBuild(rules build.Context, name string, content []byte) string {
	if !matches(rules, name, []byte("package p\n")) {
		return "its name says " + platform(name)
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ImportsOnly|parser.ParseComments)
	if file == nil || file.Name.Name == "" {
		return "it has no package clause: " + err.Error()
	}
	if file.Name.Name == "documentation" {
		return "package documentation, which go does not build"
	}
	if matches(rules, name, content) {
		for _, spec := range file.Imports {
			if spec.Path.Value == `"C"` && !rules.CgoEnabled {
				return "it uses cgo, which is off"
			}
		}
		return "go lists no package that holds it"
	}
	return "build constraint: " + expression(content)
}

func matches(rules build.Context, name string, content []byte) bool {
	rules.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }
	taken, err := rules.MatchFile("", name)
	return taken || err != nil
}

// platform is what a file's name ends with, `linux`, `amd64` or `linux_amd64`.
func platform(name string) string {
	stem, _, _ := strings.Cut(name, ".")
	words := strings.Split(strings.TrimSuffix(stem, "_test"), "_")
	last := words[len(words)-1]
	if len(words) > 2 {
		rules := build.Context{GOOS: words[len(words)-2], GOARCH: last, Compiler: "gc"}
		if alone := (build.Context{GOOS: "none", GOARCH: last, Compiler: "gc"}); matches(rules, name, []byte("package p\n")) &&
			!matches(alone, name, []byte("package p\n")) {
			return words[len(words)-2] + "_" + last
		}
	}
	return last
}

// expression is what the constraint lines of a file say.
func expression(content []byte) string {
	var plus []string
	for line := range strings.SplitSeq(string(content), "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "package ") {
			break
		}
		if constraint.IsGoBuild(line) {
			return strings.TrimSpace(strings.TrimPrefix(line, "//go:build"))
		}
		if constraint.IsPlusBuild(line) {
			if parsed, err := constraint.Parse(line); err == nil {
				plus = append(plus, parsed.String())
			}
		}
	}
	return strings.Join(plus, " && ")
}
