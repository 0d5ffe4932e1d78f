//! Atomic operations on resources, and those on memory of a thread group. Separate because one opcode stands for nine
//! operations, on buffers and on textures.

use dxil::ops::ArgumentName;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::{InstructionId, Op, Ordering, Value};

use crate::error::{CompileErrorKind, Result, invalid};
use crate::textures::dimension;
use crate::translation::{Call, Translation};

/// What the numbers of `atomicBinOp` stand for.
const NAMES: [&str; 9] = ["add", "and", "or", "xor", "smin", "smax", "umin", "umax", "swap"];

const OFFSETS: [ArgumentName; 3] = [ArgumentName::offset0, ArgumentName::offset1, ArgumentName::offset2];

impl Translation<'_, '_> {
    /// `atomicBinOp`.
    pub(crate) fn atomic(&mut self, call: &Call<'_>) -> Result<()> {
        let number = usize::try_from(self.constant(call, ArgumentName::atomicOp)?).unwrap_or(usize::MAX);
        let Some(name) = NAMES.get(number) else {
            return Err(call.refused(format!("operand atomicOp is {number}, which is unknown")));
        };
        let value = call.argument(ArgumentName::newValue)?;
        self.atomic_of(call, name, &[value])
    }

    /// `atomicCompareExchange`.
    pub(crate) fn compare_exchange(&mut self, call: &Call<'_>) -> Result<()> {
        let (new, compared) =
            (call.argument(ArgumentName::newValue)?, call.argument(ArgumentName::compareValue)?);
        self.atomic_of(call, "cmpswap", &[new, compared])
    }

    fn atomic_of(&mut self, call: &Call<'_>, name: &str, values: &[Value]) -> Result<()> {
        let (descriptor, resource) = self.handle(call, ArgumentName::handle)?;
        let [first, ..] = values else { return Err(call.refused("the value operand is missing")) };
        let ty = self.ty(*first)?;
        let suffix = self.suffix(ty)?;
        let [at, within, _] = OFFSETS.map(|name| call.argument(name));
        let zero = self.word(0);
        let mut arguments = values.to_vec();
        let full = if let Some(dimension) = dimension(resource.kind) {
            for name in OFFSETS.into_iter().take(dimension.coordinate_count()) {
                arguments.push(call.argument(name)?);
            }
            arguments.extend([descriptor, zero, zero]);
            format!("llvm.amdgcn.image.atomic.{name}.{}.{suffix}.i32", dimension.name)
        } else {
            let place = self.place(&resource, at?, within?)?;
            let (form, operands) = place.operands(zero);
            arguments.push(descriptor);
            arguments.extend(operands);
            arguments.push(zero);
            format!("llvm.amdgcn.{form}.buffer.atomic.{name}.{suffix}")
        };
        let old = self.call(&full, ty, &arguments)?;
        self.give(call, old)
    }
}

/// Atomic operations on memory are ordered with nothing but each other, and among the threads of a group alone: what
/// else is ordered, barriers say.
pub(crate) fn relax(editor: &mut Editor<'_>, id: InstructionId) -> Result<()> {
    let scope = editor.module().sync_scope("workgroup".into());
    let no_scope = || CompileErrorKind::Limit("the module has too many synchronization scopes".to_owned());
    let relaxed = scope.ok_or_else(no_scope)?;
    let op = match editor.op(id) {
        Some(Op::AtomicRmw { op, operands, is_volatile, alignment, .. }) => Op::AtomicRmw {
            op: *op,
            operands: *operands,
            is_volatile: *is_volatile,
            ordering: Ordering::Monotonic,
            scope: relaxed,
            alignment: *alignment,
        },
        Some(Op::CompareExchange { operands, is_volatile, is_weak, alignment, .. }) => Op::CompareExchange {
            operands: *operands,
            is_volatile: *is_volatile,
            is_weak: *is_weak,
            success: Ordering::Monotonic,
            failure: Ordering::Monotonic,
            scope: relaxed,
            alignment: *alignment,
        },
        _ => return Ok(()),
    };
    let ty = editor.type_of(id.into()).map_err(invalid)?;
    editor.go_to(dxil_ir::edit::Position::Before(id)).map_err(invalid)?;
    let new = editor.add(op, ty);
    editor.replace_and_erase(id, new.into()).map_err(invalid).map(|_| ())
}
