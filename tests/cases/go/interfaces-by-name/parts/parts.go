package parts

type Piece interface {
	Size() int
}

type Wide interface {
	Size() int
	Width() int
}
