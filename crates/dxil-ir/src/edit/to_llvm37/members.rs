//! Addresses that count bytes, which optimizers make of those that name members: they name members again, where what
//! they point into is known. Separate because it changes bodies before their types do.

use super::conversion::Conversion;
use super::error::{Result, missing};
use super::pointees::{self, Pointees};
use crate::data_layout::DataLayout;
use crate::{Body, GlobalId, InstructionId, Op, Type, TypeId, Value, ValueKind};

use hashbrown::HashMap;

impl Conversion<'_> {
    /// Names the members that addresses in a body count bytes to; what its pointers point to then.
    pub(super) fn name_members(
        &mut self,
        body: &mut Body,
        parameters: &[TypeId],
        functions: &HashMap<GlobalId, TypeId>,
    ) -> Result<Pointees> {
        let pointees = pointees::of_body(self, body, functions);
        let counted: Vec<InstructionId> = body
            .in_order()
            .filter(|(.., instruction)| {
                matches!(instruction.op, Op::ElementPointer { source, .. } if self.is_byte(source))
            })
            .map(|(_, id, _)| id)
            .collect();
        let mut named: HashMap<Value, TypeId> = HashMap::new();
        for id in counted {
            let instruction = body.instructions.get(id).ok_or(missing("an instruction"))?;
            let Op::ElementPointer { operands, .. } = &instruction.op else { continue };
            let &[base, bytes] = operands.as_slice(&body.lists.values) else { continue };
            let parameter = |index: u32| {
                let ty = parameters.get(usize::try_from(index).ok()?)?;
                self.module.types.pointee(*ty)
            };
            let pointee = match base.kind() {
                ValueKind::Argument(index) => parameter(index),
                ValueKind::Instruction(_) => named.get(&base).copied().or_else(|| pointees.of(base)),
                ValueKind::Global(_) => self.type_of(base).and_then(|ty| self.module.types.pointee(ty)),
                ValueKind::Constant(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => None,
            };
            let Some(source) = pointee.filter(|ty| !self.is_byte(*ty)) else { continue };
            let Some(bytes) = self.module.integer(bytes) else { continue };
            let Some((path, member)) = self.member_at(source, bytes) else { continue };
            let operands: Vec<Value> = [base].into_iter().chain(self.indices(&path)).collect();
            let operands = body.lists.values.list_of(&operands);
            if let Some(instruction) = body.instructions.get_mut(id) {
                instruction.op = Op::ElementPointer { source, operands };
            }
            named.insert(id.into(), member);
        }
        Ok(if named.is_empty() { pointees } else { pointees::of_body(self, body, functions) })
    }

    fn is_byte(&self, ty: TypeId) -> bool {
        self.module.types.get(ty) == Some(&Type::Integer(8))
    }

    /// The member that begins so many bytes into a type: which it is of which, and its type.
    pub(super) fn member_at(&self, ty: TypeId, bytes: u64) -> Option<(Vec<u64>, TypeId)> {
        let mut layout = DataLayout::of(self.module);
        let types = &self.module.types;
        let (mut at, mut left, mut path) = (ty, bytes, Vec::new());
        if left >= layout.size(at) {
            return None;
        }
        while left != 0 || path.is_empty() {
            let (index, member, before) = match types.get(at)? {
                Type::Array(element, _) => {
                    let index = left.checked_div(layout.size(*element))?;
                    (index, *element, index * layout.size(*element))
                }
                _ => {
                    let members = types.members(at)?;
                    let offsets = layout.offsets(at);
                    let index = offsets.iter().rposition(|offset| *offset <= left)?;
                    (u64::try_from(index).ok()?, *members.get(index)?, *offsets.get(index)?)
                }
            };
            left -= before;
            if left >= layout.size(member) {
                return None;
            }
            path.push(index);
            at = member;
        }
        Some((path, at))
    }

    /// The indices of an address: none beside, and those of the members.
    pub(super) fn indices(&mut self, path: &[u64]) -> Vec<Value> {
        let i32 = self.module.types.int(32);
        let numbers = [0].into_iter().chain(path.iter().copied());
        numbers.map(|number| self.module.int(i32, i64::try_from(number).unwrap_or(0))).collect()
    }
}
