package check

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// shape is a type without the identity that go/types gives it, so that what two checks made of one declaration is
// equal, in any set of packages. Aliases are what they stand for.
type shape struct {
	what  string // a constructor or the full name of a type; for a type parameter its name
	parts []*shape
	open  bool // a type parameter
}

// method is one method of a type or interface.
type method struct {
	id string // with the package's path where the name is not exported
	*signature
}

// signature is a method's type.
type signature struct {
	key   string // equal keys are identical types
	shape *shape
	open  bool // has it type parameters?
}

// signatures holds each distinct signature once.
type signatures struct {
	mu    sync.Mutex
	byKey map[string]*signature
}

func (s *signatures) of(t *types.Signature) *signature {
	made := shapeOf(t)
	key := made.key()
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.byKey[key]
	if found == nil {
		if s.byKey == nil {
			s.byKey = map[string]*signature{}
		}
		found = &signature{key, made, made.isOpen()}
		s.byKey[key] = found
	}
	return found
}

// methods gives the methods of a type, for one that is no interface those of a pointer to it: all that a value or its
// pointer has, promoted ones too, by id.
func (s *signatures) methods(t types.Type) []method {
	if _, ok := t.Underlying().(*types.Interface); !ok {
		t = types.NewPointer(t)
	}
	set := types.NewMethodSet(t)
	found := make([]method, 0, set.Len())
	for selection := range set.Methods() {
		if function, ok := selection.Obj().(*types.Func); ok {
			found = append(found, method{function.Id(), s.of(function.Signature())})
		}
	}
	slices.SortFunc(found, func(a, b method) int { return strings.Compare(a.id, b.id) })
	return found
}

// satisfies reports whether methods hold those of an interface; both are sorted. Where type parameters are on either
// side, some types in their place must make the signatures equal, for each method by itself.
func satisfies(has, wants []method) bool {
	at := 0
	for _, wanted := range wants {
		for at < len(has) && has[at].id < wanted.id {
			at++
		}
		if at == len(has) || has[at].id != wanted.id || !has[at].matches(wanted.signature) {
			return false
		}
	}
	return true
}

func (s *signature) matches(wanted *signature) bool {
	if s == wanted || !s.open && !wanted.open {
		return s == wanted || s.key == wanted.key
	}
	return unifier{}.unify(s.shape.on("<"), wanted.shape.on(">"))
}

// on gives the shape with its type parameters told from the other side's.
func (s *shape) on(side string) *shape {
	marked := &shape{what: s.what, open: s.open}
	if s.open {
		marked.what = side + s.what
	}
	for _, part := range s.parts {
		marked.parts = append(marked.parts, part.on(side))
	}
	return marked
}

func (s *shape) isOpen() bool {
	return s.open || slices.ContainsFunc(s.parts, (*shape).isOpen)
}

// key writes a shape so that equal keys are equal shapes.
func (s *shape) key() string {
	var out strings.Builder
	s.write(&out)
	return out.String()
}

func (s *shape) write(out *strings.Builder) {
	out.WriteString(s.what)
	if len(s.parts) == 0 {
		return
	}
	out.WriteByte('(')
	for i, part := range s.parts {
		if i > 0 {
			out.WriteByte(',')
		}
		part.write(out)
	}
	out.WriteByte(')')
}

func shapeOf(t types.Type) *shape {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return &shape{what: types.Typ[t.Kind()].String()}
	case *types.Named:
		return namedShape(t)
	case *types.TypeParam:
		return &shape{what: t.Obj().Name() + strconv.Itoa(t.Index()), open: true}
	case *types.Pointer:
		return wrapped("*", t.Elem())
	case *types.Slice:
		return wrapped("[]", t.Elem())
	case *types.Array:
		return wrapped(fmt.Sprintf("[%d]", t.Len()), t.Elem())
	case *types.Chan:
		return wrapped(fmt.Sprintf("chan%d", t.Dir()), t.Elem())
	case *types.Map:
		return wrapped("map", t.Key(), t.Elem())
	case *types.Tuple:
		parts := make([]types.Type, t.Len())
		for i := range parts {
			parts[i] = t.At(i).Type()
		}
		return wrapped("", parts...)
	case *types.Signature:
		return wrapped("func"+variadic(t), t.Params(), t.Results())
	case *types.Struct:
		return structShape(t)
	case *types.Interface:
		return interfaceShape(t)
	}
	return &shape{what: t.String()}
}

func wrapped(what string, inside ...types.Type) *shape {
	made := &shape{what: what, parts: make([]*shape, len(inside))}
	for i, part := range inside {
		made.parts[i] = shapeOf(part)
	}
	return made
}

func variadic(t *types.Signature) string {
	if t.Variadic() {
		return "..."
	}
	return ""
}

func namedShape(t *types.Named) *shape {
	made := &shape{what: t.Obj().Name()}
	if t.Obj().Pkg() != nil {
		made.what = t.Obj().Pkg().Path() + "." + made.what
	}
	for argument := range t.TypeArgs().Types() {
		made.parts = append(made.parts, shapeOf(argument))
	}
	return made
}

func structShape(t *types.Struct) *shape {
	made := &shape{what: "struct"}
	for i := range t.NumFields() {
		field := t.Field(i)
		inside := wrapped(fmt.Sprintf("%s %v %q", field.Id(), field.Embedded(), t.Tag(i)), field.Type())
		made.parts = append(made.parts, inside)
	}
	return made
}

// interfaceShape writes the methods of a literal; one that holds itself through a name ends at the name.
func interfaceShape(t *types.Interface) *shape {
	made := &shape{what: "interface"}
	if !t.IsMethodSet() {
		made.what += t.String()
	}
	for function := range t.Methods() {
		made.parts = append(made.parts, wrapped(function.Id(), function.Signature()))
	}
	slices.SortFunc(made.parts, func(a, b *shape) int { return strings.Compare(a.what, b.what) })
	return made
}

// unifier holds what type parameters stand for.
type unifier map[string]*shape

func (u unifier) unify(a, b *shape) bool {
	a, b = u.resolve(a), u.resolve(b)
	switch {
	case a.open && b.open && a.what == b.what:
		return true
	case a.open:
		return u.bind(a, b)
	case b.open:
		return u.bind(b, a)
	case a.what != b.what || len(a.parts) != len(b.parts):
		return false
	}
	for i := range a.parts {
		if !u.unify(a.parts[i], b.parts[i]) {
			return false
		}
	}
	return true
}

func (u unifier) resolve(s *shape) *shape {
	for s.open && u[s.what] != nil {
		s = u[s.what]
	}
	return s
}

// bind makes a parameter stand for a shape, unless the shape holds it.
func (u unifier) bind(parameter, s *shape) bool {
	if u.holds(s, parameter.what) {
		return false
	}
	u[parameter.what] = s
	return true
}

func (u unifier) holds(s *shape, parameter string) bool {
	s = u.resolve(s)
	if s.open && s.what == parameter {
		return true
	}
	return slices.ContainsFunc(s.parts, func(part *shape) bool { return u.holds(part, parameter) })
}
