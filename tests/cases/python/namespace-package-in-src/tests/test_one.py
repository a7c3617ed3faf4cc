from acme.plug.one import first


def test_first():
#   ^^^^^^^^^^ def FUNC tests.test_one#test_first
    assert first()[0] == 2
    #      ^^^^^ call acme.plug.one#first
