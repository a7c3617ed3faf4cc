package count

func one() int { return 1 }

var total int

// Sum adds.
func Sum() int {
	f := one
	total = one() + one()
	total += f()
	return one() + total
}
