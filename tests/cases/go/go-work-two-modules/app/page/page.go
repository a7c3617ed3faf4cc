package page

import "example.com/store/keys"
import "example.com/store"

func Render(s *store.Store) string {
//                   ^^^^^ param example.com/store#Store
	return s.Get(keys.Title)
	//       ^^^ method example.com/store#Store.Get
	//                ^^^^^ var example.com/store/keys#Title
	//                ^^^^^ not invoked
}
