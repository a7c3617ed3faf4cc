; Tokens that may refer to a definition elsewhere. A later pattern wins over an earlier one for the same token.

(identifier) @use.value
(type_identifier) @use.type

(selector_expression operand: (_) @object field: (field_identifier) @use.value.member)
(qualified_type package: (package_identifier) @object name: (type_identifier) @use.type.member)

; A key is a field in a struct's literal and a variable in a map's: only the literal's type tells which.
(keyed_element key: (literal_element (identifier) @use.value.key))
(composite_literal
  type: [(map_type) (slice_type) (array_type) (implicit_length_array_type)]
  body: (literal_value (keyed_element key: (literal_element (identifier) @use.value))))

(assignment_statement left: (expression_list (identifier) @use.write))
(assignment_statement left: (expression_list (selector_expression operand: (_) @object field: (field_identifier) @use.write.member)))
(inc_statement (identifier) @use.write)
(inc_statement (selector_expression operand: (_) @object field: (field_identifier) @use.write.member))
(dec_statement (identifier) @use.write)
(dec_statement (selector_expression operand: (_) @object field: (field_identifier) @use.write.member))
(range_clause left: (expression_list (identifier) @use.write) "=")
(receive_statement left: (expression_list (identifier) @use.write) "=")

; Calls and conversions: the kind of the target tells them apart. The grammar takes `f[int](x)` for a conversion.
(call_expression function: (identifier) @use.call)
(call_expression function: (selector_expression operand: (_) @object field: (field_identifier) @use.call.member))
(call_expression function: (parenthesized_expression (identifier) @use.call))
(call_expression function: (parenthesized_expression (selector_expression operand: (_) @object field: (field_identifier) @use.call.member)))
(type_conversion_expression type: (generic_type type: (type_identifier) @use.call))
(type_conversion_expression type: (generic_type
  type: (qualified_type package: (package_identifier) @object name: (type_identifier) @use.call.member)))

(call_expression function: (index_expression operand: (identifier) @use.call index: (identifier)))
(call_expression function: (index_expression
  operand: (selector_expression operand: (_) @object field: (field_identifier) @use.call.member) index: (identifier)))

; `table[key.kind](x)` looks like type arguments: what stands before the dot may be a variable.
(type_arguments (type_elem (qualified_type package: (package_identifier) @use.value)))
(type_conversion_expression type: (generic_type type: (qualified_type package: (package_identifier) @use.value)))

; The receiver's own type is `Receiver`, no edge; its type parameters are bound in scopes.scm.
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (type_identifier) @use.receiver
  (pointer_type (type_identifier) @use.receiver)
  (generic_type type: (type_identifier) @use.receiver)
  (pointer_type (generic_type type: (type_identifier) @use.receiver))
  (parenthesized_type (type_identifier) @use.receiver)
  (parenthesized_type (pointer_type (type_identifier) @use.receiver))
])))

; Signatures: everything inside belongs to the parameter, nested function types too.
(function_declaration parameters: (parameter_list (_ type: (_) @region.parameter)))
(function_declaration result: (_) @region.result)
(method_declaration parameters: (parameter_list (_ type: (_) @region.parameter)))
(method_declaration result: (_) @region.result)
(source_file (type_declaration (type_spec type: (interface_type (method_elem
  parameters: (parameter_list (_ type: (_) @region.parameter)))))))
(source_file (type_declaration (type_spec type: (interface_type (method_elem result: (_) @region.result)))))

; What a type is made of: fields, an alias's target; embedded types and interfaces are bases.
(source_file (type_declaration [(type_spec type: (_) @region.field) (type_alias type: (_) @region.field)]))
(source_file (type_declaration (type_spec type: (struct_type (field_declaration_list (field_declaration !name type: [
  (type_identifier) @region.base
  (qualified_type) @region.base
  (generic_type type: (_) @region.base)
]))))))
(source_file (type_declaration (type_spec type: (interface_type (type_elem . [
  (type_identifier) @region.base
  (qualified_type) @region.base
  (generic_type type: (_) @region.base)
] .)))))
(source_file (type_declaration (type_spec type: (interface_type (type_elem (_) (_)) @region.type))))
(source_file (type_declaration (type_spec type: (interface_type (type_elem (negated_type)) @region.type))))
(array_type length: (_) @region.plain)
