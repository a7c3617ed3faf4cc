package server

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"uniast-go/internal/check"
	"uniast-go/internal/files"
	"uniast-go/internal/text"
)

// client speaks to a server of its own about a folder of its own.
type client struct {
	t      *testing.T
	folder string
	in     io.WriteCloser
	out    *bufio.Reader
	served chan error
	next   int
}

// reply is a response as it came.
type reply struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// start serves a folder with these files, `path: text`.
func start(t *testing.T, tree map[string]string) *client {
	t.Helper()
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOTOOLCHAIN", "local")
	t.Setenv("GOFLAGS", "")
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range tree {
		path = filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return connect(t, folder)
}

func connect(t *testing.T, folder string) *client {
	t.Helper()
	in, write := io.Pipe()
	read, out := io.Pipe()
	c := &client{t, folder, write, bufio.NewReader(read), make(chan error, 1), 0}
	go func() {
		err := New("test", out).Serve(in)
		_ = out.Close()
		c.served <- err
	}()
	t.Cleanup(func() { _ = write.Close(); _ = read.Close() })
	return c
}

func (c *client) send(message map[string]any) {
	c.t.Helper()
	message["jsonrpc"] = "2.0"
	body, err := json.Marshal(message)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) post(method string, params any) int {
	c.t.Helper()
	c.next++
	c.send(map[string]any{"id": c.next, "method": method, "params": params})
	return c.next
}

func (c *client) receive() reply {
	c.t.Helper()
	header, err := textproto.NewReader(c.out).ReadMIMEHeader()
	if err != nil {
		c.t.Fatal(err)
	}
	length, _ := strconv.Atoi(header.Get("Content-Length"))
	body := make([]byte, length)
	if _, err := io.ReadFull(c.out, body); err != nil {
		c.t.Fatal(err)
	}
	var found reply
	if err := json.Unmarshal(body, &found); err != nil {
		c.t.Fatalf("%s: %v", body, err)
	}
	return found
}

// ask sends a request and reads its result.
func (c *client) ask(method string, params, result any) {
	c.t.Helper()
	id := c.post(method, params)
	found := c.receive()
	if found.ID != id || found.Error != nil {
		c.t.Fatalf("%s: id %d for %d, error %v", method, found.ID, id, found.Error)
	}
	if err := json.Unmarshal(found.Result, result); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) initialize(encodings ...string) {
	c.t.Helper()
	var result map[string]any
	c.ask("initialize", map[string]any{
		"workspaceFolders": []any{map[string]any{"uri": files.URI(c.folder), "name": "test"}},
		"capabilities":     map[string]any{"general": map[string]any{"positionEncodings": encodings}},
	}, &result)
}

func (c *client) uri(path string) string { return files.URI(filepath.Join(c.folder, path)) }

func (c *client) text(path string) []byte {
	c.t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		c.t.Fatal(err)
	}
	return text.Decode(content)
}

// at gives the position of the name that a needle ends with: `x.Name` in "a x.Name" stands for Name.
func (c *client) at(path, needle string) check.Position {
	c.t.Helper()
	content := c.text(filepath.Join(c.folder, path))
	offset := strings.Index(string(content), needle)
	if offset < 0 {
		c.t.Fatalf("%s holds no %q", path, needle)
	}
	start := strings.LastIndexFunc(needle, func(r rune) bool { return strings.ContainsRune(" .()[]{}*&\"\n\t<-:", r) }) + 1
	at := text.NewLines(content, true).Position(offset + start)
	return check.Position{at.Line, at.Character}
}

// positions asks about needles of a file and writes each answer as `path:text` or, outside, `package.name kind`.
func (c *client) positions(method, path string, needles ...string) []string {
	c.t.Helper()
	wanted := make([]check.Position, len(needles))
	for i, needle := range needles {
		wanted[i] = c.at(path, needle)
	}
	var answer check.Answer
	c.ask(method, map[string]any{"textDocument": map[string]any{"uri": c.uri(path)}, "positions": wanted}, &answer)
	if len(answer.Targets) != len(needles) {
		c.t.Fatalf("%d answers to %d positions", len(answer.Targets), len(needles))
	}
	found := make([]string, len(needles))
	for i, targets := range answer.Targets {
		var shown []string
		for _, index := range targets {
			shown = append(shown, c.show(answer.Locations[index]))
		}
		found[i] = strings.Join(shown, ", ")
	}
	return found
}

func (c *client) show(at check.Location) string {
	c.t.Helper()
	path, err := files.Path(at.URI)
	if err != nil {
		c.t.Fatal(err)
	}
	content := c.text(path)
	lines := text.NewLines(content, true)
	start, ok := lines.Offset(at.Range.Start)
	end, inside := lines.Offset(at.Range.End)
	if !ok || !inside {
		c.t.Fatalf("%s has no %v", path, at.Range)
	}
	if at.Symbol != nil {
		if got := string(content[start:end]); at.Symbol.Name != "" && !strings.HasSuffix(at.Symbol.Name, got) {
			c.t.Errorf("the range of %s holds %q", at.Symbol.Name, got)
		}
		return strings.TrimSpace(fmt.Sprintf("%s %s.%s %s", at.Symbol.Module, at.Symbol.Package, at.Symbol.Name, at.Symbol.Kind))
	}
	inner, _ := filepath.Rel(c.folder, path)
	return fmt.Sprintf("%s:%d:%s", inner, at.Range.Start.Line+1, content[start:end])
}
