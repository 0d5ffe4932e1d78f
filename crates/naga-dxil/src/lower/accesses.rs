//! Accesses to variables: the units of memory in which a variable index selects an element or column, and the units
//! that functions store. Separate from the lowering because the storage of a variable depends on all its accesses.

use std::cell::Cell;

use hashbrown::HashSet;
use naga::valid::FunctionInfo;
use naga::{
    AddressSpace, Block, Expression, Function, GlobalVariable, Handle, Literal, LocalVariable, Module,
    Statement, TypeInner,
};

use crate::error::Result;
use crate::lower::numeric::Shape;
use crate::lower::subject::Subject;
use crate::lower::types::{Ty, Types};

/// A variable or a pointer argument of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Base {
    Local(Handle<LocalVariable>),
    /// An argument by its index.
    Argument(u32),
    /// A private variable of the module.
    Private(Handle<GlobalVariable>),
}

/// Units of memory: a variable or argument, and the index of the unit in it.
pub(super) type Units = HashSet<(Base, usize)>;

/// The accesses of a function and of the functions that it calls.
#[derive(Debug, Default)]
pub(super) struct FunctionAccesses {
    /// The units in which a variable index selects an element or column.
    pub(super) indexed: Units,
    /// The units that are stored.
    stored: Units,
}

/// The accesses of all functions of a module and of an entry point.
#[derive(Debug)]
pub(super) struct Accesses {
    /// By the index of the function.
    pub(super) functions: Vec<FunctionAccesses>,
    pub(super) entry: FunctionAccesses,
}

impl Accesses {
    pub(super) fn of(subject: &Subject<'_>) -> Result<Self> {
        let mut accesses = Self { functions: Vec::new(), entry: FunctionAccesses::default() };
        // A function calls earlier functions only.
        for (handle, function) in subject.module.functions.iter() {
            let found = accesses.function(subject, function, &subject.info[handle])?;
            accesses.functions.push(found);
        }
        let info = subject.info.get_entry_point(subject.index);
        accesses.entry = accesses.function(subject, &subject.entry.function, info)?;
        Ok(accesses)
    }

    fn function(
        &self,
        subject: &Subject<'_>,
        function: &Function,
        info: &FunctionInfo,
    ) -> Result<FunctionAccesses> {
        let walk = self.walk(subject, function, info);
        let mut found = FunctionAccesses::default();
        for (_, expression) in function.expressions.iter() {
            if let Expression::Access { base, index } = *expression
                && !is_constant(subject.module, &function.expressions[index])
                // The component of a vector is selected among the values of the slots.
                && !matches!(walk.ty(base)?, Ty::Numeric(Shape::Vector(_), _))
            {
                walk.insert(base, &mut found.indexed)?;
            }
        }
        walk.block(&function.body, &mut found.indexed, &mut found.stored)?;
        Ok(found)
    }

    /// The units that blocks of a function store, and the number of statements in the blocks.
    pub(super) fn stored<'b>(
        &self,
        subject: &Subject<'_>,
        (function, info): (&Function, &FunctionInfo),
        blocks: impl IntoIterator<Item = &'b Block>,
    ) -> Result<(Units, usize)> {
        let walk = self.walk(subject, function, info);
        let (mut indexed, mut stored) = (Units::new(), Units::new());
        for block in blocks {
            walk.block(block, &mut indexed, &mut stored)?;
        }
        Ok((stored, walk.statements.get()))
    }

    fn walk<'w>(&'w self, subject: &Subject<'w>, function: &'w Function, info: &'w FunctionInfo) -> Walk<'w> {
        Walk { accesses: self, types: subject.types, function, info, statements: Cell::new(0) }
    }
}

/// A walk over the statements of a function.
struct Walk<'w> {
    accesses: &'w Accesses,
    types: &'w Types<'w>,
    function: &'w Function,
    info: &'w FunctionInfo,
    /// The number of visited statements.
    statements: Cell<usize>,
}

impl Walk<'_> {
    /// Adds the units that the statements of a block store, and the units that called functions store and index.
    fn block(&self, block: &Block, indexed: &mut Units, stored: &mut Units) -> Result<()> {
        use Statement as S;
        self.statements.set(self.statements.get().saturating_add(block.len()));
        for statement in block.iter() {
            match statement {
                S::Store { pointer, .. } => self.insert(*pointer, stored)?,
                S::Call { function, arguments, .. } => {
                    let Some(callee) = self.accesses.functions.get(function.index()) else { continue };
                    self.insert_called(&callee.indexed, arguments, indexed)?;
                    self.insert_called(&callee.stored, arguments, stored)?;
                }
                S::Block(block) => self.block(block, indexed, stored)?,
                S::If { accept, reject, .. } => {
                    self.block(accept, indexed, stored)?;
                    self.block(reject, indexed, stored)?;
                }
                S::Switch { cases, .. } => {
                    for case in cases {
                        self.block(&case.body, indexed, stored)?;
                    }
                }
                S::Loop { body, continuing, .. } => {
                    self.block(body, indexed, stored)?;
                    self.block(continuing, indexed, stored)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds the units of a pointer.
    fn insert(&self, pointer: Handle<Expression>, units: &mut Units) -> Result<()> {
        if let Some((base, first)) = self.path(pointer)? {
            let count = self.types.units(self.ty(pointer)?);
            units.extend((first..first.saturating_add(count)).map(|unit| (base, unit)));
        }
        Ok(())
    }

    /// Adds units of a called function, as units of the caller.
    fn insert_called(
        &self,
        of_callee: &Units,
        arguments: &[Handle<Expression>],
        units: &mut Units,
    ) -> Result<()> {
        for (base, unit) in of_callee {
            match base {
                Base::Local(_) => {}
                Base::Private(_) => drop(units.insert((*base, *unit))),
                Base::Argument(index) => {
                    let argument = arguments.get(*index as usize);
                    if let Some(argument) = argument
                        && let Some((base, first)) = self.path(*argument)?
                    {
                        units.insert((base, first.saturating_add(*unit)));
                    }
                }
            }
        }
        Ok(())
    }

    /// The variable or argument that a pointer leads into, and the first unit at the pointer; `None` for values and for
    /// pointers to other address spaces.
    fn path(&self, mut pointer: Handle<Expression>) -> Result<Option<(Base, usize)>> {
        let mut unit = 0_usize;
        loop {
            let base = match self.function.expressions[pointer] {
                Expression::Access { base, .. } => {
                    pointer = base;
                    continue;
                }
                Expression::AccessIndex { base, index } => {
                    if let Ty::Struct(structure) = self.ty(base)? {
                        unit = unit.saturating_add(self.types.before(structure, index as usize)?.units);
                    }
                    pointer = base;
                    continue;
                }
                Expression::LocalVariable(variable) => Base::Local(variable),
                Expression::GlobalVariable(variable)
                    if self.types.module.global_variables[variable].space == AddressSpace::Private =>
                {
                    Base::Private(variable)
                }
                Expression::FunctionArgument(index) if self.is_pointer(pointer) => Base::Argument(index),
                _ => return Ok(None),
            };
            return Ok(Some((base, unit)));
        }
    }

    fn ty(&self, expression: Handle<Expression>) -> Result<Ty> {
        self.types.of_resolution(&self.info[expression].ty)
    }

    fn is_pointer(&self, expression: Handle<Expression>) -> bool {
        let inner = self.info[expression].ty.inner_with(&self.types.module.types);
        matches!(inner, TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. })
    }
}

/// Returns true if an index is a constant `i32` or `u32` when the expression is lowered.
fn is_constant(module: &Module, index: &Expression) -> bool {
    match *index {
        Expression::Literal(Literal::I32(_) | Literal::U32(_)) => true,
        Expression::Constant(constant) => {
            let init = &module.global_expressions[module.constants[constant].init];
            matches!(init, Expression::Literal(Literal::I32(_) | Literal::U32(_)))
        }
        _ => false,
    }
}
