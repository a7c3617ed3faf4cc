package main

import (
	"os"
	"strings"

	"tasks/fmt"
//^^^^^ nothing
	"tasks/queue"
)

func main() {
//   ^^^^ def FUNC tasks#main
	q := queue.New(len(os.Args))
	//         ^^^ call tasks/queue#New
	//   ^^^^^ nothing
	//             ^^^ nothing
	//                    ^^^^ var os#Args
	//                    ^^^^ not invoked
	q.Add(strings.ToUpper("write"))
	//^^^ method tasks/queue#Queue.Add
	//            ^^^^^^^ call strings#ToUpper
	// <- nothing
	fmt.Print(q)
	//  ^^^^^ call tasks/fmt#Print
	// <- nothing
}
