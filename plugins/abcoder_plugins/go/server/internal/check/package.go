package check

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"sync"

	"uniast-go/internal/load"
	"uniast-go/internal/text"
)

// Location is where something is declared: the range of its name. Symbol is nil inside the workspace.
type Location struct {
	URI    string  `json:"uri"`
	Range  Range   `json:"range"`
	Symbol *Symbol `json:"symbol,omitempty"`
}

// Package is what is kept of a unit that was checked.
type Package struct {
	unit      *load.Unit
	locations []Location
	files     map[string]*File

	mu    sync.Mutex
	given map[*File]bool // whose names were given
}

// File is what is kept of one file.
type File struct {
	names   []name // by start, without overlap
	imports []importPath
	types   []typeName
	faces   []face // of packages outside the workspace that the file imports
	lines   *text.Lines
}

// name is an identifier and the index of its declaration in the package's locations.
type name struct {
	start, end, location int32
}

// importPath is the string of an import.
type importPath struct {
	start, end int32
	unit       *load.Unit
}

// checking is a package that is being checked, or was.
type checking struct {
	done chan struct{}
	pkg  *Package
	err  error

	isSpent bool // were the names let go?
}

// Package checks the unit whole, tests included, unless what was kept of that is still there; names says whether the
// names of its files must be. Its error is the checker's panic, or the context's.
func (c *Checker) Package(ctx context.Context, unit *load.Unit, names bool) (*Package, error) {
	found := c.begin(unit, names)
	select {
	case <-found.done:
		return found.pkg, found.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *Checker) begin(unit *load.Unit, names bool) *checking {
	c.mu.Lock()
	defer c.mu.Unlock()
	found := c.packages[unit]
	if found != nil && !(names && found.isSpent) {
		return found
	}
	found = &checking{done: make(chan struct{})}
	c.packages[unit] = found
	if c.asked[unit] {
		c.count(unit, 1)
	}
	c.asked[unit] = true
	go func() {
		defer close(found.done)
		defer c.want(unit, -1)
		found.pkg, found.err = c.checkWhole(unit)
	}()
	return found
}

// spend notes that the names of a file were given. When those of all files were, they are let go: a client asks once.
func (c *Checker) spend(unit *load.Unit, pkg *Package, file *File) {
	c.mu.Lock()
	defer c.mu.Unlock()
	pkg.mu.Lock() // checkers that follow each other share packages
	defer pkg.mu.Unlock()
	if pkg.given[file] {
		return
	}
	pkg.given[file] = true
	found := c.packages[unit]
	if len(pkg.given) < len(pkg.files) || found == nil || found.pkg != pkg {
		return
	}
	left := &Package{unit: pkg.unit, files: make(map[string]*File, len(pkg.files))}
	for path, whole := range pkg.files {
		if len(whole.types) > 0 {
			left.files[path] = &File{types: whole.types, faces: whole.faces, lines: whole.lines}
		}
	}
	c.packages[unit] = &checking{done: found.done, pkg: left, isSpent: true}
}

func (c *Checker) checkWhole(unit *load.Unit) (checked *Package, err error) {
	imports := c.imports(unit)
	generated := c.cgo(unit)
	c.slots <- struct{}{}
	defer func() { <-c.slots }()
	defer func() {
		if fault := recover(); fault != nil {
			checked, err = nil, fmt.Errorf("reading package %s failed: %v", unit.ID, fault)
		}
	}()
	checked = &Package{unit: unit, files: map[string]*File{}, given: map[*File]bool{}}
	for _, group := range c.groups(unit) {
		r := &reader{
			c: c, imports: imports, result: checked,
			indexes: map[types.Object]int32{}, specs: map[token.Pos]int{},
		}
		if err := r.read(group, generated); err != nil {
			return nil, err
		}
	}
	return checked, nil
}

// parsed is a file of a unit.
type parsed struct {
	path    string
	content []byte
	syntax  *ast.File
}

// groups parses a unit's files and parts them by the name of their package: a folder may hold several by mistake, and
// go/types passes over all files but those of one.
func (c *Checker) groups(unit *load.Unit) [][]parsed {
	var groups [][]parsed
	index := map[string]int{}
	for _, path := range unit.Files {
		var content []byte
		syntax, err := c.parse(unit, path, func(read []byte) []byte { content = read; return read })
		if syntax == nil {
			continue
		}
		if c.workspace.Holds(path) {
			c.noteHead(path, content, syntax, err)
		}
		at, known := index[syntax.Name.Name]
		if !known {
			at = len(groups)
			index[syntax.Name.Name] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], parsed{path, content, syntax})
	}
	return groups
}

// forgetPlaces lets go of the lines of files that were checked whole: no position in them is asked for again.
func (c *Checker) forgetPlaces(syntax []*ast.File) {
	for _, file := range syntax {
		if in := c.set.File(file.FileStart); in != nil {
			c.set.RemoveFile(in)
		}
	}
}

// cgo gives the declarations that cgo makes for a unit that imports "C", nil where there are none. Without a C compiler
// the unit is checked without them.
func (c *Checker) cgo(unit *load.Unit) []string {
	if len(unit.Cgo) == 0 {
		return nil
	}
	paths, err := c.workspace.Compiled(context.Background(), unit)
	if err != nil {
		return nil
	}
	return paths
}
