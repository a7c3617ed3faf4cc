package check

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sort"
	"strconv"

	"uniast-go/internal/load"
	"uniast-go/internal/text"
)

// reader turns one checked package into what is kept of it.
type reader struct {
	c       *Checker
	imports importer
	result  *Package
	info    types.Info
	pkg     *types.Package
	indexes map[types.Object]int32 // of objects in result.locations; -1 for one without a place
	specs   map[token.Pos]int      // length of what names an import: the name before the path, else the path
}

// read checks the files of one package and notes what each name means.
func (r *reader) read(group []parsed, generated []string) error {
	unit := r.result.unit
	syntax := make([]*ast.File, 0, len(group)+1)
	for _, file := range group {
		syntax = append(syntax, file.syntax)
		r.noteImports(file.syntax)
	}
	made := r.c.parseGenerated(unit, generated)
	syntax = append(syntax, made...)
	defer r.c.forgetPlaces(syntax)
	r.info = types.Info{
		Defs:      map[*ast.Ident]types.Object{},
		Uses:      map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{},
		Instances: map[*ast.Ident]types.Instance{},
	}
	checked := *unit
	checked.Name = group[0].syntax.Name.Name
	pkg, err := r.c.check(&checked, r.imports, syntax, &r.info, func(config *types.Config) {
		config.FakeImportC = len(made) == 0 || !useCgo(config)
	})
	if err != nil {
		return err
	}
	r.pkg = pkg
	defer r.c.members.forget(pkg)
	clause := packageClause(group)
	for _, file := range group {
		r.result.files[file.path] = r.file(file, clause)
	}
	return nil
}

func (r *reader) noteImports(file *ast.File) {
	for _, spec := range file.Imports {
		if spec.Name != nil {
			r.specs[spec.Pos()] = len(spec.Name.Name)
		} else {
			r.specs[spec.Pos()] = len(spec.Path.Value)
		}
	}
}

// parseGenerated reads the declarations that cgo made: the first file that is not the unit's own.
func (c *Checker) parseGenerated(unit *load.Unit, paths []string) []*ast.File {
	for _, path := range paths {
		if path != "" && path[0] == '/' {
			cgo := &load.Unit{Path: cgoPackage, Standard: true}
			if file, _ := c.parse(cgo, path, stripBodies); file != nil {
				return []*ast.File{file}
			}
		}
	}
	return nil
}

// useCgo makes go/types read `C.name` as the declarations of cgo. The switch is not exported; gopls, too, sets it so.
// False where this version of go/types has none.
func useCgo(config *types.Config) bool {
	field := reflect.ValueOf(config).Elem().FieldByName("go115UsesCgo")
	if !field.IsValid() || field.Kind() != reflect.Bool {
		return false
	}
	*(*bool)(field.Addr().UnsafePointer()) = true
	return true
}

// packageClause is the name in the clause that documents the package, of the files the first that does.
func packageClause(group []parsed) *ast.Ident {
	for _, file := range group {
		if !file.syntax.Package.IsValid() {
			continue // an empty file
		}
		if offset := int(file.syntax.Package - file.syntax.FileStart); isDocumented(file.content[:offset]) {
			return file.syntax.Name
		}
	}
	return nil
}

// isDocumented reports whether the line above ends what stands before a package clause: only a comment can.
func isDocumented(before []byte) bool {
	lines := bytes.Split(before, []byte("\n"))
	return len(lines) > 1 && len(bytes.TrimSpace(lines[len(lines)-2])) > 0
}

// file notes the names of one file.
func (r *reader) file(from parsed, clause *ast.Ident) *File {
	start := from.syntax.FileStart
	found := &File{lines: text.NewLines(from.content, r.c.utf16)}
	switches := map[*ast.Ident]types.Object{}
	add := func(id *ast.Ident, location int32) {
		if location >= 0 {
			at := int32(id.Pos() - start)
			found.names = append(found.names, name{at, at + int32(len(id.Name)), location})
		}
	}
	if clause == nil {
		clause = from.syntax.Name
	}
	ast.Inspect(from.syntax, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.TypeSwitchStmt:
			r.noteSwitch(node, switches)
		case *ast.ImportSpec:
			r.importPath(found, node, start)
		case *ast.Ident:
			if node == from.syntax.Name {
				add(node, r.clause(clause))
			} else if node.Pos().IsValid() {
				add(node, r.location(node, switches))
			}
		}
		return true
	})
	sort.Slice(found.names, func(i, j int) bool { return found.names[i].start < found.names[j].start })
	r.types(found, from.syntax, start)
	return found
}

// noteSwitch gives the x of `switch x := y.(type)` the variable of the first clause; it has no object of its own.
func (r *reader) noteSwitch(node *ast.TypeSwitchStmt, switches map[*ast.Ident]types.Object) {
	assign, ok := node.Assign.(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 {
		return
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	if !ok {
		return
	}
	for _, clause := range node.Body.List {
		if variable := r.info.Implicits[clause]; variable != nil {
			switches[id] = variable
			return
		}
	}
}

func (r *reader) importPath(found *File, spec *ast.ImportSpec, start token.Pos) {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return
	}
	if unit := r.result.unit.Imports[path]; unit != nil {
		at := int32(spec.Path.Pos() - start)
		found.imports = append(found.imports, importPath{at, at + int32(len(spec.Path.Value)), unit})
	}
}

// location is the index of an identifier's declaration, -1 where none is known.
func (r *reader) location(id *ast.Ident, switches map[*ast.Ident]types.Object) int32 {
	obj := r.info.Defs[id]
	used := r.info.Uses[id]
	if obj == nil {
		obj = used
	}
	if obj == nil {
		obj = switches[id]
	}
	if field, ok := obj.(*types.Var); ok && field.Embedded() && used != nil {
		obj = used // the type that is embedded, not the field that this makes
	}
	if obj == nil {
		return -1
	}
	index, known := r.indexes[obj]
	if !known {
		index = r.declare(obj)
		r.indexes[obj] = index
	}
	return index
}

// declare adds the place of an object.
func (r *reader) declare(obj types.Object) int32 {
	if obj.Pkg() == nil || obj.Pkg() == types.Unsafe {
		place, known := r.c.library.builtin(obj)
		if !known {
			return -1
		}
		return r.add(place)
	}
	if !obj.Pos().IsValid() {
		return -1
	}
	length := len(obj.Name())
	if _, ok := obj.(*types.PkgName); ok {
		length = r.specs[obj.Pos()]
	}
	in, span := r.c.span(obj.Pos(), length)
	if in == nil {
		return -1
	}
	place := Location{URI: in.uri, Range: span}
	if r.c.isOutside(in.path) {
		place.Symbol = r.c.symbol(in.unit, obj)
	}
	return r.add(place)
}

func (r *reader) add(place Location) int32 {
	r.result.locations = append(r.result.locations, place)
	return int32(len(r.result.locations) - 1)
}

// isOutside tells files of what the workspace depends on, also where a `vendor` folder holds them.
func (c *Checker) isOutside(path string) bool {
	if !c.workspace.Holds(path) {
		return true
	}
	unit, _ := c.workspace.Find(path)
	return unit != nil && !unit.Workspace
}

// clause adds the place of the package's name.
func (r *reader) clause(id *ast.Ident) int32 {
	in, span := r.c.span(id.Pos(), len(id.Name))
	if in == nil {
		return -1
	}
	return r.add(Location{URI: in.uri, Range: span})
}
