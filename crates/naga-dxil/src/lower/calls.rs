//! Functions: the entry point, and calls, which are inlined. Separate from statements because a function has a frame.

use dxil_ir::builder::BuildControlFlow as _;
use naga::{Block, Expression, Function, Handle, ShaderStage, Statement, TypeInner};

use crate::error::{ErrorKind, Fault, Result};
use crate::lower::accesses::Base;
use crate::lower::frame::{Frame, FunctionResult, Local, Lowered};
use crate::lower::lowering::{Lower, Values};

/// The largest depth of calls, which bounds the stack.
const CALLS: usize = 128;

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
        let accesses = self.accesses.functions.get(callee.index());
        let accesses = accesses.ok_or_else(|| Fault::malformed("a call of a later function"))?;
        let frame = Frame::new(&module.functions[callee], &self.subject.info[callee], accesses, arguments);
        // A function without expressions counts, too: calls may multiply.
        self.spend(frame.function.expressions.len().saturating_add(1))?;
        if self.depth >= CALLS {
            return Err(ErrorKind::TooLarge {
                what: format!("calls are nested more than {CALLS} deep"),
                remedy: "call fewer functions".into(),
            }
            .into());
        }
        self.depth += 1;
        let slots = self.slots.len();
        let caller = std::mem::replace(&mut self.frame, frame);
        let result = self.body();
        self.slots.truncate(slots);
        self.frame = caller;
        self.depth -= 1;
        result
    }

    /// Emits the body of the function of the frame; returns its result.
    fn body(&mut self) -> Result<Option<Values>> {
        let function = self.frame.function;
        for (handle, variable) in function.local_variables.iter() {
            let indexed = &self.frame.accesses.indexed;
            let local = match self.inner(variable.ty) {
                TypeInner::RayQuery { .. } => self.allocate_ray_query().map(Local::RayQuery),
                _ => {
                    let ty = self.types.of(variable.ty)?;
                    let is_indexed = |unit| indexed.contains(&(Base::Local(handle), unit));
                    self.local(ty, is_indexed).map(Local::Memory)
                }
            };
            let span = function.local_variables.get_span(handle);
            self.frame.locals.push(local.map_err(|fault| fault.at(span))?);
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
                    let memory = self.local(ty, |_| false)?;
                    // A path that ends with a discard stores no result.
                    self.clear(&memory)?;
                    Some(memory.place(ty))
                }
            };
            let end = self.emit.add_block();
            self.slots.open([end]);
            self.frame.result = FunctionResult::Stored(place, end);
        }
        self.block(&function.body)?;
        match self.frame.result.clone() {
            FunctionResult::AtEnd(values) => match (values, &function.result) {
                // The function ends with a discard.
                (None, Some(result)) => Ok(Some(self.zeros(result.ty)?)),
                (values, _) => Ok(values),
            },
            FunctionResult::Stored(place, end) => {
                self.jump(end)?;
                self.emit.switch_to(end);
                self.slots.close(&mut self.emit, end)?;
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
                self.jump(end)?;
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
