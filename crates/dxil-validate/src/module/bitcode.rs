//! Whether a module is well-formed IR of LLVM 3.7. All that is known of that stands in `dxil_ir::verify`.

use dxil_ir::{Module, verify};

use crate::report::{Place, Report};
use crate::rule::Rule;

/// Whether it is.
pub(super) fn check(module: &Module, report: &mut Report) -> bool {
    let found = verify(module);
    for finding in &found.findings {
        let (id, message) = (finding.rule.row().id, &finding.message);
        report.add(Rule::BITCODE_VALID, Place::Module(finding.place), format_args!("{message} ({id})"));
    }
    found.is_valid()
}
