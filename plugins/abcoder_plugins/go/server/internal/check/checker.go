// Package check type-checks packages and keeps what their names mean.
//
// What a package imports is checked from source without function bodies, each package once for all that import it. A
// package that is asked about is checked whole, once, and read at once into a table of names (see Package): syntax and
// types are let go, so that memory grows with what is being checked and not with the workspace.
package check

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"uniast-go/internal/files"
	"uniast-go/internal/load"
)

// Checker checks the packages of a workspace; it may be used by several goroutines.
type Checker struct {
	workspace *load.Workspace
	files     *files.Files
	utf16     bool
	sizes     types.Sizes
	set       *token.FileSet
	slots     chan struct{} // one token for each package that may be parsed and checked at a time
	sources   sources
	readings  readings
	library   *library
	members   members
	shapes    signatures

	mu       sync.Mutex
	imported []*imported // by the unit's number; nil where nothing needs it now
	wanted   []int       // by the unit's number: how many checks will still need it
	packages map[*load.Unit]*checking
	asked    map[*load.Unit]bool
	faces    *interfaces

	keeps  bool          // is nothing let go, since files change and questions come again? Set before it is used.
	loaded *atomic.Int64 // bytes that were parsed for importers into set
}

// New makes a checker. With utf16, characters of positions are UTF-16 code units, else bytes.
func New(workspace *load.Workspace, sources *files.Files, utf16 bool) *Checker {
	c := &Checker{
		workspace: workspace,
		files:     sources,
		faces:     newInterfaces(),
		utf16:     utf16,
		library:   &library{root: workspace.GOROOT},
		loaded:    &atomic.Int64{},
		sizes:     types.SizesFor("gc", workspace.GOARCH),
		set:       token.NewFileSet(),
		slots:     make(chan struct{}, runtime.GOMAXPROCS(0)),
		imported:  make([]*imported, len(workspace.Units)),
		wanted:    make([]int, len(workspace.Units)),
		packages:  map[*load.Unit]*checking{},
		asked:     map[*load.Unit]bool{},
	}
	for _, root := range workspace.Roots() {
		c.want(root, 1)
	}
	return c
}

// want counts that a check needs what is below the unit, or no longer does; what nothing needs is let go.
func (c *Checker) want(unit *load.Unit, count int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count(unit, count)
}

func (c *Checker) count(unit *load.Unit, count int) {
	for number := range unit.Needed {
		c.wanted[number] += count
		if c.wanted[number] <= 0 && !c.keeps {
			c.release(number)
		}
	}
}

// release lets go of a package. What was said of its interfaces stays, which is little.
func (c *Checker) release(number int) {
	if found := c.imported[number]; found != nil {
		c.imported[number] = nil
		if found.pkg != nil {
			c.members.forget(found.pkg)
		}
	}
}

// imported is a package that is checked for its importers.
type imported struct {
	done chan struct{}
	pkg  *types.Package
	err  error
	size int64 // of its files in bytes
}

// start begins to check a unit for its importers, what it imports first; it does not wait.
func (c *Checker) start(unit *load.Unit) *imported {
	c.mu.Lock()
	defer c.mu.Unlock()
	found := c.imported[unit.Number()]
	if found == nil {
		found = &imported{done: make(chan struct{})}
		c.imported[unit.Number()] = found
		go func() {
			defer close(found.done)
			found.pkg, found.size, found.err = c.checkImported(unit)
		}()
	}
	return found
}

// imports gives what a unit imports, by the path that its sources write. It waits.
func (c *Checker) imports(unit *load.Unit) importer {
	started := make(map[string]*imported, len(unit.Imports))
	for path, below := range unit.Imports {
		started[path] = c.start(below)
	}
	for _, below := range started {
		<-below.done
	}
	return started
}

// importer gives go/types the packages that a unit imports.
type importer map[string]*imported

func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	found := i[path]
	if found == nil {
		return nil, fmt.Errorf("could not import %s: the build has no such package", path)
	}
	return found.pkg, found.err
}

var errNoFiles = errors.New("it has no Go files here")

func (c *Checker) checkImported(unit *load.Unit) (pkg *types.Package, size int64, err error) {
	if len(unit.Files) == 0 {
		return nil, 0, errNoFiles
	}
	imports := c.imports(unit)
	c.slots <- struct{}{}
	defer func() { <-c.slots }()
	syntax := make([]*ast.File, 0, len(unit.Files))
	for _, path := range unit.Files {
		if file, _ := c.parse(unit, path, c.declarations(path)); file != nil {
			syntax = append(syntax, file)
			size += int64(file.FileEnd - file.FileStart)
		}
	}
	c.loaded.Add(size)
	info := &types.Info{Instances: map[*ast.Ident]types.Instance{}}
	pkg, err = c.check(unit, imports, syntax, info, func(config *types.Config) {
		config.IgnoreFuncBodies = true
		config.FakeImportC = true
	})
	return pkg, size, err
}

// declarations gives what prepares a file for importers, and notes what they see of it where it may change.
func (c *Checker) declarations(path string) func([]byte) []byte {
	if !c.workspace.Holds(path) {
		return stripBodies
	}
	return func(content []byte) []byte {
		stripped := stripBodies(content)
		c.readings.declares(path, printOf(content, stripped, c.utf16))
		return stripped
	}
}

// parse reads a file; nil where it cannot be read. Of a file with errors it gives what it could make out, and the errors.
func (c *Checker) parse(unit *load.Unit, path string, prepare func([]byte) []byte) (*ast.File, error) {
	content, err := c.files.Read(path)
	if err != nil {
		return nil, err
	}
	c.sources.note(unit, path, content, c.utf16)
	return parser.ParseFile(c.set, path, prepare(content), parser.SkipObjectResolution|parser.AllErrors)
}

// check runs go/types over a package. Errors in the code leave their mark on what is known, no more; a panic of the
// checker is the error that it gives.
func (c *Checker) check(
	unit *load.Unit, imports types.Importer, syntax []*ast.File, info *types.Info, configure func(*types.Config),
) (pkg *types.Package, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(os.Stderr, "uniast-go: the type checker failed on %s: %v\n%s", unit.ID, fault, debug.Stack())
			pkg, err = nil, fmt.Errorf("the type checker failed on package %s: %v", unit.ID, fault)
		}
	}()
	config := &types.Config{
		Importer:  imports,
		Sizes:     c.sizes,
		GoVersion: unit.GoVersion(),
		Error:     func(error) {}, // go on behind it
	}
	configure(config)
	pkg = types.NewPackage(unit.Path, unit.Name)
	_ = types.NewChecker(config, c.set, pkg, info).Files(syntax) // the first error, which Error was told
	complete(info)
	return pkg, nil
}

// complete makes instances of generic interfaces safe to read by several goroutines: go/types fills them in on first
// use, without a lock.
func complete(info *types.Info) {
	for _, instance := range info.Instances {
		if face, ok := instance.Type.Underlying().(*types.Interface); ok {
			face.Complete()
		}
	}
}
