package files

import (
	"os"
	"path/filepath"
	"testing"
)

func write(t *testing.T, path, content string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenTextThenOverlayThenDisk(t *testing.T) {
	folder := t.TempDir()
	path := write(t, filepath.Join(folder, "a.go"), "disk")
	gone := write(t, filepath.Join(folder, "b.go"), "disk")
	other := write(t, filepath.Join(folder, "other"), "overlaid\xff")
	overlay := write(t, filepath.Join(folder, "overlay.json"), `{"Replace":{"`+path+`":"`+other+`","`+gone+`":""}}`)
	files, err := New([]string{"-tags=x", "-overlay=" + overlay})
	if err != nil {
		t.Fatal(err)
	}
	expect := func(want string) {
		t.Helper()
		if got, err := files.Read(path); err != nil || string(got) != want {
			t.Errorf("Read = %q, %v, want %q", got, err, want)
		}
	}
	expect("overlaid\uFFFD")
	files.Open(path, "open")
	expect("open")
	files.Close(path)
	expect("overlaid\uFFFD")
	if _, err := files.Read(gone); !os.IsNotExist(err) {
		t.Errorf("a file that the overlay deletes gave %v", err)
	}
}

func TestBadOverlayIsTold(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "overlay.json"), "{")
	files, err := New([]string{"-overlay=" + path})
	if err == nil || files == nil {
		t.Errorf("New = %v, %v", files, err)
	}
}

func TestURIs(t *testing.T) {
	for path, uri := range map[string]string{"/a b/ü#1.go": "file:///a%20b/%C3%BC%231.go", "/x/a?b.go": "file:///x/a%3Fb.go"} {
		if got := URI(path); got != uri {
			t.Errorf("URI(%q) = %q", path, got)
		}
		if got, err := Path(uri); err != nil || got != path {
			t.Errorf("Path(%q) = %q, %v", uri, got, err)
		}
	}
	if _, err := Path("untitled:x"); err == nil {
		t.Error("an untitled document has a path")
	}
}
