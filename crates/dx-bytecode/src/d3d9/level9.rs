//! Part Aon9 in listings: the tables by which its program gets constants and samplers, as fxc prints them, and back.
//! Separate from the part itself, which knows nothing of text.
//!
//! What fxc's rows cannot say follows them behind `@`: a reserved byte of a sampler, a table that is empty in all known
//! files.

use std::borrow::Cow;
use std::ops::Range;

use dx_container::D3d9Version;
use dx_container::enums::{Level9Conversion, Level9RuntimeConstant};
use dx_container::parts::PartBuf as _;
use dx_container::parts::level9::{
    ConstantMapping, Level9, Level9Buf, LoopMapping, Mappings, RuntimeMapping, SamplerMapping,
};
use located::{Error, Place};

use crate::d3d9::text;
use crate::limits::MAX_ERRORS;
use crate::listing::page::Page;
use crate::text::{AssemblyError, AssemblyErrorKind, without_numbering};

const CONSTANTS: &str = "Constant buffer to DX9 shader constant mappings:";
const SAMPLERS: &str = "Sampler/Resource to DX9 shader sampler mappings:";
const RUNTIME: &str = "Runtime generated constant mappings:";
/// The title of the program, behind which it begins.
pub(crate) const PROGRAM: &str = "Level9 shader bytecode:";

const LOOP_COLUMNS: &str = "Target Reg Buffer  Source Reg Component";
const LOOP_RULE: &str = "---------- ------- ---------- ---------";
const CONSTANT_COLUMNS: &str = "Target Reg Buffer  Start Reg # of Regs        Data Conversion";
const CONSTANT_RULE: &str = "---------- ------- --------- --------- ----------------------";
const SAMPLER_COLUMNS: &str = "Target Sampler Source Sampler  Source Resource";
const SAMPLER_RULE: &str = "-------------- --------------- ----------------";
const RUNTIME_COLUMNS: &str = "Target Reg                               Constant Description";
const RUNTIME_RULE: &str = "---------- --------------------------------------------------";

/// What components are converted from, by number.
const CONVERSIONS: [&str; 4] = ["FLT", "BOOL", "INT", "UINT"];
/// What the runtime sets, by number.
const RUNTIME_CONSTANTS: [&str; 1] = ["Vertex Shader position offset"];
/// A reserved byte of the row in front of it.
const RESERVED: &str = "@reserved";
/// The table that nobody knows: the number of members, and its bytes.
const UNKNOWN: &str = "@unknown";

/// Prints the tables of a part.
pub(crate) fn print(page: &mut Page<'_>, part: &Level9<'_>) {
    let mappings = &part.mappings;
    if !mappings.constants.is_empty() || !mappings.loops.is_empty() {
        page.line(CONSTANTS);
        page.blank();
        if !mappings.loops.is_empty() {
            page.line(LOOP_COLUMNS);
            page.line(LOOP_RULE);
            for LoopMapping { buffer, row, component, target } in &mappings.loops {
                page.line(format_args!("i{target:<9} cb{buffer:<5} {row:>10} {component:>9}"));
            }
            page.blank();
        }
        if !mappings.constants.is_empty() {
            page.line(CONSTANT_COLUMNS);
            page.line(CONSTANT_RULE);
            for ConstantMapping { buffer, start, count, target, conversions } in &mappings.constants {
                let [x, y, z, w] = conversions.map(conversion);
                page.line(format_args!(
                    "c{target:<9} cb{buffer:<5} {start:>9} {count:>9}  ({x:>4},{y:>4},{z:>4},{w:>4})"
                ));
            }
            page.blank();
        }
        page.blank();
    }
    if !mappings.samplers.is_empty() {
        page.line(SAMPLERS);
        page.blank();
        page.line(SAMPLER_COLUMNS);
        page.line(SAMPLER_RULE);
        for SamplerMapping { texture, sampler, target, reserved } in &mappings.samplers {
            let said = match reserved {
                0 => String::new(),
                _ => format!(" {RESERVED} {reserved}"),
            };
            page.line(format_args!("s{target:<13} s{sampler:<14} t{texture:<16}{said}"));
        }
        page.blank();
        page.blank();
    }
    if !mappings.runtime.is_empty() {
        page.line(RUNTIME);
        page.blank();
        page.line(RUNTIME_COLUMNS);
        page.line(RUNTIME_RULE);
        for RuntimeMapping { constant, target } in &mappings.runtime {
            let name = name_of(&RUNTIME_CONSTANTS, constant.0);
            page.line(format_args!("c{target:<9} {name:>50}"));
        }
        page.blank();
        page.blank();
    }
    if mappings.unknown_count != 0 {
        let bytes: String = mappings.unknown.iter().map(|byte| format!("{byte:02x}")).collect();
        page.line(format_args!("{UNKNOWN} {} {bytes}", mappings.unknown_count));
        page.blank();
    }
}

fn conversion(conversion: Level9Conversion) -> String {
    name_of(&CONVERSIONS, conversion.0)
}

fn name_of(names: &[&str], value: u32) -> String {
    let name = usize::try_from(value).ok().and_then(|value| names.get(value));
    name.map_or_else(|| value.to_string(), |name| (*name).to_owned())
}

/// A listing of a container in its two programs: each text is as long as the whole, so that places stay right, and
/// blank where the other one stands.
pub struct Programs<'t> {
    /// The text without the program for feature level 9.
    pub tokens: Cow<'t, str>,
    /// The program for feature level 9, if there is one.
    pub level9: Option<String>,
}

impl<'t> Programs<'t> {
    /// Takes a listing apart.
    pub fn of(text: &'t str) -> Self {
        let Some(range) = section(text) else { return Self { tokens: text.into(), level9: None } };
        let outside = blank(text, |at| range.contains(&at));
        let inside = blank(text, |at| !range.contains(&at));
        Self { tokens: outside.into(), level9: Some(inside) }
    }
}

/// The text, blank but for ends of lines where `is_blank` says so; byte for byte as long.
fn blank(text: &str, is_blank: impl Fn(usize) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if c == '\n' || !is_blank(at) {
            out.push(c);
        } else {
            out.extend(std::iter::repeat_n(' ', c.len_utf8()));
        }
    }
    out
}

/// Where the program for feature level 9 stands in a listing: behind its title, in front of the other program.
fn section(text: &str) -> Option<Range<usize>> {
    let mut offset = 0;
    let mut start = None;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_ascii();
        match start {
            None if trimmed.strip_prefix("//").is_some_and(|title| title.trim_ascii() == PROGRAM) => {
                start = Some(offset + line.len());
            }
            Some(start) if begins_tokens(trimmed) => return Some(start..offset),
            _ => {}
        }
        offset += line.len();
    }
    start.map(|start| start..text.len())
}

/// Whether a line begins a program of shader models 4 and 5.
fn begins_tokens(line: &str) -> bool {
    let line = without_numbering(line);
    let word = line.split(|c: char| c.is_whitespace() || c == '@').next().unwrap_or_default();
    let mut pieces = word.split('_');
    let stage = pieces.next().is_some_and(|stage| matches!(stage, "ps" | "vs" | "gs" | "hs" | "ds" | "cs"));
    stage && pieces.next().is_some_and(|major| matches!(major, "4" | "5"))
}

/// The part that a listing describes: the tables of its comments and the program behind its title. `None` where there
/// is no such title.
///
/// # Errors
///
/// Every row and line that makes no sense, up to [`MAX_ERRORS`] of each.
pub fn assemble(listing: &str) -> Result<Option<Vec<u8>>, Vec<AssemblyError>> {
    let Some(program) = Programs::of(listing).level9 else { return Ok(None) };
    let mut errors = Vec::new();
    let mappings = read_mappings(listing, &mut errors);
    let program = match text::parse(&program) {
        Ok(program) if errors.is_empty() => program,
        Ok(_) => return Err(errors),
        Err(more) => {
            errors.extend(more);
            return Err(errors);
        }
    };
    let too_long = |_| {
        let limit = u32::MAX as usize;
        let kind = AssemblyErrorKind::TooMuch { what: "size of the program for feature level 9", limit };
        vec![Error::new(kind, Place::default())]
    };
    let version: D3d9Version = program.version;
    let bytes = program.to_bytes().map_err(|_| too_long(()))?;
    let part = Level9Buf { version, mappings, program: bytes, unknown: Vec::new() };
    part.arrange(None).map(Some).map_err(|_| too_long(()))
}

/// Which table a row is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Table {
    None,
    Loops,
    Constants,
    Samplers,
    Runtime,
}

fn read_mappings(listing: &str, errors: &mut Vec<AssemblyError>) -> Mappings {
    let mut mappings = Mappings::default();
    let mut table = Table::None;
    let mut offset = 0;
    for line in listing.split_inclusive('\n') {
        let at = offset;
        offset += line.len();
        let Some(comment) = line.trim_ascii().strip_prefix("//") else {
            if line.trim_ascii().is_empty() { continue } else { break }
        };
        let row = comment.trim_ascii();
        match row {
            PROGRAM => break,
            LOOP_COLUMNS => table = Table::Loops,
            CONSTANT_COLUMNS => table = Table::Constants,
            SAMPLER_COLUMNS => table = Table::Samplers,
            RUNTIME_COLUMNS => table = Table::Runtime,
            "" => table = Table::None,
            _ if row.starts_with("---") => {}
            _ => {
                let read = if row.starts_with(UNKNOWN) {
                    read_unknown(row, &mut mappings)
                } else {
                    read_row(row, table, &mut mappings)
                };
                if read.is_none() && errors.len() < MAX_ERRORS {
                    let offset = at as u64;
                    let len = line.trim_ascii_end().len() as u64;
                    let expected = "a table row with numbers in range".to_owned();
                    let found = row.chars().take(24).collect();
                    let kind = AssemblyErrorKind::Expected { expected, found };
                    errors.push(Error::new(kind, Place { offset, len, bit: 0 }));
                }
            }
        }
    }
    mappings
}

/// Reads a row; `None` where it is none of this table.
fn read_row(row: &str, table: Table, mappings: &mut Mappings) -> Option<()> {
    let mut words = row.split_ascii_whitespace();
    let mut register = |prefix: &str| words.next()?.strip_prefix(prefix)?.parse::<u16>().ok();
    match table {
        Table::None => return Some(()),
        Table::Loops => {
            let (target, buffer) = (register("i")?, register("cb")?);
            let (row, component) = (register("")?, register("")?);
            mappings.loops.push(LoopMapping { buffer, row, component, target });
        }
        Table::Constants => {
            let (target, buffer) = (register("c")?, register("cb")?);
            let (start, count) = (register("")?, register("")?);
            let (_, conversions) = row.strip_suffix(')')?.split_once('(')?;
            let mut components = conversions.split(',').map(|word| value_of(&CONVERSIONS, word.trim_ascii()));
            let mut next = || components.next().flatten().map(Level9Conversion);
            let conversions = [next()?, next()?, next()?, next()?];
            mappings.constants.push(ConstantMapping { buffer, start, count, target, conversions });
            return components.next().is_none().then_some(());
        }
        Table::Samplers => {
            let mut narrow = |prefix| u8::try_from(register(prefix)?).ok();
            let (target, sampler, texture) = (narrow("s")?, narrow("s")?, narrow("t")?);
            let reserved = match words.next() {
                None => 0,
                Some(RESERVED) => words.next()?.parse().ok()?,
                Some(_) => return None,
            };
            mappings.samplers.push(SamplerMapping { texture, sampler, target, reserved });
        }
        Table::Runtime => {
            let target = register("c")?;
            let name = row.split_once(char::is_whitespace)?.1.trim_ascii();
            let constant = value_of(&RUNTIME_CONSTANTS, name)?;
            u16::try_from(constant).ok()?;
            mappings.runtime.push(RuntimeMapping { constant: Level9RuntimeConstant(constant), target });
            return Some(());
        }
    }
    words.next().is_none().then_some(())
}

/// The number that is called so, or is written so and fits a byte or two.
fn value_of(names: &[&str], word: &str) -> Option<u32> {
    let named = names.iter().position(|name| *name == word).and_then(|index| u32::try_from(index).ok());
    named.or_else(|| word.parse::<u16>().ok().map(u32::from))
}

fn read_unknown(row: &str, mappings: &mut Mappings) -> Option<()> {
    let mut words = row.strip_prefix(UNKNOWN)?.split_ascii_whitespace();
    mappings.unknown_count = words.next()?.parse().ok().filter(|count| *count > 0)?;
    let digits = words.next().unwrap_or_default().as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Option<Vec<u8>> =
        digits.chunks(2).map(|pair| byte(pair).filter(|_| pair.len() == 2)).collect();
    mappings.unknown = bytes.filter(|bytes| !bytes.is_empty())?;
    words.next().is_none().then_some(())
}
