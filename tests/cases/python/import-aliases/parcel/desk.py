from parcel import label as lb
#                           ^^ nothing
import parcel.label as tags
from parcel.label import stamp as mark, SIZE as WIDTH
#                        ^^^^^ nothing
#                                 ^^^^ nothing

try:
    from parcel.label import Tag as Sticker
    #                               ^^^^^^^ nothing
    import parcel.label as spare
except ImportError:
    raise SystemExit("parcel.label is missing")


def send(text):
    lb.stamp(text)
    #  ^^^^^ call parcel.label#stamp
    tags.stamp(text)
    #    ^^^^^ call parcel.label#stamp
    mark(text)
    # <- call parcel.label#stamp
    spare.stamp(text)
    #     ^^^^^ call parcel.label#stamp
    print(WIDTH, tags.SIZE)
    #     ^^^^^ var parcel.label#SIZE
    #                 ^^^^ var parcel.label#SIZE
    return Sticker(text).show()
    #      ^^^^^^^ type parcel.label#Tag
    #      ^^^^^^^ method parcel.label#Tag.__init__
    #                    ^^^^ method parcel.label#Tag.show


def again(sticker: Sticker) -> lb.Tag:
#                  ^^^^^^^ param parcel.label#Tag
#                                 ^^^ result parcel.label#Tag
    from parcel.label import stamp as press

    press(sticker.show())
    # <- call parcel.label#stamp
    #             ^^^^ method parcel.label#Tag.show
    return sticker
