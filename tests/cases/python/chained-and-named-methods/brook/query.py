from __future__ import annotations


class Result:
    def rows(self) -> list[str]:
        return []

    def one(self) -> str:
        return ""


class Query:
    @staticmethod
    def of(table: str) -> Query:
        return Query()
        #      ^^^^^ type brook.query#Query

    def where(self, test) -> Query:
        return self.order(self.key)
        #           ^^^^^ method brook.query#Query.order
        #           ^^^^^ invoked
        #                      ^^^ method brook.query#Query.key
        #                      ^^^ not invoked

    def order(self, key) -> Query:
        self.step = self.run
        #                ^^^ method brook.query#Query.run
        #                ^^^ not invoked
        #    ^^^^ nothing
        return self

    def key(self, row):
        return row

    def run(self) -> Result:
        return Result()
