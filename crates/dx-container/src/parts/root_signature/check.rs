//! What a root signature must keep to by itself. Separate because reading takes anything: a broken root signature
//! is shown like any other, and the validator, or who writes one, asks for the findings.
//!
//! Source: DXC's `DxilRootSignatureValidator.cpp`, which stops at its first finding.

use std::fmt;

use super::registers::{Binding, RegisterMap, Registers};
use super::{
    DescriptorRange, Parameter, ParameterContent, RootSignatureBuf, StaticSampler, UNBOUNDED, has_flags,
};
use crate::enums::{
    ComparisonFunc, DescriptorRangeType, Filter, RootParameterType, RootSignatureVersion, ShaderVisibility,
    TextureAddressMode,
};
use crate::flags::{DescriptorRangeFlags, RootDescriptorFlags, RootSignatureFlags, StaticSamplerFlags};
use crate::names::{NamedFlags, NamedValue, split_flags};

/// The first of the register spaces that belong to the system.
pub const FIRST_RESERVED_SPACE: u32 = 0xffff_fff0;
/// The largest anisotropy of a sampler.
pub const MAX_ANISOTROPY: u32 = 16;
/// The smallest bias of a sampler's mip level.
pub const MIN_MIP_LOD_BIAS: f32 = -16.0;
/// The largest bias of a sampler's mip level.
pub const MAX_MIP_LOD_BIAS: f32 = 15.99;

/// The bit that makes a filter compare.
const COMPARISON: u32 = Filter::COMPARISON_MIN_MAG_MIP_POINT.0;
/// The bits of a filter that make it take the minimum or the maximum.
const REDUCTION: u32 = Filter::MAXIMUM_MIN_MAG_MIP_POINT.0;

/// What of a root signature a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum At {
    /// Its flags.
    Flags,
    /// A parameter, from 0.
    Parameter(usize),
    /// A range of the table that a parameter is, both from 0.
    Range(usize, usize),
    /// A static sampler, from 0.
    Sampler(usize),
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flags => f.write_str("the root signature"),
            Self::Parameter(parameter) => write!(f, "root parameter {parameter}"),
            Self::Range(parameter, range) => write!(f, "range {range} of root parameter {parameter}"),
            Self::Sampler(sampler) => write!(f, "static sampler {sampler}"),
        }
    }
}

/// Something that a root signature must not be.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("{at}: {kind}")]
pub struct Finding {
    /// What it is about.
    pub at: At,
    /// What is wrong.
    pub kind: FindingKind,
}

/// What is wrong with a root signature.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FindingKind {
    /// Flags without a meaning.
    #[error("there are no flags {0:#x}")]
    UnknownFlags(u32),
    /// A visibility that no stage has.
    #[error("there is no shader visibility {}", .0.0)]
    Visibility(ShaderVisibility),
    /// A parameter of no kind.
    #[error("there is no kind {} of root parameters", .0.0)]
    ParameterKind(RootParameterType),
    /// A range of no kind.
    #[error("there is no kind {} of descriptor ranges", .0.0)]
    RangeKind(DescriptorRangeType),
    /// Samplers and resources in one table.
    #[error("samplers cannot be mixed with other descriptors in a table: they live in another heap")]
    SamplersMixed,
    /// A range without descriptors.
    #[error("numDescriptors cannot be 0")]
    NoDescriptors,
    /// A range that begins nowhere.
    #[error("it has no offset, but follows a range without end")]
    AppendAfterUnbounded,
    /// Registers past the last one.
    #[error("{count} registers from {first} on go past the last one, 4294967295")]
    RegisterOverflow {
        /// The first register.
        first: u32,
        /// How many.
        count: u32,
    },
    /// Descriptors past the end of any table.
    #[error("{count} descriptors from {start} on go past the end of any table, 4294967295")]
    TableOverflow {
        /// The place in the table.
        start: u64,
        /// How many.
        count: u32,
    },
    /// Two promises about the same data.
    #[error(
        "the flags have more than one of DATA_VOLATILE, DATA_STATIC_WHILE_SET_AT_EXECUTE and DATA_STATIC"
    )]
    DataFlags,
    /// Promises about data that samplers do not have.
    #[error("samplers have no data for a DATA_* flag to speak of")]
    SamplerDataFlags,
    /// Data that must not change, behind descriptors that may.
    #[error("DATA_STATIC cannot stand beside DESCRIPTORS_VOLATILE; DATA_STATIC_WHILE_SET_AT_EXECUTE can")]
    StaticButVolatile,
    /// A register space of the system.
    #[error(
        "the register space {0:#x} is reserved for the system, as all from {FIRST_RESERVED_SPACE:#x} on are"
    )]
    ReservedSpace(u32),
    /// Registers that are bound twice for some stage.
    #[error("{} registers overlap those of {other}", register_name(*kind))]
    Overlap {
        /// Which registers.
        kind: DescriptorRangeType,
        /// What binds them, too.
        other: At,
    },
    /// A filter that does not exist.
    #[error("there is no filter {}", .0.0)]
    Filter(Filter),
    /// An address mode that does not exist.
    #[error("there is no texture address mode {} ({axis})", mode.0)]
    AddressMode {
        /// `addressU`, `addressV` or `addressW`.
        axis: &'static str,
        /// The mode.
        mode: TextureAddressMode,
    },
    /// A bias that no sampler has.
    #[error("mipLODBias is {0}, it can be {MIN_MIP_LOD_BIAS:?} to {MAX_MIP_LOD_BIAS}")]
    MipLodBias(f32),
    /// An anisotropy that no sampler has.
    #[error("maxAnisotropy is {0}, it can be 0 to {MAX_ANISOTROPY}")]
    MaxAnisotropy(u32),
    /// A filter that compares, without a way to.
    #[error("the filter compares, and there is no comparison function {} for it", .0.0)]
    Comparison(ComparisonFunc),
    /// A level that is no number.
    #[error("{0} is not a number")]
    NotANumber(&'static str),
}

fn register_name(kind: DescriptorRangeType) -> &'static str {
    match kind {
        DescriptorRangeType::SRV => "SRV",
        DescriptorRangeType::UAV => "UAV",
        DescriptorRangeType::CBV => "CBV",
        _ => "sampler",
    }
}

/// All that is wrong with a root signature, in the order of its parameters, ranges and samplers.
///
/// Flags that its version cannot say are not looked at.
pub fn check(signature: &RootSignatureBuf) -> Vec<Finding> {
    Check::new(signature).findings
}

/// The registers that a root signature binds.
pub(super) fn registers(signature: &RootSignatureBuf) -> RegisterMap {
    Check::new(signature).registers
}

struct Check {
    version: RootSignatureVersion,
    findings: Vec<Finding>,
    registers: RegisterMap,
}

impl Check {
    fn new(signature: &RootSignatureBuf) -> Self {
        let mut check =
            Self { version: signature.version, findings: Vec::new(), registers: RegisterMap::default() };
        check.unknown_flags::<RootSignatureFlags>(At::Flags, signature.flags.bits());
        for (index, parameter) in signature.parameters.iter().enumerate() {
            check.parameter(index, parameter);
        }
        for (index, sampler) in signature.samplers.iter().enumerate() {
            check.sampler(At::Sampler(index), sampler);
        }
        check
    }

    fn add(&mut self, at: At, kind: FindingKind) {
        self.findings.push(Finding { at, kind });
    }

    /// Adds `kind` where `wrong`.
    fn refuse(&mut self, at: At, wrong: bool, kind: FindingKind) {
        if wrong {
            self.add(at, kind);
        }
    }

    fn unknown_flags<F: NamedFlags>(&mut self, at: At, flags: u32) {
        let (_, unknown) = split_flags(F::NAMES, flags.into());
        if let Some(unknown) = unknown.and_then(|bits| u32::try_from(bits).ok()) {
            self.add(at, FindingKind::UnknownFlags(unknown));
        }
    }

    fn visibility(&mut self, at: At, visibility: ShaderVisibility) {
        self.refuse(at, visibility.name().is_none(), FindingKind::Visibility(visibility));
    }

    fn parameter(&mut self, index: usize, parameter: &Parameter<Vec<DescriptorRange>>) {
        let at = At::Parameter(index);
        let visibility = parameter.visibility;
        self.visibility(at, visibility);
        match &parameter.content {
            ParameterContent::Table(ranges) => self.table(index, visibility, ranges),
            ParameterContent::Constants { register, space, .. } => {
                self.bind(at, visibility, DescriptorRangeType::CBV, *space, (*register, 1));
            }
            ParameterContent::Descriptor { kind, register, space, flags } => {
                if has_flags(self.version) {
                    self.unknown_flags::<RootDescriptorFlags>(at, flags.bits());
                    let data = DescriptorRangeFlags::from_bits_retain(flags.bits());
                    self.refuse(at, data_flags(data) > 1, FindingKind::DataFlags);
                }
                let range_kind = match *kind {
                    RootParameterType::CBV => DescriptorRangeType::CBV,
                    RootParameterType::SRV => DescriptorRangeType::SRV,
                    RootParameterType::UAV => DescriptorRangeType::UAV,
                    _ => return self.add(at, FindingKind::ParameterKind(*kind)),
                };
                self.bind(at, visibility, range_kind, *space, (*register, 1));
            }
        }
    }

    fn table(&mut self, parameter: usize, visibility: ShaderVisibility, ranges: &[DescriptorRange]) {
        let (mut samplers, mut resources, mut said_mixed) = (false, false, false);
        // Where the next range begins that says no place; nowhere after one without end.
        let mut next = Some(0_u64);
        for (index, range) in ranges.iter().enumerate() {
            let at = At::Range(parameter, index);
            self.refuse(at, range.kind.name().is_none(), FindingKind::RangeKind(range.kind));
            samplers |= range.kind == DescriptorRangeType::SAMPLER;
            resources |= range.kind != DescriptorRangeType::SAMPLER;
            self.refuse(at, samplers && resources && !said_mixed, FindingKind::SamplersMixed);
            said_mixed |= samplers && resources;
            self.refuse(at, range.num_descriptors == 0, FindingKind::NoDescriptors);
            next = self.placed(at, range, next);
            self.range_flags(at, range);
            let registers = (range.base_register, range.num_descriptors);
            self.bind(at, visibility, range.kind, range.space, registers);
        }
    }

    /// Checks where a range lies in its table and among registers; returns where it ends.
    fn placed(&mut self, at: At, range: &DescriptorRange, next: Option<u64>) -> Option<u64> {
        let (first, count) = (range.base_register, range.num_descriptors);
        let start = if range.offset == UNBOUNDED { next } else { Some(range.offset.into()) };
        let start = start.filter(|&start| start <= u32::MAX.into());
        self.refuse(at, start.is_none(), FindingKind::AppendAfterUnbounded);
        if count == UNBOUNDED {
            return None;
        }
        // A range of none ends before it begins, which is said elsewhere.
        let last = u64::from(first) + u64::from(count.max(1)) - 1;
        self.refuse(at, last > u32::MAX.into(), FindingKind::RegisterOverflow { first, count });
        let start = start?;
        let end = start + u64::from(count);
        self.refuse(at, end > 1 << 32, FindingKind::TableOverflow { start, count });
        Some(end)
    }

    fn range_flags(&mut self, at: At, range: &DescriptorRange) {
        if !has_flags(self.version) {
            return;
        }
        let flags = range.flags;
        self.unknown_flags::<DescriptorRangeFlags>(at, flags.bits());
        if range.kind == DescriptorRangeType::SAMPLER {
            return self.refuse(at, data_flags(flags) > 0, FindingKind::SamplerDataFlags);
        }
        self.refuse(at, data_flags(flags) > 1, FindingKind::DataFlags);
        let both = DescriptorRangeFlags::DATA_STATIC | DescriptorRangeFlags::DESCRIPTORS_VOLATILE;
        self.refuse(at, flags.contains(both), FindingKind::StaticButVolatile);
    }

    fn sampler(&mut self, at: At, sampler: &StaticSampler) {
        self.visibility(at, sampler.visibility);
        let filter = sampler.filter;
        self.refuse(at, filter.name().is_none(), FindingKind::Filter(filter));
        for (axis, mode) in ["addressU", "addressV", "addressW"].into_iter().zip(sampler.address) {
            self.refuse(at, mode.name().is_none(), FindingKind::AddressMode { axis, mode });
        }
        let bias = sampler.mip_lod_bias;
        let fits = (MIN_MIP_LOD_BIAS..=MAX_MIP_LOD_BIAS).contains(&bias);
        self.refuse(at, !fits, FindingKind::MipLodBias(bias));
        let anisotropy = sampler.max_anisotropy;
        self.refuse(at, anisotropy > MAX_ANISOTROPY, FindingKind::MaxAnisotropy(anisotropy));
        let comparison = sampler.comparison;
        let compares = filter.0 & REDUCTION == COMPARISON;
        let is_one = (ComparisonFunc::NEVER..=ComparisonFunc::ALWAYS).contains(&comparison);
        self.refuse(at, compares && !is_one, FindingKind::Comparison(comparison));
        for (name, level) in [("minLOD", sampler.min_lod), ("maxLOD", sampler.max_lod)] {
            self.refuse(at, level.is_nan(), FindingKind::NotANumber(name));
        }
        if self.version == RootSignatureVersion::V1_2 {
            self.unknown_flags::<StaticSamplerFlags>(at, sampler.flags.bits());
        }
        let registers = (sampler.register, 1);
        self.bind(at, sampler.visibility, DescriptorRangeType::SAMPLER, sampler.space, registers);
    }

    /// Notes that `count` registers from `first` on are bound, and what else binds them.
    fn bind(
        &mut self,
        at: At,
        visibility: ShaderVisibility,
        kind: DescriptorRangeType,
        space: u32,
        (first, count): (u32, u32),
    ) {
        self.refuse(at, space >= FIRST_RESERVED_SPACE, FindingKind::ReservedSpace(space));
        if count == 0 || kind.name().is_none() || visibility.name().is_none() {
            return;
        }
        let last = if count == UNBOUNDED { u32::MAX } else { first.saturating_add(count - 1) };
        let binding = Binding { registers: Registers { space, first, last }, at, visibility };
        if let Some(Binding { at: other, .. }) = self.registers.insert(kind, binding) {
            self.add(at, FindingKind::Overlap { kind, other });
        }
    }
}

/// How many promises about data there are.
fn data_flags(flags: DescriptorRangeFlags) -> u32 {
    let data = DescriptorRangeFlags::DATA_VOLATILE
        | DescriptorRangeFlags::DATA_STATIC
        | DescriptorRangeFlags::DATA_STATIC_WHILE_SET_AT_EXECUTE;
    (flags & data).bits().count_ones()
}
