//! What pointers point to: what made them says it, or else those who use them do.

#![expect(clippy::wildcard_enum_match_arm, reason = "what is not named is the same in both dialects")]

use az::SaturatingAs as _;
use bstr::ByteSlice as _;
use hashbrown::HashMap;

use crate::globals::Global;
use crate::{Body, GlobalId, InstructionId, Module, Op, Type, TypeId, Value, ValueKind};

use super::conversion::Conversion;

/// What is asked of a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Type(TypeId),
    /// Several differ.
    Bytes,
}

/// What the pointers of a body point to.
#[derive(Debug, Default)]
pub(super) struct Pointees {
    known: HashMap<Value, TypeId>,
}

impl Pointees {
    /// What a value points to, if that is known.
    pub(super) fn of(&self, value: Value) -> Option<TypeId> {
        self.known.get(&value).copied()
    }
}

/// The types of functions, whose parameters and results point to what bodies and calls say.
pub(super) fn functions(
    conversion: &mut Conversion<'_>,
    ids: &[GlobalId],
    known: &HashMap<(GlobalId, u32), TypeId>,
) -> Vec<(GlobalId, TypeId)> {
    let mut passed: HashMap<(GlobalId, usize), Wanted> = HashMap::new();
    let mut given: HashMap<GlobalId, Wanted> = HashMap::new();
    let mut bodies: HashMap<GlobalId, Pointees> = HashMap::new();
    for id in ids {
        let Some(body) = conversion.module.globals.get(*id).and_then(Global::body) else { continue };
        let pointees = of_body(conversion, body, &HashMap::new());
        for (_, call, instruction) in body.in_order() {
            let Op::Call { callee, arguments, .. } = &instruction.op else { continue };
            let ValueKind::Global(callee) = callee.kind() else { continue };
            for (index, argument) in arguments.as_slice(&body.lists.values).iter().enumerate() {
                let pointee = match argument.kind() {
                    ValueKind::Global(_) | ValueKind::Constant(_) => {
                        conversion.type_of(*argument).and_then(|ty| conversion.module.types.pointee(ty))
                    }
                    _ => pointees.of(*argument),
                };
                if let Some(pointee) = pointee {
                    note(&mut passed, (callee, index), pointee);
                }
            }
            if let Some(pointee) = pointees.of(call.into()) {
                note(&mut given, callee, pointee);
            }
        }
        bodies.insert(*id, pointees);
    }
    let byte = conversion.module.types.int(8);
    let mut found = Vec::new();
    for id in ids {
        let Some(global) = conversion.module.globals.get(*id).filter(|global| global.function().is_some())
        else {
            continue;
        };
        let (name, is_declared) = (global.name.clone(), global.body().is_none());
        let Some(Type::Function { result, parameters, is_variadic }) =
            conversion.module.types.get(global.value_type).cloned()
        else {
            continue;
        };
        let of_name = if is_declared { named_suffix(conversion.module, &name) } else { None };
        let chosen = |wanted: Option<&Wanted>| match wanted {
            Some(Wanted::Type(ty)) => Some(*ty),
            Some(Wanted::Bytes) => Some(byte),
            None => None,
        };
        let typed = |conversion: &mut Conversion<'_>, ty: TypeId, pointee: Option<TypeId>| match conversion
            .module
            .types
            .get(ty)
        {
            Some(Type::Pointer(_, space)) => {
                let space = *space;
                conversion.module.types.pointer(pointee.unwrap_or(byte), space)
            }
            _ => ty,
        };
        let said = known.get(&(*id, u32::MAX)).map(|ty| conversion.ty(*ty));
        let result = typed(conversion, result, said.or(of_name).or(chosen(given.get(id))));
        let mut new = Vec::with_capacity(parameters.len());
        for (index, parameter) in parameters.iter().enumerate() {
            let number = index.saturating_as::<u32>();
            let said = known.get(&(*id, number)).map(|ty| conversion.ty(*ty));
            let inside = bodies.get(id).and_then(|body| body.of(Value::new(ValueKind::Argument(number))));
            let pointee = said.or(inside).or(of_name).or(chosen(passed.get(&(*id, index))));
            new.push(typed(conversion, *parameter, pointee));
        }
        let ty = Type::Function { result, parameters: new.into(), is_variadic };
        found.push((*id, conversion.module.types.intern(ty)));
    }
    found
}

fn note<K: std::hash::Hash + Eq>(all: &mut HashMap<K, Wanted>, key: K, ty: TypeId) {
    let known = all.entry(key).or_insert(Wanted::Type(ty));
    if *known != Wanted::Type(ty) {
        *known = Wanted::Bytes;
    }
}

/// What the pointers of a body point to; `functions` has the types of those that are known.
pub(super) fn of_body(
    conversion: &Conversion<'_>,
    body: &Body,
    functions: &HashMap<GlobalId, TypeId>,
) -> Pointees {
    let mut pointees = Pointees::default();
    let mut wanted: HashMap<Value, Wanted> = HashMap::new();
    let mut joins: Vec<InstructionId> = Vec::new();
    let value_type = |value: Value| match value.kind() {
        ValueKind::Instruction(id) => body.instructions.get(id).map(|made| conversion.ty(made.ty)),
        _ => conversion.type_of(value).map(|ty| conversion.ty(ty)),
    };
    for (_, id, instruction) in body.in_order() {
        let mut want = |pointer: Value, ty: TypeId| note(&mut wanted, pointer, ty);
        match &instruction.op {
            Op::Alloca { element, .. } => {
                pointees.known.insert(id.into(), conversion.ty(*element));
            }
            Op::ElementPointer { source, operands } => {
                let operands = operands.as_slice(&body.lists.values);
                let source = conversion.ty(*source);
                if let Some((base, indices)) = operands.split_first() {
                    want(*base, source);
                    if let Some(ty) = conversion.pointed_into(source, indices.get(1..).unwrap_or_default()) {
                        pointees.known.insert(id.into(), ty);
                    }
                }
            }
            Op::Load(pointer, _) => want(*pointer, conversion.ty(instruction.ty)),
            Op::Store([value, pointer], _) => {
                if let Some(ty) = value_type(*value) {
                    want(*pointer, ty);
                }
            }
            Op::AtomicRmw { operands: [pointer, value], .. }
            | Op::CompareExchange { operands: [pointer, value, _], .. } => {
                if let Some(ty) = value_type(*value) {
                    want(*pointer, ty);
                }
            }
            Op::Phi(..) | Op::Select(_) | Op::Cast(..)
                if conversion.is_pointer(conversion.ty(instruction.ty)) =>
            {
                joins.push(id);
            }
            Op::Call { callee, arguments, .. } => {
                let ValueKind::Global(callee) = callee.kind() else { continue };
                let Some(ty) = functions.get(&callee) else { continue };
                if let Some(Type::Function { result, parameters, .. }) = conversion.module.types.get(*ty) {
                    for (argument, parameter) in arguments.as_slice(&body.lists.values).iter().zip(parameters)
                    {
                        if let Some(pointee) = conversion.module.types.pointee(*parameter) {
                            want(*argument, pointee);
                        }
                    }
                    if let Some(pointee) = conversion.module.types.pointee(*result) {
                        pointees.known.insert(id.into(), pointee);
                    }
                }
            }
            _ => {}
        }
    }
    for (value, wanted) in &wanted {
        if let Wanted::Type(ty) = wanted
            && !matches!(value.kind(), ValueKind::Global(_) | ValueKind::Constant(_))
        {
            pointees.known.entry(*value).or_insert(*ty);
        }
    }
    // What comes together points to what one of it does.
    for _ in 0..2 {
        for id in &joins {
            if pointees.known.contains_key(&Value::from(*id)) {
                continue;
            }
            let Some(instruction) = body.instructions.get(*id) else { continue };
            let mut found = None;
            instruction.op.each_operand(&body.lists, |operand| {
                let of = match operand.kind() {
                    ValueKind::Global(_) => {
                        conversion.type_of(operand).and_then(|ty| conversion.module.types.pointee(ty))
                    }
                    _ => pointees.of(operand),
                };
                found = found.or(of);
            });
            if let Some(ty) = found {
                pointees.known.insert((*id).into(), ty);
            }
        }
    }
    pointees
}

/// Returns the named structure type whose name is a suffix of `name` after a `.`: the name of an operation ends with
/// the name of the structure that it operates on.
fn named_suffix(module: &mut Module, name: &[u8]) -> Option<TypeId> {
    for place in name.find_iter(".") {
        let rest = name.get(place + 1..)?;
        if let Some(ty) = module.types.find_named(rest.as_bstr()) {
            return Some(ty);
        }
    }
    None
}
