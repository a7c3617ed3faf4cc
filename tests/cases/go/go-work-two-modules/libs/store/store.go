package store

import "example.com/store/keys"

type Store struct{ path string }

func Open(path string) *Store { return &Store{path} }
//   ^^^^ def FUNC example.com/store#Open
//        ^^^^ nothing
//                                            ^^^^ nothing

func (s *Store) Get(k keys.Key) string { return s.path + string(k) }
//              ^^^ def FUNC example.com/store#Store.Get
//                         ^^^ param example.com/store/keys#Key
