//! The file objects of `inspect --json`. They are written in pieces, because the fields of a part are written while the
//! part is decoded.

use dx_bytecode::Declarations;
use dx_bytecode::declarations::{Resource, Shape};
use dx_container::symbols::{Symbol, SymbolFinding, SymbolTable};
use dx_reflect::Reflection;
use serde::Serialize;

use crate::digest_state::DigestObject;
use crate::error::ErrorObject;
use crate::json::Mapped;
use crate::loading::direct3d9::Direct3d9;
use crate::reflecting::document::Stage;
use crate::selection::file_name::FileName;

/// The schema of the document.
pub(super) const SCHEMA: &str = "shader-tools.inspect/1";

/// The first members of a file object.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct Head {
    #[serde(flatten)]
    pub(super) file: FileName,
    /// The size of the file in bytes.
    pub(super) size: usize,
    /// The kind of a file from which the program assembled the container; absent for a container.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(extend("enum" = crate::loading::loaded_shader::Source::JSON_NAMES)))]
    pub(super) assembled_from: Option<&'static str>,
}

/// The members of a file object that several parts provide.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct SummaryObject {
    /// The kind of the shader, such as `Pixel`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<String>,
    /// The profile, such as `ps_6_6`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) profile: Option<String>,
    /// The DXIL version, such as `1.8`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) dxil_version: Option<String>,
    /// The name of the entry function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) entry: Option<String>,
    /// The thread group size: x, y and z.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) thread_group: Option<[u32; 3]>,
}

/// The members of a file object for a container with a symbol table.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct SymbolsObject<'a> {
    /// The symbols.
    pub(super) symbols: Mapped<'a, Symbol, SymbolObject>,
    /// The errors in the symbol table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) symbol_findings: Vec<String>,
}

/// A symbol.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Symbol"))]
pub(super) struct SymbolObject {
    /// The name of the symbol.
    pub(super) name: String,
    /// The index of the part that defines the symbol.
    pub(super) part: u32,
}

/// The members of a file object before the parts.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct Rest {
    /// The version of the container format.
    pub(super) container_version: String,
    pub(super) digest: DigestObject,
    /// The number of bytes between parts.
    pub(super) gap_bytes: usize,
    /// The number of bytes after the container.
    pub(super) trailing_bytes: usize,
}

/// The file object of a Direct3D 9 program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Direct3d9File<'a> {
    #[serde(flatten)]
    pub(super) file: FileName,
    /// The size of the file in bytes.
    pub(super) size: usize,
    #[serde(rename = "direct3d9")]
    pub(super) direct3d9: Direct3d9<'a>,
}

/// The file object of a module of modern LLVM.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct ModernFile {
    #[serde(flatten)]
    pub(super) file: FileName,
    /// The size of the file in bytes.
    pub(super) size: usize,
    /// The language: `llvm`.
    #[cfg_attr(test, schemars(extend("const" = "llvm")))]
    pub(super) language: &'static str,
    /// The LLVM version that wrote the bitcode, such as `LLVM22.1.8`; absent for LLVM assembly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) producer: Option<String>,
    /// The profile in the target triple, such as `cs_6_6`; absent if the triple names no profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) profile: Option<String>,
    /// The entry points: functions with the attribute `hlsl.shader`.
    pub(super) entries: Vec<ModernEntry>,
    /// The number of functions with a body.
    pub(super) functions: usize,
    /// The number of instructions.
    pub(super) instructions: u64,
    /// The name of the source file.
    pub(super) source_filename: String,
    /// The target triple.
    pub(super) triple: String,
    /// The data layout.
    pub(super) data_layout: String,
    /// The names of the named metadata.
    pub(super) named_metadata: Vec<String>,
    /// The declared functions that the module calls, sorted by name.
    pub(super) calls: Vec<CalledFunction>,
}

/// An entry point of a module of modern LLVM.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct ModernEntry {
    /// The name of the function.
    pub(super) name: String,
    /// The stage in short form, such as `cs`.
    pub(super) stage: String,
    /// The thread group size: x, y and z.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) thread_group: Option<Vec<u32>>,
}

/// A declared function that a module of modern LLVM calls.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CalledFunction {
    /// The name of the function; for an intrinsic, without overload suffixes.
    pub(super) name: String,
    /// The number of calls.
    pub(super) calls: u64,
}

/// The first members of a part object.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PartHead {
    /// The name of the part.
    pub(super) name: String,
    /// The offset of the part header in the file.
    pub(super) offset: u64,
    /// The size of the part in bytes, without the part header.
    pub(super) size: usize,
}

/// The members of a part object after the fields.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PartRest<'a> {
    /// The declarations of a token program; only for SHDR and SHEX.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) declares: Option<Declares>,
    /// The Direct3D 9 program; only for Aon9.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "direct3d9")]
    pub(super) direct3d9: Option<Direct3d9<'a>>,
    /// The error of an invalid part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<ErrorObject>,
}

/// The declarations of a token program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Declares {
    #[serde(flatten)]
    stage: Stage,
    binds: Binds,
}

/// The number of declared resources.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct Binds {
    /// The number of constant buffers.
    pub(super) constant_buffers: usize,
    /// The number of samplers.
    pub(super) samplers: usize,
    /// The number of shader resource views.
    pub(super) shader_resources: usize,
    /// The number of unordered access views.
    pub(super) unordered_access_views: usize,
}

/// The first member of the object of a PDB.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct PdbHead {
    /// The block size of the PDB in bytes.
    pub(super) block_size: usize,
}

/// A stream of a PDB.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Stream {
    /// The size of the stream in bytes.
    pub(super) size: u32,
    /// The offset of the first byte in the PDB; absent for an empty stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) offset: Option<u64>,
    /// True if the blocks of the stream are consecutive in the PDB; absent for an empty stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) contiguous: Option<bool>,
}

/// The last member of the object of a PDB.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PdbRest {
    /// The error in stream 1; absent if stream 1 is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<ErrorObject>,
}

impl<'a> SymbolsObject<'a> {
    /// The members of `table`.
    pub(super) fn new(table: &'a SymbolTable, findings: &[SymbolFinding]) -> Self {
        let symbols = Mapped::new(&table.symbols, |symbol| SymbolObject {
            name: symbol.name.to_string(),
            part: symbol.section_index,
        });
        Self { symbols, symbol_findings: findings.iter().map(ToString::to_string).collect() }
    }
}

impl Declares {
    /// The object of `declared`.
    pub(super) fn new(mut declared: Declarations) -> Self {
        let binds = Binds::of(&declared.resources);
        Self { stage: Stage::new(&Reflection::of_declarations(&mut declared)), binds }
    }
}

impl Binds {
    /// The number of resources of each class.
    pub(super) fn of(resources: &[Resource]) -> Self {
        let mut binds = Self::default();
        for resource in resources {
            *match resource.shape {
                Shape::ConstantBuffer { .. } => &mut binds.constant_buffers,
                Shape::Sampler(_) => &mut binds.samplers,
                Shape::View { access: None, .. } => &mut binds.shader_resources,
                Shape::View { access: Some(_), .. } => &mut binds.unordered_access_views,
            } += 1;
        }
        binds
    }
}

#[test]
fn schema_is_fresh() {
    use crate::json::schema::{Fields, Files, check};

    /// A container, a Direct3D 9 program, or a module of modern LLVM.
    #[derive(Serialize, schemars::JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only the schema is used")]
    enum File {
        Container(Container),
        Direct3d9(Direct3d9File<'static>),
        Modern(ModernFile),
    }

    /// The content of a container.
    #[derive(Serialize, schemars::JsonSchema)]
    struct Container {
        #[serde(flatten)]
        head: Head,
        #[serde(skip_serializing_if = "Option::is_none")]
        pdb: Option<Pdb>,
        #[serde(flatten)]
        summary: SummaryObject,
        #[serde(flatten)]
        symbols: Option<SymbolsObject<'static>>,
        #[serde(flatten)]
        rest: Rest,
        /// The parts, in the order of the file.
        parts: Vec<Part>,
    }

    /// The PDB that contains the container.
    #[derive(Serialize, schemars::JsonSchema)]
    struct Pdb {
        #[serde(flatten)]
        head: PdbHead,
        /// The streams; `null` for a deleted stream.
        streams: Vec<Option<Stream>>,
        fields: Fields,
        #[serde(flatten)]
        rest: PdbRest,
    }

    /// A part.
    #[derive(Serialize, schemars::JsonSchema)]
    struct Part {
        #[serde(flatten)]
        head: PartHead,
        fields: Fields,
        #[serde(flatten)]
        rest: PartRest<'static>,
    }
    check::<Files<File>>(SCHEMA);
}
