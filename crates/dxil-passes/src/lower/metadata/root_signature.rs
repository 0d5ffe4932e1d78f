//! `dxil-root-signature`: whether the metadata of root signatures says some. Separate from reading it because all that
//! is wrong is told here, and nothing there.
//!
//! Needs: nothing.
//!
//! Holds then: each row of `dx.rootsignatures` is the root signature of a function.
//!
//! Source: LLVM's RootSignatureMetadata.cpp and RootSignatureValidations.cpp, 22.1, with their words.

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

/// What a field of an element is.
#[derive(Clone, Copy)]
enum Field {
    Number(&'static str),
    Float(&'static str),
    /// One of several numbers.
    Choice(&'static str, fn(u32) -> bool),
}

/// Elements: their names, what they are called, their fields. Those of tables have ranges behind them.
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
    Field::Choice("ShaderVisibility", |number| ShaderVisibility(number).name().is_some());
const SPACE: Field = Field::Number("RegisterSpace");
const DESCRIPTOR: &[Field] =
    &[VISIBILITY, Field::Number("ShaderRegister"), SPACE, Field::Number("Root Descriptor Flags")];
const SAMPLER: &[Field] = &[
    Field::Choice("Filter", |number| Filter(number).name().is_some()),
    Field::Choice("AddressU", is_address),
    Field::Choice("AddressV", is_address),
    Field::Choice("AddressW", is_address),
    Field::Float("MipLODBias"),
    Field::Number("MaxAnisotropy"),
    Field::Choice("ComparisonFunc", |number| ComparisonFunc(number).name().is_some()),
    Field::Choice("BorderColor", |number| StaticBorderColor(number).name().is_some()),
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

/// The system that a root signature alone is for.
const ALONE: &[u8] = b"rootsignature";
/// The versions that there are: 1.0, 1.1, 1.2.
const VERSIONS: std::ops::RangeInclusive<u32> = 1..=3;
/// The flags that a root signature may have.
const ROOT_FLAGS: u32 = 0xfff;
/// The first register space that is reserved.
const RESERVED_SPACES: u32 = 0xffff_fff0;
/// A range without an end, and one that begins where the one before it ends.
const UNBOUNDED: u32 = u32::MAX;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let found = findings(&state.module);
    if found.is_empty() { Ok(()) } else { Err(PassErrorKind::Metadata(found.join("\n")).into()) }
}

/// The root signature that a module of today's IR is, whose triple says that it is nothing else, as
/// `dxil-pc-shadermodel1.1-rootsignature` does; `None` for any other module.
///
/// # Errors
///
/// What is wrong with it, in LLVM's words; that there is none.
pub fn root_signature(module: &Module) -> Result<Option<RootSignatureBuf>> {
    if !module.triple.ends_with(ALONE) {
        return Ok(None);
    }
    let found = findings(module);
    if !found.is_empty() {
        return Err(PassErrorKind::Metadata(found.join("\n")).into());
    }
    let missing = || PassErrorKind::Metadata(format!("triple \"{}\" needs !{NAME}", module.triple));
    Ok(Some(read(module, None).ok_or_else(missing)?))
}

/// What is wrong with the root signatures of a module, in the order of the metadata.
fn findings(module: &Module) -> Vec<String> {
    let mut found = Vec::new();
    let named = module.named_metadata.iter().find(|named| named.name == NAME);
    for row in named.map(|named| named.operands.as_slice()).unwrap_or_default() {
        match signature(module, *row) {
            Ok((elements, version)) => {
                Checker { module, version, tables: 0, found: &mut found }.all(&elements);
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

/// The elements of a row, and its version.
fn signature(module: &Module, row: MetadataId) -> std::result::Result<(Operands, u32), &'static str> {
    let parts = operands(module, row);
    let &[function, elements, version] = &parts[..] else {
        return Err("Invalid Root Signature metadata - expected function, signature, and version.");
    };
    if !module.triple.ends_with(ALONE) {
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

fn is_node(module: &Module, id: MetadataId) -> bool {
    !matches!(module.metadata.get(id), None | Some(Metadata::Value(..) | Metadata::String(_)))
}

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

/// What an element says: its numbers, floats as their bits.
struct Read<'m> {
    name: &'m [u8],
    words: Vec<u32>,
    /// Of a table.
    ranges: Vec<(&'m [u8], Vec<u32>)>,
}

struct Checker<'m, 'f> {
    module: &'m Module,
    version: u32,
    /// How many tables came before.
    tables: usize,
    found: &'f mut Vec<String>,
}

impl<'m> Checker<'m, '_> {
    fn all(&mut self, elements: &[Option<MetadataId>]) {
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
            self.wrong("Version", self.version);
        }
        for element in &read {
            self.values(element);
        }
    }

    fn wrong(&mut self, field: &str, value: impl std::fmt::Display) {
        self.found.push(format!("Invalid value for {field}: {value}"));
    }

    fn element(&self, parts: &[Option<MetadataId>]) -> std::result::Result<Read<'m>, String> {
        let (name, rest) = parts.split_first().ok_or("Invalid format for Root Element")?;
        let name = name.and_then(|id| text(self.module, id)).ok_or("Invalid format for Root Element")?;
        let row = ELEMENTS.iter().find(|row| row.0.as_bytes() == name);
        let (_, called, fields) =
            row.ok_or_else(|| format!("Invalid Root Signature Element {}", name.as_bstr()))?;
        let is_table = name == b"DescriptorTable";
        if rest.len() < fields.len() || !is_table && rest.len() != fields.len() {
            return Err(format!("Invalid format for {called}"));
        }
        let (own, behind) = rest.split_at_checked(fields.len()).unwrap_or((rest, &[]));
        let words = self.fields(own, fields)?;
        let mut ranges = Vec::new();
        for range in behind {
            let range = range.filter(|id| is_node(self.module, *id));
            let range = range.ok_or("Missing Root Element Metadata Node.")?;
            ranges.push(self.range(&operands(self.module, range))?);
        }
        Ok(Read { name, words, ranges })
    }

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
            let (Field::Number(name) | Field::Float(name) | Field::Choice(name, _)) = field;
            let word = known.ok_or_else(|| format!("Invalid value for {name}"))?;
            if let Field::Choice(_, is_one) = field
                && !is_one(word)
            {
                return Err(format!("Invalid value for {name}: {word}"));
            }
            words.push(word);
        }
        Ok(words)
    }

    fn values(&mut self, element: &Read<'_>) {
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

    fn table(&mut self, ranges: &[(&[u8], Vec<u32>)]) {
        let mut before: Option<&[u8]> = None;
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
            if let Some(other) = before.filter(|other| (*other == b"Sampler") != (*name == b"Sampler")) {
                let kind = if other == b"Sampler" { name } else { &other };
                self.found.push(format!(
                    "Samplers cannot be mixed with other resource types in a descriptor table, {}(location={})",
                    kind.as_bstr(),
                    self.tables
                ));
            }
            before = Some(name);
            if count > 0 {
                next = self.place(name, [count, register, space, offset], next);
            }
        }
    }

    /// Where the next range of a table begins; `None` behind one without an end.
    fn place(
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

/// What is said of data: volatile, static while set at execute, static.
const DATA: [u32; 3] = [2, 4, 8];
const VOLATILE_DATA: u32 = 2;
const STATIC_DATA: u32 = 8;
/// What is said of descriptors: volatile, static but for checks of bounds.
const VOLATILE_DESCRIPTORS: u32 = 1;
const CHECKED_DESCRIPTORS: u32 = 0x10000;

/// Flags of a root descriptor: one thing about its data. Of version 1.0, that it is volatile.
fn is_descriptor_flags(version: u32, flags: u32) -> bool {
    if version == 1 { flags == VOLATILE_DATA } else { flags == 0 || DATA.contains(&flags) }
}

/// Flags of a range: one thing about its data, which samplers have none of, and one about descriptors; volatile
/// descriptors have no static data.
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

/// A float with a power of ten: 6.660000e+02.
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
