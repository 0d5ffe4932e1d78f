//! `edit --constant`: a constant is changed and nothing else, over all shaders, of DXIL and of shader models 4 and 5.
//! Separate from fields, of which nothing follows.

use std::collections::BTreeMap;

use dx_bytecode::numbering::{Head, roles};
use dx_bytecode::opcode::Literal;
use dx_bytecode::{Program, Statement};
use dxil::stored::{LISTED, StoredProgram};
use dxil_ir::constants::ConstantKind;
use dxil_ir::instruction_numbers::InstructionNumbers;
use dxil_ir::{BinaryOp, Module, Op, Type, ValueKind};
use testkit::{Failed, Limits, Test, corpus, note, tests};

use crate::edits::{Edit, Edited, make, shaders};

pub(crate) const TESTS: &[Test] = tests![constants_are_edited_alone, literals_are_edited_alone within Limits::seconds(60, "it walks the whole corpus")];

/// Numbers that no shader has: where one became equal to another, other instructions would compute the same, and `diff`
/// would pair those. Halves have the float, too, and 16 bits the integer.
const FLOAT: &str = "0.0390625";
const INTEGER: &str = "4099";
/// The same where bits are shifted.
const SHIFT: &str = "13";

/// More than operations have.
const CALL_OPERANDS: u32 = 32;

/// What kind of constant a value is, such as `i32` or `vector of float`, and another one of that kind; `None` for what
/// is no number, and for conditions.
fn another(module: &Module, value: ValueKind, integer: &str) -> Option<(String, String)> {
    let ValueKind::Constant(id) = value else { return None };
    let constant = module.constants.get(id)?;
    if matches!(constant.kind, ConstantKind::Undef) {
        return None;
    }
    let (ty, vector) = match module.types.get(constant.ty)? {
        Type::Vector(element, _) => (module.types.get(*element)?, "vector of "),
        ty => (ty, ""),
    };
    let (kind, other) = match ty {
        Type::Float => ("float".to_owned(), FLOAT),
        Type::Half => ("half".to_owned(), FLOAT),
        Type::Double => ("double".to_owned(), FLOAT),
        Type::Integer(width @ (16 | 32 | 64)) => (format!("i{width}"), integer),
        _ => return None,
    };
    let is_number = matches!(
        constant.kind,
        ConstantKind::Null | ConstantKind::Integer(_) | ConstantKind::Float(_) | ConstantKind::Data(_)
    );
    let is_it = constant.kind.integer().is_some_and(|number| number.to_string() == other);
    (is_number && !is_it).then(|| (format!("{vector}{kind}"), other.to_owned()))
}

/// The first constant of each kind that instructions of a module compute with, as `--constant` has it: what changes is
/// then neither an address nor an index.
fn constants_of(module: &Module) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let numbers = InstructionNumbers::of(module);
    for (_, global, body) in module.bodies() {
        let name = String::from_utf8_lossy(global.name.as_ref()).into_owned();
        // Of a library, the name before it was mangled.
        let name = name.trim_start_matches(['\u{1}', '?']).split("@@").next().unwrap_or_default();
        for (id, number) in numbers.number(body) {
            let (Some(number), Some(instruction)) = (number, body.instructions.get(id)) else { continue };
            let (operands, integer) = match &instruction.op {
                Op::Binary { op: BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr, .. } => (1..2, SHIFT),
                Op::Binary { .. } | Op::Compare { .. } | Op::Select { .. } => (0..3, INTEGER),
                // Of operations, the first argument is the opcode, and integers say which component and the like.
                Op::Call { .. } => (1..CALL_OPERANDS, ""),
                _ => continue,
            };
            for operand in operands {
                let value =
                    usize::try_from(operand).ok().and_then(|at| instruction.op.operand(&body.lists, at));
                let Some(value) = value else { break };
                let Some((kind, other)) = another(module, value.kind(), integer) else { continue };
                if !other.is_empty() {
                    found.entry(kind).or_insert_with(|| format!("{name}:#{number}.{operand}={other}"));
                }
            }
        }
    }
    found
}

/// What `diff` says of programs: one line of each was replaced by another one, and no part has changed but those that
/// hold programs and what follows from their bytes.
fn one_line_differs(edited: &Edited, parts: &[&str]) {
    let name = edited.name();
    let mut programs = 0;
    for difference in &edited.differences {
        assert!(parts.contains(&difference["part"].as_str().unwrap_or_default()), "{name}: {difference}");
        let Some(lines) = difference["lines"].as_array() else { continue };
        let of_sign = |sign: char| {
            let lines = lines.iter().filter_map(|line| line.as_str());
            lines.filter(|line| line.starts_with(sign)).count()
        };
        assert_eq!((of_sign('-'), of_sign('+'), of_sign('>')), (1, 1, 0), "{name}: {difference}");
        programs += 1;
    }
    // With debug information beside it, the same line of that program.
    assert!(matches!(programs, 1 | 2), "{name}: {:?}", edited.differences);
    assert!(edited.is_judged_alike(), "{name}: {:?}", edited.findings);
}

/// Parts that a program is in, its digest, and the name that follows from that.
const OF_MODULES: [&str; 4] = ["DXIL", "ILDB", "HASH", "ILDN"];

/// A constant of each kind of each shader is replaced: the program differs in one line, no part does but those that
/// hold it, and `validate` finds what it found before.
fn constants_are_edited_alone() -> Result<(), Failed> {
    let mut edits = Vec::new();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let all = shaders(900, |container| {
        StoredProgram::find(container, &LISTED).is_ok_and(|program| program.is_some())
    });
    let mut files = 0;
    for shader in &all {
        let container = shader.open()?;
        let Some(program) = StoredProgram::find(&container, &LISTED)? else { continue };
        let Ok(module) = program.module() else { continue };
        let constants = constants_of(&module);
        files += usize::from(!constants.is_empty());
        for (kind, edit) in constants {
            *kinds.entry(kind).or_default() += 1;
            let parts = OF_MODULES.map(str::to_owned).to_vec();
            edits.push(Edit { shader, arguments: ["--constant".to_owned(), edit], parts });
        }
    }
    for edited in make(edits)? {
        one_line_differs(&edited, &OF_MODULES);
    }
    note!("{files} of {} shaders have constants: {kinds:?}", all.len());
    corpus::at_least("shaders with constants", files, [40, 500])
}

/// Instructions of which a literal says which case it is, or how an operation is done.
const DECIDING: [&str; 3] = ["case", "resinfo", "sampleinfo"];

/// The first literal of each kind in a program, as `--constant` has it.
fn literals_of(program: &Program) -> BTreeMap<&'static str, String> {
    let mut found = BTreeMap::new();
    for (statement, (head, role)) in program.statements.iter().zip(roles(&program.statements)) {
        let number = role.number().filter(|_| head == Head::Main);
        let (Some(number), Statement::Instruction(instruction)) = (number, statement) else { continue };
        let Some(row) = instruction.opcode.row().filter(|row| !DECIDING.contains(&row.name)) else {
            continue;
        };
        for (operand, it) in instruction.operands.iter().enumerate() {
            let (kind, other) = match row.literal(operand) {
                _ if it.literals() == 0 => continue,
                Literal::Float => ("float", FLOAT),
                Literal::Int => ("integer", INTEGER),
                Literal::Guess => ("either", FLOAT),
            };
            let other = (1..=it.literals())
                .map(|times| format!("{times}{}", &other[1..]))
                .collect::<Vec<_>>()
                .join(",");
            found.entry(kind).or_insert_with(|| format!("main:#{number}.{operand}={other}"));
        }
    }
    found
}

/// The same of literals in programs of shader models 4 and 5.
fn literals_are_edited_alone() -> Result<(), Failed> {
    let mut edits = Vec::new();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let all = shaders(900, |container| dx_bytecode::program::part_of(container).is_some());
    let mut files = 0;
    for shader in &all {
        let container = shader.open()?;
        let Some(part) = dx_bytecode::program::part_of(&container) else { continue };
        let Ok(program) = Program::read(container.payload(&part)) else { continue };
        let literals = literals_of(&program);
        files += usize::from(!literals.is_empty());
        for (kind, edit) in literals {
            *kinds.entry(kind).or_default() += 1;
            let parts = vec![part.name.to_string()];
            edits.push(Edit { shader, arguments: ["--constant".to_owned(), edit], parts });
        }
    }
    for edited in make(edits)? {
        one_line_differs(&edited, &["SHEX", "SHDR"]);
    }
    note!("{files} of {} shaders have literals: {kinds:?}", all.len());
    corpus::at_least("shaders with literals", files, [4, 200])
}
