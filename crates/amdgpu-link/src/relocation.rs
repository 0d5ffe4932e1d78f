//! Special symbols: names that unlinked shaders relocate against where they miss a piece of pipeline state. Separate
//! because their values come from the state alone, never from an ELF.
//!
//! The names are LGC's. This crate is stricter: a name with the prefix of a special symbol that does not parse is an
//! error, where LGC takes a malformed `doff_…` for an ordinary symbol and ignores what follows the number of
//! `descset_…`. No compiler writes either, and an undefined ordinary symbol would have no address in the pipeline.
//!
//! Like LGC's compiler and unlike its linker, an offset counts the elements from the first binding of a range to the
//! one that is asked for.

use std::fmt;

use crate::error::{Error, ErrorKind, Result};
use crate::state::user_data::{DWORD, Found, Node, NodeKind, SAMPLER_OF_COMBINED_TEXTURE, Wanted};
use crate::state::{Options, PipelineState};

/// The piece of pipeline state that a relocation refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpecialSymbol {
    /// `doff_S_B_T`: byte offset of a descriptor, in its table or in the user data.
    DescriptorOffset(Binding),
    /// `dstride_S_B_T`: byte stride of an array of descriptors.
    DescriptorStride(Binding),
    /// `compactbuffer_S_B`: whether a buffer is compact, an address in place of a descriptor.
    CompactBuffer(Binding),
    /// `dusespill_S_B`: whether a buffer is at the top level of the user data, which the shader reads as spill table.
    UseSpillTable(Binding),
    /// `descset_S`: byte offset of the pointer to a set's table, in the user data.
    TableOffset(u32),
    /// `pushconst`: byte offset of the push constants, in the user data.
    PushConstants,
    /// `$numsamples`: samples per pixel.
    SampleCount,
    /// `$samplePatternIdx`: index of the sample pattern.
    SamplePattern,
    /// `$deviceIdx`: index of the device in its group.
    DeviceIndex,
    /// `$shadowenabled`: whether there is a shadow descriptor table.
    ShadowEnabled,
    /// `$shadowdesctable`: high half of its address.
    ShadowTable,
}

/// A binding, and the kind of descriptor wanted there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Binding {
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
    /// The kind of descriptor.
    pub wanted: Wanted,
}

/// Names without parameters.
const WHOLE: [(&str, SpecialSymbol); 6] = [
    ("pushconst", SpecialSymbol::PushConstants),
    ("$numsamples", SpecialSymbol::SampleCount),
    ("$samplePatternIdx", SpecialSymbol::SamplePattern),
    ("$deviceIdx", SpecialSymbol::DeviceIndex),
    ("$shadowenabled", SpecialSymbol::ShadowEnabled),
    ("$shadowdesctable", SpecialSymbol::ShadowTable),
];

const TABLE_OFFSET: &str = "descset_";

type OfBinding = fn(Binding) -> SpecialSymbol;

/// Prefixes of names with set, binding and perhaps a letter.
const OF_BINDINGS: [(&str, OfBinding); 4] = [
    ("doff_", SpecialSymbol::DescriptorOffset),
    ("dstride_", SpecialSymbol::DescriptorStride),
    ("compactbuffer_", SpecialSymbol::CompactBuffer),
    ("dusespill_", SpecialSymbol::UseSpillTable),
];

/// The prefix of built-in values.
const BUILT_IN: char = '$';

impl SpecialSymbol {
    /// The special symbol of this name; `None` for an ordinary one.
    ///
    /// # Errors
    ///
    /// A name with the prefix of a special symbol that does not parse.
    pub fn parse(name: &str) -> Result<Option<Self>> {
        let malformed = |why| ErrorKind::SpecialSymbol { name: name.to_owned(), why }.unplaced();
        if let Some((_, symbol)) = WHOLE.iter().find(|(whole, _)| *whole == name) {
            return Ok(Some(*symbol));
        }
        if let Some(set) = name.strip_prefix(TABLE_OFFSET) {
            return decimal(set).map(|set| Some(Self::TableOffset(set))).map_err(malformed);
        }
        for (prefix, symbol) in OF_BINDINGS {
            if let Some(rest) = name.strip_prefix(prefix) {
                return Binding::parse(rest).map(|binding| Some(symbol(binding))).map_err(malformed);
            }
        }
        if name.starts_with(BUILT_IN) {
            return Err(malformed("unknown built-in value"));
        }
        Ok(None)
    }

    /// Its value in a pipeline of this state.
    ///
    /// # Errors
    ///
    /// State without such a node, or a byte offset that exceeds 32 bits.
    pub fn value(self, state: &PipelineState) -> Result<SymbolValue<'_>> {
        let fixed = |value: u32, origin| Ok(SymbolValue { value, spill_threshold: None, origin });
        match self {
            Self::DescriptorOffset(at) => {
                let found = self.node(state, at)?;
                let sampler = at.wanted == Wanted::Sampler && found.node.kind == NodeKind::CombinedTexture;
                let within = if sampler { SAMPLER_OF_COMBINED_TEXTURE } else { 0 };
                let offset = found.offset().ok_or_else(|| self.too_big(found.node.offset))?;
                let value = self.bytes(offset)?.checked_add(within);
                let value = value.ok_or_else(|| self.too_big(offset))?;
                fixed(value, Origin::Node { found, sampler })
            }
            Self::DescriptorStride(at) => {
                let found = self.node(state, at)?;
                fixed(self.bytes(found.node.stride())?, Origin::Node { found, sampler: false })
            }
            Self::CompactBuffer(at) => {
                // Like the next one, it concerns a buffer, whatever else has the binding.
                let found = self.node(state, Binding { wanted: Wanted::Buffer, ..at })?;
                fixed(found.node.kind.is_compact().into(), Origin::Node { found, sampler: false })
            }
            Self::UseSpillTable(at) => {
                let found = self.node(state, Binding { wanted: Wanted::Buffer, ..at })?;
                let top_level = found.table.is_none();
                Ok(SymbolValue {
                    value: top_level.into(),
                    spill_threshold: top_level.then_some(0),
                    origin: Origin::Node { found, sampler: false },
                })
            }
            Self::TableOffset(set) => match state.find_table(set) {
                Some(table) => self.pointer(table),
                // All of the set lies at the top level; the shader computes an address of it but does not use it.
                None => fixed(0, Origin::NoTable),
            },
            Self::PushConstants => {
                let node = state.find_push_constants();
                self.pointer(node.ok_or_else(|| ErrorKind::NoPushConstants.unplaced())?)
            }
            Self::SampleCount => fixed(state.rasterizer.samples, Origin::State("rasterizer.samples")),
            Self::SamplePattern => {
                fixed(state.rasterizer.sample_pattern, Origin::State("rasterizer.sample_pattern"))
            }
            Self::DeviceIndex => fixed(state.device_index, Origin::State("device_index")),
            Self::ShadowEnabled => {
                let enabled = state.options.high_addr_of_fmask != Options::NO_SHADOW_TABLE;
                fixed(enabled.into(), Origin::State("options.high_addr_of_fmask"))
            }
            Self::ShadowTable => {
                fixed(state.options.high_addr_of_fmask, Origin::State("options.high_addr_of_fmask"))
            }
        }
    }

    fn node(self, state: &PipelineState, at: Binding) -> Result<Found<'_>> {
        let found = state.find_node(at.wanted, at.set, at.binding);
        found.ok_or_else(|| self.no_node(state, at))
    }

    #[cold]
    fn no_node(self, state: &PipelineState, Binding { set, binding, wanted }: Binding) -> Error {
        let found = match state.find_node(Wanted::Any, set, binding) {
            Some(other) => format!("user_data has no {wanted} at set {set}, binding {binding}, but {other}"),
            None => format!("user_data has no {wanted} at set {set}, binding {binding}"),
        };
        ErrorKind::NoResourceNode { symbol: self.to_string(), found }.unplaced()
    }

    /// The byte offset of a top-level node; the spill table must then hold the user data from there on.
    fn pointer(self, node: &Node) -> Result<SymbolValue<'_>> {
        Ok(SymbolValue {
            value: self.bytes(node.offset)?,
            spill_threshold: Some(node.offset),
            origin: Origin::Node { found: Found { table: None, node, element: 0 }, sampler: false },
        })
    }

    fn bytes(self, dwords: u32) -> Result<u32> {
        dwords.checked_mul(DWORD).ok_or_else(|| self.too_big(dwords))
    }

    #[cold]
    fn too_big(self, dwords: u32) -> Error {
        ErrorKind::SymbolTooBig { name: self.to_string(), dwords }.unplaced()
    }
}

/// Parses a decimal number; unlike `str::parse`, without a sign.
fn decimal(text: &str) -> std::result::Result<u32, &'static str> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("set and binding must be decimal numbers");
    }
    text.parse().map_err(|_| "set and binding must fit 32 bits")
}

impl Binding {
    fn parse(text: &str) -> std::result::Result<Self, &'static str> {
        let mut fields = text.splitn(3, '_');
        let set = decimal(fields.next().unwrap_or_default())?;
        let binding = decimal(fields.next().ok_or("a binding must follow the set")?)?;
        let wanted = match fields.next().map(str::as_bytes) {
            None => Wanted::Any,
            Some(&[letter]) => {
                Wanted::from_letter(letter).ok_or("the descriptor type must be s, r, b, t, f or x")?
            }
            Some(_) => return Err("at most one letter, the descriptor type, may follow the binding"),
        };
        Ok(Self { set, binding, wanted })
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.set, self.binding)?;
        self.wanted.letter().map_or(Ok(()), |letter| write!(f, "_{letter}"))
    }
}

impl fmt::Display for SpecialSymbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DescriptorOffset(at) => write!(f, "doff_{at}"),
            Self::DescriptorStride(at) => write!(f, "dstride_{at}"),
            Self::CompactBuffer(at) => write!(f, "compactbuffer_{at}"),
            Self::UseSpillTable(at) => write!(f, "dusespill_{at}"),
            Self::TableOffset(set) => write!(f, "{TABLE_OFFSET}{set}"),
            whole => f.write_str(WHOLE.iter().find(|(_, symbol)| symbol == whole).map_or("", |row| row.0)),
        }
    }
}

/// A special symbol's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SymbolValue<'s> {
    /// The value that is added to a relocation's addend.
    pub value: u32,
    /// The dword from which the shader reads the spill table: the pipeline's spill threshold is at most this.
    pub spill_threshold: Option<u32>,
    /// Its source.
    pub origin: Origin<'s>,
}

/// The source of a special symbol's value, as text for the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin<'s> {
    /// A node.
    Node {
        /// The node, and its table.
        found: Found<'s>,
        /// Whether the value is that of the sampler in a combined texture.
        sampler: bool,
    },
    /// The set has no table.
    NoTable,
    /// A value of the state, by its path in a document.
    State(&'static str),
}

impl fmt::Display for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Node { found, sampler: false } => write!(f, "{found}"),
            Self::Node { found, sampler: true } => write!(f, "the sampler of {found}"),
            Self::NoTable => f.write_str("user_data has no table of this set"),
            Self::State(path) => f.write_str(path),
        }
    }
}
