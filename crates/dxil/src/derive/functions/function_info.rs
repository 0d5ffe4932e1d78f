//! The requirements and callees of one function. Separate from their computation, because propagation along calls
//! changes them.

use dx_container::enums::ShaderKind;
use dx_container::flags::{ShaderFlags, ShaderStageFlags};
use dxil_ir::GlobalId;

/// What a function asks of who runs it, and whom it calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionInfo {
    /// The function.
    pub function: GlobalId,
    /// The stage whose entry it is; [`ShaderKind::LIBRARY`] for one that is none.
    pub kind: ShaderKind,
    /// What it uses, and with it the choices of the module: native low precision, no optimization, all resources bound.
    pub flags: ShaderFlags,
    /// The stages it can be used in.
    pub stages: ShaderStageFlags,
    /// The lowest shader model that has all that it uses.
    pub model: (u32, u32),
    /// The functions with a body that it calls, each once.
    pub callees: Vec<GlobalId>,
}
