package std

import (
	"bufio"
	"math"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

type Server struct {
	http.Handler
	//   ^^^^^^^ embed net/http#Handler
	*bufio.ReadWriter
	//     ^^^^^^^^^^ embed bufio#ReadWriter
	last atomic.Pointer[strings.Builder]
	//          ^^^^^^^ field sync/atomic#Pointer
	//                          ^^^^^^^ field strings#Builder
	wait time.Duration
	//        ^^^^^^^^ field time#Duration
}

func (s *Server) page(w http.ResponseWriter, r *http.Request) {
//                           ^^^^^^^^^^^^^^ param net/http#ResponseWriter
//                                                   ^^^^^^^ param net/http#Request
	w.Header().Set("k", r.URL.Query().Get("q"))
	//^^^^^^ method net/http#ResponseWriter.Header
	//         ^^^ method net/http#Header.Set
	//                    ^^^ nothing
	//                        ^^^^^ method net/url#URL.Query
	//                                ^^^ method net/url#Values.Get
	s.WriteString("x")
	//^^^^^^^^^^^ method bufio#Writer.WriteString
	s.ServeHTTP(w, r)
	//^^^^^^^^^ method net/http#Handler.ServeHTTP
	s.last.Load().WriteByte('b')
	//^^^^ nothing
	//     ^^^^ method sync/atomic#Pointer.Load
	//            ^^^^^^^^^ method strings#Builder.WriteByte
	_ = s.wait.Seconds() + math.Pi
	//         ^^^^^^^ method time#Duration.Seconds
	//                          ^^ var math#Pi
}

func Serve(xs []string, mode os.FileMode) error {
//                              ^^^^^^^^ param os#FileMode
	s := &Server{}
	http.HandleFunc("/", s.page)
	//   ^^^^^^^^^^ call net/http#HandleFunc
	//                     ^^^^ method example.com/std#Server.page
	//                     ^^^^ not invoked
	h := http.HandlerFunc(s.page)
	//        ^^^^^^^^^^^ type net/http#HandlerFunc
	h.ServeHTTP(nil, nil)
	//^^^^^^^^^ method net/http#HandlerFunc.ServeHTTP
	slices.SortFunc(xs, strings.Compare)
	//     ^^^^^^^^ call slices#SortFunc
	//                          ^^^^^^^ call strings#Compare
	//                          ^^^^^^^ not invoked
	if mode.IsDir() || mode&os.ModePerm == 0 {
	//      ^^^^^ method io/fs#FileMode.IsDir
	//                         ^^^^^^^^ var os#ModePerm
		return os.ErrNotExist
		//        ^^^^^^^^^^^ var os#ErrNotExist
	}
	select {
	case <-time.After(2 * time.Second):
	//          ^^^^^ call time#After
	//                         ^^^^^^ var time#Second
	}
	return http.ListenAndServe(os.Getenv("ADDR"), s)
	//          ^^^^^^^^^^^^^^ call net/http#ListenAndServe
	//                            ^^^^^^ call os#Getenv
}
