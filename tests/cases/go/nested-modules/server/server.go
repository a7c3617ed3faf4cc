package server

type Server struct{}

func (s *Server) Listen(port int) error { return nil }
//               ^^^^^^ def FUNC example.com/fleet/server#Server.Listen
