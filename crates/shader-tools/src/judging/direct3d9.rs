//! Direct3D 9 programs as findings: of a file by itself, and in part Aon9 with its tables. Separate because they are
//! read by rules of their own.

use dx_bytecode::check::Report;
use dx_bytecode::d3d9::check::{check, check_mappings};
use dx_bytecode::d3d9::numbering::Numbering;
use dx_bytecode::d3d9::text::Printer;
use dx_bytecode::d3d9::{Program, Statement};
use dx_container::FourCc;
use dx_container::parts::View as _;
use dx_container::parts::level9::Level9;
use dx_container::reader::Payload;

use crate::error::Error;
use crate::judging::finding::{Finding, Judgement};
use crate::judging::listing_lines::add_to_direct3d9;
use crate::loading::direct3d9::program_offset;
use crate::loading::loaded_shader::LoadedShader;

/// Checks a program that is a file.
pub fn program(bytes: &[u8]) -> Result<Judgement, Error> {
    let program = Program::read(bytes, 0)?;
    let mut judgement = Judgement::default();
    add(&mut judgement, &check(&program), &program, None, Some);
    add_to_direct3d9(bytes, &mut judgement.findings);
    Ok(judgement)
}

/// Checks a part Aon9.
pub fn part(file: &LoadedShader<'_>, payload: Payload<'_>, judgement: &mut Judgement) -> Result<(), Error> {
    let level9 = Level9::parse(payload).map_err(|error| file.placed(error))?;
    let offset = program_offset(payload, &level9);
    let program = Program::read(level9.program, offset);
    let program = program.map_err(|error| file.placed(error.within(payload.name)))?;
    let mut report = check(&program);
    check_mappings(&level9, &mut report);
    let in_file = |at: u64| u32::try_from(offset + at).ok().map(|at| file.offset(at));
    add(judgement, &report, &program, Some(payload.name), in_file);
    Ok(())
}

/// Adds what was found; `in_file` says where a byte of the program lies in the file.
fn add(
    judgement: &mut Judgement,
    report: &Report,
    program: &Program,
    part: Option<FourCc>,
    in_file: impl Fn(u64) -> Option<u64>,
) {
    judgement.errors += report.errors;
    judgement.warnings += report.warnings;
    judgement.add_omitted(report.omitted.iter().map(|(rule, count)| (rule.row().id, *count)));
    let mut numbering = Numbering::new(program.version);
    let is_numbered = !report.findings.is_empty();
    let statements = program.statements.iter().filter(|_| is_numbered);
    let roles: Vec<_> = statements
        .map(|statement| {
            let role = numbering.next(statement);
            (numbering.head(), role)
        })
        .collect();
    for found in &report.findings {
        let row = found.rule.row();
        let mut finding = Finding::new(row.id, row.severity, found.message.clone());
        finding.part = part;
        // The program as a whole: its version token.
        let word = found.place.map_or(0, |place| place.word.saturating_add(1));
        let offset = (word as u64).saturating_mul(4);
        finding.bytes = in_file(offset).map(|offset| (offset, 4));
        finding.statement = found.place.map(|place| place.index);
        finding.add_role(found.place.and_then(|place| roles.get(place.index).copied()));
        let statement = found.place.and_then(|place| program.statements.get(place.index));
        finding.instruction =
            Some(statement.map_or(program.version.to_string(), |statement| line(program, statement)));
        judgement.findings.push(finding);
    }
}

fn line(program: &Program, statement: &Statement) -> String {
    let mut text = String::new();
    let mut printer = Printer::new(&mut text, program.version);
    text.clear();
    printer.print(&mut text, statement);
    text.lines().next().unwrap_or_default().trim().to_owned()
}
