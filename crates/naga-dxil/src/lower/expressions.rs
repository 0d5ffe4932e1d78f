//! Expressions: constants, composites, accesses and loads, and the dispatch to arithmetic, functions and textures.

use dxil::emit::{Operand, Uniformity};
use dxil_ir::Value;
use dxil_ir::builder::Build as _;
use naga::{Constant, Expression, Handle, Literal, TypeInner};

use crate::error::{Fault, Result};
use crate::lower::frame::{Local, Lowered};
use crate::lower::lowering::{Lower, Values};
use crate::lower::math;
use crate::lower::numeric::{Numeric, Shape};
use crate::lower::places::{Index, Place, Root};
use crate::lower::types::Ty;

impl Lower<'_, '_> {
    /// The value of an expression. An expression that a statement has not emitted is evaluated at its first use.
    pub(super) fn lowered(&mut self, handle: Handle<Expression>) -> Result<Lowered> {
        if let Some(known) = self.frame.known(handle) {
            return Ok(known.clone());
        }
        self.evaluate(handle)
    }

    /// Evaluates an expression, and keeps its value.
    pub(super) fn evaluate(&mut self, handle: Handle<Expression>) -> Result<Lowered> {
        let span = self.frame.function.expressions.get_span(handle);
        let lowered = self.expression(handle).map_err(|fault| fault.at(span))?;
        if let Lowered::Values(values) = &lowered {
            self.spend(values.len())?;
        }
        self.frame.define(handle, lowered.clone());
        Ok(lowered)
    }

    /// The scalars of an expression.
    pub(super) fn values(&mut self, handle: Handle<Expression>) -> Result<Values> {
        match self.lowered(handle)? {
            Lowered::Values(values) => Ok(values),
            Lowered::Place(_) => Err(Fault::malformed("a pointer or resource as a value")),
        }
    }

    /// The value of a scalar expression.
    pub(super) fn scalar(&mut self, handle: Handle<Expression>) -> Result<Value> {
        let values = self.values(handle)?;
        values.first().copied().ok_or_else(|| Fault::malformed("an empty value"))
    }

    /// The place of a pointer or resource.
    pub(super) fn place(&mut self, handle: Handle<Expression>) -> Result<Place> {
        match self.lowered(handle)? {
            Lowered::Place(place) => Ok(place),
            Lowered::Values(_) => Err(Fault::malformed("a value as a pointer or resource")),
        }
    }

    pub(super) fn ty(&self, handle: Handle<Expression>) -> Result<Ty> {
        self.types.of_resolution(&self.frame.info[handle].ty)
    }

    /// A scalar, vector or matrix.
    pub(super) fn numeric(&mut self, handle: Handle<Expression>) -> Result<Numeric> {
        let Ty::Numeric(shape, scalar) = self.ty(handle)? else {
            return Err(Fault::malformed("arithmetic on a value that is not numeric"));
        };
        Ok(Numeric { scalar, shape, components: self.values(handle)? })
    }

    fn expression(&mut self, handle: Handle<Expression>) -> Result<Lowered> {
        use Expression as E;
        let function = self.frame.function;
        let values = match function.expressions[handle] {
            E::FunctionArgument(index) => {
                let argument = self.frame.arguments.get(index as usize).cloned();
                return argument.ok_or_else(|| Fault::malformed("an argument that does not exist"));
            }
            E::GlobalVariable(variable) => return Ok(Lowered::Place(self.global(variable)?)),
            E::LocalVariable(variable) => {
                let ty = self.types.of(function.local_variables[variable].ty)?;
                return Ok(Lowered::Place(match self.frame.local(variable)? {
                    Local::Memory(memory) => memory.place(ty),
                    Local::RayQuery(query) => Place { ty, root: Root::RayQuery(query) },
                }));
            }
            E::Access { base, index } => return self.access(base, index),
            E::AccessIndex { base, index } => return self.access_index(base, index),
            E::Load { pointer } => {
                let place = self.place(pointer)?;
                self.load(&place)?
            }
            E::Literal(literal) => vec![self.literal(literal)?].into(),
            E::Constant(constant) => self.constant(constant)?,
            E::ZeroValue(ty) => self.zeros(ty)?,
            E::Compose { ref components, .. } => self.composed(components)?,
            E::Splat { size, value } => vec![self.scalar(value)?; size as usize].into(),
            E::Swizzle { size, vector, pattern } => {
                let values = self.values(vector)?;
                let chosen =
                    pattern.iter().take(size as usize).map(|component| values.get(*component as usize));
                let chosen: Option<Vec<Value>> = chosen.map(Option::<&Value>::copied).collect();
                chosen.ok_or_else(|| Fault::malformed("a swizzle out of bounds"))?.into()
            }
            E::Unary { op, expr } => self.unary(op, expr)?.into(),
            E::Binary { op, left, right } => self.binary(op, left, right)?.into(),
            E::Select { condition, accept, reject } => self.select(condition, accept, reject)?.into(),
            E::Relational { fun, argument } => self.relational(fun, argument)?.into(),
            E::As { expr, kind, convert } => self.converted(expr, kind, convert)?.into(),
            E::Derivative { axis, ctrl, expr } => self.derivative(axis, ctrl, expr)?.into(),
            E::Math { fun, arg, arg1, arg2, arg3 } => {
                let arguments = [Some(arg), arg1, arg2, arg3].into_iter().flatten();
                let arguments = arguments.map(|each| self.numeric(each)).collect::<Result<Vec<_>>>()?;
                math::math(&mut self.emit, fun, &arguments)?.into()
            }
            ref sample @ E::ImageSample { .. } => self.sampled(sample)?.into(),
            E::ImageLoad { image, coordinate, array_index, sample, level } => {
                self.image_load(image, (coordinate, array_index), sample, level)?.into()
            }
            E::ImageQuery { image, query } => self.image_query(image, query)?.into(),
            E::RayQueryGetIntersection { query, committed } => self.ray_intersection(query, committed)?,
            E::ArrayLength(pointer) => vec![self.array_length(pointer)?].into(),
            ref other => return Err(self.not_supported(other)),
        };
        Ok(Lowered::Values(values))
    }

    fn not_supported(&self, expression: &Expression) -> Fault {
        use Expression as E;
        let what = match expression {
            E::Override(_) => return Fault::malformed("unresolved overrides"),
            E::CallResult(_)
            | E::AtomicResult { .. }
            | E::SubgroupBallotResult
            | E::RayQueryProceedResult => {
                return Fault::malformed("a use of a result before its statement");
            }
            E::CooperativeLoad { .. } | E::CooperativeMultiplyAdd { .. } => "a cooperative matrix",
            E::RayQueryVertexPositions { .. } => "the vertex positions of a ray query",
            _ => "this expression",
        };
        Fault::unsupported(what, "use another construct")
    }

    fn composed(&mut self, components: &[Handle<Expression>]) -> Result<Values> {
        let mut values = Vec::with_capacity(components.len());
        for component in components {
            values.extend_from_slice(&self.values(*component)?);
        }
        Ok(values.into())
    }

    fn access(&mut self, base: Handle<Expression>, index: Handle<Expression>) -> Result<Lowered> {
        let uniformity = match self.frame.info[index].uniformity.non_uniform_result {
            None => Uniformity::Uniform,
            Some(_) => Uniformity::NonUniform,
        };
        let lowered = self.lowered(base)?;
        let index = self.scalar(index)?;
        match lowered {
            Lowered::Place(place) => match place.root {
                Root::Resource { variable, index: None } if self.is_array_of_resources(place.ty) => {
                    let index = match self.index(index, None, false)? {
                        Index::Constant(index) => Operand::from(index),
                        Index::Variable(index) => index.into(),
                    };
                    Ok(Lowered::Place(self.resource_element(variable, index, uniformity)?))
                }
                _ => Ok(Lowered::Place(self.element(&place, index)?)),
            },
            Lowered::Values(values) => {
                let ty = self.ty(base)?;
                Ok(Lowered::Values(self.indexed(ty, &values, index)?))
            }
        }
    }

    fn is_array_of_resources(&self, ty: Ty) -> bool {
        matches!(ty, Ty::Opaque(handle) if matches!(self.inner(handle), TypeInner::BindingArray { .. }))
    }

    /// An element of an array, a column of a matrix or a component of a vector that is a value.
    fn indexed(&mut self, ty: Ty, values: &Values, index: Value) -> Result<Values> {
        let (count, length) = match ty {
            Ty::Numeric(Shape::Vector(count), _) => (count, 1),
            Ty::Numeric(Shape::Matrix { columns, rows }, _) => (columns, rows),
            Ty::Array { base, length: Some(length), .. } => {
                (length as usize, self.types.scalars(self.types.of(base)?)?)
            }
            _ => return Err(Fault::malformed("an index into a value without elements")),
        };
        let index = self.index(index, u32::try_from(count).ok(), true)?;
        match index {
            Index::Constant(index) => {
                let first = (index as usize).saturating_mul(length);
                let element = values.get(first..first.saturating_add(length));
                Ok(element.ok_or_else(|| Fault::malformed("an index out of bounds"))?.into())
            }
            Index::Variable(index) if count <= 4 => {
                let mut chosen = Vec::with_capacity(length);
                for at in 0..length {
                    let candidates: Vec<Value> =
                        values.iter().skip(at).step_by(length.max(1)).copied().collect();
                    chosen.push(self.chosen(&candidates, index)?);
                }
                Ok(chosen.into())
            }
            index => {
                let table = self.table(ty, values)?;
                let element = self.element_at(&table, index)?;
                self.load(&element)
            }
        }
    }

    fn access_index(&mut self, base: Handle<Expression>, index: u32) -> Result<Lowered> {
        match self.lowered(base)? {
            Lowered::Place(place) => match place.root {
                Root::Resource { variable, index: None } if self.is_array_of_resources(place.ty) => {
                    Ok(Lowered::Place(self.resource_element(variable, index.into(), Uniformity::Uniform)?))
                }
                _ => Ok(Lowered::Place(self.part(&place, index)?)),
            },
            Lowered::Values(values) => {
                let (first, count) = self.part_of(self.ty(base)?, index)?;
                let part = values.get(first..first.saturating_add(count));
                Ok(Lowered::Values(part.ok_or_else(|| Fault::malformed("an index out of bounds"))?.into()))
            }
        }
    }

    /// The first scalar of a part of a value, and the number of scalars.
    fn part_of(&self, ty: Ty, index: u32) -> Result<(usize, usize)> {
        let index = index as usize;
        let length = match ty {
            Ty::Numeric(Shape::Matrix { rows, .. }, _) => rows,
            Ty::Array { base, .. } => self.types.scalars(self.types.of(base)?)?,
            Ty::Struct(handle) => {
                let before = self.types.before(handle, index)?.scalars;
                let member = self.types.members(handle).get(index);
                let member = member.ok_or_else(|| Fault::malformed("an index out of bounds"))?;
                let first = usize::try_from(before).map_err(Fault::malformed)?;
                return Ok((first, self.types.scalars(self.types.of(member.ty)?)?));
            }
            _ => 1,
        };
        Ok((index.saturating_mul(length), length))
    }

    fn literal(&mut self, literal: Literal) -> Result<Value> {
        use dxil::ops::OverloadKind as K;
        let (kind, number) = match literal {
            Literal::F64(number) => return Ok(self.emit.module().double(number)),
            Literal::F32(number) => return Ok(self.emit.float(number)),
            Literal::F16(number) => {
                let half = self.emit.scalar(K::F16);
                return Ok(self.emit.module().float_bits(half, number.to_bits().into()));
            }
            Literal::U16(number) => (K::I16, i64::from(number.cast_signed())),
            Literal::I16(number) => (K::I16, number.into()),
            Literal::U32(number) => (K::I32, i64::from(number.cast_signed())),
            Literal::I32(number) => (K::I32, number.into()),
            Literal::U64(number) => (K::I64, number.cast_signed()),
            Literal::I64(number) => (K::I64, number),
            Literal::Bool(truth) => (K::I1, truth.into()),
            Literal::AbstractInt(_) | Literal::AbstractFloat(_) => {
                return Err(Fault::malformed("a literal of an abstract type"));
            }
        };
        let ty = self.emit.scalar(kind);
        Ok(self.emit.int(ty, number))
    }

    fn constant(&mut self, constant: Handle<Constant>) -> Result<Values> {
        if let Some(known) = self.constants.get(&constant) {
            return Ok(known.clone());
        }
        let values = self.global_constant(self.subject.module.constants[constant].init)?;
        self.constants.insert(constant, values.clone());
        Ok(values)
    }

    /// The value of a constant expression outside of functions.
    pub(super) fn global_constant(&mut self, handle: Handle<Expression>) -> Result<Values> {
        use Expression as E;
        let module = self.subject.module;
        let values: Values = match module.global_expressions[handle] {
            E::Literal(literal) => vec![self.literal(literal)?].into(),
            E::Constant(constant) => self.constant(constant)?,
            E::ZeroValue(ty) => self.zeros(ty)?,
            E::Splat { size, value } => {
                let value = self.global_constant(value)?;
                value.iter().cycle().take(value.len() * size as usize).copied().collect()
            }
            E::Compose { ref components, .. } => {
                let mut values = Vec::with_capacity(components.len());
                for component in components {
                    values.extend_from_slice(&self.global_constant(*component)?);
                }
                values.into()
            }
            ref other => {
                return Err(Fault::malformed(format!("a constant that is not evaluated: {other:?}")));
            }
        };
        self.spend(values.len())?;
        Ok(values)
    }

    /// The number of elements of a runtime array at the end of a storage buffer.
    fn array_length(&mut self, pointer: Handle<Expression>) -> Result<Value> {
        let place = self.place(pointer)?;
        let (Ty::Array { stride, .. }, Root::Buffer { buffer, offset }) = (place.ty, &place.root) else {
            return Err(Fault::malformed("the length of an array that is not in a buffer"));
        };
        let size = self.emit.dimensions(buffer.handle, Operand::Undef)?.width;
        let before = self.operand(*offset);
        let before = self.emit.value(before);
        let bytes = self.emit.binary(dxil_ir::BinaryOp::Sub, size, before);
        let stride = self.emit.value(stride);
        Ok(self.emit.binary(dxil_ir::BinaryOp::UDiv, bytes, stride))
    }
}
