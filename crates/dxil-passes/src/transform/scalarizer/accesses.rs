//! Scalarizes loads and stores of vectors, for `scalarizer`. Separate from the retyping of memory, because an access
//! can be scalarized for any address.

use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::instruction::Access;
use dxil_ir::{Alignment, InstructionId, MetadataId, Op, TypeId, Value, ValueKind};

use super::vectors::{budget, vector};
use crate::error::{Result, invalid};
use crate::pass_manager::{Done, steps};

/// Replaces the vector loads and stores of a function by loads and stores of elements, and counts the former.
pub(super) fn run(editor: &mut Editor<'_>) -> Result<Done> {
    let all = editor.all_instructions();
    let mut done = Done { steps: steps(all.len()), ..Done::default() };
    let mut budget = budget(all.len());
    let accesses: Vec<VectorAccess> = all.into_iter().filter_map(|id| VectorAccess::of(editor, id)).collect();
    for access in &accesses {
        budget.spend(access.lanes.saturating_mul(3))?;
        let pointer = access.pointer;
        let (ty, i32) = (access.ty, editor.module().types.int(32));
        access.split(editor, |editor, lane| {
            let indices = [editor.int(i32, 0), editor.int(i32, lane.cast_signed())];
            editor.element_pointer(true, ty, pointer, &indices).map_err(invalid)
        })?;
        done.count += 1;
    }
    done.steps = done.steps.saturating_add(budget.spent);
    Ok(done)
}

/// Describes a vector load or store that can be scalarized, if the function has one.
pub(super) fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let all = editor.all_instructions();
    let found = all.into_iter().find(|id| VectorAccess::of(editor, *id).is_some())?;
    Some(format!("{found} loads or stores a vector"))
}

/// A load or store of a vector whose elements have addresses.
#[derive(Debug, Clone, Copy)]
pub(super) struct VectorAccess {
    id: InstructionId,
    pointer: Value,
    access: Access,
    /// The vector type.
    pub(super) ty: TypeId,
    /// The element type.
    element: TypeId,
    /// The number of elements.
    pub(super) lanes: u64,
    /// The size of an element in bytes.
    size: u64,
    /// The alignment of the access in bytes.
    alignment: u64,
}

impl VectorAccess {
    /// Returns the vector access of a load or store; `None` for other instructions, for atomic accesses, and for bit
    /// vectors.
    pub(super) fn of(editor: &Editor<'_>, id: InstructionId) -> Option<Self> {
        let data = editor.instruction(id)?;
        let (pointer, access, ty) = match data.op {
            Op::Load(pointer, access) => (pointer, access, data.ty),
            Op::Store([value, pointer], access) => (pointer, access, editor.type_of(value).ok()?),
            _ => return None,
        };
        let module = editor.context();
        let (element, lanes) = vector(&module.types, ty)?;
        let mut layout = DataLayout::of(module);
        let (size, whole) = (layout.size(element), layout.size(ty));
        let alignment = access.alignment.in_bytes().unwrap_or_else(|| layout.alignment_of(ty));
        // Elements of a bit vector, such as `<4 x i1>`, have no addresses.
        let is_addressable = size > 0 && size.checked_mul(lanes).is_some_and(|all| all <= whole);
        (is_addressable && access.atomic.is_none()).then_some(Self {
            id,
            pointer,
            access,
            ty,
            element,
            lanes,
            size,
            alignment,
        })
    }

    /// Replaces the access by loads or stores of the elements. `address` inserts the address of an element at the
    /// cursor.
    pub(super) fn split(
        &self,
        editor: &mut Editor<'_>,
        mut address: impl FnMut(&mut Editor<'_>, u64) -> Result<Value>,
    ) -> Result<()> {
        // The scalarization of another access may have replaced the stored value.
        let stored = match editor.op(self.id) {
            Some(Op::Store([value, _], _)) => Some(*value),
            _ => None,
        };
        let i32 = editor.module().types.int(32);
        let name = editor.name_of(Value::from(self.id)).map(ToString::to_string);
        let attached: Vec<(u32, MetadataId)> = editor.attachments(self.id).collect();
        editor.go_to(Position::Before(self.id)).map_err(invalid)?;
        let mut whole = editor.undef(self.ty);
        for lane in 0..self.lanes {
            let pointer = address(editor, lane)?;
            let access = Access { alignment: self.alignment_of(lane), ..self.access };
            let index = editor.int(i32, lane.cast_signed());
            let added = if let Some(value) = stored {
                let element = editor.extract_element(value, index).map_err(invalid)?;
                editor.add_void(Op::Store([element, pointer], access))
            } else {
                let id = editor.add(Op::Load(pointer, access), self.element);
                if let Some(name) = &name {
                    editor.name(Value::from(id), &format!("{name}.i{lane}"));
                }
                whole = editor.insert_element(whole, id.into(), index).map_err(invalid)?;
                id
            };
            for (kind, node) in &attached {
                editor.set_attachment(added, *kind, Some(*node)).map_err(invalid)?;
            }
        }
        match stored {
            Some(_) => editor.erase(self.id).map_err(invalid)?,
            None => _ = editor.replace_and_erase(self.id, whole).map_err(invalid)?,
        }
        if let (Some(name), ValueKind::Instruction(_)) = (name, whole.kind()) {
            editor.name(whole, &name);
        }
        Ok(())
    }

    fn alignment_of(&self, lane: u64) -> Alignment {
        let offset = lane.saturating_mul(self.size);
        let of_offset = if offset == 0 { self.alignment } else { 1 << offset.trailing_zeros() };
        Alignment::bytes(of_offset.min(self.alignment))
    }
}
