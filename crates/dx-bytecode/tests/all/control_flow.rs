//! Control flow of token programs: which constructs give which blocks and ways, that blocks of every program there is
//! follow on each other without a gap, and that hostile programs take no more time than their length.

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use dx_bytecode::control_flow::{ControlFlow, When};
use dx_bytecode::program::part_of;
use dx_bytecode::{Program, Statement, text};
use dx_container::Container;
use testkit::damage::bytes::flipped;
use testkit::random::Random;
use testkit::{Test, corpus, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    constructs_are_blocks_and_ways,
    what_does_not_nest_leads_nowhere,
    every_program_is_blocks_without_gaps,
    open_constructs_take_linear_time
];

/// Functions as lines: statements of a block by their places, and where it leads.
fn drawn(source: &str) -> String {
    let program = text::parse(source).unwrap_or_else(|errors| panic!("{source}\n{errors:?}"));
    let mut out = String::new();
    for function in ControlFlow::of(&program).functions {
        let _ = write!(out, "{}", function.head);
        for block in function.blocks {
            let _ = write!(out, " | {}-{}", block.statements.start, block.statements.end - 1);
            for way in block.ways {
                let when = match way.when {
                    When::Always => String::new(),
                    When::Holds => "y".to_owned(),
                    When::Fails => "n".to_owned(),
                    When::Case(value) => format!("={value}"),
                    When::Default => "d".to_owned(),
                };
                let _ = write!(out, " {when}>{}", way.to);
            }
        }
        out.push('\n');
    }
    out
}

fn constructs_are_blocks_and_ways() {
    let cases = [
        // Declarations are no code.
        ("dcl_temps 1\nmov r0.x, l(1)\nret", "main | 1-2\n"),
        ("if_nz r0.x\nadd r0.x, r0.x, l(1)\nendif\nret", "main | 0-0 y>1 n>2 | 1-1 >2 | 2-3\n"),
        (
            "if_nz r0.x\nadd r0.x, r0.x, l(1)\nelse\nadd r0.x, r0.x, l(2)\nendif\nret",
            "main | 0-0 y>1 n>2 | 1-1 >3 | 2-3 >3 | 4-5\n",
        ),
        // Both ends are one place.
        (
            "if_nz r0.x\nif_nz r0.y\nadd r0.x, r0.x, l(1)\nendif\nendif\nret",
            "main | 0-0 y>1 n>3 | 1-1 y>2 n>3 | 2-2 >3 | 3-5\n",
        ),
        ("if_nz r0.x\nret\nendif\nret", "main | 0-0 y>1 n>2 | 1-1 | 2-3\n"),
        ("if_nz r0.x\nelse\nret\nendif\nret", "main | 0-0 y>2 n>1 | 1-2 | 3-4\n"),
        (
            "mov r0.x, l(0)\nloop\nbreakc_nz r0.x\nadd r0.x, r0.x, l(1)\nendloop\nret",
            "main | 0-0 >1 | 1-2 y>3 n>2 | 3-4 >1 | 5-5\n",
        ),
        (
            "loop\ncontinuec_z r0.x\nif_nz r0.y\nbreak\nendif\nendloop\nret",
            "main | 0-1 y>0 n>1 | 2-2 y>2 n>3 | 3-3 >4 | 4-5 >0 | 6-6\n",
        ),
        (
            "switch r0.x\ncase l(1)\ncase l(2)\nmov r0.y, l(1)\nbreak\ndefault\nmov r0.y, l(2)\nbreak\nendswitch\nret",
            "main | 0-0 =1>1 =2>1 d>2 | 1-4 >3 | 5-7 >3 | 8-9\n",
        ),
        ("switch r0.x\ncase l(3)\nret\nendswitch\nret", "main | 0-0 =3>1 d>2 | 1-2 | 3-4\n"),
        // `continue` leaves the switch that it is in.
        (
            "loop\nswitch r0.x\ncase l(0)\ncontinue\nendswitch\nbreak\nendloop\nret",
            "main | 0-1 =0>1 d>2 | 2-3 >0 | 4-5 >4 | 6-6 >0 | 7-7\n",
        ),
        ("retc_nz r0.x\nret", "main | 0-0 n>1 | 1-1\n"),
        ("call l0\nret\nlabel l0\nret", "main | 0-1\nl0 | 3-3\n"),
    ];
    for (source, expected) in cases {
        assert_eq!(drawn(&format!("ps_5_0\n{source}\n")), expected, "{source}");
    }
    let phases = "hs_5_0\nhs_decls\nhs_fork_phase\nret\nhs_fork_phase\nret\nhs_join_phase\nret\n";
    assert_eq!(drawn(phases), "hs_fork_phase.0 | 2-2\nhs_fork_phase.1 | 4-4\nhs_join_phase.0 | 6-6\n");
}

fn what_does_not_nest_leads_nowhere() {
    let cases = [
        ("endif\nelse\nendloop\nendswitch\nbreak\ncontinue\ncase l(1)\nret", "main | 0-7\n"),
        ("if_nz r0.x\nmov r0.x, l(1)", "main | 0-0 y>1 | 1-1\n"),
        ("if_nz r0.x", "main | 0-0\n"),
        ("loop\nendif\nbreak", "main | 0-2\n"),
        ("ret\nmov r0.x, l(1)", "main | 0-0 | 1-1\n"),
    ];
    for (source, expected) in cases {
        assert_eq!(drawn(&format!("ps_5_0\n{source}\n")), expected, "{source}");
    }
}

/// Whether all statements from the code on are in blocks, one after the other, but for what begins functions.
fn check(program: &Program) -> usize {
    let mut blocks = 0;
    let mut next = 0;
    for function in ControlFlow::of(program).functions {
        blocks += function.blocks.len();
        assert!(!function.blocks.is_empty());
        for (index, block) in function.blocks.iter().enumerate() {
            let range = &block.statements;
            assert!(range.start < range.end && range.end <= program.statements.len());
            // What lies between two functions declares or begins something.
            assert!(if index == 0 { next <= range.start } else { next == range.start });
            next = range.end;
            assert!(block.ways.iter().all(|way| way.to < function.blocks.len()), "{block:?}");
        }
    }
    let behind = program.statements.get(next..).unwrap_or_default();
    let is_code = |statement: &&Statement| matches!(statement, Statement::Instruction(it) if !it.opcode.is_declaration());
    assert!(behind.iter().filter(is_code).all(|statement| {
        matches!(statement, Statement::Instruction(it) if it.opcode == dx_bytecode::opcode::Opcode::LABEL)
    }));
    blocks
}

fn every_program_is_blocks_without_gaps() {
    let (mut programs, mut blocks, mut mangled) = (0, 0, 0);
    let mut random = Random(0x25);
    for path in corpus::paths() {
        let Ok(bytes) = fs::read(&path) else { continue };
        let Ok(container) = Container::parse(&bytes) else { continue };
        let Some(payload) = part_of(&container).map(|part| container.payload(&part)) else { continue };
        let Ok(program) = Program::read(payload) else { continue };
        programs += 1;
        blocks += check(&program);
        for _ in 0..times(2) {
            let bytes = flipped(payload.bytes, 4, &mut random);
            let payload = dx_container::reader::Payload { bytes: &bytes, ..payload };
            if let Ok(program) = Program::read(payload) {
                mangled += 1;
                check(&program);
            }
        }
    }
    note(format_args!("{programs} programs of {blocks} blocks, {mangled} mangled ones"));
    assert!(programs > 0 && blocks > programs && mangled > 0);
}

fn open_constructs_take_linear_time() {
    let program = |count: usize| {
        let source = "ps_5_0\nloop\n".to_owned() + &"if_nz r0.x\n".repeat(count) + &"break\n".repeat(count);
        text::parse(&source).unwrap_or_else(|errors| panic!("{errors:?}"))
    };
    let program = program(100_000);
    let start = Instant::now();
    assert_eq!(ControlFlow::of(&program).functions[0].blocks.len(), 200_000);
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}
