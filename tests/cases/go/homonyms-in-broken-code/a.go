package clash

var Job = 1
//  ^^^ def VAR example.com/clash#Job~3

func Job() {}
//   ^^^ def FUNC example.com/clash#Job~2

func twice() {}
//   ^^^^^ def FUNC example.com/clash#twice

func twice() {}
//   ^^^^^ def FUNC example.com/clash#twice~2
