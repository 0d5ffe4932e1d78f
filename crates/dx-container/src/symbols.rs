//! The symbol table of a program: reads SYM0 with the strings of STR0, creates it from the functions that the
//! container names, checks it, and keeps it correct while parts are added and removed.
//!
//! Separate from the two parts, because neither knows the other. Decided where the proposal is silent:
//! - names are stored as the module has them, mangled, because that is what a linker looks for;
//! - `SectionIndex` counts the list of part offsets from 0, so it changes when parts before it do, which
//!   [`ContainerBuilder`](crate::ContainerBuilder) sees to;
//! - `Value` is 0;
//! - the type is `BaseType` NULL and `ComplexType` FUNCTION as plain numbers, not COFF's shifted form;
//! - the size in STR0 counts itself and the padding, see [`symbol_strings`](crate::parts::symbol_strings).
//!
//! Source: the proposal of symbol and string tables for DirectX containers.

use std::collections::HashMap;
use std::fmt;

use az::SaturatingAs as _;
use bstr::{BStr, BString, ByteSlice as _};

use crate::container::Container;
use crate::enums::{ShaderKind, SymbolBaseType, SymbolComplexType, SymbolStorageClass};
use crate::error::{ContainerErrorKind, Result};
use crate::field_values::narrow;
use crate::fourcc::FourCc;
use crate::limits::{TEXT_BYTES_FREE, TEXT_BYTES_PER_BYTE};
use crate::part::PartBuf as _;
use crate::parts::psv::Psv;
use crate::parts::rdat::Rdat;
use crate::parts::symbol_strings::{FIRST_STRING_AT, Packing, SymbolStrings, SymbolStringsBuf};
use crate::parts::symbols::{Name, SHORT_NAME, SYMBOL_SIZE, Symbol as Record, Symbols, SymbolsBuf};
use crate::program_version::ProgramVersion;
use crate::reader::Payload;
use located::{Error, Place};

/// A symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// The name in the module.
    pub name: BString,
    /// See [`Record::value`](crate::parts::symbols::Symbol::value).
    pub value: u32,
    /// The index of the part that defines it.
    pub section_index: u32,
    /// The simple half of its type.
    pub base_type: SymbolBaseType,
    /// The derived half of its type.
    pub complex_type: SymbolComplexType,
    /// The kind of thing that the symbol stands for.
    pub storage_class: SymbolStorageClass,
}

impl Symbol {
    /// An exported function that part `section_index` defines.
    pub fn function(name: impl Into<BString>, section_index: u32) -> Self {
        Self {
            name: name.into(),
            value: 0,
            section_index,
            base_type: SymbolBaseType::NULL,
            complex_type: SymbolComplexType::FUNCTION,
            storage_class: SymbolStorageClass::EXTERNAL,
        }
    }
}

/// The symbols of a container.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SymbolTable {
    /// The symbols, in order.
    pub symbols: Vec<Symbol>,
}

impl SymbolTable {
    /// Reads SYM0 and STR0; `None` where there is no SYM0.
    ///
    /// # Errors
    /// Fails if a part cannot be read, a name is outside STR0 or unterminated, or a section index is outside the part
    /// table.
    pub fn read(container: &Container<'_>) -> Result<Option<Self>> {
        let Some(records) = container.view(FourCc::SYM0).transpose()? else { return Ok(None) };
        Self::of_parts(container, records, container.view(FourCc::STR0).transpose()?)
    }

    /// The same of the parts of `container` where they have been read.
    ///
    /// # Errors
    /// Fails like [`read`](Self::read).
    pub fn of_parts(
        container: &Container<'_>,
        records: Symbols<'_>,
        strings: Option<SymbolStrings<'_>>,
    ) -> Result<Option<Self>> {
        let Some(part) = container.part(FourCc::SYM0) else { return Ok(None) };
        Self::of_payload(part.payload(), records, strings, container.parts().len()).map(Some)
    }

    /// The same of SYM0 alone, in a container of so many parts.
    ///
    /// # Errors
    /// Fails like [`read`](Self::read).
    pub fn of_payload(
        payload: Payload<'_>,
        records: Symbols<'_>,
        strings: Option<SymbolStrings<'_>>,
        parts: usize,
    ) -> Result<Self> {
        let stored = payload.bytes.len() + strings.map_or(0, |strings| strings.table.len());
        let limit = stored * TEXT_BYTES_PER_BYTE + TEXT_BYTES_FREE;
        let mut left = limit;
        let mut symbols = Vec::with_capacity(records.len());
        for (index, record) in records.iter().enumerate() {
            let place = Place { offset: payload.offset + (index * SYMBOL_SIZE) as u64, len: 8, bit: 0 };
            let fail = |kind| Err(Error::new(kind, place).within(FourCc::SYM0));
            let name = match record.name {
                Name::At(offset) if offset != 0 => match resolve(strings, offset) {
                    Ok(name) => name,
                    Err(kind) => return fail(kind),
                },
                ref name => name.short().unwrap_or_default(),
            };
            match left.checked_sub(name.len()) {
                Some(rest) => left = rest,
                None => {
                    return fail(ContainerErrorKind::Sharing { what: "symbol names", limit: limit as u64 });
                }
            }
            let Record { value, section_index, base_type, complex_type, storage_class, .. } = record;
            if u64::from(section_index) >= parts as u64 {
                let (index, parts) = (section_index.into(), parts as u64);
                return fail(ContainerErrorKind::Section { index, parts });
            }
            let name = name.to_owned();
            symbols.push(Symbol { name, value, section_index, base_type, complex_type, storage_class });
        }
        Ok(Self { symbols })
    }

    /// Creates a table of the functions that the program defines and exports: those of RDAT for a library, else the
    /// entry function of PSV0.
    ///
    /// # Errors
    /// Fails if neither part exists, names a function, or can be read.
    pub fn of_functions(container: &Container<'_>) -> Result<Self> {
        let rdat = container.view(FourCc::RDAT).transpose()?;
        let psv = if rdat.is_none() { container.view(FourCc::PSV0).transpose()? } else { None };
        Self::of_functions_in(container, rdat.as_ref(), psv.as_ref())
    }

    /// The same of the parts of `container` where they have been read.
    ///
    /// # Errors
    /// Fails if neither part exists or names a function.
    pub fn of_functions_in(
        container: &Container<'_>,
        rdat: Option<&Rdat<'_>>,
        psv: Option<&Psv<'_>>,
    ) -> Result<Self> {
        let program = container.parts().iter().position(|part| part.name == FourCc::DXIL);
        let Some(program) = program else { return Err(nothing("the container has no part DXIL")) };
        let program = narrow("part index", program)?;
        if let Some(rdat) = rdat {
            let names = rdat.functions().map(|function| Symbol::function(function.name, program));
            return Ok(Self { symbols: names.collect() });
        }
        let Some(psv) = psv else {
            return Err(nothing(
                "the container has neither part RDAT nor PSV0, which contain the names of \
                                functions",
            ));
        };
        let entry = psv.info.entry_name;
        if entry.is_empty() {
            return Err(nothing(
                "part PSV0 does not contain the name of the entry function: expected PSV0 version 3 or \
                 later (validator 1.8)",
            ));
        }
        Ok(Self { symbols: vec![Symbol::function(entry, program)] })
    }

    /// Writes the content of SYM0 and of STR0; `None` for STR0 if all names are short.
    ///
    /// # Errors
    /// Fails if a name contains a NUL byte, or a part is too large.
    pub fn to_parts(&self, packing: Packing) -> Result<(Vec<u8>, Option<Vec<u8>>)> {
        let is_long = |name: &BString| name.len() > SHORT_NAME;
        let long = self.symbols.iter().filter(|symbol| is_long(&symbol.name));
        let (strings, offsets) = SymbolStringsBuf::of(long.map(|symbol| symbol.name.as_bytes()), packing)?;
        let mut offsets = offsets.into_iter();
        let mut symbols = Vec::with_capacity(self.symbols.len());
        for symbol in &self.symbols {
            let name = if is_long(&symbol.name) {
                Name::At(offsets.next().unwrap_or_default())
            } else {
                short(&symbol.name)?
            };
            let Symbol { value, section_index, base_type, complex_type, storage_class, .. } = *symbol;
            symbols.push(Record {
                name,
                value,
                section_index,
                base_type,
                complex_type,
                storage_class,
                unused: 0,
            });
        }
        let strings = if strings.strings.is_empty() { None } else { Some(strings.arrange(None)?) };
        Ok((SymbolsBuf { symbols }.arrange(None)?, strings))
    }

    /// Checks the table against `container`, whose parts are its sections.
    pub fn check(&self, container: &Container<'_>) -> Vec<SymbolFinding> {
        self.check_against(container, Self::of_functions(container).ok().as_ref())
    }

    /// The same where the `functions` of the container are known: those of [`of_functions`](Self::of_functions), if it
    /// can read them.
    pub fn check_against(&self, container: &Container<'_>, functions: Option<&Self>) -> Vec<SymbolFinding> {
        let mut findings = Vec::new();
        for name in [FourCc::SYM0, FourCc::STR0] {
            let count = container.parts().iter().filter(|part| part.name == name).count();
            if count > 1 {
                findings.push(SymbolFinding::PartRepeated { name, count });
            }
        }
        let kind = container.program_version().map(ProgramVersion::kind);
        let count = self.symbols.len().saturating_as::<u32>();
        if let Some(kind) = kind
            && let Some(limit) = symbol_limit(kind)
            && count > limit
        {
            findings.push(SymbolFinding::TooMany { kind, count, limit });
        }
        let mut seen: HashMap<&BStr, usize> = HashMap::new();
        for (index, symbol) in self.symbols.iter().enumerate() {
            let name = symbol.name.as_bstr();
            let mut find = |finding: fn(BString) -> SymbolFinding| findings.push(finding(name.to_owned()));
            if name.is_empty() {
                find(|_| SymbolFinding::Nameless);
            } else if seen.insert(name, index).is_some() {
                find(SymbolFinding::Twice);
            }
            let is_function = symbol.base_type == SymbolBaseType::NULL
                && symbol.complex_type == SymbolComplexType::FUNCTION
                && symbol.storage_class == SymbolStorageClass::EXTERNAL;
            if !is_function {
                find(SymbolFinding::NoExportedFunction);
            }
            let section = usize::try_from(symbol.section_index).ok();
            match section.and_then(|index| container.parts().get(index)) {
                None => find(SymbolFinding::NoSection),
                Some(part) if part.name != FourCc::DXIL => find(SymbolFinding::NotInProgram),
                Some(_) => {}
            }
        }
        if let Some(functions) = functions {
            let exported: Vec<&BStr> = functions.symbols.iter().map(|symbol| symbol.name.as_bstr()).collect();
            let missing = exported.iter().filter(|name| !seen.contains_key(**name));
            findings.extend(missing.map(|name| SymbolFinding::Missing((*name).to_owned())));
            // Of a hull shader, PSV0 names one of two functions.
            if kind != Some(ShaderKind::HULL) {
                let exported: std::collections::HashSet<&BStr> = exported.into_iter().collect();
                let mut unknown: Vec<&&BStr> =
                    seen.keys().filter(|name| !exported.contains(**name)).collect();
                unknown.sort();
                findings
                    .extend(unknown.into_iter().map(|name| SymbolFinding::NotDefined((*name).to_owned())));
            }
        }
        findings
    }
}

/// The largest number of symbols of a program of this kind; `None` if the proposal does not mention the kind.
pub fn symbol_limit(kind: ShaderKind) -> Option<u32> {
    match kind {
        ShaderKind::LIBRARY => Some(LIBRARY_LIMIT),
        ShaderKind::HULL => Some(2),
        ShaderKind::PIXEL
        | ShaderKind::VERTEX
        | ShaderKind::GEOMETRY
        | ShaderKind::DOMAIN
        | ShaderKind::COMPUTE
        | ShaderKind::MESH
        | ShaderKind::AMPLIFICATION => Some(1),
        _ => None,
    }
}

/// The number of records whose bytes 32 bits can count.
const LIBRARY_LIMIT: u32 = u32::MAX / 20;

/// A finding about a symbol table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymbolFinding {
    /// A part occurs more than once; only the first is read.
    PartRepeated {
        /// The name of the part.
        name: FourCc,
        /// The number found.
        count: usize,
    },
    /// More symbols than a program of this kind may have.
    TooMany {
        /// The program's kind.
        kind: ShaderKind,
        /// The number found.
        count: u32,
        /// The largest number allowed.
        limit: u32,
    },
    /// A symbol without a name.
    Nameless,
    /// Two symbols of one name.
    Twice(BString),
    /// The type and class are not NULL, FUNCTION and EXTERNAL.
    NoExportedFunction(BString),
    /// The section index lies outside the list of parts.
    NoSection(BString),
    /// The section is not DXIL.
    NotInProgram(BString),
    /// The program neither defines nor exports it.
    NotDefined(BString),
    /// The program exports a function that has no symbol.
    Missing(BString),
}

impl fmt::Display for SymbolFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |name: &'_ BString| crate::fields::Printable(name.as_bstr()).to_string();
        match self {
            Self::PartRepeated { name, count } => {
                write!(f, "{count} parts {name}, expected at most one; only the first is read")
            }
            Self::TooMany { kind, count, limit } => {
                let kind = kind.to_string().to_lowercase();
                write!(f, "{count} symbols, but a {kind} program may have at most {limit}")
            }
            Self::Nameless => f.write_str("a symbol has no name"),
            Self::Twice(symbol) => write!(f, "duplicate symbol {}", name(symbol)),
            Self::NoExportedFunction(symbol) => {
                write!(
                    f,
                    "symbol {} is not an exported function: expected BaseType NULL, ComplexType FUNCTION and \
                     StorageClass EXTERNAL",
                    name(symbol)
                )
            }
            Self::NoSection(symbol) => {
                write!(f, "symbol {}: section index is outside the part table", name(symbol))
            }
            Self::NotInProgram(symbol) => {
                write!(f, "symbol {}: the symbol refers to another part than DXIL", name(symbol))
            }
            Self::NotDefined(symbol) => {
                write!(f, "symbol {} is not defined and exported by the program", name(symbol))
            }
            Self::Missing(symbol) => write!(f, "exported function {} has no symbol", name(symbol)),
        }
    }
}

fn resolve<'a>(
    strings: Option<SymbolStrings<'a>>,
    offset: u32,
) -> std::result::Result<&'a BStr, ContainerErrorKind> {
    let what = "symbol name";
    let limit = strings.map_or(0, |strings| strings.table.len() as u64);
    match strings.and_then(|strings| strings.get(offset)) {
        Some(name) => Ok(name),
        None if offset < FIRST_STRING_AT => Err(ContainerErrorKind::Value {
            what: "offset of a symbol name",
            found: offset.into(),
            expected: "0 (no name), or at least 4: names follow the size field of STR0",
        }),
        None if u64::from(offset) < limit => {
            Err(ContainerErrorKind::Unterminated { what, offset: offset.into() })
        }
        None => Err(ContainerErrorKind::Reference { what, offset: offset.into(), into: "part STR0", limit }),
    }
}

fn short(name: &BString) -> Result<Name> {
    if name.contains(&0) {
        return Err(Error::new(ContainerErrorKind::NulInText { what: "symbol name" }, Place::default()));
    }
    let mut bytes = [0; SHORT_NAME];
    bytes.iter_mut().zip(name.iter()).for_each(|(to, &from)| *to = from);
    Ok(if name.is_empty() { Name::At(0) } else { Name::Short(bytes) })
}

#[cold]
fn nothing(what: &'static str) -> crate::ContainerError {
    Error::new(ContainerErrorKind::NoFunctions(what), Place::default())
}

/// Adjusts the section indices in the bytes of SYM0 to parts that have moved; symbols whose part is gone go with it.
pub(crate) fn move_sections(symbols: &[u8], moved: impl Fn(u32) -> Option<u32>) -> Vec<u8> {
    const SECTION_INDEX_AT: usize = 12;
    let (records, rest) = symbols.as_chunks::<SYMBOL_SIZE>();
    let mut bytes = Vec::with_capacity(symbols.len());
    for record in records {
        let Some(field) = record.get(SECTION_INDEX_AT..).and_then(|from| from.first_chunk()) else {
            continue;
        };
        let mut record = *record;
        if let Some(index) = moved(u32::from_le_bytes(*field)) {
            let to = record.iter_mut().skip(SECTION_INDEX_AT);
            to.zip(index.to_le_bytes()).for_each(|(to, byte)| *to = byte);
            bytes.extend(record);
        }
    }
    bytes.extend(rest);
    bytes
}
