from brook.query import Query, Result


def by_name(row):
    return row


def use(apply):
    first = Query.of("a").where(by_name).order(key=by_name).run().one()
    #       ^^^^^ type brook.query#Query
    #             ^^ method brook.query#Query.of
    #                     ^^^^^ method brook.query#Query.where
    #                           ^^^^^^^ call brook.use#by_name
    #                           ^^^^^^^ not invoked
    #                                    ^^^^^ method brook.query#Query.order
    #                                          ^^^ nothing
    #                                              ^^^^^^^ call brook.use#by_name
    #                                                       ^^^ method brook.query#Query.run
    #                                                             ^^^ method brook.query#Result.one
    found = (
        Query.of("b")
        #     ^^ method brook.query#Query.of
        .where(None)
        # <- nothing
        #^^^^^ method brook.query#Query.where
        .run()
        #^^^ method brook.query#Query.run
        #^^^ invoked
        .rows()[0]
        #^^^^ method brook.query#Result.rows
    )
    apply(Query.run, by_name)
    #           ^^^ method brook.query#Query.run
    #           ^^^ not invoked
    #     ^^^^^ type brook.query#Query
    # <- nothing
    by_name(first)
    # <- call brook.use#by_name
    # <- invoked
    return {"run": found, "named": Result.rows}
    #                                     ^^^^ method brook.query#Result.rows
    #                                     ^^^^ not invoked
