//! Lowers one entry point of a module to DXIL for one shader model with [`dxil::emit`].

mod arithmetic;
mod buffers;
mod calls;
mod conversions;
mod derivatives;
mod expressions;
mod external_textures;
mod flow;
mod globals;
mod images;
mod interface;
mod math;
mod matrices;
mod memory;
mod mesh;
mod numeric;
mod places;
mod ray_queries;
mod statements;
mod subgroups;
mod types;
mod values;
mod workgroup;

use std::rc::Rc;

use dx_container::enums::ShaderKind;
use dxil::emit::{Emitter, Finished, ShaderBuilder, Target};
use dxil_ir::Value;
use dxil_passes::pass_manager::Scope;
use dxil_passes::transform::{self, dce, fold, mem2reg, simplify_cfg, sroa};
use hashbrown::HashMap;
use naga::valid::ModuleInfo;
use naga::{Constant, EntryPoint, Handle, Module, ShaderStage};

use crate::error::{Fault, Result};
use crate::lower::calls::Frame;
use crate::lower::globals::Globals;
use crate::lower::interface::Interface;
use crate::lower::memory::Memory;
use crate::lower::types::Types;
use crate::options::Options;

/// The entry point that is lowered, and its module.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subject<'n> {
    pub(crate) module: &'n Module,
    pub(crate) info: &'n ModuleInfo,
    pub(crate) entry: &'n EntryPoint,
    /// The index of the entry point in the module.
    pub(crate) index: usize,
    pub(crate) options: &'n Options,
}

/// The largest number of scalars that all expressions together may have after functions are inlined. It bounds the time
/// and the memory for programs whose calls or arrays multiply.
const SCALARS: usize = 1 << 22;

/// Scalars of a value, shared between the expressions that have it.
pub(crate) type Values = Rc<[Value]>;

/// The state of the lowering of the entry point.
struct Lower<'n, 'e> {
    subject: Subject<'n>,
    emit: Emitter<'e>,
    types: Types<'n>,
    globals: Globals<'n>,
    interface: Interface,
    /// The function that is inlined at present.
    frame: Frame<'n>,
    /// A pointer to the payload of a task or mesh shader, if the shader uses it.
    payload: Option<Value>,
    /// The shader model of the target.
    model: (u32, u32),
    /// The values of constants of the module.
    constants: HashMap<Handle<Constant>, Values>,
    /// Constant arrays in memory, by their scalars, for accesses with variable indices.
    tables: HashMap<Values, Rc<Memory>>,
    /// The scalars that further expressions may have.
    budget: usize,
}

/// Lowers an entry point for a shader model.
pub(crate) fn lower(subject: &Subject<'_>, model: (u32, u32)) -> Result<Finished> {
    let types = Types::new(subject.module)?;
    let target =
        Target { native_16_bit: types.has_16_bit(), ..Target::new(stage(subject.entry.stage)?, model) };
    if target.native_16_bit && model < (6, 2) {
        let what = "a 16-bit type".to_owned();
        return Err(dxil::emit::EmitError::Model { what, required: (6, 2), target: model }.into());
    }
    let mut shader = ShaderBuilder::new(target, &subject.entry.name);
    match subject.entry.stage {
        ShaderStage::Compute => shader.thread_group(subject.entry.workgroup_size),
        ShaderStage::Mesh | ShaderStage::Task => mesh::declare_mesh(subject, &types, &mut shader)?,
        _ => {}
    }
    let globals = Globals::bind(subject, &types, &mut shader)?;
    let interface = Interface::declare(subject, &types, &mut shader, model)?;
    let mut lower = Lower {
        subject: *subject,
        emit: shader.body()?,
        types,
        globals,
        interface,
        frame: Frame::of_entry(subject),
        payload: None,
        model,
        constants: HashMap::new(),
        tables: HashMap::new(),
        budget: SCALARS,
    };
    lower.entry()?;
    drop(lower);
    if subject.options.optimize {
        optimize(shader.module())?;
    }
    Ok(shader.finish()?)
}

/// Promotes memory to values and removes dead code.
fn optimize(module: &mut dxil_ir::Module) -> Result<()> {
    let entries = module.bodies().map(|(id, ..)| id).collect();
    let passes = [
        simplify_cfg::pass(),
        fold::pass(),
        dce::pass(),
        sroa::pass(),
        mem2reg::pass(),
        fold::pass(),
        simplify_cfg::pass(),
        fold::pass(),
        dce::pass(),
    ];
    transform::run(module, &mut Scope::new(entries), &passes)?;
    Ok(())
}

fn stage(stage: ShaderStage) -> Result<ShaderKind> {
    Ok(match stage {
        ShaderStage::Vertex => ShaderKind::VERTEX,
        ShaderStage::Fragment => ShaderKind::PIXEL,
        ShaderStage::Compute => ShaderKind::COMPUTE,
        ShaderStage::Task => ShaderKind::AMPLIFICATION,
        ShaderStage::Mesh => ShaderKind::MESH,
        other => return Err(Fault::unsupported(format!("the stage {other:?}"), "use ray queries")),
    })
}
