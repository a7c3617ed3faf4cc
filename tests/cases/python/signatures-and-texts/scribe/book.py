from scribe.page import LIMIT as MOST, Page, mix


def book(page: Page, *pages: Page) -> Page:
#              ^^^^ param scribe.page#Page
#                            ^^^^ param scribe.page#Page
#                                     ^^^^ result scribe.page#Page
    mix(MOST, second=3)
    # <- call scribe.page#mix
    #   ^^^^ var scribe.page#LIMIT
    return page.turn()
    #           ^^^^ method scribe.page#Page.turn
