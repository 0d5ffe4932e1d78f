//! Constant expressions: what operators, casts, comparisons and selections of constants give, by the functions that
//! instructions have. Denormals are kept, as they are where a compiler computes.

use dxil_ir::constants::{ConstantId, ConstantKind};
use dxil_ir::{TypeId, Value};

use super::preparation::Preparation;
use super::types;
use crate::error::{Result, RunErrorKind};
use crate::instruction::Scalar;
use crate::operations::formats::Denormals;
use crate::operations::semantics::Semantics;
use crate::operations::{self, conversions, floats, integers};

/// The words of a constant; `None` for undefined ones.
type Words = Vec<Option<u32>>;

/// What constant expressions do with denormals.
const DENORMALS: Denormals = Denormals::Keep;

impl Preparation<'_> {
    /// The words of a constant expression. Each is computed once: they may share parts many times over.
    pub(super) fn expression(&mut self, id: ConstantId, depth: usize) -> Result<Words> {
        if let Some(words) = self.constants.expression(id) {
            return Ok(words);
        }
        let module = self.module;
        let constant =
            module.constants.get(id).ok_or_else(|| RunErrorKind::invalid("a constant does not exist"))?;
        let to = self.element(constant.ty)?;
        let words = match &constant.kind {
            ConstantKind::Binary { op, operands: [a, b], .. } => {
                let semantics = if to.is_float() {
                    floats::binary(*op, to, DENORMALS)?
                } else {
                    integers::binary(*op, to)?
                };
                self.each([to, to], semantics, &[*a, *b], depth)?
            }
            ConstantKind::Cast(op, value) => {
                let from = self.element(self.constant_type(*value)?)?;
                self.each([from, to], conversions::cast(*op, from, to, DENORMALS)?, &[*value], depth)?
            }
            ConstantKind::Compare(predicate, [a, b]) => {
                let from = self.element(self.constant_type(*a)?)?;
                let semantics = if predicate.is_float() {
                    floats::compare(*predicate, from, DENORMALS)?
                } else {
                    integers::compare(*predicate, from)?
                };
                self.each([from, to], semantics, &[*a, *b], depth)?
            }
            ConstantKind::Select([condition, one, other]) => {
                let [conditions, one, other] = [condition, one, other].map(|value| {
                    let mut words = Vec::new();
                    self.add_words(*value, &mut words, depth + 1).map(|()| words)
                });
                let (conditions, one, other) = (conditions?, one?, other?);
                let width = (one.len() / conditions.len().max(1)).max(1);
                let choose = |(place, (one, other)): (usize, (Option<u32>, Option<u32>))| {
                    let condition = conditions.get(place / width).or(conditions.last()).copied().flatten()?;
                    if condition == 0 { other } else { one }
                };
                one.into_iter().zip(other).enumerate().map(choose).collect()
            }
            ConstantKind::ExtractElement(_)
            | ConstantKind::InsertElement(_)
            | ConstantKind::ShuffleVector(_) => self.elements(&constant.kind, constant.ty, depth)?,
            _ => return Err(RunErrorKind::unsupported("constant expression of this kind")),
        };
        self.constants.remember(id, &words);
        Ok(words)
    }

    /// The words of a constant expression that only selects elements of vectors.
    fn elements(&mut self, kind: &ConstantKind, ty: TypeId, depth: usize) -> Result<Words> {
        let width = self.element(ty)?.registers() as usize;
        let operands = kind.operands().to_vec();
        let mut words = Vec::new();
        for operand in &operands {
            let mut of_operand = Vec::new();
            self.add_words(*operand, &mut of_operand, depth + 1)?;
            words.push(of_operand);
        }
        let element = |words: &[Option<u32>], index: Option<u32>| {
            let first = index.and_then(|index| usize::try_from(index).ok()?.checked_mul(width));
            let found = first.and_then(|first| words.get(first..first.checked_add(width)?));
            found.map_or_else(|| vec![None; width], <[Option<u32>]>::to_vec)
        };
        let first = |words: &[Option<u32>]| words.first().copied().flatten();
        Ok(match (kind, words.as_slice()) {
            (ConstantKind::ExtractElement(_), [vector, index]) => element(vector, first(index)),
            (ConstantKind::InsertElement(_), [vector, value, index]) => {
                let at = first(index).and_then(|index| usize::try_from(index).ok()?.checked_mul(width));
                let mut words = vector.clone();
                let to = words.iter_mut().skip(at.unwrap_or(usize::MAX));
                to.zip(value).for_each(|(to, from)| *to = *from);
                words
            }
            (ConstantKind::ShuffleVector(_), [one, other, mask]) => {
                let all = [one.as_slice(), other].concat();
                mask.iter().flat_map(|index| element(&all, *index)).collect()
            }
            _ => return Err(RunErrorKind::invalid("constant expression has the wrong number of operands")),
        })
    }

    /// The scalar of a type, or of the elements of a vector.
    fn element(&self, ty: TypeId) -> Result<Scalar> {
        types::scalar(self.module, self.module.types.scalar(ty))
            .ok_or_else(|| RunErrorKind::unsupported("constant expression of this type"))
    }

    fn constant_type(&self, value: Value) -> Result<TypeId> {
        self.module.type_of(None, value).ok_or_else(|| RunErrorKind::invalid("a constant has no type"))
    }

    /// A function of scalars for each element of vectors, or for scalars: what the operands are and what it gives.
    fn each(
        &mut self,
        [from, to]: [Scalar; 2],
        semantics: Semantics,
        operands: &[Value],
        depth: usize,
    ) -> Result<Words> {
        let [from, to] = [from, to].map(|scalar| if scalar.registers() == 2 { 2 } else { 1 });
        let mut sources: Vec<Words> = Vec::new();
        for operand in operands {
            let mut words = Vec::new();
            self.add_words(*operand, &mut words, depth + 1)?;
            sources.push(words);
        }
        let count = sources.first().map_or(0, |source| source.len() / from);
        let mut words = Vec::new();
        for place in 0..count {
            let parts = sources.iter().flat_map(|source| source.iter().skip(place * from).take(from));
            match parts.copied().collect::<Option<Vec<u32>>>() {
                Some(parts) => {
                    let results = operations::evaluate(semantics, &parts, to);
                    let results = results.ok_or_else(|| {
                        RunErrorKind::invalid(
                            "constant expression has the wrong \
                                                                     number of operands",
                        )
                    })?;
                    words.extend(results.into_iter().map(Some));
                }
                None => words.extend([None, None].into_iter().take(to)),
            }
        }
        Ok(words)
    }
}
