package keys

type Key string

const Title Key = "title"
//          ^^^ dep example.com/store/keys#Key
