package price

type Cents int

type Tag struct{ amount Cents }
//                      ^^^^^ field example.org/price#Cents

func (t Tag) Cents() Cents { return t.amount }
//           ^^^^^ def FUNC example.org/price#Tag.Cents
//                   ^^^^^ result example.org/price#Cents

func Round(c Cents) Cents { return c / 5 * 5 }
//           ^^^^^ param example.org/price#Cents
//                  ^^^^^ result example.org/price#Cents
