package queue

type Queue struct{}

func Open(name string) *Queue { return &Queue{} }

func (q *Queue) Close() error { return nil }
