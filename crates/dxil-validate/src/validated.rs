//! What validating gives besides the findings. Separate because both entry points give it.

use dxil::shader::Shader;
use dxil_ir::Module;

use crate::report::Report;

/// The findings about a container or a module, and what was read to find them: who goes on with it need not read it
/// again.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Validated {
    /// The findings.
    pub report: Report,
    /// The program that places of findings are in; `None` where there is none that can be read.
    pub module: Option<Module>,
    /// What the program says of its shader, as far as that can be read.
    pub shader: Option<Shader>,
    /// The program with debug information that lies beside it in a container.
    pub debug_module: Option<Module>,
}
