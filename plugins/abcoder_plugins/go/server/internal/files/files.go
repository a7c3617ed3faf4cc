// Package files reads sources as the build and the client see them: the text of an open document, else what the go
// command's -overlay shows in the file's place, else the disk.
package files

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"uniast-go/internal/text"
)

// Files is where sources are read from; it may be used by several goroutines.
type Files struct {
	overlay map[string]string

	mu   sync.RWMutex
	open map[string][]byte
}

// New reads through the overlay that these flags of the go command name. Its error leaves a usable value without one.
func New(flags []string) (*Files, error) {
	files := &Files{open: map[string][]byte{}}
	var err error
	for _, flag := range flags {
		if path, found := strings.CutPrefix(strings.TrimLeft(flag, "-"), "overlay="); found {
			files.overlay, err = readOverlay(path)
		}
	}
	return files, err
}

func readOverlay(path string) (map[string]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var overlay struct{ Replace map[string]string }
	if err := json.Unmarshal(data, &overlay); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return overlay.Replace, nil
}

// Open shows a document's text in the file's place.
func (f *Files) Open(path, content string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open[path] = []byte(content)
}

// Close shows the file again.
func (f *Files) Close(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.open, path)
}

// Read gives the text of a file, well-formed (see text.Decode).
func (f *Files) Read(path string) ([]byte, error) {
	f.mu.RLock()
	content, isOpen := f.open[path]
	f.mu.RUnlock()
	if isOpen {
		return content, nil
	}
	place, replaced := f.overlay[path]
	if !replaced {
		place = path
	} else if place == "" {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	data, err := os.ReadFile(place)
	return text.Decode(data), err
}

// Written is when a file was last written; false where its text on the disk is not this one.
func (f *Files) Written(path string, content []byte) (time.Time, bool) {
	f.mu.RLock()
	_, isOpen := f.open[path]
	f.mu.RUnlock()
	if place, replaced := f.overlay[path]; replaced {
		path = place
	}
	status, err := os.Stat(path)
	if err != nil {
		return time.Time{}, false
	}
	if isOpen {
		data, err := os.ReadFile(path)
		return status.ModTime(), err == nil && bytes.Equal(text.Decode(data), content)
	}
	return status.ModTime(), true
}

// Path is the file that a URI names; an error where it names none.
func Path(uri string) (string, error) {
	parsed, err := url.Parse(uri)
	if err != nil {
		return "", err
	}
	if parsed.Scheme != "file" {
		return "", fmt.Errorf("%s: not a file", uri)
	}
	return filepath.Clean(parsed.Path), nil
}

// URI names a file.
func URI(path string) string {
	return (&url.URL{Scheme: "file", Path: path}).String()
}
