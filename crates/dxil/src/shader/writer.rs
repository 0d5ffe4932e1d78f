//! Puts metadata together; what is there already is taken as it is. Separate because every concept is written with it.

use bstr::BStr;

use super::reader::Operand;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{MetadataId, Module, NamedMetadata, TypeId, Value};

/// Writes metadata into a module.
pub(crate) struct Writer<'m> {
    pub(crate) module: &'m mut Module,
}

impl Writer<'_> {
    pub(crate) fn list(&mut self, operands: &[Operand]) -> Operand {
        Some(self.module.tuple(operands))
    }

    pub(crate) fn string(&mut self, text: &BStr) -> Operand {
        Some(self.module.metadata.intern_string(text))
    }

    pub(crate) fn integer(&mut self, bits: u32, number: i64) -> Operand {
        let ty = self.module.types.int(bits);
        let value = self.module.int(ty, number);
        self.value(value)
    }

    pub(crate) fn value(&mut self, value: Value) -> Operand {
        Some(self.module.value_as_metadata(value))
    }

    pub(crate) fn undef(&mut self, ty: TypeId) -> Operand {
        let value = self.module.undef(ty);
        self.value(value)
    }

    /// An array of integers of so many bits, by the numbers of its elements and what they are as a constant.
    pub(crate) fn array(&mut self, bits: u32, length: usize, kind: ConstantKind) -> Operand {
        let element = self.module.types.int(bits);
        let ty = self.module.types.array(element, length as u64);
        let value = self.module.constant(ty, kind);
        self.value(value)
    }

    /// Gives a name these nodes and no others; without nodes, the name goes.
    pub(crate) fn name(&mut self, name: &str, nodes: Vec<MetadataId>) {
        let named = &mut self.module.named_metadata;
        match named.iter_mut().find(|named| named.name == name) {
            // An empty list of nodes may have been there before, and says no more than no list.
            Some(known) if !nodes.is_empty() || known.operands.is_empty() => known.operands = nodes,
            Some(_) => named.retain(|known| known.name != name),
            None if nodes.is_empty() => {}
            None => named.push(NamedMetadata { name: name.into(), operands: nodes }),
        }
    }
}
