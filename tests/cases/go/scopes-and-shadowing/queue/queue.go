package queue

type Queue struct{ jobs []int }

const Size = 8

type Pair struct{ Left, Right any }

type Maker interface {
	Queue() Queue
	// <- def FUNC example.com/scope/queue#Maker.Queue
	//      ^^^^^ result example.com/scope/queue#Queue
}

func New(size int) *Queue {
	New := &Queue{}
	// <- nothing
	//      ^^^^^ type example.com/scope/queue#Queue
	return New
	//     ^^^ nothing
}

func (q *Queue) Add(job int) { q.jobs = append(q.jobs, job) }
