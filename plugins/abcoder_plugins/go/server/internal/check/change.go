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
	next := New(c.workspace, c.files, c.utf16)
	next.keeps, next.library = true, c.library
	seen := c.effects(paths)
	c.readings.copyTo(&next.readings, seen)
	c.mu.Lock()
	defer c.mu.Unlock()
	live := c.stillImported(next, seen)
	if c.loaded.Load() > growth*live+slack {
		clear(next.imported)
		return next
	}
	next.set, next.loaded = c.set, c.loaded
	c.sources.copyTo(&next.sources)
	c.stillChecked(next, seen)
	c.faces.copyTo(next.faces, next.workspace, seen)
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
func (c *Checker) stillImported(next *Checker, seen *effects) (size int64) {
	known := map[*load.Unit]bool{}
	var stays func(*load.Unit) bool
	stays = func(unit *load.Unit) bool {
		if stay, visited := known[unit]; visited {
			return stay
		}
		found := c.imported[unit.Number()]
		stay := found != nil && isDone(found.done) && found.pkg != nil && !seen.moves[unit.Number()]
		for _, below := range unit.Imports {
			stay = stay && stays(below)
		}
		known[unit] = stay
		if stay {
			next.imported[unit.Number()] = found
			size += found.size
		}
		return stay
	}
	for _, unit := range c.workspace.Units {
		stays(unit)
	}
	return size
}

func isDone(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// stillChecked takes over the packages that were checked whole.
func (c *Checker) stillChecked(next *Checker, seen *effects) {
	for unit, found := range c.packages {
		number := unit.Number()
		if isDone(found.done) && found.err == nil && !seen.holds[number] && !seen.moves[number] {
			next.packages[unit] = found
		}
	}
}

// copyTo takes over the interfaces whose places and methods are the same.
func (i *interfaces) copyTo(next *interfaces, workspace *load.Workspace, seen *effects) {
	goes := func(unit *load.Unit, _ []face) bool { return seen.stands[unit.Number()] || seen.changes[unit.Number()] }
	i.mu.Lock()
	defer i.mu.Unlock()
	maps.Copy(next.imports, i.imports)
	maps.DeleteFunc(next.imports, goes)
	maps.Copy(next.own, i.own)
	maps.DeleteFunc(next.own, goes)
	for request, found := range i.builds {
		if found.isFound.Load() {
			next.builds[request] = found
		}
	}
	for _, unit := range workspace.Units {
		if goes(unit, nil) {
			delete(next.builds, unit.Request)
		}
	}
}

func (s *sources) copyTo(next *sources) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	next.byPath = maps.Clone(s.byPath)
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

// Keep lets go of nothing from now on. To be called before anything is asked.
func (c *Checker) Keep() { c.keeps = true }
