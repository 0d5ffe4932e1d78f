//! The rules of `dx_bytecode::check`: every one broken by a program of its own, none broken by a compiler's, and time
//! and memory that hostile programs cannot run away with.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use dx_bytecode::check::{Report, Rule, Severity, check, check_signatures};
use dx_bytecode::instruction::Instruction;
use dx_bytecode::opcode::Opcode;
use dx_bytecode::operand::{Components, Index, Operand, RegisterKind};
use dx_bytecode::{Program, Statement, text};
use dx_container::reader::Payload;
use dx_container::{Container, FourCc, is_container};
use testkit::damage::bytes::flipped;
use testkit::random::Random;
use testkit::{Limits, Test, corpus, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    rules_are_broken_by_their_programs,
    examples_break_and_keep_their_rules,
    programs_that_are_right_break_no_rule,
    models_made_by_hand_are_checked_too,
    every_rule_has_a_program_that_breaks_it,
    findings_have_places,
    programs_need_their_signatures,
    compilers_break_no_rule,
    hostile_programs_take_linear_time within Limits::seconds(60, "it checks programs of several sizes"),
    a_million_open_loops_are_counted,
    mangled_programs_are_checked
];

mod programs;

fn parsed(source: &str) -> Program {
    text::parse(source).unwrap_or_else(|errors| panic!("{source}\n{errors:?}"))
}

fn rules(report: &Report) -> Vec<&'static str> {
    let found: BTreeSet<&str> = report.findings.iter().map(|finding| finding.rule.row().id).collect();
    found.into_iter().collect()
}

fn check_tokens(source: &str) -> Report {
    check(&parsed(source))
}

fn check_d3d9(source: &str) -> Report {
    let program =
        dx_bytecode::d3d9::text::parse(source).unwrap_or_else(|errors| panic!("{source}\n{errors:?}"));
    dx_bytecode::d3d9::check::check(&program)
}

/// Functions that call each other 33 deep.
fn deep_calls() -> (&'static str, Option<usize>, String) {
    let mut source = "ps_5_0\ncall l0\nret\n".to_owned();
    for index in 0..32 {
        let _ = writeln!(source, "label l{index}\ncall l{}\nret", index + 1);
    }
    ("call.depth", Some(0), source + "label l32\nret\n")
}

/// Each program breaks its rule and no other one, where it says.
fn rules_are_broken_by_their_programs() {
    let programs = programs::PROGRAMS.iter().map(|(rule, at, source)| (*rule, *at, (*source).to_owned()));
    let mut wrong = String::new();
    for (rule, at, source) in programs.chain([deep_calls()]) {
        let report = check(&parsed(&source));
        let place = report.findings.first().and_then(|finding| finding.place);
        let is_error = Rule::named(rule).is_some_and(|rule| rule.row().severity == Severity::Error);
        if rules(&report) != [rule] || place.map(|place| place.index) != at || report.is_valid() == is_error {
            let _ = writeln!(wrong, "{rule} at {at:?}:\n{source}{:#?}\n", report.findings);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What `explain` shows of a rule: a program that breaks it and no other, and one that breaks none.
fn examples_break_and_keep_their_rules() {
    let mut without = Vec::new();
    for rule in Rule::all() {
        let Some((fails, passes)) = rule.row().example else {
            without.push(rule.row().id);
            continue;
        };
        let check = if rule.row().id.starts_with("d3d9.") { check_d3d9 } else { check_tokens };
        assert_eq!(rules(&check(fails)), [rule.row().id], "{fails}");
        assert_eq!(check(passes), Report::default(), "{rule}:\n{passes}");
    }
    // The first rule is about a container and the last rule is about a part. Programs that were read cannot break the
    // next five rules, and programs that break the last two but one are longer than 32 lines.
    let expected = [
        "signature.missing",
        "instruction.opcode",
        "instruction.operands",
        "operand.kind",
        "operand.values",
        "operand.nesting",
        "call.depth",
        "flow.depth",
        "d3d9.mapping",
    ];
    assert_eq!(without, expected);
}

/// What is told apart by more than a rule's name: programs that are right.
fn programs_that_are_right_break_no_rule() {
    for source in programs::RIGHT {
        let report = check(&parsed(source));
        assert_eq!(report, Report::default(), "{source}");
    }
}

fn pixel_shader(statements: impl IntoIterator<Item = Instruction>) -> Program {
    let mut program = parsed("ps_5_0\ndcl_temps 1\n");
    program.statements.extend(statements.into_iter().map(Statement::Instruction));
    program.statements.push(Statement::Instruction(Instruction::new(Opcode::RET)));
    program
}

fn mov(from: Operand) -> Instruction {
    let mut mov = Instruction::new(Opcode::MOV);
    mov.operands = vec![Operand::register(RegisterKind::TEMP, 0, Components::Mask(1)), from];
    mov
}

/// Programs that no text gives, beside the rules that they break.
fn made_by_hand() -> Vec<(&'static str, Program)> {
    let r0 = || Operand::register(RegisterKind::TEMP, 0, Components::Select(0));
    let mut values = Operand::immediate(&[1]);
    values.values.clear();
    let mut nested = r0();
    for _ in 0..6 {
        let mut outer = Operand::new(RegisterKind::CONSTANT_BUFFER, Components::Select(0));
        outer.indices.extend([Index::Immediate(0), Index::Relative(Box::new(nested))]);
        nested = outer;
    }
    let mut few = mov(r0());
    few.operands.pop();
    let mut mask = mov(Operand::register(RegisterKind::TEMP, 0, Components::Swizzle([0; 4])));
    mask.operands.reverse();
    vec![
        ("instruction.opcode", pixel_shader([Instruction::new(Opcode(0x7ff))])),
        ("instruction.operands", pixel_shader([few])),
        ("instruction.words", pixel_shader([Instruction::new(Opcode::DCL_INDEXABLE_TEMP)])),
        ("operand.kind", pixel_shader([mov(Operand::new(RegisterKind(200), Components::One))])),
        ("operand.values", pixel_shader([mov(values)])),
        ("operand.nesting", pixel_shader([mov(nested)])),
        ("operand.indices", pixel_shader([mov(Operand::new(RegisterKind::TEMP, Components::Select(0)))])),
        ("operand.components", pixel_shader([mask])),
    ]
}

fn models_made_by_hand_are_checked_too() {
    for (rule, program) in made_by_hand() {
        let report = check(&program);
        assert_eq!(rules(&report), [rule], "{:#?}", report.findings);
        assert_eq!(report.findings[0].place.map(|place| place.index), Some(1));
    }
}

/// Every rule of the table has a program that breaks it.
fn every_rule_has_a_program_that_breaks_it() {
    let by_hand: Vec<&str> = made_by_hand().into_iter().map(|(rule, _)| rule).collect();
    // See `programs_need_their_signatures`.
    let other = [deep_calls().0, "signature.missing"];
    let broken: BTreeSet<&str> =
        programs::PROGRAMS.iter().map(|(rule, ..)| *rule).chain(by_hand).chain(other).collect();
    // Those of Direct3D 9 are broken by their examples, and by parts in `d3d9.rs`.
    let own = Rule::all().filter(|rule| !rule.row().id.starts_with("d3d9."));
    let missing: Vec<Rule> = own.filter(|rule| !broken.contains(rule.row().id)).collect();
    assert!(missing.is_empty(), "no program breaks {missing:?}");
    note!("{} rules, each broken by a program", broken.len());
}

/// Findings say where: the statement, and the word at which it begins among the tokens.
fn findings_have_places() {
    let program = parsed("ps_5_0\ndcl_output o0.xyzw\nmov o0.xyzw, l(0,0,0,0)\nmov o1.x, l(0)\nret\n");
    let report = check(&program);
    let place = report.findings[0].place.expect("a statement");
    assert_eq!((place.index, place.word), (2, 3 + 8));
    let tokens = program.encode().expect("it fits");
    assert_eq!(tokens[place.word] & 0x7ff, u32::from(Opcode::MOV.0));
}

/// The signatures that programs of each stage need.
fn programs_need_their_signatures() {
    let control_points = "hs_5_0\nhs_decls\ndcl_input_control_point_count 3\ndcl_output_control_point_count 3\n\
                          hs_control_point_phase\ndcl_input v[3][0].xyz\ndcl_output o0.xyz\nret\n";
    let fork = "hs_5_0\nhs_decls\nhs_fork_phase\ndcl_input vicp[3][0].xyz\ndcl_input vocp[3][0].xyz\n\
                dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor\nret\n";
    let domain =
        "ds_5_0\ndcl_input vicp[3][0].xyz\ndcl_input vpc0.x\ndcl_input vDomain.xy\ndcl_output o0.x\nret\n";
    let programs: [(&str, &[&str]); 6] = [
        ("vs_5_0\ndcl_input v0.x\ndcl_input v1.x\ndcl_output o0.x\nret\n", &["input", "output"]),
        ("ps_5_0\ndcl_input vCoverage.x\ndcl_output oDepth\nret\n", &[]),
        ("cs_5_0\ndcl_thread_group 1, 1, 1\ndcl_input vThreadID.x\nret\n", &[]),
        (control_points, &["input", "output"]),
        (fork, &["input", "output", "patch constant"]),
        (domain, &["input", "patch constant", "output"]),
    ];
    for (source, expected) in programs {
        let program = parsed(source);
        let mut report = Report::default();
        check_signatures(&program, |_| false, &mut report);
        let messages: Vec<String> = report.findings.into_iter().map(|finding| finding.message).collect();
        let expected: Vec<String> = expected
            .iter()
            .map(|name| {
                format!(
                    "container has no {name} signature, but the program declares a register of this signature"
                )
            })
            .collect();
        assert_eq!(messages, expected, "{source}");
        let mut report = Report::default();
        let names = [FourCc::ISGN, FourCc::OSG5, FourCc::PCSG];
        check_signatures(&program, |name| names.contains(&name), &mut report);
        assert_eq!(report, Report::default(), "{source}");
    }
}

/// No program that a compiler made breaks a rule that is an error.
fn compilers_break_no_rule() {
    let (mut count, mut warnings) = (0, 0);
    for path in corpus::paths() {
        let Ok(bytes) = fs::read(&path) else { continue };
        if !is_container(&bytes) || corpus::is_damaged(&path, &bytes) {
            continue;
        }
        let Ok(container) = Container::parse(&bytes) else { continue };
        for part in container.parts().iter().filter(|part| [FourCc::SHDR, FourCc::SHEX].contains(&part.name))
        {
            let program = Program::read(container.payload(part)).expect("it can be read");
            let mut report = check(&program);
            check_signatures(&program, |name| container.part(name).is_some(), &mut report);
            assert!(report.is_valid(), "{}: {:#?}", path.display(), report.findings);
            (count, warnings) = (count + 1, warnings + report.warnings);
        }
    }
    note!("{count} programs without errors, {warnings} warnings");
    corpus::assert_at_least("programs", count, [5, 525]);
    assert!(warnings <= 20 || !corpus::is_known(), "{warnings} warnings");
}

/// A program of `count` lines between a head and a tail.
fn long(head: &str, line: impl Fn(usize) -> String, count: usize) -> String {
    let mut source = head.to_owned();
    for index in 0..count {
        let _ = writeln!(source, "{}", line(index));
    }
    source
}

/// Time grows with the program and no faster, and findings stop at their limit.
fn hostile_programs_take_linear_time() {
    const COUNT: usize = 200_000;
    let head = "ps_5_0\ndcl_temps 1\n";
    let always = |line: &'static str| move |_: usize| line.to_owned();
    let switches = |index: usize| {
        if index.is_multiple_of(2) { "switch r0.x".into() } else { format!("case l({index})") }
    };
    let half = |first: &'static str, second: &'static str| {
        move |index: usize| if index < COUNT / 2 { first.to_owned() } else { second.to_owned() }
    };
    let programs = [
        long(head, always("loop "), COUNT),
        long(head, always("endloop "), COUNT),
        long(head, half("if_nz r0.x", "break "), COUNT),
        long(head, half("loop ", "break "), COUNT),
        long(head, half("if_nz r0.x", "endif "), COUNT),
        long(head, switches, COUNT),
        long(&format!("{head}switch r0.x\n"), |index| format!("case l({index})"), COUNT),
        long(
            head,
            |index| {
                if index % 3 == 0 {
                    format!("label l{index}")
                } else if index % 3 == 1 {
                    format!("call l{}", index + 2)
                } else {
                    "ret ".to_owned()
                }
            },
            COUNT,
        ),
        long(
            head,
            |index| if index == 0 { "ret \nlabel l0".to_owned() } else { "call l0".to_owned() },
            COUNT,
        ),
        long("ps_5_0\n", |index| format!("dcl_indexableTemp x{index}[4096], 4"), COUNT),
        long("ps_5_0\n", |index| format!("dcl_indexrange v{}.xyzw 4", index % 28), COUNT),
        long("ps_5_1\n", |index| format!("dcl_sampler S{index}[0:*], mode_default, space=0"), COUNT),
        long("ps_5_0\n", |index| format!("dcl_function_body fb{index}"), COUNT),
        long("hs_5_0\nhs_decls \n", always("hs_fork_phase "), COUNT),
        long("gs_5_0\n", always("dcl_stream m0"), COUNT),
    ];
    for source in &programs {
        let program = parsed(source);
        let start = Instant::now();
        let report = check(&program);
        assert!(start.elapsed() < Duration::from_secs(3), "{:?} {}", start.elapsed(), &source[..80]);
        assert!(report.findings.len() <= dx_bytecode::limits::MAX_FINDINGS);
        assert_eq!(report.left_out() + report.findings.len(), report.errors + report.warnings);
        assert!(report.findings.is_sorted_by_key(|finding| finding.place));
    }
}

/// A million open loops are a finding each, of which the first ones are kept.
fn a_million_open_loops_are_counted() {
    const COUNT: usize = 1_000_000;
    let program = pixel_shader(std::iter::repeat_n(Instruction::new(Opcode::LOOP), COUNT));
    let start = Instant::now();
    let report = check(&program);
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    // Too deep, and not closed.
    assert_eq!(report.errors, 1 + COUNT);
    assert_eq!(report.findings.len(), dx_bytecode::limits::MAX_FINDINGS);
}

/// Bits that are turned in real tokens are no reason to panic.
fn mangled_programs_are_checked() {
    let sources = programs::PROGRAMS.iter().map(|(.., source)| source).chain(programs::RIGHT);
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for source in sources {
        let program = parsed(source);
        let tokens = program.encode().expect("it fits");
        let length = u32::try_from(tokens.len() + 2).unwrap();
        let version = program.version.0;
        let words = [version, length].into_iter().chain(tokens);
        let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        for _ in 0..times(200) {
            let bytes = flipped(&bytes, 3, &mut random);
            if let Ok(program) = Program::read(Payload::new(FourCc::SHEX, &bytes)) {
                check(&program);
            }
        }
    }
}
