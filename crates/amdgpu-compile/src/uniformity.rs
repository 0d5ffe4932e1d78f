//! Whether all lanes of a wave have the same value. Separate because it only looks: where it is not known, code is made
//! that is right for lanes that differ.

use dxil_ir::builder::Build as _;
use dxil_ir::{GlobalId, Op, Type, Value, ValueKind};
use hashbrown::HashSet;

use crate::descriptors::CONSTANT;
use crate::translation::Translation;

/// How many instructions are looked at for one value.
const MOST: usize = 256;

/// What a call depends on.
enum Depends {
    /// On nothing that differs between lanes.
    Nothing,
    /// On its operands alone.
    Operands,
    /// On the lane, or on what may have another value in another round of a loop.
    Lane,
}

impl Translation<'_, '_> {
    /// Whether a value is known to be the same in all lanes, also in those that come from other rounds of a loop: what
    /// a phi chooses is not.
    pub(crate) fn is_uniform(&self, value: Value) -> bool {
        let mut waiting = vec![value];
        let mut seen = HashSet::new();
        while let Some(value) = waiting.pop() {
            let id = match value.kind() {
                ValueKind::Instruction(id) => id,
                ValueKind::Argument(_) if !self.inputs.is_scalar(value) => return false,
                _ => continue,
            };
            if !seen.insert(id) {
                continue;
            }
            if seen.len() > MOST {
                return false;
            }
            let depends = match self.editor.op(id) {
                Some(
                    Op::Binary { .. }
                    | Op::Negate(_)
                    | Op::Cast(..)
                    | Op::Compare { .. }
                    | Op::Select(_)
                    | Op::ExtractElement(_)
                    | Op::InsertElement(_)
                    | Op::ShuffleVector(_)
                    | Op::ExtractValue(..)
                    | Op::InsertValue(..)
                    | Op::ElementPointer { .. },
                ) => Depends::Operands,
                Some(Op::Load(pointer, _)) if self.is_constant_address(*pointer) => Depends::Operands,
                Some(Op::Call { .. }) => match self.editor.called(id) {
                    Some((callee, _)) => self.of_call(callee),
                    None => Depends::Lane,
                },
                _ => Depends::Lane,
            };
            match depends {
                Depends::Nothing => {}
                Depends::Operands => waiting.extend(self.editor.operands(id)),
                Depends::Lane => return false,
            }
        }
        true
    }

    fn is_constant_address(&self, pointer: Value) -> bool {
        let ty = self.editor.type_of(pointer).ok().and_then(|ty| self.context().types.get(ty));
        matches!(ty, Some(Type::Pointer(_, CONSTANT)))
    }

    fn of_call(&self, callee: GlobalId) -> Depends {
        let Some(global) = self.context().globals.get(callee) else { return Depends::Lane };
        let name = global.name.as_slice();
        if name == b"llvm.amdgcn.s.getpc" || name == b"llvm.amdgcn.reloc.constant" {
            return Depends::Nothing;
        }
        let computes = name.starts_with(b"llvm.") && !name.starts_with(b"llvm.amdgcn.");
        if computes || name.starts_with(b"llvm.amdgcn.s.buffer.load.") {
            Depends::Operands
        } else {
            Depends::Lane
        }
    }
}
