//! What fields of nodes are for, as rows. Tags and operations have DWARF's own numbers.

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

/// The fields of a row that refer to something, by place.
pub(super) fn wanted(row: &NodeRow) -> Vec<(usize, Wanted)> {
    let fields = FIELDS.iter().find(|(code, _)| *code == row.code).map_or(&[][..], |(_, fields)| fields);
    let place = |name| row.fields.iter().position(|field| field.name == name);
    fields.iter().filter_map(|(name, wanted)| Some((place(*name)?, *wanted))).collect()
}

const ARRAY_TYPE: u64 = 0x01;
const CLASS_TYPE: u64 = 0x02;
const ENUMERATION_TYPE: u64 = 0x04;
const STRUCTURE_TYPE: u64 = 0x13;
const SUBROUTINE_TYPE: u64 = 0x15;
const UNION_TYPE: u64 = 0x17;

/// Tags that a node may have; `None` where any will do.
pub(super) fn tags_of(node: u32) -> Option<&'static [u64]> {
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

/// Whether a type of this tag says in which file it is.
pub(super) fn has_file(tag: u64) -> bool {
    matches!(tag, CLASS_TYPE | UNION_TYPE)
}

const DEREF: u64 = 0x06;
const PLUS: u64 = 0x22;
const BIT_PIECE: u64 = 0x9d;

/// Whether numbers are operations of an expression with their operands.
pub(super) fn is_expression(mut numbers: &[u64]) -> bool {
    loop {
        numbers = match numbers {
            [] => return true,
            [DEREF, rest @ ..] | [PLUS, _, rest @ ..] => rest,
            // It says what all before it is about, and comes last.
            [BIT_PIECE, _, _] => return true,
            _ => return false,
        };
    }
}
