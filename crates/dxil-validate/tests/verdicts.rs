//! Verdicts beside those that the reference validator gave of the same containers: whether they are valid, and the rule of
//! its first message among ours.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dx_container::{Container, FourCc, is_container};
use dxil_validate::{Options, Report, Rule, validate_container};

/// What tells the reference's messages apart, and the rule that they are of: all of these pieces are in the message.
const MESSAGES: &[(&[&str], &str)] = &[
    (&["does not match expected for module"], "CONTAINER.PARTMATCHES"),
    (&["More than one container part"], "CONTAINER.PARTREPEATED"),
    (&["Missing part"], "CONTAINER.PARTMISSING"),
    (&["Unknown part"], "CONTAINER.PARTINVALID"),
    (&["Root Signature in DXIL container"], "CONTAINER.ROOTSIGNATUREINCOMPATIBLE"),
    (&["DXIL container mismatch for"], "CONTAINER.CONTENTMATCHES"),
    (&["is not well-formed"], "CONTAINER.CONTENTINVALID"),
    (&["In '", "is not used"], "CONTAINER.UNUSEDITEMINTABLE"),
    (&["Named metadata"], "META.KNOWN"),
    (&["version in metadata", "is not supported"], "META.VERSIONSUPPORTED"),
    (&["non-critical metadata"], "META.WELLFORMED"),
    (&["Flags must match"], "META.FLAGSUSAGE"),
    (&["HitObject is undef"], "INSTR.UNDEFHITOBJECT"),
    (&["read uninitialized"], "INSTR.NOREADINGUNINITIALIZED"),
    (&["overload must be valid"], "INSTR.OLOAD"),
    (&["must be an immediate constant"], "INSTR.OPCONST"),
    (&["in-range for operation"], "INSTR.OPCONSTRANGE"),
    (&["out-of-bounds memory"], "INSTR.INBOUNDSACCESS"),
    (&["completed record handle"], "INSTR.NODERECORDHANDLEUSEAFTERCOMPLETE"),
    (&["flags on DXIL operation"], "INSTR.BARRIERFLAGINVALID"),
    (&["must only sync UAV"], "INSTR.BARRIERMODEFORNONCS"),
    (&["not allowed in node shader launch"], "INSTR.SVCONFLICTINGLAUNCHMODE"),
    (&["reordercoherent requires"], "INSTR.REORDERCOHERENTREQUIRESSM69"),
    (&["well-formed metadata"], "INSTR.LINALGMETADATAMISSING"),
    (&["Component type", "not allowed"], "INSTR.LINALGILLEGALCOMPONENTTYPE"),
    (&["matrix scope", " or "], "INSTR.LINALGMATRIXSCOPEMISMATCH2"),
    (&["matrix scope", "expected"], "INSTR.LINALGMATRIXSCOPEMISMATCH"),
    (&["matrix use", " or "], "INSTR.LINALGMATRIXUSEMISMATCH2"),
    (&["matrix use", "expected"], "INSTR.LINALGMATRIXUSEMISMATCH"),
    (&["requires layout", " or "], "INSTR.LINALGMATRIXREQUIRESLAYOUT2"),
    (&["not valid in shader model"], "SM.OPCODE"),
    (&["has an invalid width"], "TYPES.INTWIDTH"),
    (&["Shared Memory not supported"], "SM.TGSMUNSUPPORTED"),
    (&["WaveSize", "not a power of"], "SM.WAVESIZEVALUE"),
    (&["WaveSize Max", "must be 0 to encode"], "SM.WAVESIZEMAXANDPREFERREDZEROWHENNORANGE"),
    (&["WaveSize Max", "is less than Min"], "SM.WAVESIZEMAXGREATERTHANMIN"),
    (&["WaveSize Preferred", "Min..Max"], "SM.WAVESIZEPREFERREDINRANGE"),
    (&["WaveSize is valid only"], "SM.WAVESIZENEEDSSM66OR67"),
    (&["may only appear once per entry"], "SM.WAVESIZETAGDUPLICATE"),
    (&["incompatible features"], "SM.INCOMPATIBLECALLINENTRY"),
    (&["incompatible with the shader stage or other"], "SM.INCOMPATIBLEOPERATION"),
    (&["should only be used in"], "SM.OPCODEININVALIDFUNCTION"),
    (&["Declared Thread Group", "outside valid range"], "SM.THREADGROUPCHANNELRANGE"),
    (&["Recursion is not permitted"], "FLOW.NORECURSION"),
    (&["with parameter is not permitted"], "FLOW.FUNCTIONCALL"),
    (&["Internal declaration", "is unused"], "DECL.USEDINTERNAL"),
    (&["External function", "is unused"], "DECL.USEDEXTERNALFUNCTION"),
];

/// What the reference said of a container: whether it is valid, and its first message.
struct Verdict {
    valid: bool,
    message: String,
}

impl Verdict {
    fn of(path: &Path) -> Option<Self> {
        let text = fs::read(path.with_extension("dxv.txt")).ok()?;
        let text = String::from_utf8_lossy(&text);
        let (exit, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let status: i32 = exit.strip_prefix("exit ").unwrap().trim().parse().unwrap();
        let message = rest.lines().find(|line| line.contains("error:")).unwrap_or_default();
        Some(Self { valid: status == 0, message: message.to_owned() })
    }

    /// The rule of its first message; `None` where it crashed before it said anything.
    fn rule(&self) -> Option<Rule> {
        if self.message.is_empty() {
            return None;
        }
        let of_message =
            MESSAGES.iter().find(|(pieces, _)| pieces.iter().all(|piece| self.message.contains(piece)));
        let (_, id) = of_message.unwrap_or_else(|| panic!("no rule has the message `{}`", self.message));
        Some(Rule::named(id).unwrap())
    }
}

#[derive(Default)]
struct Counts {
    files: usize,
    invalid: usize,
    /// Files of which the verdicts differ, and what was found in them.
    wrong: Vec<String>,
    /// Invalid files of which we have not found what the reference told first.
    other_rule: Vec<String>,
}

fn folder(name: &str) -> Option<PathBuf> {
    std::env::var_os("SHADER_CORPUS").map(|corpus| PathBuf::from(corpus).join(name))
}

fn compare(folder: &Path) -> Counts {
    let mut counts = Counts::default();
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "dxil")) {
        let Some(verdict) = Verdict::of(path) else { continue };
        let report = validate_container(&fs::read(path).unwrap(), &Options::default());
        counts.files += 1;
        counts.invalid += usize::from(!verdict.valid);
        let name = path.file_stem().unwrap().display();
        if report.is_valid() != verdict.valid {
            counts.wrong.push(format!("{name}: `{}`, we found {:?}", verdict.message, rules(&report)));
        } else if let (false, Some(rule)) = (verdict.valid, verdict.rule())
            && !report.findings.iter().any(|finding| finding.rule == rule)
        {
            counts.other_rule.push(format!("{name}: {rule}, we found {:?}", rules(&report)));
        }
    }
    counts
}

fn rules(report: &Report) -> Vec<String> {
    report.findings.iter().take(5).map(|finding| format!("{} {}", finding.rule, finding.message)).collect()
}

fn open(lines: &[String]) -> String {
    let mut by_rest = BTreeMap::<&str, usize>::new();
    for line in lines {
        *by_rest.entry(line.split_once(": ").map_or(line.as_str(), |(_, rest)| rest)).or_default() += 1;
    }
    by_rest.iter().map(|(line, count)| format!("\n  {count} {line}")).collect()
}

/// Containers that a compiler wrote, of which one thing beside the program was changed.
#[test]
fn mutated_containers_are_judged_as_by_the_reference() {
    let Some(folder) = folder("mutated") else { return println!("skipped: SHADER_CORPUS is not set") };
    let counts = compare(&folder);
    println!("{} files, {} invalid{}", counts.files, counts.invalid, open(&counts.other_rule));
    assert!(counts.files >= 385 && counts.invalid >= 296, "{} of {}", counts.invalid, counts.files);
    assert_eq!(counts.wrong, Vec::<String>::new());
    assert!(counts.other_rule.len() * 20 <= counts.invalid, "{:#?}", counts.other_rule);
}

/// Containers as a compiler wrote them.
#[test]
fn real_containers_are_judged_as_by_the_reference() {
    let Some(folder) = folder("dxc") else { return println!("skipped: SHADER_CORPUS is not set") };
    let counts = compare(&folder);
    println!("{} files, {} invalid, other verdicts:{}", counts.files, counts.invalid, open(&counts.wrong));
    assert!(counts.files >= 619, "{}", counts.files);
    let refused: Vec<&String> = counts.wrong.iter().filter(|wrong| wrong.contains(": ``")).collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

/// Containers of programs that break rules.
#[test]
fn invalid_programs_are_judged_as_by_the_reference() {
    let Some(folder) = folder("dxc-invalid") else { return println!("skipped: SHADER_CORPUS is not set") };
    let counts = compare(&folder);
    println!("{} files, {} invalid", counts.files, counts.invalid);
    println!("{} with another verdict:{}", counts.wrong.len(), open(&counts.wrong));
    println!("{} with another rule:{}", counts.other_rule.len(), open(&counts.other_rule));
    assert!(counts.files >= 90 && counts.invalid >= 81, "{} of {}", counts.invalid, counts.files);
}

/// Shaders that were shipped, signed, by compilers of years: valid but for those that the reference of today refuses, too.
#[test]
fn official_shaders_are_valid() {
    let Some(folder) = folder("vkd3d-proton") else { return println!("skipped: SHADER_CORPUS is not set") };
    let (mut files, mut refused) = (0, BTreeMap::new());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let is_dxil = is_container(&bytes)
            && Container::parse(&bytes).is_ok_and(|container| container.part(FourCc::DXIL).is_some());
        if !is_dxil {
            continue;
        }
        files += 1;
        let report = validate_container(&bytes, &Options::default());
        if !report.is_valid() {
            refused.insert(path.file_stem().unwrap().display().to_string(), rules(&report));
        }
    }
    println!("{files} files, not valid: {refused:#?}");
    assert!(files >= 244, "{files}");
    let known = ["sm_advanced__cs_derivative_2d_", "mesh_shader__ms_"];
    let is_known = |name: &String| known.iter().any(|known| name.contains(known));
    let unknown: Vec<_> = refused.iter().filter(|(name, _)| !is_known(name)).collect();
    assert!(unknown.is_empty() && refused.len() <= 8, "{unknown:#?}");
}
