package check

import (
	"context"

	"uniast-go/internal/files"
	"uniast-go/internal/load"
)

// Definition gives where what is named at one position of a file is declared; the file may be asked about again.
func (c *Checker) Definition(ctx context.Context, path string, position Position) ([]Location, error) {
	pkg, file, err := c.file(ctx, path, true)
	if err != nil || file == nil {
		return nil, err
	}
	return c.declared(pkg, file, file.offsets([]Position{position})[0]), nil
}

// References gives the names in the workspace that mean what is named at a position, package by package.
func (c *Checker) References(ctx context.Context, path string, position Position, declaration bool) ([]Location, error) {
	targets, err := c.Definition(ctx, path, position)
	if err != nil || len(targets) != 1 {
		return nil, err
	}
	var found []Location
	for _, root := range c.workspace.Roots() {
		if !mayUse(root, targets[0], c.workspace) {
			continue
		}
		pkg, err := c.Package(ctx, root, true)
		if err != nil {
			return nil, err
		}
		found = append(found, pkg.references(targets[0], declaration)...)
	}
	return found, nil
}

// mayUse tells whether what a unit needs holds the declaration. Where that lies in no package, all may.
func mayUse(root *load.Unit, target Location, workspace *load.Workspace) bool {
	path, err := files.Path(target.URI)
	declaring, _ := workspace.Find(path)
	if err != nil || declaring == nil {
		return true
	}
	for number := range root.Needed {
		if workspace.Units[number].Dir == declaring.Dir {
			return true
		}
	}
	return false
}

func (p *Package) references(target Location, declaration bool) []Location {
	var found []Location
	for _, path := range p.unit.Files {
		file := p.files[path]
		if file == nil {
			continue
		}
		for _, each := range file.names {
			meant := p.locations[each.location]
			if meant.URI != target.URI || meant.Range != target.Range {
				continue
			}
			span := Range{file.lines.Position(int(each.start)), file.lines.Position(int(each.end))}
			here := Location{URI: files.URI(path), Range: span}
			if declaration || here.URI != meant.URI || span != meant.Range {
				found = append(found, here)
			}
		}
	}
	return found
}
