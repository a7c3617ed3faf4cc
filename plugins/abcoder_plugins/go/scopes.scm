; Go's blocks. A name holds from the end of its statement on (@from), a parameter from the end of the signature:
; in `func f(config config) config` both types mean the package's.

[
  (function_declaration) (method_declaration) (func_literal) (function_type) (method_elem)
  (block) (if_statement) (for_statement)
  (expression_switch_statement) (type_switch_statement)
  (expression_case) (type_case) (default_case) (communication_case)
  (type_spec type_parameters: (_)) (type_alias type_parameters: (_))
] @scope.ordered

; Type parameters hold in the whole signature, those behind them included.
(function_declaration name: (_) @from type_parameters: (type_parameter_list (_ name: (identifier) @bind.local)))
(type_spec name: (_) @from type_parameters: (type_parameter_list (_ name: (identifier) @bind.local)))
(type_alias name: (_) @from type_parameters: (type_parameter_list (_ name: (identifier) @bind.local)))
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (generic_type type_arguments: (type_arguments . "[" @from (type_elem (type_identifier) @bind.local)))
  (pointer_type (generic_type type_arguments: (type_arguments . "[" @from (type_elem (type_identifier) @bind.local))))
])))

; Parameters, results, receivers.
(function_declaration parameters: (parameter_list (_ name: (identifier) @bind.local)) @from !result)
(function_declaration parameters: (parameter_list (_ name: (identifier) @bind.local)) result: (_) @from)
(function_declaration result: (parameter_list (_ name: (identifier) @bind.local)) @from)
(method_declaration receiver: (parameter_list (_ name: (identifier) @bind.local)) parameters: (_) @from !result)
(method_declaration receiver: (parameter_list (_ name: (identifier) @bind.local)) result: (_) @from)
(method_declaration parameters: (parameter_list (_ name: (identifier) @bind.local)) @from !result)
(method_declaration parameters: (parameter_list (_ name: (identifier) @bind.local)) result: (_) @from)
(method_declaration result: (parameter_list (_ name: (identifier) @bind.local)) @from)
(func_literal parameters: (parameter_list (_ name: (identifier) @bind.local)) @from !result)
(func_literal parameters: (parameter_list (_ name: (identifier) @bind.local)) result: (_) @from)
(func_literal result: (parameter_list (_ name: (identifier) @bind.local)) @from)
(function_type parameters: (parameter_list (_ name: (identifier) @bind.local)) @from !result)
(function_type parameters: (parameter_list (_ name: (identifier) @bind.local)) result: (_) @from)
(function_type result: (parameter_list (_ name: (identifier) @bind.local)) @from)
(method_elem parameters: (parameter_list (_ name: (identifier) @bind.local)) @from !result)
(method_elem parameters: (parameter_list (_ name: (identifier) @bind.local)) result: (_) @from)
(method_elem result: (parameter_list (_ name: (identifier) @bind.local)) @from)

; Declarations inside functions.
(short_var_declaration left: (expression_list (identifier) @bind.local)) @from
(range_clause left: (expression_list (identifier) @bind.local) ":=") @from
(receive_statement left: (expression_list (identifier) @bind.local) ":=") @from
(type_switch_statement alias: (expression_list (identifier) @bind.local) value: (_) @from)
(statement_list (var_declaration (var_spec name: (identifier) @bind.local) @from))
(statement_list (var_declaration (var_spec_list (var_spec name: (identifier) @bind.local) @from)))
(statement_list (const_declaration (const_spec (identifier) @bind.local) @from))
(statement_list (type_declaration [
  (type_spec name: (type_identifier) @bind.local @from)
  (type_alias name: (type_identifier) @bind.local @from)
]))
