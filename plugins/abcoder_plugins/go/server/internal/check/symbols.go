package check

import (
	"go/token"
	"go/types"
	"regexp"
	"sync"

	"uniast-go/internal/load"
)

// Symbol names what lies outside the workspace, so that no client must guess it from a path.
type Symbol struct {
	Module  string `json:"module"`
	Version string `json:"version"`
	Package string `json:"package"`
	Name    string `json:"name"`
	Kind    string `json:"kind"`
}

// cgoPackage is what C's names are members of.
const cgoPackage = "C"

func packageSymbol(unit *load.Unit) *Symbol {
	module, version := unit.Module.Named()
	if unit.Standard {
		module, version = "", ""
	}
	return &Symbol{module, version, unit.ImportPath(), "", "module"}
}

// symbol names an object that the unit declares.
func (c *Checker) symbol(unit *load.Unit, obj types.Object) *Symbol {
	symbol := packageSymbol(unit)
	symbol.Name, symbol.Kind = c.members.name(obj), kind(obj)
	if symbol.Package == cgoPackage {
		symbol.Name = generated.ReplaceAllString(symbol.Name, "")
	}
	return symbol
}

// generated is what cgo puts before a name of C.
var generated = regexp.MustCompile(`^_C(func|2func|type|iconst|fconst|sconst|var|macro|fpvar_fp)_`)

func kind(obj types.Object) string {
	switch obj := obj.(type) {
	case *types.Func:
		switch receiver := obj.Signature().Recv(); {
		case receiver == nil:
			return "function"
		case isUnnamed(receiver.Type()):
			return "field" // a method of an interface that has no name
		}
		return "method"
	case *types.TypeName:
		return typeKind(obj.Type())
	case *types.Const:
		return "constant"
	case *types.Var:
		if obj.IsField() {
			return "field"
		}
	case *types.Builtin:
		return "function"
	}
	return "variable"
}

func isUnnamed(t types.Type) bool {
	_, named := receiverName(t)
	return !named
}

func typeKind(t types.Type) string {
	switch t.Underlying().(type) {
	case *types.Struct:
		return "struct"
	case *types.Interface:
		return "interface"
	}
	return "typedef"
}

// receiverName is the name of the type that declares a method.
func receiverName(t types.Type) (string, bool) {
	t = types.Unalias(t)
	if pointer, ok := t.(*types.Pointer); ok {
		t = types.Unalias(pointer.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name(), true
	}
	return "", false
}

// members knows in which declaration the fields of a package stand. go/types tells of a field no more than its place.
type members struct {
	mu     sync.Mutex
	places map[*types.Package]places
}

// name is the object's name with the declaration that it is a member of: `F`, `T.M`, `T.field.field`.
func (m *members) name(obj types.Object) string {
	if function, ok := obj.(*types.Func); ok {
		receiver := function.Signature().Recv()
		if receiver == nil {
			return obj.Name()
		}
		if owner, named := receiverName(receiver.Type()); named {
			return owner + "." + obj.Name()
		}
	} else if field, ok := obj.(*types.Var); !ok || !field.IsField() {
		return obj.Name()
	}
	if found, known := m.of(obj.Pkg())[obj.Pos()]; known {
		return found.name
	}
	return obj.Name()
}

func (m *members) of(pkg *types.Package) places {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := m.places[pkg]
	if found == nil {
		found = declared(pkg)
		if m.places == nil {
			m.places = map[*types.Package]places{}
		}
		m.places[pkg] = found
	}
	return found
}

// forget lets go of a package's names.
func (m *members) forget(pkg *types.Package) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.places, pkg)
}

// places are the fields of a package, and the methods of its interfaces that have no name, by where they stand.
type places map[token.Pos]member

type member struct {
	from token.Pos // of the declaration that the name starts with
	name string
}

func declared(pkg *types.Package) places {
	found := places{}
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		found.object(scope.Lookup(name))
	}
	return found
}

func (p places) object(obj types.Object) {
	name, from := obj.Name(), obj.Pos()
	if _, ok := obj.(*types.TypeName); !ok {
		p.inside(from, name, obj.Type())
		return
	}
	switch t := obj.Type().(type) {
	case *types.Alias:
		p.inside(from, name, t.Rhs())
	case *types.Named:
		p.inside(from, name, t.Underlying())
		for method := range t.Methods() {
			p.inside(method.Pos(), name+"."+method.Name(), method.Signature())
		}
	}
}

// inside names what a type literal holds. A type that is named elsewhere ends it, so it ends.
func (p places) inside(from token.Pos, name string, t types.Type) {
	switch t := t.(type) {
	case *types.Struct:
		for field := range t.Fields() {
			p.member(from, name, field)
		}
	case *types.Interface:
		for method := range t.ExplicitMethods() {
			p.member(from, name, method)
		}
	case *types.Signature:
		p.inside(from, name, t.Params())
		p.inside(from, name, t.Results())
	case *types.Tuple:
		for variable := range t.Variables() {
			p.inside(from, name, variable.Type())
		}
	case *types.Map:
		p.inside(from, name, t.Key())
		p.inside(from, name, t.Elem())
	case interface{ Elem() types.Type }:
		p.inside(from, name, t.Elem())
	}
}

// member names a field or method. With `type A B` both hold B's: they stand in the declaration that starts nearest
// before them.
func (p places) member(from token.Pos, owner string, obj types.Object) {
	if known, taken := p[obj.Pos()]; from > obj.Pos() || taken && known.from >= from {
		return
	}
	name := owner + "." + obj.Name()
	p[obj.Pos()] = member{from, name}
	p.inside(from, name, obj.Type())
}
