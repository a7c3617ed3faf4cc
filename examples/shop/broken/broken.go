package broken

func fine() {}

func (
