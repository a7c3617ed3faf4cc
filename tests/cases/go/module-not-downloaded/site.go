package site

import (
	"net/http"

	"example.org/absent/logkit"
	"example.org/absent/logkit/field"
	web "example.org/absent/web/v3/server"
	"example.org/unlisted/thing"
)

type Site struct {
	log *logkit.Logger
	//          ^^^^^^ edge example.org/absent/logkit#Logger
	//   ^^^^^^ nothing
	// <- nothing
	web.Router
	//  ^^^^^^ edge example.org/absent/web/v3/server#Router
	mux *http.ServeMux
	//        ^^^^^^^^ field net/http#ServeMux
}

func New(opts ...web.Option) *Site {
//                   ^^^^^^ edge example.org/absent/web/v3/server#Option
//                            ^^^^ result example.com/site#Site
	s := &Site{log: logkit.New(logkit.Debug)}
	//                     ^^^ call example.org/absent/logkit#New
	//                     ^^^ invoked
	//                                ^^^^^ var example.org/absent/logkit#Debug
	//         ^^^ nothing
	//    ^^^^ type example.com/site#Site
	thing.Touch()
	//    ^^^^^ call example.org/unlisted/thing#Touch
	s.serve(field.String("a", "b"), web.Route{Path: "/"})
	//^^^^^ method example.com/site#Site.serve
	//            ^^^^^^ call example.org/absent/logkit/field#String
	//                                  ^^^^^ type example.org/absent/web/v3/server#Route
	return s
}

func (s *Site) serve(f field.Field, r web.Route) {
//                           ^^^^^ edge example.org/absent/logkit/field#Field
//                                        ^^^^^ edge example.org/absent/web/v3/server#Route
	s.mux.HandleFunc("/", nil)
	//    ^^^^^^^^^^ method net/http#ServeMux.HandleFunc
	s.log.Infof("served")
	//    ^^^^^ unresolved receiver type unknown
	//^^^ nothing
	s.log.serve(1)
	//    ^^^^^ ambiguous example.com/site#Site.serve
}
