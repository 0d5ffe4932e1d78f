//! Copies of functions. Separate from those of blocks because a function has a name and debug information of its own.

use bstr::BStr;

use crate::generated::bitcode::metadata as code;
use crate::metadata::{Metadata, MetadataTable, number_of};
use crate::{Body, Dialect, Global, GlobalId, MetadataId, Module, Value, ValueKind};

use super::EditError;
use super::copied_metadata::is_node;
use super::node_copies::{NodeCopies, NodeCopy};

/// Nodes that lie in a subprogram, or say where.
const LOCAL_NODES: [u32; 7] = [
    code::LOCATION,
    code::LEXICAL_BLOCK,
    code::LEXICAL_BLOCK_FILE,
    code::COMMON_BLOCK,
    code::LOCAL_VAR,
    code::LABEL,
    code::IMPORTED_ENTITY,
];

impl Module {
    /// A copy of a function under another name, with all that it consists of; calls of itself call the original. The
    /// copy of a function that has debug information has a subprogram of its own, with variables and scopes of its own;
    /// its types are those of the original.
    ///
    /// # Errors
    ///
    /// The global is no function, the name is taken, or the address of a block is.
    pub fn copy_function(&mut self, function: GlobalId, name: &BStr) -> Result<GlobalId, EditError> {
        let error = EditError::NotDefined { global: function };
        let global = self.globals.get(function).filter(|global| global.function().is_some()).ok_or(error)?;
        if !name.is_empty() && self.global_named(name).is_some() {
            return Err(EditError::NameTaken { name: name.to_owned() });
        }
        if let Some(block) = self.constants.addressed_block(function.into()) {
            return Err(EditError::AddressTaken { block });
        }
        let copy = Global { name: name.to_owned(), ..global.clone() };
        let subprograms = self.subprograms_of(function);
        let copy = self.globals.push(copy);
        let taken = self.globals.get_mut(copy).and_then(Global::body_mut).map(std::mem::take);
        let Some(mut body) = taken else { return Ok(copy) };
        self.separate_metadata(&mut body, &subprograms, [function, copy]);
        if let Some(place) = self.globals.get_mut(copy).and_then(Global::body_mut) {
            *place = body;
        }
        Ok(copy)
    }

    /// The subprograms that describe a function.
    fn subprograms_of(&self, function: GlobalId) -> Vec<MetadataId> {
        let is_subprogram = |id: &MetadataId| is_node(self.metadata.get(*id), code::SUBPROGRAM);
        match self.dialect {
            Dialect::Modern => {
                let body = self.globals.get(function).and_then(Global::body);
                let attached = body.map_or(&[][..], |body| &body.metadata).iter();
                attached.map(|(_, node)| *node).filter(is_subprogram).collect()
            }
            // There a subprogram refers to its function.
            Dialect::Dxil37 => {
                let refers = |id: &MetadataId| {
                    let mut operands = (0..).map_while(|index| self.metadata.operand(*id, index)).flatten();
                    operands.any(|id| is_value(&self.metadata, id, function.into()))
                };
                let all = self.metadata.iter().map(|(id, _)| id);
                all.filter(is_subprogram).filter(refers).collect()
            }
        }
    }

    /// Gives the copy of a body debug information of its own.
    fn separate_metadata(&mut self, body: &mut Body, subprograms: &[MetadataId], [old, new]: [GlobalId; 2]) {
        let dialect = self.dialect;
        let mut rule = |table: &mut MetadataTable, id: MetadataId| {
            let metadata = table.get(id);
            match metadata {
                Some(Metadata::Tuple { .. }) => NodeCopy::AsOperands,
                Some(Metadata::Node { .. }) if subprograms.contains(&id) => NodeCopy::Anew,
                Some(Metadata::Node { .. }) if is_node(metadata, code::ASSIGN_ID) => NodeCopy::Anew,
                Some(Metadata::Node { .. }) if LOCAL_NODES.iter().any(|code| is_node(metadata, *code)) => {
                    NodeCopy::AsOperands
                }
                Some(Metadata::Value(ty, value)) if dialect == Dialect::Dxil37 && value == old.into() => {
                    NodeCopy::As(table.intern_value(ty, new.into()))
                }
                Some(Metadata::String(_) | Metadata::Value(..) | Metadata::Node { .. }) | None => {
                    NodeCopy::As(id)
                }
            }
        };
        let mut copies = NodeCopies::default();
        let table = &mut self.metadata;
        let mut copied = |id: MetadataId| copies.copy(table, id, &mut rule);
        let new: Vec<_> = subprograms.iter().map(|id| (*id, copied(*id))).collect();
        for (_, node) in &mut body.metadata {
            *node = copied(*node);
        }
        for (.., node) in &mut body.attachments {
            *node = copied(*node);
        }
        body.each_location_mut(|location| {
            location.scope = location.scope.expand().map(&mut copied).into();
            location.inlined_at = location.inlined_at.expand().map(&mut copied).into();
        });
        for record in body.debug_records.iter_mut() {
            record.each_metadata_mut(&mut |id| *id = copied(*id));
        }
        for instruction in body.instructions.values_mut() {
            instruction.op.map_operands(&mut body.lists, |value| match value.kind() {
                ValueKind::Metadata(id) => copied(id).into(),
                ValueKind::Constant(_)
                | ValueKind::Global(_)
                | ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => value,
            });
        }
        if dialect == Dialect::Dxil37 {
            new.into_iter().for_each(|(old, new)| self.list_subprogram(old, new));
        }
    }

    /// Lists a subprogram in the compile units that list another one.
    fn list_subprogram(&mut self, old: MetadataId, new: MetadataId) {
        let units = self.named_metadata.iter().filter(|named| named.name == "llvm.dbg.cu");
        for unit in units.flat_map(|named| &named.operands) {
            // One that is not itself is interned by what it has.
            let Some(Metadata::Node { row, is_distinct: true, fields }) = self.metadata.get(*unit) else {
                continue;
            };
            let field = crate::metadata::NODES.get(usize::from(row)).and_then(|row| row.field("subprograms"));
            let Some(field) = field else { continue };
            let mut fields = self.metadata.numbers(fields).to_vec();
            let Some(list) = fields.get_mut(field) else { continue };
            let Some(id) = crate::metadata::node_of(*list) else { continue };
            let mut listed: Vec<_> = (0..).map_while(|index| self.metadata.operand(id, index)).collect();
            if listed.contains(&Some(old)) {
                listed.push(Some(new));
                *list = number_of(Some(self.metadata.intern_tuple(&listed)));
                self.metadata.define_node(*unit, row, true, &fields);
            }
        }
    }
}

fn is_value(table: &MetadataTable, id: MetadataId, wanted: Value) -> bool {
    matches!(table.get(id), Some(Metadata::Value(_, value)) if value == wanted)
}
