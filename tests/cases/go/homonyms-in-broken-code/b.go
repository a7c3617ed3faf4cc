package clash

type Job struct{}
//   ^^^ def TYPE example.com/clash#Job

func twice() { once() }
//   ^^^^^ def FUNC example.com/clash#twice~3
//             ^^^^ call example.com/clash#once

func once() {}
