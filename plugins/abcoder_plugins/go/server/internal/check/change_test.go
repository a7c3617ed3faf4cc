package check

import (
	"context"
	"path/filepath"
	"reflect"
	"testing"
)

func TestWhatIsParsedAgainAndAgainDoesNotAddUp(t *testing.T) {
	c, folder := checker(t, map[string]string{
		"a/a.go": "package a\n\nimport \"example.com/m/b\"\n\nvar A = b.B\n", "b/b.go": "package b\n\nvar B = 1\n",
	})
	first := c.After(nil)
	want := definition(t, first, filepath.Join(folder, "a/a.go"))
	kept := first.After(nil)
	if kept.set != first.set || reflect.DeepEqual(kept.imported, New(c.workspace, c.files, false).imported) {
		t.Error("nothing is taken over where nothing changed")
	}
	kept.loaded.Add(2 * slack)
	anew := kept.After(nil)
	if anew.set == kept.set || !reflect.DeepEqual(anew.imported, New(c.workspace, c.files, false).imported) {
		t.Error("all is taken over though far more was parsed than is in use")
	}
	if got := definition(t, anew, filepath.Join(folder, "a/a.go")); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, then %v", want, got)
	}
}

func definition(t *testing.T, c *Checker, path string) []Location {
	t.Helper()
	answer, err := c.Definitions(context.Background(), path, []Position{{4, 10}})
	if err != nil || len(answer.Locations) != 1 {
		t.Fatalf("%v, %v", answer, err)
	}
	return answer.Locations
}
