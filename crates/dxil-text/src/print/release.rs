//! The LLVM release whose spelling the printer uses. A separate file because callers name it and no construct owns it.

/// An LLVM release that parses the printed text. The releases differ in the spelling of some attributes.
///
/// Modules of [`dxil_ir::Dialect::Dxil37`] have only one spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Release {
    /// LLVM 22, which has denormal modes in the strings `"denormal-fp-math"` and `"denormal-fp-math-f32"`.
    #[default]
    V22,
    /// LLVM 23, which has denormal modes in the attribute `denormal_fpenv`. LLVM 23 ignores the strings of LLVM 22 in
    /// text.
    V23,
}
