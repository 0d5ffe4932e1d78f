//! Which fields of a node of debug information stand in assembly, in which order, and when they are left out. Separate
//! because these are rows, by which printer and parser go.
//!
//! Source: LLVM 3.7's assembly.

use dxil_ir::metadata::{FieldKind, NodeRow};

use crate::generated::dwarf;
use crate::print::numbers;

/// Words for numbers.
type Words = &'static [(u64, &'static str)];

/// How a field is printed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// What a number refers to.
    Node,
    /// The same, where there is no number for nothing.
    Plain,
    /// A string, in quotes.
    Text,
    /// A number.
    Number,
    /// A number of 64 bits with its sign.
    Number64,
    /// A number with its sign in the lowest bit.
    Signed,
    /// `true` or `false`.
    Flag,
    /// A word for a number.
    Dwarf(Words),
    /// The flags of a type or a function.
    Flags,
    /// All that follow.
    Operands,
}

/// When a field is left out.
#[derive(Debug, Clone, Copy)]
pub(super) enum Skip {
    Never,
    /// Where it is nothing, zero or empty.
    Nothing,
    /// Where the node's tag is this one.
    Tag(u64),
    /// Both.
    NothingOfTag(u64),
}

/// A field as it is printed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Printed {
    /// Its name in the text.
    pub(super) name: &'static str,
    /// The field of the row that it is.
    pub(super) field: &'static str,
    /// How many numbers behind that field.
    pub(super) behind: usize,
    pub(super) kind: Kind,
    pub(super) skip: Skip,
}

const BASE_TYPE: u64 = 0x24;
const TEMPLATE_VALUE_PARAMETER: u64 = 0x30;
const AUTO_VARIABLE: u64 = 0x100;

const fn field(name: &'static str, kind: Kind) -> Printed {
    Printed { name, field: name, behind: 0, kind, skip: Skip::Nothing }
}

const fn node(name: &'static str) -> Printed {
    field(name, Kind::Node)
}

const fn text(name: &'static str) -> Printed {
    field(name, Kind::Text)
}

const fn number(name: &'static str) -> Printed {
    field(name, Kind::Number)
}

const fn flag(name: &'static str) -> Printed {
    always(field(name, Kind::Flag))
}

const fn always(field: Printed) -> Printed {
    Printed { skip: Skip::Never, ..field }
}

const fn unless(field: Printed, tag: u64) -> Printed {
    Printed { skip: Skip::Tag(tag), ..field }
}

const fn of(field: Printed, row: &'static str, behind: usize) -> Printed {
    Printed { field: row, behind, ..field }
}

const TAG: Printed = always(field("tag", Kind::Dwarf(dwarf::TAG)));
const FLAGS: Printed = field("flags", Kind::Flags);
const SCOPE: Printed = node("scope");
const SIZES: [Printed; 3] = [number("size"), number("align"), number("offset")];

/// The fields of each node, by its name.
const NODES: [(&str, &[Printed]); 20] = [
    (
        "DILocation",
        &[always(number("line")), number("column"), always(field("scope", Kind::Plain)), node("inlinedAt")],
    ),
    (
        "GenericDINode",
        &[TAG, of(text("header"), "operands", 0), of(field("operands", Kind::Operands), "operands", 1)],
    ),
    ("DISubrange", &[always(field("count", Kind::Number64)), field("lowerBound", Kind::Signed)]),
    ("DIEnumerator", &[always(text("name")), always(field("value", Kind::Signed))]),
    (
        "DIBasicType",
        &[
            unless(TAG, BASE_TYPE),
            text("name"),
            number("size"),
            number("align"),
            field("encoding", Kind::Dwarf(dwarf::ENCODING)),
        ],
    ),
    (
        "DIDerivedType",
        &[
            TAG,
            text("name"),
            SCOPE,
            node("file"),
            number("line"),
            always(node("baseType")),
            SIZES[0],
            SIZES[1],
            SIZES[2],
            FLAGS,
            node("extraData"),
        ],
    ),
    (
        "DICompositeType",
        &[
            TAG,
            text("name"),
            SCOPE,
            node("file"),
            number("line"),
            node("baseType"),
            SIZES[0],
            SIZES[1],
            SIZES[2],
            FLAGS,
            node("elements"),
            field("runtimeLang", Kind::Dwarf(dwarf::LANGUAGE)),
            node("vtableHolder"),
            node("templateParams"),
            text("identifier"),
        ],
    ),
    ("DISubroutineType", &[FLAGS, always(node("types"))]),
    ("DIFile", &[always(text("filename")), always(text("directory"))]),
    (
        "DICompileUnit",
        &[
            // Zero has no word, and is left out.
            field("language", Kind::Dwarf(dwarf::LANGUAGE)),
            always(node("file")),
            text("producer"),
            flag("isOptimized"),
            text("flags"),
            always(number("runtimeVersion")),
            text("splitDebugFilename"),
            always(number("emissionKind")),
            node("enums"),
            node("retainedTypes"),
            node("subprograms"),
            node("globals"),
            node("imports"),
            number("dwoId"),
        ],
    ),
    (
        "DISubprogram",
        &[
            text("name"),
            text("linkageName"),
            always(SCOPE),
            node("file"),
            number("line"),
            node("type"),
            flag("isLocal"),
            flag("isDefinition"),
            number("scopeLine"),
            node("containingType"),
            field("virtuality", Kind::Dwarf(dwarf::VIRTUALITY)),
            number("virtualIndex"),
            FLAGS,
            flag("isOptimized"),
            node("function"),
            node("templateParams"),
            node("declaration"),
            node("variables"),
        ],
    ),
    ("DILexicalBlock", &[always(SCOPE), node("file"), number("line"), number("column")]),
    ("DILexicalBlockFile", &[always(SCOPE), node("file"), always(number("discriminator"))]),
    ("DINamespace", &[text("name"), always(SCOPE), node("file"), number("line")]),
    (
        "DIModule",
        &[
            always(of(SCOPE, "operands", 0)),
            of(text("name"), "operands", 1),
            of(text("configMacros"), "operands", 2),
            of(text("includePath"), "operands", 3),
            of(text("isysroot"), "operands", 4),
        ],
    ),
    ("DITemplateTypeParameter", &[text("name"), always(node("type"))]),
    (
        "DITemplateValueParameter",
        &[unless(TAG, TEMPLATE_VALUE_PARAMETER), text("name"), node("type"), always(node("value"))],
    ),
    (
        "DIGlobalVariable",
        &[
            text("name"),
            text("linkageName"),
            always(SCOPE),
            node("file"),
            number("line"),
            node("type"),
            flag("isLocal"),
            flag("isDefinition"),
            node("variable"),
            node("declaration"),
        ],
    ),
    (
        "DILocalVariable",
        &[
            TAG,
            text("name"),
            Printed { skip: Skip::NothingOfTag(AUTO_VARIABLE), ..number("arg") },
            always(SCOPE),
            node("file"),
            number("line"),
            node("type"),
            FLAGS,
        ],
    ),
    ("DIImportedEntity", &[TAG, text("name"), always(SCOPE), node("entity"), number("line")]),
];

/// Another node, which no shader has.
const OBJECTIVE_C_PROPERTY: &[Printed] = &[
    text("name"),
    node("file"),
    number("line"),
    text("setter"),
    text("getter"),
    number("attributes"),
    node("type"),
];

/// The fields of a node in the order of the text.
pub(super) fn printed(row: &NodeRow) -> &'static [Printed] {
    NODES.iter().find(|(name, _)| *name == row.name).map_or(OBJECTIVE_C_PROPERTY, |(_, fields)| fields)
}

/// Where among the numbers a field stands.
pub(super) fn place(row: &NodeRow, field: &Printed) -> usize {
    row.fields.iter().position(|known| known.name == field.field).unwrap_or(0) + field.behind
}

/// The numbers of a node of which the text says nothing.
pub(super) fn defaults(row: &NodeRow) -> Vec<u64> {
    let printed = printed(row);
    let is_open = |kind: &FieldKind| matches!(kind, FieldKind::Rest | FieldKind::Nodes);
    let fixed = row.fields.iter().filter(|field| !is_open(&field.kind)).count();
    let of_text = printed.iter().filter(|field| !matches!(field.kind, Kind::Operands));
    let len = of_text.map(|field| place(row, field) + 1).max().unwrap_or(0).max(fixed);
    let mut fields = vec![0; len];
    for field in printed {
        let usual = match (field.skip, field.name) {
            (Skip::Tag(usual), "tag") => usual,
            // LLVM takes it that something is defined unless the text says otherwise.
            (_, "isDefinition") => 1,
            _ => continue,
        };
        if let Some(slot) = fields.get_mut(place(row, field)) {
            *slot = usual;
        }
    }
    fields
}

/// The word for a number.
pub(super) fn word(words: Words, number: u64) -> Option<&'static str> {
    words.iter().find(|(known, _)| *known == number).map(|(_, word)| *word)
}

/// Appends flags by their words, and as a number what has none.
pub(super) fn flags(out: &mut String, flags: u64) {
    // The lowest two bits are one field.
    let access = flags & 3;
    let mut rest = flags & !3;
    let mut separator = "";
    let mut add = |out: &mut String, word: &str| {
        out.push_str(std::mem::replace(&mut separator, " | "));
        out.push_str(word);
    };
    word(dwarf::FLAG, access).into_iter().for_each(|word| add(out, word));
    for (bit, word) in dwarf::FLAG.iter().filter(|(bit, _)| *bit > 3) {
        if rest & bit != 0 {
            add(out, word);
            rest &= !bit;
        }
    }
    if rest != 0 || flags == 0 {
        add(out, "");
        numbers::unsigned(out, rest);
    }
}

/// The words for those numbers of an expression that are operations; `None` where it is not put together as it should
/// be, and has to be printed as numbers.
pub(crate) fn operations(elements: &[u64]) -> Option<Vec<Option<&'static str>>> {
    let mut words = vec![None; elements.len()];
    let mut at = 0;
    while let Some(element) = elements.get(at) {
        let word = word(dwarf::OPERATION, *element)?;
        let size = match word {
            "DW_OP_bit_piece" => 3,
            "DW_OP_plus" => 2,
            _ => 1,
        };
        if at + size > elements.len() || size == 3 && at + size != elements.len() {
            return None;
        }
        *words.get_mut(at)? = Some(word);
        at += size;
    }
    Some(words)
}
