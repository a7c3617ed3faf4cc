package check

import (
	"context"
	"sort"

	"uniast-go/internal/load"
	"uniast-go/internal/text"
)

// Position is a line and a character, as requests carry them.
type Position [2]int

// Answer is what is known of several positions: for each the indexes of its locations.
type Answer struct {
	Targets   [][]int    `json:"targets"`
	Locations []Location `json:"locations"`

	indexes map[place]int
}

// place tells locations apart.
type place struct {
	uri  string
	span Range
}

func newAnswer(positions int) *Answer {
	answer := &Answer{make([][]int, positions), []Location{}, map[place]int{}}
	for i := range answer.Targets {
		answer.Targets[i] = []int{}
	}
	return answer
}

// add gives a position one more location.
func (a *Answer) add(position int, location Location) {
	key := place{location.URI, location.Range}
	index, known := a.indexes[key]
	if !known {
		index = len(a.Locations)
		a.indexes[key] = index
		a.Locations = append(a.Locations, location)
	}
	a.Targets[position] = append(a.Targets[position], index)
}

// offsets gives the byte offset of each position, -1 for one that the file does not have.
func (f *File) offsets(positions []Position) []int32 {
	offsets := make([]int32, len(positions))
	for i, position := range positions {
		offsets[i] = -1
		if f == nil {
			continue
		}
		if offset, ok := f.lines.Offset(text.Position{Line: position[0], Character: position[1]}); ok {
			offsets[i] = int32(offset)
		}
	}
	return offsets
}

// location gives the index of the declaration of the name at an offset, or that ends there; -1 for none.
func (f *File) location(offset int32) int32 {
	after := sort.Search(len(f.names), func(i int) bool { return f.names[i].start > offset })
	if after > 0 && offset <= f.names[after-1].end {
		return f.names[after-1].location
	}
	return -1
}

// imported gives the unit whose import path holds the offset; nil for none.
func (f *File) imported(offset int32) *load.Unit {
	for _, path := range f.imports {
		if path.start <= offset && offset <= path.end {
			return path.unit
		}
	}
	return nil
}

// Definitions gives for each position of a file where what is named there is declared.
func (c *Checker) Definitions(ctx context.Context, path string, positions []Position) (*Answer, error) {
	pkg, file, err := c.file(ctx, path, true)
	answer := newAnswer(len(positions))
	if err != nil || file == nil {
		return answer, err
	}
	for i, offset := range file.offsets(positions) {
		for _, location := range c.declared(pkg, file, offset) {
			answer.add(i, location)
		}
	}
	unit, _ := c.workspace.Find(path)
	c.spend(unit, pkg, file)
	return answer, nil
}

func (c *Checker) declared(pkg *Package, file *File, offset int32) []Location {
	if offset < 0 {
		return nil
	}
	if unit := file.imported(offset); unit != nil {
		return c.clauses(unit)
	}
	if index := file.location(offset); index >= 0 {
		return pkg.locations[index : index+1]
	}
	return nil
}

// file gives what is known of a file, nil where no build takes it; names says whether its names are wanted.
func (c *Checker) file(ctx context.Context, path string, names bool) (*Package, *File, error) {
	unit, path := c.workspace.Find(path)
	if unit == nil {
		return nil, nil, nil
	}
	pkg, err := c.Package(ctx, unit, names)
	if err != nil {
		return nil, nil, err
	}
	return pkg, pkg.files[path], nil
}
