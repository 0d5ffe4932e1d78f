//! PAL metadata of an unlinked shader: what the linker and the driver have to know of it besides its code. Code
//! generation adds what it finds: registers, memory of groups and threads. Separate because it is a document, not code.
//!
//! gfx11 has fields with names (version 3), gfx10 registers by number (version 2).

use amdgpu_link::metadata::{self, Metadata, Tree as _, Value};
use amdgpu_link::{Register, UserData};

use dx_container::enums::ResourceClass;

use crate::entry::{Inputs, SYMBOLS, USER_DATA_REGISTERS};
use crate::error::{CompileErrorKind, Result};
use crate::options::Options;
use crate::pixel::{DEPTH_TARGET, PixelShader};
use crate::shader::Described;

/// Bits of COMPUTE_PGM_RSRC2.
const USER_REGISTERS_SHIFT: u32 = 1;
const GROUP_IDS: u32 = 0b111 << 7;
const THREAD_COMPONENTS_SHIFT: u32 = 11;

/// The document of a shader, as bytes; `discards` says whether pixels may be discarded.
pub(crate) fn document(
    options: &Options,
    inputs: &Inputs,
    shader: &Described,
    discards: bool,
) -> Result<Vec<u8>> {
    let is_named = options.processor.is_gfx11();
    let exports = shader.pixel.iter().flat_map(|pixel| &pixel.exports);
    let names: Vec<String> = exports.map(|export| export.name()).collect();
    let mut root = Value::Map(Vec::new());
    let mut pipeline = Value::Map(Vec::new());
    pipeline.set(".api", Value::from("Vulkan"));
    pipeline.set(metadata::SPILL_THRESHOLD, Value::from(if is_named { 0xffff } else { u32::MAX }));
    pipeline.set(metadata::USER_DATA_LIMIT, Value::from(0));
    // The hardware stage, that of the API, the symbol.
    let [of_compute, of_pixel] = SYMBOLS;
    let (stage, api_stage, symbol) = match shader.pixel {
        None => (".cs", ".compute", of_compute),
        Some(_) => (".ps", ".pixel", of_pixel),
    };
    let said = pipeline.map_at(".shaders").and_then(|all| all.map_at(api_stage)).map_err(failed)?;
    said.set(".api_shader_hash", Value::Array(options.hash.map(Value::from).into()));
    said.set(".hardware_mapping", Value::Array(vec![Value::from(stage)]));
    let hardware = pipeline.map_at(".hardware_stages").and_then(|all| all.map_at(stage)).map_err(failed)?;
    // Code generation would write a name of its own where there is none.
    hardware.set(".entry_point", Value::from(symbol));
    hardware.set(".entry_point_symbol", Value::from(symbol));
    hardware.set(".wavefront_size", Value::from(shader.wave.lanes()));
    match &shader.pixel {
        None => of_compute_shader(&mut pipeline, is_named, inputs, shader.threads)?,
        Some(pixel) => {
            let exports = pixel.exports.iter().zip(&names).map(|(export, name)| {
                let (target, location) = (export.target.into(), export.location.into());
                Value::Array(vec![target, location, Value::Boolean(export.is_signed), name.as_str().into()])
            });
            pipeline.set(".colorExports", Value::Array(exports.collect()));
            of_pixel_shader(&mut pipeline, inputs, shader, pixel, discards)?;
        }
    }
    root.set("amdpal.pipelines", Value::Array(vec![pipeline]));
    let version = if is_named { [3, 0] } else { [2, 6] };
    root.set(metadata::VERSION, Value::Array(version.map(Value::from).into()));
    let mut bytes = Vec::new();
    Metadata { root }.write(&mut bytes);
    Ok(bytes)
}

fn failed(error: amdgpu_link::Error) -> CompileErrorKind {
    CompileErrorKind::Bug(error.to_string())
}

/// What is said of a compute shader.
fn of_compute_shader(
    pipeline: &mut Value<'_>,
    is_named: bool,
    inputs: &Inputs,
    threads: [u32; 3],
) -> Result<()> {
    pipeline.set(".type", Value::from("Cs"));
    let stage = pipeline.map_at(".hardware_stages").and_then(|all| all.map_at(".cs")).map_err(failed)?;
    stage.set(".threadgroup_dimensions", Value::Array(threads.map(Value::from).into()));
    let registers = u32::try_from(inputs.user_data.len()).unwrap_or(0);
    let last_component = inputs.components.saturating_sub(1);
    if is_named {
        stage.set(".user_sgprs", Value::from(registers));
        let rest = std::iter::repeat(UserData::NOT_MAPPED);
        let map = inputs.user_data.iter().copied().chain(rest).take(USER_DATA_REGISTERS);
        stage.set(".user_data_reg_map", Value::Array(map.map(|held| Value::from(held.0)).collect()));
        let compute = pipeline.map_at(".compute_registers").map_err(failed)?;
        for key in [".tgid_x_en", ".tgid_y_en", ".tgid_z_en"] {
            compute.set(key, Value::Boolean(true));
        }
        compute.set(".tidig_comp_cnt", Value::from(last_component));
    } else {
        let map = pipeline.map_at(".registers").map_err(failed)?;
        let resources =
            registers << USER_REGISTERS_SHIFT | GROUP_IDS | last_component << THREAD_COMPONENTS_SHIFT;
        map.set_at(Register::COMPUTE_PGM_RSRC2.number(), resources);
        let sizes =
            [Register::COMPUTE_NUM_THREAD_X, Register::COMPUTE_NUM_THREAD_Y, Register::COMPUTE_NUM_THREAD_Z];
        for (register, count) in sizes.into_iter().zip(threads) {
            map.set_at(register.number(), count);
        }
        for (number, held) in (Register::COMPUTE_USER_DATA_0.number()..).zip(&inputs.user_data) {
            map.set_at(number, held.0);
        }
    }
    Ok(())
}

/// Bits of registers of pixel shaders.
const FLAT: u32 = 1 << 10;
const EXPORTS_DEPTH: u32 = 1;
const EXPORTS_STENCIL: u32 = 1 << 1;
/// Depth is tested early, and late where the shader has its say.
const EARLY_THEN_LATE: u32 = 1 << 4;
const KILLS: u32 = 1 << 6;
const EXPORTS_MASK: u32 = 1 << 8;
/// The shader runs where nothing is seen of it, because it writes to memory.
const RUNS_ON_HIERARCHICAL_FAIL: u32 = 1 << 9;
const RUNS_ON_NO_OPERATION: u32 = 1 << 10;
const DEPTH_BEFORE_SHADER: u32 = 1 << 12;

/// What is said of a pixel shader.
fn of_pixel_shader(
    pipeline: &mut Value<'_>,
    inputs: &Inputs,
    shader: &Described,
    pixel: &PixelShader,
    discards: bool,
) -> Result<()> {
    let map = pipeline.map_at(".registers").map_err(failed)?;
    let registers = u32::try_from(inputs.user_data.len()).unwrap_or(0);
    map.set_at(Register::SPI_SHADER_PGM_RSRC2_PS.number(), registers << USER_REGISTERS_SHIFT);
    for (number, held) in (Register::SPI_SHADER_USER_DATA_PS_0.number()..).zip(&inputs.user_data) {
        map.set_at(number, held.0);
    }
    let colors = pixel.exports.iter().filter(|export| export.target != DEPTH_TARGET);
    let mask = colors.fold(0, |mask, export| mask | 0xf_u32 << (4 * export.target));
    map.set_at(Register::CB_SHADER_MASK.number(), mask);
    // The parameter of an attribute has its number, and none is left out.
    let slots = pixel.slots();
    for (number, is_flat) in (Register::SPI_PS_INPUT_CNTL_0.number()..).zip(&slots) {
        let slot = number.saturating_sub(Register::SPI_PS_INPUT_CNTL_0.number());
        map.set_at(number, slot | if *is_flat { FLAT } else { 0 });
    }
    map.set_at(Register::SPI_PS_IN_CONTROL.number(), u32::try_from(slots.len()).unwrap_or(0));
    map.set_at(Register::DB_SHADER_CONTROL.number(), depth_control(shader, pixel, discards));
    Ok(())
}

/// When depth is tested, and what the shader says of it.
fn depth_control(shader: &Described, pixel: &PixelShader, discards: bool) -> u32 {
    let writes = shader.resources.all.iter().any(|resource| resource.registers.class == ResourceClass::UAV);
    let mut control = match (pixel.has_early_depth, writes) {
        (true, true) => DEPTH_BEFORE_SHADER | EARLY_THEN_LATE | RUNS_ON_NO_OPERATION,
        (true, false) => DEPTH_BEFORE_SHADER | EARLY_THEN_LATE,
        (false, true) => RUNS_ON_HIERARCHICAL_FAIL,
        (false, false) => EARLY_THEN_LATE,
    };
    if discards {
        control |= KILLS;
    }
    if let Some(export) = pixel.exports.iter().find(|export| export.target == DEPTH_TARGET) {
        for ((source, channel), bit) in
            export.sources.iter().zip(0..).zip([EXPORTS_DEPTH, EXPORTS_STENCIL, EXPORTS_MASK])
        {
            if source.is_some() && export.location >> channel & 1 != 0 {
                control |= bit;
            }
        }
    }
    control
}
