//! The rules of programs, whatever they lie in.

use dxil::ir::Module;

use crate::options::Options;
use crate::report::Report;

/// Validates a module; what is found is added to a report.
pub fn validate_module(module: &Module, options: &Options<'_>, report: &mut Report) {
    report.validator_version = options.validator_version;
    check(module, options, report);
}

pub(crate) fn check(_module: &Module, _options: &Options<'_>, _report: &mut Report) {}
