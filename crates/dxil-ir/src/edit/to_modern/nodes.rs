//! What tuples and nodes of debug information became: a field is what that of the same name was, unless it stands here.
//! Separate from copying them, for which it does not matter what they mean.

use crate::generated::bitcode::metadata as code;
use crate::metadata::{FieldKind, FieldText, Metadata, NodeField, NodeRow, node_of};
use crate::{Dialect, MetadataId};

use super::{Conversion, Result, ToModernErrorKind};
use crate::edit::expressions;

/// A field of a node, or an operand of a tuple.
pub(super) enum Field {
    /// A number.
    Number(u64),
    /// What a piece of the old module became, or nothing.
    Node(Option<MetadataId>),
    /// The same, in a field that is never nothing.
    Plain(MetadataId),
    /// A piece of the new module.
    New(MetadataId),
    /// A list of global variables, each with an expression.
    Variables(Vec<Option<MetadataId>>),
}

impl Field {
    /// What it refers to of the old module.
    pub(super) fn parts(&self) -> Vec<MetadataId> {
        match self {
            Self::Node(node) => node.iter().copied().collect(),
            Self::Plain(node) => vec![*node],
            Self::Variables(nodes) => nodes.iter().flatten().copied().collect(),
            Self::Number(_) | Self::New(_) => Vec::new(),
        }
    }
}

/// What a tuple or a node became.
pub(super) struct Renewed {
    /// Its row, if it is a node.
    pub(super) row: Option<u8>,
    pub(super) is_distinct: bool,
    pub(super) fields: Vec<Field>,
}

/// A node of the old module.
pub(super) struct Old<'m> {
    pub(super) id: MetadataId,
    pub(super) row: &'static NodeRow,
    pub(super) numbers: &'m [u64],
}

impl Old<'_> {
    fn place(&self, name: &str) -> Option<(&'static NodeField, u64)> {
        let index = self.row.field(name)?;
        Some((self.row.fields.get(index)?, *self.numbers.get(index)?))
    }

    pub(super) fn number(&self, name: &str) -> u64 {
        self.place(name).map_or(0, |(_, number)| number)
    }

    pub(super) fn node(&self, name: &str) -> Option<MetadataId> {
        node_of(self.number(name))
    }
}

const MISSING: ToModernErrorKind = ToModernErrorKind::Missing { what: "a node" };

impl<'m> Conversion<'m> {
    /// The node of debug information that an id is in the old module.
    pub(super) fn old(&self, id: MetadataId) -> Option<Old<'m>> {
        let metadata = self.from.metadata.get(id)?;
        let Metadata::Node { fields, .. } = metadata else { return None };
        Some(Old { id, row: metadata.row()?, numbers: self.from.metadata.numbers(fields) })
    }

    /// What a tuple or a node is today.
    pub(super) fn renewed(&mut self, id: MetadataId) -> Result<Renewed> {
        let is_distinct = match self.from.metadata.get(id) {
            Some(Metadata::Tuple { is_distinct, .. } | Metadata::Node { is_distinct, .. }) => is_distinct,
            Some(Metadata::String(_) | Metadata::Value(..)) | None => false,
        };
        let Some(old) = self.old(id) else {
            let is_of_types = self.debug.type_lists.contains(id);
            let fields = self.listed(id).into_iter();
            let fields = fields.map(|part| match part {
                Some(part) if is_of_types => Field::Node(Some(self.resolved(part))),
                part => Field::Node(part),
            });
            return Ok(Renewed { row: None, is_distinct, fields: fields.collect() });
        };
        let (row, new) = NodeRow::named(Dialect::Modern, old.row.name.as_bytes()).ok_or(MISSING)?;
        let mut fields = Vec::with_capacity(new.fields.len());
        for field in new.fields {
            if field.kind.is_open() {
                fields.extend(self.open_field(&old)?);
            } else {
                fields.push(self.field(&old, new, field)?);
            }
        }
        let must_be_distinct =
            new.is_distinct || new.code == code::SUBPROGRAM && old.number("isDefinition") != 0;
        Ok(Renewed { row: Some(row), is_distinct: is_distinct || must_be_distinct, fields })
    }

    fn open_field(&self, old: &Old<'m>) -> Result<Vec<Field>> {
        let (fixed, _) = old.row.fixed_fields();
        let rest = old.numbers.get(fixed..).unwrap_or_default();
        Ok(match old.row.code {
            code::EXPRESSION => expressions::renewed(rest).into_iter().map(Field::Number).collect(),
            _ => rest.iter().map(|number| Field::Node(node_of(*number))).collect(),
        })
    }

    fn field(&mut self, old: &Old<'m>, new: &'static NodeRow, field: &'static NodeField) -> Result<Field> {
        if let Some(special) = self.special_field(old, field.name)? {
            return Ok(special);
        }
        let Some((old_field, number)) = old.place(field.name) else {
            return Ok(Field::Number(field.default));
        };
        let number = match (old_field.text, field.text) {
            (FieldText::Number, FieldText::Size) if number == 0 => return Ok(Field::Node(None)),
            (FieldText::Number, FieldText::Size) => return Ok(Field::New(self.integer_node(number))),
            (FieldText::Integer, FieldText::Bound) => return Ok(Field::New(self.integer_node(number))),
            (FieldText::Signed, FieldText::Bound) => {
                return Ok(Field::New(self.integer_node(unrotated(number))));
            }
            (FieldText::Signed, FieldText::Enumerator) => unrotated(number),
            _ => number,
        };
        match (old_field.kind, field.kind) {
            (FieldKind::Node, FieldKind::Node) => Ok(Field::Node(self.referred(node_of(number), field))),
            (FieldKind::Plain, FieldKind::Plain) => {
                number.checked_add(1).and_then(node_of).map(Field::Plain).ok_or(MISSING)
            }
            (FieldKind::Number | FieldKind::Flag, FieldKind::Number | FieldKind::Flag) => {
                let error = ToModernErrorKind::Field { node: new.name, field: field.name };
                if field.fits(number) { Ok(Field::Number(number)) } else { Err(error) }
            }
            _ => Err(ToModernErrorKind::Field { node: new.name, field: field.name }),
        }
    }

    /// What a field refers to: types by themselves, not by their names; an empty text is none.
    fn referred(&self, node: Option<MetadataId>, field: &NodeField) -> Option<MetadataId> {
        let node = node?;
        if matches!(field.text, FieldText::Node) {
            return Some(self.resolved(node));
        }
        let is_text = matches!(field.text, FieldText::Text);
        Some(node).filter(|node| !is_text || self.text(*node).is_none_or(|text| !text.is_empty()))
    }

    /// A field that is another one than that of its name.
    fn special_field(&mut self, old: &Old<'m>, name: &str) -> Result<Option<Field>> {
        Ok(match (old.row.code, name) {
            (code::LOCATION, "column") => Some(Field::Number(column(old.number("column")))),
            (code::SUBPROGRAM, "spFlags") => Some(Field::Number(subprogram_flags(old))),
            (code::SUBPROGRAM, "unit") => Some(Field::Node(self.unit_of(old)?)),
            (code::SUBPROGRAM, "retainedNodes") => Some(Field::Node(old.node("variables"))),
            (code::COMPILE_UNIT, "globals") => {
                old.node("globals").map(|list| Field::Variables(self.listed(list)))
            }
            (code::MODULE, "apinotes") => Some(Field::Node(old.node("isysroot"))),
            _ => None,
        })
    }

    fn integer_node(&mut self, number: u64) -> MetadataId {
        let ty = self.into.types.int(64);
        let value = self.into.int(ty, number.cast_signed());
        self.into.value_as_metadata(value)
    }
}

/// A number whose sign is in the lowest bit.
fn unrotated(number: u64) -> u64 {
    match number {
        1 => 1 << 63,
        _ if number & 1 != 0 => (number >> 1).wrapping_neg(),
        _ => number >> 1,
    }
}

/// A column that fits: of others nothing is known.
pub(super) fn column(column: u64) -> u64 {
    if column > u64::from(u16::MAX) { 0 } else { column }
}

fn subprogram_flags(old: &Old) -> u64 {
    const LOCAL: u64 = 4;
    const DEFINITION: u64 = 8;
    const OPTIMIZED: u64 = 16;
    let flag = |name, flag| if old.number(name) != 0 { flag } else { 0 };
    old.number("virtuality") & 3
        | flag("isLocal", LOCAL)
        | flag("isDefinition", DEFINITION)
        | flag("isOptimized", OPTIMIZED)
}
