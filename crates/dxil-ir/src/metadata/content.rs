//! What tuples and nodes of debug information say, as those need it who copy, compare or redirect them. Separate
//! because which of their numbers are metadata, and how, is asked by no one else.

use super::{FieldKind, Metadata, MetadataId, MetadataTable, NodeField, NodeRow, node_of, number_of};

/// What a tuple or a node of debug information says.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Content {
    /// The row of a node in [`NODES`](super::NODES); a tuple has none.
    pub row: Option<u8>,
    /// Whether it is itself, whatever it says.
    pub is_distinct: bool,
    /// Its numbers: [`MetadataTable::numbers`].
    pub numbers: Vec<u64>,
}

impl MetadataTable {
    /// What a tuple or a node says with `of` each piece that it refers to in the place of that piece; nothing where
    /// that is `None`.
    ///
    /// `None` for other metadata, and where nothing would stand in a field that cannot be nothing.
    pub fn mapped(
        &self,
        id: MetadataId,
        mut of: impl FnMut(MetadataId) -> Option<MetadataId>,
    ) -> Option<Content> {
        let metadata = self.get(id)?;
        let (row, is_distinct, span) = match metadata {
            Metadata::Tuple { is_distinct, operands } => (None, is_distinct, operands),
            Metadata::Node { row, is_distinct, fields } => (Some(row), is_distinct, fields),
            Metadata::String(_) | Metadata::Value(..) => return None,
        };
        let mut numbers = self.numbers(span).to_vec();
        match row {
            None => {
                numbers.iter_mut().for_each(|number| *number = number_of(node_of(*number).and_then(&mut of)))
            }
            Some(_) => {
                let row = metadata.row()?;
                for (index, number) in numbers.iter_mut().enumerate() {
                    *number = row.mapped(index, *number, &mut of)?;
                }
            }
        }
        Some(Content { row, is_distinct, numbers })
    }
}

impl NodeRow {
    /// The number at a place of a node with `of` what it refers to, if it does.
    fn mapped(
        &self,
        index: usize,
        number: u64,
        of: impl FnOnce(MetadataId) -> Option<MetadataId>,
    ) -> Option<u64> {
        let is_open = |field: &&NodeField| field.kind.is_open();
        let field = self.fields.get(index).or(self.fields.last().filter(is_open));
        match field.map(|field| field.kind) {
            Some(FieldKind::Node | FieldKind::Nodes) => Some(number_of(node_of(number).and_then(of))),
            Some(FieldKind::Plain) => {
                let id = number.checked_add(1).and_then(node_of).and_then(of)?;
                Some(u64::from(id.as_u32()))
            }
            // Nobody knows what is behind the last field.
            Some(FieldKind::Number | FieldKind::Flag | FieldKind::Rest) | None => Some(number),
        }
    }
}
