package load

import (
	"context"
	"encoding/json"
	"go/build"
	"regexp"
	"strings"
)

// Environment is what the go command says of the machine that a build is for.
type Environment struct {
	GOROOT, GOOS, GOARCH string
	Cgo                  bool
	Tags                 []string // of -tags
}

func (r runner) environment(ctx context.Context, goflags string) (Environment, error) {
	output, err := r.run(ctx, place{dir: "/"}, "env", "-json", "GOROOT", "GOOS", "GOARCH", "CGO_ENABLED")
	var told struct {
		GOROOT, GOOS, GOARCH string
		Enabled              string `json:"CGO_ENABLED"`
	}
	if err == nil {
		err = json.Unmarshal(output, &told)
	}
	tags := userTags(append(Flags(goflags), r.flags...))
	return Environment{told.GOROOT, told.GOOS, told.GOARCH, told.Enabled == "1", tags}, err
}

var separators = regexp.MustCompile(`[,\s]+`)

// userTags gives the tags of `-tags=a,b` or `-tags a,b`; the last flag wins.
func userTags(flags []string) []string {
	var tags string
	for i, flag := range flags {
		switch name, value, valued := strings.Cut(strings.TrimLeft(flag, "-"), "="); {
		case name != "tags" || !strings.HasPrefix(flag, "-"):
		case valued:
			tags = value
		case i+1 < len(flags):
			tags = flags[i+1]
		}
	}
	return strings.FieldsFunc(separators.ReplaceAllString(tags, " "), func(r rune) bool { return r == ' ' })
}

// context gives the rules of go/build for this machine.
func (e Environment) context() build.Context {
	rules := build.Default
	rules.GOOS, rules.GOARCH, rules.CgoEnabled = e.GOOS, e.GOARCH, e.Cgo
	rules.BuildTags = e.Tags
	return rules
}
