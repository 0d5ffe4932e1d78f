//! The opposite of taking vectors apart, for tests: scalars of a function are put into vectors, which go through phis,
//! arithmetic, selects, shuffles, casts and memory, by indices that are not known too, before the scalars are taken out
//! again.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::uses::Use;
use dxil_ir::{
    Alignment, BinaryOp, CastOp, GlobalId, InstructionId, Module, Op, Type, TypeId, Value, ValueKind,
};
use testkit::random::Random;

/// Vectorizes phis, operations and values of a function at random; says how many.
pub(crate) fn vectorize(module: &mut Module, function: GlobalId, random: &mut Random) -> usize {
    let mut editor = Editor::new(module, function).unwrap();
    let mut count = 0;
    let all = editor.all_instructions();
    for id in &all {
        if matches!(editor.op(*id), Some(Op::Phi(..))) && is_number(&editor, *id) && random.below(2) == 0 {
            vectorize_phi(&mut editor, *id, random);
            count += 1;
        }
    }
    for id in all {
        if editor.op(id).is_none() || !is_number(&editor, id) || random.below(3) > 0 {
            continue;
        }
        count += usize::from(match random.below(3) {
            0 => vectorize_operation(&mut editor, id, random),
            _ => pass_through(&mut editor, id, random),
        });
    }
    drop(editor);
    count
}

/// Whether an instruction gives a number.
fn is_number(editor: &Editor<'_>, id: InstructionId) -> bool {
    is_of_number(editor, id.into())
}

fn is_of_number(editor: &Editor<'_>, value: Value) -> bool {
    let ty = editor.type_of(value).unwrap();
    let types = &editor.context().types;
    matches!(types.get(ty), Some(Type::Integer(1 | 16 | 32 | 64) | Type::Half | Type::Float | Type::Double))
}

/// A vector with a value in some lane, and around it the value, something else of its type, or nothing.
fn pack(editor: &mut Editor<'_>, value: Value, lane: u64, length: u64, random: &mut Random) -> Value {
    let ty = editor.type_of(value).unwrap();
    let vector = editor.module().types.vector(ty, length);
    let mut whole = editor.undef(vector);
    for other in 0..length {
        if other == lane {
            whole = put(editor, whole, value, lane);
        } else if random.below(2) == 0 {
            let filler = if random.below(2) == 0 { value } else { editor.module().null(ty) };
            whole = put(editor, whole, filler, other);
        }
    }
    whole
}

/// A vector with a value in every lane.
fn splat(editor: &mut Editor<'_>, value: Value, length: u64) -> Value {
    let ty = editor.type_of(value).unwrap();
    let types = &mut editor.module().types;
    let (vector, i32) = (types.vector(ty, length), types.int(32));
    let mask = types.vector(i32, length);
    let undef = editor.undef(vector);
    let first = put(editor, undef, value, 0);
    let mask = editor.module().null(mask);
    editor.add(Op::ShuffleVector([first, undef, mask]), vector).into()
}

fn put(editor: &mut Editor<'_>, whole: Value, value: Value, lane: u64) -> Value {
    let index = number(editor, lane);
    editor.insert_element(whole, value, index).unwrap()
}

fn take(editor: &mut Editor<'_>, whole: Value, lane: u64) -> Value {
    let index = number(editor, lane);
    editor.extract_element(whole, index).unwrap()
}

fn number(editor: &mut Editor<'_>, number: u64) -> Value {
    let i32 = editor.module().types.int(32);
    editor.int(i32, number as i64)
}

fn vectorize_phi(editor: &mut Editor<'_>, phi: InstructionId, random: &mut Random) {
    let (length, block) = (2 + random.below(3) as u64, editor.block_of(phi).unwrap());
    let lane = random.below(length as usize) as u64;
    let ty = editor.type_of(phi.into()).unwrap();
    let vector = editor.module().types.vector(ty, length);
    let mut incoming = editor.incoming(phi);
    incoming.sort();
    incoming.dedup();
    let mut packed = Vec::new();
    for (from, value) in incoming {
        editor.go_to(Position::End(from)).unwrap();
        packed.push((from, pack(editor, value, lane, length, random)));
    }
    editor.go_to(Position::Before(phi)).unwrap();
    let vector = editor.add_phi(block, vector, &packed).unwrap();
    editor.go_to(Position::Start(block)).unwrap();
    let value = take(editor, vector.into(), lane);
    editor.replace_and_erase(phi, value).unwrap();
}

/// Computes a lane instead of a scalar.
fn vectorize_operation(editor: &mut Editor<'_>, id: InstructionId, random: &mut Random) -> bool {
    let data = editor.instruction(id).unwrap().clone();
    let are_numbers = editor.operands(id).iter().all(|operand| is_of_number(editor, *operand));
    if !are_numbers
        || !matches!(data.op, Op::Binary { .. } | Op::Compare { .. } | Op::Select(_) | Op::Cast(..))
    {
        return false;
    }
    let length = 2 + random.below(3) as u64;
    let lane = random.below(length as usize) as u64;
    editor.go_to(Position::Before(id)).unwrap();
    let is_division = matches!(
        data.op,
        Op::Binary { op: BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, .. }
    );
    let mut operands = editor.operands(id);
    let keeps_condition = matches!(data.op, Op::Select(_)) && random.below(2) == 0;
    for operand in operands.iter_mut().skip(usize::from(keeps_condition)) {
        *operand = match is_division || random.below(2) == 0 {
            true => splat(editor, *operand, length),
            false => pack(editor, *operand, lane, length, random),
        };
    }
    let op = match (&data.op, &operands[..]) {
        (Op::Binary { op, .. }, [first, second]) => Op::Binary { op: *op, operands: [*first, *second] },
        (Op::Compare { predicate, .. }, [first, second]) => {
            Op::Compare { predicate: *predicate, operands: [*first, *second] }
        }
        (Op::Select(_), [condition, first, second]) => Op::Select([*condition, *first, *second]),
        (Op::Cast(op, _), [value]) => Op::Cast(*op, *value),
        _ => return false,
    };
    let vector = editor.module().types.vector(data.ty, length);
    let whole: Value = editor.add(op, vector).into();
    editor.set_flags(whole, data.flags);
    let value = take(editor, whole, lane);
    editor.replace_and_erase(id, value).unwrap();
    true
}

/// Passes a value through vectors before others use it.
fn pass_through(editor: &mut Editor<'_>, id: InstructionId, random: &mut Random) -> bool {
    if matches!(editor.op(id), Some(Op::Phi(..))) {
        return false;
    }
    let uses: Vec<Use> = editor.uses(id.into()).collect();
    editor.go_to(Position::After(id)).unwrap();
    let value = Value::from(id);
    let ty = editor.type_of(value).unwrap();
    let bits = match editor.context().types.get(ty) {
        Some(Type::Integer(bits)) => *bits,
        Some(Type::Half) => 16,
        Some(Type::Float) => 32,
        _ => 64,
    };
    let length = 2 + random.below(3) as u64;
    let lane = random.below(length as usize) as u64;
    let way = random.below(if bits == 1 { 2 } else { 6 });
    let new = match way {
        0 => reversed(editor, value, lane, length, random),
        1 => by_index(editor, value, length, random),
        2 => through_memory(editor, value, lane, length, random),
        3 => through_array(editor, value, random),
        4 if bits >= 32 => in_halves(editor, value, bits),
        _ => as_one(editor, value, bits, random),
    };
    for Use { instruction, operand } in uses {
        // A phi has one value for a block.
        if editor.operands(instruction)[operand as usize] == value {
            editor.set_operand(instruction, operand, new).unwrap();
        }
    }
    true
}

fn reversed(editor: &mut Editor<'_>, value: Value, lane: u64, length: u64, random: &mut Random) -> Value {
    let whole = pack(editor, value, lane, length, random);
    let vector = editor.type_of(whole).unwrap();
    let i32 = editor.module().types.int(32);
    let places: Vec<Value> = (0..length).rev().map(|place| editor.int(i32, place as i64)).collect();
    let mask = editor.module().types.vector(i32, length);
    let kind = dxil_ir::constants::ConstantKind::Aggregate(places.into());
    let mask = editor.module().constant(mask, kind);
    let undef = editor.undef(vector);
    let turned: Value = editor.add(Op::ShuffleVector([whole, undef, mask]), vector).into();
    take(editor, turned, length - 1 - lane)
}

/// Some index below 4 that nobody knows.
fn any_index(editor: &mut Editor<'_>, value: Value) -> Value {
    let i32 = editor.module().types.int(32);
    let ty = editor.type_of(value).unwrap();
    let index = match editor.context().types.get(ty) {
        Some(Type::Integer(32)) => value,
        Some(Type::Integer(1)) => editor.cast(CastOp::ZExt, value, i32),
        Some(Type::Integer(16)) => editor.cast(CastOp::SExt, value, i32),
        Some(Type::Integer(_)) => editor.cast(CastOp::Trunc, value, i32),
        Some(Type::Float) => editor.cast(CastOp::Bitcast, value, i32),
        _ => number(editor, 2),
    };
    let three = editor.int(i32, 3);
    editor.binary(BinaryOp::And, index, three)
}

fn by_index(editor: &mut Editor<'_>, value: Value, length: u64, random: &mut Random) -> Value {
    let index = any_index(editor, value);
    if random.below(2) == 0 {
        let whole = splat(editor, value, 4);
        return editor.extract_element(whole, index).unwrap();
    }
    let ty = editor.type_of(value).unwrap();
    let zero = editor.module().null(ty);
    let whole = pack(editor, zero, length - 2, 4, random);
    let whole = editor.insert_element(whole, value, index).unwrap();
    editor.extract_element(whole, index).unwrap()
}

/// Memory of a type, in the entry block.
fn memory(editor: &mut Editor<'_>, ty: TypeId, at: InstructionId) -> Value {
    let entry = editor.entry().unwrap();
    let first = editor.instructions(entry).next().unwrap();
    editor.go_to(Position::Before(first)).unwrap();
    let memory = editor.alloca(ty, Alignment::NATURAL);
    editor.go_to(Position::After(at)).unwrap();
    memory
}

fn through_memory(
    editor: &mut Editor<'_>,
    value: Value,
    lane: u64,
    length: u64,
    random: &mut Random,
) -> Value {
    let ValueKind::Instruction(id) = value.kind() else { return value };
    let ty = editor.type_of(value).unwrap();
    let vector = editor.module().types.vector(ty, length);
    let memory = memory(editor, vector, id);
    let whole = pack(editor, value, lane, length, random);
    editor.store(whole, memory, Alignment::NATURAL);
    let whole = editor.load(vector, memory, Alignment::NATURAL);
    take(editor, whole, lane)
}

/// An array of vectors, written whole and by element, and read at an index that is not known.
fn through_array(editor: &mut Editor<'_>, value: Value, random: &mut Random) -> Value {
    let ValueKind::Instruction(id) = value.kind() else { return value };
    let ty = editor.type_of(value).unwrap();
    let vector = editor.module().types.vector(ty, 4);
    let array = editor.module().types.array(vector, 4);
    let memory = memory(editor, array, id);
    let (row, column) = (any_index(editor, value), number(editor, random.below(4) as u64));
    let zero = number(editor, 0);
    let address = editor.element_pointer(true, array, memory, &[zero, row]).unwrap();
    if random.below(2) == 0 {
        let whole = splat(editor, value, 4);
        editor.store(whole, address, Alignment::NATURAL);
        let whole = editor.load(vector, address, Alignment::NATURAL);
        return editor.extract_element(whole, row).unwrap();
    }
    let element = editor.element_pointer(true, vector, address, &[zero, column]).unwrap();
    editor.store(value, element, Alignment::NATURAL);
    let element = editor.element_pointer(true, array, memory, &[zero, row, column]).unwrap();
    editor.load(ty, element, Alignment::NATURAL)
}

/// As a vector of halves of it, and back.
fn in_halves(editor: &mut Editor<'_>, value: Value, bits: u32) -> Value {
    let ty = editor.type_of(value).unwrap();
    let half = editor.module().types.int(bits / 2);
    let vector = editor.module().types.vector(half, 2);
    let halves = editor.cast(CastOp::Bitcast, value, vector);
    let (low, high) = (take(editor, halves, 0), take(editor, halves, 1));
    let undef = editor.undef(vector);
    let again = put(editor, undef, low, 0);
    let again = put(editor, again, high, 1);
    editor.cast(CastOp::Bitcast, again, ty)
}

/// As a half of something of twice the width, and back.
fn as_one(editor: &mut Editor<'_>, value: Value, bits: u32, random: &mut Random) -> Value {
    if bits > 32 {
        return in_halves(editor, value, bits);
    }
    let ty = editor.type_of(value).unwrap();
    let lane = random.below(2) as u64;
    let zero = editor.module().null(ty);
    let whole = splat(editor, zero, 2);
    let whole = put(editor, whole, value, lane);
    let vector = editor.type_of(whole).unwrap();
    let wide = editor.module().types.int(2 * bits);
    let one = editor.cast(CastOp::Bitcast, whole, wide);
    let whole = editor.cast(CastOp::Bitcast, one, vector);
    take(editor, whole, lane)
}

/// Makes vectors of four of the arrays that groups share, if code points into them by instructions alone; says of how
/// many.
pub(crate) fn vectorize_shared(module: &mut Module) -> usize {
    let mut count = 0;
    for id in module.globals.keys().collect::<Vec<_>>() {
        let global = &module.globals[id];
        let is_shared = module.types.address_space(global.ty) == Some(3) && global.variable().is_some();
        let Some(Type::Array(element, length)) = module.types.get(global.value_type).filter(|_| is_shared)
        else {
            continue;
        };
        let (element, length, old) = (*element, *length, global.value_type);
        let in_constant = module.constants.iter().any(|(_, it)| it.kind.operands().contains(&id.into()));
        if length % 4 > 0
            || in_constant
            || module.types.get(element).is_none_or(|ty| matches!(ty, Type::Array(..)))
        {
            continue;
        }
        let mut functions = module.bodies().map(|(function, ..)| function).collect::<Vec<_>>().into_iter();
        let only_pointed_into = |function: GlobalId, module: &mut Module| {
            let editor = Editor::new(module, function).unwrap();
            let is_fine = |at: Use| {
                matches!(editor.op(at.instruction), Some(Op::ElementPointer { source, .. }) if *source == old)
                    && editor.operands(at.instruction).len() == 3
            };
            let uses: Vec<Use> = editor.uses(id.into()).collect();
            uses.into_iter().all(is_fine)
        };
        if !functions.all(|function| only_pointed_into(function, module)) {
            continue;
        }
        count += 1;
        let vector = module.types.vector(element, 4);
        let array = module.types.array(vector, length / 4);
        let initializer = module.globals[id].variable().unwrap().initializer.map(|_| module.undef(array));
        let name = format!("{}.vectors", module.globals[id].name);
        let new = module.add_variable(&name, array, 3, initializer);
        for function in module.bodies().map(|(function, ..)| function).collect::<Vec<_>>() {
            let mut editor = Editor::new(module, function).unwrap();
            for at in editor.uses(id.into()).collect::<Vec<_>>() {
                let index = editor.operands(at.instruction)[2];
                let ty = editor.type_of(index).unwrap();
                editor.go_to(Position::Before(at.instruction)).unwrap();
                let (zero, four) = (editor.int(ty, 0), editor.int(ty, 4));
                let row = editor.binary(BinaryOp::UDiv, index, four);
                let column = editor.binary(BinaryOp::URem, index, four);
                let row = editor.element_pointer(true, array, new.into(), &[zero, row]).unwrap();
                let address = editor.element_pointer(true, vector, row, &[zero, column]).unwrap();
                editor.replace_and_erase(at.instruction, address).unwrap();
            }
        }
    }
    count
}
