package load

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Problem is an error of loading: where it is (Path "" for nowhere, Line and Column from 1, 0 for unknown) and what.
type Problem struct {
	Path         string
	Line, Column int
	Message      string
}

// Workspace is what the go command says of the folders.
type Workspace struct {
	Folders  []string
	Units    []*Unit
	Problems []Problem
	Environment

	byFile map[string]*Unit
	run    runner
	began  time.Time // when the go command was asked
	heads  heads
}

// Load asks the go command about all modules in the folders (absolute paths), with these build flags.
func Load(ctx context.Context, folders, flags []string) *Workspace {
	w := &Workspace{Folders: folders, byFile: map[string]*Unit{}, run: runner{flags}, began: time.Now()}
	var err error
	w.Environment, err = w.run.environment(ctx, os.Getenv("GOFLAGS"))
	if err != nil {
		w.Problems = append(w.Problems, Problem{Message: err.Error()})
		return w
	}
	requests := w.requests(ctx)
	answers := make([]answer, len(requests))
	var group sync.WaitGroup
	for i, request := range requests {
		group.Add(1)
		go func() {
			defer group.Done()
			answers[i] = w.ask(ctx, request)
		}()
	}
	group.Wait()
	w.join(answers)
	order(w.Units)
	w.settle()
	return w
}

// request is one call of `go list`.
type request struct {
	place
	patterns []string
	gomod    string // the go.mod or go.work that rules here; empty for none
}

type answer struct {
	request
	packages []*listed
	err      error
}

// isOfAnother tells packages of modules below from those of a folder that was listed without modules: there the go
// command does not stop at a go.mod.
func isOfAnother(p *listed, gomod string) bool {
	return slices.Contains(p.at.env, noModules) && !p.Standard && p.Dir != "" && above(p.Dir, "go.mod") != gomod
}

// requests makes one request of each go.work with the modules that it uses, and of each other module.
func (w *Workspace) requests(ctx context.Context) []request {
	var requests []request
	works := map[string]int{}
	for _, folder := range w.modules() {
		work := above(folder, "go.work")
		gomod := above(folder, "go.mod")
		switch {
		case gomod == "":
			requests = append(requests, outsideModules(folder))
		case work == "" || !w.uses(ctx, work, filepath.Dir(gomod)):
			env := []string{"GOWORK=off"}
			if work == "" {
				env = nil
			}
			requests = append(requests, request{place{folder, env}, []string{"./..."}, gomod})
		default:
			at, known := works[work]
			if !known {
				at = len(requests)
				works[work] = at
				requests = append(requests, request{place{filepath.Dir(work), nil}, nil, work})
			}
			requests[at].patterns = append(requests[at].patterns, folder+"/...")
		}
	}
	return requests
}

const noModules = "GO111MODULE=off"

// outsideModules loads folders as the go command did before there were modules: each is a package, and only the
// standard library can be imported.
func outsideModules(folder string) request {
	return request{place{folder, []string{noModules, "GOWORK=off"}}, []string{"./..."}, ""}
}

// uses asks whether a go.work takes a module in; one that cannot be loaded takes none.
func (w *Workspace) uses(ctx context.Context, work, module string) bool {
	output, err := w.run.run(ctx, place{filepath.Dir(work), nil}, "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		w.Problems = append(w.Problems, Problem{Path: work, Message: err.Error()})
	}
	return slices.Contains(strings.Split(string(output), "\n"), module)
}

// modules gives the folders and those below them that hold a go.mod, as far as the go command would look.
func (w *Workspace) modules() []string {
	var found []string
	for _, folder := range w.Folders {
		found = append(found, folder)
		_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil // what cannot be read holds no module for us; the go command tells of it
			case entry.IsDir() && path != folder && (isIgnoredFolder(entry.Name()) || entry.Name() == "vendor" || entry.Name() == "node_modules"):
				return filepath.SkipDir
			case !entry.IsDir() && entry.Name() == "go.mod":
				found = append(found, filepath.Dir(path))
			}
			return nil
		})
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func isIgnoredFolder(name string) bool {
	return name == "testdata" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".")
}

// above finds the nearest file of that name in the folder or one above it; "" for none.
func above(folder, name string) string {
	for {
		path := filepath.Join(folder, name)
		if status, err := os.Stat(path); err == nil && !status.IsDir() {
			return path
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return ""
		}
		folder = parent
	}
}

// ask runs one request. Where a module cannot be loaded at all its folders are, without their imports from modules; so are
// those that go has no name for in their module.
func (w *Workspace) ask(ctx context.Context, wanted request) answer {
	packages, err := w.run.list(ctx, wanted.place, wanted.patterns...)
	if err != nil && len(packages) == 0 {
		instead := outsideModules(wanted.dir)
		packages, _ = w.run.list(ctx, instead.place, instead.patterns...)
	} else if wanted.gomod != "" && slices.ContainsFunc(packages, (*listed).isUnnamed) {
		packages = append(packages, w.unnamed(ctx, wanted, packages)...)
	}
	packages = slices.DeleteFunc(packages, func(p *listed) bool { return isOfAnother(p, wanted.gomodOf(p)) })
	return answer{wanted, packages, err}
}

// gomodOf gives the go.mod that rules for a package of the request: in a workspace its own.
func (r request) gomodOf(p *listed) string {
	if filepath.Base(r.gomod) != "go.work" {
		return r.gomod
	}
	own := above(p.Dir, "go.mod")
	if slices.Contains(r.patterns, filepath.Dir(own)+"/...") {
		return own
	}
	return r.gomod
}

// unnamed lists without modules what the go command listed without a folder, and what that needs. Rejected: naming
// the files to `go list`, which knows their modules but takes them whatever their constraints say, and no tests.
func (w *Workspace) unnamed(ctx context.Context, wanted request, named []*listed) []*listed {
	known, held := map[string]bool{}, map[string]bool{}
	for _, p := range named {
		known[p.ImportPath] = !p.isUnnamed()
		held[p.Dir] = true // "" too: what is not found
	}
	var found []*listed
	for _, pattern := range wanted.patterns {
		instead := outsideModules(strings.TrimSuffix(absolute(wanted.dir, []string{pattern})[0], "/..."))
		packages, _ := w.run.list(ctx, instead.place, instead.patterns...)
		for _, p := range packages {
			if !known[p.ImportPath] && !held[p.Dir] {
				known[p.ImportPath] = true
				found = append(found, p)
			}
		}
	}
	return found
}

// join makes units of all answers. The standard library is the same for all of them.
func (w *Workspace) join(answers []answer) {
	library := map[string]*Unit{}
	for request, answer := range answers {
		if answer.err != nil {
			w.Problems = append(w.Problems, Problem{Path: answer.gomod, Message: answer.err.Error()})
		}
		units := make(map[string]*Unit, len(answer.packages))
		fresh := make(map[*Unit]*listed, len(answer.packages))
		for _, p := range answer.packages {
			if p.Error != nil {
				w.Problems = append(w.Problems, problem(p, answer.dir))
			}
			if p.isUnnamed() {
				continue
			}
			if shared := library[p.ImportPath]; shared != nil {
				units[p.ImportPath] = shared
			} else if unit := newUnit(p); unit != nil {
				unit.Request = request
				units[p.ImportPath], fresh[unit] = unit, p
				w.Units = append(w.Units, unit)
				if p.Standard && p.ForTest == "" {
					library[p.ImportPath] = unit
				}
			}
		}
		for unit, p := range fresh {
			unit.link(p, units)
		}
	}
	w.Problems = distinct(w.Problems)
}

// problem reads an error of a package: its place is `file:line:column` from the folder where the command ran.
func problem(p *listed, dir string) Problem {
	found := Problem{Message: p.Error.Err}
	if len(p.Error.ImportStack) > 1 && strings.Contains(p.Error.Err, "import cycle") {
		found.Message = fmt.Sprintf("%s: %s", p.Error.Err, strings.Join(p.Error.ImportStack, " imports "))
	}
	parts := strings.Split(p.Error.Pos, ":")
	if p.Error.Pos == "" || len(parts) < 2 {
		return found
	}
	found.Path = absolute(dir, parts[:1])[0]
	found.Line, _ = strconv.Atoi(parts[1])
	if len(parts) > 2 {
		found.Column, _ = strconv.Atoi(parts[2])
	}
	return found
}

func distinct(problems []Problem) []Problem {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		if order := strings.Compare(a.Path, b.Path); order != 0 {
			return order
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		if a.Column != b.Column {
			return a.Column - b.Column
		}
		return strings.Compare(a.Message, b.Message)
	})
	return slices.Compact(problems)
}

// settle notes which unit answers for each file: the widest, in which a package stands with its tests.
func (w *Workspace) settle() {
	for _, unit := range w.Units {
		if unit.IsBetween() || !w.Holds(unit.Dir) {
			continue
		}
		unit.Inside = !unit.isVendored()
		unit.Workspace = unit.isOwn()
		for _, path := range unit.Files {
			if known := w.byFile[path]; known == nil || isBetter(unit, known) {
				w.byFile[path] = unit
			}
		}
	}
}

// isOwn tells packages of the modules that the workspace is made of from what they depend on.
func (u *Unit) isOwn() bool {
	return !u.isVendored() && (u.Module == nil || u.Module.Main)
}

func (u *Unit) isVendored() bool { return strings.Contains(u.Dir+"/", "/vendor/") }

func isBetter(unit, known *Unit) bool {
	if unit.Workspace != known.Workspace {
		return unit.Workspace
	}
	return len(unit.Files) > len(known.Files)
}

// Holds reports whether a file or folder lies in the workspace's folders.
func (w *Workspace) Holds(path string) bool {
	return slices.ContainsFunc(w.Folders, func(folder string) bool {
		return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
	})
}

// Find gives the unit that answers for a file, and the file's path there; nil where no build takes it.
func (w *Workspace) Find(path string) (*Unit, string) {
	if unit := w.byFile[path]; unit != nil {
		return unit, path
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return w.byFile[resolved], resolved
	}
	return nil, path
}

// Holders gives the units that a file belongs to.
func (w *Workspace) Holders(path string) []*Unit {
	var found []*Unit
	resolved, err := filepath.EvalSymlinks(path)
	for _, unit := range w.Units {
		if slices.Contains(unit.Files, path) || err == nil && slices.Contains(unit.Files, resolved) {
			found = append(found, unit)
		}
	}
	return found
}

// Lists reports whether a file or folder of this name that came or went may make other packages.
func (w *Workspace) Lists(path string) bool {
	status, err := os.Stat(path)
	return IsSource(path) || Lists(path) || err == nil && status.IsDir() ||
		slices.ContainsFunc(w.Units, func(unit *Unit) bool {
			isIn := unit.Dir == path || strings.HasPrefix(unit.Dir, path+"/")
			return isIn || unit.Inside && unit.Imports["embed"] != nil
		})
}

// Roots gives the units that answer for some file, in the order of their folders.
func (w *Workspace) Roots() []*Unit {
	found := map[*Unit]bool{}
	for _, unit := range w.byFile {
		found[unit] = true
	}
	var roots []*Unit
	for _, unit := range w.Units {
		if found[unit] {
			roots = append(roots, unit)
		}
	}
	slices.SortStableFunc(roots, func(a, b *Unit) int { return strings.Compare(a.Dir, b.Dir) })
	return roots
}

// Compiled gives the files that cgo makes of a unit's files. Its error tells why there are none (no C compiler).
func (w *Workspace) Compiled(ctx context.Context, unit *Unit) ([]string, error) {
	return w.run.compiled(ctx, unit.at, unit.Path)
}
