//! A shader as JSON: the file objects of `ls --json`.

use serde::Serialize;

use super::{Shader, flags};
use crate::digest_state::{hex, name};
use crate::selection::file_name::FileName;

/// A shader. A member that does not apply to the shader is absent.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Shader"))]
#[serde(rename_all = "camelCase")]
pub struct ShaderObject<'a> {
    #[serde(flatten)]
    file: FileName,
    /// The kind of debug information.
    debug: &'static str,
    /// The state of the digest; absent for a container that the program assembled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(extend("enum" = crate::digest_state::NAMES)))]
    digest: Option<&'static str>,
    /// The name of the entry function.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<&'a str>,
    /// The feature flags.
    features: Vec<String>,
    /// The number of functions of a library.
    #[serde(skip_serializing_if = "Option::is_none")]
    functions: Option<usize>,
    /// The shader hash in HASH.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    /// The number of instructions, without calls of debug intrinsics.
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<u64>,
    /// The language of the program: `dxil`, `dxbc`, `d3d9`, or `llvm` for modern LLVM IR.
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'static str>,
    /// The profile, such as `ps_6_6`.
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
    /// The MD5 digest of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    /// The registers of the resource bindings, such as `t0-3`.
    registers: Vec<&'a str>,
    /// The number of resource bindings; absent for modern LLVM IR.
    #[serde(skip_serializing_if = "Option::is_none")]
    resources: Option<usize>,
    /// The size of the file in bytes.
    size: u64,
    /// The thread group size: x, y and z.
    #[serde(skip_serializing_if = "Option::is_none")]
    thread_group: Option<[u32; 3]>,
}

impl<'a> ShaderObject<'a> {
    /// The object of `shader`.
    pub fn new(shader: &'a Shader) -> Self {
        Self {
            file: shader.file.clone(),
            debug: shader.debug.name(),
            digest: shader.digest.map(name),
            entry: shader.entry.as_deref(),
            features: flags(shader.features),
            functions: Some(shader.functions).filter(|count| *count > 0),
            hash: shader.hash.map(hex),
            instructions: shader.instructions,
            language: shader.language,
            profile: shader.profile.map(|profile| profile.to_string()),
            program: shader.program.map(hex),
            registers: shader.registers.split_whitespace().collect(),
            resources: shader.resources,
            size: shader.size,
            thread_group: shader.thread_group,
        }
    }
}
