//! Memory of a thread and constants: what DXIL has in address space 0, the processor has in others. Addresses are
//! followed from what they begin at.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Position;
use dxil_ir::globals::GlobalKind;
use dxil_ir::{Flags, Global, GlobalId, InstructionId, Linkage, Module, Op, Type, TypeId, Value, ValueKind};

use crate::descriptors::CONSTANT;
use crate::error::{CompileErrorKind, Result, invalid};
use crate::translation::Translation;

/// The address space of what a thread has for itself.
const PRIVATE: u32 = 5;

/// The address space of what a thread group shares, here as in DXIL.
const SHARED: u32 = 3;

/// The most bytes that a thread group may share.
const MOST_SHARED: u64 = 65_536;

/// Makes variables that a thread group shares those of the module, with any contents at first; constants are put where
/// what is read alone lies. Gives what took the place of each constant.
pub(crate) fn place_globals(module: &mut Module) -> Result<Vec<(GlobalId, GlobalId)>> {
    let variables: Vec<GlobalId> = module
        .globals
        .iter()
        .filter(|(_, global)| matches!(global.kind, GlobalKind::Variable(_)))
        .map(|(id, _)| id)
        .collect();
    let mut moved = Vec::new();
    let mut shared = 0_u64;
    for id in variables {
        let Some(global) = module.globals.get(id).cloned() else { continue };
        let GlobalKind::Variable(variable) = &global.kind else { continue };
        match module.types.address_space(global.ty) {
            Some(SHARED) => {
                let layout = &mut dxil_ir::data_layout::DataLayout::of(module);
                let size = layout.size(global.value_type);
                shared = shared.saturating_add(size.next_multiple_of(16));
                let poison = module.constant(global.value_type, ConstantKind::Poison);
                let Some(global) = module.globals.get_mut(id) else { continue };
                global.linkage = Linkage::Internal;
                if let GlobalKind::Variable(variable) = &mut global.kind {
                    variable.initializer = Some(poison);
                }
            }
            Some(0) if variable.is_constant && variable.initializer.is_some() => {
                let new = module.add_variable("", global.value_type, CONSTANT, variable.initializer);
                let Some(made) = module.globals.get_mut(new) else { continue };
                let ty = made.ty;
                *made = Global { ty, linkage: Linkage::Internal, ..global };
                // One of them alone may have the name.
                if let Some(old) = module.globals.get_mut(id) {
                    old.name = format!("{}.dxil", old.name).into();
                }
                moved.push((id, new));
            }
            _ => {}
        }
    }
    if shared > MOST_SHARED {
        let text = format!("group-shared memory has {shared} bytes, limit is {MOST_SHARED}");
        return Err(CompileErrorKind::Limit(text).into());
    }
    Ok(moved)
}

impl Translation<'_, '_> {
    /// Puts the memory of a thread where that of threads lies.
    pub(crate) fn place_memory(&mut self, moved: &[(GlobalId, GlobalId)]) -> Result<()> {
        for id in self.editor.all_instructions() {
            self.split_constant_addresses(id, moved)?;
        }
        for (old, new) in moved {
            self.follow((*old).into(), (*new).into())?;
        }
        for id in self.editor.all_instructions() {
            let Some(Op::Alloca { element, count, alignment, is_in_alloca }) = self.editor.op(id) else {
                continue;
            };
            let op = Op::Alloca {
                element: *element,
                count: *count,
                alignment: *alignment,
                is_in_alloca: *is_in_alloca,
            };
            self.editor.go_to(Position::Before(id)).map_err(invalid)?;
            let ty = self.pointer(PRIVATE);
            let new = self.editor.add(op, ty);
            self.dead.push(id);
            self.follow(id.into(), new.into())?;
        }
        Ok(())
    }

    fn pointer(&mut self, space: u32) -> TypeId {
        self.module().types.intern(Type::Pointer(None.into(), space))
    }

    /// Makes instructions of constant addresses in constants that move.
    fn split_constant_addresses(&mut self, id: InstructionId, moved: &[(GlobalId, GlobalId)]) -> Result<()> {
        for (index, value) in (0..).zip(self.editor.operands(id)) {
            let ValueKind::Constant(constant) = value.kind() else { continue };
            let Some(kind) = self.context().constants.get(constant).map(|constant| constant.kind.clone())
            else {
                continue;
            };
            let ConstantKind::ElementPointer { flags, source, operands, .. } = kind else { continue };
            let Some((base, indices)) = operands.split_first() else { continue };
            let ValueKind::Global(global) = base.kind() else { continue };
            if !moved.iter().any(|(old, _)| *old == global) {
                continue;
            }
            if matches!(self.editor.op(id), Some(Op::Phi(..))) {
                return Err(unknown_address("phi"));
            }
            self.editor.go_to(Position::Before(id)).map_err(invalid)?;
            let is_in_bounds = flags.has(Flags::INBOUNDS);
            let address =
                self.editor.element_pointer(is_in_bounds, source, *base, indices).map_err(invalid)?;
            self.editor.set_operand(id, index, address).map_err(invalid)?;
        }
        Ok(())
    }

    /// Puts an address in the place of another one of another address space, and so on with those computed from it.
    fn follow(&mut self, old: Value, new: Value) -> Result<()> {
        let mut waiting = vec![(old, new)];
        while let Some((old, new)) = waiting.pop() {
            let mut users: Vec<InstructionId> = self.editor.uses(old).map(|at| at.instruction).collect();
            users.sort_unstable();
            users.dedup();
            for user in users {
                if let Some(address) = self.readdress(user, old, new)? {
                    waiting.push((user.into(), address));
                }
            }
            // What was computed from the old one is of no use any more.
            if let ValueKind::Instruction(id) = old.kind()
                && matches!(self.editor.op(id), Some(Op::ElementPointer { .. } | Op::Cast(..)))
            {
                self.dead.push(id);
            }
        }
        Ok(())
    }

    fn is_lifetime(&self, callee: Value) -> bool {
        let ValueKind::Global(id) = callee.kind() else { return false };
        self.context().globals.get(id).is_some_and(|global| global.name.starts_with(b"llvm.lifetime."))
    }

    /// Makes an instruction of one that takes an address, with another one; gives the address that it computes.
    fn readdress(&mut self, user: InstructionId, old: Value, new: Value) -> Result<Option<Value>> {
        let Some(op) = self.editor.op(user).cloned() else { return Ok(None) };
        self.editor.go_to(Position::Before(user)).map_err(invalid)?;
        match op {
            Op::Load(_, access) => {
                let ty = self.ty(user.into())?;
                let loaded = self.editor.add(Op::Load(new, access), ty);
                self.editor.replace_and_erase(user, loaded.into()).map_err(invalid)?;
                Ok(None)
            }
            Op::Store([value, _], access) if value != old => {
                self.editor.add_void(Op::Store([value, new], access));
                self.editor.erase(user).map_err(invalid)?;
                Ok(None)
            }
            Op::ElementPointer { source, .. } => {
                let operands = self.editor.operands(user);
                let (Some((base, indices)), Some(instruction)) =
                    (operands.split_first(), self.editor.instruction(user))
                else {
                    return Ok(None);
                };
                let flags = instruction.flags;
                if *base != old {
                    return Err(unknown_address("getelementptr"));
                }
                let address = self.editor.element_pointer(false, source, new, indices).map_err(invalid)?;
                self.editor.set_flags(address, flags);
                Ok(Some(address))
            }
            // How long memory is used need not be said.
            Op::Call { callee, .. } if self.is_lifetime(callee) => {
                self.editor.erase(user).map_err(invalid)?;
                Ok(None)
            }
            Op::AtomicRmw { .. } | Op::CompareExchange { .. } => Err(unknown_address("atomic operation")),
            other => Err(unknown_address(other.word().name)),
        }
    }
}

fn unknown_address(of: &str) -> crate::error::CompileError {
    let text = format!(
        "{of} with the address of an alloca or of a constant global variable as an operand is not supported"
    );
    CompileErrorKind::Instruction(text).into()
}
