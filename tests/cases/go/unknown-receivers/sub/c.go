package sub

type Opener interface {
	Open()
	// <- def FUNC example.com/guess/sub#Opener.Open
}
