//! The state of the printer: the module, the output, slots, and text that was printed before. Separate from the
//! printing of each construct, which extends it with methods.

use std::fmt;

use dxil_ir::data_layout::address_space;
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{ConstantId, Dialect, GlobalId, Module, Type, TypeId};

use super::comments::Comments;
use super::kept::Kept;
use super::out::{self, Out};
use super::slots::Slots;

/// What stands in the place of numbers that only say where something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    /// Those numbers.
    Shown,
    /// For values and blocks nothing but that they are some, for metadata what it says as far as this many nodes deep.
    Left(u32),
}

/// A module as it is printed.
pub(super) struct Printer<'m, 's> {
    pub(super) module: &'m Module,
    pub(super) comments: Option<&'s mut dyn Comments>,
    pub(super) out: Out<'s>,
    pub(super) slots: Slots<'m>,
    pub(super) types: Kept<TypeId>,
    pub(super) constants: Kept<ConstantId>,
    /// Constants, the type before each.
    pub(super) typed_constants: Kept<ConstantId>,
    /// The type of metadata, which the module need not have.
    pub(super) metadata_type: Option<TypeId>,
    /// True if vectors of one number are written element by element.
    pub(super) has_no_splats: bool,
    /// The names of globals.
    pub(super) global_names: Kept<GlobalId>,
    /// What stands between the words and the arguments of calls of functions as what they are.
    pub(super) callees: Kept<GlobalId>,
    pub(super) numbers: Numbers,
    /// The LLVM version whose spelling a modern module is printed with.
    pub(super) llvm: LlvmVersion,
    /// The address space that modern LLVM takes functions for in that say nothing: where it is not 0, all say it.
    pub(super) program_space: u32,
    /// Where values and blocks were left out, and which, while [`Numbers::Left`].
    pub(super) holes: Vec<(usize, dxil_ir::function::Local)>,
}

impl<'m, 's> Printer<'m, 's> {
    pub(super) fn new(
        module: &'m Module,
        slots: Slots<'m>,
        comments: Option<&'s mut dyn Comments>,
        sink: Option<&'s mut dyn fmt::Write>,
    ) -> Self {
        Self {
            module,
            comments,
            out: Out::new(sink, out::limit(module)),
            slots,
            types: Kept::default(),
            constants: Kept::default(),
            typed_constants: Kept::default(),
            metadata_type: module.types.find(&Type::Metadata),
            has_no_splats: false,
            global_names: Kept::default(),
            callees: Kept::default(),
            numbers: Numbers::Shown,
            llvm: LlvmVersion::default(),
            program_space: match module.dialect {
                Dialect::Dxil37 => 0,
                Dialect::Modern => address_space(&module.data_layout, b'P'),
            },
            holes: Vec::new(),
        }
    }
}
