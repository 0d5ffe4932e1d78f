//! Global variables in the body: the places of variables, and the handles of resources. Separate from the bindings
//! because handles are created where the body needs them.

use std::rc::Rc;

use dxil::emit::{Operand, Resource, Uniformity};
use dxil_ir::Value;
use naga::{AddressSpace, GlobalVariable, Handle, ShaderStage, Type, TypeInner};

use crate::error::{Fault, Result};
use crate::lower::accesses::Base;
use crate::lower::globals::{ExternalTexture, Global};
use crate::lower::lowering::Lower;
use crate::lower::places::{Buffer, Memory, Offset, Place, Root};

impl Lower<'_, '_> {
    /// The place of a global variable.
    pub(super) fn global(&mut self, handle: Handle<GlobalVariable>) -> Result<Place> {
        let variable = &self.subject.module.global_variables[handle];
        let ty = self.types.of(variable.ty)?;
        let global = self.globals.variables.get(handle.index()).cloned().flatten();
        // A variable without accesses has a place, too: an argument that the callee does not use.
        let Some(global) = global else {
            return Ok(Place { ty, root: Root::Resource { variable: handle, index: None } });
        };
        match global {
            Global::Memory(memory) => {
                let memory = memory.ok_or_else(|| Fault::malformed("a variable without memory"))?;
                Ok(memory.place(ty))
            }
            Global::Buffer { .. } if matches!(self.inner(variable.ty), TypeInner::BindingArray { .. }) => {
                Ok(Place { ty, root: Root::Resource { variable: handle, index: None } })
            }
            Global::Buffer { .. } => self.buffer(handle, 0.into(), Uniformity::Uniform),
            _ => Ok(Place { ty, root: Root::Resource { variable: handle, index: None } }),
        }
    }

    pub(super) fn inner(&self, ty: Handle<Type>) -> &TypeInner {
        &self.types.module.types[ty].inner
    }

    /// The place of a buffer, or of an element of an array of buffers.
    fn buffer(
        &mut self,
        handle: Handle<GlobalVariable>,
        index: Operand,
        uniformity: Uniformity,
    ) -> Result<Place> {
        let variable = &self.subject.module.global_variables[handle];
        let ty = match self.subject.module.types[variable.ty].inner {
            TypeInner::BindingArray { base, .. } => base,
            _ => variable.ty,
        };
        let ty = self.types.of(ty)?;
        let global = self.globals.variables.get(handle.index()).cloned().flatten();
        let Some(Global::Buffer { resource, is_restricted, is_uniform, dynamic }) = global else {
            return Err(Fault::malformed("a buffer that is not bound"));
        };
        let start = match dynamic {
            None => Offset::ZERO,
            Some((group, index)) => {
                let offset = self.dynamic_offset(group, index)?;
                // Direct3D requires that offsets of buffers are multiples of 16 bytes.
                Offset { constant: 0, variable: Some(offset), alignment: 16 }
            }
        };
        let handle = self.emit.handle_at(resource, index, uniformity)?;
        let buffer = Rc::new(Buffer { handle, start, is_restricted, is_uniform });
        Ok(Place { ty, root: Root::Buffer { buffer, offset: start } })
    }

    /// The place of an element of an array of resources.
    pub(super) fn resource_element(
        &mut self,
        handle: Handle<GlobalVariable>,
        index: Operand,
        uniformity: Uniformity,
    ) -> Result<Place> {
        let variable = &self.subject.module.global_variables[handle];
        let TypeInner::BindingArray { base, .. } = self.subject.module.types[variable.ty].inner else {
            return Err(Fault::malformed("an index into one resource"));
        };
        if let Some(Some(Global::Buffer { .. })) = self.globals.variables.get(handle.index()) {
            return self.buffer(handle, index, uniformity);
        }
        let root = Root::Resource { variable: handle, index: Some((index, uniformity)) };
        Ok(Place { ty: self.types.of(base)?, root })
    }

    fn dynamic_offset(&mut self, group: u32, index: u32) -> Result<Value> {
        let resource = self.globals.offsets.get(&group).copied();
        let resource = resource.ok_or_else(|| Fault::malformed("a dynamic offset without a buffer"))?;
        self.constant_dword(resource, index)
    }

    /// A dword of a constant buffer, loaded at the start of the function.
    pub(super) fn constant_dword(&mut self, resource: Resource, index: u32) -> Result<Value> {
        let buffer = self.emit.handle(resource)?;
        let row = self
            .emit
            .in_prologue(|emit| emit.cbuffer_row(buffer, dxil::ops::OverloadKind::I32, index / 4))?;
        row.get((index % 4) as usize).copied().ok_or_else(|| Fault::malformed("an empty row"))
    }

    /// The external texture at a place; `None` for another resource.
    pub(super) fn external_texture(&self, place: &Place) -> Option<ExternalTexture> {
        let Root::Resource { variable, .. } = place.root else { return None };
        match self.globals.variables.get(variable.index()) {
            Some(Some(Global::External(texture))) => Some(*texture),
            _ => None,
        }
    }

    /// The handle of a texture or acceleration structure.
    pub(super) fn resource_handle(&mut self, place: &Place) -> Result<dxil::emit::Handle> {
        let Root::Resource { variable, index } = place.root else {
            return Err(Fault::malformed("a resource that is not a global variable"));
        };
        let (index, uniformity) = index.unwrap_or((0.into(), Uniformity::Uniform));
        let global = self.globals.variables.get(variable.index()).cloned().flatten();
        match global {
            Some(Global::Resource(resource) | Global::Sampler(resource)) => {
                Ok(self.emit.handle_at(resource, index, uniformity)?)
            }
            Some(Global::HeapSampler { group, first, is_comparison }) => {
                self.heap_sampler((group, first, is_comparison), index, uniformity)
            }
            _ => Err(Fault::malformed("a resource that is not bound")),
        }
    }

    /// The handle of a sampler in a heap: a buffer has the index of the sampler.
    fn heap_sampler(
        &mut self,
        (group, first, is_comparison): (u32, u32, bool),
        index: Operand,
        uniformity: Uniformity,
    ) -> Result<dxil::emit::Handle> {
        use dxil_ir::builder::Build as _;
        let missing = || Fault::malformed("a sampler without a heap");
        let heap =
            self.globals.heaps.get(usize::from(is_comparison)).copied().flatten().ok_or_else(missing)?;
        let buffer = self.globals.index_buffers.get(&group).copied().ok_or_else(missing)?;
        let element = match index {
            Operand::Value(value) => {
                let first = self.emit.value(first);
                Operand::Value(self.emit.binary(dxil_ir::BinaryOp::Add, value, first))
            }
            Operand::Int(number) => Operand::Int(number.saturating_add(first.into())),
            other => other,
        };
        let buffer = self.emit.handle(buffer)?;
        let loaded = self.emit.load_from(buffer, dxil::ops::OverloadKind::I32, [element, 0.into()], 1)?;
        let sampler = *loaded.first().ok_or_else(missing)?;
        Ok(self.emit.handle_at(heap, sampler, uniformity)?)
    }

    /// Creates and initializes the memory of private variables, and creates the memory of the payload.
    pub(super) fn create_private(&mut self) -> Result<()> {
        for (handle, variable) in self.subject.module.global_variables.iter() {
            let is_there =
                matches!(self.globals.variables.get(handle.index()), Some(Some(Global::Memory(None))));
            if !is_there {
                continue;
            }
            let ty = self.types.of(variable.ty)?;
            let memory = match variable.space {
                AddressSpace::TaskPayload => self.payload(handle)?,
                _ => {
                    let indexed = &self.accesses.entry.indexed;
                    self.local(ty, |unit| indexed.contains(&(Base::Private(handle), unit)))?
                }
            };
            match variable.init {
                None if variable.space == AddressSpace::TaskPayload => {}
                None => self.clear(&memory)?,
                Some(init) => {
                    let values = self.global_constant(init)?;
                    self.store(&memory.clone().place(ty), &values)?;
                }
            }
            if let Some(global) = self.globals.variables.get_mut(handle.index()) {
                *global = Some(Global::Memory(Some(memory)));
            }
        }
        Ok(())
    }

    /// The memory of the group-shared variables, with the payload of a task shader.
    pub(super) fn group_shared(&self) -> Vec<Rc<Memory>> {
        let variables = self.subject.module.global_variables.iter().zip(&self.globals.variables);
        let is_task = self.subject.entry.stage == ShaderStage::Task;
        let shared = variables.filter(|((_, variable), _)| match variable.space {
            AddressSpace::WorkGroup => true,
            AddressSpace::TaskPayload => is_task,
            _ => false,
        });
        let memory = shared.filter_map(|(_, global)| match global {
            Some(Global::Memory(memory)) => memory.clone(),
            _ => None,
        });
        memory.collect()
    }
}
