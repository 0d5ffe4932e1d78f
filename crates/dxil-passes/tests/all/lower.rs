//! Passes of `lower` by themselves, one file a case: assembly of today's LLVM, and in it what FileCheck is to find.
//!
//! The first lines of `tests/lower/*.ll` say what to run: `; RUN: dxil-op-lower`, names of passes, where the module
//! comes out, or `; FAIL: dxil-op-lower`, where what the pass says does. Lines with `CHECK` say what that has to be.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Write as _};
use std::fs;
use std::path::{Path, PathBuf};

use dx_container::FourCc;
use dxil::ops::{Consumer, FUNCTION_PREFIX, Opcode};
use dxil_ir::intrinsics::{self, LlvmVersion};
use dxil_ir::metadata::{Metadata, node_of};
use dxil_ir::{Dialect, Module, Op, ValueKind, verify};
use dxil_passes::lower::{self, lower, run_passes};
use dxil_passes::pass_manager::Selection;
use dxil_passes::upgrade::Target;
use filecheck::Checks;
use testkit::corpus::{self, assert_at_least, is_own};
use testkit::modules::each_module;
use testkit::{Failed, Test, tests, times};

use crate::upgrade;

pub(crate) const TESTS: &[Test] = tests![
    cases_are_as_expected,
    every_pass_has_a_case,
    every_intrinsic_of_llvm_23_has_a_case,
    every_row_comes_back,
    unsupported_operations_are_listed,
    debug_information_comes_back,
];

/// The files of the test cases.
pub(crate) fn cases() -> Vec<PathBuf> {
    corpus::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower"))
}

/// The words of the line that begins with a directive.
pub(crate) fn words(source: &str, directive: &str) -> Option<Vec<String>> {
    let prefix = format!("; {directive}: ");
    let line = source.lines().find_map(|line| line.strip_prefix(&prefix))?;
    Some(line.split_whitespace().map(str::to_owned).collect())
}

fn cases_are_as_expected() -> Result<(), Failed> {
    let mut failures = String::new();
    for path in cases() {
        let source = fs::read_to_string(&path)?;
        let (passes, may_pass) = match (words(&source, "RUN"), words(&source, "FAIL")) {
            (Some(passes), None) => (passes, true),
            (None, Some(passes)) => (passes, false),
            _ => return Err(format!("{}: RUN or FAIL", path.display()).into()),
        };
        let passes: Vec<&str> = passes.iter().map(String::as_str).collect();
        let parsed = dxil_text::parse_as(source.as_bytes(), Dialect::Modern)
            .map_err(|errors| errors.shown(&path.display().to_string(), source.as_bytes()).to_string())?;
        let output = match run_passes(parsed.module, &passes) {
            Ok(module) => {
                if let Some(finding) = verify(&module).findings.first() {
                    let place = finding.place.show(&module);
                    writeln!(failures, "{}: {place}: {}", path.display(), finding.message)?;
                }
                let text = print(&module)?;
                assert!(may_pass, "{} is no error", path.display());
                if let [pass] = passes[..] {
                    let again = match run_passes(module, &[pass]) {
                        Ok(module) => print(&module)?,
                        Err(error) => error.to_string(),
                    };
                    if again != text {
                        let diff = similar::TextDiff::from_lines(text.as_str(), again.as_str());
                        let diff = diff.unified_diff().to_string();
                        writeln!(failures, "{}: the second run changes:\n{diff}", path.display())?;
                    }
                }
                text
            }
            Err(error) => {
                if may_pass {
                    writeln!(failures, "{}: {error}", path.display())?;
                    continue;
                }
                error.to_string()
            }
        };
        let checks = Checks::parse(&source, &filecheck::Options::default());
        if let Err(failure) = checks.and_then(|checks| checks.check(&output)) {
            writeln!(failures, "{}: {failure}\n{output}", path.display())?;
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}

fn print(module: &Module) -> Result<String, Failed> {
    let mut text = String::new();
    dxil_text::print(module, &mut text)?;
    Ok(text)
}

/// A pass without a case is one that nobody looked at.
fn every_pass_has_a_case() {
    let mut run = BTreeSet::new();
    for path in cases() {
        let source = fs::read_to_string(&path).unwrap();
        run.extend(words(&source, "RUN").or_else(|| words(&source, "FAIL")).unwrap_or_default());
    }
    for row in lower::list() {
        assert!(run.contains(row.stage) || run.contains(row.pass), "{} has no case", row.pass);
    }
}

/// Each `llvm.dx.` intrinsic that LLVM 23 declares is in a case of a pass, or in the text of an upgrade for LLVM 22 or
/// 23, which `every_row_comes_back` lowers.
fn every_intrinsic_of_llvm_23_has_a_case() -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let upgraded = corpus::files(&folder.join("upgrade")).into_iter();
    let upgraded = upgraded.filter(|path| {
        let name = path.to_string_lossy();
        name.ends_with(".22-dx.expected") || name.ends_with(".23-dx.expected")
    });
    let mut called = BTreeSet::new();
    for path in cases().into_iter().chain(upgraded) {
        let text = fs::read_to_string(&path)?;
        let names = text.split('@').skip(1).filter_map(|rest| rest.split('(').next());
        called.extend(names.filter_map(|name| Some(intrinsics::find_newest(name.as_bytes())?.name)));
    }
    let all = intrinsics::names_in(LlvmVersion::V23).filter(|name| name.starts_with("llvm.dx."));
    let all: BTreeSet<&str> = all.collect();
    assert_eq!(all.len(), 116, "LLVM 23 declares 116 intrinsics for DXIL");
    let missing: Vec<&&str> = all.difference(&called).collect();
    assert!(missing.is_empty(), "no case has {missing:?}");
    Ok(())
}

/// Functions of the cases that call other operations than before, and why.
const OTHERWISE: [(&str, &str); 18] = [
    ("BitcastF16toI16", "it is an instruction"),
    ("BitcastF32toI32", "it is an instruction"),
    ("BitcastF64toI64", "it is an instruction"),
    ("BitcastI16toF16", "it is an instruction"),
    ("BitcastI32toF32", "it is an instruction"),
    ("BitcastI64toF64", "it is an instruction"),
    ("BufferLoad1", "vectors are read by what the newest model has for them"),
    ("BufferLoad2", "vectors are read by what the newest model has for them"),
    ("BufferStoreRaw", "vectors are written by what the newest model has for them"),
    ("BufferStoreStructured", "vectors are written by what the newest model has for them"),
    ("FDot", "three lanes have an operation of their own"),
    ("IMul", "LLVM 22 has instructions for it"),
    ("RawBufferLoad", "vectors are read by what the newest model has for them"),
    ("RawBufferStore", "vectors are written by what the newest model has for them"),
    ("RawBufferVectorLoad", "one lane is no vector"),
    ("UDiv", "LLVM has instructions for it"),
    ("UMul", "LLVM 22 has instructions for it"),
    ("VectorReduce", "LLVM 22's intrinsics are taken apart"),
];

/// How handles are made, which is another way in libraries.
const HANDLES: &str = "dx.op.createHandle";

/// What each function of a module calls of DXIL's operations, and how often.
fn operations(module: &Module) -> BTreeMap<(String, String), usize> {
    let mut called = BTreeMap::new();
    for (_, global, body) in module.bodies() {
        body.each_instruction(|_, instruction| {
            let Op::Call { callee, .. } = &instruction.op else { return };
            let ValueKind::Global(callee) = callee.kind() else { return };
            let name = module.globals[callee].name.to_string();
            if name.starts_with("dx.op.") && !name.starts_with(HANDLES) {
                *called.entry((global.name.to_string(), name)).or_default() += 1;
            }
        });
    }
    called
}

/// What the cases of `upgrade`, of which each row of the table has one, become is lowered to the operations that they
/// were.
fn every_row_comes_back() -> Result<(), Failed> {
    // Functions of a case have other resources at the same registers.
    let except = vec!["dxil-post-optimization-validation".to_owned()];
    let selection = Selection { except, ..Selection::default() };
    let (mut failures, mut count) = (String::new(), 0);
    for (path, module, modes) in upgrade::cases()? {
        let expected = operations(&module);
        for (mode, options) in modes.into_iter().filter(|(_, options)| options.target == Target::Dx) {
            let what = format!("{} ({mode})", path.display());
            let lowered = upgrade::upgraded(&module, options).and_then(|(upgraded, _)| {
                lower(upgraded, &lower::Options::default(), &selection, None)
                    .map_err(|error| error.to_string())
            });
            let found = match lowered {
                Ok(module) => operations(&module),
                Err(error) => {
                    writeln!(failures, "{what}: {error}")?;
                    continue;
                }
            };
            count += expected.len();
            for key in expected.keys().chain(found.keys()).collect::<BTreeSet<_>>() {
                let (was, is) = (expected.get(key), found.get(key));
                let is_known = OTHERWISE.iter().any(|(function, _)| key.0.starts_with(function));
                if was != is && !is_known {
                    writeln!(failures, "{what}: {key:?} {was:?} -> {is:?}")?;
                }
            }
        }
    }
    if !failures.is_empty() {
        return Err(failures.into());
    }
    assert_at_least("calls of operations", count, [405, 405]);
    Ok(())
}

/// The number of calls of each DXIL operation in a module.
fn opcodes(module: &Module) -> BTreeMap<Opcode, usize> {
    let mut called = BTreeMap::new();
    for (_, _, body) in module.bodies() {
        body.each_instruction(|_, instruction| {
            let Op::Call { callee, arguments, .. } = &instruction.op else { return };
            let ValueKind::Global(callee) = callee.kind() else { return };
            if module.globals[callee].name.starts_with(FUNCTION_PREFIX.as_bytes()) {
                // An opcode that is not constant is a phi or select of opcodes.
                if let Some(opcode) = Opcode::of_call(module, arguments.as_slice(&body.lists.values)) {
                    *called.entry(opcode).or_default() += 1;
                }
            }
        });
    }
    called
}

/// The column `unsupported` of the table of operations lists exactly the operations that `lower` creates in no case: a
/// file of `tests/lower/`, or an upgraded case of `upgrade`.
fn unsupported_operations_are_listed() -> Result<(), Failed> {
    let mut created = BTreeSet::new();
    let mut add = |before: &BTreeMap<Opcode, usize>, after: BTreeMap<Opcode, usize>| {
        let is_created = |opcode: &Opcode, count: usize| count > before.get(opcode).copied().unwrap_or(0);
        created.extend(after.into_iter().filter(|(opcode, count)| is_created(opcode, *count)).map(|it| it.0));
    };
    let except = vec!["dxil-post-optimization-validation".to_owned()];
    let selection = Selection { except, ..Selection::default() };
    for (_, module, modes) in upgrade::cases()? {
        for (_, options) in modes.into_iter().filter(|(_, options)| options.target == Target::Dx) {
            let (upgraded, _) = upgrade::upgraded(&module, options)?;
            let before = opcodes(&upgraded);
            let lowered = lower(upgraded, &lower::Options::default(), &selection, None);
            add(&before, opcodes(&lowered.map_err(|error| error.to_string())?));
        }
    }
    for path in cases() {
        let source = fs::read_to_string(&path)?;
        let Some(passes) = words(&source, "RUN") else { continue };
        let passes: Vec<&str> = passes.iter().map(String::as_str).collect();
        let parsed = dxil_text::parse_as(source.as_bytes(), Dialect::Modern);
        let module = parsed.map_err(|errors| errors.to_string())?.module;
        let before = opcodes(&module);
        add(&before, opcodes(&run_passes(module, &passes).map_err(|error| error.to_string())?));
    }
    upgrade::check_column(Consumer::Lower, &created)
}

/// Programs of the corpus with debug information that are upgraded and lowered, and their largest size in bytes.
const WITH_SOURCES: usize = 60;
const LONGEST: usize = 200_000;

/// What a module says of its source: lines that instructions come from, and names of variables that it describes.
#[derive(Default)]
struct Said {
    lines: BTreeSet<u32>,
    variables: BTreeSet<String>,
}

impl Said {
    fn of(module: &Module) -> Self {
        let mut said = Self::default();
        for (.., body) in module.bodies() {
            body.each_instruction(|_, instruction| {
                let location = instruction.location.expand().and_then(|id| body.location(id));
                let is_code = !matches!(&instruction.op, Op::Return(_) | Op::Branch(_));
                said.lines.extend(location.filter(|_| is_code).map(|location| location.line));
                let Op::Call { arguments, .. } = &instruction.op else { return };
                for argument in arguments.as_slice(&body.lists.values) {
                    let ValueKind::Metadata(id) = argument.kind() else { continue };
                    said.variables.extend(variable_name(module, id));
                }
            });
        }
        said
    }
}

/// The name of a local variable, if metadata is one.
fn variable_name(module: &Module, id: dxil_ir::MetadataId) -> Option<String> {
    let metadata = module.metadata.get(id)?;
    let row = metadata.row().filter(|row| row.name == "DILocalVariable")?;
    let Metadata::Node { fields, .. } = metadata else { return None };
    let name = node_of(*module.metadata.numbers(fields).get(row.field("name")?)?)?;
    let Metadata::String(span) = module.metadata.get(name)? else { return None };
    Some(module.metadata.string(span).to_string())
}

/// Upgrades programs with debug information and lowers them again. Programs keep all variables. Programs of the project
/// keep all lines; other programs add none, and a floor holds for the sum of their lines.
fn debug_information_comes_back() -> Result<(), Failed> {
    let (mut own, mut others, mut failures) = (0, 0, String::new());
    let (mut lines, mut variables, mut preserved) = (0, 0, [0; 2]);
    let walked = each_module(|stored| {
        let is_valid = !stored.path.to_string_lossy().contains("invalid");
        if !is_valid || stored.part != Some(FourCc::ILDB) || stored.bitcode.len() > LONGEST {
            return;
        }
        let count = if is_own(stored.path) { &mut own } else { &mut others };
        if !is_own(stored.path) && *count == times(WITH_SOURCES) {
            return;
        }
        *count += 1;
        let mut fail = |what: &dyn Display| _ = writeln!(failures, "{}: {what}", stored.path.display());
        let module = dxil_ir::bitcode::read(stored.bitcode, 0).expect("`each_module` reads it");
        let upgraded = match upgrade::upgraded(&module, dxil_passes::upgrade::Options::default()) {
            Ok((upgraded, _)) => upgraded,
            Err(error) => return fail(&error),
        };
        let was = Said::of(&module);
        lines += was.lines.len();
        variables += was.variables.len();
        for (preserved, back_end_only) in preserved.iter_mut().zip([true, false]) {
            let options =
                lower::Options { debug_information: true, back_end_only, ..lower::Options::default() };
            let lowered = match lower(upgraded.clone(), &options, &Selection::default(), None) {
                Ok(lowered) => lowered,
                Err(error) => {
                    fail(&error);
                    continue;
                }
            };
            if let Some(finding) = verify(&lowered).findings.first() {
                fail(&format!("{}: {}", finding.place.show(&lowered), finding.message));
            }
            let is = Said::of(&lowered);
            if is.variables != was.variables {
                fail(&format!("variables are {:?}, were {:?}", is.variables, was.variables));
            }
            if !is.lines.is_subset(&was.lines) || is_own(stored.path) && is.lines != was.lines {
                fail(&format!("lines are {:?}, were {:?}", is.lines, was.lines));
            }
            *preserved += is.lines.len();
        }
    });
    testkit::note!(
        "{own} programs of the project, {others} others: {preserved:?} of {lines} lines are preserved"
    );
    walked.checked("programs with debug information", own + others, [5, 65]).checked(
        "variables",
        variables,
        [10, 209],
    );
    // Programs of the corpus lose lines; the floors are the measured numbers. All passes include `simplify_cfg`, which
    // removes blocks that contain only a branch, with the lines of the branches.
    for ((mode, floor), preserved) in [("back end", 460), ("all passes", 442)].into_iter().zip(preserved) {
        corpus::at_least(&format!("lines that are preserved ({mode})"), preserved, [20, floor])?;
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}
