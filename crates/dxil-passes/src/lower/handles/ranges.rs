//! Resources of one range, of which handles say the index. Separate because choices of indices and of ranges both make
//! such handles anew.

use dxil::handles::HandleOrigin;
use dxil::ops::Opcode;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::{GlobalId, InstructionId, TypeId, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::lower::calls::call;
use crate::lower::intrinsics::names::{CAST, NON_UNIFORM, is};
use crate::place::unsupported;
use crate::upgrade::intrinsics::Intrinsics;

/// Something that makes handles.
#[derive(Debug, Clone, Copy)]
struct Maker {
    /// Which argument the index is, or the handle that another one is made of.
    place: usize,
    /// Which argument says that an index may differ between threads, where the index itself does not.
    non_uniform: Option<usize>,
}

/// The intrinsics that make handles of bound resources, of those in heaps, and for operations; which argument the index
/// is, or what another handle is made of.
const INTRINSICS: [(&str, usize); 4] = [
    ("llvm.dx.resource.handlefrombinding", 3),
    ("llvm.dx.resource.handlefromimplicitbinding", 3),
    ("llvm.dx.resource.handlefromheap", 0),
    (CAST, 0),
];

/// What makes handles of one range.
pub(in crate::lower) struct Range {
    function: GlobalId,
    arguments: Vec<Value>,
    maker: Maker,
    /// The type of the index.
    pub index_type: TypeId,
    /// Whether an index may differ between threads.
    is_non_uniform: bool,
    /// Whether several indices are known of.
    has_several: bool,
}

impl Range {
    /// That of a handle; `None` of one that is made otherwise.
    pub(in crate::lower) fn of(editor: &Editor<'_>, handle: Value) -> Option<Self> {
        let (function, arguments, maker) = made(editor, handle)?;
        let argument = |place: usize| arguments.get(place).copied();
        let index = argument(maker.place)?;
        let index_type = editor.type_of(index).ok()?;
        let is_non_uniform = match maker.non_uniform.and_then(argument) {
            Some(flag) => editor.context().signed_integer(flag) != Some(0),
            None => is_non_uniform(editor, index),
        };
        Some(Self { function, arguments, maker, index_type, is_non_uniform, has_several: false })
    }

    /// Takes another one in that is the same but for the index; says whether it is.
    pub(in crate::lower) fn takes(&mut self, other: &Self) -> bool {
        let mut pairs = self.arguments.iter().zip(&other.arguments).enumerate();
        if self.function != other.function
            || !pairs.all(|(place, (one, other))| self.maker.varies(place) || one == other)
        {
            return false;
        }
        self.is_non_uniform |= other.is_non_uniform;
        self.has_several |= self.index() != other.index();
        true
    }

    fn index(&self) -> Option<Value> {
        self.arguments.get(self.maker.place).copied()
    }

    /// The index of all handles that are known of, where it is a constant.
    pub(in crate::lower) fn only_index(&self) -> Option<Value> {
        self.index().filter(|index| !self.has_several && matches!(index.kind(), ValueKind::Constant(_)))
    }

    /// Makes the handle of an index for an instruction, where the cursor is.
    pub(in crate::lower) fn handle(
        &self,
        editor: &mut Editor<'_>,
        intrinsics: &mut Intrinsics,
        mut index: Value,
        id: InstructionId,
    ) -> Result<Value> {
        if self.is_non_uniform && self.maker.non_uniform.is_none() {
            let ty = editor.type_of(index).map_err(invalid)?;
            let marked = match intrinsics.row(NON_UNIFORM) {
                Some(row) => intrinsics.call(editor, row, &[index], &[ty])?,
                None => None,
            };
            index = marked.ok_or_else(|| {
                unsupported(
                    editor,
                    id,
                    "no overload of \
                                                                  llvm.dx.resource.nonuniformindex has the \
                                                                  type of this index",
                )
            })?;
        }
        let mut arguments = self.arguments.clone();
        if let Some(place) = arguments.get_mut(self.maker.place) {
            *place = index;
        }
        if let Some(flag) = self.maker.non_uniform.and_then(|place| arguments.get_mut(place)) {
            let bit = editor.module().types.int(1);
            *flag = editor.int(bit, i64::from(self.is_non_uniform));
        }
        editor.call(self.function, &arguments).map_err(invalid)
    }
}

impl Maker {
    /// Whether an argument may be another one for handles of the same range.
    fn varies(self, place: usize) -> bool {
        place == self.place || Some(place) == self.non_uniform
    }
}

/// The index of a handle.
pub(in crate::lower) fn index_of(editor: &Editor<'_>, handle: Value) -> Option<Value> {
    let (_, arguments, maker) = made(editor, handle)?;
    arguments.get(maker.place).copied()
}

/// Whether what an instruction gives is a handle that is made of the one that `handle` is.
pub(in crate::lower) fn is_made_of(editor: &Editor<'_>, id: InstructionId, handle: Value) -> bool {
    index_of(editor, id.into()) == Some(handle)
}

/// What makes a handle, and of what.
fn made(editor: &Editor<'_>, handle: Value) -> Option<(GlobalId, Vec<Value>, Maker)> {
    let ValueKind::Instruction(id) = handle.kind() else { return None };
    let (name, arguments) = call(editor, id)?;
    let maker = match Opcode::called(editor, id) {
        Some((opcode, _)) => {
            let (place, non_uniform) = HandleOrigin::varying_arguments(opcode)?;
            Maker { place, non_uniform }
        }
        None => {
            let (_, place) = INTRINSICS.iter().find(|(maker, _)| is(name, maker))?;
            Maker { place: *place, non_uniform: None }
        }
    };
    Some((editor.called(id)?.0, arguments, maker)).filter(|(_, arguments, _)| arguments.len() > maker.place)
}

fn is_non_uniform(editor: &Editor<'_>, index: Value) -> bool {
    let ValueKind::Instruction(id) = index.kind() else { return false };
    call(editor, id).is_some_and(|(name, _)| is(name, NON_UNIFORM))
}
