//! Editing: cases of each operation, random sequences of all of them, inlining, and what is brought from other modules.

pub(crate) mod calls;
pub(crate) mod cases;
pub(crate) mod imports;
pub(crate) mod inlining;
pub(crate) mod modernize;
pub(crate) mod rewriting;
pub(crate) mod sequences;

use dxil_ir::{Module, verify};

/// Fails where a module does not verify.
fn valid(module: &Module) {
    let report = verify(module);
    if let Some(finding) = report.findings.first() {
        panic!("{}: {}: {}", finding.rule.row().id, finding.place.show(module), finding.message);
    }
}
