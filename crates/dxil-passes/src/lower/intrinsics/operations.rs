//! `dxil-op-lower`: replaces calls of LLVM intrinsics by calls of DXIL operations, and resources by `dx.types.Handle`.
//!
//! The rows of `tables/ops/modern.toml` map operations to intrinsics; this pass applies them in the reverse direction.
//! If an intrinsic corresponds to more than one operation, the pass selects the newest operation that the DXIL version
//! and the shader model of the module have.
//!
//! Precondition: no call of `llvm.dx.resource.getpointer` or `llvm.dx.resource.handlefromimplicitbinding` exists, no
//! phi or select has a handle as its result, and values are scalars, except for operands and results of resource
//! accesses.
//!
//! Postcondition: no intrinsic of the target (`llvm.dx.*`) is called, and no value has a target extension type.
//!
//! Source: LLVM's DXILOpLowering.cpp, 22.1. Two differences: `llvm.dx.wave.ballot` becomes WaveActiveBallot (LLVM 22
//! emits the opcode of another operation), and a store writes zero instead of an undefined value, because a store to a
//! UAV must not write one.

mod accesses;
mod arguments;
mod handles;
mod library_handles;
mod lifetimes;
mod lowering;
mod results;
mod semantics;

use dx_container::enums::ShaderKind;
use dxil::ops::correspondence::Term;
use dxil::ops::{Flag, Operation, Overload};
use dxil::shader::Version;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::function::Local;
use dxil_ir::{InstructionId, Module, Op, Type, Value, ValueKind};
use hashbrown::HashMap;

use crate::error::{Result, invalid};
use crate::lower::checks;
use crate::lower::intrinsics::table::{ResultConversion, Row, Rows};
use crate::lower::state::State;
use crate::pass_manager::Scope;
use crate::place::unsupported;
pub(in crate::lower) use handles::collect;
use lowering::{Bound, Called, Known, Lowering, TARGET};
use semantics::{INPUTS_AND_OUTPUTS, WithSemantics};

/// The reason why an operation is unavailable for the profile of a module.
#[derive(Debug, Clone, Copy)]
enum Unavailable {
    Experimental,
    /// It requires a later DXIL version or shader model.
    Newer,
    /// The operand types have no overload in this shader model.
    Overload,
    /// The shader stage does not have the operation.
    Stage,
}

/// The first shader model in which compute, mesh and amplification shaders have derivatives.
const DERIVATIVES_IN_COMPUTE: (u32, u32) = (6, 6);

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let bindings = collect(state)?;
    let profile = state.profile;
    let validator = state.validator_version.as_ref().or(state.preserved_shader.validator_version.as_ref());
    let validator = validator.map(Version::pair);
    let with_semantics = WithSemantics::of(state);
    let mut known = Known::default();
    state.each_function(|editor, _| {
        let has_signatures = with_semantics.has(editor);
        let mut lowering = Lowering {
            editor,
            profile,
            known: &mut known,
            bindings: &bindings,
            has_signatures,
            handles: HashMap::new(),
            dead: Vec::new(),
        };
        let all = lowering.editor.all_instructions();
        lifetimes::replace(lowering.editor, profile, validator)?;
        for id in &all {
            lowering.create_handle(*id)?;
        }
        for id in &all {
            lowering.lower(*id)?;
        }
        lowering.finish()
    })?;
    state.bindings = bindings;
    Ok(())
}

impl Lowering<'_, '_, '_> {
    /// Replaces an instruction if it calls an intrinsic that has an operation. Rejects calls of other intrinsics of the
    /// target.
    fn lower(&mut self, id: InstructionId) -> Result<()> {
        let Self { editor, known, .. } = self;
        let Some((function, arguments)) = editor.called(id) else { return Ok(()) };
        let name = |module: &Module| module.globals.get(function).map(|global| global.name.clone());
        let called = known.called.entry(function);
        let called = *called.or_insert_with(|| Called::of(&name(editor.context()).unwrap_or_default()));
        if matches!(called, Called::Other) || self.handles.contains_key(&Value::from(id)) {
            return Ok(());
        }
        if matches!(called, Called::Unsupported) {
            let name = name(editor.context()).unwrap_or_default();
            return Err(unsupported(editor, id, format!("Unsupported intrinsic {name} for DXIL lowering")));
        }
        let arguments = arguments.to_vec();
        self.editor.go_to(Position::Before(id)).map_err(invalid)?;
        if let Called::Cast = called {
            let resource = arguments.first().copied().unwrap_or_else(|| id.into());
            let handle = self.handle(id, resource)?;
            self.editor.replace_and_erase(id, handle).map_err(invalid)?;
            return Ok(());
        }
        if let Called::NonUniform = called {
            let index = arguments.first().copied().unwrap_or_else(|| id.into());
            self.editor.replace_and_erase(id, index).map_err(invalid)?;
            return Ok(());
        }
        let Called::Intrinsic(row) = called else { return Ok(()) };
        if !self.has_signatures && INPUTS_AND_OUTPUTS.contains(&row) {
            let why = "input and output semantics are unknown: the module has no !dx.semantic.signatures (see \
                 docs/lower.md, \"Inputs and outputs\")";
            return Err(self.refuse(id, why));
        }
        self.check_access(id, row.as_bytes(), &arguments)?;
        let is_of_target = row.starts_with("llvm.dx.");
        let Some(candidates) = Rows::get().of(row) else {
            return if is_of_target {
                Err(self.refuse(id, format!("DXIL has no operation for {row}")))
            } else {
                Ok(())
            };
        };
        for candidate in &candidates.newest_first {
            // Skips operations that are unavailable for every overload.
            if self.is_available(candidate.operation, &[]).is_err() {
                continue;
            }
            let Some((bound, overloads)) = self.bind(id, *candidate, &arguments)? else { continue };
            if self.is_available(candidate.operation, &overloads).is_ok() {
                return self.replace(id, *candidate, &bound, &overloads);
            }
        }
        let mut refused = None;
        for candidate in &candidates.all {
            if let Some((_, overloads)) = self.bind(id, *candidate, &arguments)?
                && let Err(why) = self.is_available(candidate.operation, &overloads)
            {
                refused = Some((candidate.operation, why));
                break;
            }
        }
        let is_newer = matches!(refused, Some((_, Unavailable::Newer)));
        if !is_of_target && is_newer {
            let name = name(self.editor.context()).unwrap_or_default();
            return Err(self.refuse(id, format!("Unsupported intrinsic {name} for DXIL lowering")));
        }
        // If no row matches the operand types, reports why the first operation is unavailable; if it is available, it
        // has no such overload.
        let first = candidates.all.first().map(|row| row.operation);
        let of_first = || first.and_then(|first| Some((first, self.is_available(first, &[]).err()?)));
        let refused = refused.or_else(of_first).or(first.map(|first| (first, Unavailable::Overload)));
        let why = refused.map(|(operation, why)| self.unavailable(operation, why));
        Err(self.refuse(id, why.unwrap_or_default()))
    }

    /// Returns an error with the reason if an operation is unavailable for the profile of the module. If `overloads` is
    /// empty, only checks versions and the stage.
    fn is_available(
        &self,
        operation: &Operation,
        overloads: &[Overload],
    ) -> std::result::Result<(), Unavailable> {
        let version = |(major, minor): (u8, u8)| (u32::from(major), u32::from(minor));
        let Some(first) = operation.dxil else { return Err(Unavailable::Experimental) };
        if version(first) > self.profile.dxil || version(operation.model) > self.profile.model {
            return Err(Unavailable::Newer);
        }
        let has_vectors = overloads.iter().any(|overload| matches!(overload, Overload::Vector(..)));
        if has_vectors && !self.profile.has_vectors() {
            return Err(Unavailable::Overload);
        }
        let kind = self.profile.kind;
        let is_late = operation.has(Flag::Deriv)
            && matches!(kind, ShaderKind::COMPUTE | ShaderKind::MESH | ShaderKind::AMPLIFICATION)
            && self.profile.model < DERIVATIVES_IN_COMPUTE;
        if is_late || kind != ShaderKind::LIBRARY && !operation.stages.contains(kind) {
            return Err(Unavailable::Stage);
        }
        Ok(())
    }

    /// Returns the message for an unavailable operation, with the wording of LLVM.
    fn unavailable(&self, operation: &Operation, why: Unavailable) -> String {
        let why = match why {
            Unavailable::Experimental => "the operation is experimental".to_owned(),
            Unavailable::Newer => {
                let (major, minor) = operation.model;
                let (found, found_minor) = self.profile.dxil;
                format!(
                    "No valid overloads for DXIL version {found}.{found_minor}; it needs shader model \
                     {major}.{minor}"
                )
            }
            Unavailable::Overload => "Invalid overload type".to_owned(),
            Unavailable::Stage => "Invalid stage".to_owned(),
        };
        format!("Cannot create {} operation: {why}", operation.name)
    }

    /// Replaces a call of an intrinsic by a call of the operation of `row`.
    fn replace(
        &mut self,
        id: InstructionId,
        row: Row,
        bound: &[Bound],
        overloads: &[Overload],
    ) -> Result<()> {
        let mut arguments = Vec::with_capacity(bound.len());
        let is_store = is_void(self.editor, id);
        let mut lanes: HashMap<(Value, u64), Value> = HashMap::new();
        for (argument, bound) in row.operation.arguments.iter().zip(bound) {
            let ty = argument.ty.make(self.editor.module(), overloads);
            let ty = ty.ok_or_else(|| self.refuse(id, "DXIL operation has no overload for these types"))?;
            arguments.push(match *bound {
                Bound::Value(value) if is_store && self.editor.context().is_undefined(value) => {
                    self.editor.module().null(ty)
                }
                Bound::Value(value) => value,
                Bound::Lane(vector, lane) => match lanes.get(&(vector, lane)) {
                    Some(known) => *known,
                    None => {
                        let value = self.lane(vector, lane, is_store)?;
                        lanes.insert((vector, lane), value);
                        value
                    }
                },
                Bound::Number(number) => self.editor.int(ty, number),
                Bound::Undef => self.editor.undef(ty),
            });
        }
        let result = self.operation(id, row.operation.opcode, overloads, &arguments)?;
        if let ValueKind::Instruction(call) = result.kind() {
            self.keep_attachments(id, call)?;
        }
        match row.result {
            _ if is_store => {}
            ResultConversion::Resized => self.replace_uses_resized(id, result, row.operation.opcode)?,
            ResultConversion::Lanes(members) => {
                let to = self.ty(id.into())?;
                let mut lanes = Vec::new();
                for (member, term) in (0..).zip(members) {
                    let Some(Term::Lane(_, lane)) = term else { continue };
                    lanes.push((
                        u64::from(*lane),
                        self.editor.extract_value(result, &[member]).map_err(invalid)?,
                    ));
                }
                lanes.sort_by_key(|(lane, _)| *lane);
                let lanes: Vec<Value> = lanes.into_iter().map(|(_, value)| value).collect();
                let value = self.vector(to, &lanes)?;
                self.editor.replace_all_uses(id.into(), value).map_err(invalid)?;
            }
            ResultConversion::Form(form) => self.replace_uses(id, form, result)?,
        }
        let name = self.editor.name_of(Local::Value(id.into())).map(ToString::to_string);
        self.editor.erase(id).map_err(invalid)?;
        for bound in bound {
            if let Bound::Lane(vector, _) = bound {
                self.drop_vector(*vector)?;
            }
        }
        // The result of the operation keeps the name of the intrinsic's result.
        if let Some(name) = name
            && matches!(result.kind(), ValueKind::Instruction(_))
        {
            self.editor.name(result, &name);
        }
        Ok(())
    }

    /// Erases the unused `insertelement` chain that builds a vector, after its lanes became operands.
    fn drop_vector(&mut self, vector: Value) -> Result<()> {
        let mut current = vector;
        while let ValueKind::Instruction(id) = current.kind()
            && let Some(Op::InsertElement([inner, ..])) = self.editor.op(id)
            && !self.editor.is_used(current)
        {
            current = *inner;
            self.editor.erase(id).map_err(invalid)?;
        }
        Ok(())
    }

    /// Copies the metadata attachments of an instruction to the instruction that replaces it.
    fn keep_attachments(&mut self, from: InstructionId, to: InstructionId) -> Result<()> {
        let kept: Vec<_> = self.editor.attachments(from).collect();
        for (kind, node) in kept {
            self.editor.set_attachment(to, kind, Some(node)).map_err(invalid)?;
        }
        Ok(())
    }

    /// Erases the calls that create resources, with the stores of their results.
    fn finish(&mut self) -> Result<()> {
        for id in std::mem::take(&mut self.dead) {
            let users: Vec<_> = self.editor.uses(id.into()).collect();
            for user in users {
                // The stored resource is not loaded: pass `dxil-forward-handle-accesses` leaves no loads of handles.
                if !(user.operand == 0 && matches!(self.editor.op(user.instruction), Some(Op::Store(..)))) {
                    return Err(self.refuse(
                        user.instruction,
                        "instruction does not accept a resource handle \
                                                              as operand",
                    ));
                }
                self.editor.erase(user.instruction).map_err(invalid)?;
            }
            self.editor.erase(id).map_err(invalid)?;
        }
        Ok(())
    }
}

fn is_void(editor: &Editor<'_>, id: InstructionId) -> bool {
    let ty = editor.instruction(id).and_then(|call| editor.context().types.get(call.ty));
    ty == Some(&Type::Void)
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    checks::find_call(module, |name| name.starts_with(TARGET))
}
