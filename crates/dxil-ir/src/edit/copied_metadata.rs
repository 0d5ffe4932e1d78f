//! The metadata and the places in the source that copies of instructions have: what is true of what was copied alone is
//! made anew. Separate because nothing else of copying looks at metadata.

use hashbrown::HashMap;

use crate::function::NODE;
use crate::generated::bitcode::metadata as code;
use crate::metadata::{Metadata, MetadataTable, NodeRow, number_of};
use crate::{Body, DebugLocationId, Dialect, InstructionId, MetadataId, Module, Op, ValueKind};

use super::Editor;
use super::node_copies::{NodeCopies, NodeCopy, is_itself};

/// The intrinsic that says where memory of a scope begins not to be an alias.
const SCOPE_DECLARATION: &[u8] = b"llvm.experimental.noalias.scope.decl";

/// What copies have in the place of metadata and places in the source.
pub(super) struct CopiedMetadata {
    inlined_at: Option<MetadataId>,
    locations: HashMap<DebugLocationId, DebugLocationId>,
    /// Places where something was inlined.
    chains: HashMap<MetadataId, MetadataId>,
    scopes: NodeCopies,
    loops: NodeCopies,
    assignments: HashMap<MetadataId, MetadataId>,
}

impl CopiedMetadata {
    pub(super) fn new(inlined_at: Option<MetadataId>) -> Self {
        Self {
            inlined_at,
            locations: HashMap::new(),
            chains: HashMap::new(),
            scopes: NodeCopies::default(),
            loops: NodeCopies::default(),
            assignments: HashMap::new(),
        }
    }

    /// What a copy has attached.
    pub(super) fn attached(&mut self, module: &mut Module, kind: u32, node: MetadataId) -> MetadataId {
        let name = usize::try_from(kind).ok().and_then(|kind| module.metadata_kinds.get(kind));
        match name.map(|name| name.as_slice()) {
            Some(b"alias.scope" | b"noalias") => self.of_scopes(module, node),
            Some(b"llvm.loop") => self.of_loop(module, node),
            Some(b"DIAssignID") => self.of_operand(module, node),
            _ => node,
        }
    }

    /// Scopes, and lists of them: two copies side by side may be aliases of each other.
    pub(super) fn of_scopes(&mut self, module: &mut Module, node: MetadataId) -> MetadataId {
        self.scopes.copy(&mut module.metadata, node, &mut |table, id| match table.get(id) {
            Some(Metadata::Tuple { .. }) if is_itself(table, id) => NodeCopy::Anew,
            Some(Metadata::Tuple { .. }) => NodeCopy::AsOperands,
            Some(Metadata::String(_) | Metadata::Value(..) | Metadata::Node { .. }) | None => {
                NodeCopy::As(id)
            }
        })
    }

    /// What is said of a loop, with the places in the source where it begins and ends.
    fn of_loop(&mut self, module: &mut Module, node: MetadataId) -> MetadataId {
        let Some(call) = self.inlined_at else { return node };
        let (dialect, chains) = (module.dialect, &mut self.chains);
        self.loops.copy(&mut module.metadata, node, &mut |table, id| {
            let metadata = table.get(id);
            match metadata {
                Some(Metadata::Tuple { .. }) => NodeCopy::AsOperands,
                Some(Metadata::Node { .. }) if is_node(metadata, code::LOCATION) => {
                    NodeCopy::As(inlined_chain(table, dialect, id, call, chains))
                }
                Some(Metadata::String(_) | Metadata::Value(..) | Metadata::Node { .. }) | None => {
                    NodeCopy::As(id)
                }
            }
        })
    }

    /// What an instruction or a debug record refers to: what ties a store to a variable is another one in a copy.
    pub(super) fn of_operand(&mut self, module: &mut Module, node: MetadataId) -> MetadataId {
        let metadata = module.metadata.get(node);
        match metadata {
            Some(Metadata::Node { row, .. }) if is_node(metadata, code::ASSIGN_ID) => {
                let known = self.assignments.entry(node);
                *known.or_insert_with(|| module.metadata.add_node(row, true, &[]))
            }
            _ => node,
        }
    }
}

pub(super) fn is_node(metadata: Option<Metadata>, code: u32) -> bool {
    metadata.and_then(Metadata::row).is_some_and(|row| row.code == code)
}

impl Editor<'_> {
    /// Whether an instruction declares scopes of aliases.
    pub(super) fn declares_scopes(&self, id: InstructionId) -> bool {
        let Some(Op::Call { callee, .. }) = self.op(id) else { return false };
        let ValueKind::Global(callee) = callee.kind() else { return false };
        self.module.globals.get(callee).is_some_and(|global| global.name == SCOPE_DECLARATION)
    }

    /// The place in the source that a copy has.
    pub(super) fn copied_location(
        &mut self,
        source: &Body,
        id: DebugLocationId,
        metadata: &mut CopiedMetadata,
    ) -> Option<DebugLocationId> {
        if let Some(known) = metadata.locations.get(&id) {
            return Some(*known);
        }
        let mut location = *source.location(id)?;
        if let Some(call) = metadata.inlined_at {
            let inlined_at = match location.inlined_at.expand() {
                None => call,
                Some(node) => {
                    let Module { metadata: table, dialect, .. } = &mut *self.module;
                    inlined_chain(table, *dialect, node, call, &mut metadata.chains)
                }
            };
            location.inlined_at = inlined_at.into();
        }
        let new = self.body.intern_location(location);
        metadata.locations.insert(id, new);
        Some(new)
    }
}

/// A place where something was inlined, inlined itself at `call`.
fn inlined_chain(
    table: &mut MetadataTable,
    dialect: Dialect,
    node: MetadataId,
    call: MetadataId,
    known: &mut HashMap<MetadataId, MetadataId>,
) -> MetadataId {
    let field = NodeRow::named(dialect, NODE).and_then(|(_, row)| row.field("inlinedAt"));
    let Some(field) = field else { return call };
    let mut chain = Vec::<(MetadataId, u8, bool, Vec<u64>)>::new();
    let mut next = Some(node);
    let mut outer = call;
    while let Some(id) = next {
        if let Some(known) = known.get(&id) {
            outer = *known;
            break;
        }
        let Some(Metadata::Node { row, is_distinct, fields }) = table.get(id) else { break };
        // A circle, which `verify` refuses, ends where it comes back.
        known.insert(id, call);
        let fields = table.numbers(fields).to_vec();
        next = fields.get(field).and_then(|number| crate::metadata::node_of(*number));
        chain.push((id, row, is_distinct, fields));
    }
    for (id, row, is_distinct, mut fields) in chain.into_iter().rev() {
        if let Some(number) = fields.get_mut(field) {
            *number = number_of(Some(outer));
        }
        outer = match is_distinct {
            true => table.add_node(row, true, &fields),
            false => table.intern_node(row, &fields),
        };
        known.insert(id, outer);
    }
    outer
}
