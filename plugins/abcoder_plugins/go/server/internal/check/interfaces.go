package check

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"uniast-go/internal/load"
)

// typeName is a named type that is no interface, where a file declares it.
type typeName struct {
	start, end int32
	methods    []method
}

// face is a named interface that types can satisfy: one with methods, and no constraint.
type face struct {
	location Location
	methods  []method
}

// interfaces are what types are compared with.
type interfaces struct {
	mu      sync.Mutex
	imports map[*load.Unit][]face // the exported ones of packages outside the workspace
	own     map[*load.Unit][]face // those that stand in a unit of the workspace
	builds  map[int]*ownFaces     // by load.Unit.Request
}

func newInterfaces() *interfaces {
	return &interfaces{
		imports: map[*load.Unit][]face{}, own: map[*load.Unit][]face{}, builds: map[int]*ownFaces{},
	}
}

// ownFaces are the interfaces in the workspace that one build knows, and `error`.
type ownFaces struct {
	once    sync.Once
	faces   []face
	isFound atomic.Bool
}

// types notes the types of a file that have methods, and the interfaces of the packages that it imports.
func (r *reader) types(found *File, syntax *ast.File, start token.Pos) {
	ast.Inspect(syntax, func(node ast.Node) bool {
		if spec, ok := node.(*ast.TypeSpec); ok {
			if methods := r.methods(spec); len(methods) > 0 {
				at := int32(spec.Name.Pos() - start)
				found.types = append(found.types, typeName{at, at + int32(len(spec.Name.Name)), methods})
			}
		}
		return true
	})
	if len(found.types) == 0 {
		return
	}
	for _, path := range found.imports {
		if !path.unit.Inside {
			found.faces = append(found.faces, r.c.exported(path.unit, r.imports[r.written(path.unit)])...)
		}
	}
}

func (r *reader) methods(spec *ast.TypeSpec) []method {
	name, ok := r.info.Defs[spec.Name].(*types.TypeName)
	if !ok || types.IsInterface(name.Type()) {
		return nil
	}
	return r.c.shapes.methods(name.Type())
}

// written is the path by which the package imports a unit.
func (r *reader) written(unit *load.Unit) string {
	for path, below := range r.result.unit.Imports {
		if below == unit {
			return path
		}
	}
	return ""
}

// exported gives the interfaces that a package offers to its importers.
func (c *Checker) exported(unit *load.Unit, from *imported) []face {
	if from == nil || from.pkg == nil {
		return nil
	}
	faces := c.faces
	faces.mu.Lock()
	defer faces.mu.Unlock()
	found, known := faces.imports[unit]
	if !known {
		found = c.declaredFaces(from.pkg, func(name *types.TypeName) bool { return name.Exported() })
		faces.imports[unit] = found
	}
	return found
}

// declaredFaces gives the interfaces of a package that are wanted, by name.
func (c *Checker) declaredFaces(pkg *types.Package, wanted func(*types.TypeName) bool) []face {
	var found []face
	scope := pkg.Scope()
	for _, each := range scope.Names() {
		name, ok := scope.Lookup(each).(*types.TypeName)
		if !ok || name.IsAlias() || !wanted(name) {
			continue
		}
		literal, ok := name.Type().Underlying().(*types.Interface)
		if !ok || literal.NumMethods() == 0 || !literal.IsMethodSet() {
			continue
		}
		in, span := c.span(name.Pos(), len(name.Name()))
		if in == nil {
			continue
		}
		place := Location{URI: in.uri, Range: span}
		if c.isOutside(in.path) {
			place.Symbol = c.symbol(in.unit, name)
		}
		found = append(found, face{place, c.shapes.methods(name.Type())})
	}
	return found
}

// ownFaces gives the interfaces of the workspace's packages that are built together with a unit, tests too, and `error`.
// It checks all their declarations. Modules that no go.work or replacement joins are apart: neither knows the other's.
func (c *Checker) ownFaces(unit *load.Unit) []face {
	c.faces.mu.Lock()
	found := c.faces.builds[unit.Request]
	if found == nil {
		found = &ownFaces{}
		c.faces.builds[unit.Request] = found
	}
	c.faces.mu.Unlock()
	found.once.Do(func() {
		found.faces = c.findFaces(unit.Request)
		found.isFound.Store(true)
	})
	return found.faces
}

func (c *Checker) findFaces(request int) []face {
	var units []*load.Unit
	var started []*imported
	for _, unit := range c.workspace.Units {
		if unit.Request == request && unit.Inside {
			units = append(units, unit)
			started = append(started, c.startFaces(unit))
		}
	}
	var found []face
	for i, unit := range units {
		found = append(found, c.facesOf(unit, started[i])...)
		started[i] = nil
	}
	name := types.Universe.Lookup("error").(*types.TypeName)
	if place, known := c.library.builtin(name); known {
		found = append(found, face{place, c.shapes.methods(name.Type())})
	}
	return found
}

// startFaces begins to check a unit's declarations; nil where its interfaces are known, or it can have none of its own.
func (c *Checker) startFaces(unit *load.Unit) *imported {
	if _, known := c.faces.of(unit); known || unit.IsTest() && !c.mayDeclareFaces(unit) {
		return nil
	}
	c.want(unit, 1)
	return c.start(unit)
}

func (i *interfaces) of(unit *load.Unit) (faces []face, known bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	faces, known = i.own[unit]
	return faces, known
}

// facesOf gives the interfaces that stand in a unit's own files: those of a package's tests stand in them alone.
func (c *Checker) facesOf(unit *load.Unit, started *imported) []face {
	found, known := c.faces.of(unit)
	if known {
		return found
	}
	if started != nil {
		<-started.done
		found = c.standingIn(unit, started.pkg)
		c.want(unit, -1)
	}
	c.faces.mu.Lock()
	defer c.faces.mu.Unlock()
	c.faces.own[unit] = found
	return found
}

func (c *Checker) standingIn(unit *load.Unit, pkg *types.Package) []face {
	if pkg == nil {
		return nil
	}
	return c.declaredFaces(pkg, func(name *types.TypeName) bool {
		file := c.set.File(name.Pos())
		return file != nil && (!unit.IsTest() || strings.HasSuffix(file.Name(), "_test.go"))
	})
}

// mayDeclareFaces looks at the syntax of a unit's tests: few declare an interface, or a type that may be one.
func (c *Checker) mayDeclareFaces(unit *load.Unit) bool {
	return slices.ContainsFunc(unit.Files, func(path string) bool {
		if !strings.HasSuffix(path, "_test.go") {
			return false
		}
		content, err := c.files.Read(path)
		if err != nil {
			return false
		}
		stripped := c.declarations(path)(content)
		if !bytes.Contains(content, []byte("\ntype")) {
			return false
		}
		file, _ := parser.ParseFile(token.NewFileSet(), path, stripped, parser.SkipObjectResolution|parser.AllErrors)
		return file != nil && slices.ContainsFunc(file.Decls, mayDeclareFace)
	})
}

func mayDeclareFace(declaration ast.Decl) bool {
	group, ok := declaration.(*ast.GenDecl)
	return ok && slices.ContainsFunc(group.Specs, func(spec ast.Spec) bool {
		typeSpec, ok := spec.(*ast.TypeSpec)
		if !ok || typeSpec.Assign.IsValid() {
			return false
		}
		switch t := typeSpec.Type.(type) {
		case *ast.InterfaceType:
			return len(t.Methods.List) > 0
		case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
			return true
		}
		return false
	})
}

// implemented gives the locations of the interfaces that a type satisfies.
func implemented(of typeName, lists ...[]face) []Location {
	var found []Location
	for _, list := range lists {
		for _, each := range list {
			if satisfies(of.methods, each.methods) {
				found = append(found, each.location)
			}
		}
	}
	return found
}

// Implementations gives for each position of a file the interfaces that the type named there satisfies.
func (c *Checker) Implementations(ctx context.Context, path string, positions []Position) (*Answer, error) {
	pkg, file, err := c.file(ctx, path, false)
	answer := newAnswer(len(positions))
	if err != nil || file == nil {
		return answer, err
	}
	own := c.ownFaces(pkg.unit)
	for i, offset := range file.offsets(positions) {
		for _, of := range file.types {
			if of.start <= offset && offset <= of.end {
				for _, location := range implemented(of, own, file.faces) {
					answer.add(i, location)
				}
			}
		}
	}
	return answer, nil
}
