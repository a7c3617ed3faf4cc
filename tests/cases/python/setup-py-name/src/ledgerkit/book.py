def post(amount):
#   ^^^^ def FUNC ledgerkit.book#post
    return amount
