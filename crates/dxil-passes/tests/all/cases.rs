//! One file a case: assembly, and beside it what passes make of it (`NAME.expected.ll`) or say of it (`NAME.error`).
//!
//! The comments at the top of `tests/cases/**/*.ll` say what to run: `; RUN: sroa mem2reg`, names of passes, or
//! `flatten`, the list; `; ROOTS: main` (else all functions whose linkage is external), and `; KEEPS: f`, functions
//! whose calls stay. Whatever is run is run a second time, which must change nothing. `BLESS=1` rewrites what is
//! expected; a file that belongs to no case fails.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use dxil_ir::edit::Changed;
use dxil_ir::{GlobalId, Linkage, Module, verify};
use dxil_passes::pass_manager::{Pass, Scope, passes};
use dxil_passes::transform::{
    self, dce, fold, global_dce, global_opt, inline, matrix_bitcast_lower, mem2reg, scalarizer, simplify_cfg,
    sroa,
};
use testkit::{Failed, Test, tests};

pub(crate) const TESTS: &[Test] = tests![cases_are_as_expected, every_pass_has_cases];

/// The passes by name.
const PASSES: &[Pass] = &[
    dce::PASS,
    fold::PASS,
    global_dce::PASS,
    global_opt::PASS,
    inline::PASS,
    matrix_bitcast_lower::PASS,
    mem2reg::PASS,
    scalarizer::PASS,
    simplify_cfg::PASS,
    sroa::PASS,
];

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// What the comments of a case say.
struct Directives {
    passes: Vec<Pass>,
    roots: Option<Vec<String>>,
    keeps: Vec<String>,
}

impl Directives {
    fn of(source: &str) -> Result<Self, String> {
        let words = |directive: &str| {
            let prefix = format!("; {directive}:");
            let line = source.lines().find_map(|line| line.strip_prefix(&prefix).map(str::to_owned));
            line.map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        };
        let mut chosen = Vec::new();
        for name in words("RUN").ok_or("no RUN line")? {
            match PASSES.iter().find(|pass| pass.name == name) {
                Some(pass) => chosen.push(*pass),
                None if name == "flatten" => chosen.extend(passes(transform::FLATTEN)),
                None => return Err(format!("{name} is no pass")),
            }
        }
        Ok(Self { passes: chosen, roots: words("ROOTS"), keeps: words("KEEPS").unwrap_or_default() })
    }

    fn roots(&self, module: &Module) -> Vec<GlobalId> {
        let is_root = |id: &GlobalId| match &self.roots {
            Some(names) => names.iter().any(|name| module.globals[*id].name == name.as_str()),
            None => module.globals[*id].linkage == Linkage::External,
        };
        module.bodies().map(|(id, ..)| id).filter(is_root).collect()
    }
}

fn cases_are_as_expected() -> Result<(), Failed> {
    let (mut failures, mut expected) = (String::new(), BTreeSet::new());
    let all = testkit::corpus::files(&folder());
    let is_case = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".ll") && !name.ends_with(".expected.ll")
    };
    for path in all.iter().filter(|path| is_case(path)) {
        let source = fs::read_to_string(path)?;
        let found = outcome(&source);
        let (extension, text) = match &found {
            Ok(text) => ("expected.ll", text),
            Err(text) => ("error", text),
        };
        let beside = path.with_extension(extension);
        if env::var_os("BLESS").is_some() {
            for other in ["expected.ll", "error"] {
                let _ = fs::remove_file(path.with_extension(other));
            }
            fs::write(&beside, text)?;
        }
        let known = fs::read_to_string(&beside).unwrap_or_default();
        if known != *text {
            let diff = similar::TextDiff::from_lines(known.as_str(), text.as_str());
            writeln!(failures, "{}:\n{}", path.display(), diff.unified_diff())?;
        }
        expected.extend([path.clone(), beside]);
    }
    for orphan in testkit::corpus::files(&folder()).into_iter().filter(|path| !expected.contains(path)) {
        writeln!(failures, "{} belongs to no case", orphan.display())?;
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}

/// What passes make of a case, or say of it. Panics where the second run changes something.
fn outcome(source: &str) -> Result<String, String> {
    let directives = Directives::of(source).unwrap_or_else(|why| panic!("{why}\n{source}"));
    let mut module = dxil_text::parse(source.as_bytes())
        .unwrap_or_else(|errors| panic!("{}", errors.shown("case", source.as_bytes())));
    assert_valid(&module, source);
    let keeps = |module: &Module, id: GlobalId| {
        directives.keeps.iter().any(|name| module.globals[id].name == name.as_str())
    };
    let mut scope = Scope::keeping(directives.roots(&module), &keeps);
    let before = print(&module);
    let reports = transform::run(&mut module, &mut scope, &directives.passes);
    assert_valid(&module, source);
    let reports = reports.map_err(|error| format!("{error}\n"))?;
    let text = print(&module);
    let mut counts = String::new();
    for report in &reports {
        let is_changed = report.done.changed != Changed::Nothing;
        assert_eq!(is_changed, report.done.count > 0, "{}: {:?}\n{source}", report.pass, report.done);
    }
    for report in reports.iter().filter(|report| report.done.count > 0) {
        write!(counts, " {} {}", report.pass, report.done.count).unwrap();
    }
    // Passes of a list may have something to do for each other; each by itself has not.
    if let [entry] = &directives.passes[..] {
        let again = transform::run(&mut module, &mut scope, std::slice::from_ref(entry)).unwrap();
        assert_eq!((again[0].done.count, again[0].done.changed), (0, Changed::Nothing), "{text}");
        assert_eq!(print(&module), text);
    }
    if counts.is_empty() {
        assert_eq!(before, text);
        return Ok(";\n".replace('\n', " unchanged\n"));
    }
    Ok(format!(";{counts}\n{text}"))
}

fn assert_valid(module: &Module, source: &str) {
    if let Some(finding) = verify(module).findings.first() {
        panic!("{}: {}\n{source}\n{}", finding.place.show(module), finding.message, print(module));
    }
}

fn print(module: &Module) -> String {
    let mut text = String::new();
    dxil_text::print(module, &mut text).unwrap();
    text
}

/// A pass without a case is one that nobody looked at.
fn every_pass_has_cases() {
    for entry in PASSES {
        let cases = testkit::corpus::files_if_any(&folder().join(entry.name));
        assert!(!cases.is_empty(), "{} has no case", entry.name);
    }
    let lists = transform::FLATTEN.iter().chain(transform::SCALARIZE);
    let listed = lists.map(|step| step.pass.name).collect::<BTreeSet<_>>();
    assert!(listed.is_subset(&PASSES.iter().map(|entry| entry.name).collect()));
}
