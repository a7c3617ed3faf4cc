package check

import (
	"go/parser"
	"go/token"

	"uniast-go/internal/files"
	"uniast-go/internal/load"
	"uniast-go/internal/text"
)

// clauses gives the name in the package clause of each file of a package.
func (c *Checker) clauses(unit *load.Unit) []Location {
	var found []Location
	for _, path := range unit.Files {
		content, err := c.files.Read(path)
		if err != nil {
			continue
		}
		file, _ := parser.ParseFile(token.NewFileSet(), path, content, parser.PackageClauseOnly)
		if file == nil || !file.Name.Pos().IsValid() {
			continue
		}
		start := int(file.Name.Pos() - file.FileStart)
		lines := text.NewLines(content, c.utf16)
		place := Location{
			URI:   files.URI(path),
			Range: Range{lines.Position(start), lines.Position(start + len(file.Name.Name))},
		}
		if c.isOutside(path) {
			place.Symbol = packageSymbol(unit)
		}
		found = append(found, place)
	}
	return found
}
