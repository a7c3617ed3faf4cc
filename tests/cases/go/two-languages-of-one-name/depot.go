package depot

func Stock() int { return count() }
//   ^^^^^ def FUNC depot#Stock
//                        ^^^^^ call depot#count

func count() int { return 1 }
