def press(force: int) -> Plate: ...
#   ^^^^^ def FUNC quill._native#press
#                        ^^^^^ result quill._native#Plate

class Plate:
#     ^^^^^ def TYPE quill._native#Plate
    def clean(self) -> None: ...
    #   ^^^^^ def FUNC quill._native#Plate.clean
