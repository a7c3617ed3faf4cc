//go:build tracing && !production

package port

type Tracer struct{}

func (Tracer) Trace() { Open("trace") }
//            ^^^^^ nothing
