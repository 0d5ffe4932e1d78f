//! The words of constants: scalars, aggregates, addresses and constant expressions, one or two 32-bit words a scalar.

use dxil_ir::constants::{Constant, ConstantKind};
use dxil_ir::{CastOp, TypeId, Value, ValueKind};

use super::memory::Step;
use super::preparation::Preparation;
use super::types;
use crate::error::{Result, RunErrorKind};
use crate::instruction::Scalar;
use crate::lanes;
use crate::limits;

impl Preparation<'_> {
    /// The words of a constant, one or two a scalar; `None` for undefined ones.
    pub(super) fn words(&mut self, value: Value) -> Result<Vec<Option<u32>>> {
        let mut words = Vec::new();
        self.add_words(value, &mut words, 0)?;
        Ok(words)
    }

    pub(super) fn add_words(&mut self, value: Value, to: &mut Vec<Option<u32>>, depth: usize) -> Result<()> {
        self.constants.visit(depth)?;
        if to.len() > 2 * limits::SCALARS {
            return Err(RunErrorKind::unsupported("constant with more scalars than the limit"));
        }
        let id = match value.kind() {
            ValueKind::Global(global) => {
                to.push(Some(self.address_of(global)?));
                return Ok(());
            }
            ValueKind::Constant(id) => id,
            _ => return Err(RunErrorKind::invalid("operand of a constant is not a constant")),
        };
        let module = self.module;
        let constant =
            module.constants.get(id).ok_or_else(|| RunErrorKind::invalid("a constant does not exist"))?;
        let all = |scalars: &[Scalar], word| vec![word; types::registers(scalars) as usize];
        match &constant.kind {
            ConstantKind::Null => to.extend(all(&types::scalars(self.shapes, constant.ty)?, Some(0))),
            ConstantKind::Undef | ConstantKind::Poison => {
                to.extend(all(&types::scalars(self.shapes, constant.ty)?, None));
            }
            ConstantKind::Integer(number) => {
                let scalar = scalar_of(self, constant.ty)?;
                add_scalar(scalar, number.cast_unsigned(), to);
            }
            ConstantKind::Float(bits) => {
                let scalar = scalar_of(self, constant.ty)?;
                add_scalar(scalar, *bits, to);
            }
            ConstantKind::Aggregate(members) => {
                for member in members {
                    self.add_words(*member, to, depth + 1)?;
                }
            }
            ConstantKind::Bytes(bytes) => to.extend(bytes.iter().map(|byte| Some(u32::from(*byte)))),
            ConstantKind::Data(data) => {
                let element = module.types.element(constant.ty, 0);
                let element = element.ok_or_else(|| {
                    RunErrorKind::invalid("constant data has a type that is not an array or vector")
                })?;
                let scalar = scalar_of(self, element)?;
                for bits in data {
                    add_scalar(scalar, *bits, to);
                }
            }
            ConstantKind::Cast(op @ (CastOp::Bitcast | CastOp::AddrSpaceCast), operand) => {
                let from = module.type_of(None, *operand).unwrap_or(constant.ty);
                let start = to.len();
                self.add_words(*operand, to, depth + 1)?;
                if *op == CastOp::Bitcast && !types::are_alike(self.shapes, from, constant.ty) {
                    let words = to.split_off(start);
                    let widths =
                        [types::widths(self.shapes, from)?, types::widths(self.shapes, constant.ty)?];
                    to.extend(regrouped(&words, &widths)?);
                }
            }
            ConstantKind::ElementPointer { source, operands, .. } => {
                let address = self.constant_address(*source, operands, depth)?;
                to.push(Some(address));
            }
            ConstantKind::Binary { .. }
            | ConstantKind::Cast(..)
            | ConstantKind::Compare(..)
            | ConstantKind::Select(_)
            | ConstantKind::ExtractElement(_)
            | ConstantKind::InsertElement(_)
            | ConstantKind::ShuffleVector(_) => to.extend(self.expression(id, depth)?),
            other => {
                return Err(RunErrorKind::unsupported(format!("constant expression {}", kind_name(other))));
            }
        }
        Ok(())
    }

    /// The address that a constant `getelementptr` gives.
    fn constant_address(&mut self, source: TypeId, operands: &[Value], depth: usize) -> Result<u32> {
        let (base, indices) =
            operands.split_first().ok_or_else(|| RunErrorKind::invalid("getelementptr has no operands"))?;
        let mut words = Vec::new();
        self.add_words(*base, &mut words, depth + 1)?;
        let mut address = words.first().copied().flatten().unwrap_or(0);
        let is_resource = self.is_resource(*base);
        for step in self.steps(source, indices, is_resource)? {
            match step {
                Step::Bytes(bytes) => address = address.wrapping_add(bytes),
                Step::Elements(..) => {
                    return Err(RunErrorKind::unsupported(
                        "constant getelementptr with non-constant indices",
                    ));
                }
            }
        }
        Ok(address)
    }
}

/// Regroups the bits of words, from the lowest to the highest, into words with other numbers of bits.
fn regrouped(words: &[Option<u32>], [from, to]: &[Vec<u32>; 2]) -> Result<Vec<Option<u32>>> {
    if from.iter().sum::<u32>() != to.iter().sum::<u32>() {
        return Err(RunErrorKind::invalid("constant bitcast between types of different sizes"));
    }
    let mut bits = words
        .iter()
        .zip(from)
        .flat_map(|(word, width)| (0..*width).map(move |bit| word.map(|word| word >> bit & 1)));
    let word = |width: &u32| {
        let of_word: Vec<_> = bits.by_ref().take(*width as usize).collect();
        of_word.into_iter().rev().try_fold(0, |word, bit| bit.map(|bit| word << 1 | bit))
    };
    Ok(to.iter().map(word).collect())
}

fn scalar_of(preparation: &Preparation<'_>, ty: TypeId) -> Result<Scalar> {
    types::scalar(preparation.module, ty).ok_or_else(|| {
        let shown = types::shown(preparation.module.types.get(ty));
        RunErrorKind::unsupported(format!("constant whose type is {shown}"))
    })
}

fn add_scalar(scalar: Scalar, bits: u64, to: &mut Vec<Option<u32>>) {
    match scalar.bits() {
        64 => to.extend([Some(lanes::low(bits)), Some(lanes::high(bits))]),
        bits_of => to.push(Some(lanes::low(bits) & (u32::MAX >> (32 - bits_of)))),
    }
}

fn kind_name(kind: &ConstantKind) -> &'static str {
    match kind {
        ConstantKind::Wide(_) => "of an integer with more than 64 bits",
        ConstantKind::BlockAddress(..) => "blockaddress",
        ConstantKind::InlineAssembly { .. } => "asm",
        _ => "of this kind",
    }
}

impl<'m> Preparation<'m> {
    /// The constant that a value is, if it is one.
    pub(super) fn constant(&self, value: Value) -> Option<&'m Constant> {
        let ValueKind::Constant(id) = value.kind() else { return None };
        self.module.constants.get(id)
    }
}
