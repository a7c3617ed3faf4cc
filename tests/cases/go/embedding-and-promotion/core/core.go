package core

import (
	"io"
	"sync"
)

type Base struct {
	sync.Mutex
	//   ^^^^^ embed sync#Mutex
	// <- nothing
	Name string
}

func (b *Base) Start() error { b.Lock(); defer b.Unlock(); return nil }
//                               ^^^^ method sync#Mutex.Lock
//                                               ^^^^^^ method sync#Mutex.Unlock

func (b Base) Stop() {}

type Port interface {
	io.ReadWriter
	// ^^^^^^^^^^ embed io#ReadWriter
	// <- nothing
	Reset(Base) Port
	//    ^^^^ param example.com/host/core#Base
	//          ^^^^ result example.com/host/core#Port
}
