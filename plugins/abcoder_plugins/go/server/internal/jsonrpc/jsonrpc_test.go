package jsonrpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

func framed(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func TestReadGoesOnBehindABadBody(t *testing.T) {
	reader := NewReader(strings.NewReader(framed(`{"id":1,"method":"a","params":[1]}`) + framed(`{x`) + framed(`{"method":"b"}`)))
	first, err := reader.Read()
	if err != nil || first.Method != "a" || string(first.ID) != "1" || string(first.Params) != "[1]" {
		t.Errorf("Read = %+v, %v", first, err)
	}
	var bad *Error
	if _, err := reader.Read(); !errors.As(err, &bad) || bad.Code != ParseError {
		t.Errorf("Read = %v, want a parse error", err)
	}
	if last, err := reader.Read(); err != nil || last.Method != "b" || last.ID != nil {
		t.Errorf("Read = %+v, %v", last, err)
	}
	if _, err := reader.Read(); !errors.Is(err, io.EOF) {
		t.Errorf("Read = %v, want the end", err)
	}
}

func TestReadRefusesWhatIsNoMessage(t *testing.T) {
	for _, text := range []string{"Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "Other: 1\r\n\r\n", "Content-Length: 5\r\n\r\n{}"} {
		if message, err := NewReader(strings.NewReader(text)).Read(); err == nil {
			t.Errorf("Read(%q) = %+v", text, message)
		}
	}
}

func TestReply(t *testing.T) {
	for _, test := range []struct {
		result any
		err    error
		want   string
	}{
		{nil, nil, `{"jsonrpc":"2.0","id":7,"result":null}`},
		{[]int{1}, nil, `{"jsonrpc":"2.0","id":7,"result":[1]}`},
		{nil, Errorf(MethodNotFound, "no %s", "x"), `{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"no x"}}`},
		{nil, errors.New("y"), `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"y"}}`},
	} {
		var out bytes.Buffer
		if err := NewWriter(&out).Reply(json.RawMessage("7"), test.result, test.err); err != nil {
			t.Fatal(err)
		}
		if out.String() != framed(test.want) {
			t.Errorf("Reply wrote %q, want %q", out.String(), framed(test.want))
		}
	}
}
