package knot

func Tie() string { return loose() }
//   ^^^ def FUNC example.com/ropes/knot#Tie
//                         ^^^^^ call example.com/ropes/knot#loose

func loose() string { return "" }
