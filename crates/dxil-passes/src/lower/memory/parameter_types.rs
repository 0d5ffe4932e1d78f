//! `parameter-types`: what the addresses lead to that functions of a library take, which DXIL's types say and those of
//! today do not. Attributes say it, or the code does.
//!
//! Needs: accesses are of numbers, as [`scalarizer`](crate::transform::scalarizer) leaves them.
//!
//! Holds then: of each parameter of which that can be told, metadata says it as [`upgrade`](crate::upgrade) does.

use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::Editor;
use dxil_ir::{AttributeKind, GlobalId, Module, Op, Type, TypeId, Value, ValueKind};
use hashbrown::HashSet;

use crate::error::{Result, invalid};
use crate::lower::memory::addresses::offset;
use crate::lower::memory::parameter_pointees::{add_parameters, take_parameters};
use crate::lower::state::State;

/// Attributes with the type of what is passed.
const WITH_TYPE: [AttributeKind; 3] =
    [AttributeKind::ByVal, AttributeKind::StructRet, AttributeKind::ElementType];

/// Bits of a word.
const WORD: u32 = 32;

/// Bytes of half a word.
const HALF: u64 = 2;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    if !state.profile.is_library() {
        return Ok(());
    }
    state.note_change();
    let module = &mut state.module;
    let mut known = take_parameters(module);
    let functions: Vec<(GlobalId, Vec<u32>)> =
        module.globals.iter().map(|(id, _)| (id, addresses(module, id))).collect();
    for (function, index) in
        functions.into_iter().flat_map(|(id, all)| all.into_iter().map(move |at| (id, at)))
    {
        if known.contains_key(&(function, index)) {
            continue;
        }
        let ty = match declared_pointee(module, function, index) {
            Some(ty) => Some(ty),
            None => found(module, function, index)?,
        };
        known.extend(ty.map(|ty| ((function, index), ty)));
    }
    add_parameters(module, &known);
    Ok(())
}

/// Which parameters of a function are addresses.
fn addresses(module: &Module, function: GlobalId) -> Vec<u32> {
    let global = module.globals.get(function).filter(|global| global.function().is_some());
    let ty = global.and_then(|global| module.types.get(global.value_type));
    let Some(Type::Function { parameters, .. }) = ty else { return Vec::new() };
    let is_address = |ty: &TypeId| matches!(module.types.get(*ty), Some(Type::Pointer(..)));
    (0..).zip(parameters).filter(|(_, ty)| is_address(ty)).map(|(index, _)| index).collect()
}

/// The attributes of a parameter.
fn attributes(module: &Module, function: GlobalId, index: u32) -> impl Iterator<Item = &Attribute> {
    let list = module.globals.get(function).and_then(|global| global.function()?.attributes);
    let groups = list.and_then(|list| module.attributes.list(list)).unwrap_or_default();
    let groups = groups.iter().filter_map(|group| module.attributes.group(*group));
    groups.filter(move |group| group.slot == Slot::Parameter(index)).flat_map(|group| &group.attributes)
}

/// The type that an attribute says.
pub(in crate::lower) fn declared_pointee(module: &Module, function: GlobalId, index: u32) -> Option<TypeId> {
    attributes(module, function, index).find_map(|attribute| match attribute {
        Attribute::Type(kind, ty) if WITH_TYPE.contains(kind) => Some(*ty),
        _ => None,
    })
}

/// The type that code which reads and writes there has for it: of as many bytes as there are, or a structure, where
/// nobody says how many. Otherwise it is numbers that all of it is read and written as, or words.
fn found(module: &mut Module, function: GlobalId, index: u32) -> Result<Option<TypeId>> {
    let size = attributes(module, function, index).find_map(|attribute| match attribute {
        Attribute::Number(AttributeKind::Dereferenceable, size) => Some(*size),
        _ => None,
    });
    if module.globals.get(function).is_none_or(|global| global.body().is_none()) {
        return Ok(None);
    }
    let mut editor = Editor::new(module, function).map_err(invalid)?;
    let uses = Uses::of(&editor, Value::new(ValueKind::Argument(index)));
    let mut sizes = DataLayout::of(editor.context());
    let is_it = |ty: &&TypeId| match size {
        Some(size) => sizes.size(**ty) == size,
        None => editor.context().types.members(**ty).is_some(),
    };
    if let Some(whole) = uses.taken_for.iter().find(is_it) {
        return Ok(Some(*whole));
    }
    let number = match uses.numbers[..] {
        [number] => number,
        [] => return Ok(None),
        _ => match size.and_then(|size| uses.structure(editor.module(), size)) {
            Some(structure) => return Ok(Some(structure)),
            None => editor.module().types.int(WORD),
        },
    };
    let bytes = DataLayout::of(editor.context()).size(number);
    // Of an array of unknown length it is as many as are named, or one, behind which others are counted.
    let size = size.unwrap_or(uses.last().saturating_add(bytes).checked_next_multiple_of(bytes).unwrap_or(0));
    let count = size.checked_div(bytes).filter(|count| count * bytes == size);
    Ok(count.map(|count| if count == 1 { number } else { editor.module().types.array(number, count) }))
}

/// What is done at an address.
#[derive(Default)]
struct Uses {
    /// What steps from the address itself take for what is there, each once.
    taken_for: Vec<TypeId>,
    /// The numbers that are read and written, each once.
    numbers: Vec<TypeId>,
    /// How many bytes behind the address each of them begins whose place is known.
    places: Vec<(u64, TypeId)>,
    /// Whether there are others.
    has_others: bool,
}

impl Uses {
    fn of(editor: &Editor<'_>, root: Value) -> Self {
        let mut uses = Self::default();
        // Each address, and how many bytes behind the first one it is, where that is known.
        let mut waiting = vec![(root, Some(0_u64))];
        let mut seen: HashSet<Value> = HashSet::new();
        while let Some((address, bytes)) = waiting.pop() {
            for at in editor.uses(address) {
                let user = at.instruction;
                let next = match editor.op(user) {
                    Some(Op::ElementPointer { source, .. }) if at.operand == 0 => {
                        if address == root && !uses.taken_for.contains(source) {
                            uses.taken_for.push(*source);
                        }
                        let indices = editor.operands(user);
                        let step = offset(editor.context(), *source, indices.get(1..).unwrap_or_default());
                        let step = step.filter(|step| step.terms.is_empty());
                        bytes.zip(step).and_then(|(bytes, step)| bytes.checked_add_signed(step.constant))
                    }
                    Some(Op::Cast(..)) => bytes,
                    Some(Op::Phi(..) | Op::Select(_)) => None,
                    Some(Op::Load(..)) => {
                        uses.add(editor, editor.instruction(user).map(|load| load.ty), bytes);
                        continue;
                    }
                    Some(
                        Op::Store([value, _], _)
                        | Op::AtomicRmw { operands: [_, value], .. }
                        | Op::CompareExchange { operands: [_, value, _], .. },
                    ) => {
                        uses.add(editor, editor.type_of(*value).ok(), bytes);
                        continue;
                    }
                    _ => continue,
                };
                if seen.insert(user.into()) {
                    waiting.push((user.into(), next));
                }
            }
        }
        uses
    }

    fn add(&mut self, editor: &Editor<'_>, ty: Option<TypeId>, bytes: Option<u64>) {
        let types = &editor.context().types;
        let Some(number) = ty.map(|ty| types.scalar(ty)) else { return };
        if !types.is_float(number) && !types.is_integer(number) {
            return;
        }
        match bytes.filter(|_| ty == Some(number)) {
            Some(bytes) => self.places.push((bytes, number)),
            None => self.has_others = true,
        }
        if !self.numbers.contains(&number) {
            self.numbers.push(number);
        }
    }

    /// How many bytes behind the address the last number begins.
    fn last(&self) -> u64 {
        self.places.iter().map(|(bytes, _)| *bytes).max().unwrap_or(0)
    }

    /// A structure of so many bytes with all the numbers, which words are not where some are halves of them.
    fn structure(&self, module: &mut Module, size: u64) -> Option<TypeId> {
        let sizes = |module: &Module, ty| DataLayout::of(module).size(ty);
        let has_halves = self.numbers.iter().any(|number| sizes(module, *number) == HALF);
        if self.has_others || !has_halves {
            return None;
        }
        let mut places = self.places.clone();
        places.sort_unstable();
        places.dedup();
        let half = module.types.int(WORD / 2);
        let (mut members, mut end) = (Vec::with_capacity(places.len()), 0);
        for (place, number) in
            places.into_iter().map(|(place, number)| (place, Some(number))).chain([(size, None)])
        {
            let gap = place.checked_sub(end)?;
            if gap > 0 {
                let count = gap.checked_div(HALF).filter(|count| count * HALF == gap)?;
                members.push(module.types.array(half, count));
            }
            members.extend(number);
            end = place.checked_add(number.map_or(0, |number| sizes(module, number)))?;
        }
        Some(module.types.intern(Type::Literal { members: members.into(), is_packed: true }))
    }
}
