//! Whether elements of a signature lie where registers have room for them, in words. Separate because the rules by
//! which registers are shared are those of whoever packs signatures, too.

use dxil::packing::{Conflict, Neighbour, Registers};
use dxil::shader::SignatureElement;

use super::names::semantic;
use super::signature::{Signature, is_allocated};
use crate::report::Report;
use crate::rule::Rule;

/// ResourceLookup an element where it says it lies; what is in its way is told, and it is left out.
pub(super) fn place<'m>(
    registers: &mut Registers<&'m SignatureElement>,
    signature: &Signature<'_, 'm>,
    element: &'m SignatureElement,
    report: &mut Report,
) {
    let Some(meaning) = signature.meaning(element).filter(|_| is_allocated(element)) else { return };
    if let Err(conflict) = registers.place(element, element, meaning) {
        let (rule, message) = told(element, conflict);
        signature.add_finding(rule, element, &message, report);
    }
}

/// An element of the row, by its name.
fn other(beside: Neighbour<&SignatureElement>) -> String {
    match beside.element {
        Some(element) => format!("{} in row {}", semantic(element), beside.row),
        None => format!("another element in row {}", beside.row),
    }
}

fn told(element: &SignatureElement, conflict: Conflict<&SignatureElement>) -> (Rule, String) {
    match conflict {
        Conflict::BehindLastRow { last } => {
            let (rows, row) = (element.rows, element.start_row);
            let message = format!("{rows} rows starting at row {row} exceed the last row, {last}");
            (Rule::META_SIGNATURE_OUT_OF_RANGE, message)
        }
        Conflict::BehindLastColumn => {
            let (columns, column) = (element.columns, element.start_column);
            let message = format!("{columns} columns starting at column {column} exceed the last column, 3");
            (Rule::META_SIGNATURE_OUT_OF_RANGE, message)
        }
        Conflict::Indexing(beside) => (
            Rule::META_SIGNATURE_INDEX_CONFLICT,
            format!("dynamic indexing conflicts with the indexing of {}", other(beside)),
        ),
        Conflict::Interpolation(beside, mode) => {
            let own = element.interpolation;
            let message = format!("interpolation mode is {own}, but {} has {mode}", other(beside));
            (Rule::META_INTERP_MODE_IN_ONE_ROW, message)
        }
        Conflict::Width { beside, bits, own } => {
            let own = if own == 0 { 64 } else { own };
            let message = format!("data width is {own} bits, but {} has {bits} bits", other(beside));
            (Rule::META_SIGNATURE_DATA_WIDTH, message)
        }
        Conflict::Overlap { element, row, column } => {
            let other = element.map_or_else(|| "another element".to_owned(), |one| semantic(one).to_string());
            (Rule::META_SIGNATURE_OVERLAP, format!("overlaps {other} at row {row}, column {column}"))
        }
        Conflict::Order(beside) => {
            let message = format!(
                "wrong column order relative to {}; expected arbitrary elements, then system values, then \
                 system-generated values",
                other(beside)
            );
            (Rule::META_SIGNATURE_ILLEGAL_COMPONENT_ORDER, message)
        }
    }
}
