//! Checks a root signature on its own. Separate because reading accepts anything: an invalid root signature is shown
//! like any other, and only the validator, or the writer of one, asks for the findings.
//!
//! Source: DXC's `DxilRootSignatureValidator.cpp`, which stops at its first finding.

use super::element::At;
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

/// A reason why a root signature is invalid, and its place.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("{place}: {kind}")]
#[non_exhaustive]
pub struct Finding {
    /// The element that it is about.
    pub place: At,
    /// The rule broken.
    pub kind: FindingKind,
}

/// A mistake in a root signature.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FindingKind {
    /// Unknown flags.
    #[error("unknown flags {0:#x}")]
    UnknownFlags(u32),
    /// An unknown shader visibility.
    #[error("unknown shader visibility {}, expected {}", .0.0, known::<ShaderVisibility>())]
    Visibility(ShaderVisibility),
    /// An unknown parameter type.
    #[error("unknown root parameter type {}, expected {}", .0.0, known::<RootParameterType>())]
    ParameterKind(RootParameterType),
    /// An unknown range type.
    #[error("unknown descriptor range type {}, expected {}", .0.0, known::<DescriptorRangeType>())]
    RangeKind(DescriptorRangeType),
    /// Samplers and resources in one table.
    #[error("descriptor table mixes samplers with CBVs, SRVs or UAVs: use a separate table for samplers")]
    SamplersMixed,
    /// A range without descriptors.
    #[error("numDescriptors is 0, expected at least 1")]
    NoDescriptors,
    /// An appended range without a start.
    #[error(
        "offset DESCRIPTOR_RANGE_OFFSET_APPEND after an unbounded range: give this range an explicit offset"
    )]
    AppendAfterUnbounded,
    /// Registers past the last one.
    #[error("{count} registers starting at {first} exceed the largest register number, 4294967295")]
    RegisterOverflow {
        /// The first register.
        first: u32,
        /// The number of registers.
        count: u32,
    },
    /// Descriptors past the end of any table.
    #[error("{count} descriptors starting at table offset {start} exceed the largest offset, 4294967295")]
    TableOverflow {
        /// The offset in the table.
        start: u64,
        /// The number of descriptors.
        count: u32,
    },
    /// Contradicting flags about data.
    #[error(
        "more than one of the flags DATA_VOLATILE, DATA_STATIC_WHILE_SET_AT_EXECUTE and DATA_STATIC is set"
    )]
    DataFlags,
    /// Flags about data on samplers, which have none.
    #[error("sampler range has a DATA_* flag, which only CBV, SRV and UAV ranges can have")]
    SamplerDataFlags,
    /// Static data behind volatile descriptors.
    #[error("DATA_STATIC cannot be combined with DESCRIPTORS_VOLATILE; use DATA_STATIC_WHILE_SET_AT_EXECUTE")]
    StaticButVolatile,
    /// A register space that is reserved for the system.
    #[error("register space {0:#x} is reserved for the system, expected less than {FIRST_RESERVED_SPACE:#x}")]
    ReservedSpace(u32),
    /// Registers that are bound twice for some stage.
    #[error("{} is already bound by {other}", Registers { space: *space, first: *first, last: *last }.described(*kind))]
    Overlap {
        /// The kind of registers.
        kind: DescriptorRangeType,
        /// The register space.
        space: u32,
        /// The first register that is bound twice.
        first: u32,
        /// The last register that is bound twice.
        last: u32,
        /// The other element that binds them.
        other: At,
    },
    /// An unknown filter.
    #[error("unknown filter {:#x}", .0.0)]
    Filter(Filter),
    /// An unknown address mode.
    #[error("{axis} is {}, expected {}", mode.0, known::<TextureAddressMode>())]
    AddressMode {
        /// `addressU`, `addressV` or `addressW`.
        axis: &'static str,
        /// The mode.
        mode: TextureAddressMode,
    },
    /// A mip bias out of range.
    #[error("mipLODBias is {0}, expected {MIN_MIP_LOD_BIAS:?} to {MAX_MIP_LOD_BIAS}")]
    MipLodBias(f32),
    /// An anisotropy out of range.
    #[error("maxAnisotropy is {0}, expected 0 to {MAX_ANISOTROPY}")]
    MaxAnisotropy(u32),
    /// A comparison filter without a comparison function.
    #[error("comparison filter has comparisonFunc {}, expected 1 (Never) to 8 (Always)", .0.0)]
    Comparison(ComparisonFunc),
    /// A mip level that is NaN.
    #[error("{0} is NaN, expected a number")]
    NotANumber(&'static str),
}

/// The range of known values: `0 (All) to 7 (Mesh)`.
fn known<V: NamedValue>() -> String {
    let [first, .., last] = V::NAMES else { return String::new() };
    format!("{} ({}) to {} ({})", first.value, first.name, last.value, last.name)
}

/// Lists the reasons why a root signature is invalid, in the order of its parameters, ranges and samplers.
///
/// Flags that its version does not have are ignored.
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
        self.findings.push(Finding { place: at, kind });
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
        if let Some(Binding { at: other, registers, .. }) = self.registers.insert(kind, binding) {
            let Registers { space, first, last } = binding.registers.common(registers);
            self.add(at, FindingKind::Overlap { kind, space, first, last, other });
        }
    }
}

/// The number of flags that promise something about data.
fn data_flags(flags: DescriptorRangeFlags) -> u32 {
    let data = DescriptorRangeFlags::DATA_VOLATILE
        | DescriptorRangeFlags::DATA_STATIC
        | DescriptorRangeFlags::DATA_STATIC_WHILE_SET_AT_EXECUTE;
    (flags & data).bits().count_ones()
}
