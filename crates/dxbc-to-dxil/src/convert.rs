//! The conversion of a shader: entry, properties and functions. Separate from the lowering of a function, because a
//! hull shader has two functions.

use dx_bytecode::control_flow::Head;
use dx_bytecode::declarations::{GlobalFlags, Resource, Shape};
use dx_bytecode::opcode::Opcode;
use dx_container::enums::{
    PrimitiveTopology, SamplerKind, ShaderKind, TessellatorOutputPrimitive, TessellatorPartitioning,
};
use dx_container::flags::ShaderFlags;
use dxil::assemble;
use dxil::emit::{EmitError, Finished, ShaderBuilder, Target};
use dxil::shader::{DomainState, EntryProperty, GeometryState, HullState};
use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::{Flags, GlobalId, Module, Predicate};
use dxil_passes::pass_manager::Scope;
use dxil_passes::transform::{self, dce, fold, mem2reg, simplify_cfg, sroa};
use hashbrown::{HashMap, HashSet};

use crate::change::{Change, ChangeKind};
use crate::error::{Error, Result};
use crate::flow::call_budget;
use crate::interface::Interface;
use crate::lower::{Lower, Types};
use crate::plan::{Phase, Plan};
use crate::resources::Resources;
use crate::retype;
use crate::source::Source;
use crate::variables::{Variables, word_alignment};

/// The target of a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The shader model, from 6.0 to 6.8. From 6.6 on, handles have types.
    pub model: (u32, u32),
    /// The validator version that the metadata names.
    pub validator: (u32, u32),
    /// True to promote registers to values, and to choose the types of values that are copied.
    pub optimize: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { model: (6, 0), validator: (1, 8), optimize: true }
    }
}

/// A converted shader.
#[derive(Debug)]
pub struct Converted {
    /// The module and its metadata.
    pub shader: Finished,
    /// The differences in meaning between the program and the module.
    pub changes: Vec<Change>,
    /// The root signature of the source.
    pub root_signature: Option<Vec<u8>>,
}

impl Converted {
    /// The signed container.
    ///
    /// # Errors
    ///
    /// A part cannot be derived from the module.
    pub fn container(self) -> Result<Vec<u8>> {
        let options = assemble::Options {
            root_signature: self.root_signature.as_deref(),
            ..assemble::Options::default()
        };
        Ok(self.shader.container(&options)?)
    }
}

/// Converts a shader of shader model 4.0 to 5.1.
///
/// # Errors
///
/// The program breaks a rule of its shader model, does not match its signatures, or has a construct that DXIL does not
/// have.
pub fn convert(source: &Source, options: &Options) -> Result<Converted> {
    let plan = Plan::new(&source.program)?;
    let target = Target { validator: options.validator, ..Target::new(plan.stage(), options.model) };
    let mut shader = ShaderBuilder::new(target, "main");
    let resources = Resources::declare(&plan.declarations, source.reflection.as_ref(), &mut shader)?;
    let interface = Interface::declare(source, &plan, &mut shader)?;
    let context = Context { plan: &plan, interface: &interface, resources: &resources };
    declare_flags(&plan, &mut shader);
    let mut changes = changes_of_declarations(&plan, &interface);
    if plan.stage() == ShaderKind::HULL {
        changes.extend(context.hull(&mut shader)?);
    } else {
        declare_stage(&plan, &mut shader)?;
        let entry = shader.entry();
        let mut lower = context.lower(&mut shader, entry)?;
        lower.main()?;
        changes.append(&mut lower.changes);
    }
    if options.model >= DENORMAL_MODES {
        flush_denormals(shader.module())?;
    }
    if options.optimize {
        optimize(shader.module())?;
    }
    Ok(Converted {
        shader: shader.finish().map_err(finish_error)?,
        changes,
        root_signature: source.root_signature.clone(),
    })
}

/// The first shader model with a mode for denormals. Before, denormals are flushed, as in DXBC.
const DENORMAL_MODES: (u32, u32) = (6, 2);

/// Sets the mode of denormals of all functions.
fn flush_denormals(module: &mut Module) -> Result<()> {
    let functions: Vec<GlobalId> = module.bodies().map(|(id, ..)| id).collect();
    for function in functions {
        let attribute = Attribute::Text("fp32-denorm-mode".into(), "ftz".into());
        let added = module.add_function_attribute(function, Slot::Function, attribute);
        added.map_err(dxil_passes::PassErrorKind::from).map_err(dxil_passes::PassError::from)?;
    }
    Ok(())
}

/// The fault of a shader that is not finished: elements that DXIL cannot pack are a fault of the signature.
fn finish_error(error: EmitError) -> Error {
    match error {
        EmitError::Usage { what, .. } => {
            Error::signature(what, "correct the signature part of the container")
        }
        other => other.into(),
    }
}

/// The tables that all functions of a shader share.
struct Context<'p> {
    plan: &'p Plan<'p>,
    interface: &'p Interface,
    resources: &'p Resources,
}

impl<'p> Context<'p> {
    fn lower<'e>(&self, shader: &'e mut ShaderBuilder, function: Option<GlobalId>) -> Result<Lower<'p, 'e>> {
        let mut emit = match function {
            Some(function) => shader.body_of(function)?,
            None => shader.body()?,
        };
        let types = Types::new(&mut emit);
        let [phase, ..] = self.plan.phases.as_slice() else {
            return Err(Error::unsupported("a program without a function", "add instructions"));
        };
        let allows_refactoring =
            self.plan.declarations.global_flags.contains(GlobalFlags::REFACTORING_ALLOWED);
        Ok(Lower {
            plan: self.plan,
            interface: self.interface,
            resources: self.resources,
            labels: self.plan.labels(),
            emit,
            types,
            variables: Variables::new(self.plan.declarations.temps),
            phase,
            instance: None,
            arrays: HashMap::new(),
            output_arrays: HashMap::new(),
            shared: HashMap::new(),
            immediate_constants: None,
            inputs: HashMap::new(),
            rows: HashMap::new(),
            changes: Vec::new(),
            noted: HashSet::new(),
            statement: 0,
            budget: call_budget(self.plan.program.statements.len()),
            flags: if allows_refactoring { Flags::FAST_MATH_37 } else { Flags::NONE },
        })
    }

    /// The entry of a hull shader computes control points, another function the patch constants.
    fn hull(&self, shader: &mut ShaderBuilder) -> Result<Vec<Change>> {
        let void = shader.module().types.void();
        let patch_constants = shader.add_function("pc_main", void, &[]);
        declare_hull(self.plan, patch_constants, shader);
        let entry = shader.entry();
        let mut lower = self.lower(shader, entry)?;
        lower.control_point()?;
        let mut changes = std::mem::take(&mut lower.changes);
        drop(lower);
        let mut lower = self.lower(shader, Some(patch_constants))?;
        lower.patch_constants()?;
        changes.append(&mut lower.changes);
        Ok(changes)
    }
}

impl Lower<'_, '_> {
    /// The main function of stages other than the hull stage.
    fn main(&mut self) -> Result<()> {
        if let Some(function) = self.plan.function(Head::Main) {
            self.body(function)?;
        }
        // A geometry shader stores outputs when it emits a vertex. If it emits none, the outputs are stored once: the
        // validator requires that a declared position is written.
        if self.plan.stage() != ShaderKind::GEOMETRY || !self.plan.emits_vertices() {
            let interface = self.interface;
            self.store_elements(&interface.outputs[0])?;
        }
        self.emit.ret(None);
        Ok(())
    }

    /// The control point phase of a hull shader; without one, the control points are copied.
    fn control_point(&mut self) -> Result<()> {
        let is_control_point =
            |phase: &&Phase| matches!(phase.head, Head::Phase(Opcode::HS_CONTROL_POINT_PHASE, _));
        let (plan, interface) = (self.plan, self.interface);
        match plan.phases.iter().find(is_control_point) {
            Some(phase) => {
                self.phase = phase;
                if let Some(function) = plan.function(phase.head) {
                    self.body(function)?;
                }
                self.store_elements(&interface.outputs[0])?;
            }
            None => self.copy_control_point()?,
        }
        self.emit.ret(None);
        Ok(())
    }

    /// The fork and join phases, in their order: a join phase reads what fork phases have written.
    fn patch_constants(&mut self) -> Result<()> {
        let (plan, interface) = (self.plan, self.interface);
        for phase in plan.phases.iter().filter(|phase| phase.is_patch_constant()) {
            let Some(function) = plan.function(phase.head) else { continue };
            self.begin_phase(phase);
            if phase.instances == 1 {
                self.body(function)?;
                continue;
            }
            let counter = self.emit.local(self.types.i32);
            let zero = self.emit.int(self.types.i32, 0);
            let [header, after] = [(); 2].map(|()| self.emit.add_block());
            self.emit.store(zero, counter, word_alignment());
            self.jump_to(header);
            self.enter(header);
            let instance = self.emit.load(self.types.i32, counter, word_alignment());
            self.instance = Some(instance);
            self.body(function)?;
            let one = self.emit.int(self.types.i32, 1);
            let next = self.emit.binary(dxil_ir::BinaryOp::Add, instance, one);
            self.emit.store(next, counter, word_alignment());
            let count = self.emit.int(self.types.i32, phase.instances.into());
            let is_more = self.emit.compare(Predicate::IntUlt, next, count);
            // Each instance has temporaries of its own.
            let zero = self.constant_word(0);
            for variable in self.variables.temporaries() {
                self.variables.write(variable, zero);
            }
            self.store_variables();
            self.emit.branch_if(is_more, header, after);
            self.enter(after);
        }
        self.store_elements(&interface.patch_constants)?;
        self.emit.ret(None);
        Ok(())
    }
}

fn declare_flags(plan: &Plan<'_>, shader: &mut ShaderBuilder) {
    let declares = |flag| plan.declarations.global_flags.contains(flag);
    let mut flags = ShaderFlags::empty();
    flags.set(ShaderFlags::DISABLE_MATH_REFACTORING, !declares(GlobalFlags::REFACTORING_ALLOWED));
    flags.set(ShaderFlags::DISABLE_OPTIMIZATIONS, declares(GlobalFlags::SKIP_OPTIMIZATION));
    flags.set(ShaderFlags::ALL_RESOURCES_BOUND, declares(GlobalFlags::ALL_RESOURCES_BOUND));
    flags.set(ShaderFlags::FORCE_EARLY_DEPTH_STENCIL, declares(GlobalFlags::FORCE_EARLY_DEPTH_STENCIL));
    if !flags.is_empty() {
        shader.property(EntryProperty::ShaderFlags(flags));
    }
}

fn changes_of_declarations(plan: &Plan<'_>, interface: &Interface) -> Vec<Change> {
    let declarations = &plan.declarations;
    let is_mono = |resource: &Resource| matches!(resource.shape, Shape::Sampler(SamplerKind::MONO));
    let has_no_topology = plan.stage() == ShaderKind::GEOMETRY
        && declarations.geometry.output_topology == PrimitiveTopology::UNDEFINED;
    let kinds = [
        (declarations.resources.iter().any(is_mono), ChangeKind::MonoSampler),
        (interface.has_moved_factors, ChangeKind::MovedFactors),
        (has_no_topology, ChangeKind::NoTopology),
    ];
    let found = kinds.into_iter().filter(|(is_found, _)| *is_found);
    found.map(|(_, kind)| Change { kind, statement: None }).collect()
}

fn declare_stage(plan: &Plan<'_>, shader: &mut ShaderBuilder) -> Result<()> {
    let declarations = &plan.declarations;
    match plan.stage() {
        ShaderKind::COMPUTE => shader.thread_group(declarations.thread_group.unwrap_or([1; 3])),
        ShaderKind::GEOMETRY => {
            let geometry = declarations.geometry;
            // A shader without outputs need not declare a topology.
            let topology = match geometry.output_topology {
                PrimitiveTopology::UNDEFINED => PrimitiveTopology::POINT_LIST,
                topology => topology,
            };
            if !(PrimitiveTopology::POINT_LIST..=PrimitiveTopology::TRIANGLE_STRIP).contains(&topology) {
                return Err(Error::unsupported(
                    format!("the output topology {topology}"),
                    "use points, line strips or triangle strips",
                ));
            }
            let mut state = GeometryState::new(geometry.input_primitive, topology, geometry.max_vertices);
            state.instance_count = geometry.instances.unwrap_or(1);
            state.stream_mask = geometry.streams.max(1);
            shader.property(EntryProperty::Geometry(state));
        }
        ShaderKind::DOMAIN => {
            let tessellation = declarations.tessellation;
            let control_points = tessellation.input_control_points.unwrap_or(0);
            let state = DomainState::new(tessellation.domain, control_points);
            shader.property(EntryProperty::Domain(state));
        }
        _ => {}
    }
    Ok(())
}

fn declare_hull(plan: &Plan<'_>, patch_constants: GlobalId, shader: &mut ShaderBuilder) {
    let tessellation = plan.declarations.tessellation;
    let output = tessellation.output_primitive.unwrap_or(TessellatorOutputPrimitive::UNDEFINED);
    let input_control_points = tessellation.input_control_points.unwrap_or(0);
    let mut state = HullState::new(patch_constants, tessellation.domain, output, input_control_points);
    state.output_control_points = tessellation.output_control_points.unwrap_or(0);
    state.partitioning = tessellation.partitioning.unwrap_or(TessellatorPartitioning::UNDEFINED);
    // A hull shader without the declaration has the largest factor.
    state.max_tess_factor = tessellation.max_factor.map_or(64.0, f32::from_bits);
    shader.property(EntryProperty::Hull(state));
}

/// Promotes registers to values, and removes dead code and needless casts.
fn optimize(module: &mut Module) -> Result<()> {
    let functions = module.bodies().map(|(id, ..)| id).collect();
    let passes = [
        sroa::pass(),
        mem2reg::pass(),
        fold::pass(),
        simplify_cfg::pass(),
        fold::pass(),
        dce::pass(),
        retype::pass(),
        dce::pass(),
    ];
    transform::run(module, &mut Scope::new(functions), &passes)?;
    Ok(())
}
