import ledgerkit


def total(amounts):
    return sum(ledgerkit.post(amount) for amount in amounts)
    #                    ^^^^ call ledgerkit.book#post
    #                         ^^^^^^ nothing
    #      ^^^ nothing
