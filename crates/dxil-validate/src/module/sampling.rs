//! Textures with samplers: kinds of both, coordinates and offsets as many as the texture has dimensions, levels of
//! detail.

use dx_container::enums::{ElementType, ResourceClass, ResourceKind};
use dxil::ops::{ArgumentName, Opcode};

use super::bound_resource::BoundResource;
use super::checked_call::CheckedCall;
use super::names::Kind;
use super::{bounds, math};
use crate::names::A;
use crate::report::Report;
use crate::rule::Rule;

const COORDINATES: [ArgumentName; 4] =
    [ArgumentName::coord0, ArgumentName::coord1, ArgumentName::coord2, ArgumentName::coord3];
/// The kinds of textures that are sampled, and sampled with a comparison.
const SAMPLED: &str = "a Texture1D, Texture2D, Texture3D or TextureCube, or an array of these";
const COMPARED: &str = "a Texture1D, Texture2D or TextureCube, or an array of these";
const OFFSETS: [ArgumentName; 3] = [ArgumentName::offset0, ArgumentName::offset1, ArgumentName::offset2];

pub(super) fn check(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    use Opcode as O;
    let opcode = checked.opcode();
    let compares = matches!(
        opcode,
        O::SAMPLE_CMP
            | O::SAMPLE_CMP_LEVEL
            | O::SAMPLE_CMP_LEVEL_ZERO
            | O::SAMPLE_CMP_BIAS
            | O::SAMPLE_CMP_GRAD
            | O::TEXTURE_GATHER_CMP
    );
    match opcode {
        O::SAMPLE | O::SAMPLE_BIAS | O::SAMPLE_GRAD | O::SAMPLE_LEVEL => sample(checked, compares, report),
        _ if compares && opcode != O::TEXTURE_GATHER_CMP => sample(checked, compares, report),
        O::TEXTURE_GATHER | O::TEXTURE_GATHER_CMP => gather(checked, compares, report),
        O::CALCULATE_LOD => level(checked, report),
        _ => {}
    }
    if matches!(opcode, O::SAMPLE_BIAS | O::SAMPLE_CMP_BIAS) {
        bias(checked, report);
    }
    if matches!(opcode, O::SAMPLE | O::SAMPLE_CMP | O::SAMPLE_BIAS | O::SAMPLE_CMP_BIAS | O::CALCULATE_LOD) {
        math::derivative(checked, report);
    }
}

/// The sampler has to compare, or not to.
fn sampler(checked: &CheckedCall<'_, '_, '_>, compares: bool, report: &mut Report) {
    let sampler = checked.bound(ArgumentName::sampler).filter(|bound| bound.class == ResourceClass::SAMPLER);
    if sampler.is_some_and(|sampler| sampler.compares_or_counts == compares) {
        return;
    }
    let rule =
        if compares { Rule::INSTR_SAMPLER_MODE_FOR_SAMPLE_C } else { Rule::INSTR_SAMPLER_MODE_FOR_SAMPLE };
    let expected = if compares { "a comparison sampler" } else { "a non-comparison sampler" };
    let message = format_args!(
        "{} uses {}, {}; expected {expected}",
        checked.name(),
        checked.resource(ArgumentName::sampler),
        Kind(checked.bound(ArgumentName::sampler))
    );
    checked.find(report, rule, message);
}

/// The handle of the texture, which has to be one that is read.
fn texture(
    checked: &CheckedCall<'_, '_, '_>,
    name: ArgumentName,
    report: &mut Report,
) -> (Option<BoundResource>, bool) {
    let found = checked.bound(name);
    let is_srv = found.is_some_and(|bound| bound.class == ResourceClass::SRV);
    if !is_srv {
        checked.find(
            report,
            Rule::INSTR_RESOURCE_CLASS_FOR_SAMPLER_GATHER,
            format_args!("{}; expected a texture SRV", checked.access(name)),
        );
    }
    (found, is_srv)
}

fn is_sampled(element: ElementType, integers: bool) -> bool {
    use ElementType as E;
    match element {
        E::F16 | E::F32 | E::SNORM_F16 | E::UNORM_F16 | E::SNORM_F32 | E::UNORM_F32 => true,
        E::I16 | E::U16 | E::I32 | E::U32 => integers,
        _ => false,
    }
}

fn sample(checked: &CheckedCall<'_, '_, '_>, compares: bool, report: &mut Report) {
    use ResourceKind as K;
    sampler(checked, compares, report);
    let (found, _) = texture(checked, ArgumentName::srv, report);
    let integers = checked.site.context.has_model(6, 7) && !compares;
    if !found.is_some_and(|bound| is_sampled(bound.element, integers)) {
        checked.find(
            report,
            Rule::INSTR_SAMPLE_COMP_TYPE,
            format_args!(
                "{} samples {}, whose component type is {}, expected {}",
                checked.name(),
                checked.resource(ArgumentName::srv),
                found.map_or(ElementType::INVALID, |bound| bound.element),
                if integers { "a 16 or 32-bit float or integer" } else { "a 16 or 32-bit float" }
            ),
        );
    }
    let kind = found.map_or(K::INVALID, |bound| bound.kind);
    let is_right = match kind {
        K::TEXTURE_1D | K::TEXTURE_1D_ARRAY | K::TEXTURE_2D | K::TEXTURE_2D_ARRAY => true,
        K::TEXTURE_CUBE | K::TEXTURE_CUBE_ARRAY => true,
        K::TEXTURE_3D => !compares,
        _ => false,
    };
    if !is_right {
        let rule = if compares {
            Rule::INSTR_RESOURCE_KIND_FOR_SAMPLE_C
        } else {
            Rule::INSTR_RESOURCE_KIND_FOR_SAMPLE
        };
        let expected = if compares { COMPARED } else { SAMPLED };
        checked.find(
            report,
            rule,
            format_args!("{}; expected {expected}", checked.access(ArgumentName::srv)),
        );
        if kind != K::TEXTURE_3D {
            return;
        }
    }
    coordinates(checked, (&COORDINATES, kind), coordinate_count(kind), report);
    offsets(checked, kind, report);
}

fn gather(checked: &CheckedCall<'_, '_, '_>, compares: bool, report: &mut Report) {
    use ResourceKind as K;
    sampler(checked, compares, report);
    let (found, is_srv) = texture(checked, ArgumentName::srv, report);
    if !is_srv {
        return;
    }
    let kind = found.map_or(K::INVALID, |bound| bound.kind);
    coordinates(checked, (&COORDINATES, kind), coordinate_count(kind), report);
    let [first, second, _] = OFFSETS.map(|name| !checked.is_undef(name));
    match kind {
        K::TEXTURE_2D | K::TEXTURE_2D_ARRAY => {
            if first && !second {
                lacks(checked, Rule::INSTR_RESOURCE_OFFSET_MISS, ArgumentName::offset1, kind, report);
            }
        }
        K::TEXTURE_CUBE | K::TEXTURE_CUBE_ARRAY => {
            if first || second {
                let name = if first { ArgumentName::offset0 } else { ArgumentName::offset1 };
                has_extra(checked, Rule::INSTR_RESOURCE_OFFSET_TOO_MANY, name, kind, report);
            }
        }
        _ => checked.find(
            report,
            Rule::INSTR_RESOURCE_KIND_FOR_GATHER,
            format_args!(
                "{}, expected a Texture2D, a TextureCube, or an array of one of the two",
                checked.access(ArgumentName::srv)
            ),
        ),
    }
}

/// Coordinates of a texture, with the one that says which of an array.
fn coordinate_count(kind: ResourceKind) -> usize {
    use ResourceKind as K;
    match kind {
        K::TEXTURE_1D | K::TYPED_BUFFER | K::RAW_BUFFER | K::TBUFFER => 1,
        K::TEXTURE_2D | K::TEXTURE_2D_MS | K::TEXTURE_1D_ARRAY => 2,
        K::STRUCTURED_BUFFER | K::FEEDBACK_TEXTURE_2D => 2,
        K::TEXTURE_3D | K::TEXTURE_CUBE | K::TEXTURE_2D_ARRAY | K::TEXTURE_2D_MS_ARRAY => 3,
        K::FEEDBACK_TEXTURE_2D_ARRAY => 3,
        K::TEXTURE_CUBE_ARRAY => 4,
        _ => 0,
    }
}

/// Dimensions of a texture, which offsets are along; cubes have none.
pub(super) fn offset_count(kind: ResourceKind) -> usize {
    use ResourceKind as K;
    match kind {
        K::TEXTURE_1D | K::TEXTURE_1D_ARRAY | K::TBUFFER => 1,
        K::TEXTURE_2D | K::TEXTURE_2D_MS | K::TEXTURE_2D_ARRAY | K::TEXTURE_2D_MS_ARRAY => 2,
        K::FEEDBACK_TEXTURE_2D | K::FEEDBACK_TEXTURE_2D_ARRAY => 2,
        K::TEXTURE_3D => 3,
        _ => 0,
    }
}

/// An operand is undefined that goes with the kind of the texture.
fn lacks(
    checked: &CheckedCall<'_, '_, '_>,
    rule: Rule,
    name: ArgumentName,
    kind: ResourceKind,
    report: &mut Report,
) {
    checked.find(
        report,
        rule,
        format_args!("{} has an undefined {name}, which {} requires", checked.name(), A(kind)),
    );
}

/// An operand is defined that does not.
fn has_extra(
    checked: &CheckedCall<'_, '_, '_>,
    rule: Rule,
    name: ArgumentName,
    kind: ResourceKind,
    report: &mut Report,
) {
    checked.find(
        report,
        rule,
        format_args!("{} has a defined {name}, expected undef for {}", checked.name(), A(kind)),
    );
}

fn coordinates(
    checked: &CheckedCall<'_, '_, '_>,
    (names, kind): (&[ArgumentName], ResourceKind),
    count: usize,
    report: &mut Report,
) {
    for (index, name) in names.iter().copied().enumerate() {
        match (index < count, checked.is_undef(name)) {
            (true, true) => lacks(checked, Rule::INSTR_RESOURCE_COORDINATE_MISS, name, kind, report),
            (false, false) => {
                has_extra(checked, Rule::INSTR_RESOURCE_COORDINATE_TOO_MANY, name, kind, report)
            }
            _ => {}
        }
    }
}

/// Offsets are given along all dimensions or along none; before shader model 6.7 they are small constants.
pub(super) fn offsets(checked: &CheckedCall<'_, '_, '_>, kind: ResourceKind, report: &mut Report) {
    let count = offset_count(kind);
    let has_offsets = !checked.is_undef(OFFSETS[0]);
    for (index, name) in OFFSETS.into_iter().enumerate() {
        let is_given = !checked.is_undef(name);
        if index > 0 && index >= count && is_given {
            has_extra(checked, Rule::INSTR_RESOURCE_OFFSET_TOO_MANY, name, kind, report);
        } else if has_offsets && (index == 0 || index < count) {
            if is_given {
                offset(checked, name, report);
            } else {
                lacks(checked, Rule::INSTR_RESOURCE_OFFSET_MISS, name, kind, report);
            }
        }
    }
}

fn offset(checked: &CheckedCall<'_, '_, '_>, name: ArgumentName, report: &mut Report) {
    let context = checked.site.context;
    if context.has_model(6, 7) {
        return;
    }
    let (least, most) = bounds::TEXEL_OFFSET;
    let found = checked.argument(name).and_then(|value| context.integer(value));
    if !found.is_some_and(|found| (least..=most).contains(&found)) {
        checked.find(
            report,
            Rule::INSTR_TEXTURE_OFFSET,
            format_args!(
                "{name} of {} is {}, expected a constant from {least} to {most} before shader model 6.7",
                checked.name(),
                found.map_or_else(|| "not a constant".to_owned(), |found| found.to_string())
            ),
        );
    }
}

fn level(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    use ResourceKind as K;
    let sampler = checked.bound(ArgumentName::sampler).filter(|bound| bound.class == ResourceClass::SAMPLER);
    let compares_later = checked.site.context.has_model(6, 8);
    if !sampler.is_some_and(|sampler| !sampler.compares_or_counts || compares_later) {
        checked.find(
            report,
            Rule::INSTR_SAMPLER_MODE_FOR_LOD,
            format_args!(
                "{} uses {}, {}; expected a non-comparison sampler",
                checked.name(),
                checked.resource(ArgumentName::sampler),
                Kind(checked.bound(ArgumentName::sampler))
            ),
        );
    }
    let (found, is_srv) = texture(checked, ArgumentName::handle, report);
    if !is_srv {
        return;
    }
    let kind = found.map_or(K::INVALID, |bound| bound.kind);
    let count = match kind {
        K::TEXTURE_1D | K::TEXTURE_1D_ARRAY => 1,
        K::TEXTURE_2D | K::TEXTURE_2D_ARRAY => 2,
        K::TEXTURE_3D | K::TEXTURE_CUBE | K::TEXTURE_CUBE_ARRAY => 3,
        _ => {
            checked.find(
                report,
                Rule::INSTR_RESOURCE_KIND_FOR_CALC_LOD,
                format_args!("{}; expected {SAMPLED}", checked.access(ArgumentName::handle)),
            );
            return;
        }
    };
    let [first, second, third, _] = COORDINATES;
    coordinates(checked, (&[first, second, third], kind), count, report);
}

fn bias(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    let (least, most) = bounds::BIAS;
    let found = checked.argument(ArgumentName::bias).and_then(|value| checked.site.context.float(value));
    if found.is_some_and(|found| found < least.into() || found > most.into()) {
        checked.find(
            report,
            Rule::INSTR_IMM_BIAS_FOR_SAMPLE_B,
            format_args!(
                "bias of {} is {}, expected {least} to {most}",
                checked.name(),
                found.unwrap_or_default()
            ),
        );
    }
}
