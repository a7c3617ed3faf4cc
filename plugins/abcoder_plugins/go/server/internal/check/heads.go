package check

import (
	"go/ast"
	"go/parser"
	"go/token"

	"uniast-go/internal/load"
)

// Lists reports whether the packages may be others since these files have new texts.
func (c *Checker) Lists(paths []string) bool {
	for _, path := range paths {
		if load.Lists(path) {
			return true
		}
		if load.IsSource(path) {
			before := c.workspace.HeadOf(path)
			content, syntax, err := c.read(path)
			if before == "" || syntax == nil || before != load.Head(path, content, syntax, err) {
				return true
			}
		}
	}
	return false
}

// ReadHeads notes the heads of the sources that were not read yet, so that their first change need not list anew.
func (c *Checker) ReadHeads() {
	for _, root := range c.workspace.Roots() {
		for _, path := range root.Files {
			if c.workspace.HeadOf(path) != "" {
				continue
			}
			if content, syntax, err := c.read(path); syntax != nil {
				c.noteHead(path, content, syntax, err)
			}
		}
	}
}

func (c *Checker) read(path string) ([]byte, *ast.File, error) {
	content, err := c.files.Read(path)
	if err != nil {
		return nil, nil, err
	}
	syntax, err := parser.ParseFile(token.NewFileSet(), path, content, parser.SkipObjectResolution|parser.AllErrors)
	return content, syntax, err
}

func (c *Checker) noteHead(path string, content []byte, syntax *ast.File, err error) {
	if written, known := c.files.Written(path, content); known {
		c.workspace.NoteHead(path, load.Head(path, content, syntax, err), written)
	}
}
