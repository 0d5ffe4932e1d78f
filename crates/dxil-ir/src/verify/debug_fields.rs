//! What fields of nodes are for, as rows. Tags and operations have DWARF's own numbers.

use crate::Dialect;
use crate::generated::bitcode::metadata as code;
use crate::metadata::NodeRow;

/// What a field may refer to. Sets of nodes have a bit for the code of each one's record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Wanted {
    pub(super) nodes: u64,
    /// A string that is one.
    pub(super) is_string: bool,
    /// A string that is the name of a type.
    pub(super) is_string_of_type: bool,
    pub(super) is_function: bool,
    /// A variable or another constant.
    pub(super) is_variable: bool,
    /// A list of anything.
    pub(super) is_any_list: bool,
    /// A list of these nodes.
    list: u64,
    /// A list whose elements may also be nothing, or names of types.
    is_list_of_types: bool,
    /// Whether nothing will not do.
    pub(super) is_required: bool,
}

impl Wanted {
    /// What a list may hold; `None` if a list will not do.
    pub(super) fn element(self) -> Option<Self> {
        (self.is_any_list || self.list != 0).then_some(Self {
            nodes: self.list,
            is_string_of_type: self.is_list_of_types,
            is_required: !self.is_list_of_types,
            ..NOTHING
        })
    }

    const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }
}

const NOTHING: Wanted = Wanted {
    nodes: 0,
    is_string: false,
    is_string_of_type: false,
    is_function: false,
    is_variable: false,
    is_any_list: false,
    list: 0,
    is_list_of_types: false,
    is_required: false,
};

const fn set(codes: &[u32]) -> u64 {
    let (mut bits, mut left) = (0, codes);
    while let [code, rest @ ..] = left {
        bits |= 1 << *code;
        left = rest;
    }
    bits
}

const TYPES: u64 = set(&[code::BASIC_TYPE, code::DERIVED_TYPE, code::COMPOSITE_TYPE, code::SUBROUTINE_TYPE]);
/// What lies within functions, and functions.
pub(super) const LOCAL_SCOPES: u64 = set(&[code::SUBPROGRAM, code::LEXICAL_BLOCK, code::LEXICAL_BLOCK_FILE]);
const SCOPES: u64 =
    TYPES | LOCAL_SCOPES | set(&[code::FILE, code::COMPILE_UNIT, code::NAMESPACE, code::MODULE]);
/// All that have a tag.
const TAGGED: u64 = SCOPES
    | set(&[
        code::GENERIC_DEBUG,
        code::SUBRANGE,
        code::ENUMERATOR,
        code::TEMPLATE_TYPE,
        code::TEMPLATE_VALUE,
        code::GLOBAL_VAR,
        code::LOCAL_VAR,
        code::OBJC_PROPERTY,
        code::IMPORTED_ENTITY,
    ]);

const fn nodes(nodes: u64) -> Wanted {
    Wanted { nodes, ..NOTHING }
}

const fn list(list: u64) -> Wanted {
    Wanted { list, ..NOTHING }
}

const fn or_name(wanted: Wanted) -> Wanted {
    Wanted { is_string_of_type: true, ..wanted }
}

const STRING: Wanted = Wanted { is_string: true, ..NOTHING };
const FILE: Wanted = nodes(set(&[code::FILE]));
const SCOPE: Wanted = nodes(SCOPES);
const SCOPE_OR_NAME: Wanted = or_name(SCOPE);
const LOCAL_SCOPE: Wanted = nodes(LOCAL_SCOPES).required();
const TYPE: Wanted = or_name(nodes(TYPES));
const TEMPLATE_PARAMETERS: Wanted = list(set(&[code::TEMPLATE_TYPE, code::TEMPLATE_VALUE]));

/// Fields that refer to something; those that are not here may refer to anything.
const FIELDS: [(u32, &[(&str, Wanted)]); 20] = [
    (code::LOCATION, &[("scope", LOCAL_SCOPE), ("inlinedAt", nodes(set(&[code::LOCATION])))]),
    (code::ENUMERATOR, &[("name", STRING)]),
    (code::BASIC_TYPE, &[("name", STRING)]),
    (code::FILE, &[("filename", STRING), ("directory", STRING)]),
    (code::DERIVED_TYPE, &[("name", STRING), ("file", FILE), ("scope", SCOPE_OR_NAME), ("baseType", TYPE)]),
    (
        code::COMPOSITE_TYPE,
        &[
            ("name", STRING),
            ("file", FILE),
            ("scope", SCOPE_OR_NAME),
            ("baseType", TYPE),
            ("elements", Wanted { is_any_list: true, ..NOTHING }),
            ("vtableHolder", TYPE),
            ("templateParams", TEMPLATE_PARAMETERS),
            ("identifier", STRING),
        ],
    ),
    (code::SUBROUTINE_TYPE, &[("types", Wanted { list: TYPES, is_list_of_types: true, ..NOTHING })]),
    (
        code::COMPILE_UNIT,
        &[
            ("file", FILE.required()),
            ("producer", STRING),
            ("flags", STRING),
            ("splitDebugFilename", STRING),
            ("enums", list(set(&[code::COMPOSITE_TYPE]))),
            ("retainedTypes", list(TYPES)),
            ("subprograms", list(set(&[code::SUBPROGRAM]))),
            ("globals", list(set(&[code::GLOBAL_VAR]))),
            ("imports", list(set(&[code::IMPORTED_ENTITY]))),
        ],
    ),
    (
        code::SUBPROGRAM,
        &[
            ("scope", SCOPE_OR_NAME),
            ("name", STRING),
            ("linkageName", STRING),
            ("file", FILE),
            ("type", nodes(set(&[code::SUBROUTINE_TYPE]))),
            ("containingType", TYPE),
            ("function", Wanted { is_function: true, ..NOTHING }),
            ("templateParams", TEMPLATE_PARAMETERS),
            ("declaration", nodes(set(&[code::SUBPROGRAM]))),
            ("variables", list(set(&[code::LOCAL_VAR]))),
        ],
    ),
    (code::LEXICAL_BLOCK, &[("scope", LOCAL_SCOPE), ("file", FILE)]),
    (code::LEXICAL_BLOCK_FILE, &[("scope", LOCAL_SCOPE), ("file", FILE)]),
    (code::NAMESPACE, &[("scope", SCOPE), ("file", FILE), ("name", STRING)]),
    (code::TEMPLATE_TYPE, &[("name", STRING), ("type", TYPE)]),
    (code::TEMPLATE_VALUE, &[("name", STRING), ("type", TYPE)]),
    (
        code::GLOBAL_VAR,
        &[
            ("scope", SCOPE),
            ("name", STRING.required()),
            ("linkageName", STRING),
            ("file", FILE),
            ("type", TYPE),
            ("variable", Wanted { is_variable: true, ..NOTHING }),
            ("declaration", nodes(set(&[code::DERIVED_TYPE]))),
        ],
    ),
    (code::LOCAL_VAR, &[("scope", LOCAL_SCOPE), ("name", STRING), ("file", FILE), ("type", TYPE)]),
    (
        code::OBJC_PROPERTY,
        &[("name", STRING), ("file", FILE), ("setter", STRING), ("getter", STRING), ("type", TYPE)],
    ),
    (code::IMPORTED_ENTITY, &[("scope", SCOPE), ("entity", or_name(nodes(TAGGED))), ("name", STRING)]),
    (code::SUBRANGE, &[]),
    (code::EXPRESSION, &[]),
];

const MODERN_TYPES: u64 = TYPES | set(&[code::STRING_TYPE, code::SUBRANGE_TYPE, code::FIXED_POINT_TYPE]);
const MODERN_SCOPES: u64 = SCOPES | MODERN_TYPES | set(&[code::COMMON_BLOCK]);
const MODERN_TAGGED: u64 =
    TAGGED | MODERN_SCOPES | set(&[code::LABEL, code::GENERIC_SUBRANGE, code::GLOBAL_VAR_EXPR]);
const MODERN_SCOPE: Wanted = nodes(MODERN_SCOPES);
const MODERN_TYPE: Wanted = nodes(MODERN_TYPES);
const EXPRESSION: Wanted = nodes(set(&[code::EXPRESSION]));
const VARIABLES: u64 = set(&[code::LOCAL_VAR, code::GLOBAL_VAR]);
/// A number that is known, or one that is computed.
const BOUND: Wanted =
    Wanted { is_variable: true, ..nodes(VARIABLES | set(&[code::EXPRESSION, code::DERIVED_TYPE])) };
const ANY_LIST: Wanted = Wanted { is_any_list: true, ..NOTHING };
const TYPE_LIST: Wanted = Wanted { list: MODERN_TYPES, is_list_of_types: true, ..NOTHING };
const MACROS: Wanted = list(set(&[code::MACRO, code::MACRO_FILE]));

/// The same of modern nodes.
const MODERN_FIELDS: [(u32, &[(&str, Wanted)]); 31] = [
    (code::LOCATION, &[("scope", LOCAL_SCOPE), ("inlinedAt", nodes(set(&[code::LOCATION])))]),
    (code::GENERIC_DEBUG, &[("header", STRING)]),
    (code::SUBRANGE, &[("count", BOUND), ("lowerBound", BOUND), ("upperBound", BOUND), ("stride", BOUND)]),
    (
        code::GENERIC_SUBRANGE,
        &[("count", BOUND), ("lowerBound", BOUND), ("upperBound", BOUND), ("stride", BOUND)],
    ),
    (code::ENUMERATOR, &[("name", STRING)]),
    (code::BASIC_TYPE, &[("name", STRING), ("size", BOUND)]),
    (code::FIXED_POINT_TYPE, &[("name", STRING), ("size", BOUND)]),
    (
        code::STRING_TYPE,
        &[
            ("name", STRING),
            ("stringLength", nodes(VARIABLES)),
            ("stringLengthExpression", EXPRESSION),
            ("stringLocationExpression", EXPRESSION),
            ("size", BOUND),
        ],
    ),
    (code::FILE, &[("filename", STRING), ("directory", STRING), ("checksum", STRING), ("source", STRING)]),
    (
        code::DERIVED_TYPE,
        &[
            ("name", STRING),
            ("file", FILE),
            ("scope", MODERN_SCOPE),
            ("baseType", MODERN_TYPE),
            ("size", BOUND),
            ("offset", BOUND),
            ("annotations", ANY_LIST),
        ],
    ),
    (
        code::SUBRANGE_TYPE,
        &[
            ("name", STRING),
            ("file", FILE),
            ("scope", MODERN_SCOPE),
            ("baseType", MODERN_TYPE),
            ("size", BOUND),
            ("lowerBound", BOUND),
            ("upperBound", BOUND),
            ("stride", BOUND),
            ("bias", BOUND),
        ],
    ),
    (
        code::COMPOSITE_TYPE,
        &[
            ("name", STRING),
            ("file", FILE),
            ("scope", MODERN_SCOPE),
            ("baseType", MODERN_TYPE),
            ("size", BOUND),
            ("offset", BOUND),
            ("elements", ANY_LIST),
            ("vtableHolder", MODERN_TYPE),
            ("templateParams", TEMPLATE_PARAMETERS),
            ("identifier", STRING),
            ("discriminator", nodes(set(&[code::DERIVED_TYPE]))),
            ("dataLocation", nodes(VARIABLES | set(&[code::EXPRESSION]))),
            ("rank", BOUND),
            ("annotations", ANY_LIST),
            ("specification", MODERN_TYPE),
        ],
    ),
    (code::SUBROUTINE_TYPE, &[("types", TYPE_LIST)]),
    (
        code::COMPILE_UNIT,
        &[
            ("file", FILE.required()),
            ("producer", STRING),
            ("flags", STRING),
            ("splitDebugFilename", STRING),
            ("enums", list(set(&[code::COMPOSITE_TYPE]))),
            ("retainedTypes", list(MODERN_TYPES | set(&[code::SUBPROGRAM]))),
            ("globals", list(set(&[code::GLOBAL_VAR_EXPR]))),
            ("imports", list(set(&[code::IMPORTED_ENTITY]))),
            ("macros", MACROS),
            ("sysroot", STRING),
            ("sdk", STRING),
        ],
    ),
    (
        code::SUBPROGRAM,
        &[
            ("scope", MODERN_SCOPE),
            ("name", STRING),
            ("linkageName", STRING),
            ("file", FILE),
            ("type", nodes(set(&[code::SUBROUTINE_TYPE]))),
            ("containingType", MODERN_TYPE),
            ("unit", nodes(set(&[code::COMPILE_UNIT]))),
            ("templateParams", TEMPLATE_PARAMETERS),
            ("declaration", nodes(set(&[code::SUBPROGRAM]))),
            ("retainedNodes", list(set(&[code::LOCAL_VAR, code::LABEL, code::IMPORTED_ENTITY]))),
            ("thrownTypes", TYPE_LIST),
            ("annotations", ANY_LIST),
            ("targetFuncName", STRING),
        ],
    ),
    (code::LEXICAL_BLOCK, &[("scope", LOCAL_SCOPE), ("file", FILE)]),
    (code::LEXICAL_BLOCK_FILE, &[("scope", LOCAL_SCOPE), ("file", FILE)]),
    (code::NAMESPACE, &[("scope", MODERN_SCOPE), ("name", STRING)]),
    (code::TEMPLATE_TYPE, &[("name", STRING), ("type", MODERN_TYPE)]),
    (code::TEMPLATE_VALUE, &[("name", STRING), ("type", MODERN_TYPE)]),
    (
        code::GLOBAL_VAR,
        &[
            ("scope", MODERN_SCOPE),
            ("name", STRING),
            ("linkageName", STRING),
            ("file", FILE),
            ("type", MODERN_TYPE),
            ("declaration", nodes(set(&[code::DERIVED_TYPE]))),
            ("templateParams", TEMPLATE_PARAMETERS),
            ("annotations", ANY_LIST),
        ],
    ),
    (
        code::GLOBAL_VAR_EXPR,
        &[("var", nodes(set(&[code::GLOBAL_VAR])).required()), ("expr", EXPRESSION.required())],
    ),
    (
        code::LOCAL_VAR,
        &[
            ("scope", LOCAL_SCOPE),
            ("name", STRING),
            ("file", FILE),
            ("type", MODERN_TYPE),
            ("annotations", ANY_LIST),
        ],
    ),
    (code::LABEL, &[("scope", LOCAL_SCOPE), ("name", STRING), ("file", FILE)]),
    (
        code::OBJC_PROPERTY,
        &[("name", STRING), ("file", FILE), ("setter", STRING), ("getter", STRING), ("type", MODERN_TYPE)],
    ),
    (
        code::IMPORTED_ENTITY,
        &[
            ("scope", MODERN_SCOPE),
            ("entity", nodes(MODERN_TAGGED)),
            ("file", FILE),
            ("name", STRING),
            ("elements", list(set(&[code::IMPORTED_ENTITY]))),
        ],
    ),
    (
        code::MODULE,
        &[
            ("scope", MODERN_SCOPE),
            ("name", STRING.required()),
            ("configMacros", STRING),
            ("includePath", STRING),
            ("apinotes", STRING),
            ("file", FILE),
        ],
    ),
    (
        code::COMMON_BLOCK,
        &[
            ("scope", MODERN_SCOPE),
            ("declaration", nodes(set(&[code::GLOBAL_VAR]))),
            ("name", STRING),
            ("file", FILE),
        ],
    ),
    (code::MACRO, &[("name", STRING), ("value", STRING)]),
    (code::MACRO_FILE, &[("file", FILE.required()), ("nodes", MACROS)]),
    (code::ASSIGN_ID, &[]),
];

/// The fields of a row that refer to something, by place.
pub(super) fn wanted(row: &NodeRow) -> Vec<(usize, Wanted)> {
    let rows = match row.dialect {
        Dialect::Dxil37 => &FIELDS[..],
        Dialect::Modern => &MODERN_FIELDS[..],
    };
    let fields = rows.iter().find(|(code, _)| *code == row.code).map_or(&[][..], |(_, fields)| fields);
    fields.iter().filter_map(|(name, wanted)| Some((row.field(name)?, *wanted))).collect()
}

/// The bit of a subprogram that is defined.
pub(super) const IS_DEFINITION: u64 = 8;

const ARRAY_TYPE: u64 = 0x01;
const CLASS_TYPE: u64 = 0x02;
const ENUMERATION_TYPE: u64 = 0x04;
const STRUCTURE_TYPE: u64 = 0x13;
const SUBROUTINE_TYPE: u64 = 0x15;
const UNION_TYPE: u64 = 0x17;
const VARIANT: u64 = 0x19;
const NAMELIST: u64 = 0x2b;
const VARIANT_PART: u64 = 0x33;

/// Tags that a node may have; `None` where any will do.
pub(super) fn tags_of(dialect: Dialect, node: u32) -> Option<&'static [u64]> {
    match dialect {
        Dialect::Dxil37 => tags_of_dxil37(node),
        Dialect::Modern => modern_tags_of(node),
    }
}

fn modern_tags_of(node: u32) -> Option<&'static [u64]> {
    Some(match node {
        // Of a type with a name of its own, of one that nobody says, of a string.
        code::BASIC_TYPE => &[0x24, 0x3b, 0x12],
        code::FIXED_POINT_TYPE => &[0x24],
        code::STRING_TYPE => &[0x12],
        // Those of LLVM 3.7, a variable that is a member, atomic and immutable types, a set, a template alias, a
        // pointer with authentication, as LLVM calls it.
        code::DERIVED_TYPE => &[
            0x16, 0x0f, 0x1f, 0x10, 0x42, 0x26, 0x35, 0x37, 0x0d, 0x1c, 0x2a, 0x34, 0x47, 0x4b, 0x20, 0x43,
            0x4300,
        ],
        code::COMPOSITE_TYPE => &[
            ARRAY_TYPE,
            STRUCTURE_TYPE,
            UNION_TYPE,
            ENUMERATION_TYPE,
            SUBROUTINE_TYPE,
            CLASS_TYPE,
            VARIANT,
            VARIANT_PART,
            NAMELIST,
        ],
        code::TEMPLATE_VALUE => &[0x30, 0x4106, 0x4107],
        code::IMPORTED_ENTITY => &[0x08, 0x3a],
        _ => return None,
    })
}

fn tags_of_dxil37(node: u32) -> Option<&'static [u64]> {
    Some(match node {
        // Of a type with a name of its own, and of one that nobody says.
        code::BASIC_TYPE => &[0x24, 0x3b],
        // typedef, pointer, pointer to a member, reference, rvalue reference, const, volatile, restrict, member,
        // inheritance, friend.
        code::DERIVED_TYPE => &[0x16, 0x0f, 0x1f, 0x10, 0x42, 0x26, 0x35, 0x37, 0x0d, 0x1c, 0x2a],
        code::COMPOSITE_TYPE => {
            &[ARRAY_TYPE, STRUCTURE_TYPE, UNION_TYPE, ENUMERATION_TYPE, SUBROUTINE_TYPE, CLASS_TYPE]
        }
        // A value, the name of a template, a pack of parameters.
        code::TEMPLATE_VALUE => &[0x30, 0x4106, 0x4107],
        // Of the function itself, and its parameter.
        code::LOCAL_VAR => &[0x100, 0x101],
        // A declaration, a module.
        code::IMPORTED_ENTITY => &[0x08, 0x3a],
        _ => return None,
    })
}
