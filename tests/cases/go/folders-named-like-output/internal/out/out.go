package out

var Dir = "out"
