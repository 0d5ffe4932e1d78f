//! Places in the source, and what else is attached to instructions and functions.

use crate::arena::Id as _;

use super::body::{Facts, Here};
use super::rule::Rule;
use super::show;
use super::type_facts::{bits, is_pointer};
use super::verifier::MetadataKind;
use super::{IrPlace, Verifier};
use crate::constants::ConstantKind;
use crate::generated::bitcode::metadata as code;
use crate::metadata::Metadata;
use crate::{Dialect, Global, Instruction, MetadataId, Op, Type, TypeId, ValueKind};

impl<'m> Verifier<'m> {
    /// Where an instruction comes from. What several have in common is looked at once.
    pub(super) fn location(&mut self, here: Here<'_, 'm>, instruction: &Instruction) {
        let Some(id) = instruction.location.expand() else { return };
        let facts = here.facts;
        if self.locations.get(id.index()) == Some(&facts.function) {
            return;
        }
        let Some(location) = facts.body.location(id) else {
            self.find(Rule::Location, format_args!("undefined {id}"));
            return;
        };
        if id.index() >= self.locations.len() {
            // Another function than that at hand stands for none.
            let none = crate::GlobalId::from_u32(u32::MAX - 1);
            self.locations.resize(id.index() + 1, none);
        }
        if let Some(entry) = self.locations.get_mut(id.index()) {
            *entry = facts.function;
        }
        let Some(scope) = location.scope.expand() else {
            self.find(Rule::Location, format_args!("debug location has no scope"));
            return;
        };
        if !self.is_there(scope) {
            return;
        }
        expect!(
            self,
            self.is_local_scope(scope),
            Rule::Location,
            "debug location has scope {scope}, which is not in a subprogram"
        );
        if let Some(inlined_at) = location.inlined_at.expand().filter(|id| self.is_there(*id)) {
            expect!(
                self,
                self.is_node(inlined_at, code::LOCATION),
                Rule::Location,
                "inlinedAt refers to {inlined_at}, expected a DILocation"
            );
        }
    }

    pub(super) fn attachments(&mut self, facts: &Facts<'m>, global: &Global) {
        self.at = IrPlace::Global(facts.function);
        let mut subprogram = None;
        for (kind, node) in &facts.body.metadata {
            let found = self.attached(*kind, *node);
            self.debug_of_global(global, found, *node);
            if found == Some(MetadataKind::Location) {
                self.described(facts, *node, &mut subprogram);
            }
        }
        for (id, kind, node) in &facts.body.attachments {
            self.at = facts.instruction_place(*id);
            let instruction = facts.body.instructions.get(*id).filter(|_| facts.place(*id).is_some());
            let Some(instruction) = instruction else {
                let message = format_args!("{id} has attached metadata, but is in no basic block");
                self.find(Rule::NoSuchInstruction, message);
                continue;
            };
            match self.attached(*kind, *node) {
                None | Some(MetadataKind::Other) => {}
                Some(MetadataKind::Location) => {
                    expect!(
                        self,
                        self.is_node(*node, code::LOCATION),
                        Rule::Location,
                        "!dbg refers to {node}, expected a DILocation"
                    );
                }
                Some(kind) => self.attachment(instruction, kind, *node),
            }
        }
    }

    /// A subprogram describes one function, which has no other: without that, LLVM drops all debug information.
    fn described(&mut self, facts: &Facts<'m>, node: MetadataId, subprogram: &mut Option<MetadataId>) {
        if self.module.dialect == Dialect::Dxil37 || !self.is_node(node, code::SUBPROGRAM) {
            return;
        }
        let is_distinct =
            matches!(self.module.metadata.get(node), Some(Metadata::Node { is_distinct: true, .. }));
        expect!(self, is_distinct, Rule::AttachmentForm, "!dbg refers to {node}, which is not distinct");
        let first = *self.debug.described.entry(node).or_insert(facts.function);
        expect!(
            self,
            first == facts.function,
            Rule::AttachmentForm,
            "!dbg refers to {node}, which is already attached to {first}"
        );
        expect!(
            self,
            subprogram.replace(node).is_none(),
            Rule::AttachmentForm,
            "!dbg refers to {node}, but an earlier !dbg refers to another subprogram"
        );
    }

    /// The kind of metadata, if that and the metadata are there.
    pub(super) fn attached(&mut self, kind: u32, node: MetadataId) -> Option<MetadataKind> {
        let known = usize::try_from(kind).ok().and_then(|kind| self.kinds.get(kind)).copied();
        expect!(
            self,
            known.is_some(),
            Rule::Attachment,
            "attached metadata has kind {kind}, which has no name"
        );
        let exists = self.is_there(node);
        let fits = exists
            && expect!(
                self,
                self.is_list_or_node(node),
                Rule::Attachment,
                "attached {node} is a string or a value, expected a metadata node"
            );
        known.filter(|_| fits)
    }

    fn attachment(&mut self, instruction: &Instruction, kind: MetadataKind, node: MetadataId) {
        let module = self.module;
        let types = &module.types;
        let ty = instruction.ty;
        let is_load = matches!(instruction.op, Op::Load(..));
        let (fits, expected) = match kind {
            MetadataKind::Accuracy => (
                types.is_float(ty) && self.is_accuracy(node),
                "a positive floating-point accuracy on a floating-point result",
            ),
            MetadataKind::NotNull => (is_load && is_pointer(types, ty), "a load of a pointer"),
            MetadataKind::Dereferenceable => {
                (is_load && is_pointer(types, ty) && self.is_size(node), "an i64 of a load of a pointer")
            }
            MetadataKind::Range => {
                let gives = is_load || matches!(instruction.op, Op::Call { .. });
                (gives && self.are_ranges(node, ty), "ranges of integers of a load or a call, in order")
            }
            MetadataKind::Location | MetadataKind::Other => return,
        };
        expect!(
            self,
            fits,
            Rule::AttachmentForm,
            "{node} is attached to an instruction with result type {}, expected {expected}",
            show::ty(module, ty)
        );
    }

    /// The only value of a list.
    fn only(&self, node: MetadataId) -> Option<(TypeId, &'m ConstantKind)> {
        let mut list = self.list(node)?;
        let id = list.next().flatten().filter(|_| list.len() == 0)?;
        drop(list);
        let ValueKind::Constant(id) = self.value_of(id)?.kind() else { return None };
        let constant = self.module.constants.get(id)?;
        Some((constant.ty, &constant.kind))
    }

    fn is_accuracy(&self, node: MetadataId) -> bool {
        let Some((ty, ConstantKind::Float(number))) = self.only(node) else { return false };
        let width = bits(&self.module.types, ty);
        width > 0 && width <= 64 && *number != 0 && *number >> (width - 1) == 0
    }

    fn is_size(&self, node: MetadataId) -> bool {
        let only = self.only(node);
        only.is_some_and(|(ty, kind)| {
            self.module.types.get(ty) == Some(&Type::Integer(64))
                && matches!(kind, ConstantKind::Integer(_) | ConstantKind::Null)
        })
    }

    /// Whether a list has ranges of integers of a type. Looked at once, as many instructions may have the same.
    fn are_ranges(&mut self, node: MetadataId, ty: TypeId) -> bool {
        match self.ranges.get(&(node, ty)) {
            Some(known) => *known,
            // Those of more than 64 bits are not told apart.
            None if bits(&self.module.types, ty) > 64 => true,
            None => {
                let fits = self.ranges_of(node, ty).is_some_and(|(ranges, width)| are_apart(&ranges, width));
                self.ranges.insert((node, ty), fits);
                fits
            }
        }
    }

    fn ranges_of(&self, node: MetadataId, ty: TypeId) -> Option<(Vec<(i128, i128)>, u32)> {
        let module = self.module;
        let Some(Type::Integer(width)) = module.types.get(ty) else { return None };
        let number = |id: Option<MetadataId>| {
            let ValueKind::Constant(id) = self.value_of(id?)?.kind() else { return None };
            let constant = module.constants.get(id).filter(|constant| constant.ty == ty)?;
            constant.kind.integer().map(i128::from)
        };
        let mut list = self.list(node)?;
        let mut ranges = Vec::with_capacity(list.len() / 2);
        while let Some(low) = list.next() {
            ranges.push((number(low)?, number(list.next()?)?));
        }
        Some((ranges, *width)).filter(|(ranges, _)| !ranges.is_empty())
    }
}

/// Whether ranges, each of which may go on at the other end, have gaps between them and begin in order.
fn are_apart(ranges: &[(i128, i128)], width: u32) -> bool {
    let all = 1_i128 << width;
    let between = |from: i128, to: i128| (to - from).rem_euclid(all);
    let signed = |number: i128| (number + all / 2).rem_euclid(all);
    let apart = |(low, high): (i128, i128), (next, end): (i128, i128)| {
        between(low, next) > between(low, high) && between(next, low) > between(next, end)
    };
    let pairs = || ranges.windows(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)));
    let ends = ranges.first().zip(ranges.last()).filter(|_| ranges.len() > 2);
    ranges.iter().all(|(low, high)| between(*low, *high) != 0)
        && pairs().all(|(one, other)| signed(one.0) < signed(other.0))
        && pairs().chain(ends.map(|(one, other)| (*one, *other))).all(|(one, other)| apart(one, other))
}
