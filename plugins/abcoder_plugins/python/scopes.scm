; Where names are bound. Class bodies bind their members, functions, lambdas and comprehensions their locals.

(function_definition) @scope.hoisted
(lambda) @scope.hoisted @anonymous
(class_definition body: (block) @scope.class)
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope.comprehension

; PEP 695: type parameters hold in the whole definition, not only in its body.
(function_definition type_parameters: (_) @outer) @scope.types
(class_definition type_parameters: (_)) @scope.types
(type_alias_statement) @scope.types
(function_definition type_parameters: (type_parameter (type [(identifier) @bind.local
                                        (constrained_type . (type (identifier) @bind.local))
                                        (splat_type (identifier) @bind.local)])))
(class_definition type_parameters: (type_parameter (type [(identifier) @bind.local
                                        (constrained_type . (type (identifier) @bind.local))
                                        (splat_type (identifier) @bind.local)])))
(type_alias_statement left: (type (generic_type (type_parameter (type [(identifier) @bind.local
                                        (constrained_type . (type (identifier) @bind.local))
                                        (splat_type (identifier) @bind.local)])))))

; Evaluated outside: defaults, annotations, the first iterable.
(parameters [(typed_parameter type: (_) @outer)
             (default_parameter value: (_) @outer)
             (typed_default_parameter type: (_) @outer value: (_) @outer)])
(lambda_parameters (default_parameter value: (_) @outer))
(function_definition return_type: (_) @outer)
[(list_comprehension body: (_) . (for_in_clause right: (_) @outer))
 (set_comprehension body: (_) . (for_in_clause right: (_) @outer))
 (dictionary_comprehension body: (_) . (for_in_clause right: (_) @outer))
 (generator_expression body: (_) . (for_in_clause right: (_) @outer))]

; Names of functions, classes and aliases.
(function_definition name: (identifier) @bind.parent)
(class_definition !type_parameters name: (identifier) @bind.local)
(class_definition name: (identifier) @bind.parent type_parameters: (_))
(type_alias_statement left: (type [(identifier) @bind.parent (generic_type . (identifier) @bind.parent)]))

; Parameters.
(parameters (identifier) @bind.local)
(lambda_parameters (identifier) @bind.local)
(typed_parameter . (identifier) @bind.local)
(default_parameter name: (identifier) @bind.local)
(typed_default_parameter name: (identifier) @bind.local)
(list_splat_pattern (identifier) @bind.local)
(dictionary_splat_pattern (identifier) @bind.local)

; Statements that bind.
(assignment left: (identifier) @bind.local)
(augmented_assignment left: (identifier) @bind.local)
(pattern_list (identifier) @bind.local)
(tuple_pattern (identifier) @bind.local)
(list_pattern (identifier) @bind.local)
(for_statement left: (identifier) @bind.local)
(for_in_clause left: (identifier) @bind.local)
(as_pattern_target [(identifier) @bind.local (tuple (identifier) @bind.local) (list (identifier) @bind.local)])
(named_expression name: (identifier) @bind.function)
(case_pattern (dotted_name . (identifier) @bind.local .))
(case_pattern (as_pattern (identifier) @bind.local))
(keyword_pattern (identifier) (dotted_name . (identifier) @bind.local .))
(splat_pattern (identifier) @bind.local)
(global_statement (identifier) @free)
