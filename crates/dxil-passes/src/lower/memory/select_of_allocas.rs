//! A handle that is read from one of several variables is one of what is read from each: unoptimized code takes the
//! address of a choice of resources. Part of pass `flatten`: a variable whose address goes elsewhere does not become a
//! value.

use bstr::BStr;
use dxil::ops::FUNCTION_PREFIX;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::instruction::Access;
use dxil_ir::{BlockId, Body, Instruction, InstructionId, Module, Op, TypeId, Value, ValueKind};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use crate::error::{Result, invalid};
use crate::limits::{CHAIN, HANDLE_SLOTS};
use crate::lower::calls::call;
use crate::lower::handles::handle_webs::sources;
use crate::lower::handles::stored_handles::is_read;
use crate::lower::memory::pointer_phis::is_join;
use crate::lower::state::State;
use crate::place::unsupported;

/// Replaces each load through a phi or select of variables by a phi or select of loads.
pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let is_one =
        |module: &Module, _: (&Body, TypeId), instruction: &Instruction| is_read(module, instruction);
    state.each_function_with(is_one, |editor, _| {
        let is_one =
            |id: &InstructionId| editor.instruction(*id).is_some_and(|it| is_read(editor.context(), it));
        let mut waiting: Vec<InstructionId> = editor.all_instructions().into_iter().filter(is_one).collect();
        // A choice may be of another one: what is read of that comes next.
        let most = waiting.len().saturating_mul(HANDLE_SLOTS);
        for _ in 0..most {
            let Some(read) = waiting.pop() else { break };
            if let Some(choice) = Choice::of(editor, read) {
                waiting.extend(choice.replace(editor)?);
            }
        }
        Ok(())
    })
}

/// A read through one of several addresses.
struct Choice {
    read: InstructionId,
    access: Access,
    ty: TypeId,
    join: InstructionId,
    /// What leads from the address that is chosen to what is read, the last step first.
    steps: Vec<InstructionId>,
}

impl Choice {
    fn of(editor: &Editor<'_>, read: InstructionId) -> Option<Self> {
        let Some(Op::Load(pointer, access)) = editor.op(read) else { return None };
        let (mut at, access) = (*pointer, *access);
        let mut steps = Vec::new();
        let join = loop {
            let ValueKind::Instruction(id) = at.kind() else { return None };
            match editor.op(id)? {
                Op::ElementPointer { .. } if is_constant(editor, id) && steps.len() < CHAIN => {
                    steps.push(id);
                    at = *editor.operands(id).first()?;
                }
                _ if is_join(editor.context(), editor.instruction(id)?) => break id,
                _ => return None,
            }
        };
        let is_phi = matches!(editor.op(join), Some(Op::Phi(..)));
        let sources = sources(editor, join);
        if is_phi && !is_same_behind(editor, join, read)
            || sources.len() > HANDLE_SLOTS
            || sources.contains(&Value::from(join))
        {
            return None;
        }
        Some(Self { read, access, ty: editor.instruction(read)?.ty, join, steps })
    }

    /// Chooses between what is read of each; says which reads these are.
    fn replace(&self, editor: &mut Editor<'_>) -> Result<Vec<InstructionId>> {
        let mut reads = Vec::new();
        let chosen = match editor.op(self.join) {
            Some(Op::Select([condition, first, second])) => {
                let (condition, places) = (*condition, [*first, *second]);
                editor.go_to(Position::Before(self.read)).map_err(invalid)?;
                for place in places {
                    reads.push(self.copy(editor, place)?);
                }
                let [first, second] = reads[..] else { return Ok(reads) };
                editor.select(condition, first.into(), second.into())
            }
            _ => {
                let block =
                    editor.block_of(self.join).ok_or_else(|| unsupported(editor, self.join, "no block"))?;
                let mut values: HashMap<BlockId, Value> = HashMap::new();
                for (from, place) in editor.incoming(self.join) {
                    if let Entry::Vacant(value) = values.entry(from) {
                        editor.go_to(Position::End(from)).map_err(invalid)?;
                        let read = self.copy(editor, place)?;
                        value.insert(read.into());
                        reads.push(read);
                    }
                }
                let values: Vec<(BlockId, Value)> = values.into_iter().collect();
                editor.add_phi(block, self.ty, &values).map_err(invalid)?.into()
            }
        };
        editor.replace_and_erase(self.read, chosen).map_err(invalid)?;
        Ok(reads)
    }

    /// Reads what is chosen if it is at this address, where the cursor is.
    fn copy(&self, editor: &mut Editor<'_>, mut at: Value) -> Result<InstructionId> {
        for step in self.steps.iter().rev() {
            let Some(Op::ElementPointer { source, .. }) = editor.op(*step) else { continue };
            let source = *source;
            let operands = editor.operands(*step);
            at = editor
                .element_pointer(false, source, at, operands.get(1..).unwrap_or_default())
                .map_err(invalid)?;
        }
        Ok(editor.add(Op::Load(at, self.access), self.ty))
    }
}

/// Whether all indices of an address are constants.
fn is_constant(editor: &Editor<'_>, id: InstructionId) -> bool {
    let is_constant = |index: &Value| editor.context().signed_integer(*index).is_some();
    editor.operands(id).iter().skip(1).all(is_constant)
}

/// Whether what is read is what was there where control came from.
fn is_same_behind(editor: &Editor<'_>, join: InstructionId, read: InstructionId) -> bool {
    let Some(block) = editor.block_of(read).filter(|block| editor.block_of(join) == Some(*block)) else {
        return false;
    };
    let mut between = editor.instructions(block).take_while(|id| *id != read);
    !between.any(|id| may_write_handle(editor, id))
}

fn may_write_handle(editor: &Editor<'_>, id: InstructionId) -> bool {
    match editor.op(id) {
        Some(Op::Store([value, _], _)) => {
            let types = &editor.context().types;
            let is_number = |ty| types.is_float(types.scalar(ty)) || types.is_integer(types.scalar(ty));
            !editor.type_of(*value).is_ok_and(is_number)
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
