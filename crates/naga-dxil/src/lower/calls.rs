//! Functions: the entry point, and calls, which are inlined. Separate from statements because a function has a frame:
//! the values of its expressions, its variables and its result.

use std::rc::Rc;

use dxil_ir::BlockId;
use dxil_ir::builder::BuildControlFlow as _;
use naga::valid::FunctionInfo;
use naga::{Block, Expression, Function, Handle, LocalVariable, ShaderStage, Statement, TypeInner};

use crate::error::{Fault, Result};
use crate::lower::memory::Memory;
use crate::lower::places::Place;
use crate::lower::ray_queries::RayQuery;
use crate::lower::{Lower, Subject, Values};

/// The state of a function that is inlined.
#[derive(Debug)]
pub(super) struct Frame<'n> {
    pub(super) function: &'n Function,
    pub(super) info: &'n FunctionInfo,
    pub(super) arguments: Vec<Lowered>,
    /// The values of the evaluated expressions, by index.
    values: Vec<Option<Lowered>>,
    /// The variables, by index.
    locals: Vec<Local>,
    /// The blocks that `break` and `continue` go to, the innermost last.
    pub(super) targets: Vec<Targets>,
    result: FunctionResult,
}

/// A variable of a function.
#[derive(Debug, Clone)]
pub(super) enum Local {
    Memory(Rc<Memory>),
    RayQuery(RayQuery),
}

/// The value of an expression.
#[derive(Debug, Clone)]
pub(super) enum Lowered {
    Values(Values),
    Place(Place),
}

/// The targets of `break` and `continue` of a loop or switch.
#[derive(Debug, Clone, Copy)]
pub(super) struct Targets {
    pub(super) merge: BlockId,
    /// `None` for a switch outside of loops.
    pub(super) continuing: Option<BlockId>,
}

/// The destination of the result of a function.
#[derive(Debug, Clone)]
enum FunctionResult {
    /// The function returns at its end only.
    AtEnd(Option<Values>),
    /// Each `return` stores the result and jumps to the block.
    Stored(Option<Place>, BlockId),
}

impl<'n> Frame<'n> {
    pub(super) fn of_entry(subject: &Subject<'n>) -> Self {
        let info = subject.info.get_entry_point(subject.index);
        Self::new(&subject.entry.function, info, Vec::new())
    }

    fn new(function: &'n Function, info: &'n FunctionInfo, arguments: Vec<Lowered>) -> Self {
        let values = vec![None; function.expressions.len()];
        let result = FunctionResult::AtEnd(None);
        Self { function, info, arguments, values, locals: Vec::new(), targets: Vec::new(), result }
    }

    pub(super) fn known(&self, handle: Handle<Expression>) -> Option<&Lowered> {
        self.values.get(handle.index())?.as_ref()
    }

    pub(super) fn define(&mut self, handle: Handle<Expression>, lowered: Lowered) {
        if let Some(value) = self.values.get_mut(handle.index()) {
            *value = Some(lowered);
        }
    }

    pub(super) fn local(&self, variable: Handle<LocalVariable>) -> Result<Local> {
        let local = self.locals.get(variable.index()).cloned();
        local.ok_or_else(|| Fault::malformed("a variable without memory"))
    }
}

impl<'n> Lower<'n, '_> {
    /// Emits the body of the entry point.
    pub(super) fn entry(&mut self) -> Result<()> {
        self.create_private()?;
        self.clear_group_shared()?;
        let arguments = self.entry_arguments()?;
        self.frame.arguments = arguments.into_iter().map(Lowered::Values).collect();
        let result = self.body()?;
        match (self.subject.entry.stage, result) {
            (ShaderStage::Task, Some(size)) => self.dispatch_mesh(&size)?,
            (ShaderStage::Mesh, _) => self.store_mesh()?,
            (_, Some(values)) => self.store_outputs(&values)?,
            (_, None) => {}
        }
        self.emit.ret(None);
        Ok(())
    }

    /// Inlines a call.
    pub(super) fn call(
        &mut self,
        callee: Handle<Function>,
        arguments: &[Handle<Expression>],
    ) -> Result<Option<Values>> {
        let arguments = arguments.iter().map(|argument| self.lowered(*argument)).collect::<Result<_>>()?;
        let module = self.subject.module;
        let frame = Frame::new(&module.functions[callee], &self.subject.info[callee], arguments);
        self.spend(frame.function.expressions.len())?;
        let caller = std::mem::replace(&mut self.frame, frame);
        let result = self.body();
        self.frame = caller;
        result
    }

    /// Emits the body of the function of the frame; returns its result.
    fn body(&mut self) -> Result<Option<Values>> {
        let function = self.frame.function;
        for (handle, variable) in function.local_variables.iter() {
            let ty = self.types.of(variable.ty)?;
            if let TypeInner::RayQuery { .. } = self.inner(variable.ty) {
                let query = self.allocate_ray_query()?;
                self.frame.locals.push(Local::RayQuery(query));
                continue;
            }
            let name = variable.name.as_deref().unwrap_or("local");
            let memory =
                self.local(ty, name).map_err(|fault| fault.at(function.local_variables.get_span(handle)))?;
            self.frame.locals.push(Local::Memory(memory));
        }
        for (handle, variable) in function.local_variables.iter() {
            let Local::Memory(memory) = self.frame.local(handle)? else { continue };
            match variable.init {
                None => self.clear(&memory)?,
                Some(init) => {
                    let values = self.values(init)?;
                    self.store(&memory.place(self.types.of(variable.ty)?), &values)?;
                }
            }
        }
        let is_plain = returns_at_end(&function.body);
        if !is_plain {
            let place = match &function.result {
                None => None,
                Some(result) => {
                    let ty = self.types.of(result.ty)?;
                    let memory = self.local(ty, "result")?;
                    // A path that ends with a discard stores no result.
                    self.clear(&memory)?;
                    Some(memory.place(ty))
                }
            };
            self.frame.result = FunctionResult::Stored(place, self.emit.add_block());
        }
        self.block(&function.body)?;
        match self.frame.result.clone() {
            FunctionResult::AtEnd(values) => match (values, &function.result) {
                // The function ends with a discard.
                (None, Some(result)) => Ok(Some(self.zeros(result.ty)?)),
                (values, _) => Ok(values),
            },
            FunctionResult::Stored(place, end) => {
                self.emit.jump(end);
                self.emit.switch_to(end);
                place.map(|place| self.load(&place)).transpose()
            }
        }
    }

    /// Emits a `return`.
    pub(super) fn return_value(&mut self, value: Option<Handle<Expression>>) -> Result<()> {
        let values = value.map(|value| self.values(value)).transpose()?;
        match self.frame.result.clone() {
            FunctionResult::AtEnd(_) => self.frame.result = FunctionResult::AtEnd(values),
            FunctionResult::Stored(place, end) => {
                if let (Some(place), Some(values)) = (place, values) {
                    self.store(&place, &values)?;
                }
                self.emit.jump(end);
            }
        }
        Ok(())
    }
}

/// True if the only `return` of a body is its last statement.
fn returns_at_end(body: &Block) -> bool {
    match body.split_last() {
        None => true,
        Some((last, rest)) => {
            let is_return = matches!(last, Statement::Return { .. });
            !rest.iter().any(has_return) && (is_return || !has_return(last))
        }
    }
}

fn has_return(statement: &Statement) -> bool {
    match statement {
        Statement::Return { .. } => true,
        Statement::Block(block) => block.iter().any(has_return),
        Statement::If { accept, reject, .. } => accept.iter().chain(reject.iter()).any(has_return),
        Statement::Switch { cases, .. } => cases.iter().any(|case| case.body.iter().any(has_return)),
        Statement::Loop { body, continuing, .. } => body.iter().chain(continuing.iter()).any(has_return),
        _ => false,
    }
}
