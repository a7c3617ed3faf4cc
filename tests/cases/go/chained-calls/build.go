package query

type Builder struct{ parts []string }

type Plan interface {
	Limit(n int) Plan
	// <- def FUNC example.com/query#Plan.Limit
	//           ^^^^ result example.com/query#Plan
	Rows() []Row
	//       ^^^ result example.com/query#Row
}

type Row struct{ Cells map[string]Cell }
//                                ^^^^ field example.com/query#Cell

type Cell struct{ text string }

func (c Cell) Text() string { return c.text }

func From(table string) *Builder { return &Builder{} }

func (b *Builder) Where(cond string) *Builder { return b }

func (b *Builder) Plan() Plan { return nil }
//                ^^^^ def FUNC example.com/query#Builder.Plan
//                       ^^^^ result example.com/query#Plan
