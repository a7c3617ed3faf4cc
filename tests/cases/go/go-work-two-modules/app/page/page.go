package page

import "example.com/store/keys"
import "example.com/store"

type Getter interface{ Get(k keys.Key) string }
//                     ^^^ def FUNC example.com/app/page#Getter.Get
//                                ^^^ param example.com/store/keys#Key

func Render(s *store.Store) string {
//                   ^^^^^ param example.com/store#Store
	return s.Get(keys.Title)
	//       ^^^ method example.com/store#Store.Get
	//                ^^^^^ var example.com/store/keys#Title
	//                ^^^^^ not invoked
}
