package fmt

import (
	"fmt"

	"tasks/queue"
)

func Print(q *queue.Queue) { fmt.Println(q.Len()) }
//   ^^^^^ def FUNC tasks/fmt#Print
//                  ^^^^^ param tasks/queue#Queue
//                               ^^^^^^^ call fmt#Println
//                                         ^^^ method tasks/queue#Queue.Len
