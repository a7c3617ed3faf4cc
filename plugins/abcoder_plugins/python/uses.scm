; Which tokens are uses. A later pattern wins over an earlier one for the same token.

(identifier) @use.value
(attribute attribute: (identifier) @use.value.member)
(member_type (identifier) @use.value.member)

(call function: (identifier) @use.call)
(call function: (attribute attribute: (identifier) @use.call.member))

(augmented_assignment left: (attribute attribute: (identifier) @use.write.update))

(decorator [(identifier) @use.decorator
            (call function: (identifier) @use.decorator)])
(decorator (attribute attribute: (identifier) @use.decorator.member))
(decorator (call function: (attribute attribute: (identifier) @use.decorator.member)))

; Bases; their type arguments are fields.
(class_definition superclasses: (argument_list [
  (identifier) @use.base
  (subscript value: (identifier) @use.base)]))
(class_definition superclasses: (argument_list [
  (attribute attribute: (identifier) @use.base.member)
  (subscript value: (attribute attribute: (identifier) @use.base.member))]))
(class_definition superclasses: (argument_list (subscript subscript: (_) @region.field)))

; Names that are none of the program's: keywords of calls and patterns, `global` and `nonlocal`.
(keyword_argument name: (identifier) @ignore)
(keyword_pattern . (identifier) @ignore)
(nonlocal_statement (identifier) @ignore)

; A pattern's dotted name: the last names are members.
[(case_pattern (dotted_name (identifier) . (identifier) @use.value.member))
 (class_pattern (dotted_name (identifier) . (identifier) @use.value.member))
 (union_pattern (dotted_name (identifier) . (identifier) @use.value.member))
 (keyword_pattern (dotted_name (identifier) . (identifier) @use.value.member))]

; Annotations.
(typed_parameter type: (type) @region.parameter)
(typed_default_parameter type: (type) @region.parameter)
(function_definition return_type: (type) @region.result)
(assignment type: (type) @region.type)
(class_definition body: (block (expression_statement (assignment type: (type) @region.field))))
(type_alias_statement right: (type) @region.field)
(type_parameter (type (constrained_type . (type) (type) @region.type)))
((assignment type: (type [(identifier) @_alias (attribute attribute: (identifier) @_alias)]) right: (_) @region.field)
  (#eq? @_alias "TypeAlias"))

; Neither types nor source: what `Literal` holds, and what follows the type in `Annotated`.
((generic_type . (identifier) @_plain (type_parameter) @region.plain) (#eq? @_plain "Literal"))
((generic_type . (identifier) @_plain (type_parameter . (type) (type) @region.plain)) (#eq? @_plain "Annotated"))
((subscript value: [(identifier) @_plain (attribute attribute: (identifier) @_plain)] subscript: (_) @region.plain)
  (#eq? @_plain "Literal"))
((subscript value: [(identifier) @_plain (attribute attribute: (identifier) @_plain)] . subscript: (_) subscript: (_) @region.plain)
  (#eq? @_plain "Annotated"))

; Types written as strings.
(type (string (string_content) @quoted))
(type [(binary_operator (string (string_content) @quoted))
       (list (string (string_content) @quoted))
       (subscript subscript: (string (string_content) @quoted))])
(type (subscript subscript: (list (string (string_content) @quoted))))
(class_definition superclasses: (argument_list (subscript subscript: (string (string_content) @quoted))))
(assignment type: (type [(identifier) (attribute)]) right: (string (string_content) @quoted))
((call function: [(identifier) @_cast (attribute attribute: (identifier) @_cast)]
       arguments: (argument_list . (string (string_content) @quoted) @region.type))
  (#eq? @_cast "cast"))
((call function: [(identifier) @_var (attribute attribute: (identifier) @_var)]
       arguments: (argument_list (keyword_argument name: (identifier) @_bound value: (string (string_content) @quoted) @region.type)))
  (#eq? @_var "TypeVar") (#eq? @_bound "bound"))

[(import_statement) (import_from_statement) (future_import_statement)] @import
