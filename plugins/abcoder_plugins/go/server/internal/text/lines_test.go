package text

import "testing"

func TestPositionsFollowTheProtocol(t *testing.T) {
	content := "a\r\nb\rc\nπ𝄞x"
	for _, test := range []struct {
		offset int
		utf16  bool
		want   Position
	}{
		{0, false, Position{0, 0}},
		{3, false, Position{1, 0}},
		{5, false, Position{2, 0}},
		{7, false, Position{3, 0}},
		{13, false, Position{3, 6}},
		{13, true, Position{3, 3}},
		{14, true, Position{3, 4}},
	} {
		lines := NewLines([]byte(content), test.utf16)
		if got := lines.Position(test.offset); got != test.want {
			t.Errorf("Position(%d) = %v, want %v", test.offset, got, test.want)
		}
		if got, ok := lines.Offset(test.want); !ok || got != test.offset {
			t.Errorf("Offset(%v) = %d, %v, want %d", test.want, got, ok, test.offset)
		}
	}
}

func TestPositionsOutsideHaveNoOffset(t *testing.T) {
	lines := NewLines([]byte("ab\ncd"), true)
	for _, p := range []Position{{-1, 0}, {2, 0}, {0, -1}, {1, 3}} {
		if got, ok := lines.Offset(p); ok {
			t.Errorf("Offset(%v) = %d", p, got)
		}
	}
}

func TestPlain(t *testing.T) {
	for content, want := range map[string][2]bool{
		"a\r\nb\n": {true, true}, "a\rb": {false, false}, "a\r": {false, false}, "π": {true, false}, "": {true, true},
	} {
		if got := [2]bool{Plain([]byte(content), false), Plain([]byte(content), true)}; got != want {
			t.Errorf("Plain(%q) = %v, want %v", content, got, want)
		}
	}
}

func TestDecodeReplacesMaximalSubparts(t *testing.T) {
	for data, want := range map[string]string{
		"ok π":                     "ok π",
		"a\xffb":                   "a\uFFFDb",
		"\xe2\x82x":                "\uFFFDx",
		"\xf0\x9d\x84":             "\uFFFD",
		"\xed\xa0\x80":             "\uFFFD\uFFFD\uFFFD",
		"\xf0\x9d\x84\xff":         "\uFFFD\uFFFD",
		"\xc3(":                    "\uFFFD(",
		"\xe0\x80\xaf\xf4\x90\x80": "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD",
	} {
		if got := string(Decode([]byte(data))); got != want {
			t.Errorf("Decode(%q) = %q, want %q", data, got, want)
		}
	}
}
