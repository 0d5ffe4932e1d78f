//! Bodies side by side: blocks and instructions are the same by their places.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use crate::SyncScope;
use crate::instruction::Access;
use std::collections::HashMap;

use crate::list::List;
use bstr::BStr;

use super::super::function::{DebugLocation, Local};
use super::super::{AttributeListId, Body, DebugLocationId, Instruction, MetadataId, Op, Value};
use super::bodies_by_place::{InBodies, Places};
use super::walk::{Difference, Same, Walk, same};

impl Walk<'_> {
    pub(super) fn bodies(&mut self, our: &Body, their: &Body) -> Same {
        let bodies = InBodies { our, their, ours: Places::of(our), theirs: Places::of(their) };
        let lengths = |body: &Body| -> Vec<usize> {
            body.layout.iter().map(|block| body.instructions_of(*block).len()).collect()
        };
        same(lengths(our) == lengths(their), "the number of instructions per block")?;
        self.attached(&our.metadata, &their.metadata)?;
        let (our_attachments, their_attachments) =
            (our.attachments_by_instruction(), their.attachments_by_instruction());
        for (index, ((_, our_id, our), (_, their_id, their))) in
            our.in_order().zip(their.in_order()).enumerate()
        {
            let (our_records, their_records) = (&bodies.our.debug_records, &bodies.their.debug_records);
            let bundles = same(
                bodies.our.bundles.get(&our_id) == bodies.their.bundles.get(&their_id),
                "the operand bundles",
            );
            bundles
                .and_then(|()| self.instructions(&bodies, our, their))
                .and_then(|()| {
                    self.records(&bodies, our_records.before(our_id), their_records.before(their_id))
                })
                .and_then(|()| self.attached(&our_attachments.of(our_id), &their_attachments.of(their_id)))
                .and_then(|()| self.settle())
                .map_err(|difference| difference.within("instruction", index))?;
        }
        names(&bodies)
    }

    pub(super) fn attached(&mut self, ours: &[(u32, MetadataId)], theirs: &[(u32, MetadataId)]) -> Same {
        same(ours.len() == theirs.len(), "the number of metadata attachments")?;
        // In which order it was attached is no difference: LLVM keeps it by kind.
        let by_kind = |attached: &[(u32, MetadataId)], kinds: &[usize]| {
            let name = |kind: u32| usize::try_from(kind).ok().and_then(|kind| kinds.get(kind).copied());
            let mut named: Vec<_> = attached.iter().map(|(kind, node)| (name(*kind), *node)).collect();
            named.sort_by_key(|(kind, _)| *kind);
            named
        };
        let [our_kinds, their_kinds] = &self.kinds;
        let (ours, theirs) = (by_kind(ours, our_kinds), by_kind(theirs, their_kinds));
        for ((our_kind, our), (their_kind, their)) in ours.into_iter().zip(theirs) {
            same(our_kind == their_kind, "the kind of a metadata attachment")?;
            self.metadata(our, their)?;
        }
        Ok(())
    }

    fn instructions(&mut self, bodies: &InBodies<'_>, our: &Instruction, their: &Instruction) -> Same {
        self.types(our.ty, their.ty)?;
        let flags = (our.implied_flags(&self.our.types), their.implied_flags(&self.their.types));
        same(flags.0 == flags.1, "the flags")?;
        self.operations(bodies, &our.op, &their.op)?;
        let (our_lists, their_lists) = (&bodies.our.lists, &bodies.their.lists);
        let values = |op: &Op, lists| {
            let mut values = Vec::new();
            op.each_operand(lists, |value| values.push(value));
            values
        };
        let (ours, theirs): (Vec<Value>, Vec<Value>) =
            (values(&our.op, our_lists), values(&their.op, their_lists));
        same(ours.len() == theirs.len(), "the number of operands")?;
        ours.iter().zip(theirs).try_for_each(|(our, their)| self.values(*our, their, Some(bodies)))?;
        let ((our_first, our_rest), (their_first, their_rest)) =
            (our.op.blocks(our_lists), their.op.blocks(their_lists));
        let is_same = bodies.same_blocks(our_first, their_first) && bodies.same_blocks(our_rest, their_rest);
        same(is_same, "a referenced block")?;
        self.locations(bodies, our.location.expand(), their.location.expand())
    }

    pub(super) fn locations(
        &mut self,
        bodies: &InBodies<'_>,
        our: Option<DebugLocationId>,
        their: Option<DebugLocationId>,
    ) -> Same {
        let our = our.map(|id| bodies.our.location(id));
        let their = their.map(|id| bodies.their.location(id));
        match (our, their) {
            (None, None) => Ok(()),
            (Some(Some(our)), Some(Some(their))) => {
                same((our.line, our.column) == (their.line, their.column), "the line or column")?;
                let more = |of: &DebugLocation| (of.is_implicit, of.atom_group, of.atom_rank);
                same(more(our) == more(their), "the atom of a location")?;
                self.optional_metadata(our.scope.expand(), their.scope.expand())?;
                self.optional_metadata(our.inlined_at.expand(), their.inlined_at.expand())
            }
            _ => same(false, "the debug location"),
        }
    }

    /// Whether two synchronization scopes are the same: those with names have numbers of their modules.
    fn scopes(&self, our: SyncScope, their: SyncScope) -> bool {
        match (self.our.sync_scope_name(our), self.their.sync_scope_name(their)) {
            (None, None) => our == their,
            (our, their) => our == their,
        }
    }

    /// What two instructions do, apart from their operands.
    fn operations(&mut self, bodies: &InBodies<'_>, our: &Op, their: &Op) -> Same {
        let indices = |our: &List<_>, their: &List<_>| {
            our.as_slice(&bodies.our.lists.indices) == their.as_slice(&bodies.their.lists.indices)
        };
        let is_same = match (our, their) {
            (Op::Binary { op: our, .. }, Op::Binary { op: their, .. }) => our == their,
            (Op::Cast(our, _), Op::Cast(their, _)) => our == their,
            (Op::Compare { predicate: our, .. }, Op::Compare { predicate: their, .. }) => our == their,
            (Op::ExtractValue(_, our), Op::ExtractValue(_, their))
            | (Op::InsertValue(_, our), Op::InsertValue(_, their)) => indices(our, their),
            (
                Op::Call {
                    function_type: our,
                    attributes: our_attributes,
                    calling_convention: a,
                    tail: b,
                    ..
                },
                Op::Call {
                    function_type: their,
                    attributes: their_attributes,
                    calling_convention: c,
                    tail: d,
                    ..
                },
            ) => {
                self.types(*our, *their)?;
                let attributes: [Option<AttributeListId>; 2] =
                    [our_attributes.expand(), their_attributes.expand()];
                self.attributes(attributes[0], attributes[1])?;
                (a, b) == (c, d)
            }
            // These are their operands and blocks.
            (
                Op::Negate(_)
                | Op::Freeze(_)
                | Op::Select(_)
                | Op::ExtractElement(_)
                | Op::InsertElement(_)
                | Op::ShuffleVector(_)
                | Op::VariadicArgument(_)
                | Op::Phi(..)
                | Op::Return(_)
                | Op::Branch(_)
                | Op::ConditionalBranch(..)
                | Op::Switch { .. }
                | Op::Unreachable,
                their,
            ) => std::mem::discriminant(our) == std::mem::discriminant(their),
            // Beside one of another kind.
            (
                Op::Binary { .. }
                | Op::Cast(..)
                | Op::Compare { .. }
                | Op::ExtractValue(..)
                | Op::InsertValue(..)
                | Op::Call { .. },
                _,
            ) => false,
            (
                Op::Alloca { .. }
                | Op::Load(..)
                | Op::Store(..)
                | Op::ElementPointer { .. }
                | Op::CompareExchange { .. }
                | Op::AtomicRmw { .. }
                | Op::Fence(..),
                _,
            ) => self.memory_operations(our, their)?,
        };
        same(is_same, "the operation")
    }

    /// What two instructions do with memory.
    fn memory_operations(&mut self, our: &Op, their: &Op) -> Result<bool, Difference> {
        Ok(match (our, their) {
            (
                Op::Alloca { element: our, alignment: a, is_in_alloca: b, .. },
                Op::Alloca { element: their, alignment: c, is_in_alloca: d, .. },
            ) => {
                self.types(*our, *their)?;
                (a, b) == (c, d)
            }
            (Op::Load(_, our), Op::Load(_, their)) | (Op::Store(_, our), Op::Store(_, their)) => {
                let plain = |access: &Access| (access.alignment, access.is_volatile);
                plain(our) == plain(their)
                    && match (our.atomic, their.atomic) {
                        (None, None) => true,
                        (Some((our, scope)), Some((their, other))) => {
                            our == their && self.scopes(scope, other)
                        }
                        _ => false,
                    }
            }
            (
                Op::ElementPointer { source: our_source, .. },
                Op::ElementPointer { source: their_source, .. },
            ) => {
                self.types(*our_source, *their_source)?;
                true
            }
            (
                Op::CompareExchange {
                    is_volatile: a,
                    is_weak: b,
                    success: c,
                    failure: d,
                    scope,
                    alignment,
                    ..
                },
                Op::CompareExchange {
                    is_volatile: e,
                    is_weak: f,
                    success: g,
                    failure: h,
                    scope: their,
                    alignment: aligned,
                    ..
                },
            ) => (a, b, c, d, alignment) == (e, f, g, h, aligned) && self.scopes(*scope, *their),
            (
                Op::AtomicRmw { op: a, is_volatile: b, ordering: c, scope, alignment, .. },
                Op::AtomicRmw {
                    op: e, is_volatile: f, ordering: g, scope: their, alignment: aligned, ..
                },
            ) => (a, b, c, alignment) == (e, f, g, aligned) && self.scopes(*scope, *their),
            (Op::Fence(our, scope), Op::Fence(their, other)) => our == their && self.scopes(*scope, *other),
            _ => false,
        })
    }
}

fn names(bodies: &InBodies<'_>) -> Same {
    let (ours, theirs) = (placed(bodies.our, &bodies.ours), placed(bodies.their, &bodies.theirs));
    same(bodies.our.names.len() == bodies.their.names.len() && ours == theirs, "a name")
}

fn placed<'b>(body: &'b Body, places: &Places) -> HashMap<Option<Local>, &'b BStr> {
    body.names.iter().map(|(local, name)| (places.local(*local), name.as_ref())).collect()
}
