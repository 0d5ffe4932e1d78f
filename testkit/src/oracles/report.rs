//! What must hold for the report of any bytes at all that are validated.

use dxil_validate::limits::{MAX_FINDINGS, MAX_MESSAGE};
use dxil_validate::{Options, Report, validate_container};

/// Judges bytes that may be a container. All findings are counted, and none is longer than is kept.
pub fn judged(bytes: &[u8]) -> Report {
    let options = Options { symbols: true, ..Options::default() };
    let report = validate_container(bytes, &options).report;
    assert!(report.findings.len() <= MAX_FINDINGS);
    assert_eq!(report.errors + report.warnings, report.findings.len() + report.left_out());
    assert!(report.findings.iter().all(|finding| finding.message.len() <= MAX_MESSAGE + '…'.len_utf8()));
    report
}
