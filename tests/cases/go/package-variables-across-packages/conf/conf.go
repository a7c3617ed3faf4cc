package conf

type Settings struct{ Level, depth int }

func (s *Settings) Reset() { s.Level = 0 }

var (
	Default Settings
	//      ^^^^^^^^ dep example.com/conf/conf#Settings
	Hooks   []func(Settings)
	//             ^^^^^^^^ dep example.com/conf/conf#Settings
	Handler = func(n int) (int, error) { return n, nil }
	Table   = map[string]func(int) int{}
	Count   int
	Err     error
)

const Max = 9
