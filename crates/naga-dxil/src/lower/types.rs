//! The types of naga: their scalars, their layout in buffers, and their parts. Separate from values and memory, which
//! both depend on them.

use dxil::ops::OverloadKind;
use naga::proc::{IndexableLength, Layouter, ResolveArraySizeError, TypeResolution};
use naga::{ArraySize, Expression, Handle, Module, Scalar, ScalarKind, Span, StructMember, Type, TypeInner};

use crate::error::{Fault, Result};
use crate::lower::numeric::Shape;

/// The largest number of scalars of a type that is a value or the memory of a variable.
const SCALARS: u64 = 1 << 20;

/// The largest depth of nested types, which bounds the stack.
const NESTING: u32 = 128;

/// The type of a value, or of the memory at a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ty {
    /// A scalar, vector or matrix.
    Numeric(Shape, Scalar),
    Atomic(Scalar),
    /// An array; `length` is `None` for a runtime array.
    Array {
        base: Handle<Type>,
        length: Option<u32>,
        /// The distance of elements in buffers, in bytes.
        stride: u32,
    },
    Struct(Handle<Type>),
    /// Textures, samplers, acceleration structures, ray queries and arrays of resources.
    Opaque(Handle<Type>),
}

/// The size of a type as a value and as memory; 0 for opaque types. A runtime array has no scalars.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Size {
    pub(super) scalars: u64,
    /// The number of units of memory: see [`Memory`](super::places::Memory).
    pub(super) units: usize,
}

impl Size {
    fn plus(self, other: Self) -> Self {
        let scalars = self.scalars.saturating_add(other.scalars);
        Self { scalars, units: self.units.saturating_add(other.units) }
    }
}

/// The types of a module.
#[derive(Debug)]
pub(crate) struct Types<'n> {
    pub(super) module: &'n Module,
    layouter: Layouter,
    /// The size of each type.
    sizes: Vec<Size>,
    /// The depth of nested types.
    depths: Vec<u32>,
    /// The size of the members before each member of each structure.
    before: Vec<Vec<Size>>,
}

impl<'n> Types<'n> {
    pub(crate) fn new(module: &'n Module) -> Result<Self> {
        let mut layouter = Layouter::default();
        layouter
            .update(module.to_ctx())
            .map_err(|error| Fault::malformed(format!("a bad layout ({error})")))?;
        let (sizes, depths, before) = (Vec::new(), Vec::new(), Vec::new());
        let mut types = Self { module, layouter, sizes, depths, before };
        // Types follow the types that they contain.
        for (handle, _) in module.types.iter() {
            let ty = types.of(handle)?;
            let depth = types.depth(ty).saturating_add(1);
            if depth > NESTING {
                return Err(crate::ErrorKind::TooLarge {
                    what: format!("types are nested more than {NESTING} deep"),
                    remedy: "use fewer structures in structures".into(),
                }
                .into());
            }
            let mut before = Vec::new();
            let size = match ty {
                Ty::Struct(handle) => types.members(handle).iter().fold(Size::default(), |size, member| {
                    before.push(size);
                    size.plus(types.size_of(member.ty))
                }),
                _ => types.measured(ty),
            };
            types.depths.push(depth);
            types.sizes.push(size);
            types.before.push(before);
        }
        Ok(types)
    }

    fn measured(&self, ty: Ty) -> Size {
        match ty {
            Ty::Numeric(shape, _) => Size { scalars: shape.len() as u64, units: 1 },
            Ty::Atomic(_) => Size { scalars: 1, units: 1 },
            Ty::Array { base, length, .. } => {
                let Size { scalars, units } = self.size_of(base);
                Size { scalars: scalars.saturating_mul(length.unwrap_or(0).into()), units }
            }
            Ty::Struct(handle) => self.size_of(handle),
            Ty::Opaque(_) => Size::default(),
        }
    }

    fn size_of(&self, handle: Handle<Type>) -> Size {
        self.sizes.get(handle.index()).copied().unwrap_or_default()
    }

    /// The size of the members before a member of a structure.
    pub(super) fn before(&self, structure: Handle<Type>, member: usize) -> Result<Size> {
        let members = self.before.get(structure.index());
        let before = members.and_then(|members| members.get(member)).copied();
        before.ok_or_else(|| Fault::malformed("an index of a member that does not exist"))
    }

    /// The depth of the types that a type contains.
    fn depth(&self, ty: Ty) -> u32 {
        let of = |handle: Handle<Type>| self.depths.get(handle.index()).copied().unwrap_or(0);
        match ty {
            Ty::Array { base, .. } => of(base),
            Ty::Struct(handle) => self.members(handle).iter().map(|member| of(member.ty)).max().unwrap_or(0),
            Ty::Numeric(..) | Ty::Atomic(_) | Ty::Opaque(_) => 0,
        }
    }

    /// The number of scalars of a value of the type.
    pub(super) fn scalars(&self, ty: Ty) -> Result<usize> {
        match self.measured(ty).scalars {
            count @ 0..=SCALARS => usize::try_from(count).map_err(Fault::malformed),
            count => Err(crate::ErrorKind::TooLarge {
                what: format!("a value or variable has {count} scalars, at most {SCALARS} are supported"),
                remedy: "use a storage buffer".into(),
            }
            .into()),
        }
    }

    /// The number of units of memory of a type.
    pub(super) fn units(&self, ty: Ty) -> usize {
        self.measured(ty).units
    }

    pub(super) fn of(&self, handle: Handle<Type>) -> Result<Ty> {
        self.of_inner(&self.module.types[handle].inner, Some(handle))
    }

    /// The type of an expression. A pointer has the type that it points to.
    pub(super) fn of_resolution(&self, resolution: &TypeResolution) -> Result<Ty> {
        match resolution {
            TypeResolution::Handle(handle) => self.of(*handle),
            TypeResolution::Value(inner) => self.of_inner(inner, None),
        }
    }

    fn of_inner(&self, inner: &TypeInner, handle: Option<Handle<Type>>) -> Result<Ty> {
        let named = || handle.ok_or_else(|| Fault::malformed("a structure without a name"));
        Ok(match *inner {
            TypeInner::Scalar(scalar) => Ty::Numeric(Shape::Scalar, scalar),
            TypeInner::Vector { size, scalar } => Ty::Numeric(Shape::Vector(size as usize), scalar),
            TypeInner::Matrix { columns, rows, scalar } => {
                Ty::Numeric(Shape::Matrix { columns: columns as usize, rows: rows as usize }, scalar)
            }
            TypeInner::Atomic(scalar) => Ty::Atomic(scalar),
            TypeInner::Pointer { base, .. } => self.of(base)?,
            TypeInner::ValuePointer { size, scalar, .. } => {
                Ty::Numeric(size.map_or(Shape::Scalar, |size| Shape::Vector(size as usize)), scalar)
            }
            TypeInner::Array { base, size, stride } => Ty::Array { base, length: self.length(size)?, stride },
            TypeInner::Struct { .. } => Ty::Struct(named()?),
            TypeInner::CooperativeMatrix { .. } => {
                return Err(Fault::unsupported("a cooperative matrix", "use subgroup operations"));
            }
            TypeInner::Image { .. }
            | TypeInner::Sampler { .. }
            | TypeInner::AccelerationStructure { .. }
            | TypeInner::RayQuery { .. }
            | TypeInner::BindingArray { .. } => Ty::Opaque(named()?),
        })
    }

    /// The number of elements of an array; `None` for a runtime array. A size may be an override, which has a value.
    fn length(&self, size: ArraySize) -> Result<Option<u32>> {
        match size.resolve(self.module.to_ctx()) {
            Ok(IndexableLength::Known(length)) => Ok(Some(length)),
            Ok(IndexableLength::Dynamic) => Ok(None),
            Err(ResolveArraySizeError::ExpectedPositiveArrayLength) => {
                Err(Fault::unsupported("an array without elements", "set its override to a positive number"))
            }
            Err(ResolveArraySizeError::NonConstArrayLength) => Err(Fault::malformed("unresolved overrides")),
        }
    }

    pub(super) fn members(&self, structure: Handle<Type>) -> &'n [StructMember] {
        match &self.module.types[structure].inner {
            TypeInner::Struct { members, .. } => members,
            _ => &[],
        }
    }

    /// The size of a type in buffers, in bytes.
    pub(super) fn size(&self, handle: Handle<Type>) -> u32 {
        self.layouter[handle].size
    }

    /// The scalar type of each scalar of a value, in order.
    pub(super) fn scalar_list(&self, ty: Ty) -> Result<Vec<Scalar>> {
        let mut list = Vec::with_capacity(self.scalars(ty)?);
        self.collect_scalars(ty, &mut list)?;
        Ok(list)
    }

    fn collect_scalars(&self, ty: Ty, list: &mut Vec<Scalar>) -> Result<()> {
        match ty {
            Ty::Numeric(shape, scalar) => list.extend(std::iter::repeat_n(scalar, shape.len())),
            Ty::Atomic(scalar) => list.push(scalar),
            Ty::Array { base, length, .. } => {
                let base = self.of(base)?;
                for _ in 0..length.unwrap_or(0) {
                    self.collect_scalars(base, list)?;
                }
            }
            Ty::Struct(handle) => {
                for member in self.members(handle) {
                    self.collect_scalars(self.of(member.ty)?, list)?;
                }
            }
            Ty::Opaque(_) => {}
        }
        Ok(())
    }

    /// The location of a 16-bit scalar, if the module has one.
    pub(super) fn first_16_bit(&self) -> Option<Span> {
        let module = self.module;
        let mut types: Vec<bool> = Vec::with_capacity(module.types.len());
        for (_, ty) in module.types.iter() {
            let contains = |handle: Handle<Type>| types.get(handle.index()).copied().unwrap_or(false);
            types.push(match &ty.inner {
                TypeInner::Array { base, .. } | TypeInner::BindingArray { base, .. } => contains(*base),
                TypeInner::Struct { members, .. } => members.iter().any(|member| contains(member.ty)),
                inner => inner.scalar().is_some_and(|scalar| scalar.width == 2),
            });
        }
        let contains = |handle: Handle<Type>| types.get(handle.index()).copied().unwrap_or(false);
        let of_variables = (module.global_variables.iter())
            .filter(|(_, variable)| contains(variable.ty))
            .map(|(handle, _)| module.global_variables.get_span(handle));
        let entries = module.entry_points.iter().map(|entry| &entry.function);
        let functions = entries.chain(module.functions.iter().map(|(_, function)| function));
        let of_expressions = functions.flat_map(|function| {
            let expressions = function.expressions.iter().filter(|(_, expression)| has_16_bit(expression));
            let locals = function.local_variables.iter().filter(|(_, variable)| contains(variable.ty));
            let expressions = expressions.map(|(handle, _)| function.expressions.get_span(handle));
            expressions.chain(locals.map(|(handle, _)| function.local_variables.get_span(handle)))
        });
        let of_types = module.types.iter().filter(|(handle, _)| contains(*handle));
        let of_types = of_types.map(|(handle, _)| module.types.get_span(handle));
        let spans: Vec<Span> = of_variables.chain(of_expressions).chain(of_types).collect();
        spans.iter().find(|span| span.is_defined()).or(spans.first()).copied()
    }
}

fn has_16_bit(expression: &Expression) -> bool {
    use naga::Literal as L;
    let is_literal = matches!(expression, Expression::Literal(L::F16(_) | L::I16(_) | L::U16(_)));
    is_literal || matches!(expression, Expression::As { convert: Some(2), .. })
}

impl Ty {
    pub(super) const fn scalar(scalar: Scalar) -> Self {
        Self::Numeric(Shape::Scalar, scalar)
    }
}

/// The distance of the columns of a matrix in buffers, in bytes.
pub(super) fn column_stride(rows: usize, scalar: Scalar) -> u32 {
    // Columns of two and four components are aligned to their size; columns of three have padding.
    u32::from(scalar.width) * if rows == 2 { 2 } else { 4 }
}

/// The type of a scalar in memory: a bool is an `i32`.
pub(super) fn memory_overload(scalar: Scalar) -> OverloadKind {
    match scalar.kind {
        ScalarKind::Bool => OverloadKind::I32,
        _ => super::numeric::overload(scalar),
    }
}

impl Shape {
    /// The number of components.
    pub(crate) const fn len(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Vector(count) => count,
            Self::Matrix { columns, rows } => columns * rows,
        }
    }
}
