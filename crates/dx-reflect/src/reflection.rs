//! The reflection model. Separate from its sources (`gather.rs`).

use bstr::BString;
use dx_container::enums::ShaderKind;
use dx_container::flags::{CompileFlags, FeatureFlags};
use dx_container::parts::compiler_version::CompilerVersionBuf;

use crate::bitcode::Unread;
use crate::constant_buffer::{ConstantBuffer, Type};
use crate::disagreement::Disagreement;
use crate::library::{Function, Node};
use crate::resource::Resource;
use crate::root_signature::RootSignatureSummary;
use crate::signature::Signatures;
use crate::stage::{Geometry, Mesh, Pixel, Tessellation};
use crate::subobject::Subobject;
use crate::token_program::TokenProgram;

/// The reflection of a shader or library.
///
/// Every field comes from some part; it is `None` or an empty list if no part has it.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Reflection {
    /// The kind of program, from the name of its part.
    pub language: Option<Language>,
    /// The stage.
    pub stage: Option<ShaderKind>,
    /// The shader model, major and minor; minor [`OFFLINE`](dx_container::ProgramVersion::OFFLINE) is `x`.
    pub model: Option<(u32, u32)>,
    /// The version of DXIL, major and minor.
    pub dxil_version: Option<(u8, u8)>,
    /// The entry function; libraries have [`functions`](Self::functions).
    pub entry: Option<BString>,
    /// The thread group size in x, y and z.
    pub thread_group: Option<[u32; 3]>,
    /// The size of groupshared memory in bytes.
    pub group_shared_bytes: Option<u32>,
    /// The minimum and maximum wave size; 0 and [`ANY_LANES`](dx_container::parts::psv::ANY_LANES) if not restricted.
    pub wave_lanes: Option<[u32; 2]>,
    /// The preferred wave size, if the program has one.
    pub preferred_wave_lanes: Option<u32>,
    /// Whether SV_ViewID is read.
    pub uses_view_id: Option<bool>,
    /// Whether SV_Position is written.
    pub writes_position: Option<bool>,
    /// The size of the payload from an amplification to a mesh shader in bytes.
    pub payload_size: Option<u32>,
    /// The properties of a hull or domain shader.
    pub tessellation: Option<Tessellation>,
    /// The properties of a geometry shader.
    pub geometry: Option<Geometry>,
    /// The properties of a mesh shader.
    pub mesh: Option<Mesh>,
    /// The properties of a pixel shader.
    pub pixel: Option<Pixel>,
    /// The properties of a token program.
    pub program: Option<TokenProgram>,
    /// The optional features that the program requires.
    pub features: Option<FeatureFlags>,
    /// The signatures.
    pub signatures: Signatures,
    /// The resources: those of RDEF in its order, then additions from the declarations of a token program, PSV0, RDAT,
    /// and a DXIL program.
    pub resources: Vec<Resource>,
    /// The constant buffers with their variables.
    pub constant_buffers: Vec<ConstantBuffer>,
    /// The types of the variables.
    pub types: Vec<Type>,
    /// The functions of a library.
    pub functions: Vec<Function>,
    /// The nodes of a work graph.
    pub nodes: Vec<Node>,
    /// The state subobjects that a library declares.
    pub subobjects: Vec<Subobject>,
    /// The root signature, if the container has one.
    pub root_signature: Option<RootSignatureSummary>,
    /// The compiler, as FXC names itself.
    pub creator: Option<BString>,
    /// The compile flags of FXC.
    pub compile_flags: Option<CompileFlags>,
    /// The version of DXC.
    pub compiler: Option<CompilerVersionBuf>,
    /// The shader hash, by which tools find the PDB.
    pub hash: Option<Hash>,
    /// Contradictions between parts, at most [`limits::DISAGREEMENTS`](crate::limits::DISAGREEMENTS).
    pub disagreements: Vec<Disagreement>,
    /// Errors in the DXIL program, whose data is missing here.
    pub unread: Vec<Unread>,
}

/// The kind of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Tokens of shader model 4 and 5.
    Dxbc,
    /// LLVM bitcode of shader model 6.
    Dxil,
}

/// A shader hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hash {
    /// The MD5 digest.
    pub digest: [u8; 16],
    /// Whether the source is included in the hash.
    pub includes_source: bool,
}
