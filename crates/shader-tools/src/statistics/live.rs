//! How many registers are live at once at the most: an estimate, as a driver compiles the program once more. Values of
//! DXIL count by the 32-bit words they take, registers of shader models 4 and 5 by their components. Separate because
//! it is an analysis of its own.

use dxil::ops::is_handle_type;
use std::collections::{BTreeMap, HashMap};

use dx_bytecode::control_flow::{ControlFlow as TokenFlow, Function};
use dx_bytecode::operand::{Components, Index, Operand, RegisterKind};
use dx_bytecode::{Program, Statement};
use dxil_ir::control_flow::ControlFlow;
use dxil_ir::live_ranges::{Accesses, LiveBlock, LiveRanges};
use dxil_ir::{Body, InstructionId, Module, Op, Type, TypeId, ValueKind};

/// How many 32-bit words are live at once at the most.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Live {
    /// All of them.
    pub words: u64,
    /// Those in vectors of more than four elements, which no processor keeps in registers as a whole: a driver works on
    /// them piece by piece.
    pub in_long_vectors: u64,
}

/// Segments of all functions; where there are more, nothing is said.
const MOST_SEGMENTS: usize = 1 << 21;
/// What is in a type is looked at this deep.
const DEEPEST: usize = 8;

/// The most words that are live at once in any function of a module; `None` where that would take too long to say.
pub fn of_module(module: &Module) -> Option<Live> {
    let (mut most, mut budget) = (Live::default(), MOST_SEGMENTS);
    let mut sizes = HashMap::new();
    for (_, global, body) in module.bodies() {
        most = most.max(of_body(module, (body, global.value_type), &mut sizes, &mut budget)?);
    }
    Some(most)
}

fn of_body(
    module: &Module,
    caller: (&Body, TypeId),
    sizes: &mut HashMap<TypeId, u64>,
    budget: &mut usize,
) -> Option<Live> {
    let (body, _) = caller;
    let mut places: HashMap<InstructionId, u32> = HashMap::new();
    let mut blocks = Vec::with_capacity(body.layout.len());
    let flow = ControlFlow::of(body);
    let mut pc = 0_u32;
    for (number, block) in (0..).zip(&body.layout) {
        let start = pc;
        for id in body.instructions_of(*block) {
            places.insert(*id, pc);
            pc = pc.checked_add(1)?;
        }
        blocks.push(LiveBlock { code: start..pc, predecessors: flow.predecessors(number).to_vec() });
    }
    let starts: Vec<(u32, u32)> = blocks.iter().map(|block| (block.code.start, block.code.end)).collect();
    let of_block = |block| starts.get(usize::try_from(flow.number(block)?).ok()?).copied();
    let mut values: BTreeMap<InstructionId, Accesses> = BTreeMap::new();
    for (block, id, instruction) in body.in_order() {
        let Some(place) = places.get(&id).copied() else { continue };
        if let Op::Phi(operands, from) = &instruction.op {
            let target = of_block(block).map_or(0, |(start, _)| start);
            let operands = operands.as_slice(&body.lists.values).iter();
            for (operand, from) in operands.zip(from.as_slice(&body.lists.blocks)) {
                let Some(end) = of_block(*from).and_then(|(_, end)| end.checked_sub(1)) else { continue };
                values.entry(id).or_default().edges.push((end, target));
                if let ValueKind::Instruction(read) = operand.kind() {
                    values.entry(read).or_default().reads.push((end, false));
                }
            }
            continue;
        }
        values.entry(id).or_default().writes.push(place);
        instruction.op.each_operand(&body.lists, |value| {
            if let ValueKind::Instruction(read) = value.kind() {
                values.entry(read).or_default().reads.push((place, false));
            }
        });
    }
    let mut pressure = Pressure::new(pc);
    let mut ranges = LiveRanges::new(blocks, *budget);
    for (id, accesses) in values {
        // What nobody reads takes no register for long.
        if accesses.reads.is_empty() {
            continue;
        }
        let ty = module.type_of(Some(caller), id.into());
        let words = ty.map_or(0, |ty| words(module, ty, 0, sizes));
        if words > 0 {
            let is_long = ty.is_some_and(|ty| matches!(module.types.get(ty), Some(Type::Vector(_, 5..))));
            pressure.add(&ranges.of(id.as_u32(), &accesses)?.segments, words, is_long);
        }
    }
    *budget = ranges.left();
    Some(pressure.most())
}

/// The 32-bit words that a value takes: none for handles, which stand for descriptors.
fn words(module: &Module, ty: TypeId, depth: usize, known: &mut HashMap<TypeId, u64>) -> u64 {
    if let Some(words) = known.get(&ty) {
        return *words;
    }
    if depth > DEEPEST {
        return 0;
    }
    let found = match module.types.get(ty) {
        Some(Type::Integer(width)) => u64::from(*width).div_ceil(32),
        Some(Type::Double) => 2,
        Some(Type::Half | Type::Float | Type::Pointer(..)) => 1,
        Some(Type::Vector(element, count)) => {
            words(module, *element, depth + 1, known).saturating_mul(*count)
        }
        _ => match module.types.members(ty) {
            Some(members) if !is_handle_type(module, ty) => members
                .iter()
                .map(|member| words(module, *member, depth + 1, known))
                .fold(0, u64::saturating_add),
            _ => 0,
        },
    };
    known.insert(ty, found);
    found
}

/// The most components of temporary registers that are live at once in any function or phase.
pub fn of_tokens(program: &Program) -> Option<Live> {
    let functions = TokenFlow::of(program).functions;
    let (mut most, mut budget) = (Live::default(), MOST_SEGMENTS);
    for function in &functions {
        most = most.max(of_function(program, function, &mut budget)?);
    }
    Some(most)
}

fn of_function(program: &Program, function: &Function, budget: &mut usize) -> Option<Live> {
    let mut blocks: Vec<LiveBlock> = Vec::with_capacity(function.blocks.len());
    for block in &function.blocks {
        let (start, end) =
            (u32::try_from(block.statements.start).ok()?, u32::try_from(block.statements.end).ok()?);
        blocks.push(LiveBlock { code: start..end, predecessors: Vec::new() });
    }
    for (from, block) in (0..).zip(&function.blocks) {
        for way in &block.ways {
            if let Some(to) = blocks.get_mut(way.to) {
                to.predecessors.push(from);
            }
        }
    }
    let mut registers: BTreeMap<u32, Accesses> = BTreeMap::new();
    let last = blocks.last().map_or(0, |block| block.code.end);
    for block in &function.blocks {
        for at in block.statements.clone() {
            let Some(Statement::Instruction(instruction)) = program.statements.get(at) else { continue };
            let pc = u32::try_from(at).ok()?;
            let (written, read) = instruction.written_and_read();
            for operand in read {
                each_read(operand, 0, &mut |register| {
                    registers.entry(register).or_default().reads.push((pc, false))
                });
            }
            for operand in written {
                // What an index is read from.
                each_index(operand, 0, &mut |register| {
                    registers.entry(register).or_default().reads.push((pc, false))
                });
                each_component(operand, &mut |register| {
                    registers.entry(register).or_default().writes.push(pc)
                });
            }
        }
    }
    let mut pressure = Pressure::new(last);
    let mut ranges = LiveRanges::new(blocks, *budget);
    for (register, accesses) in registers {
        if !accesses.reads.is_empty() {
            pressure.add(&ranges.of(register, &accesses)?.segments, 1, false);
        }
    }
    *budget = ranges.left();
    Some(pressure.most())
}

fn each_read(operand: &Operand, depth: usize, visit: &mut dyn FnMut(u32)) {
    each_component(operand, visit);
    each_index(operand, depth, visit);
}

fn each_index(operand: &Operand, depth: usize, visit: &mut dyn FnMut(u32)) {
    if depth > DEEPEST {
        return;
    }
    for inner in operand.indices.iter().filter_map(Index::relative) {
        each_read(inner, depth + 1, visit);
    }
}

/// The components of a temporary register that an operand names, each as a number.
fn each_component(operand: &Operand, visit: &mut dyn FnMut(u32)) {
    let Some(register) = operand.number().filter(|_| operand.kind() == RegisterKind::TEMP) else { return };
    let mask = match operand.components() {
        Components::Mask(mask) => mask,
        Components::Swizzle(swizzle) => {
            swizzle.into_iter().fold(0, |mask, component| mask | 1 << (component & 3))
        }
        Components::Select(component) => 1 << (component & 3),
        Components::None | Components::One | Components::Unknown => 0,
    };
    for component in (0..4).filter(|component| mask >> component & 1 != 0) {
        visit(register.wrapping_mul(4).wrapping_add(component));
    }
}

/// How much is live at each point of a function.
struct Pressure {
    /// What comes and goes: words, and those of them in long vectors.
    changes: Vec<(i64, i64)>,
}

impl Pressure {
    fn new(end: u32) -> Self {
        Self { changes: vec![(0, 0); usize::try_from(end).map_or(0, |end| 2 * end + 2)] }
    }

    fn add(&mut self, segments: &[(u32, u32)], words: u64, is_long: bool) {
        let words = i64::try_from(words).unwrap_or(i64::MAX >> 32).min(i64::MAX >> 32);
        for (start, end) in segments {
            for (point, change) in [(*start, words), (*end, -words)] {
                if let Some(known) = usize::try_from(point).ok().and_then(|point| self.changes.get_mut(point))
                {
                    known.0 += change;
                    known.1 += if is_long { change } else { 0 };
                }
            }
        }
    }

    fn most(&self) -> Live {
        let mut live = (0_i64, 0_i64);
        let points = self.changes.iter().map(|change| {
            live = (live.0 + change.0, live.1 + change.1);
            let [words, in_long_vectors] = [live.0, live.1].map(|words| u64::try_from(words).unwrap_or(0));
            Live { words, in_long_vectors }
        });
        points.max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Live, of_module};

    #[test]
    fn long_vectors_are_told_apart() {
        let function = |length: u32| {
            format!(
                "define float @f(<{length} x float> %a, float %b) {{
                 %1 = fadd float %b, %b
                 %2 = fadd <{length} x float> %a, %a
                 %3 = extractelement <{length} x float> %2, i32 0
                 %4 = fadd float %3, %1
                 ret float %4
                 }}"
            )
        };
        for (length, in_long_vectors) in [(4, 0), (5, 5), (1024, 1024)] {
            let module = dxil_text::parse(function(length).as_bytes()).ok();
            let live = module.as_ref().and_then(of_module);
            assert_eq!(live, Some(Live { words: u64::from(length) + 1, in_long_vectors }), "{length}");
        }
    }
}
