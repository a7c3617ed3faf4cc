package load

import (
	"maps"
	"reflect"
	"slices"
)

// Same gives the units that are what they were in an earlier workspace, with all below them, and which those were.
func (w *Workspace) Same(before *Workspace) map[*Unit]*Unit {
	if !reflect.DeepEqual(w.Environment, before.Environment) || !slices.Equal(w.Folders, before.Folders) {
		return nil
	}
	s := sameness{map[unitKey]*Unit{}, map[*Unit]*Unit{}}
	for _, unit := range before.Units {
		s.before[unitKey{unit.ID, unit.Request}] = unit
	}
	for _, unit := range w.Units {
		s.of(unit)
	}
	maps.DeleteFunc(s.same, func(_, old *Unit) bool { return old == nil })
	return s.same
}

// unitKey tells the units of a workspace apart.
type unitKey struct {
	id      string
	request int
}

type sameness struct {
	before map[unitKey]*Unit
	same   map[*Unit]*Unit // nil for a unit that is another
}

func (s *sameness) of(unit *Unit) *Unit {
	found, known := s.same[unit]
	if known {
		return found
	}
	old := s.before[unitKey{unit.ID, unit.Request}]
	if old != nil && unit.looksLike(old) && s.importsSame(unit, old) {
		found = old
	}
	s.same[unit] = found
	return found
}

func (s *sameness) importsSame(unit, old *Unit) bool {
	if len(unit.Imports) != len(old.Imports) {
		return false
	}
	for path, below := range unit.Imports {
		if found := s.of(below); found == nil || found != old.Imports[path] {
			return false
		}
	}
	return true
}

// looksLike compares all but imports and numbers.
func (u *Unit) looksLike(old *Unit) bool {
	one, other := *u, *old
	for _, each := range []*Unit{&one, &other} {
		each.Imports, each.needs, each.number = nil, nil, 0
	}
	return reflect.DeepEqual(one, other)
}
