//! The text of `--version`. Separate because it contains the newest versions that several crates support.

use std::sync::LazyLock;

use dxil::assemble::NEWEST_VALIDATOR;
use dxil::ops::Operation;

/// The version, the commit of a release build (see `embed_commit.rs`), and the newest validator version and shader
/// model that are supported.
pub static LONG: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("SHADER_TOOLS_COMMIT").map(|commit| format!(" ({commit})")).unwrap_or_default();
    let (validator, validator_minor) = NEWEST_VALIDATOR;
    let (model, model_minor) = Operation::all().map(|operation| operation.model).max().unwrap_or_default();
    format!(
        "{}{commit}\nvalidator {validator}.{validator_minor}, shader model {model}.{model_minor}",
        env!("CARGO_PKG_VERSION")
    )
});
