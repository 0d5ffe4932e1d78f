//! Damage to bodies: names, attachments, operands, and what instructions say besides.

use dxil_ir::function::{DebugLocation, Local};
use dxil_ir::instruction::TailCall;
use dxil_ir::{
    BinaryOp, BlockId, Body, Flags, GlobalId, InstructionId, Op, Ordering, Predicate, RmwOp, Value, ValueKind,
};

use super::Damage;

impl Damage<'_> {
    pub(super) fn body(&mut self) {
        let ids: Vec<GlobalId> = self.module.bodies().map(|(id, _, _)| id).collect();
        if ids.is_empty() {
            return;
        }
        let id = self.of(&ids);
        // Out of its module for a while, so that constants can be made.
        let mut body = std::mem::take(self.module.globals[id].body_mut().unwrap());
        let count = body.instructions.len();
        if count > 0 {
            let at = InstructionId::from_u32(self.random.below(count) as u32);
            match self.random.below(6) {
                0 => self.local_name(&mut body, at),
                1 => self.attachment(&mut body, at),
                2 => self.operand_of(&mut body, at),
                _ => self.instruction(&mut body, at),
            }
        }
        *self.module.globals[id].body_mut().unwrap() = body;
    }

    fn local_name(&mut self, body: &mut Body, at: InstructionId) {
        let local = match self.random.below(4) {
            0 => Local::Value(Value::new(ValueKind::Argument(self.random.below(3) as u32))),
            1 => Local::Value(at.into()),
            _ => Local::Block(BlockId::from_u32(self.random.below(body.blocks.len()) as u32)),
        };
        let name = self.name();
        body.names.insert(local, name);
    }

    fn attachment(&mut self, body: &mut Body, at: InstructionId) {
        let kinds = self.module.metadata_kinds.len();
        let kind = self.random.below(kinds + 1) as u32;
        let Some(node) = self.operand() else { return };
        match self.random.below(4) {
            0 => body.metadata.push((kind, node)),
            1 => {
                let location = DebugLocation {
                    line: self.number() as u32,
                    column: self.number() as u32,
                    scope: self.operand().into(),
                    inlined_at: self.operand().into(),
                    ..Default::default()
                };
                let location = body.intern_location(location);
                body.instructions[at].location = location.into();
            }
            _ => body.attachments.push((at, kind, node)),
        }
    }

    /// Puts a constant or another value in the place of one operand.
    fn operand_of(&mut self, body: &mut Body, at: InstructionId) {
        let mut operands = Vec::new();
        body.instructions[at].op.each_operand(&body.lists, |value| operands.push(value));
        if operands.is_empty() {
            return;
        }
        let place = self.random.below(operands.len());
        let ty = self.module.type_of(None, operands[place]);
        let new = match self.random.below(4) {
            0 => InstructionId::from_u32(self.random.below(body.instructions.len()) as u32).into(),
            1 => self.any_constant(),
            _ => match ty {
                Some(ty) if matches!(operands[place].kind(), ValueKind::Constant(_)) => self.constant(ty),
                _ => return,
            },
        };
        let mut index = 0;
        let Body { instructions, lists, .. } = body;
        instructions[at].op.map_operands(lists, |value| {
            index += 1;
            if index - 1 == place { new } else { value }
        });
    }

    fn instruction(&mut self, body: &mut Body, at: InstructionId) {
        let (alignment, ordering) = (self.alignment(), self.coded(Ordering::from_code, 7));
        let scope = dxil_ir::SyncScope(self.random.below(2) as u8);
        let list = Some(self.attribute_list());
        // The bits of assumptions about floats, and of others.
        let flags = Flags::from_bits((self.random.below(64) | self.random.below(16) << 8) as u16);
        let is_set = self.random.below(2) == 0;
        let convention = self.number() as u16;
        let which = self.random.below(4);
        let predicate = self.coded(Predicate::from_code, 42);
        let (binary, rmw) = (self.coded(BinaryOp::from_code, 13), self.coded(RmwOp::from_code, 11));
        if which > 0 {
            body.instructions[at].flags = flags;
        }
        match &mut body.instructions[at].op {
            Op::Binary { op, .. } if which == 0 => *op = binary,
            Op::Compare { predicate: old, .. } if which == 0 => *old = predicate,
            Op::Alloca { alignment: old, is_in_alloca, .. } => {
                (*old, *is_in_alloca) = (alignment, is_set);
            }
            Op::Load(_, access) | Op::Store(_, access) => match which {
                0 => access.alignment = alignment,
                1 => access.is_volatile = is_set,
                _ => access.atomic = Some((ordering, scope)),
            },
            Op::CompareExchange { is_volatile, is_weak, success, failure, scope: threads, .. } => match which
            {
                0 => *is_volatile = is_set,
                1 => *is_weak = is_set,
                2 => *success = ordering,
                _ => (*failure, *threads) = (ordering, scope),
            },
            Op::AtomicRmw { op, is_volatile, ordering: old, scope: threads, .. } => match which {
                0 => *op = rmw,
                1 => *is_volatile = is_set,
                2 => *old = ordering,
                _ => *threads = scope,
            },
            Op::Fence(old, threads) => (*old, *threads) = (ordering, scope),
            Op::Call { attributes, calling_convention, tail, .. } => match which {
                0 => *attributes = list.into(),
                1 => *calling_convention = convention,
                _ => *tail = if is_set { TailCall::Tail } else { TailCall::MustTail },
            },
            _ => {}
        }
    }
}
