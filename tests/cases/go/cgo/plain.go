package native

func plain(n int) { Twice(number2(n)) }
//                  ^^^^^ call example.com/native#Twice

func number2(n int) int { return n }
