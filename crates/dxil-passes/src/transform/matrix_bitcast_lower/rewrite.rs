//! Rewriting for `matrix_bitcast_lower`: replaces an alloca by an alloca with arrays of scalars, and rewrites its loads
//! and stores. Separate from `views`, because the analysis does not change the function.

use std::collections::HashMap;

use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Alignment, BinaryOp, InstructionId, Op, TypeId, Value, ValueKind};

use super::regions::{Region, Step};
use super::scalars::{Scalars, bits};
use super::values::{build, member, members, scalarize, to_memory, with_member};
use super::views::{Access, Offset, Part, Views};
use crate::budget::Budget;
use crate::error::{Result, invalid};
use crate::pass_manager::steps;
use crate::transform::debug_variables;

impl Views {
    /// Replaces the alloca and its accesses.
    pub(super) fn replace(
        &self,
        editor: &mut Editor<'_>,
        scalars: &mut Scalars,
        budget: &mut Budget,
    ) -> Result<()> {
        let ty = self.regions.rebuild(editor.module(), self.ty, &mut Vec::new());
        editor.go_to(Position::Before(self.memory)).map_err(invalid)?;
        let new = editor.alloca(ty, Alignment::NATURAL);
        let mut rewriter = Rewriter { views: self, editor, budget, new, ty, replaced: HashMap::new() };
        for (id, part) in &self.others {
            rewriter.move_to(*id)?;
            let address = rewriter.address(part, None, 0)?;
            rewriter.substitute(*id, address)?;
        }
        for access in &self.accesses {
            rewriter.access(access)?;
        }
        for address in self.addresses.iter().rev() {
            editor.erase(*address).map_err(invalid)?;
        }
        // Source variables are located in the new alloca.
        let bits = match scalars.of(editor.context(), self.ty) {
            Some((scalar, count)) => editor.context().types.get(scalar).map_or(0, bits).saturating_mul(count),
            None => DataLayout::of(editor.context()).size(self.ty).saturating_mul(8),
        };
        if let ValueKind::Instruction(new) = new.kind() {
            for variable in debug_variables::variables_in(editor, self.memory) {
                debug_variables::declare_fragment(editor, &variable, new, self.memory, 0..bits)?;
            }
        }
        debug_variables::remove_declarations(editor, self.memory)?;
        editor.erase(self.memory).map_err(invalid)
    }
}

/// Rewrites the accesses to one alloca.
struct Rewriter<'r, 'm> {
    views: &'r Views,
    editor: &'r mut Editor<'m>,
    budget: &'r mut Budget,
    /// The new alloca.
    new: Value,
    /// The allocated type of `new`.
    ty: TypeId,
    /// The replacements of replaced instructions, which may occur as indices in [`Views`].
    replaced: HashMap<Value, Value>,
}

impl Rewriter<'_, '_> {
    fn move_to(&mut self, id: InstructionId) -> Result<()> {
        self.editor.go_to(Position::Before(id)).map_err(invalid)
    }

    fn access(&mut self, access: &Access) -> Result<()> {
        let Access { id, part, ty, count } = access;
        let terms = part.offset.as_ref().map_or(0, |offset| offset.terms.len());
        self.budget.spend(count.saturating_mul(2).saturating_add(steps(terms)))?;
        self.move_to(*id)?;
        let variable = match &part.offset {
            Some(offset) => self.variable(offset)?,
            None => None,
        };
        let stored = match self.editor.op(*id) {
            Some(Op::Store([value, _], _)) => Some(*value),
            _ => None,
        };
        if self.views.regions.at(&part.path).is_some_and(|region| region.scalar == *ty) {
            let address = self.address(part, variable, 0)?;
            let operand = u32::from(stored.is_some());
            return self.editor.set_operand(*id, operand, address).map_err(invalid);
        }
        match stored {
            Some(value) => {
                match part.offset {
                    Some(_) => self.store_scalars(part, variable, value, *ty)?,
                    None => self.store(&mut part.clone(), value, *ty)?,
                }
                self.editor.erase(*id).map_err(invalid)
            }
            None => {
                let value = match part.offset {
                    Some(_) => self.load_scalars(part, variable, *ty, *count)?,
                    None => self.load(&mut part.clone(), *ty)?,
                };
                self.substitute(*id, value)
            }
        }
    }

    /// Returns the replacement of a value, or the value.
    fn resolved(&self, value: Value) -> Value {
        self.replaced.get(&value).copied().unwrap_or(value)
    }

    /// Replaces an instruction by a value, which gets the name of the instruction.
    fn substitute(&mut self, id: InstructionId, value: Value) -> Result<()> {
        let name = self.editor.name_of(Value::from(id)).map(ToString::to_string);
        self.editor.replace_and_erase(id, value).map_err(invalid)?;
        self.replaced.insert(id.into(), value);
        if let (Some(name), ValueKind::Instruction(_)) = (name, value.kind()) {
            self.editor.name(value, &name);
        }
        Ok(())
    }

    /// Loads the scalars of the regions in a part, and its other parts, and builds the value of type `ty`.
    fn load(&mut self, part: &mut Part, ty: TypeId) -> Result<Value> {
        if let Some(Region { count, .. }) = self.views.regions.at(&part.path) {
            return self.load_scalars(part, None, ty, count);
        }
        if !self.views.regions.are_within(&part.path) {
            let address = self.address(part, None, 0)?;
            return Ok(self.editor.load(ty, address, Alignment::NATURAL));
        }
        let mut whole = self.editor.undef(ty);
        for index in 0..self.members(ty) {
            let Some(inner) = self.enter(part, ty, index) else { continue };
            let inner = self.load(part, inner)?;
            leave(part);
            whole = with_member(self.editor, whole, ty, index, inner)?;
        }
        Ok(whole)
    }

    /// Stores a value of type `ty` to a part: scalars to its regions, and its other parts.
    fn store(&mut self, part: &mut Part, value: Value, ty: TypeId) -> Result<()> {
        if self.views.regions.at(&part.path).is_some() {
            return self.store_scalars(part, None, value, ty);
        }
        if !self.views.regions.are_within(&part.path) {
            let address = self.address(part, None, 0)?;
            self.editor.store(value, address, Alignment::NATURAL);
            return Ok(());
        }
        for index in 0..self.members(ty) {
            let Some(inner) = self.enter(part, ty, index) else { continue };
            let inner_value = member(self.editor, value, ty, index)?;
            self.store(part, inner_value, inner)?;
            leave(part);
        }
        Ok(())
    }

    fn members(&self, ty: TypeId) -> u64 {
        members(self.editor.context(), ty)
    }

    /// Extends a part by the member or element `index`. Returns the type of the member or element.
    fn enter(&mut self, part: &mut Part, ty: TypeId, index: u64) -> Option<TypeId> {
        let types = &self.editor.context().types;
        let inner = types.element(ty, index)?;
        part.path.push(match types.members(ty) {
            Some(_) => Step::Member(u32::try_from(index).ok()?),
            None => Step::Element,
        });
        part.indices.push(Some(self.index(index)));
        Some(inner)
    }

    fn load_scalars(
        &mut self,
        part: &Part,
        variable: Option<Value>,
        ty: TypeId,
        count: u64,
    ) -> Result<Value> {
        let mut scalars = Vec::new();
        for further in 0..count {
            let address = self.address(part, variable, further)?;
            let Some(scalar) = self.pointee(address) else { continue };
            scalars.push(self.editor.load(scalar, address, Alignment::NATURAL));
        }
        build(self.editor, ty, &mut scalars.into_iter())
    }

    fn store_scalars(
        &mut self,
        part: &Part,
        variable: Option<Value>,
        value: Value,
        ty: TypeId,
    ) -> Result<()> {
        for (further, scalar) in (0..).zip(scalarize(self.editor, value, ty)?) {
            let address = self.address(part, variable, further)?;
            let Some(ty) = self.pointee(address) else { continue };
            let scalar = to_memory(self.editor, scalar, ty)?;
            self.editor.store(scalar, address, Alignment::NATURAL);
        }
        Ok(())
    }

    fn pointee(&self, address: Value) -> Option<TypeId> {
        self.editor.context().types.pointee(self.editor.type_of(address).ok()?)
    }

    /// Computes the non-constant terms of an offset at the cursor; `None` if the offset is constant.
    fn variable(&mut self, offset: &Offset) -> Result<Option<Value>> {
        let i32 = self.editor.module().types.int(32);
        let mut sum = None;
        for (index, size) in &offset.terms {
            let index = self.resolved(*index);
            let scaled = if *size == 1 {
                index
            } else {
                let size = self.editor.int(i32, size.cast_signed());
                self.editor.binary(BinaryOp::Mul, index, size)
            };
            sum = Some(match sum {
                Some(sum) => self.editor.binary(BinaryOp::Add, sum, scaled),
                None => scaled,
            });
        }
        Ok(sum)
    }

    /// Inserts a GEP to a part or, in a region, to the scalar at the offset of the part plus `further`. `variable` is
    /// the sum of the non-constant terms of the offset.
    fn address(&mut self, part: &Part, variable: Option<Value>, further: u64) -> Result<Value> {
        let zero = self.index(0);
        let mut indices = vec![zero];
        indices.extend(part.indices.iter().map(|index| index.map_or(zero, |index| self.resolved(index))));
        if self.views.regions.at(&part.path).is_some() {
            let known = part.offset.as_ref().map_or(0, |offset| offset.known).saturating_add(further);
            let known_index = self.index(known);
            indices.push(match variable {
                None => known_index,
                Some(variable) if known == 0 => variable,
                Some(variable) => self.editor.binary(BinaryOp::Add, variable, known_index),
            });
        }
        let is_constant = |index: &Value| matches!(index.kind(), ValueKind::Constant(_));
        let is_in_bounds = indices.iter().all(is_constant);
        self.editor.element_pointer(is_in_bounds, self.ty, self.new, &indices).map_err(invalid)
    }

    fn index(&mut self, index: u64) -> Value {
        let i32 = self.editor.module().types.int(32);
        self.editor.int(i32, index.cast_signed())
    }
}

/// Undoes [`Rewriter::enter`].
fn leave(part: &mut Part) {
    part.path.pop();
    part.indices.pop();
}
