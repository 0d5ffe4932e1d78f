//! Direct3D 9 programs as JSON.

use bstr::ByteSlice as _;
use dx_bytecode::d3d9::Declarations;
use dx_bytecode::d3d9::declarations;
use dx_container::parts::level9::{ConstantMapping, LoopMapping, Mappings, RuntimeMapping, SamplerMapping};
use serde::Serialize;

use super::stage;
use crate::json::{Text, in_utf8};

/// A Direct3D 9 program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Direct3d9<'a> {
    /// The profile, such as `ps_2_0`.
    profile: String,
    /// The shader stage.
    #[cfg_attr(test, schemars(extend("enum" = ["vertex", "pixel"])))]
    stage: &'static str,
    /// The name of the compiler, from the constant table (CTAB).
    #[serde(skip_serializing_if = "Option::is_none")]
    creator: Option<Text<'a>>,
    /// The number of instructions.
    instructions: u64,
    /// The number of instruction slots that the program uses.
    slots: u64,
    /// The number of texture instruction slots that the program uses.
    texture_slots: u64,
    /// The input registers.
    inputs: Vec<Register<'a>>,
    /// The output registers.
    outputs: Vec<Register<'a>>,
    /// The samplers.
    samplers: Vec<Sampler<'a>>,
    /// The constants in the constant table (CTAB).
    constants: Vec<Constant<'a>>,
    /// The mappings in part Aon9 from Direct3D 11 bindings to Direct3D 9 registers.
    #[serde(skip_serializing_if = "Option::is_none")]
    mappings: Option<MappingLists>,
}

/// An input or output register.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Direct3d9Register"))]
struct Register<'a> {
    /// The register with its components, such as `v0.xy`.
    register: &'a str,
    /// The semantic; absent if the register implies the semantic.
    #[serde(skip_serializing_if = "Option::is_none")]
    semantic: Option<&'a str>,
}

/// A sampler.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Direct3d9Sampler"))]
struct Sampler<'a> {
    /// The register of the sampler.
    register: &'a str,
    /// The dimension of the sampled texture.
    texture: &'a str,
}

/// A constant.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Direct3d9Constant"))]
#[serde(rename_all = "camelCase")]
struct Constant<'a> {
    /// The name of the constant.
    name: Text<'a>,
    /// The type of the constant.
    #[serde(rename = "type")]
    type_name: &'a str,
    /// The first register.
    register: &'a str,
    /// The number of registers.
    count: u16,
}

/// The mappings from Direct3D 11 bindings to Direct3D 9 registers.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MappingLists {
    /// The ranges of constant buffer rows that are mapped to constant registers.
    constants: Vec<MappedConstants>,
    /// The constant buffer components that are mapped to loop registers.
    loops: Vec<MappedLoop>,
    /// The pairs of a texture and a sampler that are mapped to sampler registers.
    samplers: Vec<MappedSampler>,
    /// The constant registers that the Direct3D runtime sets.
    runtime: Vec<MappedRuntime>,
}

/// A range of constant buffer rows.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MappedConstants {
    /// The first constant register.
    target: u16,
    /// The constant buffer.
    buffer: u16,
    /// The first row.
    row: u16,
    /// The number of rows.
    rows: u16,
    /// The type from which each component is converted.
    conversions: [String; 4],
}

/// A component of a constant buffer.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MappedLoop {
    /// The loop register.
    target: u16,
    /// The constant buffer.
    buffer: u16,
    /// The row.
    row: u16,
    /// The component, from 0 to 3.
    component: u16,
}

/// A pair of a texture and a sampler.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MappedSampler {
    /// The sampler register.
    target: u8,
    /// The texture.
    texture: u8,
    /// The sampler.
    sampler: u8,
}

/// A constant register that the Direct3D runtime sets.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MappedRuntime {
    /// The constant register.
    target: u16,
    /// The value that the runtime sets.
    constant: String,
}

impl<'a> Direct3d9<'a> {
    /// The object of a program, with the mappings of the part that contains it.
    pub fn new(declared: &'a Declarations, mappings: Option<&Mappings>) -> Self {
        let registers = |is_output| {
            let registers = declared.registers.iter().filter(|register| register.is_output == is_output);
            let object = |register: &'a declarations::Register| Register {
                register: &register.name,
                semantic: register.semantic.as_deref(),
            };
            registers.map(object).collect()
        };
        let sampler = |sampler: &'a declarations::Sampler| Sampler {
            register: &sampler.name,
            texture: &sampler.texture,
        };
        let constant = |constant: &'a declarations::NamedConstant| Constant {
            name: in_utf8(constant.name.as_bstr()),
            type_name: &constant.type_name,
            register: &constant.register,
            count: constant.count,
        };
        Self {
            profile: declared.version.to_string(),
            stage: stage(declared.version),
            creator: declared.creator.as_ref().map(|creator| in_utf8(creator.as_bstr())),
            instructions: declared.instructions,
            slots: declared.slots.all,
            texture_slots: declared.slots.texture,
            inputs: registers(false),
            outputs: registers(true),
            samplers: declared.samplers.iter().map(sampler).collect(),
            constants: declared.constants.iter().map(constant).collect(),
            mappings: mappings.map(MappingLists::from),
        }
    }
}

impl From<&Mappings> for MappingLists {
    fn from(mappings: &Mappings) -> Self {
        let constants = |mapping: &ConstantMapping| MappedConstants {
            target: mapping.target,
            buffer: mapping.buffer,
            row: mapping.start,
            rows: mapping.count,
            conversions: mapping.conversions.map(|conversion| conversion.to_string()),
        };
        let loops = |&LoopMapping { target, buffer, row, component }: &LoopMapping| MappedLoop {
            target,
            buffer,
            row,
            component,
        };
        let samplers = |&SamplerMapping { target, texture, sampler, .. }: &SamplerMapping| MappedSampler {
            target,
            texture,
            sampler,
        };
        let runtime = |mapping: &RuntimeMapping| MappedRuntime {
            target: mapping.target,
            constant: mapping.constant.to_string(),
        };
        Self {
            constants: mappings.constants.iter().map(constants).collect(),
            loops: mappings.loops.iter().map(loops).collect(),
            samplers: mappings.samplers.iter().map(samplers).collect(),
            runtime: mappings.runtime.iter().map(runtime).collect(),
        }
    }
}
