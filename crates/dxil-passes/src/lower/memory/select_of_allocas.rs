//! `select-of-allocas`: replaces a load of a handle through a phi or select of pointers by a phi or select of loads.
//!
//! Unoptimized code selects between the addresses of variables of handles. mem2reg promotes a variable only if its
//! address is not an operand of a phi or select.
//!
//! Precondition: none.
//!
//! Postcondition: no handle is loaded through a phi or select of pointers, except where a store between the phi and the
//! load may write a handle.

use bstr::BStr;
use dxil::ops::FUNCTION_PREFIX;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::instruction::Access;
use dxil_ir::{BlockId, Body, Instruction, InstructionId, Module, Op, TypeId, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::limits::{CHAIN, HANDLE_SLOTS};
use crate::lower::calls::call;
use crate::lower::control_flow::phi_web::{is_phi, joined_values};
use crate::lower::handles::stored_handles::is_read;
use crate::lower::memory::pointer_phis::is_join;
use crate::lower::state::State;
use crate::place::unsupported;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let is_load =
        |module: &Module, _: (&Body, TypeId), instruction: &Instruction| is_read(module, instruction);
    state.each_function_with(is_load, |editor, _| {
        let is_load =
            |id: &InstructionId| editor.instruction(*id).is_some_and(|it| is_read(editor.context(), it));
        let mut worklist: Vec<InstructionId> =
            editor.all_instructions().into_iter().filter(is_load).collect();
        // A new load may again be through a phi or select.
        let limit = worklist.len().saturating_mul(HANDLE_SLOTS);
        for _ in 0..limit {
            let Some(load) = worklist.pop() else { break };
            if let Some(joined) = JoinedLoad::of(editor, load) {
                worklist.extend(joined.replace(editor)?);
            }
        }
        Ok(())
    })
}

/// A load through GEPs of a phi or select of pointers.
struct JoinedLoad {
    load: InstructionId,
    access: Access,
    ty: TypeId,
    join: InstructionId,
    /// The GEPs from the join to the address of the load, the last one first.
    geps: Vec<InstructionId>,
}

impl JoinedLoad {
    fn of(editor: &Editor<'_>, load: InstructionId) -> Option<Self> {
        let Some(Op::Load(pointer, access)) = editor.op(load) else { return None };
        let (mut pointer, access) = (*pointer, *access);
        let mut geps = Vec::new();
        let join = loop {
            let ValueKind::Instruction(id) = pointer.kind() else { return None };
            match editor.op(id)? {
                Op::ElementPointer { .. } if has_constant_indices(editor, id) && geps.len() < CHAIN => {
                    geps.push(id);
                    pointer = *editor.operands(id).first()?;
                }
                _ if is_join(editor.context(), editor.instruction(id)?) => break id,
                _ => return None,
            }
        };
        let pointers = joined_values(editor, join);
        if is_phi(editor, join) && may_be_overwritten(editor, join, load)
            || pointers.len() > HANDLE_SLOTS
            || pointers.contains(&Value::from(join))
        {
            return None;
        }
        Some(Self { load, access, ty: editor.instruction(load)?.ty, join, geps })
    }

    /// Replaces the load and returns the new loads.
    fn replace(&self, editor: &mut Editor<'_>) -> Result<Vec<InstructionId>> {
        let mut loads = Vec::new();
        let joined = match editor.op(self.join) {
            Some(Op::Select([condition, first, second])) => {
                let (condition, pointers) = (*condition, [*first, *second]);
                editor.go_to(Position::Before(self.load)).map_err(invalid)?;
                for pointer in pointers {
                    loads.push(self.copy(editor, pointer)?);
                }
                let [first, second] = loads[..] else { return Ok(loads) };
                editor.select(condition, first.into(), second.into())
            }
            _ => {
                let block =
                    editor.block_of(self.join).ok_or_else(|| unsupported(editor, self.join, "no block"))?;
                let mut incoming: Vec<(BlockId, Value)> = Vec::new();
                for (from, pointer) in editor.incoming(self.join) {
                    if incoming.iter().all(|(known, _)| *known != from) {
                        editor.go_to(Position::End(from)).map_err(invalid)?;
                        let load = self.copy(editor, pointer)?;
                        incoming.push((from, load.into()));
                        loads.push(load);
                    }
                }
                editor.add_phi(block, self.ty, &incoming).map_err(invalid)?.into()
            }
        };
        editor.replace_and_erase(self.load, joined).map_err(invalid)?;
        Ok(loads)
    }

    /// Copies the GEPs and the load to the cursor, with another pointer.
    fn copy(&self, editor: &mut Editor<'_>, mut pointer: Value) -> Result<InstructionId> {
        for gep in self.geps.iter().rev() {
            let Some(Op::ElementPointer { source, .. }) = editor.op(*gep) else { continue };
            let source = *source;
            let operands = editor.operands(*gep);
            pointer = editor
                .element_pointer(false, source, pointer, operands.get(1..).unwrap_or_default())
                .map_err(invalid)?;
        }
        Ok(editor.add(Op::Load(pointer, self.access), self.ty))
    }
}

/// Returns true if all indices of a GEP are constants.
fn has_constant_indices(editor: &Editor<'_>, id: InstructionId) -> bool {
    let is_constant = |index: &Value| editor.context().signed_integer(*index).is_some();
    editor.operands(id).iter().skip(1).all(is_constant)
}

/// Returns true if the load may read another value than a load at the end of the predecessors of the phi.
fn may_be_overwritten(editor: &Editor<'_>, phi: InstructionId, load: InstructionId) -> bool {
    let Some(block) = editor.block_of(load).filter(|block| editor.block_of(phi) == Some(*block)) else {
        return true;
    };
    let mut before = editor.instructions(block).take_while(|id| *id != load);
    before.any(|id| may_write_handle(editor, id))
}

fn may_write_handle(editor: &Editor<'_>, id: InstructionId) -> bool {
    match editor.op(id) {
        Some(Op::Store([value, _], _)) => {
            let types = &editor.context().types;
            let is_scalar = |ty| types.is_float(types.scalar(ty)) || types.is_integer(types.scalar(ty));
            !editor.type_of(*value).is_ok_and(is_scalar)
        }
        Some(Op::Call { .. }) => {
            let is_other = |(name, _): (&BStr, Vec<Value>)| {
                !name.starts_with(b"llvm.dx.") && !name.starts_with(FUNCTION_PREFIX.as_bytes())
            };
            call(editor, id).is_none_or(is_other)
        }
        _ => false,
    }
}
