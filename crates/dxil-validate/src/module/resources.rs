//! Resources: kinds and elements that there are, numbers without gaps, registers that no two share.

use std::collections::BTreeMap;
use std::fmt;

use dx_container::enums::{
    ElementType, ResourceClass, ResourceKind, SamplerFeedbackType, SamplerKind, ShaderKind,
};
use dxil::shader::{ResourceProperties, ResourceRange, Srv, Uav};
use dxil_ir::TypeId;
use dxil_ir::data_layout::DataLayout;
use hashbrown::HashMap;

use super::context::Context;
use super::{bounds, constant_buffers};
use crate::names::{A, Stage};
use crate::reflection::{Resource, register};
use crate::report::Report;
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
            let message =
                format_args!("has sampler kind {}, expected Default, Comparison or Mono", sampler.kind);
            let sampler = (ResourceClass::SAMPLER, &sampler.range);
            context.report_resource(report, Rule::META_VALID_SAMPLER_MODE, sampler, message);
        }
    }
    constant_buffers::check(context, report);
    let uavs: Vec<_> = all.uavs.iter().flatten().map(|uav| &uav.range).collect();
    let srvs: Vec<_> = all.srvs.iter().flatten().map(|srv| &srv.range).collect();
    let samplers: Vec<_> = all.samplers.iter().flatten().map(|sampler| &sampler.range).collect();
    let buffers: Vec<_> = all.cbuffers.iter().flatten().map(|buffer| &buffer.range).collect();
    use ResourceClass as C;
    for (class, ranges) in [(C::UAV, uavs), (C::SRV, srvs), (C::SAMPLER, samplers), (C::CBUFFER, buffers)] {
        dense(context, class, &ranges, report);
        overlaps(context, class, &ranges, report);
    }
}

/// Numbers begin at 0 and leave nothing out.
fn dense(context: &Context<'_>, class: ResourceClass, ranges: &[&ResourceRange], report: &mut Report) {
    for (expected, range) in (0..).zip(ranges) {
        if range.id != expected {
            let message = format_args!("has resource ID {}, expected {expected}", range.id);
            context.report_resource(report, Rule::META_DENSE_RES_IDS, (class, range), message);
            break;
        }
    }
}

/// The number of registers of a resource that has none yet, in a library.
const UNALLOCATED: u32 = u32::MAX;

/// Registers from the first to the last: `t0 to t3`.
struct Registers {
    class: ResourceClass,
    first: u32,
    last: u32,
}

impl fmt::Display for Registers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = register(self.class);
        write!(f, "{letter}{}", self.first)?;
        match self.last {
            last if last == self.first => Ok(()),
            ResourceRange::UNBOUNDED => f.write_str(" and up"),
            last => write!(f, " to {letter}{last}"),
        }
    }
}

/// No register of a space belongs to two.
fn overlaps(context: &Context<'_>, class: ResourceClass, ranges: &[&ResourceRange], report: &mut Report) {
    // The last register of each range, and the range, by its first one.
    let mut spaces = HashMap::<u32, BTreeMap<u32, (u32, &ResourceRange)>>::new();
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
        let before = taken.range(..=last).next_back().filter(|(_, (end, _))| *end >= first);
        if let Some((start, (end, other))) = before {
            let other = Resource { reflection: context.reflection, class, range: other };
            let registers = |first: u32, last: u32| Registers { class, first, last };
            let message = format_args!(
                "overlaps {other}: registers {} (ID {}) and {} (ID {})",
                registers(first, last),
                range.id,
                registers(*start, *end),
                other.range.id
            );
            context.report_resource(report, Rule::SM_RESOURCE_RANGE_OVERLAP, (class, range), message);
        } else {
            taken.insert(first, (last, range));
        }
    }
}

/// A resource and its class.
type At<'m> = (ResourceClass, &'m ResourceRange);

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

impl<'m> Shapes<'_, 'm> {
    fn find(&self, rule: Rule, resource: At<'m>, message: fmt::Arguments<'_>, report: &mut Report) {
        self.context.report_resource(report, rule, resource, message);
    }

    fn uav(&mut self, uav: &'m Uav, report: &mut Report) {
        let context = self.context;
        let (at, shape) = ((ResourceClass::UAV, &uav.range), uav.shape);
        let properties = uav.properties.as_ref();
        let is_reorder_coherent =
            properties.and_then(|all| all.is_reorder_coherent()).copied().unwrap_or(false);
        if uav.is_rasterizer_ordered && context.stage != ShaderKind::PIXEL && !context.is_library {
            let stage = A(Stage(context.stage));
            let message = format_args!("is a rasterizer-ordered view in {stage}, expected a pixel shader");
            self.find(Rule::SM_ROV_ONLY_IN_PS, at, message, report);
        }
        if matches!(shape, ResourceKind::TEXTURE_CUBE | ResourceKind::TEXTURE_CUBE_ARRAY) {
            let message = format_args!("is a UAV of kind {shape}, which is not allowed");
            self.find(Rule::SM_INVALID_TEXTURE_KIND_ON_UAV, at, message, report);
        }
        if uav.has_counter && !is_structured(shape) {
            let message = format_args!("is a {shape} with a counter, expected a StructuredBuffer");
            self.find(Rule::SM_COUNTER_ONLY_ON_STRUCT_BUF, at, message, report);
        }
        if uav.has_counter && (uav.is_globally_coherent || is_reorder_coherent) {
            let word = if uav.is_globally_coherent { "globallycoherent" } else { "reordercoherent" };
            let message = format_args!("is {word}, which a UAV with a counter cannot be");
            self.find(Rule::META_COHERENCE_NOT_ON_APPEND_CONSUME, at, message, report);
        }
        if is_reorder_coherent && !context.has_model(6, 9) {
            let message = format_args!("is reordercoherent, which requires shader model 6.9");
            self.find(Rule::INSTR_REORDER_COHERENT_REQUIRES_SM69, at, message, report);
        }
        self.shape(at, uav.shape, properties, report);
    }

    fn srv(&mut self, srv: &'m Srv, report: &mut Report) {
        let (at, shape) = ((ResourceClass::SRV, &srv.range), srv.shape);
        let is_multisampled =
            matches!(shape, ResourceKind::TEXTURE_2D_MS | ResourceKind::TEXTURE_2D_MS_ARRAY);
        let is_texture_or_buffer =
            shape.0 <= ResourceKind::STRUCTURED_BUFFER.0 || shape == ResourceKind::TBUFFER;
        if srv.sample_count > 0 && is_texture_or_buffer && !is_multisampled {
            let count = srv.sample_count;
            let message = format_args!("is a {shape} with sample count {count}, expected 0");
            self.find(Rule::SM_SAMPLE_COUNT_ONLY_ON_2DMS, at, message, report);
        }
        self.shape(at, shape, srv.properties.as_ref(), report);
    }

    fn shape(
        &mut self,
        at: At<'m>,
        shape: ResourceKind,
        properties: Option<&ResourceProperties>,
        report: &mut Report,
    ) {
        use ResourceKind as K;
        let is_kind = matches!(shape.0, 1..=12) || matches!(shape, K::TBUFFER | K::RT_ACCELERATION_STRUCTURE);
        if is_feedback(shape) {
            let kind = properties.and_then(|all| all.sampler_feedback()).copied().unwrap_or_default();
            if kind.0 > SamplerFeedbackType::MIP_REGION_USED.0 {
                let message =
                    format_args!("has sampler feedback type {kind}, expected MinMip or MipRegionUsed");
                self.find(Rule::SM_INVALID_SAMPLER_FEEDBACK_TYPE, at, message, report);
            }
        } else if !is_kind {
            let message = format_args!("has resource kind {shape}, which {} cannot have", A(at.0));
            self.find(Rule::SM_INVALID_RESOURCE_KIND, at, message, report);
        }
        let element = properties.and_then(|all| all.element_type()).copied().unwrap_or(ElementType::INVALID);
        let is_typed = !is_structured(shape) && shape != K::RAW_BUFFER && !is_feedback(shape);
        // Acceleration structures are said to consist of numbers, too.
        if is_typed && !is_element(element) {
            let message = format_args!("has component type {element}, which resources do not support");
            self.find(Rule::SM_INVALID_RESOURCE_COMP_TYPE, at, message, report);
        }
        if is_structured(shape) {
            self.stride(at, properties.and_then(|all| all.stride()).copied().unwrap_or(0), report);
        }
        if matches!(shape.0, 1..=9) || shape == K::TYPED_BUFFER {
            self.texel(at, report);
        }
    }

    fn stride(&mut self, at: At<'m>, stride: u32, report: &mut Report) {
        if !stride.is_multiple_of(4) && self.context.has_min_precision {
            let message = format_args!("has a stride of {stride} bytes, expected a multiple of 4");
            self.find(Rule::META_STRUCT_BUF_ALIGNMENT, at, message, report);
        }
        let most = bounds::STRIDE;
        if stride > most {
            let message = format_args!("has a stride of {stride} bytes, expected at most {most}");
            self.find(Rule::META_STRUCT_BUF_ALIGNMENT_OUT_OF_BOUND, at, message, report);
        }
    }

    /// What an element is made of: the first member of the resource's type, of arrays that of one.
    fn texel(&mut self, at: At<'m>, report: &mut Report) {
        let Some(ty) = at.1.hlsl_type(self.context.module) else { return };
        let size = self.element(self.context.innermost(ty)).map_or(0, |element| self.layout.size(element));
        let most = bounds::TEXEL;
        if size > most {
            let message = format_args!("has elements of {size} bytes, expected at most {most}");
            self.find(Rule::META_TEXTURE_TYPE, at, message, report);
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
