package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// listed is one package as `go list -json` prints it.
type listed struct {
	Dir, ImportPath, Name, ForTest            string
	GoFiles, CgoFiles                         []string
	IgnoredGoFiles, TestGoFiles, XTestGoFiles []string
	Imports                                   []string
	ImportMap                                 map[string]string
	Module                                    *Module
	Standard, DepOnly                         bool
	Error                                     *listError

	at place // where it was listed
}

const fields = "Dir,ImportPath,Name,ForTest,GoFiles,CgoFiles,Imports,ImportMap,Module,Standard,DepOnly,Error"

// isUnnamed tells a folder that was asked for and has no name in its module: the module is called like a package of Go's
// library, or like `C`, `cmd` or `std`, or the folder's own name may stand in no import.
func (p *listed) isUnnamed() bool { return !p.DepOnly && p.Error != nil && p.Dir == "" }

// Module is the module of a package.
type Module struct {
	Path, Version, Dir, GoMod, GoVersion string
	Main                                 bool
	Replace                              *Module
}

// Named gives the path that imports use, with the version that is in use: of a replaced module the replacement's where
// it has one, else the required one. Both are empty for the standard library.
func (m *Module) Named() (path, version string) {
	if m == nil {
		return "", ""
	}
	if m.Replace != nil && m.Replace.Version != "" {
		return m.Path, m.Replace.Version
	}
	return m.Path, m.Version
}

type listError struct {
	ImportStack []string
	Pos, Err    string
}

// runner calls the go command.
type runner struct {
	flags []string
}

// list gives the packages of the patterns and all they need, tests included. Packages come even where it fails.
//
// Plain `go list` and not golang.org/x/tools/go/packages: that asks for compiled files, for which the go command runs
// cgo on the standard library (on a cold machine seconds), and it would be the only dependency. For -e the command
// prints what it can; what it says on stderr is then the reason for what is missing.
func (r runner) list(ctx context.Context, at place, patterns ...string) ([]*listed, error) {
	arguments := append([]string{"list", "-e", "-deps", "-test", "-pgo=off", "-json=" + fields}, r.flags...)
	output, err := r.run(ctx, at, append(append(arguments, "--"), patterns...)...)
	packages, bad := decode(output)
	for _, p := range packages {
		p.at = at
	}
	if err == nil {
		err = bad
	}
	return packages, err
}

func decode(output []byte) ([]*listed, error) {
	var packages []*listed
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		next := new(listed)
		switch err := decoder.Decode(next); {
		case errors.Is(err, io.EOF):
			return packages, nil
		case err != nil:
			return packages, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, next)
	}
}

// compiled gives the Go files that cgo makes for a package, by the file's name. It calls the C compiler.
func (r runner) compiled(ctx context.Context, at place, importPath string) ([]string, error) {
	arguments := append([]string{"list", "-e", "-compiled", "-pgo=off", "-json=CompiledGoFiles,Error"}, r.flags...)
	output, err := r.run(ctx, at, append(arguments, "--", importPath)...)
	if err != nil {
		return nil, err
	}
	var found struct {
		CompiledGoFiles []string
		Error           *listError
	}
	if err := json.Unmarshal(output, &found); err != nil {
		return nil, err
	}
	if found.Error != nil {
		return nil, errors.New(found.Error.Err)
	}
	return found.CompiledGoFiles, nil
}

// place is where the go command runs and what it is told in the environment.
type place struct {
	dir string
	env []string
}

func (r runner) run(ctx context.Context, at place, arguments ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, "go", arguments...)
	command.Dir = at.dir
	command.Env = append(os.Environ(), "PWD="+at.dir)
	command.Env = append(command.Env, at.env...)
	var output, complaints bytes.Buffer
	command.Stdout, command.Stderr = &output, &complaints
	err := command.Run()
	if err != nil && complaints.Len() > 0 {
		err = errors.New(strings.TrimSpace(complaints.String()))
	}
	return output.Bytes(), err
}

// Flags splits GOFLAGS as the go command does: at blanks, with quotes around a whole flag.
func Flags(value string) []string {
	var flags []string
	for value = strings.TrimLeft(value, " \t\r\n"); value != ""; value = strings.TrimLeft(value, " \t\r\n") {
		end, skip := strings.IndexAny(value, " \t\r\n"), 0
		if quote := value[0]; quote == '"' || quote == '\'' {
			value = value[1:]
			end, skip = strings.IndexByte(value, quote), 1
		}
		if end < 0 {
			return append(flags, value)
		}
		flags = append(flags, value[:end])
		value = value[end+skip:]
	}
	return flags
}
