package where

type Store interface{ Keep(key string) }

type memory struct{ seen []string }

func (m *memory) Keep(key string) { m.seen = append(m.seen, key) }

var _ Store = (*memory)(nil)
//    ^^^^^ dep example.com/where#Store
//              ^^^^^^ dep example.com/where#memory
//                      ^^^ nothing
//  ^ nothing

var _ = enrol("memory", &memory{})
//      ^^^^^ dep example.com/where#enrol
//      ^^^^^ invoked
//                       ^^^^^^ dep example.com/where#memory

var (
	_ = enrol("spare", nil)
	//  ^^^^^ dep example.com/where#enrol
	stores = map[string]Store{}
	// <- def VAR example.com/where#stores
	//                  ^^^^^ dep example.com/where#Store
)

const _ = width * 2
//        ^^^^^ dep example.com/where#width

func enrol(name string, s Store) bool {
//                        ^^^^^ param example.com/where#Store
	stores[name] = s
	// <- var example.com/where#stores
	return s != nil
}
