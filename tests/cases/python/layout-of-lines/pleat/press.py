from pleat.fold import (
    Cloth,
    fold,  # the folding
    press
)


def tabs(cloth: Cloth):
	if cloth: fold(); press(fold)
	#         ^^^^ call pleat.fold#fold
	#                 ^^^^^ call pleat.fold#press
	#                       ^^^^ call pleat.fold#fold
	#                       ^^^^ not invoked
	return \
		fold(1) + \
		fold(2)
		# <- call pleat.fold#fold
		# <- invoked


@press
#^^^^^ call pleat.fold#press

# a remark between decorators
@press
def \
    broken(
        cloth,
        by=fold(
        #  ^^^^ call pleat.fold#fold
        ),
    ):
    tabs(
        cloth
    ); return broken
    #         ^^^^^^ call pleat.press#broken


def recursive(n): return recursive(n - 1) if n else tabs
#                        ^^^^^^^^^ call pleat.press#recursive
#                        ^^^^^^^^^ invoked
#                                                   ^^^^ call pleat.press#tabs
#                                                   ^^^^ not invoked
