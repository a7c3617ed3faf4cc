package codec

func Encode(v any) string { return "" }
//   ^^^^^^ def FUNC example.com/kit/go-codec#Encode
