//! What `--version` says. Separate because it names the newest of what several crates know.

use std::sync::LazyLock;

use dxil::assemble::NEWEST_VALIDATOR;
use dxil::ops::Operation;

/// The version, the commit that a release was built from, and the newest validator and shader model that are known.
pub static LONG: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("SHADER_TOOLS_COMMIT").map(|commit| format!(" ({commit})")).unwrap_or_default();
    let (validator, validator_minor) = NEWEST_VALIDATOR;
    let (model, model_minor) = Operation::all().map(|operation| operation.model).max().unwrap_or_default();
    format!(
        "{}{commit}\nvalidator {validator}.{validator_minor}, shader model {model}.{model_minor}",
        env!("CARGO_PKG_VERSION")
    )
});
