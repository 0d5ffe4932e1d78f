//! What goes into stages of draws and comes out of them: inputs, outputs, constants of patches, and which
//! vertex, primitive or point a lane is. `prepare` refuses elements that no signature has.

use dx_container::enums::{SemanticKind, ShaderKind};
use dxil::ops::{Opcode, SignatureAccess};

use super::semantics::Semantics;
use crate::findings::FindingKind;
use crate::instruction::{Register, Scalar};
use crate::lanes::{self, Lanes};
use crate::program::{Context, Program, Site, Stop};
use crate::stage::{Signature, StageLanes, Values};

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::LOAD_INPUT => |context, site| load(context, site, Side::Inputs, Some(3)),
        Opcode::LOAD_OUTPUT_CONTROL_POINT => {
            |context, site| load(context, site, Side::ControlPoints, Some(3))
        }
        Opcode::LOAD_PATCH_CONSTANT => |context, site| load(context, site, Side::PatchConstants, None),
        Opcode::STORE_OUTPUT => |context, site| store(context, site, Side::Outputs),
        Opcode::STORE_PATCH_CONSTANT => |context, site| store(context, site, Side::PatchConstants),
        Opcode::PRIMITIVE_ID => {
            |context, site| give(context, site, |stage, block| stage.primitive_ids.get(block))
        }
        Opcode::GS_INSTANCE_ID | Opcode::OUTPUT_CONTROL_POINT_ID => {
            |context, site| give(context, site, |stage, block| stage.instances.get(block))
        }
        Opcode::DOMAIN_LOCATION => domain_location,
        Opcode::VIEW_ID => |context, site| splat(context, site, context.wave.stage.view),
        Opcode::START_VERTEX_LOCATION => |context, site| start(context, site, 0),
        Opcode::START_INSTANCE_LOCATION => |context, site| start(context, site, 1),
        _ => return None,
    }))
}

/// The list of values that an operation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Inputs,
    Outputs,
    PatchConstants,
    /// What a hull shader gave; of a domain shader, what goes in.
    ControlPoints,
}

impl Side {
    /// The list of values that an access reads or writes.
    pub(crate) fn of(access: SignatureAccess) -> Self {
        match access {
            SignatureAccess::LoadInput | SignatureAccess::InterpolateInput => Self::Inputs,
            SignatureAccess::LoadControlPoint => Self::ControlPoints,
            SignatureAccess::LoadPatchConstant | SignatureAccess::StorePatchConstant => Self::PatchConstants,
            SignatureAccess::StoreOutput => Self::Outputs,
        }
    }

    /// What says which elements there are.
    pub(crate) fn signature(self, program: &Program) -> &Signature {
        match self {
            Self::ControlPoints if program.stage == ShaderKind::HULL => &program.interface.outputs,
            Self::Inputs | Self::ControlPoints => &program.interface.inputs,
            Self::Outputs => &program.interface.outputs,
            Self::PatchConstants => &program.interface.patch_constants,
        }
    }

    fn values<'s>(self, stage: &'s StageLanes, program: &Program) -> &'s Values {
        match self {
            Self::ControlPoints if program.stage == ShaderKind::HULL => &stage.control_points,
            Self::Inputs | Self::ControlPoints => &stage.inputs,
            Self::Outputs => &stage.outputs,
            Self::PatchConstants => &stage.patch_constants,
        }
    }

    fn values_mut(self, stage: &mut StageLanes) -> &mut Values {
        match self {
            Self::PatchConstants => &mut stage.patch_constants,
            _ => &mut stage.outputs,
        }
    }
}

/// The scalar that an operation names in a lane: by element, row and column.
pub(crate) fn scalar_at(
    context: &Context<'_>,
    site: &Site<'_>,
    side: Side,
    (block, lane): (usize, usize),
) -> Option<usize> {
    let word = |index| lanes::get(context.read(site.argument(index), block), lane);
    let element = side.signature(context.program).element(word(0))?;
    let [row, column] = [word(1), word(2)].map(|word| word as usize);
    let is_inside = row < element.rows() && column < element.columns;
    is_inside.then(|| element.first + row * element.columns + column)
}

/// The scalar where it is the same in all lanes.
fn constant_scalar(context: &Context<'_>, site: &Site<'_>, side: Side) -> Option<usize> {
    let is_constant = |index| context.program.constant(site.argument(index)).is_some();
    (0..3).all(is_constant).then(|| scalar_at(context, site, side, (0, 0))).flatten()
}

/// Loads a scalar; of the vertex that an argument says, where there is one.
fn load(context: &mut Context<'_>, site: &Site<'_>, side: Side, vertex: Option<usize>) -> Result<(), Stop> {
    let has_vertices =
        matches!(context.program.stage, ShaderKind::GEOMETRY | ShaderKind::HULL | ShaderKind::DOMAIN);
    let vertex = vertex.filter(|_| has_vertices);
    let everywhere = constant_scalar(context, site, side);
    for block in 0..context.blocks() {
        let (mut words, mut unknown) = (lanes::ZERO, 0_u32);
        let stage = &context.wave.stage;
        let values = side.values(stage, context.program);
        if let (Some(scalar), None) = (everywhere, vertex) {
            words = values.lanes((0, scalar), block).copied().unwrap_or(words);
        } else {
            for lane in lanes::each(context.active(block)) {
                let scalar = everywhere.or_else(|| scalar_at(context, site, side, (block, lane)));
                let Some(scalar) = scalar else { continue };
                let of_vertex = |argument| lanes::get(context.read(site.argument(argument), block), lane);
                let vertex = vertex.map_or(0, of_vertex) as usize;
                lanes::set(&mut words, lane, values.get((vertex, scalar), (block, lane)));
                if !values.is_written_of((vertex, scalar), (block, lane)) {
                    unknown |= 1 << lane;
                }
            }
            if unknown != 0 && context.checks.all {
                report_unknown(context, site, side, (block, unknown));
            }
        }
        context.write(site.result(0), block, &words);
    }
    Ok(())
}

/// Reports lanes that load what nobody wrote, or of a vertex that there is none of.
#[cold]
fn report_unknown(context: &mut Context<'_>, site: &Site<'_>, side: Side, (block, lanes): (usize, u32)) {
    let vertices = side.values(&context.wave.stage, context.program).vertices();
    for lane in lanes::each(lanes) {
        let argument = |index| word(context, site.argument(index), (block, lane));
        let (element, row, vertex) = (argument(0), argument(1), argument(3));
        let element = side.signature(context.program).element(element);
        let row = row as usize;
        let label = element.map_or_else(String::new, |element| element.label(row));
        if usize::try_from(vertex).is_ok_and(|vertex| vertex < vertices) {
            context.report(FindingKind::Undefined, block, lane, || {
                format!("reads {label} of vertex {vertex}, which was never written")
            });
        } else {
            context.report(FindingKind::OutOfBounds, block, lane, || {
                format!("reads {label} of vertex {vertex}, but there are {vertices} vertices")
            });
        }
    }
}

/// Reports lanes that give what is no tessellation factor: what is not a number culls its patch, what is larger than
/// the shader says it may be counts as that.
fn check_factor(context: &mut Context<'_>, site: &Site<'_>, value: Register) {
    let id = context.program.constant(site.argument(0));
    let element = id.and_then(|id| context.program.interface.patch_constants.element(id));
    let is_factor =
        |semantic| matches!(semantic, SemanticKind::TESS_FACTOR | SemanticKind::INSIDE_TESS_FACTOR);
    let Some(element) = element.filter(|element| is_factor(element.semantic)) else { return };
    let most = context.program.interface.hull.as_ref().map_or(0.0, |state| state.max_tess_factor);
    let name = element.name.clone();
    for block in 0..context.blocks() {
        for lane in lanes::each(context.active(block)) {
            let factor = f32::from_bits(word(context, value, (block, lane)));
            if factor.is_nan() {
                context.report(FindingKind::TessellationFactor, block, lane, || {
                    format!("{name} is NaN, which culls the patch")
                });
            } else if factor > most && most >= 1.0 {
                context.report(FindingKind::TessellationFactor, block, lane, || {
                    format!("{name} is {factor}, but the shader declares maxtessfactor({most})")
                });
            }
        }
    }
}

fn store(context: &mut Context<'_>, site: &Site<'_>, side: Side) -> Result<(), Stop> {
    let value = site.argument(3);
    context.require_defined(value, "output");
    if side == Side::PatchConstants && context.checks.all {
        check_factor(context, site, value);
    }
    let everywhere = constant_scalar(context, site, side);
    for block in 0..context.blocks() {
        let (words, active) = (*context.read(value, block), context.active(block));
        if let Some(scalar) = everywhere {
            side.values_mut(&mut context.wave.stage).put((0, scalar), block, &words, active);
            continue;
        }
        for lane in lanes::each(active) {
            let Some(scalar) = scalar_at(context, site, side, (block, lane)) else { continue };
            let values = side.values_mut(&mut context.wave.stage);
            values.set((0, scalar), (block, lane), lanes::get(&words, lane));
        }
    }
    Ok(())
}

/// Gives what the lanes are.
fn give(
    context: &mut Context<'_>,
    site: &Site<'_>,
    what: fn(&StageLanes, usize) -> Option<&Lanes>,
) -> Result<(), Stop> {
    for block in 0..context.blocks() {
        let words = what(&context.wave.stage, block).copied().unwrap_or(lanes::ZERO);
        context.write(site.result(0), block, &words);
    }
    Ok(())
}

/// Where the draw begins: its first vertex, or its first instance.
fn start(context: &mut Context<'_>, site: &Site<'_>, which: usize) -> Result<(), Stop> {
    splat(context, site, context.wave.stage.start.get(which).copied().unwrap_or(0))
}

/// Gives the same word to all lanes.
fn splat(context: &mut Context<'_>, site: &Site<'_>, word: u32) -> Result<(), Stop> {
    for block in 0..context.blocks() {
        context.write(site.result(0), block, &lanes::splat(word));
    }
    Ok(())
}

fn domain_location(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let axis = context.wave.uniform(site.argument(0)) as usize;
    for block in 0..context.blocks() {
        let along = context.wave.stage.locations.get(axis).and_then(|axis| axis.get(block));
        let words = along.copied().unwrap_or(lanes::ZERO);
        context.write(site.result(0), block, &words);
    }
    Ok(())
}

/// What an argument holds for a lane.
pub(crate) fn word(context: &Context<'_>, register: Register, (block, lane): (usize, usize)) -> u32 {
    lanes::get(context.read(register, block), lane)
}
