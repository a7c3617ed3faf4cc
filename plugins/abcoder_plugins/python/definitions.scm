; What a Python file declares, and what else the same tokens are: names bound in their scope, and written to.
; A node takes three captures: what is a name, a definition and bound is written to by a pattern in uses.scm.
; `define` leaves out the variables of functions, lambdas and comprehensions: scopes know them.

(function_definition name: (identifier) @name @bind.parent) @definition.function @scope.hoisted
(class_definition name: (identifier) @name) @definition.class

(type_alias_statement left: (type (identifier) @name @bind.parent)) @definition.typedef @scope.types
(type_alias_statement left: (type (generic_type . (identifier) @name @bind.parent))) @definition.typedef @scope.types

; Variables and fields: `x = …`, `x: T`, `x, (y, *z) = …`, and the targets of `for`, `with`, `match` and `:=`.
(assignment left: (identifier) @name @bind.local @use.write) @definition.variable
(pattern_list (identifier) @name @definition.variable @bind.local)
(tuple_pattern (identifier) @name @definition.variable @bind.local)
(list_pattern (identifier) @name @definition.variable @bind.local)
(list_splat_pattern (identifier) @name @definition.variable @bind.local)
(for_statement left: (identifier) @name @definition.variable @bind.local)
(as_pattern_target [(identifier) @name @definition.variable @bind.local
                    (tuple (identifier) @name @definition.variable @bind.local)
                    (list (identifier) @name @definition.variable @bind.local)])
(named_expression name: (identifier) @name @definition.variable @bind.function)
(case_pattern (dotted_name . (identifier) @name @definition.variable @bind.local .))
(case_pattern (as_pattern (identifier) @name @definition.variable @bind.local))
(keyword_pattern (identifier) (dotted_name . (identifier) @name @definition.variable @bind.local .))
(splat_pattern (identifier) @name @definition.variable @bind.local)

; `self.x = …`: a field, unless `x` is a property.
(assignment left: (attribute object: (identifier) @object attribute: (identifier) @name @use.write.member))
  @definition.field
[(pattern_list (attribute object: (identifier) @object attribute: (identifier) @name @use.write.member) @definition.field)
 (tuple_pattern (attribute object: (identifier) @object attribute: (identifier) @name @use.write.member) @definition.field)
 (for_statement left: (attribute object: (identifier) @object attribute: (identifier) @name @use.write.member)
   @definition.field)
 (as_pattern_target (attribute object: (identifier) @object attribute: (identifier) @name @use.write.member)
   @definition.field)]

; PEP 695
(function_definition type_parameters: (type_parameter
  (type [(identifier) @name @bind.local
         (constrained_type . (type (identifier) @name @bind.local))
         (splat_type (identifier) @name @bind.local)]) @definition.type_parameter))
(class_definition type_parameters: (type_parameter
  (type [(identifier) @name @bind.local
         (constrained_type . (type (identifier) @name @bind.local))
         (splat_type (identifier) @name @bind.local)]) @definition.type_parameter))
(type_alias_statement left: (type (generic_type (type_parameter
  (type [(identifier) @name @bind.local
         (constrained_type . (type (identifier) @name @bind.local))
         (splat_type (identifier) @name @bind.local)]) @definition.type_parameter))))
