package same

func Where() string { return there() }
//                           ^^^^^ call example.com/same#there

func there() string { return "gamma" }
