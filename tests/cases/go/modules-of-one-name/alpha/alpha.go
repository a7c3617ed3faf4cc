package same

func Where() string { return where() }
//   ^^^^^ def FUNC example.com/same#Where
//                           ^^^^^ call example.com/same#where

func where() string { return "alpha" }
