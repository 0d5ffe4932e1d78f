//! A module as a program: each scalar of each value gets a register, instructions of all functions that the entry calls
//! become one list, phis become copies, addresses numbers.

mod constant_words;
mod constants;
mod definedness;
mod expressions;
mod flow;
mod function;
mod function_state;
mod handles;
mod instructions;
mod layout;
mod liveness;
mod matrices;
mod memory;
mod operands;
mod operations;
mod order;
mod preparation;
mod registers;
mod types;
mod vectors;

use bstr::{BStr, ByteSlice as _};
use dx_container::enums::ShaderKind;
use dx_container::mangled_name::Shown;
use dxil::handles::ResourceTable;
use dxil::ops::{Flag, has_native_16_bit};
use dxil::shader::{EntryPoint, EntryProperties, Shader};
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{GlobalId, Module, Op, ValueKind};
use hashbrown::{HashMap, HashSet};

use crate::debug_map::DebugMap;
use crate::error::{Result, RunErrorKind};
use crate::instruction::{Register, Rule};
use crate::limits;
use crate::program::{Call, Entry, Program};
use crate::stage::{DRAWN, StageInterface, has_groups};
use constants::Constants;
use definedness::Definedness;
use layout::Layout;
#[cfg(test)]
pub(crate) use operations::scalar_of;
use preparation::Preparation;
pub use preparation::PrepareOptions;
use types::Types;

/// What of a module is run.
#[derive(Debug, Clone, Copy)]
pub enum EntrySelector<'a> {
    /// The compute shader of this name, or the only one.
    Shader(Option<&'a BStr>),
    /// The shader of a stage of draws of this name, or the only one.
    Stage(ShaderKind, Option<&'a BStr>),
    /// The function of a hull shader that computes what is constant in a patch.
    PatchConstants(Option<&'a BStr>),
    /// A function by itself, in so many lanes of one wave, at most 32.
    Function(&'a BStr, u32),
}

impl Program {
    /// Prepares what is to be run of a module, and of what it says of itself.
    ///
    /// # Errors
    ///
    /// There is no such function, it is of another stage, uses what cannot be executed, takes more than the
    /// [limits](crate::limits) allow, or breaks a rule of modules that is noticed here.
    pub fn prepare(
        module: &Module,
        shader: &Shader,
        entrance: EntrySelector<'_>,
        options: PrepareOptions,
    ) -> Result<Self> {
        let Found { function, name, threads, waves, stage, interface } = entry(module, shader, entrance)?;
        let shapes = Types::new(module, &shader.target_types);
        let mut preparation = Preparation {
            module,
            shapes: &shapes,
            resources: ResourceTable::new(module, shader.resources.as_ref()),
            types: DataLayout::of(module),
            options,
            program: Self::empty(threads, waves),
            constants: Constants::default(),
            memory: Layout::default(),
            interfaces: HashMap::new(),
            registers: 0,
            frames: Vec::new(),
            deciding: HashMap::new(),
            waves_include_helpers: false,
        };
        preparation.program.debug_map = options.own_registers.then(DebugMap::default);
        (preparation.program.stage, preparation.program.interface) = (stage, interface);
        preparation.program.of_patches = matches!(entrance, EntrySelector::PatchConstants(_));
        preparation.waves_include_helpers = includes_helpers(module, function);
        preparation.program.has_native_16_bit = has_native_16_bit(module);
        preparation.slots()?;
        let functions = called(module, function)?;
        preparation.globals(&functions)?;
        for function in &functions {
            preparation.interface(*function)?;
        }
        let of_calls = preparation.registers;
        // Callees first: calls know then where they begin.
        for function in &functions {
            preparation.function(*function)?;
        }
        let interface = preparation.interfaces.get(&function).cloned().unwrap_or_default();
        preparation.program.entry = Entry {
            name: name.into(),
            start: interface.start,
            parameters: interface.parameters.concat(),
            results: interface.results,
        };
        preparation.finish(of_calls)
    }

    /// Prepares the programs of a stage of draws: one, and of a hull shader its function of patches behind that, or
    /// alone where control points pass through.
    ///
    /// # Errors
    ///
    /// The same as of [`prepare`](Self::prepare).
    pub fn prepare_stage(
        module: &Module,
        shader: &Shader,
        (stage, name): (ShaderKind, Option<&BStr>),
        options: PrepareOptions,
    ) -> Result<Vec<Self>> {
        let mut entrances = vec![EntrySelector::Stage(stage, name)];
        if stage == ShaderKind::HULL {
            if entry_point(module, shader, stage, name)?.function.is_none() {
                entrances.clear();
            }
            entrances.push(EntrySelector::PatchConstants(name));
        }
        entrances.into_iter().map(|entrance| Self::prepare(module, shader, entrance, options)).collect()
    }

    /// A stage of draws that does nothing.
    pub fn nothing(stage: ShaderKind) -> Self {
        Self { stage, ..Self::empty(ONE_WAVE, ANY_WAVE) }
    }

    fn empty(threads: [u32; 3], waves: (u32, u32, u32)) -> Self {
        Self {
            stage: ShaderKind::COMPUTE,
            of_patches: false,
            interface: StageInterface::default(),
            entry: Entry { name: Default::default(), start: 0, parameters: Vec::new(), results: Vec::new() },
            code: Vec::new(),
            origins: Vec::new(),
            lists: Vec::new(),
            copies: Vec::new(),
            rules: Vec::new(),
            switches: Vec::new(),
            sites: Vec::new(),
            constants: Vec::new(),
            undefined: None,
            registers: 0,
            slots: Vec::new(),
            objects: Vec::new(),
            constant_data: Vec::new(),
            private: Vec::new(),
            shared: 0,
            threads,
            square_quads: false,
            waves,
            has_native_16_bit: false,
            debug_map: None,
        }
    }
}

/// What is run, and what is known of it.
struct Found<'m> {
    function: GlobalId,
    name: &'m BStr,
    /// The threads of a group.
    threads: [u32; 3],
    /// The smallest, the largest and the preferred wave size.
    waves: (u32, u32, u32),
    stage: ShaderKind,
    interface: StageInterface,
}

/// The wave sizes of what says none.
const ANY_WAVE: (u32, u32, u32) = (4, 128, 32);

/// A stage of a draw has one wave at a time, whatever its size.
const ONE_WAVE: [u32; 3] = [4, 1, 1];

fn entry<'m>(module: &'m Module, shader: &'m Shader, entrance: EntrySelector<'_>) -> Result<Found<'m>> {
    let (stage, interface) = (ShaderKind::COMPUTE, StageInterface::default());
    match entrance {
        EntrySelector::Function(name, lanes) => {
            let found = module.bodies().find(|(_, global, _)| global.name == name);
            let (function, global, _) = found.ok_or_else(|| no_function(module, name))?;
            let (name, threads) = (global.name.as_bstr(), [lanes.clamp(1, 32), 1, 1]);
            Ok(Found { function, name, threads, waves: ANY_WAVE, stage, interface })
        }
        EntrySelector::Shader(name) => {
            let entry = entry_point(module, shader, stage, name)?;
            let function = function_of(entry)?;
            let (threads, waves) = (group_of(entry, stage)?, wave_sizes(entry.properties.as_ref()));
            Ok(Found { function, name: entry.name.as_bstr(), threads, waves, stage, interface })
        }
        EntrySelector::Stage(stage, name) => {
            let entry = entry_point(module, shader, stage, name)?;
            let function = function_of(entry)?;
            let (name, interface) = (entry.name.as_bstr(), StageInterface::of(entry));
            let (threads, waves) = if has_groups(stage) {
                (group_of(entry, stage)?, wave_sizes(entry.properties.as_ref()))
            } else {
                (ONE_WAVE, ANY_WAVE)
            };
            Ok(Found { function, name, threads, waves, stage, interface })
        }
        EntrySelector::PatchConstants(name) => {
            let stage = ShaderKind::HULL;
            let entry = entry_point(module, shader, stage, name)?;
            let interface = StageInterface::of(entry);
            let function = interface.hull.as_ref().and_then(|state| state.patch_constant_function);
            let function = function
                .ok_or_else(|| RunErrorKind::invalid("hull shader has no patch constant function"))?;
            let name = module.globals.get(function).map(|global| global.name.as_bstr()).unwrap_or_default();
            Ok(Found { function, name, threads: ONE_WAVE, waves: ANY_WAVE, stage, interface })
        }
    }
}

/// The threads of a group of an entry.
fn group_of(entry: &EntryPoint, stage: ShaderKind) -> Result<[u32; 3]> {
    let properties = entry.properties.as_ref();
    let threads = properties.and_then(|properties| match stage {
        ShaderKind::MESH => properties.mesh().map(|state| &state.thread_group),
        ShaderKind::AMPLIFICATION => properties.amplification().map(|state| &state.thread_group),
        _ => properties.thread_group(),
    });
    let threads = threads.ok_or_else(|| RunErrorKind::invalid("entry point has no numthreads property"))?;
    let threads = threads.dimensions();
    let count = threads.iter().fold(1_u64, |count, of| count.saturating_mul(u64::from(*of)));
    if count == 0 || count > limits::GROUP_THREADS {
        let (what, limit) = ("threads in a thread group", limits::GROUP_THREADS);
        return Err(located::Error::unplaced(RunErrorKind::TooLarge { what, found: count, limit }));
    }
    Ok(threads)
}

fn function_of(entry: &EntryPoint) -> Result<GlobalId> {
    entry.function.ok_or_else(|| RunErrorKind::invalid("the entry point has no function"))
}

/// The entry of a stage by its name, or the first one.
fn entry_point<'s>(
    module: &Module,
    shader: &'s Shader,
    stage: ShaderKind,
    name: Option<&BStr>,
) -> Result<&'s EntryPoint> {
    // A hull shader that passes its control points through has no function.
    let mut entries =
        shader.entry_points.iter().filter(|entry| entry.function.is_some() || !entry.name.is_empty());
    let of_module = shader.model.as_ref().and_then(|model| model.kind());
    let stage_of = |entry: &EntryPoint| {
        let kind = entry.properties.as_ref().and_then(EntryProperties::shader_kind).copied();
        kind.or(of_module).unwrap_or(ShaderKind::COMPUTE)
    };
    let entry = match name {
        Some(name) => entries.find(|entry| entry.name == name).ok_or_else(|| no_function(module, name))?,
        None => {
            let first = entries.clone().find(|entry| stage_of(entry) == stage).or_else(|| entries.next());
            first.ok_or_else(|| RunErrorKind::invalid("the module has no entry point"))?
        }
    };
    let found = stage_of(entry);
    if found == stage && (stage == ShaderKind::COMPUTE || DRAWN.contains(&stage)) {
        return Ok(entry);
    }
    let (name, found) = (entry.name.clone(), found.to_string());
    let expected = stage.to_string();
    Err(located::Error::unplaced(if stage == ShaderKind::COMPUTE {
        RunErrorKind::Stage { name, stage: found }
    } else {
        RunErrorKind::OtherStage { name, found, expected }
    }))
}

/// Whether a shader asks for lanes that only complete quads in operations across waves.
fn includes_helpers(module: &Module, function: GlobalId) -> bool {
    use dxil_ir::attributes::Attribute;
    let list = module.globals.get(function).and_then(|global| global.function()?.attributes);
    let groups = list.and_then(|list| module.attributes.list(list)).unwrap_or_default();
    let mut attributes =
        groups.iter().filter_map(|group| module.attributes.group(*group)).flat_map(|group| &group.attributes);
    attributes.any(
        |attribute| matches!(attribute, Attribute::Text(name, _) if name == "waveops-include-helper-lanes"),
    )
}

fn no_function(module: &Module, name: &BStr) -> crate::RunError {
    let available = module.bodies().map(|(_, global, _)| Shown(global.name.as_bstr()).to_string()).collect();
    located::Error::unplaced(RunErrorKind::NoFunction { name: name.into(), available })
}

/// The smallest, the largest and the preferred wave size.
fn wave_sizes(properties: Option<&EntryProperties>) -> (u32, u32, u32) {
    let Some(properties) = properties else { return ANY_WAVE };
    if let Some(size) = properties.wave_size().filter(|size| size.lanes != 0) {
        return (size.lanes, size.lanes, size.lanes);
    }
    let Some(range) = properties.wave_range().filter(|range| range.min != 0) else { return ANY_WAVE };
    let max = if range.max == 0 { range.min } else { range.max };
    let preferred = if range.preferred == 0 { ANY_WAVE.2.clamp(range.min, max) } else { range.preferred };
    (range.min, max, preferred)
}

/// The functions that one calls, directly or through others, each behind those it calls; itself last.
fn called(module: &Module, entry: GlobalId) -> Result<Vec<GlobalId>> {
    let (mut done, mut open, mut order) = (HashSet::new(), HashSet::new(), Vec::new());
    let mut stack = vec![(entry, callees(module, entry))];
    open.insert(entry);
    while let Some((function, left)) = stack.last_mut() {
        match left.pop() {
            Some(callee) if open.contains(&callee) => {
                let name = module.globals.get(callee).map(|global| global.name.clone()).unwrap_or_default();
                return Err(located::Error::unplaced(RunErrorKind::Recursion { name }));
            }
            Some(callee) if done.contains(&callee) => {}
            Some(callee) => {
                open.insert(callee);
                stack.push((callee, callees(module, callee)));
            }
            None => {
                open.remove(function);
                done.insert(*function);
                order.push(*function);
                stack.pop();
            }
        }
    }
    Ok(order)
}

/// The functions with bodies that one calls.
fn callees(module: &Module, function: GlobalId) -> Vec<GlobalId> {
    let body = module.globals.get(function).and_then(|global| global.body());
    let calls = body.into_iter().flat_map(|body| body.in_order()).filter_map(|(_, _, instruction)| {
        let Op::Call { callee, .. } = &instruction.op else { return None };
        let ValueKind::Global(callee) = callee.kind() else { return None };
        module.globals.get(callee)?.body().map(|_| callee)
    });
    let mut callees: Vec<_> = calls.collect();
    callees.sort_unstable();
    callees.dedup();
    callees
}

impl Preparation<'_> {
    /// Lists the resources that the shader may be bound to.
    fn slots(&mut self) -> Result<()> {
        self.program.slots = handles::slots(&self.resources, self.module);
        let (found, limit) = (self.program.slots.len(), limits::SLOTS);
        if found > limit {
            return Err(RunErrorKind::too_large("resource ranges", found, limit));
        }
        Ok(())
    }

    /// Puts constants in front of all other registers, of which the first ones are those of calls.
    fn finish(mut self, of_calls: u32) -> Result<Program> {
        let constants = self.constants.len();
        let (words, undefined) = self.constants.into_words();
        (self.program.constants, self.program.undefined) = (words, undefined);
        self.memory.write_to(&mut self.program);
        let program = &mut self.program;
        let definedness = Definedness::of(program, self.registers, undefined);
        program.rules = (0..)
            .zip(&program.code)
            .map(|(pc, instruction)| match definedness.rule(program, instruction) {
                Rule::Any => self.deciding.get(&pc).copied().unwrap_or(Rule::Any),
                rule => rule,
            })
            .collect();
        for copy in &mut program.copies {
            copy.is_tracked = definedness.may_be_undefined(copy.to);
        }
        let registers = (self.registers, of_calls);
        let is_shared = !self.options.own_registers;
        let mut count =
            registers::assign(program, constants, registers, &self.frames, &definedness, is_shared)?;
        if registers::order_copies(program, Register(count)) {
            count = count.saturating_add(1);
        }
        if u64::from(count) > limits::REGISTERS {
            let (what, found, limit) = ("registers", count.into(), limits::REGISTERS);
            return Err(located::Error::unplaced(RunErrorKind::TooLarge { what, found, limit }));
        }
        program.registers = count;
        let [x, y, _] = self.program.threads;
        let takes_derivatives = |call: &Call| call.operation.flags.contains(&Flag::Gradient);
        self.program.square_quads =
            x % 2 == 0 && y % 2 == 0 && self.program.sites.iter().any(takes_derivatives);
        Ok(self.program)
    }
}
