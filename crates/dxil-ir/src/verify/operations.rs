//! Operations that both instructions and constants have: which types they take, and which they give.

use super::rule::Rule;
use super::show;
use super::type_facts::{
    address_space, bits, has_pointers, is_aggregate, is_first_class, is_integer, is_integer_of, is_pointer,
    is_vector, scalar_bits, vector_length,
};
use super::verifier::{Elements, Verifier};
use crate::constants::ConstantKind;
use crate::types::Types;
use crate::{BinaryOp, CastOp, ConstantId, Predicate, Type, TypeId, Value, ValueKind};

impl Verifier<'_> {
    pub(super) fn binary(&mut self, op: BinaryOp, [first, second]: [TypeId; 2], result: TypeId) {
        let module = self.module;
        let types = &module.types;
        let shown = |ty| show::ty(module, ty);
        if first != second {
            let message = format_args!(
                "operands of {} have types {} and {}, expected the same type",
                op.word(),
                shown(first),
                shown(second)
            );
            self.find(Rule::OperandType, message);
            return;
        }
        let takes_floats =
            matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::SDiv | BinaryOp::SRem);
        let is_float = types.is_float(first);
        if !(types.is_integer(first) || takes_floats && is_float) {
            let expected = if takes_floats { "integers or floats" } else { "integers" };
            let message =
                format_args!("operands of {} have type {}, expected {expected}", op.word(), shown(first));
            self.find(Rule::OperandType, message);
            return;
        }
        self.gives(op.word(), first, result);
    }

    pub(super) fn cast(&mut self, op: CastOp, from: TypeId, to: TypeId) {
        let module = self.module;
        let fits = is_cast(&module.types, op, from, to);
        expect!(
            self,
            fits,
            Rule::Cast,
            "{} cannot convert {} to {}",
            op.word(),
            show::ty(module, from),
            show::ty(module, to)
        );
    }

    pub(super) fn compare(&mut self, predicate: Predicate, [first, second]: [TypeId; 2], result: TypeId) {
        let module = self.module;
        let types = &module.types;
        let of_floats = predicate < Predicate::IntEq;
        let (name, takes, expected) = match of_floats {
            true => ("fcmp", types.is_float(first), "floats"),
            false => ("icmp", types.is_integer(first) || has_pointers(types, first), "integers or pointers"),
        };
        expect!(
            self,
            takes && first == second,
            Rule::OperandType,
            "operands of {name} {} have types {} and {}, expected {expected} of the same type",
            predicate.word(),
            show::ty(module, first),
            show::ty(module, second)
        );
        let fits = is_integer_of(types, types.scalar(result), 1)
            && vector_length(types, first) == vector_length(types, result);
        expect!(
            self,
            fits,
            Rule::ResultType,
            "{name} on {} has result type {}, expected i1 or a vector of i1 of the same length",
            show::ty(module, first),
            show::ty(module, result)
        );
    }

    pub(super) fn select(&mut self, [condition, if_true, if_false]: [TypeId; 3], result: TypeId) {
        let module = self.module;
        let types = &module.types;
        let shown = |ty| show::ty(module, ty);
        expect!(
            self,
            if_true == if_false && is_first_class(types, if_true),
            Rule::OperandType,
            "values of select have types {} and {}, expected the same first-class type",
            shown(if_true),
            shown(if_false)
        );
        let fits = is_integer_of(types, types.scalar(condition), 1)
            && (!is_vector(types, condition)
                || vector_length(types, condition) == vector_length(types, if_true));
        expect!(
            self,
            fits,
            Rule::OperandType,
            "condition of select on {} has type {}, expected i1 or a vector of i1 of the same length",
            shown(if_true),
            shown(condition)
        );
        self.gives("select", if_true, result);
    }

    pub(super) fn extract_element(&mut self, [vector, index]: [TypeId; 2], result: TypeId) {
        let module = self.module;
        let types = &module.types;
        if !is_vector(types, vector) || !is_integer(types, index) {
            let message = format_args!(
                "operands of extractelement have types {} and {}, expected a vector and an integer",
                show::ty(module, vector),
                show::ty(module, index)
            );
            self.find(Rule::OperandType, message);
            return;
        }
        self.gives("extractelement", types.scalar(vector), result);
    }

    pub(super) fn insert_element(&mut self, [vector, element, index]: [TypeId; 3], result: TypeId) {
        let module = self.module;
        let types = &module.types;
        let fits = is_vector(types, vector) && types.scalar(vector) == element && is_integer(types, index);
        if expect!(
            self,
            fits,
            Rule::OperandType,
            "insertelement inserts {} into {} at an index of type {}, expected the element type of a vector \
             and an integer index",
            show::ty(module, element),
            show::ty(module, vector),
            show::ty(module, index)
        ) {
            self.gives("insertelement", vector, result);
        }
    }

    /// `mask` is the third operand.
    pub(super) fn shuffle(&mut self, [first, second, mask_type]: [TypeId; 3], mask: Value, result: TypeId) {
        let module = self.module;
        let types = &module.types;
        let (Some(length), Some(mask_length)) =
            (vector_length(types, first), vector_length(types, mask_type))
        else {
            self.find(
                Rule::OperandType,
                format_args!(
                    "shufflevector on {} has a mask of type {}, expected a vector and a vector mask",
                    show::ty(module, first),
                    show::ty(module, mask_type)
                ),
            );
            return;
        };
        let fits = first == second && is_integer_of(types, types.scalar(mask_type), 32);
        expect!(
            self,
            fits,
            Rule::OperandType,
            "shufflevector on {} and {} has a mask of type {}, expected the same vector type and a mask of \
             i32",
            show::ty(module, first),
            show::ty(module, second),
            show::ty(module, mask_type)
        );
        self.shuffle_mask(mask, length.saturating_mul(2));
        let expected = Type::Vector(types.scalar(first), mask_length);
        expect!(
            self,
            types.get(result) == Some(&expected),
            Rule::ResultType,
            "shufflevector has result type {}, expected {mask_length} elements of {}",
            show::ty(module, result),
            show::ty(module, types.scalar(first))
        );
    }

    /// A mask is a constant whose elements are numbers below `count`, or undefined.
    fn shuffle_mask(&mut self, mask: Value, count: u64) {
        let module = self.module;
        let fits = match self.elements(mask) {
            Elements::Numbers { largest, .. } => largest.is_none_or(|largest| largest < count),
            Elements::Other => false,
        };
        expect!(
            self,
            fits,
            Rule::ShuffleMask,
            "mask {} of shufflevector is not a constant with indices below {count}",
            show::value(module, mask)
        );
    }

    /// What the elements of a constant are. Remembered, as many instructions may have the same long one.
    fn elements(&mut self, value: Value) -> Elements {
        let ValueKind::Constant(id) = value.kind() else { return Elements::Other };
        match self.elements_of.get(&id) {
            Some(known) => *known,
            None => {
                let elements = self.elements_of_constant(id).unwrap_or(Elements::Other);
                self.elements_of.insert(id, elements);
                elements
            }
        }
    }

    fn elements_of_constant(&self, id: ConstantId) -> Option<Elements> {
        let number = |kind: &ConstantKind| {
            if matches!(kind, ConstantKind::Undef | ConstantKind::Poison) {
                return Some(None);
            }
            Some(Some(u64::try_from(kind.integer()?).ok()?))
        };
        let number_of = |value: &Value| {
            let ValueKind::Constant(id) = value.kind() else { return None };
            number(&self.module.constants.get(id)?.kind)
        };
        let kind = &self.module.constants.get(id)?.kind;
        let numbers: Vec<Option<u64>> = if let ConstantKind::Aggregate(elements) = kind {
            elements.iter().map(number_of).collect::<Option<_>>()?
        } else if let ConstantKind::Data(elements) = kind {
            elements.iter().map(|element| Some(*element)).collect()
        } else {
            vec![number(kind)?]
        };
        let first = *numbers.first()?;
        let is_splat = numbers.iter().all(|number| *number == first);
        Some(Elements::Numbers {
            largest: numbers.iter().copied().flatten().max(),
            all: first.filter(|_| is_splat),
        })
    }

    /// An address computed from `base`, which points to `source`, and indices.
    pub(super) fn element_pointer(
        &mut self,
        source: TypeId,
        base: TypeId,
        indices: impl Iterator<Item = (Value, TypeId)>,
        result: TypeId,
    ) {
        let module = self.module;
        let types = &module.types;
        let Some(Type::Pointer(pointee, space)) = types.get(types.scalar(base)) else {
            self.find(
                Rule::OperandType,
                format_args!("base of getelementptr has type {}, expected a pointer", show::ty(module, base)),
            );
            return;
        };
        if pointee.expand().is_some_and(|pointee| pointee != source) {
            let message = format_args!(
                "base of getelementptr has type {}, expected a pointer to {}",
                show::ty(module, base),
                show::ty(module, source)
            );
            self.find(Rule::OperandType, message);
            return;
        }
        expect!(
            self,
            self.is_sized(source),
            Rule::Address,
            "source element type {} of getelementptr has no known size",
            show::ty(module, source)
        );
        let mut element = Some(source);
        let mut lengths = vector_length(types, base);
        let mut is_first = true;
        for (value, ty) in indices {
            if !types.is_integer(ty) {
                self.find(
                    Rule::OperandType,
                    format_args!(
                        "index of getelementptr has type {}, expected an integer",
                        show::ty(module, ty)
                    ),
                );
                return;
            }
            if let Some(length) = vector_length(types, ty) {
                let known = *lengths.get_or_insert(length);
                expect!(
                    self,
                    known == length,
                    Rule::OperandType,
                    "vector operands of getelementptr have {known} and {length} elements, expected the same \
                     number"
                );
            }
            if !std::mem::take(&mut is_first) {
                element = element.and_then(|element| self.indexed(element, value, ty));
            }
        }
        let Some(element) = element else {
            self.find(
                Rule::Address,
                format_args!(
                    "indices of getelementptr select a member that does not exist in {}",
                    show::ty(module, source)
                ),
            );
            return;
        };
        let expected = match pointee.is_some() {
            true => Type::Pointer(element.into(), *space),
            false => Type::Pointer(None.into(), *space),
        };
        let fits =
            types.get(types.scalar(result)) == Some(&expected) && vector_length(types, result) == lengths;
        expect!(
            self,
            fits,
            Rule::ResultType,
            "getelementptr has result type {}, expected a pointer to {}",
            show::ty(module, result),
            show::ty(module, element)
        );
    }

    /// The type of what an index of an address leads to.
    fn indexed(&mut self, element: TypeId, index: Value, index_type: TypeId) -> Option<TypeId> {
        let module = self.module;
        let types = &module.types;
        if types.members(element).is_none() {
            return types.element(element, 0);
        }
        let is_word = is_integer_of(types, types.scalar(index_type), 32);
        let Elements::Numbers { all: Some(index), .. } = self.elements(index) else { return None };
        if is_word { types.element(element, index) } else { None }
    }

    /// What an operation gives is of this type.
    pub(super) fn gives(&mut self, what: &str, expected: TypeId, found: TypeId) {
        let module = self.module;
        expect!(
            self,
            expected == found,
            Rule::ResultType,
            "{what} has result type {}, expected {}",
            show::ty(module, found),
            show::ty(module, expected)
        );
    }
}

/// Whether there is such a cast.
fn is_cast(types: &Types, op: CastOp, from: TypeId, to: TypeId) -> bool {
    let is_value = |ty| is_first_class(types, ty) && !is_aggregate(types, ty);
    if !is_value(from) || !is_value(to) {
        return false;
    }
    let (from_length, to_length) = (vector_length(types, from), vector_length(types, to));
    let same_length = from_length == to_length;
    let integers = types.is_integer(from) && types.is_integer(to);
    let floats = types.is_float(from) && types.is_float(to);
    let (narrow, wide) = (scalar_bits(types, from), scalar_bits(types, to));
    let spaces = (address_space(types, from), address_space(types, to));
    match op {
        CastOp::Trunc => integers && same_length && narrow > wide,
        CastOp::ZExt | CastOp::SExt => integers && same_length && narrow < wide,
        CastOp::FpTrunc => floats && same_length && narrow > wide,
        CastOp::FpExt => floats && same_length && narrow < wide,
        CastOp::UiToFp | CastOp::SiToFp => types.is_integer(from) && types.is_float(to) && same_length,
        CastOp::FpToUi | CastOp::FpToSi => types.is_float(from) && types.is_integer(to) && same_length,
        CastOp::PtrToInt | CastOp::PtrToAddr => {
            has_pointers(types, from) && types.is_integer(to) && same_length
        }
        CastOp::IntToPtr => types.is_integer(from) && has_pointers(types, to) && same_length,
        CastOp::Bitcast => match spaces {
            // What has no bits, such as metadata, is cast to what has none.
            (None, None) => bits(types, from) == bits(types, to),
            (Some(from_space), Some(to_space)) => {
                from_space == to_space
                    && (from_length.is_none() && is_pointer(types, to)
                        || from_length.is_some() && same_length)
            }
            _ => false,
        },
        CastOp::AddrSpaceCast => match spaces {
            (Some(from_space), Some(to_space)) => from_space != to_space && same_length,
            _ => false,
        },
    }
}
