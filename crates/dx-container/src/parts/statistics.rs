//! STAT: two unrelated formats under one name, told apart by their content. FXC counts instructions; DXC stores
//! a second program without function bodies, from which shaders are reflected.
//!
//! Source of the counters' order: Wine's d3dcompiler and the order of `D3D11_SHADER_DESC`; `DefCount`,
//! `MovcInstructionCount`, `GatherInstructions`, `LodInstructions` and `SampleFrequency` by comparing them with
//! the instructions of real programs.

use crate::enums::{
    InputPrimitive, PrimitiveTopology, TessellatorDomain, TessellatorOutputPrimitive, TessellatorPartitioning,
};
use crate::error::Result;
use crate::fields::Show;
use crate::fourcc::FourCc;
use crate::names::NamedValue;
use crate::part::{PartBuf, View};
use crate::parts::program::{Arrangement, ProgramPart, ProgramPartBuf};
use crate::reader::{Payload, Reader};

/// The offset at which DXC's form has the magic of its bitcode header. FXC's form counts immediate constants there, far
/// fewer.
const MAGIC_AT: usize = 8;
/// FXC's counters up to shader model 4.1, and from 5.0 on.
const SIZES: [usize; 2] = [29 * 4, 37 * 4];

/// The view of part STAT, which borrows the file.
#[derive(Debug, Clone, Copy)]
pub enum Statistics<'a> {
    /// The counters of FXC.
    Counters(Counters),
    /// DXC's module without function bodies.
    Program(ProgramPart<'a>),
}

impl<'a> View<'a> for Statistics<'a> {
    type Buf = StatisticsBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let bytes = r.payload().bytes;
        let has_magic = bytes.get(MAGIC_AT..).is_some_and(|from| from.starts_with(&FourCc::DXIL.0));
        if !has_magic && SIZES.contains(&bytes.len()) {
            Counters::decode(r).map(Self::Counters)
        } else {
            ProgramPart::decode(r).map(Self::Program)
        }
    }

    fn to_buf(&self) -> StatisticsBuf {
        match self {
            Self::Counters(counters) => StatisticsBuf::Counters(*counters),
            Self::Program(program) => StatisticsBuf::Program(program.to_buf()),
        }
    }
}

/// The owned form of part STAT.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "there is one of it in a file, and it lives on the stack")]
pub enum StatisticsBuf {
    /// The counters of FXC.
    Counters(Counters),
    /// DXC's module without function bodies.
    Program(ProgramPartBuf),
}

impl PartBuf for StatisticsBuf {
    type View<'a> = Statistics<'a>;
    type Arrangement = Arrangement;

    fn arrange(&self, arrangement: Option<&Arrangement>) -> Result<Vec<u8>> {
        match self {
            Self::Counters(counters) => Ok(counters.write()),
            Self::Program(program) => program.arrange(arrangement),
        }
    }

    fn arrangements(&self, payload: Payload<'_>) -> Vec<Arrangement> {
        match self {
            Self::Counters(_) => Vec::new(),
            Self::Program(program) => program.arrangements(payload),
        }
    }
}

/// Declares structures of counters in the order of the file: field, type, name, how to show it.
macro_rules! counters {
    ($(#[$doc:meta])* pub struct $type:ident {
        $($(#[$field_doc:meta])* $field:ident: $word:ty = $name:literal $show:expr;)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub struct $type {
            $($(#[$field_doc])* pub $field: $word,)*
        }

        impl $type {
            fn decode(r: &mut Reader<'_, '_>) -> Result<Self> {
                Ok(Self { $($field: <$word as Counter>::from_word(r.u32($name, $show)?),)* })
            }

            fn words(&self) -> impl Iterator<Item = u32> {
                [$(self.$field.word(),)*].into_iter()
            }
        }
    };
}

/// A word of the counters: a number, or a value with a name.
trait Counter {
    fn from_word(word: u32) -> Self;
    fn word(self) -> u32;
}

impl Counter for u32 {
    fn from_word(word: u32) -> Self {
        word
    }

    fn word(self) -> u32 {
        self
    }
}

impl<E: NamedValue> Counter for E {
    fn from_word(word: u32) -> Self {
        E::from_raw(word)
    }

    fn word(self) -> u32 {
        self.raw()
    }
}

/// FXC's counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// The counters of every shader model.
    pub common: CommonCounters,
    /// The counters of shader model 5.0 and later.
    pub model_5: Option<Model5Counters>,
}

counters! {
    /// The counters of FXC in every shader model.
    ///
    /// Of a hull shader it counts instructions of the first phase only.
    pub struct CommonCounters {
        /// All instructions.
        instruction_count: u32 = "InstructionCount" Show::Plain;
        /// Temporary registers.
        temp_register_count: u32 = "TempRegisterCount" Show::Plain;
        /// Vectors of the immediate constant buffer.
        def_count: u32 = "DefCount" Show::Plain;
        /// Declarations.
        dcl_count: u32 = "DclCount" Show::Plain;
        /// Instructions on floats.
        float_instruction_count: u32 = "FloatInstructionCount" Show::Plain;
        /// Instructions on signed integers.
        int_instruction_count: u32 = "IntInstructionCount" Show::Plain;
        /// Instructions on unsigned integers.
        uint_instruction_count: u32 = "UintInstructionCount" Show::Plain;
        /// Static flow control.
        static_flow_control_count: u32 = "StaticFlowControlCount" Show::Plain;
        /// Dynamic flow control.
        dynamic_flow_control_count: u32 = "DynamicFlowControlCount" Show::Plain;
        /// Word 9: zero in every file we know.
        unknown_9: u32 = "Unknown9" Show::Reserved;
        /// Registers of arrays of temporaries.
        temp_array_count: u32 = "TempArrayCount" Show::Plain;
        /// Instructions on those.
        array_instruction_count: u32 = "ArrayInstructionCount" Show::Plain;
        /// `cut` instructions.
        cut_instruction_count: u32 = "CutInstructionCount" Show::Plain;
        /// `emit` instructions.
        emit_instruction_count: u32 = "EmitInstructionCount" Show::Plain;
        /// Plain samples.
        texture_normal_instructions: u32 = "TextureNormalInstructions" Show::Plain;
        /// Loads.
        texture_load_instructions: u32 = "TextureLoadInstructions" Show::Plain;
        /// Samples that compare.
        texture_comp_instructions: u32 = "TextureCompInstructions" Show::Plain;
        /// Samples with a bias.
        texture_bias_instructions: u32 = "TextureBiasInstructions" Show::Plain;
        /// Samples with gradients.
        texture_gradient_instructions: u32 = "TextureGradientInstructions" Show::Plain;
        /// `mov` instructions.
        mov_instruction_count: u32 = "MovInstructionCount" Show::Plain;
        /// `movc` instructions.
        movc_instruction_count: u32 = "MovcInstructionCount" Show::Plain;
        /// Conversions between types.
        conversion_instruction_count: u32 = "ConversionInstructionCount" Show::Plain;
        /// Word 22: zero in every file we know.
        unknown_22: u32 = "Unknown22" Show::Reserved;
        /// The input primitive of a geometry or hull shader.
        input_primitive: InputPrimitive = "InputPrimitive" Show::Enum(InputPrimitive::NAMES);
        /// The output topology of a geometry shader.
        gs_output_topology: PrimitiveTopology = "GSOutputTopology" Show::Enum(PrimitiveTopology::NAMES);
        /// The maximum number of output vertices.
        gs_max_output_vertex_count: u32 = "GSMaxOutputVertexCount" Show::Plain;
        /// `gather4` instructions; the name is ours.
        gather_instructions: u32 = "GatherInstructions" Show::Plain;
        /// `lod` instructions; the name is ours.
        lod_instructions: u32 = "LodInstructions" Show::Plain;
        /// 1 where a pixel shader runs once a sample; the name is ours.
        sample_frequency: u32 = "SampleFrequency" Show::Bool;
    }
}

counters! {
    /// The counters of FXC in shader model 5.0 and later.
    pub struct Model5Counters {
        /// Instances of a geometry shader.
        gs_instance_count: u32 = "GSInstanceCount" Show::Plain;
        /// Control points of a hull or domain shader.
        control_points: u32 = "ControlPoints" Show::Plain;
        /// The output primitive of the tessellator.
        hs_output_primitive: TessellatorOutputPrimitive = "HSOutputPrimitive" Show::Enum(TessellatorOutputPrimitive::NAMES);
        /// The partitioning of the tessellator.
        hs_partitioning: TessellatorPartitioning = "HSPartitioning" Show::Enum(TessellatorPartitioning::NAMES);
        /// The domain of the tessellator.
        tessellator_domain: TessellatorDomain = "TessellatorDomain" Show::Enum(TessellatorDomain::NAMES);
        /// `sync` instructions.
        barrier_instructions: u32 = "BarrierInstructions" Show::Plain;
        /// Atomic instructions.
        interlocked_instructions: u32 = "InterlockedInstructions" Show::Plain;
        /// Stores to views.
        texture_store_instructions: u32 = "TextureStoreInstructions" Show::Plain;
    }
}

impl Counters {
    fn decode(r: &mut Reader<'_, '_>) -> Result<Self> {
        let common = CommonCounters::decode(r)?;
        let model_5 = if r.remaining() > 0 { Some(Model5Counters::decode(r)?) } else { None };
        Ok(Self { common, model_5 })
    }

    fn write(&self) -> Vec<u8> {
        let model_5 = self.model_5.iter().flat_map(Model5Counters::words);
        self.common.words().chain(model_5).flat_map(u32::to_le_bytes).collect()
    }
}
