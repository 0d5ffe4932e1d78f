//! Instructions and operations on vectors: all rows of a table of scalars are the elements of one vector.

use std::collections::BTreeSet;

use dxil::ops::{OperandType, Operation, OverloadKind, OverloadSet};
use dxil_run::RunOptions;

use super::table::Table;
use super::{Function, all_tables, function, instruction, kind, parse};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![vectors_have_the_results_of_scalars];

/// The function of a table for a vector of as many elements as the table has rows, if the table's operation or
/// instruction has such an overload.
fn vector_function(table: &Table, count: usize) -> Option<String> {
    let vector = |kind: OverloadKind| format!("<{count} x {}>", kind.type_name());
    let Some(found) = Operation::all().find(|operation| operation.name == table.name) else {
        let Function { from, to, source } = instruction(table.name, table.types);
        let scalars: BTreeSet<_> = from.iter().chain(&to).copied().collect();
        let mut source = source.replace(" %a", " \u{1}");
        for kind in scalars {
            // Types follow the beginning of the line, a space or a parenthesis; names of instructions never equal one.
            let name = kind.type_name();
            for (before, after) in [(" ", " "), ("(", " "), (" ", "\n")] {
                let pattern = format!("{before}{name}{after}");
                source = source.replace(&pattern, &format!("{before}{}{after}", vector(kind)));
            }
        }
        return Some(source.replace('\u{1}', "%a"));
    };
    let Some(OverloadSet::Numbers { vectors, .. }) = found.overloads.first() else { return None };
    let overload = kind(table.types);
    if !vectors.contains(overload) {
        return None;
    }
    let result = match found.result {
        OperandType::Lanes(kind) => vector(kind),
        OperandType::Overload(_) => vector(overload),
        other => panic!("{} has {other:?}", found.name),
    };
    let operands = |names: bool| {
        let operand = |at| {
            if names { format!(", {} %a{at}", vector(overload)) } else { format!(", {}", vector(overload)) }
        };
        (0..found.arguments.len()).map(operand).collect::<String>()
    };
    let name = format!("@dx.op.{}.v{count}{}", found.function, overload.name());
    Some(format!(
        "declare {result} {name}(i32{})\ndefine {result} @f({}) ATTRIBUTES {{\n  %r = call {result} {name}(i32 {}{})\n  ret {result} %r\n}}\n",
        operands(false),
        operands(true).trim_start_matches(", "),
        found.opcode,
        operands(true),
    ))
}

/// All rows of each table are the elements of one vector.
fn vectors_have_the_results_of_scalars() {
    let (mut checked, mut operations) = (0, BTreeSet::new());
    for table in all_tables() {
        let scalar = function(table);
        let rows: Vec<(Vec<u64>, Vec<u64>)> = table
            .rows
            .split("; ")
            .map(|row| {
                let (operands, results) = row.split_once(" = ").expect("a row has a result");
                let list = |text: &str, kinds: &[OverloadKind]| {
                    text.split_whitespace().zip(kinds).map(|(word, kind)| parse(word, *kind)).collect()
                };
                (list(operands, &scalar.from), list(results, &scalar.to))
            })
            .collect();
        let Some(source) = vector_function(table, rows.len()) else { continue };
        let argument = |at: usize| rows.iter().map(move |row| row.0[at]);
        let arguments: Vec<u64> = (0..scalar.from.len()).flat_map(argument).collect();
        let expected: Vec<u64> = rows.iter().flat_map(|row| row.1.clone()).collect();
        let source = source.replace("ATTRIBUTES", "");
        let (found, _) = crate::functions::call_with(&source, &[arguments], RunOptions::default());
        assert_eq!(found, [expected], "{} {}", table.name, table.types);
        checked += 1;
        operations.insert(table.name);
    }
    assert!(checked >= 300 && operations.len() >= 60, "{checked} {}", operations.len());
    assert!(
        ["IMax", "Countbits", "FMad", "IsNaN", "sdiv", "fptosi"].iter().all(|name| operations.contains(name))
    );
}
