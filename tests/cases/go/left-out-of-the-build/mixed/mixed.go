package mixed

const Kind = "portable"
