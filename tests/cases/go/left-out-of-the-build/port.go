package port

func Open(name string) int { return open(name) }
//                                  ^^^^ call example.com/port#open

func native(name string) int { return 0 }
