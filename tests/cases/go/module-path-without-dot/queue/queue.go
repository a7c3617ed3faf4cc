package queue

type Queue struct{ jobs []string }

func New(n int) *Queue { return &Queue{jobs: make([]string, 0, n)} }
//               ^^^^^ result tasks/queue#Queue
//                               ^^^^^ type tasks/queue#Queue
//                                     ^^^^ nothing
//                                           ^^^^ nothing
//                                                             ^ nothing

func (q *Queue) Add(job string) { q.jobs = append(q.jobs, job) }
//       ^^^^^ nothing
//                                         ^^^^^^ nothing
//                                  ^^^^ nothing

func (q *Queue) Len() int { return len(q.jobs) }
