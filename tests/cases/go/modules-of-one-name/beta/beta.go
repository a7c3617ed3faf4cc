package same

func Where() string { return here() }
//   ^^^^^ def FUNC example.com/same#Where
//                           ^^^^ call example.com/same#here

func here() string { return "beta" }
