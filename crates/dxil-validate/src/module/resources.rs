//! Resources: kinds and elements that there are, numbers without gaps, registers that no two share.

use std::collections::BTreeMap;

use dx_container::enums::{ElementType, ResourceKind, SamplerFeedbackType, SamplerKind, ShaderKind};
use dxil::ir::TypeId;
use dxil::ir::data_layout::DataLayout;
use dxil::ir::verify::IrPlace;
use dxil::shader::{ResourceProperties, ResourceRange, Srv, Uav};
use hashbrown::HashMap;

use super::context::Context;
use super::{bounds, constant_buffers};
use crate::report::{Place, Report};
use crate::rule::Rule;

pub(super) fn check(context: &Context<'_>, report: &mut Report) {
    let Some(all) = context.resources else { return };
    let mut shapes = Shapes { context, layout: DataLayout::of(context.module) };
    for uav in all.uavs.iter().flatten() {
        shapes.uav(uav, report);
    }
    for srv in all.srvs.iter().flatten() {
        shapes.srv(srv, report);
    }
    for sampler in all.samplers.iter().flatten() {
        // The reference lets modes behind that of no sampler pass.
        if sampler.kind.0 == SamplerKind::MONO.0 + 1 {
            tell(
                Rule::META_VALID_SAMPLER_MODE,
                &sampler.range,
                &format!("the mode is {}", sampler.kind.0),
                report,
            );
        }
    }
    constant_buffers::check(context, report);
    let uavs: Vec<_> = all.uavs.iter().flatten().map(|uav| &uav.range).collect();
    let srvs: Vec<_> = all.srvs.iter().flatten().map(|srv| &srv.range).collect();
    let samplers: Vec<_> = all.samplers.iter().flatten().map(|sampler| &sampler.range).collect();
    let buffers: Vec<_> = all.cbuffers.iter().flatten().map(|buffer| &buffer.range).collect();
    for ranges in [uavs, srvs, samplers, buffers] {
        dense(&ranges, report);
        overlaps(context, &ranges, report);
    }
}

pub(super) fn tell(rule: Rule, range: &ResourceRange, message: &str, report: &mut Report) {
    let place = Place::Module(IrPlace::Module);
    let (name, id) = (&range.name, range.id);
    if name.is_empty() {
        let (register, space) = (range.lower_bound, range.space);
        report.add(
            rule,
            place,
            format_args!("resource {id} at register {register} of space {space}: {message}"),
        );
    } else {
        report.add(rule, place, format_args!("resource {name}: {message}"));
    }
}

/// Numbers begin at 0 and leave nothing out.
fn dense(ranges: &[&ResourceRange], report: &mut Report) {
    for (expected, range) in (0..).zip(ranges) {
        if range.id != expected {
            tell(
                Rule::META_DENSE_RES_IDS,
                range,
                &format!("its number is {}, expected {expected}", range.id),
                report,
            );
            break;
        }
    }
}

/// The number of registers of a resource that has none yet, in a library.
const UNALLOCATED: u32 = u32::MAX;

/// No register of a space belongs to two.
fn overlaps(context: &Context<'_>, ranges: &[&ResourceRange], report: &mut Report) {
    // The last register of each range by its first one.
    let mut spaces = HashMap::<u32, BTreeMap<u32, u32>>::new();
    for range in ranges {
        let first = range.lower_bound;
        if context.is_library && first == UNALLOCATED {
            continue;
        }
        let last = first.wrapping_add(range.size).wrapping_sub(1);
        // What goes beyond the last register ends at the number of registers, as if it began at none.
        let last = if last < first { range.size } else { last };
        if last < first {
            continue;
        }
        let taken = spaces.entry(range.space).or_default();
        let before = taken.range(..=last).next_back().filter(|(_, end)| **end >= first);
        if let Some((other, end)) = before {
            let message =
                format!("its registers {first} to {last} are also those of another, {other} to {end}");
            tell(Rule::SM_RESOURCE_RANGE_OVERLAP, range, &message, report);
        } else {
            taken.insert(first, last);
        }
    }
}

/// What resources are, one by one.
struct Shapes<'c, 'm> {
    context: &'c Context<'m>,
    layout: DataLayout<'m>,
}

fn is_structured(shape: ResourceKind) -> bool {
    shape == ResourceKind::STRUCTURED_BUFFER
}

fn is_feedback(shape: ResourceKind) -> bool {
    matches!(shape, ResourceKind::FEEDBACK_TEXTURE_2D | ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY)
}

impl Shapes<'_, '_> {
    fn uav(&mut self, uav: &Uav, report: &mut Report) {
        let context = self.context;
        let properties = uav.properties.as_ref();
        let is_reorder_coherent =
            properties.and_then(|all| all.is_reorder_coherent()).copied().unwrap_or(false);
        if uav.is_rasterizer_ordered && context.stage != ShaderKind::PIXEL && !context.is_library {
            tell(Rule::SM_ROV_ONLY_IN_PS, &uav.range, "only pixels take their turns", report);
        }
        if matches!(uav.shape, ResourceKind::TEXTURE_CUBE | ResourceKind::TEXTURE_CUBE_ARRAY) {
            tell(Rule::SM_INVALID_TEXTURE_KIND_ON_UAV, &uav.range, "cubes are not written", report);
        }
        if uav.has_counter && !is_structured(uav.shape) {
            tell(
                Rule::SM_COUNTER_ONLY_ON_STRUCT_BUF,
                &uav.range,
                "only structured buffers have counters",
                report,
            );
        }
        if uav.has_counter && (uav.is_globally_coherent || is_reorder_coherent) {
            tell(
                Rule::META_COHERENCE_NOT_ON_APPEND_CONSUME,
                &uav.range,
                "it is coherent and has a counter",
                report,
            );
        }
        if is_reorder_coherent && !context.has_model(6, 9) {
            let message = "what is seen by threads that are reordered is for shader models from 6.9 on";
            tell(Rule::INSTR_REORDER_COHERENT_REQUIRES_SM69, &uav.range, message, report);
        }
        self.shape(&uav.range, uav.shape, properties, report);
    }

    fn srv(&mut self, srv: &Srv, report: &mut Report) {
        let is_multisampled =
            matches!(srv.shape, ResourceKind::TEXTURE_2D_MS | ResourceKind::TEXTURE_2D_MS_ARRAY);
        let is_texture_or_buffer =
            srv.shape.0 <= ResourceKind::STRUCTURED_BUFFER.0 || srv.shape == ResourceKind::TBUFFER;
        if srv.sample_count > 0 && is_texture_or_buffer && !is_multisampled {
            tell(
                Rule::SM_SAMPLE_COUNT_ONLY_ON_2DMS,
                &srv.range,
                "only multisampled textures have samples",
                report,
            );
        }
        self.shape(&srv.range, srv.shape, srv.properties.as_ref(), report);
    }

    fn shape(
        &mut self,
        range: &ResourceRange,
        shape: ResourceKind,
        properties: Option<&ResourceProperties>,
        report: &mut Report,
    ) {
        use ResourceKind as K;
        let is_kind = matches!(shape.0, 1..=12) || matches!(shape, K::TBUFFER | K::RT_ACCELERATION_STRUCTURE);
        if is_feedback(shape) {
            let kind = properties.and_then(|all| all.sampler_feedback()).copied().unwrap_or_default();
            if kind.0 > SamplerFeedbackType::MIP_REGION_USED.0 {
                tell(
                    Rule::SM_INVALID_SAMPLER_FEEDBACK_TYPE,
                    range,
                    &format!("it records {}", kind.0),
                    report,
                );
            }
        } else if !is_kind {
            tell(Rule::SM_INVALID_RESOURCE_KIND, range, &format!("its kind is {}", shape.0), report);
        }
        let element = properties.and_then(|all| all.element_type()).copied().unwrap_or(ElementType::INVALID);
        let is_typed = !is_structured(shape) && shape != K::RAW_BUFFER && !is_feedback(shape);
        // Acceleration structures are said to consist of numbers, too.
        if is_typed && !is_element(element) {
            tell(
                Rule::SM_INVALID_RESOURCE_COMP_TYPE,
                range,
                &format!("its elements are of kind {}", element.0),
                report,
            );
        }
        if is_structured(shape) {
            self.stride(range, properties.and_then(|all| all.stride()).copied().unwrap_or(0), report);
        }
        if matches!(shape.0, 1..=9) || shape == K::TYPED_BUFFER {
            self.texel(range, report);
        }
    }

    fn stride(&self, range: &ResourceRange, stride: u32, report: &mut Report) {
        if !stride.is_multiple_of(4) && self.context.has_min_precision {
            tell(
                Rule::META_STRUCT_BUF_ALIGNMENT,
                range,
                &format!("its stride is {stride}, expected a multiple of 4"),
                report,
            );
        }
        if stride > bounds::STRIDE {
            let message = format!("its stride is {stride}, expected {} at most", bounds::STRIDE);
            tell(Rule::META_STRUCT_BUF_ALIGNMENT_OUT_OF_BOUND, range, &message, report);
        }
    }

    /// What an element is made of: the first member of the resource's type, of arrays that of one.
    fn texel(&mut self, range: &ResourceRange, report: &mut Report) {
        let Some(ty) = range.hlsl_type(self.context.module) else { return };
        let size = self.element(self.context.innermost(ty)).map_or(0, |element| self.layout.size(element));
        if size > bounds::TEXEL {
            let message = format!("an element takes {size} bytes, expected {} at most", bounds::TEXEL);
            tell(Rule::META_TEXTURE_TYPE, range, &message, report);
        }
    }

    fn element(&self, ty: TypeId) -> Option<TypeId> {
        self.context.module.types.members(ty)?.first().copied()
    }
}

fn is_element(element: ElementType) -> bool {
    use ElementType as E;
    matches!(
        element,
        E::F32
            | E::SNORM_F32
            | E::UNORM_F32
            | E::F64
            | E::I32
            | E::I64
            | E::U32
            | E::U64
            | E::F16
            | E::I16
            | E::U16
    )
}
