//! What a program is bound to: `dx.resources`, and the same lists of entries.

use bstr::BString;
use dx_container::enums::{ElementType, ResourceClass, ResourceKind, SamplerFeedbackType, SamplerKind};

use super::form::{Flat, Form, Own};
use super::list::{properties, record};
use super::reader::{Operand, Operands, Reader};
use super::writer::Writer;
use crate::Result;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{GlobalId, MetadataId, Module, TypeId, Value, ValueKind};

record! {
    /// All resources by their class; `None` is null, which compilers write where there is none.
    #[derive(Default)]
    pub struct Resources {
        /// What is read: textures, buffers, acceleration structures.
        pub srvs: Option<Vec<Srv>>,
        /// What is read and written.
        pub uavs: Option<Vec<Uav>>,
        /// Constant buffers.
        pub cbuffers: Option<Vec<Cbuffer>>,
        /// Samplers.
        pub samplers: Option<Vec<Sampler>>,
    }
}

impl Resources {
    /// Calls `visit` with where each resource is bound, class by class.
    pub fn each_range(&self, mut visit: impl FnMut(ResourceClass, &ResourceRange)) {
        let Self { srvs, uavs, cbuffers, samplers, .. } = self;
        srvs.iter().flatten().for_each(|it| visit(ResourceClass::SRV, &it.range));
        uavs.iter().flatten().for_each(|it| visit(ResourceClass::UAV, &it.range));
        cbuffers.iter().flatten().for_each(|it| visit(ResourceClass::CBUFFER, &it.range));
        samplers.iter().flatten().for_each(|it| visit(ResourceClass::SAMPLER, &it.range));
    }

    /// Calls `visit` with where each resource is bound, to be changed, and what its record has beside what is known.
    pub fn each_record_mut(
        &mut self,
        mut visit: impl FnMut(ResourceClass, &mut ResourceRange, &mut Vec<Option<MetadataId>>),
    ) {
        let Self { srvs, uavs, cbuffers, samplers, .. } = self;
        for it in srvs.iter_mut().flatten() {
            visit(ResourceClass::SRV, &mut it.range, &mut it.extra);
        }
        for it in uavs.iter_mut().flatten() {
            visit(ResourceClass::UAV, &mut it.range, &mut it.extra);
        }
        for it in cbuffers.iter_mut().flatten() {
            visit(ResourceClass::CBUFFER, &mut it.range, &mut it.extra);
        }
        for it in samplers.iter_mut().flatten() {
            visit(ResourceClass::SAMPLER, &mut it.range, &mut it.extra);
        }
    }

    /// The same without the rest of the records.
    pub fn each_range_mut(&mut self, mut visit: impl FnMut(ResourceClass, &mut ResourceRange)) {
        let Self { srvs, uavs, cbuffers, samplers, .. } = self;
        srvs.iter_mut().flatten().for_each(|it| visit(ResourceClass::SRV, &mut it.range));
        uavs.iter_mut().flatten().for_each(|it| visit(ResourceClass::UAV, &mut it.range));
        cbuffers.iter_mut().flatten().for_each(|it| visit(ResourceClass::CBUFFER, &mut it.range));
        samplers.iter_mut().flatten().for_each(|it| visit(ResourceClass::SAMPLER, &mut it.range));
    }
}

/// What resources of all classes have: a variable, and the registers it is bound to.
#[derive(Debug, Clone, PartialEq)]
pub struct ResourceRange {
    /// Its number among those of its class.
    pub id: u32,
    /// The variable. In a library it is a global, from shader model 6.6 on cast to its type in HLSL; in other
    /// programs it is undefined, and only its type says something: a pointer to the type in HLSL. Never null.
    pub variable: Option<Value>,
    /// Its name in HLSL; empty in programs without reflection.
    pub name: BString,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub lower_bound: u32,
    /// How many registers; [`ResourceRange::UNBOUNDED`] for as many as there are.
    pub size: u32,
}

impl ResourceRange {
    /// The size of ranges without end.
    pub const UNBOUNDED: u32 = u32::MAX;

    /// The last register; `None` where there is no end, or no register.
    pub fn upper_bound(&self) -> Option<u32> {
        if self.size == Self::UNBOUNDED {
            None
        } else {
            self.lower_bound.checked_add(self.size.checked_sub(1)?)
        }
    }

    /// The global that is bound, where the program still has it, be it cast or not.
    pub fn global(&self, module: &Module) -> Option<GlobalId> {
        match self.variable?.kind() {
            ValueKind::Global(id) => Some(id),
            ValueKind::Constant(id) => match module.constants.get(id)?.kind {
                ConstantKind::Cast(_, operand) => match operand.kind() {
                    ValueKind::Global(id) => Some(id),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Its type in HLSL: what the variable points to.
    pub fn hlsl_type(&self, module: &Module) -> Option<TypeId> {
        module.types.pointee(module.type_of(None, self.variable?)?)
    }
}

impl Form<ResourceRange> for Flat {
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>, _: &'static str) -> Result<ResourceRange> {
        Ok(ResourceRange {
            id: Own::read(reader, operands, "id")?,
            variable: Own::read(reader, operands, "variable")?,
            name: Own::read(reader, operands, "name")?,
            space: Own::read(reader, operands, "space")?,
            lower_bound: Own::read(reader, operands, "lower_bound")?,
            size: Own::read(reader, operands, "size")?,
        })
    }

    fn write(value: &ResourceRange, writer: &mut Writer<'_>, operands: &mut Vec<Operand>) {
        let ResourceRange { id, variable, name, space, lower_bound, size } = value;
        Own::write(id, writer, operands);
        Own::write(variable, writer, operands);
        Own::write(name, writer, operands);
        Own::write(space, writer, operands);
        Own::write(lower_bound, writer, operands);
        Own::write(size, writer, operands);
    }
}

record! {
    /// A resource that is read.
    pub struct Srv {
        /// Where it is bound.
        pub range: ResourceRange as Flat,
        /// What it is.
        pub shape: ResourceKind,
        /// Samples a texel, of multisampled textures; 0 where the program does not say.
        pub sample_count: u32,
        /// What else is said of it.
        pub properties: Option<ResourceProperties>,
    }
}

record! {
    /// A resource that is read and written.
    pub struct Uav {
        /// Where it is bound.
        pub range: ResourceRange as Flat,
        /// What it is.
        pub shape: ResourceKind,
        /// Whether all threads see what one of them writes.
        pub is_globally_coherent: bool,
        /// Whether a counter belongs to it.
        pub has_counter: bool,
        /// Whether pixels take their turns (ROV).
        pub is_rasterizer_ordered: bool,
        /// What else is said of it.
        pub properties: Option<ResourceProperties>,
    }
}

record! {
    /// A constant buffer.
    pub struct Cbuffer {
        /// Where it is bound.
        pub range: ResourceRange as Flat,
        /// Its size in bytes; that of one, where there are several.
        pub size: u32,
        /// What else is said of it.
        pub properties: Option<CbufferProperties>,
    }
}

record! {
    /// A sampler.
    pub struct Sampler {
        /// Where it is bound.
        pub range: ResourceRange as Flat,
        /// How it is used.
        pub kind: SamplerKind,
        /// Where properties would stand, of which none is known.
        pub properties: Option<MetadataId>,
    }
}

properties! {
    /// What else is said of an SRV or UAV.
    pub struct ResourceProperties;
    /// A property of an SRV or UAV.
    pub enum ResourceProperty by ResourcePropertyTag {
        /// What an element of a texture or typed buffer consists of.
        TYPED_BUFFER_ELEMENT_TYPE element_type ElementType(ElementType),
        /// The size of an element of a structured buffer, in bytes.
        STRUCTURED_BUFFER_ELEMENT_STRIDE stride Stride(u32),
        /// What a feedback texture records.
        SAMPLER_FEEDBACK_KIND sampler_feedback SamplerFeedback(SamplerFeedbackType),
        /// Not 0 where 64-bit atomics are used on it.
        ATOMIC64_USE atomic64_use Atomic64Use(u32),
        /// Whether what is written is seen by threads that were reordered.
        REORDER_COHERENT is_reorder_coherent IsReorderCoherent(bool),
    }
}

properties! {
    /// What else is said of a constant buffer.
    pub struct CbufferProperties;
    /// A property of a constant buffer.
    pub enum CbufferProperty by CbufferPropertyTag {
        /// Whether it is a texture buffer that is yet to become an SRV; in no final program.
        IS_TBUFFER is_tbuffer IsTbuffer(bool),
    }
}
