; What a Go file declares. `declarations.py` settles the kind of a type and which names are no node.
; A const_spec names its second identifier without the field `name` in queries: hence no field there.

(function_declaration name: (identifier) @name) @definition.function
(method_declaration name: (field_identifier) @name) @definition.method
(method_elem name: (field_identifier) @name) @definition.method

(type_spec name: (type_identifier) @name) @definition.typedef
(type_alias name: (type_identifier) @name) @definition.typedef

(source_file (var_declaration (var_spec name: (identifier) @name) @definition.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable)))
(source_file (const_declaration (const_spec (identifier) @name) @definition.constant))

(field_declaration name: (field_identifier) @name) @definition.field
(field_declaration !name type: [
  (type_identifier) @name
  (qualified_type name: (type_identifier) @name)
  (generic_type type: (type_identifier) @name)
  (generic_type type: (qualified_type name: (type_identifier) @name))
]) @definition.field

(import_declaration) @import
(func_literal) @anonymous
