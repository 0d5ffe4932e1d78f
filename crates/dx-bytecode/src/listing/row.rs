//! A row of a signature table, written and read back: one element. Together so that each word is spelled once.

use bstr::{BStr, BString, ByteSlice as _};
use dx_container::enums::{ComponentType, MinPrecision, ShaderKind, SystemValue};
use dx_container::parts::signature::{Element, NO_REGISTER};

use super::page;
use super::table::Table;

/// What a signature is, as far as its rows depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Role {
    /// Whether the stage writes it: then the mask says what is never written, and the table what is.
    pub(super) written: bool,
    /// Whether it is what a pixel shader puts out, where numbered registers are targets.
    pub(super) targets: bool,
}

impl Role {
    pub(super) fn of(table: Table, stage: Option<ShaderKind>) -> Self {
        let output = table == Table::Output;
        let patch = table == Table::PatchConstant;
        Self {
            written: output || patch && stage == Some(ShaderKind::HULL),
            // Tables without a program say what they say in a pixel shader, the one stage that has targets.
            targets: output && stage.is_none_or(|stage| stage == ShaderKind::PIXEL),
        }
    }
}

/// Semantics that lie in a register of their own, what stands in its column, and the system value that the table
/// says; in the file that is none.
const SPECIAL: [(&str, &str, SystemValue); 6] = [
    ("SV_Depth", "oDepth", SystemValue::DEPTH),
    ("SV_DepthGreaterEqual", "oDepthGE", SystemValue::DEPTH_GE),
    ("SV_DepthLessEqual", "oDepthLE", SystemValue::DEPTH_LE),
    ("SV_Coverage", "oMask", SystemValue::COVERAGE),
    ("SV_StencilRef", "   oStencilRef", SystemValue::STENCIL_REF),
    ("SV_InnerCoverage", "special", SystemValue::INNER_COVERAGE),
];

/// The names of component types with a minimum precision; FXC prints them in place of the type's own name.
const MIN_PRECISION_FORMATS: [(ComponentType, MinPrecision, &str); 4] = [
    (ComponentType::FLOAT32, MinPrecision::FLOAT16, "min16f"),
    (ComponentType::FLOAT32, MinPrecision::FLOAT2_8, "min2_8f"),
    (ComponentType::S_INT32, MinPrecision::S_INT16, "min16i"),
    (ComponentType::U_INT32, MinPrecision::U_INT16, "min16u"),
];

/// Behind a row: what it does not say. Words in hexadecimal: system value, type, register, masks, precision.
const WORDS: &str = "@element";

/// The special register of a semantic.
fn special(name: &BStr) -> Option<&'static (&'static str, &'static str, SystemValue)> {
    SPECIAL.iter().find(|row| name.eq_ignore_ascii_case(row.0.as_bytes()))
}

/// The row of an element; `streams` says whether the table names streams.
pub(super) fn print(element: &Element<BString>, role: Role, streams: bool) -> String {
    let mut row = printed(element, role, streams);
    // Whatever a reader would not see is said in words.
    if read(&row, role).as_ref() != Ok(element) {
        let Element { system_value, component_type, register, min_precision, .. } = element;
        let masks = u32::from(element.mask)
            | u32::from(element.exclusive_mask) << 8
            | u32::from(element.reserved) << 16;
        row.push_str(&format!(
            " {WORDS}({:#x}, {:#x}, {register:#x}, {masks:#x}, {:#x})",
            system_value.0, component_type.0, min_precision.0,
        ));
    }
    row
}

fn printed(element: &Element<BString>, role: Role, streams: bool) -> String {
    let name = page::word(&element.name);
    let name = if streams { format!("m{}:{name}", element.stream) } else { name };
    let used = if role.written { !element.exclusive_mask } else { element.exclusive_mask };
    let own = special(element.name.as_bstr());
    let (mask, register, used) = if element.register == NO_REGISTER {
        let register = match own {
            Some(row) => row.1,
            None if element.system_value == SystemValue::PRIMITIVE_ID => "primID",
            None => "special",
        };
        let used = if used & 15 == 0 { "NO" } else { "YES" };
        ("N/A".to_owned(), register.to_owned(), used.to_owned())
    } else {
        (letters(element.mask), element.register.to_string(), letters(used))
    };
    let index = element.index;
    let (system_value, format) = (system_value(element, role), format_of(element));
    format!("{name:<20} {index:>5}{mask:>7} {register:>8} {system_value:>8} {format:>7} {used:>6}")
}

/// The components of a mask, a place for each.
fn letters(mask: u8) -> String {
    "xyzw".char_indices().map(|(bit, letter)| if mask >> bit & 1 != 0 { letter } else { ' ' }).collect()
}

fn system_value(element: &Element<BString>, role: Role) -> &'static str {
    let value = match element.system_value {
        SystemValue::UNDEFINED if element.register == NO_REGISTER => {
            special(element.name.as_bstr()).map_or(SystemValue::UNDEFINED, |row| row.2)
        }
        SystemValue::UNDEFINED if role.targets => SystemValue::TARGET,
        value => value,
    };
    value.column()
}

fn format_of(element: &Element<BString>) -> &'static str {
    let key = (element.component_type, element.min_precision);
    let min_precision = MIN_PRECISION_FORMATS.iter().find(|row| (row.0, row.1) == key);
    min_precision.map_or(element.component_type.column(), |row| row.2)
}

fn format_named(name: &str) -> Option<(ComponentType, MinPrecision)> {
    let min_precision = MIN_PRECISION_FORMATS.iter().find(|row| row.2 == name).map(|row| (row.0, row.1));
    min_precision.or_else(|| Some((ComponentType::from_column(name)?, MinPrecision::DEFAULT)))
}

/// What was to come in a row, and the word that stands there instead.
pub(super) type Fault<'t> = (&'static str, &'t str);

/// The element that a row says, without the `//` before it.
pub(super) fn read(row: &str, role: Role) -> Result<Element<BString>, Fault<'_>> {
    let (row, words) = match row.split_once(WORDS) {
        Some((row, words)) => (row, Some(words)),
        None => (row, None),
    };
    let mut columns = row.split_ascii_whitespace().peekable();
    let end = row.get(row.len()..).unwrap_or_default();
    let first = columns.next().unwrap_or(end);
    let (stream, name) = match first.split_once(':') {
        Some((stream, name)) => {
            (number(stream.strip_prefix('m').unwrap_or_default(), first, "a stream such as m1:")?, name)
        }
        None => (0, first),
    };
    let name: BString = page::unescaped(name).ok_or(("a semantic name", name))?.into();
    let index = columns.next().unwrap_or(end);
    let index = number(index, index, "a semantic index")?;
    let mask = mask(&mut columns);
    let column = columns.next().unwrap_or(end);
    let is_special = column.starts_with(|c: char| c.is_ascii_alphabetic());
    let register = if is_special {
        NO_REGISTER
    } else {
        number(column, column, "a register number, or a name such as oDepth")?
    };
    let column = columns.next().unwrap_or(end);
    let Some(value) = SystemValue::from_column(column) else {
        return Err(("a system value such as NONE or POS", column));
    };
    let column = columns.next().unwrap_or(end);
    let Some((component_type, min_precision)) = format_named(column) else {
        return Err(("a format such as float or uint", column));
    };
    let used = self::mask(&mut columns);
    if let Some(column) = columns.next() {
        return Err(("the used components, or end of line", column));
    }
    // The file does not say what the place or the name says.
    let implied = match special(name.as_bstr()) {
        Some(row) if is_special => row.2 == value,
        _ => role.targets && !is_special && value == SystemValue::TARGET,
    };
    let mut element = Element {
        stream,
        index,
        system_value: if implied { SystemValue::UNDEFINED } else { value },
        component_type,
        register,
        mask,
        exclusive_mask: if role.written { !used & 15 } else { used },
        reserved: 0,
        min_precision,
        name,
    };
    if let Some(words) = words {
        apply_words(&mut element, words)?;
    }
    Ok(element)
}

/// Takes the components of a mask, which may be apart; of a register of its own, `N/A`, `YES` or `NO`.
fn mask<'t>(columns: &mut std::iter::Peekable<impl Iterator<Item = &'t str>>) -> u8 {
    let mut mask = 0;
    while let Some(bits) = columns.peek().and_then(|column| mask_bits(column)) {
        mask |= bits;
        columns.next();
    }
    mask
}

fn mask_bits(column: &str) -> Option<u8> {
    match column {
        "N/A" | "YES" => Some(1),
        "NO" => Some(0),
        _ => column.chars().try_fold(0, |mask, letter| Some(mask | 1 << "xyzw".find(letter)?)),
    }
}

fn number<'t>(text: &str, shown: &'t str, what: &'static str) -> Result<u32, Fault<'t>> {
    text.parse().map_err(|_| (what, shown))
}

fn apply_words<'t>(element: &mut Element<BString>, text: &'t str) -> Result<(), Fault<'t>> {
    let fault = ("five dwords in parentheses after @element", text);
    let inner = text.trim().strip_prefix('(').and_then(|text| text.strip_suffix(')')).ok_or(fault)?;
    let words: Option<Vec<u32>> =
        inner.split(',').map(|word| u32::from_str_radix(word.trim().strip_prefix("0x")?, 16).ok()).collect();
    let Some(&[system_value, component_type, register, masks, min_precision]) = words.as_deref() else {
        return Err(fault);
    };
    let [mask, exclusive, low, high] = masks.to_le_bytes();
    element.system_value = SystemValue(system_value);
    element.component_type = ComponentType(component_type);
    element.register = register;
    element.mask = mask;
    element.exclusive_mask = exclusive;
    element.reserved = u16::from_le_bytes([low, high]);
    element.min_precision = MinPrecision(min_precision);
    Ok(())
}
