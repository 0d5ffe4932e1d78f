//! An edited module in the orders of the one that it was edited from. Separate because only here two modules meet:
//! the one that was stored, and what somebody made of its text.
//!
//! Text says nothing of the orders in which bitcode stores things, nor of things that nothing refers to. Both are taken
//! from the module that was edited, so that where little was changed, little is written otherwise.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::arena::IdSet;
use az::SaturatingAs as _;
use bstr::BString;

use super::canonical;
use crate::encoding::{Encoding, FunctionEncoding, UseList};
use crate::function::Local;
use crate::module_mapping::{Pairing, Unmatched};
use crate::{Body, ConstantId, GlobalId, InstructionId, Module, TypeId, Types, Value, ValueKind};

/// Gives a module the orders in which the module was stored that it was edited from, and what that one has besides
/// although nothing refers to it. What the edit brought comes behind, or in the place of what it was made from. Where
/// the original remembers no orders, neither does the edited module.
pub fn keep_orders(edited: &mut Module, original: &Module) {
    edited.forget_encoding();
    let Some(stored) = &original.encoding else { return };
    let is_same = original.difference(edited).is_none();
    let old = canonical::orders(original);
    let new = canonical::orders(edited);
    let mut pairing = Pairing::new(original, edited, [&old, &new], Unmatched::Pair);
    let encoding =
        Encoding {
            types: order(&stored.types, &old.types, &new.types, |id, is_referred| match is_referred {
                true => pairing.ty(id),
                false => pairing.import_type(edited, id),
            }),
            attribute_groups: order(
                &stored.attribute_groups,
                &old.attribute_groups,
                &new.attribute_groups,
                |id, is_referred| match is_referred {
                    true => pairing.attribute_group(id),
                    false => pairing.import_attribute_group(edited, id),
                },
            ),
            attribute_lists: order(
                &stored.attribute_lists,
                &old.attribute_lists,
                &new.attribute_lists,
                |id, is_referred| match is_referred {
                    true => pairing.attribute_list(edited, id),
                    false => pairing.import_attribute_list(edited, id),
                },
            ),
            metadata: order(&stored.metadata, &old.metadata, &new.metadata, |id, is_referred| {
                match is_referred {
                    true => pairing.metadata(id),
                    false => pairing.import_metadata(edited, id),
                }
            }),
            kinds_come_first: stored.kinds_come_first,
            ..Encoding::default()
        };
    let encoding = Encoding { types: parts_first(&edited.types, &encoding.types), ..encoding };
    let mut constants = Constants { edited, pairing: &mut pairing, types: set(&encoding.types) };
    let of_module = constants.order(&stored.constants, &old.constants, &new.constants, &HashSet::new());
    let in_module = set(&of_module);
    let mut functions = crate::arena::IdMap::<GlobalId, FunctionEncoding>::new();
    for (id, _, _) in original.bodies() {
        let Some(partner) = constants.pairing.global(id) else { continue };
        let (stored, old, new) = (&stored.functions[id], &old.functions[id], &new.functions[partner]);
        functions[partner] = FunctionEncoding {
            constants: constants.order(&stored.constants, &old.constants, &new.constants, &in_module),
            local_metadata: new.local_metadata.clone(),
            use_lists: Vec::new(),
        };
    }
    let mut encoding = Encoding { constants: of_module, functions, ..encoding };
    keep_metadata_kinds(edited, original);
    keep_fast_flags(edited, original, &pairing);
    if is_same {
        // A use that came or went makes an order of uses meaningless.
        keep_use_lists(&mut encoding, edited, original, &pairing);
    }
    encoding.known = edited.known();
    edited.encoding = Some(encoding);
}

/// Which things of a module are which of another one, by their content.
pub fn pairing<'m>(from: &'m Module, into: &mut Module) -> Pairing<'m> {
    // The orders of the other module are only for unmatched entities.
    Pairing::new(from, into, [&canonical::orders(from), &Encoding::default()], Unmatched::Leave)
}

fn set<K: Copy + Eq + Hash>(ids: &[K]) -> HashSet<K> {
    ids.iter().copied().collect()
}

/// The stored order in the ids of the edited module, and behind it what is new. `partner` is asked what each thing
/// became, and is told whether anything referred to it: what was referred to and has no partner was taken out by the
/// edit.
fn order<K: Copy + Eq + Hash>(
    stored: &[K],
    old: &[K],
    new: &[K],
    mut partner: impl FnMut(K, bool) -> Option<K>,
) -> Vec<K> {
    let old = set(old);
    let mut order: Vec<K> = stored.iter().filter_map(|id| partner(*id, old.contains(id))).collect();
    let known = set(&order);
    order.extend(new.iter().filter(|id| !known.contains(id)));
    order
}

/// The order with the parts of each type before it: only structures with names may be referred to before they are
/// defined.
fn parts_first(types: &Types, wanted: &[TypeId]) -> Vec<TypeId> {
    let (mut order, mut is_met) = (Vec::with_capacity(wanted.len()), IdSet::new());
    let mut stack = Vec::new();
    for id in wanted {
        if is_met.insert(*id) {
            stack.push((*id, 0));
        }
        while let Some((id, index)) = stack.last_mut() {
            let part = types.part(*id, *index);
            *index += 1;
            match part {
                Some(part) if types.named(part).is_none() && is_met.insert(part) => stack.push((part, 0)),
                Some(_) => {}
                None => {
                    order.push(*id);
                    stack.pop();
                }
            }
        }
    }
    order
}

/// Orders of constants: a new one takes the place of one of its type that is not referred to any more.
struct Constants<'p, 'm> {
    edited: &'p mut Module,
    pairing: &'p mut Pairing<'m>,
    /// The types that are written.
    types: HashSet<TypeId>,
}

impl Constants<'_, '_> {
    fn order(
        &mut self,
        stored: &[ConstantId],
        old: &[ConstantId],
        new: &[ConstantId],
        elsewhere: &HashSet<ConstantId>,
    ) -> Vec<ConstantId> {
        let (was_referred, is_referred) = (set(old), set(new));
        // Each place with the type of what stood there, and what stands there now.
        let mut places = Vec::new();
        for id in stored {
            let Some(constant) = self.pairing.import_constant(self.edited, *id) else { continue };
            let Some(ty) = self.edited.constants.get(constant).map(|constant| constant.ty) else { continue };
            if self.types.contains(&ty) {
                let stays = !was_referred.contains(id) || is_referred.contains(&constant);
                places.push((ty, stays.then_some(constant)));
            }
        }
        let known: HashSet<_> = places.iter().filter_map(|(_, constant)| *constant).collect();
        let mut free = HashMap::<TypeId, Vec<usize>>::new();
        for (index, (ty, _)) in places.iter().enumerate().rev().filter(|(_, place)| place.1.is_none()) {
            free.entry(*ty).or_default().push(index);
        }
        for id in new.iter().filter(|id| !known.contains(id) && !elsewhere.contains(id)) {
            let Some(ty) = self.edited.constants.get(*id).map(|constant| constant.ty) else { continue };
            let place = free.get_mut(&ty).and_then(Vec::pop).and_then(|index| places.get_mut(index));
            match place {
                Some((_, constant)) => *constant = Some(*id),
                None => places.push((ty, Some(*id))),
            }
        }
        places.into_iter().filter_map(|(_, constant)| constant).collect()
    }
}

/// The kinds of metadata with the numbers they had, those that nothing uses too; new ones that are used come behind.
fn keep_metadata_kinds(edited: &mut Module, original: &Module) {
    let mut kinds = original.metadata_kinds.clone();
    let names = std::mem::take(&mut edited.metadata_kinds);
    let mut known: HashMap<BString, u32> = kinds.iter().cloned().zip(0..).collect();
    let mut renumber = |kind: &mut u32| {
        let Some(name) = usize::try_from(*kind).ok().and_then(|kind| names.get(kind)) else { return };
        *kind = *known.entry(name.clone()).or_insert_with(|| {
            kinds.push(name.clone());
            (kinds.len() - 1).saturating_as::<u32>()
        });
    };
    for body in edited.globals.values_mut().filter_map(|global| global.body_mut()) {
        body.metadata.iter_mut().for_each(|(kind, _)| renumber(kind));
        body.attachments.iter_mut().for_each(|(_, kind, _)| renumber(kind));
    }
    edited.metadata_kinds = kinds;
}

/// The bits of instructions that text calls `fast`, which may or may not say all that this implies: those of all such
/// instructions of the original where they agree, else of the instruction at the same place.
fn keep_fast_flags(edited: &mut Module, original: &Module, pairing: &Pairing<'_>) {
    let of_original = || original.bodies().flat_map(|(_, _, body)| body.in_order());
    let fast = of_original().filter(|(_, _, instruction)| instruction.is_fast(&original.types));
    let mut stored = fast.map(|(_, _, instruction)| instruction.flags);
    let common = stored.next().filter(|first| stored.all(|flags| flags == *first));
    let Module { types, globals, .. } = edited;
    if let Some(flags) = common {
        for body in globals.values_mut().filter_map(|global| global.body_mut()) {
            for instruction in body.instructions.values_mut() {
                if instruction.is_fast(types) {
                    instruction.flags = flags;
                }
            }
        }
        return;
    }
    for (id, _, old) in original.bodies() {
        let partner = pairing.global(id).and_then(|id| globals.get_mut(id));
        let Some(new) = partner.and_then(|global| global.body_mut()) else { continue };
        let ids: Vec<InstructionId> = new.in_order().map(|(_, id, _)| id).collect();
        for ((_, _, old), id) in old.in_order().zip(ids) {
            if old.is_fast(&original.types)
                && let Some(new) = new.instructions.get_mut(id)
                && new.is_fast(types)
            {
                new.flags = old.flags;
            }
        }
    }
}

/// The orders of uses, of modules that are the same program.
fn keep_use_lists(encoding: &mut Encoding, edited: &Module, original: &Module, pairing: &Pairing<'_>) {
    let Some(stored) = &original.encoding else { return };
    let global = |list: &UseList| match list.of {
        Local::Value(value) => match value.kind() {
            ValueKind::Global(id) => {
                Some(UseList { of: Value::from(pairing.global(id)?).into(), ..list.clone() })
            }
            ValueKind::Constant(id) => {
                Some(UseList { of: Value::from(pairing.constant(id)?).into(), ..list.clone() })
            }
            ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => None,
        },
        Local::Block(_) => None,
    };
    encoding.use_lists = stored.use_lists.iter().filter_map(global).collect();
    for (id, _, old) in original.bodies() {
        let lists = &stored.functions[id].use_lists;
        let Some((partner, new)) = pairing
            .global(id)
            .filter(|_| !lists.is_empty())
            .and_then(|id| Some((id, edited.globals.get(id)?.body()?)))
        else {
            continue;
        };
        let places = places(old, new);
        let local = |list: &UseList| match places.get(&list.of) {
            Some(of) => Some(UseList { of: *of, ..list.clone() }),
            None => match list.of {
                Local::Value(value) if matches!(value.kind(), ValueKind::Argument(_)) => Some(list.clone()),
                Local::Value(_) | Local::Block(_) => global(list),
            },
        };
        encoding.functions[partner].use_lists = lists.iter().filter_map(local).collect();
    }
}

/// Blocks and instructions of one body by those at the same places of another.
fn places(old: &Body, new: &Body) -> HashMap<Local, Local> {
    let instructions =
        |body: &Body| -> Vec<Local> { body.in_order().map(|(_, id, _)| Local::Value(id.into())).collect() };
    let blocks = |body: &Body| -> Vec<Local> { body.layout.iter().copied().map(Local::Block).collect() };
    let pairs = instructions(old).into_iter().zip(instructions(new));
    pairs.chain(blocks(old).into_iter().zip(blocks(new))).collect()
}
