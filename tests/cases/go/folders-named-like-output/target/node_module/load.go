package node_module

func Load() {}
