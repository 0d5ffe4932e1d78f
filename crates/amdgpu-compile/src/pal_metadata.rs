//! PAL metadata of an unlinked shader: what the linker and the driver have to know of it besides its code. Code
//! generation adds what it finds: registers, memory of groups and threads. Separate because it is a document, not code.
//!
//! gfx11 has fields with names (version 3), gfx10 registers by number (version 2).

use amdgpu_link::metadata::{self, Metadata, Tree as _, Value};
use amdgpu_link::{Register, UserData};

use crate::entry::{Inputs, SYMBOL, USER_DATA_REGISTERS};
use crate::error::{CompileErrorKind, Result};
use crate::options::{Options, WaveSize};

/// The hardware stage, and the stage of the API.
const STAGE: &str = ".cs";
const API_STAGE: &str = ".compute";

/// Bits of COMPUTE_PGM_RSRC2.
const USER_REGISTERS_SHIFT: u32 = 1;
const GROUP_IDS: u32 = 0b111 << 7;
const THREAD_COMPONENTS_SHIFT: u32 = 11;

/// The document of a shader, as bytes.
pub(crate) fn document(
    options: &Options,
    inputs: &Inputs,
    wave: WaveSize,
    threads: [u32; 3],
) -> Result<Vec<u8>> {
    let failed = |error: amdgpu_link::Error| CompileErrorKind::Bug(error.to_string());
    let is_named = options.processor.is_gfx11();
    let mut root = Value::Map(Vec::new());
    let mut pipeline = Value::Map(Vec::new());
    pipeline.set(".api", Value::from("Vulkan"));
    pipeline.set(".type", Value::from("Cs"));
    pipeline.set(metadata::SPILL_THRESHOLD, Value::from(if is_named { 0xffff } else { u32::MAX }));
    pipeline.set(metadata::USER_DATA_LIMIT, Value::from(0));
    let shader = pipeline.map_at(".shaders").and_then(|all| all.map_at(API_STAGE)).map_err(failed)?;
    shader.set(".api_shader_hash", Value::Array(options.hash.map(Value::from).into()));
    shader.set(".hardware_mapping", Value::Array(vec![Value::from(STAGE)]));
    let stage = pipeline.map_at(".hardware_stages").and_then(|all| all.map_at(STAGE)).map_err(failed)?;
    // Code generation would write a name of its own where there is none.
    stage.set(".entry_point", Value::from(SYMBOL));
    stage.set(".entry_point_symbol", Value::from(SYMBOL));
    stage.set(".wavefront_size", Value::from(wave.lanes()));
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
    root.set("amdpal.pipelines", Value::Array(vec![pipeline]));
    let version = if is_named { [3, 0] } else { [2, 6] };
    root.set(metadata::VERSION, Value::Array(version.map(Value::from).into()));
    let mut bytes = Vec::new();
    Metadata { root }.write(&mut bytes);
    Ok(bytes)
}
