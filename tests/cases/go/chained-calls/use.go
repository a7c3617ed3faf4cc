package query

func First() string {
	return From("a").Where("x").Where("y").Plan().Limit(1).Rows()[0].Cells["k"].Text()
	//     ^^^^ call example.com/query#From
	//               ^^^^^ method example.com/query#Builder.Where
	//                          ^^^^^ method example.com/query#Builder.Where
	//                                     ^^^^ method example.com/query#Builder.Plan
	//                                            ^^^^^ method example.com/query#Plan.Limit
	//                                                     ^^^^ method example.com/query#Plan.Rows
	//                                                               ^^^^^ nothing
	//                                                                          ^^^^ method example.com/query#Cell.Text
	//                                                                          ^^^^ invoked
}

func Lines(b *Builder) int {
	rows := b.
		Where("z").
//^^^^^ method example.com/query#Builder.Where
		Plan().
//^^^^ method example.com/query#Builder.Plan
		Limit(2).
//^^^^^ method example.com/query#Plan.Limit
		Rows()
//^^^^ method example.com/query#Plan.Rows
	pick := func() *Builder { return b }
	pick().Where("w")
	// <- nothing
	//     ^^^^^ method example.com/query#Builder.Where
	return len(rows)
}
