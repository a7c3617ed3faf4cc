; Where names are bound. Class bodies bind their members, functions, lambdas and comprehensions their locals.
; What a statement declares is bound in definitions.scm, functions are scopes there too.

(lambda) @scope.hoisted @anonymous
(class_definition body: (block) @scope.class)
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope.comprehension

; PEP 695: type parameters hold in the whole definition, not only in its body.
(function_definition type_parameters: (_) @outer) @scope.types
(class_definition type_parameters: (_)) @scope.types
(class_definition !type_parameters name: (identifier) @bind.local)
(class_definition name: (identifier) @bind.parent type_parameters: (_))

; Evaluated outside: defaults, annotations, the first iterable.
(typed_parameter . (identifier) @bind.local)
(typed_parameter type: (_) @outer)
(default_parameter name: (identifier) @bind.local value: (_) @outer)
(typed_default_parameter name: (identifier) @bind.local type: (_) @outer value: (_) @outer)
(function_definition return_type: (_) @outer)
[(list_comprehension body: (_) . (for_in_clause right: (_) @outer))
 (set_comprehension body: (_) . (for_in_clause right: (_) @outer))
 (dictionary_comprehension body: (_) . (for_in_clause right: (_) @outer))
 (generator_expression body: (_) . (for_in_clause right: (_) @outer))]

(parameters (identifier) @bind.local)
(lambda_parameters (identifier) @bind.local)
(dictionary_splat_pattern (identifier) @bind.local)
(augmented_assignment left: (identifier) @bind.local @use.write)
(for_in_clause left: (identifier) @bind.local)
(global_statement (identifier) @free @ignore)

; What says nothing to other files.
(comment) @unseen
(expression_statement . (string) @unseen .)
