//! What a module says of its structures beyond their types: names, HLSL's types, offsets. Separate because it is read once
//! and asked for each structure of each buffer.

use std::collections::HashMap;

use bstr::BStr;
use dxil::ir::TypeId;

use super::nodes::{self, Node};
use super::shader::Shader;

/// The annotations of the structures of a module.
pub(super) struct Annotations<'m> {
    structures: HashMap<TypeId, Node<'m>>,
}

/// The annotation of a structure.
#[derive(Clone, Copy)]
pub(super) struct StructAnnotation<'m> {
    node: Node<'m>,
}

/// The annotation of a field.
#[derive(Clone, Copy)]
pub(super) struct FieldAnnotation<'m> {
    pub(super) name: &'m BStr,
    /// Where it is a matrix.
    pub(super) matrix: Option<Matrix>,
    /// Where it lies in a constant buffer; all ones where that is not said.
    pub(super) offset: u32,
    /// What a component of it holds.
    pub(super) component: u32,
}

/// A matrix.
#[derive(Clone, Copy)]
pub(super) struct Matrix {
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) orientation: Orientation,
}

/// How a matrix lies in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Orientation {
    Undefined,
    RowMajor,
    ColumnMajor,
}

/// What a list of annotations is of: structures or, else, functions.
const STRUCTURES_TAG: u32 = 0;

/// The tags of a field.
mod tag {
    pub(super) const MATRIX: u32 = 2;
    pub(super) const OFFSET: u32 = 3;
    pub(super) const NAME: u32 = 6;
    pub(super) const COMPONENT: u32 = 7;
}

impl<'m> Annotations<'m> {
    /// The annotations in a shader's module.
    pub(super) fn of(shader: &Shader<'m>) -> Self {
        let module = shader.module;
        let mut structures = HashMap::new();
        let lists = nodes::named(module, "dx.typeAnnotations").unwrap_or_default();
        for list in lists.iter().filter_map(|id| Node::get(module, *id)) {
            if list.number(0) != Some(STRUCTURES_TAG) {
                continue;
            }
            for index in (1..list.len()).step_by(2) {
                if let (Some((ty, _)), Some(node)) = (list.value(index), list.node(index + 1)) {
                    structures.insert(ty, node);
                }
            }
        }
        // One that fits its structure has its size, a node for each field, and sometimes template arguments.
        structures.retain(|ty, node: &mut Node<'m>| {
            let fields = module.types.members(*ty).map_or(0, <[_]>::len);
            node.len() == fields + 1 || node.len() == fields + 2
        });
        Self { structures }
    }

    /// That of a structure.
    pub(super) fn get(&self, ty: TypeId) -> Option<StructAnnotation<'m>> {
        self.structures.get(&ty).map(|node| StructAnnotation { node: *node })
    }
}

impl<'m> StructAnnotation<'m> {
    /// Bytes in a constant buffer.
    pub(super) fn size(&self) -> u32 {
        self.node.number(0).unwrap_or(0)
    }

    /// What is said of field `index`.
    pub(super) fn field(&self, index: usize) -> FieldAnnotation<'m> {
        let mut field =
            FieldAnnotation { name: BStr::new(b""), matrix: None, offset: u32::MAX, component: 0 };
        let Some(node) = self.node.node(index + 1) else { return field };
        for (tag, value) in node.pairs() {
            match tag {
                tag::MATRIX => field.matrix = node.node(value).and_then(|node| Matrix::read(&node)),
                tag::OFFSET => field.offset = node.number(value).unwrap_or(field.offset),
                tag::NAME => field.name = node.text(value).unwrap_or_default(),
                tag::COMPONENT => field.component = node.number(value).unwrap_or(0),
                _ => {}
            }
        }
        field
    }
}

impl Matrix {
    /// A matrix without columns is none.
    fn read(node: &Node<'_>) -> Option<Self> {
        let (rows, columns) = (node.number(0)?, node.number(1).filter(|columns| *columns != 0)?);
        let orientation = match node.number(2)? {
            1 => Orientation::RowMajor,
            2 => Orientation::ColumnMajor,
            _ => Orientation::Undefined,
        };
        Some(Self { rows, columns, orientation })
    }
}
