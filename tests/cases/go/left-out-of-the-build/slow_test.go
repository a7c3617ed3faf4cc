//go:build slow

package port

func TestSlow() {}
