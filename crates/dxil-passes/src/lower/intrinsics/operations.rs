//! `dxil-op-lower`: what LLVM has intrinsics for becomes operations, by the rows of `tables/ops/modern.toml` read from
//! right to left; resources become handles.
//!
//! Needs: resources have registers, accesses are intrinsics, and numbers are scalars but for the operands of
//! resources.
//!
//! Holds then: no intrinsic of the `dx` target is called, and no value is of a type of the target.
//!
//! Of several operations that an intrinsic may be, it is the newest one that the version of DXIL has.
//!
//! Source: LLVM's DXILOpLowering.cpp, 22.1, but for which ballot is called, and what is stored where nothing is known
//! of a value: an undefined one may not be written to a UAV.

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
use dxil::ops::{Opcode, Operation, Overload};
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

/// Why an operation is not there for what a module is for.
#[derive(Debug, Clone, Copy)]
enum Unavailable {
    Experimental,
    /// It came with a later version.
    Newer,
    Overload,
    Stage,
}

/// Derivatives, and the shader model from which on stages with thread groups have them.
const LATE_IN_COMPUTE: [Opcode; 4] =
    [Opcode::DERIV_COARSE_X, Opcode::DERIV_COARSE_Y, Opcode::DERIV_FINE_X, Opcode::DERIV_FINE_Y];
const DERIVATIVES_IN_COMPUTE: (u32, u32) = (6, 6);

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let bindings = collect(state)?;
    let rows = Rows::new();
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
            rows: &rows,
            known: &mut known,
            bindings: &bindings,
            has_signatures,
            handles: HashMap::new(),
            dead: Vec::new(),
        };
        let all = lowering.editor.all_instructions();
        lifetimes::replace(lowering.editor, profile, validator)?;
        for id in &all {
            lowering.make_handle(*id)?;
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
    /// Lowers an instruction, if it is to be.
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
        let rows = self.rows;
        let Some(candidates) = rows.of(row) else {
            return if is_of_target {
                Err(self.refuse(id, format!("DXIL has no operation for {row}")))
            } else {
                Ok(())
            };
        };
        for candidate in &candidates.newest_first {
            // What is not there for any type needs no closer look.
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
        // Whether it is there at all comes before what it is for.
        let first = candidates.all.first().map(|row| row.operation);
        let of_first = || first.and_then(|first| Some((first, self.is_available(first, &[]).err()?)));
        let refused = refused.or_else(of_first).or(first.map(|first| (first, Unavailable::Overload)));
        let why = refused.map(|(operation, why)| self.unavailable(operation, why));
        Err(self.refuse(id, why.unwrap_or_default()))
    }

    /// Whether there is an operation where this module is for, or why not.
    fn is_available(
        &self,
        operation: &Operation,
        overloads: &[Overload],
    ) -> std::result::Result<(), Unavailable> {
        let has = |(major, minor): (u8, u8)| (u32::from(major), u32::from(minor));
        let Some(first) = operation.dxil else { return Err(Unavailable::Experimental) };
        if has(first) > self.profile.dxil || has(operation.model) > self.profile.model {
            return Err(Unavailable::Newer);
        }
        let has_vectors = overloads.iter().any(|overload| matches!(overload, Overload::Vector(..)));
        if has_vectors && !self.profile.has_vectors() {
            return Err(Unavailable::Overload);
        }
        let kind = self.profile.kind;
        let is_late = LATE_IN_COMPUTE.contains(&operation.opcode)
            && matches!(kind, ShaderKind::COMPUTE | ShaderKind::MESH | ShaderKind::AMPLIFICATION)
            && self.profile.model < DERIVATIVES_IN_COMPUTE;
        if is_late || kind != ShaderKind::LIBRARY && !operation.stages.contains(kind) {
            return Err(Unavailable::Stage);
        }
        Ok(())
    }

    /// That there is no such operation, in LLVM's words.
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

    /// Puts an operation in the place of an intrinsic.
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
                        let taken = self.lane(vector, lane, is_store)?;
                        lanes.insert((vector, lane), taken);
                        taken
                    }
                },
                Bound::Number(number) => self.editor.int(ty, number),
                Bound::Undef => self.editor.undef(ty),
            });
        }
        let made = self.operation(id, row.operation.opcode, overloads, &arguments)?;
        if let ValueKind::Instruction(made) = made.kind() {
            self.keep_attachments(id, made)?;
        }
        match row.result {
            _ if is_store => {}
            ResultConversion::Resized => self.give_resized(id, made, row.operation.opcode)?,
            ResultConversion::Lanes(members) => {
                let to = self.ty(id.into())?;
                let mut lanes = Vec::new();
                for (member, term) in (0..).zip(members) {
                    let Some(Term::Lane(_, lane)) = term else { continue };
                    lanes.push((
                        u64::from(*lane),
                        self.editor.extract_value(made, &[member]).map_err(invalid)?,
                    ));
                }
                lanes.sort_by_key(|(lane, _)| *lane);
                let lanes: Vec<Value> = lanes.into_iter().map(|(_, value)| value).collect();
                let value = self.vector(to, &lanes)?;
                self.editor.replace_all_uses(id.into(), value).map_err(invalid)?;
            }
            ResultConversion::Form(form) => self.give(id, form, made)?,
        }
        let name = self.editor.name_of(Local::Value(id.into())).map(ToString::to_string);
        self.editor.erase(id).map_err(invalid)?;
        for bound in bound {
            if let Bound::Lane(vector, _) = bound {
                self.drop_vector(*vector)?;
            }
        }
        // A value keeps its name, whatever makes it.
        if let Some(name) = name
            && matches!(made.kind(), ValueKind::Instruction(_))
        {
            self.editor.name(made, &name);
        }
        Ok(())
    }

    /// Takes out what put a vector together of which only lanes were needed.
    fn drop_vector(&mut self, vector: Value) -> Result<()> {
        let mut at = vector;
        while let ValueKind::Instruction(id) = at.kind()
            && let Some(Op::InsertElement([inner, ..])) = self.editor.op(id)
            && !self.editor.is_used(at)
        {
            at = *inner;
            self.editor.erase(id).map_err(invalid)?;
        }
        Ok(())
    }

    /// What an instruction has attached that means something in DXIL is of what takes its place, too.
    fn keep_attachments(&mut self, from: InstructionId, to: InstructionId) -> Result<()> {
        let kept: Vec<_> = self.editor.attachments(from).collect();
        for (kind, node) in kept {
            self.editor.set_attachment(to, kind, Some(node)).map_err(invalid)?;
        }
        Ok(())
    }

    /// Takes out what made resources.
    fn finish(&mut self) -> Result<()> {
        for id in std::mem::take(&mut self.dead) {
            let users: Vec<_> = self.editor.uses(id.into()).collect();
            for user in users {
                // What would read it from there was refused.
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
