//! Buffers and textures without samplers: what is read and written of which kind of resource, masks, dimensions,
//! counters, atomic operations, constant buffers.

use dx_container::enums::{ResourceClass, ResourceKind};
use dxil::ops::{ArgumentName, Opcode, Overload};
use dxil_ir::Op;

use super::bound_resource::BoundResource;
use super::checked_call::CheckedCall;
use super::counters::Counters;
use super::names::Kind;
use super::sampling;
use crate::names::{Components, ComponentsAre};
use crate::report::Report;
use crate::rule::Rule;

/// Bytes of a row of a constant buffer.
const ROW: u64 = 16;
/// The kinds of textures that are loaded and stored.
const TEXTURES: &str = "a Texture1D, Texture2D, Texture3D or Texture2DMS, or an array of these";
/// The values of a store.
const VALUES: [ArgumentName; 4] =
    [ArgumentName::value0, ArgumentName::value1, ArgumentName::value2, ArgumentName::value3];
/// Members of what a load gives that say whether all of it was mapped: behind four values, and behind a vector.
const STATUS: u32 = 4;
const VECTOR_STATUS: u32 = 1;

pub(super) fn check(checked: &CheckedCall<'_, '_, '_>, counters: &mut Counters, report: &mut Report) {
    use Opcode as O;
    match checked.opcode() {
        O::GET_DIMENSIONS => dimensions(checked, report),
        O::CHECK_ACCESS_FULLY_MAPPED => mapped(checked, report),
        O::BUFFER_LOAD => {
            read(checked, ArgumentName::srv, report);
            buffer(checked, ArgumentName::srv, ArgumentName::wot, true, report);
        }
        O::BUFFER_STORE => {
            let kind = written(checked, ArgumentName::uav, report).map(|bound| bound.kind);
            let is_typed = matches!(kind, Some(ResourceKind::TYPED_BUFFER | ResourceKind::TBUFFER));
            if mask(checked, is_typed, report) {
                buffer(checked, ArgumentName::uav, ArgumentName::coord1, true, report);
            }
        }
        O::RAW_BUFFER_LOAD | O::RAW_BUFFER_VECTOR_LOAD => {
            let name =
                if checked.opcode() == O::RAW_BUFFER_LOAD { ArgumentName::srv } else { ArgumentName::buf };
            wide(checked, report);
            read(checked, name, report);
            alignment(checked, report);
            buffer(checked, name, ArgumentName::elementOffset, false, report);
        }
        O::RAW_BUFFER_STORE | O::RAW_BUFFER_VECTOR_STORE => raw_store(checked, report),
        O::TEXTURE_LOAD => texture_load(checked, report),
        O::TEXTURE_STORE => texture_store(checked, report),
        O::CBUFFER_LOAD => constants(checked, ArgumentName::byteOffset, 1, report),
        O::CBUFFER_LOAD_LEGACY => constants(checked, ArgumentName::regIndex, ROW, report),
        O::BUFFER_UPDATE_COUNTER => counter(checked, counters, report),
        O::ATOMIC_BIN_OP | O::ATOMIC_COMPARE_EXCHANGE => atomic(checked, report),
        _ => {}
    }
}

fn kind_of(checked: &CheckedCall<'_, '_, '_>, name: ArgumentName) -> ResourceKind {
    checked.bound(name).map_or(ResourceKind::INVALID, |bound| bound.kind)
}

fn read(checked: &CheckedCall<'_, '_, '_>, name: ArgumentName, report: &mut Report) {
    let is_read = checked
        .bound(name)
        .is_some_and(|bound| matches!(bound.class, ResourceClass::SRV | ResourceClass::UAV));
    if !is_read {
        checked.find(
            report,
            Rule::INSTR_RESOURCE_CLASS_FOR_LOAD,
            format_args!("{}; expected an SRV or a UAV", checked.access(name)),
        );
    }
}

fn written(
    checked: &CheckedCall<'_, '_, '_>,
    name: ArgumentName,
    report: &mut Report,
) -> Option<BoundResource> {
    let found = checked.bound(name);
    if found.is_none_or(|bound| bound.class != ResourceClass::UAV) {
        checked.find(
            report,
            Rule::INSTR_RESOURCE_CLASS_FOR_UAV_STORE,
            format_args!("{}; expected a UAV", checked.access(name)),
        );
    }
    found
}

/// The second coordinate is that within an element, which structured buffers alone have.
fn buffer(
    checked: &CheckedCall<'_, '_, '_>,
    handle: ArgumentName,
    offset: ArgumentName,
    may_be_typed: bool,
    report: &mut Report,
) {
    use ResourceKind as K;
    let is_given = !checked.is_undef(offset);
    match kind_of(checked, handle) {
        K::STRUCTURED_BUFFER => {
            if !is_given {
                checked.find(
                    report,
                    Rule::INSTR_COORDINATE_COUNT_FOR_STRUCT_BUF,
                    format_args!(
                        "{} on {} has an undefined {offset}, expected the byte offset in the element of a \
                         StructuredBuffer",
                        checked.name(),
                        checked.resource(handle)
                    ),
                );
            }
        }
        kind if kind == K::RAW_BUFFER || may_be_typed && matches!(kind, K::TYPED_BUFFER | K::TBUFFER) => {
            if is_given {
                checked.find(
                    report,
                    Rule::INSTR_COORDINATE_COUNT_FOR_RAW_TYPED_BUF,
                    format_args!(
                        "{} on {} has a defined {offset}, expected undef for {}",
                        checked.name(),
                        checked.resource(handle),
                        Kind(checked.bound(handle))
                    ),
                );
            }
        }
        _ => checked.find(
            report,
            Rule::INSTR_RESOURCE_KIND_FOR_BUFFER_LOAD_STORE,
            format_args!(
                "{}; expected {}",
                checked.access(handle),
                if may_be_typed { "a raw, typed or structured buffer" } else { "a raw or structured buffer" }
            ),
        ),
    }
}

/// The mask says which values are there: the first ones, all of a typed resource. Says whether it is constant.
fn mask(checked: &CheckedCall<'_, '_, '_>, is_typed: bool, report: &mut Report) -> bool {
    let Some(mask) = checked.constant(ArgumentName::mask, report) else { return false };
    let values = VALUES.iter().enumerate().filter(|(_, name)| !checked.is_undef(**name));
    let given = values.fold(0_u64, |mask, (index, _)| mask | 1 << index);
    if is_typed && mask != 0xf {
        checked.find(
            report,
            Rule::INSTR_WRITE_MASK_FOR_TYPED_UAV_STORE,
            format_args!("write mask of a typed UAV store is {}, expected xyzw", Components(mask)),
        );
    }
    if !matches!(mask, 1 | 3 | 7 | 0xf) {
        checked.find(
            report,
            Rule::INSTR_WRITE_MASK_GAP_FOR_UAV,
            format_args!("write mask is {}, expected x, xy, xyz or xyzw", Components(mask)),
        );
    }
    if mask & !given != 0 {
        checked.find(
            report,
            Rule::INSTR_UNDEFINED_VALUE_FOR_UAV_STORE,
            format_args!(
                "{} writes undefined values: {} undefined",
                checked.name(),
                ComponentsAre(mask & !given)
            ),
        );
    } else if mask != given {
        checked.find(
            report,
            Rule::INSTR_WRITE_MASK_MATCH_VALUE_FOR_UAV_STORE,
            format_args!(
                "write mask is {}, but components {} have defined values",
                Components(mask),
                Components(given)
            ),
        );
    }
    true
}

fn alignment(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    if checked.word(ArgumentName::alignment).is_none() {
        checked.find(
            report,
            Rule::INSTR_CONST_ALIGN_FOR_RAW_BUF,
            format_args!("operand alignment of {} is not a constant", checked.name()),
        );
    }
}

/// Numbers of 64 bits are read and written whole from shader model 6.3 on.
fn wide(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    if checked.site.context.has_model(6, 3) {
        return;
    }
    let overloads = checked.call.overloads();
    let is_wide = overloads
        .is_some_and(|all| matches!(all.as_slice(), [Overload::Scalar(kind), ..] if kind.bits() > 32));
    if is_wide {
        checked.find(
            report,
            Rule::SM_64BIT_RAW_BUFFER_LOAD_STORE,
            format_args!("{} of 64-bit values requires shader model 6.3", checked.name()),
        );
    }
}

fn raw_store(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let is_vector = checked.opcode() == Opcode::RAW_BUFFER_VECTOR_STORE;
    wide(checked, report);
    if !is_vector && !mask(checked, false, report) {
        return;
    }
    written(checked, ArgumentName::uav, report);
    if is_vector && checked.is_undef(ArgumentName::value0) {
        checked.find(
            report,
            Rule::INSTR_UNDEFINED_VALUE_FOR_UAV_STORE,
            format_args!("{} writes an undefined vector (operand value0)", checked.name()),
        );
    }
    alignment(checked, report);
    buffer(checked, ArgumentName::uav, ArgumentName::elementOffset, false, report);
}

fn texture_load(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    use ResourceKind as K;
    let class = checked.bound(ArgumentName::srv).map(|bound| bound.class);
    let kind = kind_of(checked, ArgumentName::srv);
    let is_multisampled = matches!(kind, K::TEXTURE_2D_MS | K::TEXTURE_2D_MS_ARRAY);
    let has_level = !checked.is_undef(ArgumentName::mipLevelOrSampleCount);
    if class == Some(ResourceClass::UAV) {
        if [ArgumentName::offset0, ArgumentName::offset1, ArgumentName::offset2]
            .into_iter()
            .any(|name| !checked.is_undef(name))
        {
            checked.find(
                report,
                Rule::INSTR_OFFSET_ON_UAV_LOAD,
                format_args!(
                    "{}, but texel offsets are defined; expected undef",
                    checked.access(ArgumentName::srv)
                ),
            );
        }
        if has_level && !is_multisampled {
            checked.find(
                report,
                Rule::INSTR_MIP_ON_UAV_LOAD,
                format_args!(
                    "{}, but mipLevelOrSampleCount is defined; expected undef",
                    checked.access(ArgumentName::srv)
                ),
            );
        }
    } else {
        read(checked, ArgumentName::srv, report);
    }
    match kind {
        K::TEXTURE_1D | K::TEXTURE_1D_ARRAY | K::TEXTURE_2D | K::TEXTURE_2D_ARRAY | K::TEXTURE_3D => {}
        _ if is_multisampled => {
            if !has_level {
                checked.find(
                    report,
                    Rule::INSTR_SAMPLE_INDEX_FOR_LOAD_2DMS,
                    format_args!(
                        "{} on {} has an undefined mipLevelOrSampleCount, expected the sample index",
                        checked.name(),
                        checked.resource(ArgumentName::srv)
                    ),
                );
            }
        }
        _ => {
            checked.find(
                report,
                Rule::INSTR_RESOURCE_KIND_FOR_TEXTURE_LOAD,
                format_args!("{}; expected {TEXTURES}", checked.access(ArgumentName::srv)),
            );
            return;
        }
    }
    sampling::offsets(checked, kind, report);
}

fn texture_store(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    use ResourceKind as K;
    written(checked, ArgumentName::srv, report);
    if !mask(checked, true, report) {
        return;
    }
    match kind_of(checked, ArgumentName::srv) {
        K::TEXTURE_1D | K::TEXTURE_1D_ARRAY | K::TEXTURE_2D | K::TEXTURE_2D_ARRAY | K::TEXTURE_3D => {}
        K::TEXTURE_2D_MS | K::TEXTURE_2D_MS_ARRAY => {}
        _ => checked.find(
            report,
            Rule::INSTR_RESOURCE_KIND_FOR_TEXTURE_STORE,
            format_args!("{}; expected {TEXTURES}", checked.access(ArgumentName::srv)),
        ),
    }
}

/// Where it is constant what is read of a constant buffer, it lies within.
fn constants(checked: &CheckedCall<'_, '_, '_>, place: ArgumentName, unit: u64, report: &mut Report) {
    let Some(place) = checked.word(place) else { return };
    let Some(found) = checked.bound(ArgumentName::handle) else { return };
    if found.class != ResourceClass::CBUFFER {
        checked.find(
            report,
            Rule::INSTR_CBUFFER_CLASS_FOR_CBUFFER_HANDLE,
            format_args!("{}; expected a constant buffer", checked.access(ArgumentName::handle)),
        );
        return;
    }
    // Offsets have a sign and 32 bits: what is far behind the end is let pass as what lies before the beginning.
    let offset = place.wrapping_mul(unit) & u64::from(u32::MAX);
    let is_behind = offset <= u64::from(i32::MAX.unsigned_abs()) && offset >= found.size.into();
    if found.size > 0 && is_behind {
        checked.find(
            report,
            Rule::INSTR_CBUFFER_OUT_OF_BOUND,
            format_args!(
                "{} reads byte {offset} of {}, which has {} bytes",
                checked.name(),
                checked.resource(ArgumentName::handle),
                found.size
            ),
        );
    }
}

fn counter(checked: &CheckedCall<'_, '_, '_>, counters: &mut Counters, report: &mut Report) {
    let found = checked.bound(ArgumentName::uav);
    if found.is_none_or(|bound| bound.class != ResourceClass::UAV) {
        checked.find(
            report,
            Rule::INSTR_BUFFER_UPDATE_COUNTER_ON_UAV,
            format_args!("{}; expected a UAV", checked.access(ArgumentName::uav)),
        );
    }
    if found.is_none_or(|bound| bound.kind != ResourceKind::STRUCTURED_BUFFER) {
        checked.find(
            report,
            Rule::SM_COUNTER_ONLY_ON_STRUCT_BUF,
            format_args!("{}; expected a StructuredBuffer", checked.access(ArgumentName::uav)),
        );
    }
    if !found.is_some_and(|bound| bound.compares_or_counts) {
        checked.find(
            report,
            Rule::INSTR_BUFFER_UPDATE_COUNTER_ON_RES_HAS_COUNTER,
            format_args!(
                "{} uses {}, which has no counter",
                checked.name(),
                checked.resource(ArgumentName::uav)
            ),
        );
    }
    let Some(step) = checked.constant(ArgumentName::inc, report) else { return };
    if found.is_some_and(|bound| counters.is_mixed(checked.site.context, &bound, step == 1)) {
        checked.find(
            report,
            Rule::INSTR_ONLY_ONE_ALLOC_CONSUME,
            format_args!(
                "counter of {} is {}, but elsewhere {}",
                checked.resource(ArgumentName::uav),
                if step == 1 { "incremented" } else { "decremented" },
                if step == 1 { "decremented" } else { "incremented" }
            ),
        );
    }
}

fn atomic(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let overloads = checked.call.overloads();
    let is_wide =
        overloads.is_some_and(|all| matches!(all.as_slice(), [Overload::Scalar(kind)] if kind.bits() == 64));
    if is_wide && !checked.site.context.has_model(6, 6) {
        checked.find(
            report,
            Rule::SM_OPCODE_IN_INVALID_FUNCTION,
            format_args!("64-bit {} requires shader model 6.6", checked.name()),
        );
    }
    if checked.bound(ArgumentName::handle).is_none_or(|bound| bound.class != ResourceClass::UAV) {
        checked.find(
            report,
            Rule::INSTR_ATOMIC_INTRIN_NON_UAV,
            format_args!("{}; expected a UAV", checked.access(ArgumentName::handle)),
        );
    }
}

/// What is asked is the member of a load's result that says it.
fn mapped(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let site = checked.site;
    let is_status = || {
        let Op::ExtractValue(aggregate, indices) =
            site.definition(checked.argument(ArgumentName::status)?)?.1
        else {
            return None;
        };
        let [index] = indices.as_slice(&site.body.lists.indices) else { return None };
        let ty = site.type_of(*aggregate)?;
        let members = site.context.module.types.members(ty)?;
        let is_last = usize::try_from(index.0).ok()?.checked_add(1)? == members.len();
        let is_result = site.context.structure_name(ty).starts_with(b"dx.types.ResRet.");
        Some(is_result && is_last && matches!(index.0, STATUS | VECTOR_STATUS))
    };
    if is_status() != Some(true) {
        checked.find(
            report,
            Rule::INSTR_CHECK_ACCESS_FULLY_MAPPED,
            format_args!(
                "operand status of CheckAccessFullyMapped is not the status member of a load result"
            ),
        );
    }
}

/// Members of the dimensions that a kind of resource has: y, z and w.
fn has_members(kind: ResourceKind) -> Option<[bool; 3]> {
    use ResourceKind as K;
    match kind {
        K::TEXTURE_1D => Some([false, false, true]),
        K::TEXTURE_1D_ARRAY | K::TEXTURE_2D | K::TEXTURE_2D_MS | K::TEXTURE_CUBE => Some([true, false, true]),
        K::TEXTURE_2D_ARRAY | K::TEXTURE_2D_MS_ARRAY | K::TEXTURE_3D | K::TEXTURE_CUBE_ARRAY => {
            Some([true; 3])
        }
        K::STRUCTURED_BUFFER | K::RAW_BUFFER | K::TYPED_BUFFER | K::TBUFFER => Some([false; 3]),
        _ => None,
    }
}

fn dimensions(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    use ResourceKind as K;
    let kind = kind_of(checked, ArgumentName::handle);
    let Some(has) = has_members(kind) else {
        checked.find(
            report,
            Rule::INSTR_RESOURCE_KIND_FOR_GET_DIM,
            format_args!("{}; expected a texture or buffer", checked.access(ArgumentName::handle)),
        );
        return;
    };
    let is_buffer = matches!(kind, K::STRUCTURED_BUFFER | K::RAW_BUFFER | K::TYPED_BUFFER | K::TBUFFER);
    if is_buffer && !checked.is_undef(ArgumentName::mipLevel) {
        checked.find(
            report,
            Rule::INSTR_MIP_LEVEL_FOR_GET_DIMENSION,
            format_args!("{}, but mipLevel is defined; expected undef", checked.access(ArgumentName::handle)),
        );
    }
    for index in checked.handles.members_used(checked.site) {
        let is_there = match index {
            0 => true,
            1..=3 => {
                usize::try_from(index - 1).ok().and_then(|index| has.get(index)).copied().unwrap_or(false)
            }
            _ => false,
        };
        if !is_there {
            checked.find(
                report,
                Rule::INSTR_UNDEF_RESULT_FOR_GET_DIMENSION,
                format_args!(
                    "member {index} of the GetDimensions result is used, but {} is {}, which has no such dimension",
                    checked.resource(ArgumentName::handle),
                    Kind(checked.bound(ArgumentName::handle))
                ),
            );
        }
    }
}
