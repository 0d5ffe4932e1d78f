//! Descriptions of shader metadata: names of operands, tags, enumerations and flags. Separate from the records because
//! a program that compares or prints metadata walks the nodes of a module, which may not have the form that
//! [`Shader::read`](super::Shader::read) requires.
//!
//! The macros in `list.rs` derive the description of a record from the same rows as its reader and its writer.
//! [`Shader::shape_of`](super::Shader::shape_of) returns the description of a named metadata node.

use std::borrow::Cow;

use dx_container::names::Named;
use dxil_ir::{MetadataId, Module};

/// The name of the field by which the nodes of a list are identified.
const KEY: &str = "name";

/// The description of a metadata operand.
#[derive(Debug, Clone)]
pub enum Shape {
    /// A string, a value, or a node without a description.
    Plain,
    /// An integer whose values have names.
    Enum(&'static [Named]),
    /// An integer whose bits have names.
    Flags(&'static [Named]),
    /// A node whose operands have fixed positions.
    Fields(Fields),
    /// A node with one operand that selects the fields.
    Tagged(Tagged),
    /// A node with any number of operands of one shape.
    List(fn() -> Self),
    /// A node that alternates between tags and values.
    Tags(Tags),
}

/// A named operand.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    name: &'static str,
    label: Option<&'static str>,
    shape: fn() -> Shape,
}

/// The operands of a node by position.
#[derive(Debug, Clone, Default)]
pub struct Fields {
    /// The first operands, one field each.
    pub first: Vec<Field>,
    /// The operands after `first`.
    pub rest: Rest,
}

/// The operands of a node after its fields.
#[derive(Debug, Clone, Default)]
pub enum Rest {
    /// Operands without a description, which the records keep as `extra`.
    #[default]
    Extra,
    /// Operands of one shape.
    Items {
        /// The name and the shape of each operand.
        item: Field,
        /// The number of operands; `usize::MAX` for all that follow.
        count: usize,
        /// The operand after the items.
        last: Option<Field>,
    },
    /// Keys and values in turn.
    Pairs(Pairs),
}

/// Operands that alternate between keys and values.
#[derive(Debug, Clone, Copy)]
pub struct Pairs {
    /// The name and the shape of a key.
    pub key: Field,
    /// Returns the shape of the value that belongs to this key.
    pub shape: fn(&Module, Option<MetadataId>) -> Shape,
}

/// The tags of a node that alternates between tags and values.
#[derive(Debug, Clone, Copy)]
pub struct Tags {
    /// The names of the tags.
    pub names: &'static [Named],
    pub(crate) fields: fn(u32) -> Fields,
}

/// A node with one operand that selects the fields.
#[derive(Debug, Clone, Copy)]
pub struct Tagged {
    /// The position of the operand.
    pub at: usize,
    /// The names of the values of the operand.
    pub names: &'static [Named],
    /// Returns all fields for a value of the operand.
    pub fields: fn(u32) -> Fields,
}

impl Field {
    pub(crate) fn new(name: &'static str, shape: fn() -> Shape) -> Self {
        Self { name, label: None, shape }
    }

    pub(crate) fn labelled(self, label: Option<&'static str>) -> Self {
        Self { label, ..self }
    }

    /// The name of the field of the record.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The name in messages: the name of the field with spaces and without `is` or `has`, such as `globally coherent`,
    /// or the name that the record states.
    pub fn label(&self) -> Cow<'static, str> {
        if let Some(label) = self.label {
            return label.into();
        }
        let prefix = ["is_", "has_"].iter().find_map(|prefix| self.name.strip_prefix(prefix));
        let name = prefix.unwrap_or(self.name);
        if name.contains('_') { name.replace('_', " ").into() } else { name.into() }
    }

    /// The description of the operand.
    pub fn shape(&self) -> Shape {
        (self.shape)()
    }
}

impl Fields {
    /// The position of the field that identifies a node in a list.
    pub fn key(&self) -> Option<usize> {
        self.first.iter().position(|field| field.name == KEY)
    }
}

impl Tags {
    /// Returns the description of the value of a tag.
    pub fn value(&self, tag: u32) -> Shape {
        (self.fields)(tag).first.first().map_or(Shape::Plain, Field::shape)
    }
}
