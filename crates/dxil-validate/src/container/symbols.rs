//! SYM0 and STR0: symbols are the functions that the program defines and exports.

use dx_container::FourCc;
use dx_container::symbols::{SymbolFinding, SymbolTable};
use dxil::assemble::internal_functions;

use super::Beside;
use crate::report::Place;
use crate::rule::Rule;

impl Beside<'_, '_> {
    pub(super) fn symbols(&mut self) {
        let container = self.checker.container;
        let table = match SymbolTable::read(container) {
            Ok(Some(table)) => table,
            Ok(None) => return,
            Err(error) => {
                return self.checker.report.unreadable(Rule::SYMBOLS_NAME, Some(FourCc::SYM0), &error);
            }
        };
        let Some(part) = container.part(FourCc::SYM0) else { return };
        let place =
            Place::Part { part: FourCc::SYM0, offset: part.payload().offset, len: part.data.len() as u64 };
        let mut findings = table.check(container);
        if findings.iter().any(|finding| matches!(finding, SymbolFinding::Missing(_))) {
            // RDAT lists those functions, too, that the program keeps to itself.
            let internal = internal_functions(container).unwrap_or_default();
            findings.retain(
                |finding| !matches!(finding, SymbolFinding::Missing(name) if internal.contains(name)),
            );
        }
        for finding in findings {
            let rule = match finding {
                // Told of all parts alike.
                SymbolFinding::PartRepeated { .. } => continue,
                SymbolFinding::TooMany { .. } => Rule::SYMBOLS_COUNT,
                SymbolFinding::Nameless => Rule::SYMBOLS_NAME,
                SymbolFinding::NoExportedFunction(_) => Rule::SYMBOLS_KIND,
                SymbolFinding::NoSection(_) | SymbolFinding::NotInProgram(_) => Rule::SYMBOLS_SECTION,
                SymbolFinding::Missing(_) => Rule::SYMBOLS_MISSING,
                _ => Rule::SYMBOLS_FUNCTION,
            };
            self.find(rule, place, format_args!("{finding}"));
        }
    }
}
