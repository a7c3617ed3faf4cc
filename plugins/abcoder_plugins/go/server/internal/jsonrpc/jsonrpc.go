// Package jsonrpc reads and writes JSON-RPC 2.0 messages in the framing of the language server protocol.
//
// golang.org/x/exp/jsonrpc2 does more (calls to the client, servers on sockets); nothing of it is needed here.
package jsonrpc

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"sync"
)

// Error codes of JSON-RPC and of the language server protocol.
const (
	ParseError       = -32700
	InvalidRequest   = -32600
	MethodNotFound   = -32601
	InvalidParams    = -32602
	InternalError    = -32603
	NotInitialized   = -32002
	RequestCancelled = -32800
)

// maxBody bounds what one message may make us allocate.
const maxBody = 1 << 30

// Message is what came in: a request where ID is not empty, else a notification.
type Message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// Error is an error as a response carries it.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.Message, e.Code) }

// Errorf makes an error with a code.
func Errorf(code int, format string, args ...any) *Error {
	return &Error{code, fmt.Sprintf(format, args...)}
}

// Reader reads messages.
type Reader struct{ in *bufio.Reader }

// NewReader reads messages from in.
func NewReader(in io.Reader) *Reader { return &Reader{bufio.NewReaderSize(in, 1<<16)} }

// Read gives the next message. An *Error tells of a body that is no message, after which reading can go on; io.EOF and
// every other error end the stream.
func (r *Reader) Read() (Message, error) {
	var message Message
	header, err := textproto.NewReader(r.in).ReadMIMEHeader()
	if err != nil {
		return message, err
	}
	length, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil || length < 0 || length > maxBody {
		return message, fmt.Errorf("a message with Content-Length %q", header.Get("Content-Length"))
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r.in, body); err != nil {
		return message, err
	}
	if err := json.Unmarshal(body, &message); err != nil {
		return message, Errorf(ParseError, "not a message: %v", err)
	}
	return message, nil
}

// Writer writes messages; it may be used by several goroutines.
type Writer struct {
	mu  sync.Mutex
	out io.Writer
	err error
}

// NewWriter writes messages to out.
func NewWriter(out io.Writer) *Writer { return &Writer{out: out} }

// Reply answers a request: with err where there is one (code InternalError if it has none of its own), else with result.
func (w *Writer) Reply(id json.RawMessage, result any, err error) error {
	var body []byte
	if err == nil {
		body, err = json.Marshal(result)
	}
	key := "result"
	if err != nil {
		answer := Errorf(InternalError, "%v", err)
		errors.As(err, &answer)
		key = "error"
		if body, err = json.Marshal(answer); err != nil {
			return err
		}
	}
	return w.write(id, key, body)
}

// write puts the parts of a response together; to marshal it whole would go through every answer twice.
func (w *Writer) write(id json.RawMessage, key string, body []byte) error {
	start := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"%s":`, id, key)
	message := fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(start)+len(body)+1, start)
	message = append(append(message, body...), '}')
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		_, w.err = w.out.Write(message)
	}
	return w.err
}
