//! The value of the option `--llvm`, for verbs that write modern LLVM assembly.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use dxil_ir::intrinsics::LlvmVersion;

/// Parses the name of a version of LLVM: the major version, or `main`.
pub fn llvm_version() -> impl TypedValueParser<Value = LlvmVersion> {
    let names = LlvmVersion::ALL.iter().map(|version| version.name());
    PossibleValuesParser::new(names).map(|name| {
        let version = LlvmVersion::ALL.iter().find(|version| version.name() == name);
        version.copied().unwrap_or_default()
    })
}
