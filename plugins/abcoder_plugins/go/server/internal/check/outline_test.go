package check

import "testing"

func TestOutline(t *testing.T) {
	for _, each := range []struct {
		name, one, other string
		isSame           bool
	}{
		{"a body", "package p\n\nfunc f() int { return 1 }\n", "package p\n\nfunc f() int {\n\tx := 1\n\treturn x\n}\n", true},
		{"a method's body", "func (t T) m() {\n}\n\ntype T int", "func (t T) m() {\n\t// }\n\tg(\"}\")\n}\n\ntype T int", true},
		{"a comment", "// One.\ntype T int\n", "// Two\n// lines.\ntype T int\n", true},
		{"blanks", "var a, b =  1,\t2\n\n\nvar c int", "var a, b = 1, 2\nvar c int", true},
		{"a result", "func f() int { return 1 }", "func f() any { return 1 }", false},
		{"a literal's body", "var f = func() { a() }", "var f = func() { b() }", false},
		{"a value", "const c = 1", "const c = 2", false},
		{"a blank in a string", "const c = \"a b\"", "const c = \"a  b\"", false},
		{"a comment in a string", "const c = `a // b`", "const c = `a // c`", false},
		{"a string without an end", "const c = \"a \nvar d int", "const c = \"a\nvar d int", false},
		{"a line break", "var a = b\n-c", "var a = b -c", false},
		{"a line break in a comment", "var a = b /* \n */ -c", "var a = b /* */ -c", false},
		{"a blank between names", "type a b", "type ab", false},
		{"a comment between names", "type a/**/b", "type ab", false},
		{"a tag", "type T struct { A int `a` }", "type T struct { A int `b` }", false},
	} {
		if got := string(outline([]byte(each.one))) == string(outline([]byte(each.other))); got != each.isSame {
			t.Errorf("%s: %q and %q", each.name, outline([]byte(each.one)), outline([]byte(each.other)))
		}
	}
}

func TestAPrintTellsWherePlacesMove(t *testing.T) {
	of := func(content string) print { return printOf([]byte(content), stripBodies([]byte(content)), true) }
	whole := of("func f() { a() }\nvar b int")
	if whole != of("func f() { c() }\nvar b int") {
		t.Error("a body of the same length moves nothing")
	}
	if longer := of("func f() { a(1) }\nvar b int"); longer.declared != whole.declared || longer.placed == whole.placed {
		t.Error("a longer body moves what is behind it")
	}
	if one, other := of("func f() { \"ab\" }; var b int"), of("func f() { \"ü\" }; var b int"); one.placed == other.placed {
		t.Error("as many bytes are other columns")
	}
}
