//! Lowers one entry point of a module to DXIL for one shader model with [`dxil::emit`].

mod accesses;
mod arithmetic;
mod buffers;
mod calls;
mod conversions;
mod derivatives;
mod entry_values;
mod expressions;
mod external_textures;
mod flow;
mod frame;
mod globals;
mod images;
mod interface;
mod lowering;
mod math;
mod matrices;
mod memory;
mod mesh;
mod numeric;
mod paths;
mod places;
mod ray_queries;
mod resources;
mod slots;
mod statements;
mod subgroups;
mod subject;
mod types;
mod units;
mod values;
mod workgroup;

use dx_container::enums::ShaderKind;
use dxil::emit::{Finished, ShaderBuilder, Target};
use dxil_ir::Op;
use dxil_passes::pass_manager::Scope;
use dxil_passes::transform::{self, dce, fold, mem2reg, simplify_cfg, sroa};
use hashbrown::HashMap;
use naga::ShaderStage;

use crate::error::{Fault, Result};
use crate::lower::accesses::Accesses;
use crate::lower::frame::Frame;
use crate::lower::globals::Globals;
use crate::lower::interface::Interface;
use crate::lower::lowering::{Lower, SCALARS};
use crate::lower::slots::Slots;
pub(crate) use crate::lower::subject::Subject;
pub(crate) use crate::lower::types::Types;

/// Lowers an entry point for a shader model.
pub(crate) fn lower(subject: &Subject<'_>, model: (u32, u32)) -> Result<Finished> {
    let types = subject.types;
    let halves = types.first_16_bit();
    let target =
        Target { native_16_bit: halves.is_some(), ..Target::new(stage(subject.entry.stage)?, model) };
    if let Some(span) = halves.filter(|_| model < (6, 2)) {
        return Err(Fault::model("a 16-bit type", (6, 2), model).at(span));
    }
    let mut shader = ShaderBuilder::new(target, &subject.entry.name);
    match subject.entry.stage {
        ShaderStage::Compute => shader.thread_group(subject.entry.workgroup_size),
        ShaderStage::Mesh | ShaderStage::Task => mesh::declare_mesh(subject, types, &mut shader)?,
        _ => {}
    }
    let globals = Globals::bind(subject, types, &mut shader)?;
    let interface = Interface::declare(subject, types, &mut shader, model)?;
    let accesses = Accesses::of(subject)?;
    let mut lower = Lower {
        subject: *subject,
        emit: shader.body()?,
        types,
        accesses: &accesses,
        globals,
        interface,
        slots: Slots::new(),
        frame: Frame::of_entry(subject, &accesses),
        payload: None,
        model,
        constants: HashMap::new(),
        tables: HashMap::new(),
        depth: 0,
        threads: threads(subject)?,
        budget: SCALARS,
    };
    lower.entry()?;
    drop(lower);
    if subject.options.optimize {
        optimize(shader.module())?;
    }
    Ok(shader.finish()?)
}

/// The number of threads of a group of the entry point.
fn threads(subject: &Subject<'_>) -> Result<u32> {
    let size = subject.entry.workgroup_size;
    let most = match subject.entry.stage {
        ShaderStage::Mesh | ShaderStage::Task => 128,
        _ => 1024,
    };
    let threads = size.iter().fold(1_u32, |product, length| product.saturating_mul(*length));
    if threads > most || size[2] > 64 {
        let [x, y, z] = size;
        let what = format!("a thread group of {x} x {y} x {z} threads");
        return Err(Fault::unsupported(what, format!("use at most {most} threads, and 64 in z")));
    }
    Ok(threads)
}

/// Promotes the memory that [`Slots`] cannot replace, such as state of ray queries, and removes dead code.
fn optimize(module: &mut dxil_ir::Module) -> Result<()> {
    let entries = module.bodies().map(|(id, ..)| id).collect();
    let is_alloca = |op: &Op| matches!(op, Op::Alloca { .. });
    let has_memory =
        module.bodies().any(|(.., body)| body.instructions.values().any(|found| is_alloca(&found.op)));
    let memory = [sroa::pass(), mem2reg::pass()];
    let others = [fold::pass(), simplify_cfg::pass(), dce::pass()];
    let passes: Vec<_> = memory.into_iter().filter(|_| has_memory).chain(others).collect();
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
