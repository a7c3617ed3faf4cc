// Package load asks the go command which packages a workspace has, of which files, and what their imports mean.
package load

import (
	"path/filepath"
	"slices"
	"strings"
)

// Unit is one package as it is checked. A package has up to three for its own files: itself, itself with its tests
// (`p [p.test]`), and the tests outside it (`p_test [p.test]`). Where a test's package is below what it imports, these
// are units of their own again (`q [p.test]`).
type Unit struct {
	ID        string
	Path      string // import path; of outside tests with _test
	Name      string
	ForTest   string // import path of the package whose tests this is for
	Dir       string
	Files     []string // absolute paths, in the order of the build
	Cgo       []string // those of Files that import "C"
	Module    *Module
	Standard  bool
	Imports   map[string]*Unit // by the path that the source writes; without "unsafe" and "C"
	Workspace bool             // is it of a module that is asked about?
	Inside    bool             // does it lie in the workspace's folders, in whatever module?
	Request   int              // units of one number were listed together, as one build

	at     place
	number int
	needs  []uint64 // numbers of the units below it and its own, as bits
}

// IsTest tells a unit that no import outside of tests can mean.
func (u *Unit) IsTest() bool { return u.ForTest != "" }

// IsBetween tells a unit that stands for a package again, since its imports lead to a package with its tests.
func (u *Unit) IsBetween() bool {
	return u.ForTest != "" && u.Path != u.ForTest && u.Path != u.ForTest+"_test"
}

// GoVersion is the language version for go/types; empty means the newest.
func (u *Unit) GoVersion() string {
	if u.Module == nil || u.Module.GoVersion == "" {
		return ""
	}
	return "go" + u.Module.GoVersion
}

// ImportPath is the path that sources import it by, without the folder that vendored packages lie in. What Go's library
// vendors is the library's own, by its whole path.
func (u *Unit) ImportPath() string {
	if u.Standard {
		return u.Path
	}
	if at := strings.LastIndex("/"+u.Path, "/vendor/"); at >= 0 {
		return u.Path[at+len("vendor/"):]
	}
	return u.Path
}

// newUnit reads what `go list` says of a package; nil for a test's main package, which is generated.
func newUnit(p *listed) *Unit {
	if p.Name == "main" && strings.HasSuffix(p.ImportPath, ".test") && slices.Contains(p.Imports, "testing/internal/testdeps") {
		return nil
	}
	path, _, _ := strings.Cut(p.ImportPath, " ")
	unit := &Unit{
		ID: p.ImportPath, Path: path, Name: p.Name, ForTest: p.ForTest, Dir: p.Dir,
		Module: p.Module, Standard: p.Standard, at: p.at,
	}
	unit.Cgo = absolute(p.Dir, p.CgoFiles)
	unit.Files = append(absolute(p.Dir, p.GoFiles), unit.Cgo...)
	return unit
}

func absolute(folder string, names []string) []string {
	paths := make([]string, len(names))
	for i, name := range names {
		if filepath.IsAbs(name) {
			paths[i] = name
		} else {
			paths[i] = filepath.Join(folder, name)
		}
	}
	return paths
}

// link sets the imports of a unit.
func (u *Unit) link(p *listed, units map[string]*Unit) {
	u.Imports = make(map[string]*Unit, len(p.Imports))
	written := make(map[string]bool, len(p.ImportMap))
	for path, id := range p.ImportMap {
		written[id] = true
		if unit := units[id]; unit != nil {
			u.Imports[path] = unit
		}
	}
	for _, id := range p.Imports {
		if unit := units[id]; unit != nil && !written[id] && id != "unsafe" {
			u.Imports[id] = unit
		}
	}
	if len(u.Cgo) > 0 {
		u.linkGenerated(units)
	}
}

// linkGenerated adds what the code that cgo makes imports; the go command has it among the dependencies.
func (u *Unit) linkGenerated(units map[string]*Unit) {
	for _, path := range []string{"runtime/cgo", "syscall"} {
		if unit := units[path]; unit != nil {
			u.Imports[path] = unit
		}
	}
}

// sortedImports gives the paths of the imports in order, so that no result depends on a map's order.
func (u *Unit) sortedImports() []string {
	paths := make([]string, 0, len(u.Imports))
	for path := range u.Imports {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

// Needs reports whether the unit is other or has it below it.
func (u *Unit) Needs(other *Unit) bool {
	return u.needs[other.number/64]&(1<<(other.number%64)) != 0
}

// Needed gives the numbers (see Workspace.Units) of the unit and all below it.
func (u *Unit) Needed(yield func(int) bool) {
	for word, bits := range u.needs {
		for bit := 0; bits != 0; bit++ {
			if bits&(1<<bit) != 0 {
				bits &^= 1 << bit
				if !yield(word*64 + bit) {
					return
				}
			}
		}
	}
}

// Number is the unit's index in Workspace.Units.
func (u *Unit) Number() int { return u.number }

// order numbers the units, cuts cycles of imports (each is an error that the go command tells), and notes what each needs.
func order(units []*Unit) {
	for i, unit := range units {
		unit.number = i
	}
	words := (len(units) + 63) / 64
	under := make(map[*Unit]bool)
	var visit func(*Unit)
	visit = func(unit *Unit) {
		under[unit] = true
		unit.needs = make([]uint64, words)
		unit.needs[unit.number/64] |= 1 << (unit.number % 64)
		for _, path := range unit.sortedImports() {
			below := unit.Imports[path]
			if under[below] {
				delete(unit.Imports, path)
				continue
			}
			if below.needs == nil {
				visit(below)
			}
			for word, bits := range below.needs {
				unit.needs[word] |= bits
			}
		}
		under[unit] = false
	}
	for _, unit := range units {
		if unit.needs == nil {
			visit(unit)
		}
	}
}
