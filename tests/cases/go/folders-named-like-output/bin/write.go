package bin

func Write(dir string) {}
