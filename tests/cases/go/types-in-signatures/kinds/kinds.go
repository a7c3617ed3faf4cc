package kinds

type K string

type V struct{ size int }

const Size = 4

type Set[T any] map[any]T
