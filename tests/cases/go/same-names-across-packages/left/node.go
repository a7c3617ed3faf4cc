package left

type Node struct{ Decoy int }

func (n *Node) Close() {}

type node = Node

func New() *node { return new(node) }
//          ^^^^ result example.com/twins/left#node
//                            ^^^^ type example.com/twins/left#node
