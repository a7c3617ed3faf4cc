; What a Python file declares. `define` leaves out the variables of functions, lambdas and comprehensions: scopes know them.

(function_definition name: (identifier) @name) @definition.function
(class_definition name: (identifier) @name) @definition.class

(type_alias_statement left: (type (identifier) @name)) @definition.typedef
(type_alias_statement left: (type (generic_type . (identifier) @name))) @definition.typedef

; Variables and fields: `x = …`, `x: T`, `x, (y, *z) = …`, and the targets of `for`, `with`, `match` and `:=`.
(assignment left: (identifier) @name) @definition.variable
(pattern_list (identifier) @name @definition.variable)
(tuple_pattern (identifier) @name @definition.variable)
(list_pattern (identifier) @name @definition.variable)
(list_splat_pattern (identifier) @name @definition.variable)
(for_statement left: (identifier) @name @definition.variable)
(as_pattern_target [(identifier) @name @definition.variable
                    (tuple (identifier) @name @definition.variable)
                    (list (identifier) @name @definition.variable)])
(named_expression name: (identifier) @name @definition.variable)
(case_pattern (dotted_name . (identifier) @name @definition.variable .))
(case_pattern (as_pattern (identifier) @name @definition.variable))
(keyword_pattern (identifier) (dotted_name . (identifier) @name @definition.variable .))
(splat_pattern (identifier) @name @definition.variable)

; `self.x = …`
(assignment left: (attribute object: (identifier) @object attribute: (identifier) @name)) @definition.field
(pattern_list (attribute object: (identifier) @object attribute: (identifier) @name) @definition.field)
(tuple_pattern (attribute object: (identifier) @object attribute: (identifier) @name) @definition.field)
(for_statement left: (attribute object: (identifier) @object attribute: (identifier) @name) @definition.field)
(as_pattern_target (attribute object: (identifier) @object attribute: (identifier) @name) @definition.field)

; PEP 695
(function_definition type_parameters: (type_parameter
  (type [(identifier) @name
         (constrained_type . (type (identifier) @name))
         (splat_type (identifier) @name)]) @definition.type_parameter))
(class_definition type_parameters: (type_parameter
  (type [(identifier) @name
         (constrained_type . (type (identifier) @name))
         (splat_type (identifier) @name)]) @definition.type_parameter))
(type_alias_statement left: (type (generic_type (type_parameter
  (type [(identifier) @name
         (constrained_type . (type (identifier) @name))
         (splat_type (identifier) @name)]) @definition.type_parameter))))
