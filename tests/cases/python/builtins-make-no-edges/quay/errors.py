class QuayError(Exception):
#               ^^^^^^^^^ embed builtins#Exception
    def __init__(self, text: str, *args: object):
    #                        ^^^ nothing
    #                                    ^^^^^^ nothing
        super().__init__(text, *args)
        #       ^^^^^^^^ nothing
        # <- nothing
        self.text = text.strip()
        #                ^^^^^ nothing


class Missing(QuayError, KeyError):
#             ^^^^^^^^^ embed quay.errors#QuayError
#                        ^^^^^^^^ embed builtins#KeyError
    code = property(lambda self: 404)
    #      ^^^^^^^^ nothing


class Crate(dict[str, "Crate"]):
#           ^^^^ embed builtins#dict
#                ^^^ nothing
#                      ^^^^^ field quay.errors#Crate
    pass
