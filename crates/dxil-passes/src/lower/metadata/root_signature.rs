//! `dxil-root-signature`: validates the root signatures in the named metadata `dx.rootsignatures`.
//!
//! Separate from the parser of the metadata ([`read`]) because this pass reports all errors in all root signatures, and
//! the parser reports none. The pass checks the structure of each element first, then the values of its fields.
//!
//! Precondition: none.
//!
//! Postcondition: each row of `dx.rootsignatures` is a valid root signature of a function, or of the module if the
//! triple ends with `rootsignature`.
//!
//! Source: LLVM's RootSignatureMetadata.cpp and RootSignatureValidations.cpp, 23.1, including the messages.

use bstr::ByteSlice as _;
use dx_container::enums::{
    ComparisonFunc, DescriptorRangeType, Filter, ShaderVisibility, StaticBorderColor, TextureAddressMode,
};
use dx_container::names::NamedValue as _;
use dx_container::parts::root_signature::RootSignatureBuf;
use dxil_ir::constants::ConstantKind;
use dxil_ir::metadata::Metadata;
use dxil_ir::{MetadataId, Module, ValueKind};

use crate::error::{PassErrorKind, Result};
use crate::lower::state::State;
use crate::upgrade::root_signature::{NAME, read};

/// A field of an element: the type of its metadata operand, and its name in messages.
#[derive(Clone, Copy)]
enum Field {
    Number(&'static str),
    Float(&'static str),
    /// An integer for which the function returns true.
    Enumerator(&'static str, fn(u32) -> bool),
}

/// The elements of a root signature: the name in metadata, the name in messages, and the fields. Descriptor ranges
/// follow the fields of a `DescriptorTable`.
const ELEMENTS: [(&str, &str, &[Field]); 7] = [
    ("RootFlags", "RootFlags Element", &[Field::Number("RootFlag")]),
    (
        "RootConstants",
        "RootConstants Element",
        &[VISIBILITY, Field::Number("ShaderRegister"), SPACE, Field::Number("Num32BitValues")],
    ),
    ("RootCBV", "Root Descriptor Element", DESCRIPTOR),
    ("RootSRV", "Root Descriptor Element", DESCRIPTOR),
    ("RootUAV", "Root Descriptor Element", DESCRIPTOR),
    ("DescriptorTable", "Descriptor Table", &[VISIBILITY]),
    ("StaticSampler", "Static Sampler", SAMPLER),
];
const VISIBILITY: Field =
    Field::Enumerator("ShaderVisibility", |number| ShaderVisibility(number).name().is_some());
const SPACE: Field = Field::Number("RegisterSpace");
const DESCRIPTOR: &[Field] =
    &[VISIBILITY, Field::Number("ShaderRegister"), SPACE, Field::Number("Root Descriptor Flags")];
const SAMPLER: &[Field] = &[
    Field::Enumerator("Filter", |number| Filter(number).name().is_some()),
    Field::Enumerator("AddressU", is_address),
    Field::Enumerator("AddressV", is_address),
    Field::Enumerator("AddressW", is_address),
    Field::Float("MipLODBias"),
    Field::Number("MaxAnisotropy"),
    Field::Enumerator("ComparisonFunc", |number| ComparisonFunc(number).name().is_some()),
    Field::Enumerator("BorderColor", |number| StaticBorderColor(number).name().is_some()),
    Field::Float("MinLOD"),
    Field::Float("MaxLOD"),
    Field::Number("ShaderRegister"),
    SPACE,
    VISIBILITY,
    Field::Number("Static Sampler Flags"),
];
const RANGE: &[Field] = &[
    Field::Number("NumDescriptors"),
    Field::Number("BaseShaderRegister"),
    SPACE,
    Field::Number("OffsetInDescriptorsFromTableStart"),
    Field::Number("Descriptor Range Flags"),
];

fn is_address(number: u32) -> bool {
    TextureAddressMode(number).name().is_some()
}

/// The end of the triple of a module that contains only a root signature.
const ROOT_SIGNATURE_TARGET: &[u8] = b"rootsignature";
/// The encoded versions: 1 is version 1.0, 2 is 1.1, and 3 is 1.2.
const VERSIONS: std::ops::RangeInclusive<u32> = 1..=3;
/// The mask of the defined flags of a root signature.
const ROOT_FLAGS: u32 = 0xfff;
/// The first reserved register space.
const RESERVED_SPACES: u32 = 0xffff_fff0;
/// As the number of descriptors: an unbounded range. As an offset: the range is appended to the previous range.
const UNBOUNDED: u32 = u32::MAX;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let found = findings(&state.module);
    if found.is_empty() { Ok(()) } else { Err(PassErrorKind::Metadata(found.join("\n")).into()) }
}

/// Returns the root signature of a module of modern LLVM IR that contains only a root signature: its triple ends with
/// `rootsignature`, such as `dxil-pc-shadermodel1.1-rootsignature`. Returns `None` for other modules.
///
/// # Errors
///
/// The root signature is invalid (the error has LLVM's messages, one per line) or missing.
pub fn root_signature(module: &Module) -> Result<Option<RootSignatureBuf>> {
    if !module.triple.ends_with(ROOT_SIGNATURE_TARGET) {
        return Ok(None);
    }
    let found = findings(module);
    if !found.is_empty() {
        return Err(PassErrorKind::Metadata(found.join("\n")).into());
    }
    let missing = || PassErrorKind::Metadata(format!("triple \"{}\" needs !{NAME}", module.triple));
    Ok(Some(read(module, None).ok_or_else(missing)?))
}

/// Returns the error messages for the root signatures of a module, in the order of the metadata.
fn findings(module: &Module) -> Vec<String> {
    let mut found = Vec::new();
    let named = module.named_metadata.iter().find(|named| named.name == NAME);
    for row in named.map(|named| named.operands.as_slice()).unwrap_or_default() {
        match signature(module, *row) {
            Ok((elements, version)) => {
                Checker { module, version, tables: 0, found: &mut found }.check(&elements);
            }
            Err(why) => found.push(why.to_owned()),
        }
    }
    found
}

type Operands = Vec<Option<MetadataId>>;

fn operands(module: &Module, id: MetadataId) -> Operands {
    (0..).map_while(|index| module.metadata.operand(id, index)).collect()
}

/// Returns the element nodes of a row of `dx.rootsignatures`, and the encoded version.
fn signature(module: &Module, row: MetadataId) -> std::result::Result<(Operands, u32), &'static str> {
    let parts = operands(module, row);
    let &[function, elements, version] = &parts[..] else {
        return Err("Invalid Root Signature metadata - expected function, signature, and version.");
    };
    if !module.triple.ends_with(ROOT_SIGNATURE_TARGET) {
        let function = function.ok_or("Function associated with Root Signature definition is null.")?;
        let Some(Metadata::Value(_, value)) = module.metadata.get(function) else {
            return Err("First element of root signature is not a Value");
        };
        let ValueKind::Global(id) = value.kind() else {
            return Err("First element of root signature is not a Function");
        };
        if module.globals.get(id).is_none_or(|global| global.function().is_none()) {
            return Err("First element of root signature is not a Function");
        }
    }
    let elements = elements.ok_or("Root Element mdnode is null.")?;
    if !is_node(module, elements) {
        return Err("Root Element is not a metadata node.");
    }
    let version = version.and_then(|id| number(module, id));
    let version = version.ok_or("Invalid RSDefNode value, expected constant int")?;
    Ok((operands(module, elements), version))
}

/// Returns true if metadata is a node: neither a value nor a string.
fn is_node(module: &Module, id: MetadataId) -> bool {
    !matches!(module.metadata.get(id), None | Some(Metadata::Value(..) | Metadata::String(_)))
}

/// Returns the low 32 bits of an integer constant.
fn number(module: &Module, id: MetadataId) -> Option<u32> {
    let Metadata::Value(_, value) = module.metadata.get(id)? else { return None };
    let [a, b, c, d, ..] = module.signed_integer(value)?.to_le_bytes();
    Some(u32::from_le_bytes([a, b, c, d]))
}

fn float(module: &Module, id: MetadataId) -> Option<f32> {
    let Metadata::Value(_, value) = module.metadata.get(id)? else { return None };
    let ValueKind::Constant(id) = value.kind() else { return None };
    match module.constants.get(id)?.kind {
        ConstantKind::Float(bits) => u32::try_from(bits).ok().map(f32::from_bits),
        ConstantKind::Null => Some(0.0),
        _ => None,
    }
}

fn text(module: &Module, id: MetadataId) -> Option<&[u8]> {
    match module.metadata.get(id)? {
        Metadata::String(text) => Some(module.metadata.string(text).as_bytes()),
        _ => None,
    }
}

/// An element of a root signature whose structure is valid.
struct Element<'m> {
    name: &'m [u8],
    /// The values of the fields. A float is represented by its bits.
    words: Vec<u32>,
    /// The descriptor ranges of a table: the name of the range kind, and the values of its fields.
    ranges: Vec<(&'m [u8], Vec<u32>)>,
}

struct Checker<'m, 'f> {
    module: &'m Module,
    version: u32,
    /// The number of descriptor tables before the current element.
    tables: usize,
    found: &'f mut Vec<String>,
}

impl<'m> Checker<'m, '_> {
    /// Checks the elements of a root signature. A null element ends the check.
    fn check(&mut self, elements: &[Option<MetadataId>]) {
        let mut read = Vec::new();
        for element in elements {
            let Some(element) = element.filter(|id| is_node(self.module, *id)) else {
                self.found.push("Missing Root Element Metadata Node.".to_owned());
                return;
            };
            match self.element(&operands(self.module, element)) {
                Ok(element) => read.push(element),
                Err(why) => self.found.push(why),
            }
        }
        if !VERSIONS.contains(&self.version) {
            self.found.push(format!("Invalid Root Signature Version: {}", self.version));
        }
        for element in &read {
            self.values(element);
        }
    }

    fn wrong(&mut self, field: &str, value: impl std::fmt::Display) {
        self.found.push(format!("Invalid value for {field}: {value}"));
    }

    /// Parses an element and its ranges, and checks the number and the types of the fields.
    fn element(&self, parts: &[Option<MetadataId>]) -> std::result::Result<Element<'m>, String> {
        let (name, rest) = parts.split_first().ok_or("Invalid format for Root Element")?;
        let name = name.and_then(|id| text(self.module, id)).ok_or("Invalid format for Root Element")?;
        let row = ELEMENTS.iter().find(|row| row.0.as_bytes() == name);
        let (_, called, fields) =
            row.ok_or_else(|| format!("Invalid Root Signature Element {}", name.as_bstr()))?;
        let is_table = name == b"DescriptorTable";
        if rest.len() < fields.len() || !is_table && rest.len() != fields.len() {
            return Err(format!("Invalid format for {called}"));
        }
        let (own, range_nodes) = rest.split_at_checked(fields.len()).unwrap_or((rest, &[]));
        let words = self.fields(own, fields)?;
        let mut ranges = Vec::new();
        for range in range_nodes {
            let range = range.filter(|id| is_node(self.module, *id));
            let range = range.ok_or("Missing Root Element Metadata Node.")?;
            ranges.push(self.range(&operands(self.module, range))?);
        }
        Ok(Element { name, words, ranges })
    }

    /// Parses a descriptor range: its name, and the values of its fields.
    fn range(&self, parts: &[Option<MetadataId>]) -> std::result::Result<(&'m [u8], Vec<u32>), String> {
        let wrong = "Invalid format for Descriptor Range";
        let (name, rest) = parts.split_first().filter(|(_, rest)| rest.len() == RANGE.len()).ok_or(wrong)?;
        let name = name.and_then(|id| text(self.module, id)).ok_or(wrong)?;
        if range_kind(name).is_none() {
            return Err(format!("Invalid Descriptor Range type {}", name.as_bstr()));
        }
        Ok((name, self.fields(rest, RANGE)?))
    }

    fn fields(
        &self,
        parts: &[Option<MetadataId>],
        fields: &[Field],
    ) -> std::result::Result<Vec<u32>, String> {
        let mut words = Vec::with_capacity(fields.len());
        for (part, field) in parts.iter().zip(fields) {
            let known = match field {
                Field::Float(_) => part.and_then(|id| float(self.module, id)).map(f32::to_bits),
                _ => part.and_then(|id| number(self.module, id)),
            };
            let (Field::Number(name) | Field::Float(name) | Field::Enumerator(name, _)) = field;
            let word = known.ok_or_else(|| format!("Invalid value for {name}"))?;
            if let Field::Enumerator(_, is_valid) = field
                && !is_valid(word)
            {
                return Err(format!("Invalid value for {name}: {word}"));
            }
            words.push(word);
        }
        Ok(words)
    }

    /// Checks the values of the fields of an element.
    fn values(&mut self, element: &Element<'_>) {
        match (element.name, &element.words[..]) {
            (b"RootFlags", &[flags]) if flags & !ROOT_FLAGS != 0 => self.wrong("RootFlags", flags),
            (b"RootCBV" | b"RootSRV" | b"RootUAV", &[_, register, space, flags]) => {
                self.register(register, space);
                if !is_descriptor_flags(self.version, flags) {
                    self.wrong("RootDescriptorFlag", flags);
                }
            }
            (b"DescriptorTable", _) => {
                self.table(&element.ranges);
                self.tables += 1;
            }
            (
                b"StaticSampler",
                &[_, _, _, _, bias, anisotropy, _, _, min, max, register, space, _, flags],
            ) => {
                let bias = f32::from_bits(bias);
                if !(-16.0..=15.99).contains(&bias) {
                    self.wrong("MipLODBias", scientific(bias));
                }
                if anisotropy > 16 {
                    self.wrong("MaxAnisotropy", anisotropy);
                }
                for (name, bits) in [("MinLOD", min), ("MaxLOD", max)] {
                    if f32::from_bits(bits).is_nan() {
                        self.wrong(name, "nan");
                    }
                }
                self.register(register, space);
                let allowed = if self.version <= 2 { 0 } else { 3 };
                if flags & !allowed != 0 {
                    self.wrong("Static Sampler Flag", flags);
                }
            }
            _ => {}
        }
    }

    fn register(&mut self, register: u32, space: u32) {
        if register == u32::MAX {
            self.wrong("ShaderRegister", register);
        }
        if space >= RESERVED_SPACES {
            self.wrong("RegisterSpace", space);
        }
    }

    /// Checks the descriptor ranges of a table.
    fn table(&mut self, ranges: &[(&[u8], Vec<u32>)]) {
        let mut previous: Option<&[u8]> = None;
        let mut next = Some(0_u64);
        for (name, words) in ranges {
            let &[count, register, space, offset, flags] = &words[..] else { continue };
            if space >= RESERVED_SPACES {
                self.wrong("RegisterSpace", space);
            }
            if count == 0 {
                self.wrong("NumDescriptors", count);
            }
            if !is_range_flags(self.version, *name == b"Sampler", flags) {
                self.wrong("DescriptorFlag", flags);
            }
            if let Some(other) = previous.filter(|other| (*other == b"Sampler") != (*name == b"Sampler")) {
                let kind = if other == b"Sampler" { name } else { &other };
                self.found.push(format!(
                    "Samplers cannot be mixed with other resource types in a descriptor table, {}(location={})",
                    kind.as_bstr(),
                    self.tables
                ));
            }
            previous = Some(name);
            if count > 0 {
                next = self.next_offset(name, [count, register, space, offset], next);
            }
        }
    }

    /// Returns the table offset, in descriptors, at which an appended range begins after this range; `None` after an
    /// unbounded range. `next` is this offset for the range itself.
    fn next_offset(
        &mut self,
        name: &[u8],
        [count, register, space, offset]: [u32; 4],
        next: Option<u64>,
    ) -> Option<u64> {
        let last = |first: u64| match count {
            UNBOUNDED => u64::from(UNBOUNDED),
            _ => first + u64::from(count) - 1,
        };
        let shown = format!("{}(register={register}, space={space})", name.as_bstr());
        if last(register.into()) > u64::from(u32::MAX) {
            self.found.push(format!("Overflow for shader register range: {shown}"));
            return next;
        }
        let first = if offset == UNBOUNDED { next } else { Some(u64::from(offset)) };
        let Some(first) = first else {
            self.found.push(format!("Range {shown} cannot be appended after an unbounded range"));
            return None;
        };
        if last(first) > u64::from(u32::MAX) {
            self.found.push(format!("Offset overflow for descriptor range: {shown}."));
        }
        (count != UNBOUNDED).then(|| last(first) + 1)
    }
}

fn range_kind(name: &[u8]) -> Option<DescriptorRangeType> {
    Some(match name {
        b"SRV" => DescriptorRangeType::SRV,
        b"UAV" => DescriptorRangeType::UAV,
        b"CBV" => DescriptorRangeType::CBV,
        b"Sampler" => DescriptorRangeType::SAMPLER,
        _ => return None,
    })
}

/// The flags `DATA_VOLATILE`, `DATA_STATIC_WHILE_SET_AT_EXECUTE` and `DATA_STATIC`.
const DATA: [u32; 3] = [2, 4, 8];
const VOLATILE_DATA: u32 = 2;
const STATIC_DATA: u32 = 8;
/// The flag `DESCRIPTORS_VOLATILE`.
const VOLATILE_DESCRIPTORS: u32 = 1;
/// The flag `DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS`.
const CHECKED_DESCRIPTORS: u32 = 0x10000;

/// Returns true if the flags of a root descriptor are valid: at most one data flag. Version 1.0 requires
/// `DATA_VOLATILE`.
fn is_descriptor_flags(version: u32, flags: u32) -> bool {
    if version == 1 { flags == VOLATILE_DATA } else { flags == 0 || DATA.contains(&flags) }
}

/// Returns true if the flags of a descriptor range are valid: at most one data flag and at most one descriptor flag.
/// Samplers do not have data flags, and `DESCRIPTORS_VOLATILE` excludes `DATA_STATIC`. Version 1.0 requires the flags
/// for volatile descriptors and, except for samplers, volatile data.
fn is_range_flags(version: u32, is_sampler: bool, flags: u32) -> bool {
    let data = flags & (VOLATILE_DATA | 4 | STATIC_DATA);
    let descriptors = flags & (VOLATILE_DESCRIPTORS | CHECKED_DESCRIPTORS);
    if version == 1 {
        let data = if is_sampler { 0 } else { VOLATILE_DATA };
        return flags == VOLATILE_DESCRIPTORS | data;
    }
    flags == data | descriptors
        && data.count_ones() <= 1
        && descriptors.count_ones() <= 1
        && (data == 0 || !is_sampler)
        && !(descriptors == VOLATILE_DESCRIPTORS && data == STATIC_DATA)
}

/// Formats a float in scientific notation as C's `%e` does: `6.660000e+02`.
fn scientific(number: f32) -> String {
    let text = format!("{number:.6e}");
    match text.split_once('e') {
        Some((digits, power)) => {
            let (sign, power) = match power.strip_prefix('-') {
                Some(power) => ('-', power),
                None => ('+', power),
            };
            format!("{digits}e{sign}{power:0>2}")
        }
        None => text,
    }
}
