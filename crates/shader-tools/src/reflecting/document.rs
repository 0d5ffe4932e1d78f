//! A reflection as JSON: the file objects of `reflect --json`. Separate from the verb because `inspect` prints the
//! stage of a token program.

mod bindings;
mod constant_buffers;
mod library;
mod root_signature;
mod stage;

use bstr::ByteSlice as _;
use dx_container::FourCc;
use dx_container::enums::ShaderKind;
use dx_container::parts::compiler_version::CompilerVersionBuf;
use dx_reflect::{Language, Reflection};
use serde::Serialize;

use crate::digest_state::hex;
use crate::json::{Flags, Mapped, Named, Text, in_utf8};
use crate::loading::direct3d9::Direct3d9;
use crate::loading::loaded_shader::Source;
use crate::selection::file_name::FileName;
use bindings::{Resource, Signatures};
use constant_buffers::{ConstantBuffer, Type};
use library::{Function, Node, Subobject};
use root_signature::RootSignature;
pub use stage::Stage;

/// The reflection of a shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Reflection"))]
#[serde(rename_all = "camelCase")]
pub struct File<'a> {
    #[serde(flatten)]
    file: FileName,
    /// The kind of a file from which the program assembled the container; absent for a container.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(extend("enum" = Source::JSON_NAMES)))]
    assembled_from: Option<&'static str>,
    /// The language of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(extend("enum" = LANGUAGES)))]
    language: Option<&'static str>,
    /// The shader stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "stage")]
    kind: Option<Named>,
    /// The profile, such as `ps_6_8`.
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
    /// The DXIL version, such as `1.8`.
    #[serde(skip_serializing_if = "Option::is_none")]
    dxil_version: Option<String>,
    /// The name of the entry function.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<Text<'a>>,
    /// The name of the compiler, from RDEF.
    #[serde(skip_serializing_if = "Option::is_none")]
    creator: Option<Text<'a>>,
    /// The compiler flags in RDEF.
    #[serde(skip_serializing_if = "Option::is_none")]
    compile_flags: Option<Flags>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compiler: Option<Compiler<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<Hash>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root_signature: Option<RootSignature>,
    #[serde(flatten)]
    stage: Stage,
    /// The feature flags in SFI0.
    #[serde(skip_serializing_if = "Option::is_none")]
    features: Option<Flags>,
    signatures: Signatures<'a>,
    /// The resource bindings.
    resources: Mapped<'a, dx_reflect::Resource, Resource<'a>>,
    /// The constant buffers.
    constant_buffers: Mapped<'a, dx_reflect::ConstantBuffer, ConstantBuffer<'a>>,
    /// The types of the constant buffer variables.
    types: Mapped<'a, dx_reflect::Type, Type<'a>>,
    /// The functions of a library.
    functions: Mapped<'a, dx_reflect::Function, Function<'a>>,
    /// The nodes of a work graph.
    nodes: Mapped<'a, dx_reflect::Node, Node<'a>>,
    /// The state subobjects of a library.
    subobjects: Mapped<'a, dx_reflect::Subobject, Subobject<'a>>,
    /// The contradictions between two parts.
    disagreements: Mapped<'a, dx_reflect::Disagreement, Disagreement<'a>>,
    /// The errors in a DXIL program.
    unread: Mapped<'a, dx_reflect::Unread, Unread<'a>>,
    /// A Direct3D 9 program: the file, or the program in part Aon9, which has mappings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "direct3d9")]
    direct3d9: Option<Direct3d9<'a>>,
}

/// The names of the languages, as in [`File::language`].
const LANGUAGES: [&str; 2] = ["DXBC", "DXIL"]; // not a FourCC

/// The compiler version in VERS.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Compiler<'a> {
    /// The version: major and minor.
    version: String,
    /// The flags of the version.
    flags: Flags,
    /// The number of commits.
    commit_count: u32,
    /// The commit.
    commit: Text<'a>,
    /// The custom version string.
    custom: Text<'a>,
}

/// The shader hash in HASH.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Hash {
    /// The digest: 32 hexadecimal digits.
    digest: String,
    /// True if the compiler computed the hash from the program with debug information (`-Zss`).
    includes_source: bool,
}

/// A contradiction between two parts.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Disagreement<'a> {
    /// The property for which the parts contain different values.
    subject: &'a str,
    /// The value that `reflect` uses.
    kept: Claim<'a>,
    /// The value that `reflect` does not use.
    other: Claim<'a>,
}

/// The value of a property in a part.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Claim<'a> {
    /// The name of the part.
    part: String,
    /// The value.
    says: &'a str,
}

/// An error in a DXIL program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Unread<'a> {
    /// The name of the part that contains the program.
    part: String,
    /// The code of the error.
    code: &'static str,
    /// The error message.
    message: &'a str,
}

impl<'a> File<'a> {
    /// The object of the file called `file`.
    pub fn new(
        file: FileName,
        assembled_from: Option<Source>,
        reflection: &'a Reflection,
        direct3d9: Option<Direct3d9<'a>>,
    ) -> Self {
        let [dxbc, dxil] = LANGUAGES;
        let language = |language| match language {
            Language::Dxbc => dxbc,
            Language::Dxil => dxil,
        };
        let text = |text: &'a Option<bstr::BString>| text.as_ref().map(|text| in_utf8(text.as_bstr()));
        let is_domain = reflection.stage == Some(ShaderKind::DOMAIN);
        let version = reflection.dxil_version;
        Self {
            file,
            assembled_from: assembled_from.map(Source::json_name),
            language: reflection.language.map(language),
            kind: reflection.stage.map(Named::of),
            profile: reflection.profile().map(|profile| profile.to_string()),
            dxil_version: version.map(|(major, minor)| format!("{major}.{minor}")),
            entry: text(&reflection.entry),
            creator: text(&reflection.creator),
            compile_flags: reflection.compile_flags.map(Flags::of),
            compiler: reflection.compiler.as_ref().map(Compiler::from),
            hash: reflection
                .hash
                .map(|hash| Hash { digest: hex(hash.digest), includes_source: hash.includes_source }),
            root_signature: reflection.root_signature.as_ref().map(RootSignature::from),
            stage: Stage::new(reflection),
            features: reflection.features.map(Flags::of),
            signatures: Signatures::new(&reflection.signatures, is_domain),
            resources: Mapped::new(&reflection.resources, Resource::new),
            constant_buffers: Mapped::new(&reflection.constant_buffers, ConstantBuffer::new),
            types: Mapped::new(&reflection.types, Type::new),
            functions: Mapped::new(&reflection.functions, Function::new),
            nodes: Mapped::new(&reflection.nodes, Node::new),
            subobjects: Mapped::new(&reflection.subobjects, Subobject::new),
            disagreements: Mapped::new(&reflection.disagreements, Disagreement::new),
            unread: Mapped::new(&reflection.unread, Unread::new),
            direct3d9,
        }
    }
}

impl<'a> From<&'a CompilerVersionBuf> for Compiler<'a> {
    fn from(compiler: &'a CompilerVersionBuf) -> Self {
        Self {
            version: format!("{}.{}", compiler.major, compiler.minor),
            flags: Flags::of(compiler.flags),
            commit_count: compiler.commit_count,
            commit: in_utf8(compiler.commit.as_bstr()),
            custom: in_utf8(compiler.custom.as_bstr()),
        }
    }
}

impl<'a> Disagreement<'a> {
    fn new(disagreement: &'a dx_reflect::Disagreement) -> Self {
        Self {
            subject: &disagreement.subject,
            kept: Claim::new(&disagreement.kept),
            other: Claim::new(&disagreement.other),
        }
    }
}

impl<'a> Claim<'a> {
    fn new((part, says): &'a (FourCc, String)) -> Self {
        Self { part: part.to_string(), says }
    }
}

impl<'a> Unread<'a> {
    fn new(unread: &'a dx_reflect::Unread) -> Self {
        Self { part: unread.part.to_string(), code: unread.code, message: &unread.message }
    }
}
