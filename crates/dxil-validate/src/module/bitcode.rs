//! Whether a module is well-formed IR of LLVM 3.7. All that is known of that stands in `dxil_ir::verify`.

use dxil_ir::{ControlFlow, Dominators, GlobalId, Module, verify_with};

use crate::report::{Place, Report};
use crate::rule::Rule;

/// Whether it is. `visit` is called with what the verifier knows of each body.
pub(super) fn check(
    module: &Module,
    visit: impl FnMut(GlobalId, &ControlFlow, &Dominators),
    report: &mut Report,
) -> bool {
    let found = verify_with(module, visit);
    for finding in &found.findings {
        let (id, message) = (finding.rule.row().id, &finding.message);
        report.add(Rule::BITCODE_VALID, Place::Module(finding.place), format_args!("{message} ({id})"));
    }
    found.is_valid()
}
