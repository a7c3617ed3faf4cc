package plug

func Load() {}

type Loader struct{}

func (Loader) init() {}
//            ^^^^ def FUNC example.com/boot/plug#Loader.init

func init() { Loader{}.init() }
//   ^^^^ def FUNC example.com/boot/plug#init
//            ^^^^^^ type example.com/boot/plug#Loader
//                     ^^^^ method example.com/boot/plug#Loader.init
