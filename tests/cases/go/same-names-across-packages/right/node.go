package right

type Decoy struct{}

func (Decoy) Close() {}

type Node struct{ d Decoy }

func (n *Node) Close() { n.d.Close(); close(n) }
//             ^^^^^ def FUNC example.com/twins/right#Node.Close
//                           ^^^^^ method example.com/twins/right#Decoy.Close
//                                    ^^^^^ call example.com/twins/right#close

func (n *Node) Decoy() Decoy { return n.d }
//             ^^^^^ def FUNC example.com/twins/right#Node.Decoy
//                     ^^^^^ result example.com/twins/right#Decoy

func close(n *Node) {}
//   ^^^^^ def FUNC example.com/twins/right#close

func New() *Node { return &Node{} }
