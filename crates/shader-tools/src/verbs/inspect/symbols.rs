//! SYM0 on the page: the symbols by name, the part that each lies in, and what is wrong with them.

use std::io::{self, Write};

use bstr::ByteSlice as _;
use dx_container::fields::Printable;
use dx_container::symbols::{SymbolFinding, SymbolTable};
use dx_container::{Container, FourCc};
use dxil::assemble::internal_functions;

use super::extent::SHOWN_PARTS;
use crate::layout::write_paragraph;
use crate::style::{DIM, NOTE, TITLE, counted, paint};
use crate::table::table;

/// Findings that the page names before it only counts them.
const SHOWN_FINDINGS: usize = 10;

/// Writes the symbols of `container`, and what is wrong with them beside the `functions` of the program.
pub fn write(
    out: &mut dyn Write,
    container: &Container<'_>,
    symbols: &SymbolTable,
    functions: Option<&SymbolTable>,
) -> io::Result<()> {
    writeln!(out, "\n{} {}", paint(TITLE, FourCc::SYM0), paint(DIM, "symbol table"))?;
    let rows = symbols.symbols.iter().take(SHOWN_PARTS).map(|symbol| {
        let part = usize::try_from(symbol.section_index).ok().and_then(|index| container.parts().get(index));
        let part = part.map_or(String::new(), |part| part.name.to_string());
        vec![
            Printable(symbol.name.as_bstr()).to_string(),
            format!("{part} ({})", symbol.section_index),
            format!("{}, {}, {}", symbol.base_type, symbol.complex_type, symbol.storage_class),
        ]
    });
    let rows: Vec<_> = rows.collect();
    if !rows.is_empty() {
        write!(out, "{}", table(&["symbol", "in part", "type and class"], &rows))?;
    }
    if let Some(more @ 1..) = symbols.symbols.len().checked_sub(SHOWN_PARTS) {
        writeln!(out, "  {}", paint(NOTE, format!("... and {}", counted(more, "more symbol"))))?;
    }
    let findings = findings(container, symbols, functions);
    for finding in findings.iter().take(SHOWN_FINDINGS) {
        write_paragraph(out, 2, &paint(NOTE, finding))?;
    }
    match findings.len().checked_sub(SHOWN_FINDINGS) {
        Some(more @ 1..) => {
            writeln!(out, "  {}", paint(NOTE, format!("... and {}", counted(more, "more finding"))))
        }
        _ => Ok(()),
    }
}

/// What is wrong with the symbols of a container; without functions that the program keeps to itself, which RDAT lists
/// as well.
pub(super) fn findings(
    container: &Container<'_>,
    symbols: &SymbolTable,
    functions: Option<&SymbolTable>,
) -> Vec<SymbolFinding> {
    let mut findings = symbols.check_against(container, functions);
    if findings.iter().any(|finding| matches!(finding, SymbolFinding::Missing(_))) {
        let internal = internal_functions(container).unwrap_or_default();
        findings
            .retain(|finding| !matches!(finding, SymbolFinding::Missing(name) if internal.contains(name)));
    }
    findings
}
