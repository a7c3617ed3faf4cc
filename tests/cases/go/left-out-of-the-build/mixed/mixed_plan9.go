package mixed

const Kind = "plan9"

const Extra = Kind
