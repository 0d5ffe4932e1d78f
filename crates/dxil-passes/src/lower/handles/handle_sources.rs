//! Sources of a phi web of handles: resource ranges, of which the web selects an index, and other handles.
//!
//! Separate because two rewrites replace such a web: `handle_phis` builds a web of indices into one range, and
//! `resource_select_dispatch` branches to a copy of each access for each source.

use dxil::handles::HandleOrigin;
use dxil::ops::{Opcode, is_handle_type};
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Editor;
use dxil_ir::{GlobalId, Instruction, InstructionId, Module, Op, Type, TypeId, Value, ValueKind};
use hashbrown::HashMap;

use crate::error::{Result, invalid};
use crate::lower::calls::{call, users};
use crate::lower::control_flow::phi_web::{Operand, PhiWeb, Tracker, build_parallel};
use crate::lower::intrinsics::names::{CAST, NON_UNIFORM, is};
use crate::place::unsupported;
use crate::upgrade::intrinsics::Intrinsics;

/// Returns true if an instruction is a phi or select of handles.
pub(in crate::lower) fn is_join(module: &Module, instruction: &Instruction) -> bool {
    is_handle_type(module, instruction.ty) && matches!(instruction.op, Op::Phi(..) | Op::Select(_))
}

/// Returns the phi or select of handles that defines a value.
pub(in crate::lower) fn join_of(editor: &Editor<'_>, handle: Value) -> Option<InstructionId> {
    let ValueKind::Instruction(id) = handle.kind() else { return None };
    is_join(editor.context(), editor.instruction(id)?).then_some(id)
}

/// A source of a phi web of handles.
pub(in crate::lower) enum Source {
    /// Handles of one resource range, which differ in the index.
    Range(Range),
    /// A handle of another origin.
    Handle(Value),
}

/// Collects the phi web of handles that contains `join`.
pub(in crate::lower) fn collect(editor: &Editor<'_>, join: InstructionId) -> Result<PhiWeb<Source>> {
    let web = PhiWeb::collect(editor, &mut Handles, join.into());
    let web = web.ok_or_else(|| unsupported(editor, join, "phi or select of unknown resource handles"))?;
    web.check_sources(editor, "resource handles")?;
    Ok(web)
}

/// Builds the web of indices into the range `web.sources[number]`, parallel to a web of handles. For an operand of
/// another source, the index is 0, or poison if the range is indexed by a handle.
pub(in crate::lower) fn build_indices(
    editor: &mut Editor<'_>,
    web: &PhiWeb<Source>,
    number: usize,
    range: &Range,
) -> Result<HashMap<InstructionId, [Value; 1]>> {
    let ty = range.index_type;
    build_parallel(editor, &web.joins, [ty], join_of, |editor, handle, parallel| {
        let is_of_range = web.source_of(handle) == Some(number);
        let index = || index_of(editor, handle).filter(|_| is_of_range).map(|index| [index]);
        Ok(parallel.or_else(index).unwrap_or_else(|| match editor.context().types.get(ty) {
            Some(Type::Integer(_)) => [editor.int(ty, 0)],
            _ => [editor.module().constant(ty, ConstantKind::Poison)],
        }))
    })
}

/// The tracker of handles.
struct Handles;

impl Tracker for Handles {
    type Source = Source;

    fn classify(&mut self, editor: &Editor<'_>, handle: Value) -> Option<Operand<Source>> {
        Some(match join_of(editor, handle) {
            Some(join) => Operand::Join(join),
            None if editor.context().is_undefined(handle) => Operand::Ignored,
            None => Operand::Source(Range::of(editor, handle).map_or(Source::Handle(handle), Source::Range)),
        })
    }

    fn merge(&mut self, known: &mut Source, new: &Source) -> bool {
        match (known, new) {
            (Source::Range(known), Source::Range(new)) => known.merge(new),
            _ => false,
        }
    }

    fn joined_users(&self, editor: &Editor<'_>, join: InstructionId) -> Vec<InstructionId> {
        users(editor, join).into_iter().filter(|user| join_of(editor, (*user).into()).is_some()).collect()
    }
}

/// The arguments of a call that creates a handle from an index or from another handle.
#[derive(Debug, Clone, Copy)]
struct CreationArguments {
    /// The position of the index or of the other handle.
    index: usize,
    /// The position of the non-uniform flag. `None` if `llvm.dx.resource.nonuniformindex` marks the index instead.
    non_uniform: Option<usize>,
}

/// The intrinsics that create a handle, with the position of the index or of the other handle.
const INTRINSICS: [(&str, usize); 4] = [
    ("llvm.dx.resource.handlefrombinding", 3),
    ("llvm.dx.resource.handlefromimplicitbinding", 3),
    ("llvm.dx.resource.handlefromheap", 0),
    (CAST, 0),
];

/// A resource range: the call that creates its handles, except for the index.
pub(in crate::lower) struct Range {
    function: GlobalId,
    arguments: Vec<Value>,
    positions: CreationArguments,
    /// The type of the index, which is a handle type if the call creates a handle from another handle.
    pub(in crate::lower) index_type: TypeId,
    /// True if the index of a merged handle may differ between lanes.
    is_non_uniform: bool,
    /// True if merged handles have different indices.
    has_several_indices: bool,
}

impl Range {
    /// The range of a handle. Returns `None` if the handle is not created from an index or from another handle.
    fn of(editor: &Editor<'_>, handle: Value) -> Option<Self> {
        let (function, arguments, positions) = creation(editor, handle)?;
        let argument = |position: usize| arguments.get(position).copied();
        let index = argument(positions.index)?;
        let index_type = editor.type_of(index).ok()?;
        let is_non_uniform = match positions.non_uniform.and_then(argument) {
            Some(flag) => editor.context().signed_integer(flag) != Some(0),
            None => is_marked_non_uniform(editor, index),
        };
        Some(Self { function, arguments, positions, index_type, is_non_uniform, has_several_indices: false })
    }

    /// Merges `other` and returns true if the ranges differ at most in the index.
    fn merge(&mut self, other: &Self) -> bool {
        let mut pairs = self.arguments.iter().zip(&other.arguments).enumerate();
        if self.function != other.function
            || !pairs.all(|(position, (own, other))| self.positions.may_vary(position) || own == other)
        {
            return false;
        }
        self.is_non_uniform |= other.is_non_uniform;
        self.has_several_indices |= self.index() != other.index();
        true
    }

    fn index(&self) -> Option<Value> {
        self.arguments.get(self.positions.index).copied()
    }

    /// The index of all merged handles, if it is a single constant.
    pub(in crate::lower) fn constant_index(&self) -> Option<Value> {
        self.index()
            .filter(|index| !self.has_several_indices && matches!(index.kind(), ValueKind::Constant(_)))
    }

    /// Creates the handle of `index` at the cursor. An error names the instruction `user`.
    pub(in crate::lower) fn create_handle(
        &self,
        editor: &mut Editor<'_>,
        intrinsics: &mut Intrinsics,
        mut index: Value,
        user: InstructionId,
    ) -> Result<Value> {
        if self.is_non_uniform && self.positions.non_uniform.is_none() {
            let ty = editor.type_of(index).map_err(invalid)?;
            let marked = match intrinsics.row(NON_UNIFORM) {
                Some(row) => intrinsics.call(editor, row, &[index], &[ty])?,
                None => None,
            };
            let why = "no overload of llvm.dx.resource.nonuniformindex has the type of this index";
            index = marked.ok_or_else(|| unsupported(editor, user, why))?;
        }
        let mut arguments = self.arguments.clone();
        if let Some(argument) = arguments.get_mut(self.positions.index) {
            *argument = index;
        }
        if let Some(flag) = self.positions.non_uniform.and_then(|position| arguments.get_mut(position)) {
            let bit = editor.module().types.int(1);
            *flag = editor.int(bit, i64::from(self.is_non_uniform));
        }
        editor.call(self.function, &arguments).map_err(invalid)
    }
}

impl CreationArguments {
    /// Returns true if handles of one range may differ in the argument at `position`.
    fn may_vary(self, position: usize) -> bool {
        position == self.index || Some(position) == self.non_uniform
    }
}

/// The index, or the other handle, from which a handle is created.
pub(in crate::lower) fn index_of(editor: &Editor<'_>, handle: Value) -> Option<Value> {
    let (_, arguments, positions) = creation(editor, handle)?;
    arguments.get(positions.index).copied()
}

/// The function, the arguments and their positions of the call that creates a handle.
fn creation(editor: &Editor<'_>, handle: Value) -> Option<(GlobalId, Vec<Value>, CreationArguments)> {
    let ValueKind::Instruction(id) = handle.kind() else { return None };
    let (name, arguments) = call(editor, id)?;
    let positions = match Opcode::called(editor, id) {
        Some((opcode, _)) => {
            let (index, non_uniform) = HandleOrigin::varying_arguments(opcode)?;
            CreationArguments { index, non_uniform }
        }
        None => {
            let (_, index) = INTRINSICS.iter().find(|(intrinsic, _)| is(name, intrinsic))?;
            CreationArguments { index: *index, non_uniform: None }
        }
    };
    (arguments.len() > positions.index).then_some((editor.called(id)?.0, arguments, positions))
}

fn is_marked_non_uniform(editor: &Editor<'_>, index: Value) -> bool {
    let ValueKind::Instruction(id) = index.kind() else { return false };
    call(editor, id).is_some_and(|(name, _)| is(name, NON_UNIFORM))
}
