//! Evaluates the terms of a conversion ([`dxil::ops::correspondence`]) to LLVM values, for the pass `operations`.
//! Separate because the evaluation of a term is independent of the replacement of the result of the operation.

use arrayvec::ArrayVec;
use az::SaturatingAs as _;
use dxil::half;
use dxil::ops::OverloadKind;
use dxil::ops::correspondence::{Condition, Term};
use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Rewriter;
use dxil_ir::intrinsics::{IntrinsicRow, Shape};
use dxil_ir::{AttributeKind, CastOp, GlobalId, Module, Op, Type, TypeId, Value, ValueKind};

use super::Reason;
use super::handles::CAST;
use super::intrinsics::{Given, overloads, results};
use super::state::Parts;
use super::target_types::Resource;
use crate::error::{PassError, invalid};

/// The reason for which a term does not have a value.
pub(super) enum Stop {
    /// The operation remains.
    Keep(Reason),
    /// The module is invalid.
    Error(PassError),
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Self {
        Self::Keep(reason)
    }
}

impl From<PassError> for Stop {
    fn from(error: PassError) -> Self {
        Self::Error(error)
    }
}

pub(super) type Result<T> = std::result::Result<T, Stop>;

/// The arguments of an intrinsic or the lanes of a vector. No row of the table needs more than 16.
type Arguments = ArrayVec<Value, 16>;

/// The intrinsic that tests the class of a float. Fast-math flags of instructions that its operand depends on are
/// removed.
const CLASS: &str = "llvm.is.fpclass";

/// The placeholder for an integer, float or undef argument whose type is not known yet.
fn placeholder() -> Value {
    Value::new(ValueKind::Forward(0))
}

/// The evaluation of the terms for a call of an operation. Instructions are built before the call.
pub(super) struct Terms<'e, 'm, 's, 'p> {
    pub rewriter: &'e mut Rewriter<'m>,
    pub parts: &'s mut Parts<'p>,
    /// The arguments after the opcode.
    pub arguments: &'s [Value],
    /// The values of the locals of the construct, to which later terms refer by index.
    pub locals: Vec<Value>,
    /// True if the operation is convergent. Calls of intrinsics then get the attribute `convergent`.
    pub is_convergent: bool,
    /// Operands of tests of a float class.
    pub classified: &'s mut Vec<Value>,
}

impl Terms<'_, '_, '_, '_> {
    pub(super) fn argument(&self, index: usize) -> Result<Value> {
        self.arguments.get(index).copied().ok_or(Stop::Keep(Reason::Arguments))
    }

    pub(super) fn ty(&self, value: Value) -> Result<TypeId> {
        self.rewriter.type_of(value).map_err(|error| invalid(error).into())
    }

    fn module(&mut self) -> &mut Module {
        self.rewriter.module()
    }

    /// Returns the resource of a handle argument and the facts of its type. A handle that is not the result of a
    /// `casthandle` call is [`Reason::Handle`].
    pub(super) fn resource(&self, index: usize) -> Result<(Value, Resource)> {
        let handle = self.argument(index)?;
        let ValueKind::Instruction(id) = handle.kind() else { return Err(Reason::Handle.into()) };
        let (function, arguments) = self.rewriter.called(id).ok_or(Reason::Handle)?;
        let name = self.rewriter.context().globals.get(function).map(|global| &global.name);
        let is_cast = name.is_some_and(|name| name.starts_with(CAST.as_bytes()));
        let resource = arguments.first().copied().filter(|_| is_cast).ok_or(Reason::Handle)?;
        let described = Resource::of(self.rewriter.context(), self.ty(resource)?).ok_or(Reason::Handle)?;
        Ok((resource, described))
    }

    /// Returns the element type of the resource of a handle argument, its component type and the number of components.
    pub(super) fn element(&self, index: usize) -> Result<(TypeId, TypeId, u64)> {
        let element = self.resource(index)?.1.element.ok_or(Reason::Element)?;
        let types = &self.rewriter.context().types;
        Ok(match types.get(element) {
            Some(Type::Vector(lane, lanes)) => (element, *lane, *lanes),
            _ => (element, element, 1),
        })
    }

    /// Returns the number of components in a write mask. The mask must be constant and without gaps.
    pub(super) fn mask(&self, index: usize) -> Result<usize> {
        let mask = self.rewriter.context().integer(self.argument(index)?).ok_or(Reason::Mask)?;
        match mask {
            1 => Ok(1),
            3 => Ok(2),
            7 => Ok(3),
            15 => Ok(4),
            _ => Err(Reason::Mask.into()),
        }
    }

    pub(super) fn is_undef(&self, index: usize) -> bool {
        let Ok(value) = self.argument(index) else { return false };
        self.rewriter.context().is_undefined(value)
    }

    /// Returns true if a condition of a row holds. `members` are the member types of the result of the operation.
    pub(super) fn holds(&self, condition: Condition, members: &[TypeId]) -> Result<bool> {
        let module = self.rewriter.context();
        Ok(match condition {
            Condition::Equals(index, number) => {
                let found = module.signed_integer(self.argument(index)?);
                let is_bit = module.types.get(self.ty(self.argument(index)?)?) == Some(&Type::Integer(1));
                if is_bit { found.map(|bit| bit & 1) == Some(number) } else { found == Some(number) }
            }
            Condition::Undef(index) => self.is_undef(index),
            Condition::Bits(bits) => {
                let first = members.first().and_then(|ty| module.types.get(*ty)).and_then(OverloadKind::of);
                first.is_some_and(|kind| kind.bits() == bits)
            }
            Condition::Members(count) => members.len() == count,
            Condition::Resource(family, index) => self.resource(index)?.1.is(family),
        })
    }

    /// Returns the value of a term, and builds the instructions for it. `expected` is the type of the value, if it is
    /// known; integers, floats and undef need it.
    pub(super) fn value(&mut self, term: &Term, expected: Option<TypeId>) -> Result<Value> {
        match term {
            Term::Argument(index) => self.argument(*index),
            Term::Local(index) => self.locals.get(*index).copied().ok_or(Stop::Keep(Reason::Arguments)),
            Term::Integer(_) | Term::Float(_) | Term::Undef => {
                self.number(term, expected.ok_or(Reason::Arguments)?)
            }
            Term::Intrinsic(name, terms) => self.intrinsic(name, terms, expected.as_slice()),
            Term::Binary(op, operands) => {
                let [first, second] = self.pair(operands, expected)?;
                Ok(self.rewriter.binary(*op, first, second))
            }
            Term::Compare(predicate, operands) => {
                let [first, second] = self.pair(operands, None)?;
                Ok(self.rewriter.compare(*predicate, first, second))
            }
            Term::Select([condition, if_true, if_false]) => {
                let condition = self.value(condition, None)?;
                let [first, second] = self.either(if_true, if_false, expected)?;
                Ok(self.rewriter.select(condition, first, second))
            }
            Term::Freeze(term) => {
                let value = self.value(term, expected)?;
                let ty = self.ty(value)?;
                Ok(self.rewriter.add(Op::Freeze(value), ty).into())
            }
            Term::Cast(op, kind, term) => {
                let value = self.value(term, None)?;
                let to = self.like(value, *kind)?;
                Ok(self.rewriter.cast(*op, value, to))
            }
            Term::As(kind, term) => self.as_kind(*kind, term),
            Term::Lane(term, lane) => {
                let vector = self.value(term, None)?;
                self.lane(vector, u64::from(*lane))
            }
            Term::Handle(index) => Ok(self.resource(*index)?.0),
            Term::Offset(index) => {
                let value = self.argument(*index)?;
                if !self.is_undef(*index) {
                    return Ok(value);
                }
                let ty = self.ty(value)?;
                Ok(self.module().constant(ty, ConstantKind::Poison))
            }
            Term::Coordinates(resource, arguments) => {
                let count = self.resource(*resource)?.1.dimensions.0;
                self.first_of(arguments, count)
            }
            Term::Gradients(resource, arguments) => {
                let count = self.resource(*resource)?.1.dimensions.1;
                self.first_of(arguments, count)
            }
            Term::Offsets(resource, arguments) => {
                let count = self.resource(*resource)?.1.dimensions.1.min(arguments.len());
                let mut values = Arguments::new();
                for index in arguments.iter().take(count) {
                    let value = self.argument(*index)?;
                    let ty = self.ty(value)?;
                    let value = if self.is_undef(*index) { self.module().int(ty, 0) } else { value };
                    values.try_push(value).map_err(|_| Reason::Arguments)?;
                }
                self.vector(&values)
            }
            Term::Element(resource, arguments) => {
                let (_, lane, lanes) = self.element(*resource)?;
                let lanes = lanes.saturating_as::<usize>();
                // Arguments for components that the element does not have must be equal to the first argument or be
                // undef. Otherwise, the operation stores an element of another type.
                let first = self.argument(*arguments.first().ok_or(Reason::Arguments)?)?;
                for rest in arguments.iter().skip(lanes) {
                    if self.argument(*rest)? != first && !self.is_undef(*rest) {
                        return Err(Reason::Element.into());
                    }
                }
                let value = self.first_of(arguments, lanes)?;
                let ty = self.ty(value)?;
                if self.rewriter.context().types.scalar(ty) == lane {
                    Ok(value)
                } else {
                    Err(Reason::Element.into())
                }
            }
            Term::Masked(mask, arguments) => {
                let count = self.mask(*mask)?;
                self.first_of(arguments, count)
            }
        }
    }

    /// Builds a call of an intrinsic and returns its result. `expected` are the result types: the member types if the
    /// result is a structure.
    pub(super) fn intrinsic(
        &mut self,
        name: &'static str,
        terms: &[Term],
        expected: &[TypeId],
    ) -> Result<Value> {
        let row = self.parts.intrinsics.row_named(name).ok_or(Reason::NoIntrinsic)?;
        // The types of integer, float and undef arguments follow from the other arguments and the result.
        let mut arguments = Arguments::new();
        for (term, shape) in terms.iter().zip(row.parameters) {
            let argument = match (term, shape) {
                (term, _) if is_untyped(term) => placeholder(),
                (Term::Argument(index), _) => self.argument(*index)?,
                (term, Shape::Plain(plain)) => {
                    let plain = plain.make(&mut self.module().types);
                    self.value(term, Some(plain))?
                }
                (term, _) => self.value(term, expected.first().copied())?,
            };
            arguments.try_push(argument).map_err(|_| Reason::Arguments)?;
        }
        let function = self.function(row, terms, &arguments, expected)?;
        let is_placeholder = |argument: &Value| *argument == placeholder();
        for (index, argument) in
            arguments.iter_mut().enumerate().filter(|(_, argument)| is_placeholder(argument))
        {
            let term = terms.get(index).ok_or(Reason::Arguments)?;
            let ty = parameter(self.rewriter.context(), function, index).ok_or(Reason::Arguments)?;
            *argument = self.number(term, ty)?;
        }
        let value = self.rewriter.call(function, &arguments).map_err(invalid)?;
        let convergent = Attribute::Flag(AttributeKind::Convergent);
        if let ValueKind::Instruction(call) = value.kind()
            && self.is_convergent
            && !row.attributes.contains(&convergent)
        {
            self.rewriter.add_call_attribute(call, Slot::Function, convergent).map_err(invalid)?;
        }
        if name == CLASS {
            self.classified.extend(arguments.first());
        }
        Ok(value)
    }

    /// Returns the function of an intrinsic for arguments that may contain placeholders, and declares it if necessary.
    fn function(
        &mut self,
        row: &'static IntrinsicRow,
        terms: &[Term],
        arguments: &[Value],
        expected: &[TypeId],
    ) -> Result<GlobalId> {
        let rewriter = &*self.rewriter;
        let types = arguments.iter().map(|argument| rewriter.type_of(*argument).ok());
        if let Some(known) = self.parts.intrinsics.known(row, types.clone(), Given::Expected(expected)) {
            return Ok(known);
        }
        let types: Vec<Option<TypeId>> = types.collect();
        let known = overloads(row, &types, expected);
        let mut parameters = Vec::with_capacity(terms.len());
        let mut slot = row.result.iter().filter(|shape| shape.is_overload()).count();
        for (shape, ty) in row.parameters.iter().zip(&types) {
            let of_slot = known.get(slot).copied().flatten();
            slot += usize::from(shape.is_overload());
            let ty = match ty {
                Some(ty) => *ty,
                None => {
                    let fixed = shape.make(&mut self.module().types, &known);
                    fixed.or(of_slot).ok_or(Reason::Arguments)?
                }
            };
            parameters.push(ty);
        }
        let given: Vec<Option<TypeId>> = parameters.iter().copied().map(Some).collect();
        let results = results(self.module(), row, &given, expected).ok_or(Reason::Arguments)?;
        let Self { rewriter, parts, .. } = self;
        let function = parts.intrinsics.declared(rewriter.module(), row, &parameters, &results);
        let function = function.ok_or(Reason::Arguments)?;
        parts.intrinsics.keep(row, types.into_iter(), Given::Expected(expected), function);
        Ok(function)
    }

    /// Returns the values of two operands that have the same type.
    fn pair(&mut self, [first, second]: &[Term; 2], expected: Option<TypeId>) -> Result<[Value; 2]> {
        self.either(first, second, expected)
    }

    /// Returns the values of two terms that have the same type. A first term that is an integer or a float gets the
    /// type of the second term.
    fn either(&mut self, first: &Term, second: &Term, expected: Option<TypeId>) -> Result<[Value; 2]> {
        if matches!(first, Term::Integer(_) | Term::Float(_)) {
            let second = self.value(second, expected)?;
            let ty = self.ty(second)?;
            return Ok([self.value(first, Some(ty))?, second]);
        }
        let first = self.value(first, expected)?;
        let ty = self.ty(first)?;
        Ok([first, self.value(second, Some(ty))?])
    }

    /// Returns the constant for an integer, float or undef term of a type: a splat if the type is a vector.
    fn number(&mut self, term: &Term, ty: TypeId) -> Result<Value> {
        let module = self.module();
        if let Term::Undef = term {
            return Ok(module.undef(ty));
        }
        let lanes = match module.types.get(ty) {
            Some(Type::Vector(_, lanes)) => Some((*lanes).saturating_as::<usize>()),
            _ => None,
        };
        let scalar = module.types.scalar(ty);
        let value = match (term, module.types.get(scalar)) {
            (Term::Integer(number), Some(Type::Integer(_))) => module.int(scalar, *number),
            (Term::Float(number), Some(kind)) => {
                let bits = match kind {
                    Type::Half => u64::from(half::from_double(*number)),
                    #[allow(
                        clippy::cast_possible_truncation,
                        reason = "numbers of the table are exact as floats"
                    )]
                    Type::Float => u64::from((*number as f32).to_bits()),
                    Type::Double => number.to_bits(),
                    _ => return Err(Reason::Arguments.into()),
                };
                module.float_bits(scalar, bits)
            }
            _ => return Err(Reason::Arguments.into()),
        };
        Ok(match lanes {
            None => value,
            Some(lanes) => module.constant(ty, ConstantKind::Aggregate(vec![value; lanes].into())),
        })
    }

    /// Returns an integer term that is zero-extended or truncated to the width of `kind`.
    fn as_kind(&mut self, kind: OverloadKind, term: &Term) -> Result<Value> {
        let value = self.value(term, None)?;
        let from = self.ty(value)?;
        let types = &self.rewriter.context().types;
        let Some(Type::Integer(bits)) = types.get(types.scalar(from)) else {
            return Err(Reason::Arguments.into());
        };
        let bits = *bits;
        let to = self.like(value, kind)?;
        Ok(match bits.cmp(&kind.bits()) {
            std::cmp::Ordering::Less => self.rewriter.cast(CastOp::ZExt, value, to),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.rewriter.cast(CastOp::Trunc, value, to),
        })
    }

    /// Returns the scalar type of `kind`, or a vector of it if `value` is a vector, with the same number of lanes.
    fn like(&mut self, value: Value, kind: OverloadKind) -> Result<TypeId> {
        let ty = self.ty(value)?;
        let module = self.module();
        let scalar = module.types.intern(kind.ty());
        Ok(match module.types.get(ty) {
            Some(Type::Vector(_, lanes)) => {
                let lanes = *lanes;
                module.types.vector(scalar, lanes)
            }
            _ => scalar,
        })
    }

    /// Returns a lane of a vector. A scalar is returned unchanged.
    pub(super) fn lane(&mut self, vector: Value, lane: u64) -> Result<Value> {
        let ty = self.ty(vector)?;
        if !matches!(self.rewriter.context().types.get(ty), Some(Type::Vector(..))) {
            return Ok(vector);
        }
        let Self { rewriter, parts, .. } = self;
        let index = parts.intrinsics.lane(rewriter.module(), lane);
        self.rewriter.extract_element(vector, index).map_err(|error| invalid(error).into())
    }

    /// Returns a vector of the first `count` of the arguments, or a scalar if `count` is 1.
    fn first_of(&mut self, arguments: &[usize], count: usize) -> Result<Value> {
        let arguments = arguments.get(..count).ok_or(Reason::Arguments)?;
        let mut values = Arguments::new();
        for index in arguments {
            values.try_push(self.argument(*index)?).map_err(|_| Reason::Arguments)?;
        }
        self.vector(&values)
    }

    /// Returns a vector of the values, or the value itself if there is only one. A vector of constants is a constant.
    fn vector(&mut self, values: &[Value]) -> Result<Value> {
        let [first, ..] = values else { return Err(Reason::Arguments.into()) };
        if values.len() == 1 {
            return Ok(*first);
        }
        let scalar = self.ty(*first)?;
        let module = self.module();
        let lanes = values.len() as u64;
        let ty = module.types.vector(scalar, lanes);
        if values.iter().all(|value| module.integer(*value) == Some(0)) {
            return Ok(module.null(ty));
        }
        if values.iter().all(|value| matches!(value.kind(), ValueKind::Constant(_))) {
            return Ok(module.constant(ty, ConstantKind::Aggregate(values.into())));
        }
        let mut vector = module.constant(ty, ConstantKind::Poison);
        for (lane, value) in (0..).zip(values) {
            let Self { rewriter, parts, .. } = self;
            let index = parts.intrinsics.lane(rewriter.module(), lane);
            vector = self.rewriter.insert_element(vector, *value, index).map_err(invalid)?;
        }
        Ok(vector)
    }
}

/// Returns true for terms whose type follows from the other operands.
fn is_untyped(term: &Term) -> bool {
    matches!(term, Term::Integer(_) | Term::Float(_) | Term::Undef)
}

/// Returns the type of a parameter of a function.
fn parameter(module: &Module, function: GlobalId, index: usize) -> Option<TypeId> {
    match module.types.get(module.globals.get(function)?.value_type)? {
        Type::Function { parameters, .. } => parameters.get(index).copied(),
        _ => None,
    }
}
