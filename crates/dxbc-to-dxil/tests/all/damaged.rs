//! Damaged programs: words are replaced, statements are removed, repeated and exchanged, and registers are changed. A
//! conversion returns a valid shader or an error with a message; nothing panics, and memory is bounded.

use dx_bytecode::program::part_of;
use dx_bytecode::{Program, Statement};
use dx_container::Container;
use dxbc_to_dxil::{Options, Source, convert};
use dxil_validate::{Rule, validate_container};
use testkit::random::Random;
use testkit::{Failed, Test, corpus, note, tests, times};
use zerocopy::little_endian::U32;

pub(crate) const TESTS: &[Test] = tests![damaged_programs_are_converted_or_refused];

/// Damaged programs in a test run; `cargo xtask soak` has 20 times as many.
const QUICK: usize = 1_000;
/// The instructions of a converted program for each statement of the source, after calls are inlined.
const GROWTH: usize = 4_000;

fn damaged_programs_are_converted_or_refused() -> Result<(), Failed> {
    let sources: Vec<Source> = corpus::shaders()
        .iter()
        .filter(|shader| shader.honest)
        .filter_map(|shader| {
            let container = Container::parse(&shader.bytes).ok()?;
            part_of(&container)?;
            Source::read(&container).ok()
        })
        .collect();
    let mut random = Random(0x5eed);
    let (mut converted, mut refused) = (0, 0);
    for _ in 0..times(QUICK) {
        let source = &sources[random.below(sources.len())];
        let Some(damaged) = damaged(source, &mut random) else { continue };
        match convert(&damaged, &Options::default()).and_then(|converted| converted.container()) {
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
            Ok(bytes) => {
                converted += 1;
                let limit = damaged.program.statements.len() * GROWTH;
                assert!(bytes.len() <= limit.max(1 << 20), "{} bytes", bytes.len());
                let report = validate_container(&bytes, &dxil_validate::Options::default()).report;
                let has_own_signatures = (&damaged.inputs, &damaged.outputs, &damaged.patch_constants)
                    == (&source.inputs, &source.outputs, &source.patch_constants);
                let finding = report.findings.iter().find(|finding| !is_of_source(finding.rule));
                if let Some(finding) = finding.filter(|_| has_own_signatures) {
                    let mut listing = String::new();
                    dx_bytecode::text::print(&mut listing, &damaged.program);
                    return Err(format!("the container is not valid: {finding:?}\n{listing}").into());
                }
            }
        }
    }
    note!("{converted} damaged programs converted, {refused} refused");
    assert!(converted > 0 && refused > 0);
    Ok(())
}

/// True for a rule that a conversion cannot keep if the program breaks it: loops whose condition is constant, emits
/// that no path reaches, too many output vertices, and bindings that the root signature does not have.
fn is_of_source(rule: Rule) -> bool {
    matches!(
        rule.row().id,
        "FLOW.DEADLOOP"
            | "SM.COMPLETEPOSITION"
            | "SM.UNDEFINEDOUTPUT"
            | "SM.GSTOTALOUTPUTVERTEXDATARANGE"
            | "CONTAINER.ROOTSIGNATUREINCOMPATIBLE"
    )
}

/// A source with one to three changes; `None` if the tokens cannot be read.
fn damaged(source: &Source, random: &mut Random) -> Option<Source> {
    let mut damaged = source.clone();
    for _ in 0..=random.below(3) {
        let statements = &mut damaged.program.statements;
        if statements.is_empty() {
            return None;
        }
        let at = random.below(statements.len());
        match random.below(6) {
            0 => {
                statements.remove(at);
            }
            1 => {
                let copy = statements[at].clone();
                statements.insert(random.below(statements.len()), copy);
            }
            2 => {
                let other = random.below(statements.len());
                statements.swap(at, other);
            }
            3 => {
                // Another operand of the program.
                let from = random.below(statements.len());
                let operand = match &statements[from] {
                    Statement::Instruction(instruction) => {
                        let count = instruction.operands.len();
                        (count > 0).then(|| instruction.operands[random.below(count)].clone())
                    }
                    Statement::CustomData(_) => None,
                };
                if let (Some(operand), Statement::Instruction(instruction)) = (operand, &mut statements[at])
                    && !instruction.operands.is_empty()
                {
                    let place = random.below(instruction.operands.len());
                    instruction.operands[place] = operand;
                }
            }
            4 => {
                let lists = [&mut damaged.inputs, &mut damaged.outputs, &mut damaged.patch_constants];
                for list in lists {
                    if !list.is_empty() && random.below(2) == 0 {
                        let index = random.below(list.len());
                        match random.below(4) {
                            0 => drop(list.remove(index)),
                            1 => list[index].register = random.word() % 40,
                            2 => list[index].mask = (random.word() % 16) as u8,
                            _ => list[index].index = random.word(),
                        }
                    }
                }
            }
            _ => {
                let mut words = damaged.program.encode().ok()?;
                let word = random.below(words.len());
                words[word] = match random.below(3) {
                    0 => random.word(),
                    1 => words[word] ^ 1 << random.below(32),
                    _ => words[word].wrapping_add(1),
                };
                let words: Vec<U32> = words.into_iter().map(U32::new).collect();
                damaged.program = Program::decode(damaged.program.version, &words, 0).ok()?;
            }
        }
    }
    Some(damaged)
}
