//! Handles of resources in the form of the shader model: `createHandle`, `createHandleFromBinding` with
//! `annotateHandle`, heap handles, and `createHandleForLib`. Separate because the methods for resources only need the
//! handles.

use dx_container::enums::{ResourceClass, ResourceKind};
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{Alignment, BinaryOp, GlobalId, Value, ValueKind};

use crate::emit::emitter::Emitter;
use crate::emit::error::{EmitError, Result};
use crate::emit::operand::{Handle, Operand};
use crate::emit::resource::Resource;
use crate::ops::{Opcode, Overload, OverloadKind};
use crate::shader::{HandleProperties, ResourceRange};

/// The uniformity of the index of a resource array or heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Uniformity {
    /// All active lanes of a wave have the same index.
    Uniform,
    /// Lanes may have different indices (`NonUniformResourceIndex`).
    NonUniform,
}

impl Emitter<'_> {
    /// The handle of a resource that is not an array, or of its first element. It is created at the start of the
    /// function, once per function.
    pub fn handle(&mut self, resource: Resource) -> Result<Handle> {
        self.handle_at(resource, 0, Uniformity::Uniform)
    }

    /// The handle of an element of a resource array. The index counts from the first register of the array. Handles
    /// with constant indices are created at the start of the function.
    pub fn handle_at(
        &mut self,
        resource: Resource,
        index: impl Into<Operand>,
        uniformity: Uniformity,
    ) -> Result<Handle> {
        let bound = self.state.resource(resource)?;
        let (count, name) = (bound.desc.count, bound.desc.name.clone());
        let index = index.into();
        let constant = match index {
            Operand::Int(number) => Some(number),
            Operand::Value(value) if matches!(value.kind(), ValueKind::Constant(_)) => {
                self.module().signed_integer(value)
            }
            _ => None,
        };
        let Some(index_number) = constant else {
            return self.new_handle(resource, index, uniformity);
        };
        let is_inside = count == ResourceRange::UNBOUNDED || index_number < i64::from(count);
        if index_number < 0 || !is_inside {
            return Err(EmitError::usage(
                format!("index {index_number} is outside of `{name}`, which has {count} registers"),
                "clamp the index, or bind a larger array",
            ));
        }
        if let Some(handle) = self.handles.get(&(resource, index_number)) {
            return Ok(*handle);
        }
        let handle = self.in_prologue(|emitter| {
            emitter.new_handle(resource, Operand::Int(index_number), Uniformity::Uniform)
        })?;
        self.handles.insert((resource, index_number), handle);
        Ok(handle)
    }

    fn new_handle(&mut self, resource: Resource, index: Operand, uniformity: Uniformity) -> Result<Handle> {
        let bound = self.state.resource(resource)?;
        let (class, id, variable) = (bound.desc.class(), bound.id, bound.variable);
        let (space, lower, upper) = (bound.desc.space, bound.desc.register, bound.desc.last_register());
        let (properties, is_array) = (bound.desc.properties, bound.desc.is_array);
        let value = match variable {
            Some(variable) => self.library_handle(variable, is_array, index)?,
            None => {
                let index = self.add_lower_bound(index, lower)?;
                let non_uniform = Operand::Int((uniformity == Uniformity::NonUniform).into());
                if !self.state.target.has(6, 6) {
                    let class = Operand::Int(class.0.into());
                    let arguments = [class, id.into(), index, non_uniform];
                    let value = self.op(Opcode::CREATE_HANDLE, None, arguments)?;
                    return Ok(Handle { value, properties });
                }
                let range = self.binding([lower, upper, space], class);
                self.op(Opcode::CREATE_HANDLE_FROM_BINDING, None, [range.into(), index, non_uniform])?
            }
        };
        match self.state.target.has(6, 6) {
            true => self.annotated(value, properties),
            false => Ok(Handle { value, properties }),
        }
    }

    /// The index in the register space: the lower bound is added.
    fn add_lower_bound(&mut self, index: Operand, lower: u32) -> Result<Operand> {
        Ok(match index {
            Operand::Int(number) => Operand::Int(number.saturating_add(lower.into())),
            Operand::Value(value) if lower != 0 => {
                let i32 = self.scalar(OverloadKind::I32);
                if self.type_of(value)? != i32 {
                    return Err(EmitError::usage(
                        "the index of a resource is not an i32",
                        "convert it to i32",
                    ));
                }
                let lower = self.int(i32, lower.into());
                Operand::Value(self.binary(BinaryOp::Add, value, lower))
            }
            other => other,
        })
    }

    fn binding(&mut self, words: [u32; 3], class: ResourceClass) -> Value {
        let (i32, i8) = (self.scalar(OverloadKind::I32), self.scalar(OverloadKind::I8));
        let ty = self.module().types.structure("dx.types.ResBind", &[i32, i32, i32, i8]);
        if words == [0; 3] && class == ResourceClass::SRV {
            return self.module().constant(ty, ConstantKind::Null);
        }
        let [lower, upper, space] = words.map(|word| self.int(i32, word.into()));
        let class = self.int(i8, class.0.into());
        self.module().constant(ty, ConstantKind::Aggregate([lower, upper, space, class].into()))
    }

    fn annotated(&mut self, value: Value, properties: HandleProperties) -> Result<Handle> {
        let constant = properties.constant(self.module());
        let value = self.op(Opcode::ANNOTATE_HANDLE, None, [value, constant])?;
        Ok(Handle { value, properties })
    }

    /// The handle of a variable of a library: a load from it, and `createHandleForLib`.
    fn library_handle(&mut self, variable: GlobalId, is_array: bool, index: Operand) -> Result<Value> {
        let missing = || EmitError::usage("the variable of the resource does not exist", "do not remove it");
        let global = self.module().globals.get(variable);
        let ty = global.map(|global| global.value_type).ok_or_else(missing)?;
        let (pointer, element) = match is_array {
            false => (variable.into(), ty),
            true => {
                let element = self.module().types.element(ty, 0).ok_or_else(missing)?;
                let indices = [self.value(0), self.value(index)];
                (self.element_pointer(true, ty, variable.into(), &indices)?, element)
            }
        };
        let loaded = self.load(element, pointer, Alignment::bytes(4));
        self.op(Opcode::CREATE_HANDLE_FOR_LIB, Overload::Object(element), [loaded])
    }

    /// A handle from the descriptor heap (`ResourceDescriptorHeap`, `SamplerDescriptorHeap`), from shader model 6.6 on.
    pub fn heap_handle(
        &mut self,
        properties: HandleProperties,
        index: impl Into<Operand>,
        uniformity: Uniformity,
    ) -> Result<Handle> {
        let is_sampler = Operand::from(properties.kind() == ResourceKind::SAMPLER);
        let non_uniform = Operand::from(uniformity == Uniformity::NonUniform);
        let value =
            self.op(Opcode::CREATE_HANDLE_FROM_HEAP, None, [index.into(), is_sampler, non_uniform])?;
        self.annotated(value, properties)
    }

    /// Returns an error unless the handle has one of the kinds.
    pub(super) fn expect_kind(
        &self,
        handle: Handle,
        method: &str,
        is_permitted: bool,
        remedy: &str,
    ) -> Result<()> {
        match is_permitted {
            true => Ok(()),
            false => {
                let kind = handle.properties.kind();
                let class = if handle.properties.is_uav() { "writable " } else { "" };
                Err(EmitError::usage(format!("{method} does not accept a {class}{kind}"), remedy))
            }
        }
    }
}
