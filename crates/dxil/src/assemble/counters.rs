//! What a program consists of, counted: instructions by kind, memory in arrays. The operations of DXIL say in their
//! rows which counters count them; of LLVM's instructions it stands here.
//!
//! Source: DirectXShaderCompiler, DxilCounters.cpp.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::collections::{BTreeMap, HashMap};

use dx_container::enums::AddressSpace;
use dxil_ir::arena::IdMap;

use crate::ops::Call;
use crate::shader::{Counter, Counters};
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{
    BinaryOp, Body, CastOp, ConstantId, Global, GlobalId, InstructionId, Linkage, Module, Op, Type, TypeId,
    Value, ValueKind,
};

/// The counters of a program: those that are not zero, in the order of their names.
pub fn counters(module: &Module) -> Counters {
    let mut count = Count { module, totals: Vec::new(), memory: IdMap::new(), constants: HashMap::new() };
    let mut layout = DataLayout::of(module);
    for (id, global) in module.globals.iter() {
        count.memory[id] = Memory::of_global(module, global);
        let bytes = match count.memory[id] {
            Memory::StaticArray => "array_static_bytes",
            Memory::GroupSharedArray => "array_tgsm_bytes",
            Memory::LocalArray | Memory::Other => continue,
        };
        count.add(bytes, layout.size(global.value_type));
    }
    for (_, global, body) in module.bodies() {
        count.body(global.value_type, body, &mut layout);
    }
    let mut totals = BTreeMap::<_, u64>::new();
    for (name, number) in count.totals {
        let total = totals.entry(name).or_default();
        *total = total.wrapping_add(number);
    }
    // They are 32 bits wide, and so are the sums.
    let items = totals.into_iter().map(|(name, value)| Counter { name: name.into(), value: low_half(value) });
    Counters { items: items.filter(|counter| counter.value != 0).collect() }
}

/// What an address points into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Memory {
    /// An array on the stack.
    LocalArray,
    /// An array of the thread.
    StaticArray,
    /// An array of the group.
    GroupSharedArray,
    /// No array, or not known.
    #[default]
    Other,
}

impl Memory {
    fn of_global(module: &Module, global: &Global) -> Self {
        let Some(variable) = global.variable() else { return Self::Other };
        let Some(Type::Pointer(_, space)) = module.types.get(global.ty) else { return Self::Other };
        if !is_array(module, global.value_type) {
            return Self::Other;
        }
        match AddressSpace(*space) {
            AddressSpace::GROUP_SHARED => Self::GroupSharedArray,
            AddressSpace::DEFAULT if !variable.is_constant && global.linkage == Linkage::Internal => {
                Self::StaticArray
            }
            _ => Self::Other,
        }
    }
}

fn is_array(module: &Module, ty: TypeId) -> bool {
    matches!(module.types.get(ty), Some(Type::Array(..)))
}

struct Count<'m> {
    module: &'m Module,
    /// By name, of which there are few. One that stands in several places may be here several times.
    totals: Vec<(&'static str, u64)>,
    memory: IdMap<GlobalId, Memory>,
    /// What constants that are addresses point into, as far as anybody has asked.
    constants: HashMap<ConstantId, Memory>,
}

impl Count<'_> {
    fn add(&mut self, counter: &'static str, number: u64) {
        match self.totals.iter_mut().find(|(name, _)| std::ptr::eq(*name, counter)) {
            Some((_, total)) => *total = total.wrapping_add(number),
            None => self.totals.push((counter, number)),
        }
    }

    fn body(&mut self, function_type: TypeId, body: &Body, layout: &mut DataLayout<'_>) {
        let mut known = IdMap::new();
        let mut instructions = 0;
        for (_, _, instruction) in body.in_order() {
            instructions += 1;
            match &instruction.op {
                Op::Alloca { element, .. } if is_array(self.module, *element) => {
                    self.add("array_local_bytes", layout.size(*element));
                }
                Op::Call { .. } => {
                    // What calls no operation as it should is not counted as one.
                    if let Ok(Some(call)) = Call::of(self.module, (body, function_type), instruction) {
                        call.operation().counters.iter().for_each(|counter| self.add(counter, 1));
                    }
                }
                Op::Load(address, _) | Op::Store([_, address], _) => {
                    match self.memory(body, &mut known, *address) {
                        Memory::LocalArray => self.add("array_local_ldst", 1),
                        Memory::StaticArray => self.add("array_static_ldst", 1),
                        Memory::GroupSharedArray => self.add("array_tgsm_ldst", 1),
                        Memory::Other => {}
                    }
                }
                Op::ConditionalBranch(..) => self.add("branches", 1),
                op => {
                    if let Some(counter) = counter_of(self.module, (body, function_type), op) {
                        self.add(counter, 1);
                    }
                }
            }
        }
        self.add("insts", instructions);
    }

    /// What an address points into: whatever it is computed from.
    fn memory(
        &mut self,
        body: &Body,
        known: &mut IdMap<InstructionId, Option<Memory>>,
        address: Value,
    ) -> Memory {
        let (mut instructions, mut constants) = (Vec::new(), Vec::new());
        let mut at = address;
        let found = loop {
            match at.kind() {
                ValueKind::Global(id) => break self.memory[id],
                ValueKind::Constant(id) => {
                    if let Some(memory) = self.constants.get(&id) {
                        break *memory;
                    }
                    constants.push(id);
                    // As long as it is not known, one that is met again would lead in a circle.
                    self.constants.insert(id, Memory::Other);
                    at = match self.module.constants.get(id).map(|constant| &constant.kind) {
                        Some(ConstantKind::Cast(CastOp::Bitcast, operand)) => *operand,
                        Some(ConstantKind::ElementPointer { operands, .. }) => match operands.first() {
                            Some(base) => *base,
                            None => break Memory::Other,
                        },
                        _ => break Memory::Other,
                    };
                }
                ValueKind::Instruction(id) => {
                    if let Some(memory) = known[id] {
                        break memory;
                    }
                    instructions.push(id);
                    known[id] = Some(Memory::Other);
                    at = match body.instructions.get(id).map(|instruction| &instruction.op) {
                        Some(Op::Alloca { element, .. }) if is_array(self.module, *element) => {
                            break Memory::LocalArray;
                        }
                        Some(Op::Cast(CastOp::Bitcast | CastOp::AddrSpaceCast, operand)) => *operand,
                        Some(Op::ElementPointer { operands, .. }) => match operands.first(&body.lists.values)
                        {
                            Some(base) => base,
                            None => break Memory::Other,
                        },
                        _ => break Memory::Other,
                    };
                }
                _ => break Memory::Other,
            }
        };
        instructions.into_iter().for_each(|id| known[id] = Some(found));
        self.constants.extend(constants.into_iter().map(|id| (id, found)));
        found
    }
}

/// The counter of an instruction of LLVM's that is neither a call nor about memory.
fn counter_of(module: &Module, function: (&Body, TypeId), op: &Op) -> Option<&'static str> {
    let is_float = |[operand, _]: &[Value; 2]| {
        module.type_of(Some(function), *operand).is_some_and(|ty| module.types.is_float(ty))
    };
    let counter = match op {
        Op::Binary { operands, .. } if is_float(operands) => "floats",
        Op::Binary { op, .. } => match op {
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::SDiv
            | BinaryOp::SRem
            | BinaryOp::AShr => "ints",
            BinaryOp::UDiv
            | BinaryOp::URem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => "uints",
        },
        Op::Cast(cast, _) => match cast {
            CastOp::Trunc | CastOp::SExt => "ints",
            CastOp::ZExt => "uints",
            CastOp::FpToUi
            | CastOp::FpToSi
            | CastOp::UiToFp
            | CastOp::SiToFp
            | CastOp::FpTrunc
            | CastOp::FpExt => "floats",
            CastOp::PtrToInt
            | CastOp::PtrToAddr
            | CastOp::IntToPtr
            | CastOp::Bitcast
            | CastOp::AddrSpaceCast => return None,
        },
        Op::Compare { operands, .. } if is_float(operands) => "floats",
        Op::Compare { .. } => "ints",
        Op::CompareExchange { .. } | Op::AtomicRmw { .. } => "atomic",
        Op::Fence(..) => "fence",
        _ => return None,
    };
    Some(counter)
}

fn low_half(number: u64) -> u32 {
    let [a, b, c, d, ..] = number.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}
