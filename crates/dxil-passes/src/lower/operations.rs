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
mod results;
mod semantics;

use dx_container::enums::ShaderKind;
use dxil::ops::correspondence::Term;
use dxil::ops::{FUNCTION_PREFIX, Opcode, Operation, Overload, declare};
use dxil::shader::Version;
use dxil_ir::attributes::Attribute;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::function::Local;
use dxil_ir::intrinsics::find_in_main;
use dxil_ir::{GlobalId, InstructionId, Module, Op, Type, TypeId, Value, ValueKind};
use hashbrown::HashMap;

use super::resources::Bindings;
use super::rows::{Given, Row, Rows};
use super::{Profile, State};
use crate::error::{PassError, Result, invalid};
use crate::place::unsupported;
use crate::undefined::is_undefined;
pub(super) use handles::collect;
use semantics::{INPUTS_AND_OUTPUTS, WithSemantics};

/// The version of DXIL from which on handles say what they are of.
const ANNOTATED: (u32, u32) = (1, 6);

pub(super) const CAST: &str = "llvm.dx.resource.casthandle";
pub(super) const NON_UNIFORM: &str = "llvm.dx.resource.nonuniformindex";

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

/// Whether a name is that of an intrinsic, whatever types it is for.
pub(super) fn is(name: &[u8], intrinsic: &str) -> bool {
    match name.strip_prefix(intrinsic.as_bytes()) {
        Some(rest) => rest.is_empty() || rest.starts_with(b"."),
        None => false,
    }
}

pub(super) fn run(state: &mut State) -> Result<()> {
    let bindings = collect(state)?;
    let rows = Rows::new();
    let profile = state.profile;
    let validator = state.validator_version.as_ref().or(state.said.validator_version.as_ref());
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

struct Lowering<'e, 'm, 's> {
    editor: &'e mut Editor<'m>,
    profile: Profile,
    rows: &'s Rows,
    known: &'s mut Known,
    bindings: &'s Bindings,
    /// Whether it is known what inputs and outputs mean.
    has_signatures: bool,
    /// The handles of resources.
    handles: HashMap<Value, Value>,
    /// What made resources, and what was asked of them for the intrinsics alone.
    dead: Vec<InstructionId>,
}

/// What was found out already: most calls are like another one.
#[derive(Default)]
struct Known {
    /// What calls of functions are.
    called: HashMap<GlobalId, Called>,
    /// The functions of operations, by the types that they are for.
    functions: HashMap<Opcode, Vec<(Vec<Overload>, GlobalId)>>,
}

/// What a call is.
#[derive(Debug, Clone, Copy)]
enum Called {
    /// Nothing that is lowered.
    Other,
    /// A handle made of a resource.
    Cast,
    /// An index that is not the same for all.
    NonUniform,
    /// An intrinsic, by its name without types.
    Intrinsic(&'static str),
}

impl Called {
    fn of(name: &[u8]) -> Self {
        if name.starts_with(FUNCTION_PREFIX.as_bytes()) || !name.starts_with(b"llvm.") {
            return Self::Other;
        }
        if is(name, CAST) {
            return Self::Cast;
        }
        if is(name, NON_UNIFORM) {
            return Self::NonUniform;
        }
        std::str::from_utf8(name).ok().and_then(find_in_main_overloaded).map_or(Self::Other, Self::Intrinsic)
    }
}

/// What an argument of an operation is.
#[derive(Debug, Clone, Copy)]
enum Bound {
    Value(Value),
    /// A lane of a vector.
    Lane(Value, u64),
    /// A number, of the type of the argument.
    Number(i64),
    Undef,
}

impl Lowering<'_, '_, '_> {
    fn refuse(&self, id: InstructionId, why: impl Into<String>) -> PassError {
        unsupported(self.editor, id, why)
    }

    fn ty(&self, value: Value) -> Result<TypeId> {
        self.editor.type_of(value).map_err(invalid)
    }

    fn int(&mut self, bits: u32, number: i64) -> Value {
        let ty = self.editor.module().types.int(bits);
        self.editor.int(ty, number)
    }

    /// Calls an operation where the cursor is.
    fn operation(
        &mut self,
        id: InstructionId,
        opcode: Opcode,
        overloads: &[Overload],
        arguments: &[Value],
    ) -> Result<Value> {
        let function = self.function(id, opcode, overloads)?;
        let mut operands = Vec::with_capacity(arguments.len() + 1);
        operands.push(self.int(32, opcode.0.into()));
        operands.extend(arguments);
        let made = self.editor.call(function, &operands).map_err(invalid)?;
        self.say_effects(made)?;
        Ok(made)
    }

    /// The function of an operation.
    fn function(&mut self, id: InstructionId, opcode: Opcode, overloads: &[Overload]) -> Result<GlobalId> {
        let known = self.known.functions.get(&opcode);
        let known = known.and_then(|known| known.iter().find(|(of, _)| of == overloads));
        if let Some((_, function)) = known {
            return Ok(*function);
        }
        let operation = Operation::get(opcode).ok_or_else(|| self.refuse(id, "no operation"))?;
        let declared = declare(self.editor.module(), operation, overloads);
        let function = declared.map_err(|error| self.refuse(id, error.to_string()))?;
        self.known.functions.entry(opcode).or_default().push((overloads.to_vec(), function));
        Ok(function)
    }

    /// A call that accesses no memory, or only reads it, says so, as its function does.
    fn say_effects(&mut self, made: Value) -> Result<()> {
        let ValueKind::Instruction(id) = made.kind() else { return Ok(()) };
        let Some(Op::Call { callee, .. }) = self.editor.op(id) else { return Ok(()) };
        let ValueKind::Global(callee) = callee.kind() else { return Ok(()) };
        let module = self.editor.context();
        let list = module.globals.get(callee).and_then(|global| global.function()?.attributes);
        let groups = list.and_then(|list| module.attributes.list(list)).unwrap_or_default();
        let says_so = groups.iter().filter_map(|group| module.attributes.group(*group)).any(|group| {
            let mut all = group.attributes.iter();
            all.any(|attribute| matches!(attribute, Attribute::Memory(_)))
        });
        if says_so {
            self.editor.set_call_attributes(id, list).map_err(invalid)?;
        }
        Ok(())
    }

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
            let why =
                "nothing says the semantics of inputs and outputs, and none are guessed (docs/lower.md)";
            return Err(self.refuse(id, why));
        }
        self.check_access(id, row.as_bytes(), &arguments)?;
        let is_of_target = row.starts_with("llvm.dx.");
        let rows = self.rows;
        let Some(candidates) = rows.of(row) else {
            return if is_of_target {
                Err(self.refuse(id, format!("{row} has no operation in DXIL")))
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
        if has_vectors && self.profile.dxil < super::VECTORS {
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
            Unavailable::Experimental => "it is experimental".to_owned(),
            Unavailable::Newer => {
                let (major, minor) = operation.model;
                let (found, found_minor) = self.profile.dxil;
                format!(
                    "No valid overloads for DXIL version {found}.{found_minor}; it needs shader model {major}.{minor}"
                )
            }
            Unavailable::Overload => "Invalid overload type".to_owned(),
            Unavailable::Stage => "Invalid stage".to_owned(),
        };
        format!("Cannot create {} operation: {why}", operation.name)
    }

    /// The handle of a resource.
    fn handle(&self, id: InstructionId, resource: Value) -> Result<Value> {
        let known = self.handles.get(&resource).copied();
        known.ok_or_else(|| self.refuse(id, "a resource whose registers are not known here"))
    }

    fn is_bit(&self, value: Value) -> bool {
        let ty = self.editor.type_of(value).ok();
        ty.and_then(|ty| self.editor.context().types.get(ty)) == Some(&Type::Integer(1))
    }

    fn is_vector(&self, ty: Option<TypeId>) -> bool {
        matches!(ty.and_then(|ty| self.editor.context().types.get(ty)), Some(Type::Vector(..)))
    }

    fn lanes(&self, ty: TypeId) -> u64 {
        match self.editor.context().types.get(ty) {
            Some(Type::Vector(_, lanes)) => *lanes,
            _ => 1,
        }
    }

    fn member(&self, ty: TypeId, index: usize) -> Option<TypeId> {
        self.editor.context().types.members(ty)?.get(index).copied()
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
            let ty = ty.ok_or_else(|| self.refuse(id, "an operation of types that it does not have"))?;
            arguments.push(match *bound {
                Bound::Value(value) if is_store && is_undefined(self.editor.context(), value) => {
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
            Given::As => self.give_resized(id, made, row.operation.opcode)?,
            Given::Lanes(members) => {
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
            Given::Form(form) => self.give(id, form, made)?,
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

    /// A lane; of what is written, zero where it is undefined.
    fn lane(&mut self, vector: Value, lane: u64, is_written: bool) -> Result<Value> {
        let ty = self.ty(vector)?;
        let scalar = self.editor.context().types.scalar(ty);
        if let Some(known) = known_lane(self.editor, vector, lane) {
            let is_undefined = is_undefined(self.editor.context(), known);
            return Ok(if is_undefined && is_written { self.editor.module().null(scalar) } else { known });
        }
        let place = self.int(32, i64::try_from(lane).unwrap_or(0));
        self.editor.extract_element(vector, place).map_err(invalid)
    }

    /// A vector of lanes; the only one where the type is none.
    fn vector(&mut self, ty: TypeId, lanes: &[Value]) -> Result<Value> {
        if !self.is_vector(Some(ty)) {
            return Ok(lanes.first().copied().unwrap_or_else(|| self.editor.undef(ty)));
        }
        let count = usize::try_from(self.lanes(ty)).unwrap_or(0);
        let mut vector = self.editor.module().constant(ty, ConstantKind::Poison);
        for (place, lane) in (0..).zip(lanes.iter().take(count)) {
            let place = self.int(32, place);
            vector = self.editor.insert_element(vector, *lane, place).map_err(invalid)?;
        }
        Ok(vector)
    }

    /// Takes out what made resources.
    fn finish(&mut self) -> Result<()> {
        for id in std::mem::take(&mut self.dead) {
            let users: Vec<_> = self.editor.uses(id.into()).collect();
            for user in users {
                // What would read it from there was refused.
                if !(user.operand == 0 && matches!(self.editor.op(user.instruction), Some(Op::Store(..)))) {
                    return Err(self.refuse(user.instruction, "a resource where none can be"));
                }
                self.editor.erase(user.instruction).map_err(invalid)?;
            }
            self.editor.erase(id).map_err(invalid)?;
        }
        Ok(())
    }
}

/// The name of the intrinsic that a function with types in its name is.
pub(super) fn find_in_main_overloaded(name: &str) -> Option<&'static str> {
    let mut known = name;
    loop {
        if let Some(row) = find_in_main(known) {
            return Some(row.name);
        }
        known = known.get(..known.rfind('.')?)?;
    }
}

fn is_void(editor: &Editor<'_>, id: InstructionId) -> bool {
    let ty = editor.instruction(id).and_then(|call| editor.context().types.get(call.ty));
    ty == Some(&Type::Void)
}

/// A lane of a vector that was put together or is constant.
fn known_lane(editor: &Editor<'_>, vector: Value, lane: u64) -> Option<Value> {
    let mut at = vector;
    for _ in 0..crate::limits::CHAIN {
        match at.kind() {
            ValueKind::Instruction(id) => match editor.op(id)? {
                Op::InsertElement([rest, value, place]) => {
                    if editor.context().integer(*place)? == lane {
                        return Some(*value);
                    }
                    at = *rest;
                }
                _ => return None,
            },
            ValueKind::Constant(id) => match &editor.context().constants.get(id)?.kind {
                ConstantKind::Aggregate(lanes) => return lanes.get(usize::try_from(lane).ok()?).copied(),
                ConstantKind::Poison | ConstantKind::Undef => return Some(at),
                _ => return None,
            },
            _ => return None,
        }
    }
    None
}
