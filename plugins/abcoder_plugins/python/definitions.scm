; What a Python file declares, and what else the same tokens are: names bound in their scope, and written to.
; A node takes three captures, so names are found without one: by the field `name`, else the token is the name.

(function_definition name: (identifier) @bind.parent) @definition.function @scope.hoisted
(class_definition) @definition.class

(type_alias_statement left: (type [
  (identifier) @definition.typedef @bind.parent
  (generic_type . (identifier) @definition.typedef @bind.parent)])) @scope.types

; Variables and fields: `x = …`, `x: T`, `x, (y, *z) = …`, and the targets of `for`, `with`, `match` and `:=`.
(assignment left: (identifier) @definition.variable.global @bind.local @use.write)
(pattern_list (identifier) @definition.variable.global @bind.local @use.write)
(tuple_pattern (identifier) @definition.variable.global @bind.local @use.write)
(list_pattern (identifier) @definition.variable.global @bind.local @use.write)
(list_splat_pattern (identifier) @definition.variable.global @bind.local)
(for_statement left: (identifier) @definition.variable.global @bind.local @use.write)
(as_pattern_target [(identifier) @definition.variable.global @bind.local @use.write
                    (tuple (identifier) @definition.variable.global @bind.local @use.write)
                    (list (identifier) @definition.variable.global @bind.local @use.write)])
(named_expression name: (identifier) @definition.variable.global @bind.function @use.write)
(case_pattern (dotted_name . (identifier) @definition.variable.global @bind.local .))
(case_pattern (as_pattern (identifier) @definition.variable.global @bind.local))
(keyword_pattern (identifier) (dotted_name . (identifier) @definition.variable.global @bind.local .))
(splat_pattern (identifier) @definition.variable.global @bind.local)

; `self.x = …`: a field, unless `x` is a property.
[(assignment left: (attribute attribute: (identifier) @definition.field @use.write.member))
 (pattern_list (attribute attribute: (identifier) @definition.field @use.write.member))
 (tuple_pattern (attribute attribute: (identifier) @definition.field @use.write.member))
 (list_pattern (attribute attribute: (identifier) @definition.field @use.write.member))
 (list_splat_pattern (attribute attribute: (identifier) @definition.field @use.write.member))
 (for_statement left: (attribute attribute: (identifier) @definition.field @use.write.member))
 (as_pattern_target (attribute attribute: (identifier) @definition.field @use.write.member))]

; PEP 695
(function_definition type_parameters: (type_parameter (type [
  (identifier) @definition.type_parameter @bind.local
  (constrained_type . (type (identifier) @definition.type_parameter @bind.local))
  (splat_type (identifier) @definition.type_parameter @bind.local)])))
(class_definition type_parameters: (type_parameter (type [
  (identifier) @definition.type_parameter @bind.local
  (constrained_type . (type (identifier) @definition.type_parameter @bind.local))
  (splat_type (identifier) @definition.type_parameter @bind.local)])))
(type_alias_statement left: (type (generic_type (type_parameter (type [
  (identifier) @definition.type_parameter @bind.local
  (constrained_type . (type (identifier) @definition.type_parameter @bind.local))
  (splat_type (identifier) @definition.type_parameter @bind.local)])))))
