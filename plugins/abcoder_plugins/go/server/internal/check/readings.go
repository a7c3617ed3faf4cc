package check

import "sync"

// readings are what the files of the workspace said when they were read for importers: what is kept of a check is of
// these texts. A file that was read with two texts says nothing that is equal to anything.
type readings struct {
	mu     sync.Mutex
	prints map[string]print
}

func (r *readings) declares(path string, read print) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.prints == nil {
		r.prints = map[string]print{}
	}
	if known, seen := r.prints[path]; seen && known != read {
		read = print{}
	}
	r.prints[path] = read
}

// of gives what a file said; nothing, equal to no text, where it was not read or with two texts.
func (r *readings) of(path string) print {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.prints[path]
}
