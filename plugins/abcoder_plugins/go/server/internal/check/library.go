package check

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"sync"

	"uniast-go/internal/files"
	"uniast-go/internal/text"
)

// library is where the language's own names are documented: the packages builtin and unsafe of the Go root.
type library struct {
	root  string
	once  sync.Once
	names map[string]Location // by package and name, `builtin.len`
}

// builtin gives the place of what the language or package unsafe declares; false where the Go root has none.
func (l *library) builtin(obj types.Object) (Location, bool) {
	l.once.Do(l.read)
	name := "builtin." + obj.Name()
	if obj.Pkg() == types.Unsafe {
		name = "unsafe." + obj.Name()
	} else if obj.Name() == "Error" {
		name = "builtin.error.Error"
	}
	found, known := l.names[name]
	return found, known
}

func (l *library) read() {
	l.names = map[string]Location{}
	for _, name := range []string{"builtin", "unsafe"} {
		l.readFile(name, filepath.Join(l.root, "src", name, name+".go"))
	}
}

func (l *library) readFile(pkg, path string) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	note := func(name, kind string, identifier *ast.Ident) {
		at := set.PositionFor(identifier.Pos(), false)
		start := text.Position{Line: at.Line - 1, Character: at.Column - 1}
		end := text.Position{Line: start.Line, Character: start.Character + len(identifier.Name)}
		symbol := &Symbol{Package: pkg, Name: name, Kind: kind}
		l.names[pkg+"."+name] = Location{files.URI(path), Range{start, end}, symbol}
	}
	for _, declaration := range file.Decls {
		switch declaration := declaration.(type) {
		case *ast.FuncDecl:
			note(declaration.Name.Name, "function", declaration.Name)
		case *ast.GenDecl:
			for _, spec := range declaration.Specs {
				noteSpec(declaration.Tok, spec, note)
			}
		}
	}
}

func noteSpec(keyword token.Token, spec ast.Spec, note func(name, kind string, identifier *ast.Ident)) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		kind := map[token.Token]string{token.CONST: "constant", token.VAR: "variable"}[keyword]
		for _, name := range spec.Names {
			note(name.Name, kind, name)
		}
	case *ast.TypeSpec:
		face, isInterface := spec.Type.(*ast.InterfaceType)
		if !isInterface {
			note(spec.Name.Name, "typedef", spec.Name)
			return
		}
		note(spec.Name.Name, "interface", spec.Name)
		for _, field := range face.Methods.List {
			for _, name := range field.Names {
				note(spec.Name.Name+"."+name.Name, "method", name)
			}
		}
	}
}
