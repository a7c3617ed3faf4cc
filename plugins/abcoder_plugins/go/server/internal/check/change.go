package check

import (
	"maps"

	"uniast-go/internal/load"
)

const (
	growth = 4
	slack  = 64 << 20
)

// After gives a checker of the state in which these files (absolute paths) have new texts and the packages are as they
// were. It takes over what is checked and can see none of them, and lets go of nothing from then on: questions will come
// again. c stays as it is for the requests under way, so that nothing of theirs gets into the new state.
//
// A file whose outline is the same declares the same: of what needs it the interfaces stay, and since all that stands
// behind a body that grew has moved, the rest goes. Where no place moved either, that stays too.
//
// Lines of files are never taken back from a token.FileSet. When far more was parsed into it than is still in use, all
// begins anew.
func (c *Checker) After(paths []string) *Checker {
	same := make(map[*load.Unit]*load.Unit, len(c.workspace.Units))
	for _, unit := range c.workspace.Units {
		same[unit] = unit
	}
	return c.follow(c.workspace, same, paths)
}

// AfterListing is After where the packages were listed again.
func (c *Checker) AfterListing(workspace *load.Workspace, paths []string) *Checker {
	return c.follow(workspace, workspace.Same(c.workspace), paths)
}

// follow makes the next checker; same are its units that are what they were, and which those were.
func (c *Checker) follow(workspace *load.Workspace, same map[*load.Unit]*load.Unit, paths []string) *Checker {
	next := New(workspace, c.files, c.utf16)
	next.keeps = true
	if workspace.GOROOT == c.workspace.GOROOT {
		next.library = c.library
	}
	seen := c.effects(paths)
	c.mu.Lock()
	defer c.mu.Unlock()
	live := c.stillImported(next, same, seen)
	if c.loaded.Load() > growth*live+slack {
		clear(next.imported)
		return next
	}
	next.set, next.loaded = c.set, c.loaded
	c.readings.copyTo(&next.readings, seen)
	c.sources.copyTo(&next.sources, workspace)
	c.stillChecked(next, same, seen)
	c.faces.copyTo(next.faces, same, seen)
	if workspace == c.workspace {
		c.faces.copyBuilds(next.faces, workspace, seen)
	}
	return next
}

// effects is what changed files mean for each unit, by its number.
type effects struct {
	prints map[string]print // of the files now, by path; none for one that cannot be read

	holds   []bool // a changed file
	moves   []bool // itself or below it: places in a file that it holds or needs
	stands  []bool // a file in which places moved or declarations changed
	changes []bool // itself or below it: declarations
}

func (c *Checker) effects(paths []string) *effects {
	units := c.workspace.Units
	found := &effects{
		map[string]print{}, make([]bool, len(units)), make([]bool, len(units)), make([]bool, len(units)), make([]bool, len(units)),
	}
	for _, path := range paths {
		before := c.readings.of(path)
		now := c.printNow(path)
		found.prints[path] = now
		for _, unit := range c.workspace.Holders(path) {
			found.holds[unit.Number()] = true
			if before == (print{}) || before.placed != now.placed {
				found.stands[unit.Number()] = true
				above(units, unit, found.moves)
			}
			if before == (print{}) || before.declared != now.declared {
				found.stands[unit.Number()] = true
				above(units, unit, found.changes)
				above(units, unit, found.moves)
			}
		}
	}
	return found
}

// above marks the units that need one, itself among them.
func above(units []*load.Unit, below *load.Unit, marks []bool) {
	for number, unit := range units {
		marks[number] = marks[number] || unit.Needs(below)
	}
}

func (c *Checker) printNow(path string) print {
	content, err := c.files.Read(path)
	if err != nil {
		return print{}
	}
	return printOf(content, stripBodies(content), c.utf16)
}

// stillImported takes over the packages that were checked for importers and gives the size of their files. What is
// taken over imports nothing else: identical types are one.
func (c *Checker) stillImported(next *Checker, same map[*load.Unit]*load.Unit, seen *effects) (size int64) {
	known := map[*load.Unit]bool{}
	var stays func(*load.Unit) bool
	stays = func(unit *load.Unit) bool {
		if stay, visited := known[unit]; visited {
			return stay
		}
		found := c.importedBefore(same[unit], seen)
		stay := found != nil
		for _, below := range unit.Imports {
			stay = stays(below) && stay
		}
		known[unit] = stay
		if stay {
			next.imported[unit.Number()] = found
			size += found.size
		}
		return stay
	}
	for _, unit := range next.workspace.Units {
		stays(unit)
	}
	return size
}

// importedBefore gives what importers see of a unit, nil where that is unknown or has changed.
func (c *Checker) importedBefore(unit *load.Unit, seen *effects) *imported {
	if unit == nil || seen.moves[unit.Number()] {
		return nil
	}
	found := c.imported[unit.Number()]
	if found == nil || !isDone(found.done) || found.pkg == nil {
		return nil
	}
	return found
}

func isDone(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// stillChecked takes over the packages that were checked whole. What cgo makes depends on any file of C.
func (c *Checker) stillChecked(next *Checker, same map[*load.Unit]*load.Unit, seen *effects) {
	for unit, old := range same {
		found, number := c.packages[old], old.Number()
		if found != nil && isDone(found.done) && found.err == nil && len(unit.Cgo) == 0 && !seen.holds[number] && !seen.moves[number] {
			next.packages[unit] = found
		}
	}
}

// copyTo takes over the interfaces whose places and methods are the same.
func (i *interfaces) copyTo(next *interfaces, same map[*load.Unit]*load.Unit, seen *effects) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for unit, old := range same {
		if seen.differs(old) {
			continue
		}
		if found, known := i.imports[old]; known {
			next.imports[unit] = found
		}
		if found, known := i.own[old]; known {
			next.own[unit] = found
		}
	}
}

// copyBuilds takes over the interfaces of whole builds in which no unit differs.
func (i *interfaces) copyBuilds(next *interfaces, workspace *load.Workspace, seen *effects) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for request, found := range i.builds {
		if found.isFound.Load() {
			next.builds[request] = found
		}
	}
	for _, unit := range workspace.Units {
		if seen.differs(unit) {
			delete(next.builds, unit.Request)
		}
	}
}

// differs reports whether a unit's own interfaces may be others, or at other places.
func (e *effects) differs(unit *load.Unit) bool {
	return e.stands[unit.Number()] || e.changes[unit.Number()]
}

// copyTo takes over the files that are in the build now, as those of its units.
func (s *sources) copyTo(next *sources, workspace *load.Workspace) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	next.byPath = make(map[string]*source, len(s.byPath))
	for path, known := range s.byPath {
		if known.unit.ID == "" { // made by cgo
			next.byPath[path] = known
		}
	}
	for _, unit := range workspace.Units {
		for _, path := range unit.Files {
			if known := s.byPath[path]; known != nil && next.byPath[path] == nil {
				next.byPath[path] = &source{path, known.uri, unit, known.lines}
			}
		}
	}
}

// copyTo takes over what was read, of the changed files what they say now: who reads them otherwise reads yet another
// text.
func (r *readings) copyTo(next *readings, seen *effects) {
	r.mu.Lock()
	defer r.mu.Unlock()
	next.prints = maps.Clone(r.prints)
	if next.prints == nil {
		next.prints = map[string]print{}
	}
	maps.Copy(next.prints, seen.prints)
}
