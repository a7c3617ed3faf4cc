package none

func Nothing() {}
