//! Salvages the debug records of an erased instruction: describes the source variables by the operands of the
//! instruction. Separate because the erasure of an instruction is independent of debug information otherwise.

use hashbrown::HashMap;

use crate::data_layout::DataLayout;
use crate::dwarf::split_fragment;
use crate::metadata::{Metadata, NodeRow};
use crate::{CastOp, Dialect, InstructionId, MetadataId, Op, Type, Value};

use super::Editor;

/// `DW_OP_bit_piece`: in LLVM 3.7 IR, the operation that restricts an expression to some bits of a variable.
const BIT_PIECE: u64 = 0x9d;
/// `DW_OP_LLVM_fragment`: like [`BIT_PIECE`], but in modern LLVM IR.
const FRAGMENT: u64 = 0x1000;

/// The longest vector whose lanes are salvaged: a matrix of HLSL.
const LANES: u64 = 16;
/// The largest number of records that are salvaged for one instruction. It keeps the cost of a long chain of
/// instructions linear.
const RECORDS: usize = 64;

impl Editor<'_> {
    /// Describes the source variables whose value is an instruction by operands of the instruction: a bitcast by its
    /// operand, an `insertelement` by its vector and a fragment for the lane.
    pub(super) fn salvage(&mut self, id: InstructionId) {
        if self.module.dialect != Dialect::Modern || !(1..=RECORDS).contains(&self.records.count(id.into())) {
            return;
        }
        let Some(instruction) = self.body.instructions.get(id) else { return };
        let ty = instruction.ty;
        // Dead instructions are erased in any order, so an operand may be gone.
        if let Op::Cast(CastOp::Bitcast, operand) = instruction.op {
            if self.exists(operand) {
                self.records.replace(id.into(), operand);
            }
            return;
        }
        let Op::InsertElement([base, element, index]) = instruction.op else { return };
        if !self.exists(base) || !self.exists(element) {
            return;
        }
        let Some(Type::Vector(lane, count @ 1..=LANES)) = self.module.types.get(ty) else { return };
        let (lane, count) = (*lane, *count);
        let index = self.module.signed_integer(index).and_then(|index| u64::try_from(index).ok());
        let bits = DataLayout::of(self.module).size(lane).saturating_mul(8);
        let is_byte_sized = !matches!(self.module.types.get(lane), Some(Type::Integer(1)));
        if let Some(index) = index.filter(|index| *index < count && is_byte_sized) {
            match count {
                1 => _ = self.records.replace(id.into(), element),
                _ => self.salvage_lane(id.into(), (base, element), (index, count, bits)),
            }
        }
    }

    /// Describes a vector by `base` and a fragment for the lane `index`, which has the value `element`.
    fn salvage_lane(
        &mut self,
        vector: Value,
        (base, element): (Value, Value),
        (index, count, bits): (u64, u64, u64),
    ) {
        let described: Vec<MetadataId> = self.records.expressions_of(vector).collect();
        let mut fragments = HashMap::with_capacity(described.len());
        let first = index.saturating_mul(bits);
        for expression in described {
            let fragment = self.fragment_expression(expression, first..first.saturating_add(bits));
            fragments.insert(expression, fragment);
        }
        self.records.split_lane(vector, (base, element), &fragments);
        self.records.drop_covered(base, usize::try_from(count).unwrap_or(usize::MAX));
    }

    /// Returns a `DIExpression` like `of`, restricted to the bits `bits` of the variable or fragment that `of`
    /// describes.
    pub fn fragment_expression(&mut self, of: MetadataId, bits: std::ops::Range<u64>) -> MetadataId {
        let operation = match self.module.dialect {
            Dialect::Dxil37 => BIT_PIECE,
            Dialect::Modern => FRAGMENT,
        };
        let row = NodeRow::named(self.module.dialect, b"DIExpression");
        let (Some((row, _)), Some(Metadata::Node { fields, .. })) = (row, self.module.metadata.get(of))
        else {
            return of;
        };
        let (operations, fragment) =
            split_fragment(self.module.dialect, self.module.metadata.numbers(fields));
        // If `of` already describes a fragment, the offsets add up.
        let start = bits.start.saturating_add(fragment.map_or(0, |[first, _]| first));
        let mut elements = operations.to_vec();
        elements.extend([operation, start, bits.end.saturating_sub(bits.start)]);
        self.module.metadata.intern_node(row, &elements)
    }
}
