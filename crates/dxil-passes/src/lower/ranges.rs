//! Resources of one range, of which handles say the index. Separate because choices of indices and of ranges both make
//! such handles anew.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::{GlobalId, InstructionId, Value, ValueKind};

use super::operations::{NON_UNIFORM, is};
use crate::error::{Result, invalid};
use crate::lower::calls::call;
use crate::place::unsupported;
use crate::upgrade::intrinsics::Intrinsics;

/// What makes handles of bound resources and of those in heaps, and which argument the index is.
const MAKERS: [(&str, usize); 3] = [
    ("llvm.dx.resource.handlefrombinding", 3),
    ("llvm.dx.resource.handlefromimplicitbinding", 3),
    ("llvm.dx.resource.handlefromheap", 0),
];

/// What makes handles of one range.
pub(super) struct Range {
    function: GlobalId,
    arguments: Vec<Value>,
    /// Which of the arguments the index is.
    place: usize,
    /// Whether an index may differ between threads.
    is_non_uniform: bool,
    /// Whether several indices are known of.
    has_several: bool,
}

impl Range {
    /// That of a handle; `None` of one that is made otherwise.
    pub(super) fn of(editor: &Editor<'_>, handle: Value) -> Option<Self> {
        let (function, arguments, place) = made(editor, handle)?;
        let is_non_uniform = arguments.get(place).is_some_and(|index| is_non_uniform(editor, *index));
        Some(Self { function, arguments, place, is_non_uniform, has_several: false })
    }

    /// Takes another one in that is the same but for the index; says whether it is.
    pub(super) fn takes(&mut self, other: &Self) -> bool {
        let mut pairs = self.arguments.iter().zip(&other.arguments).enumerate();
        if self.function != other.function
            || !pairs.all(|(place, (one, other))| place == self.place || one == other)
        {
            return false;
        }
        self.is_non_uniform |= other.is_non_uniform;
        self.has_several |= self.arguments.get(self.place) != other.arguments.get(other.place);
        true
    }

    /// The index of all handles that are known of, where it is a constant.
    pub(super) fn only_index(&self) -> Option<Value> {
        let index = self.arguments.get(self.place).copied();
        index.filter(|index| !self.has_several && matches!(index.kind(), ValueKind::Constant(_)))
    }

    /// Makes the handle of an index for an instruction, where the cursor is.
    pub(super) fn handle(
        &self,
        editor: &mut Editor<'_>,
        intrinsics: &mut Intrinsics,
        mut index: Value,
        id: InstructionId,
    ) -> Result<Value> {
        if self.is_non_uniform {
            let ty = editor.type_of(index).map_err(invalid)?;
            let marked = match intrinsics.row(NON_UNIFORM) {
                Some(row) => intrinsics.call(editor, row, &[index], &[ty])?,
                None => None,
            };
            index = marked.ok_or_else(|| unsupported(editor, id, "no such intrinsic"))?;
        }
        let mut arguments = self.arguments.clone();
        if let Some(place) = arguments.get_mut(self.place) {
            *place = index;
        }
        editor.call(self.function, &arguments).map_err(invalid)
    }
}

/// The index of a handle.
pub(super) fn index_of(editor: &Editor<'_>, handle: Value) -> Option<Value> {
    let (_, arguments, place) = made(editor, handle)?;
    arguments.get(place).copied()
}

/// What makes a handle, of what, and which argument the index is.
fn made(editor: &Editor<'_>, handle: Value) -> Option<(GlobalId, Vec<Value>, usize)> {
    let ValueKind::Instruction(id) = handle.kind() else { return None };
    let (name, arguments) = call(editor, id)?;
    let place = MAKERS.iter().find(|(maker, _)| is(name, maker))?.1;
    Some((editor.called(id)?.0, arguments, place)).filter(|(_, arguments, _)| arguments.len() > place)
}

fn is_non_uniform(editor: &Editor<'_>, index: Value) -> bool {
    let ValueKind::Instruction(id) = index.kind() else { return false };
    call(editor, id).is_some_and(|(name, _)| is(name, NON_UNIFORM))
}
