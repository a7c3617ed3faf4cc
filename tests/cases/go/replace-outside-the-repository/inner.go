package inner

import (
	"errors"

	"example.org/outside"
	deep "example.org/outside/nested/part"
)

type Job struct{ name string }

func (j *Job) Run(note *outside.Note) error {
//                              ^^^^ edge example.org/outside#Note
//                      ^^^^^^^ nothing
	if j.name == "" {
		return errors.New("no name")
		//            ^^^ call errors#New
	}
	return outside.Wrap(j.check(deep.Level))
	//             ^^^^ call example.org/outside#Wrap
	//             ^^^^ invoked
	//                    ^^^^^ method example.com/inner#Job.check
	//                               ^^^^^ var example.org/outside/nested/part#Level
}

func (j *Job) check(level int) error { return nil }
//            ^^^^^ def FUNC example.com/inner#Job.check
