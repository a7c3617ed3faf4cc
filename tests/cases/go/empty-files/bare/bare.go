package bare

const Version = 1
