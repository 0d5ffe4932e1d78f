//! Verdicts beside those of the reference validator, in both directions and without a tolerance: whether a container,
//! and the module in it alone, is valid, and whether the rule of the reference's first message is among ours. Where we
//! differ, a row says why, and a row that is not needed any more fails.

use std::fs;
use std::path::{Path, PathBuf};

use dx_container::parts::PartView;
use dx_container::{Container, FourCc};
use dxil_ir::bitcode;
use dxil_validate::{Options, Report, Rule, validate_container, validate_module};
use testkit::corpus::{assert_at_least, assert_if_known, is_damaged, is_known, own_shaders, subfolder};
use testkit::{Completion, Test, note, skipped, tests};

pub(crate) const TESTS: &[Test] = tests![
    own_shaders_are_judged_as_by_the_reference,
    every_difference_is_one_of_a_folder,
    mutated_containers_are_judged_as_by_the_reference,
    real_containers_are_judged_as_by_the_reference,
    invalid_programs_are_judged_as_by_the_reference,
    shipped_shaders_are_valid
];

/// A difference from the reference that is known.
struct Known {
    /// The file, from the corpus on.
    file: &'static str,
    differs: Differs,
    /// Why it is there.
    why: &'static str,
}

/// In what we differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Differs {
    /// We say that it is valid, or that it is not, and the reference the opposite.
    #[allow(dead_code, reason = "no verdict differs at present")]
    Verdict,
    /// Of what both refuse, we do not find what the reference tells first.
    Rule,
}

const DIFFERENCES: &[Known] = &[Known {
    file: "mutated/HLSLFileCheck__dxil__debug__new_noops_mandatory_immed.5.PSV0.byte67.dxil",
    differs: Differs::Rule,
    why: "resources of 2 GiB each in PSV0: that it cannot be read is told, not the size that is another",
}];

/// Shipped shaders that are not valid today, by what their names begin with, the rule, and why.
const REFUSED: [(&str, usize, &str, &str); 2] = [
    (
        "mesh_shader__ms_",
        6,
        "CONTAINER.CONTENTMATCHES",
        "the compiler of that time wrote one index in PSV0 of a semantic with several rows",
    ),
    (
        "sm_advanced__cs_derivative_2d_",
        2,
        "SM.INCOMPATIBLEOPERATION",
        "derivatives in a compute shader that an experimental compiler took",
    ),
];

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

/// What the reference said of a container.
struct Verdict {
    is_valid: bool,
    /// Its first message; empty where it gave none.
    message: String,
}

impl Verdict {
    /// The answer beside a file; none where there is none, or where the reference crashed instead.
    fn beside(path: &Path) -> Option<Self> {
        let text = fs::read(path.with_extension("dxv.txt")).ok()?;
        let text = String::from_utf8_lossy(&text);
        let (exit, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let status: u32 = exit.strip_prefix("exit ")?.trim().parse().ok()?;
        let message = rest.lines().find(|line| line.contains("error:")).unwrap_or_default();
        Some(Self { is_valid: status == 0, message: message.to_owned() })
    }

    /// The rule of its first message; an error where that is not known.
    fn rule(&self) -> Result<Option<Rule>, &str> {
        if self.message.is_empty() {
            return Ok(None);
        }
        let of_message =
            MESSAGES.iter().find(|(pieces, _)| pieces.iter().all(|piece| self.message.contains(piece)));
        let (_, id) = of_message.ok_or(self.message.as_str())?;
        Ok(Some(Rule::named(id).expect("the table names rules")))
    }

    /// In what a report differs from it, and what the report has.
    fn difference(&self, report: &Report) -> Option<(Differs, String)> {
        let rules = || {
            let findings = report.findings.iter().take(5);
            findings.map(|found| format!("\n    {} {}", found.rule, found.message)).collect::<String>()
        };
        if report.is_valid() != self.is_valid {
            return Some((
                Differs::Verdict,
                format!("the reference says `{}`, we found{}", self.message, rules()),
            ));
        }
        match self.rule() {
            Ok(Some(rule)) if !report.findings.iter().any(|found| found.rule == rule) => {
                Some((Differs::Rule, format!("the reference names {rule}, we found{}", rules())))
            }
            Err(message) => Some((Differs::Rule, format!("MESSAGES has no row for `{message}`"))),
            Ok(_) => None,
        }
    }
}

/// A folder with the reference's answers.
struct Folder {
    name: &'static str,
    /// Whether the program is what was changed: then the module alone is judged alike.
    of_programs: bool,
    /// How many files with an answer the known corpus has, how many of those invalid.
    figures: (usize, usize),
}

const MUTATED: Folder = Folder { name: "mutated", of_programs: false, figures: (385, 296) };
const DXC: Folder = Folder { name: "dxc", of_programs: true, figures: (619, 7) };
const INVALID: Folder = Folder { name: "dxc-invalid", of_programs: true, figures: (91, 81) };

/// What we say of the module in a container, without what lies beside it. `None` where there is none.
fn judge_module(bytes: &[u8]) -> Option<Report> {
    let container = Container::parse(bytes).ok()?;
    let part = container.part(FourCc::DXIL)?;
    let Ok(PartView::Program(program)) = container.read(&part) else { return None };
    let module = bitcode::read(program.bitcode, 0).ok()?;
    let report = validate_module(module.clone(), &Options::default()).report;
    Some(report)
}

fn paths(folder: &Path) -> Vec<PathBuf> {
    let mut paths = testkit::corpus::files_if_any(folder);
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "dxil" || extension == "bin"));
    paths
}

/// Compares all files of a folder that come with an answer.
fn judged_in(folder: &Folder) -> Completion {
    let Some(root) = subfolder(folder.name) else { return skipped(&format!("{}/", folder.name)) };
    let (mut files, mut invalid, mut modules) = (0, 0, 0);
    let (mut unknown, mut needless) = (Vec::new(), Vec::new());
    for path in paths(&root) {
        let Some(verdict) = Verdict::beside(&path) else { continue };
        files += 1;
        invalid += usize::from(!verdict.is_valid);
        let bytes = fs::read(&path).unwrap();
        let name = format!("{}/{}", folder.name, path.file_name().unwrap().display());
        let known = DIFFERENCES.iter().find(|known| known.file == name);
        let mut compare = |what: &str, report: &Report| match (verdict.difference(report), known) {
            (Some((differs, _)), Some(known)) if known.differs == differs => {}
            (Some((_, text)), _) => unknown.push(format!("{name}, {what}: {text}")),
            (None, Some(known)) => needless.push(format!("{name}, {what}: {}", known.why)),
            (None, None) => {}
        };
        compare("the container", &validate_container(&bytes, &Options::default()).report);
        if folder.of_programs
            && let Some(report) = judge_module(&bytes)
        {
            modules += 1;
            compare("the module alone", &report);
        }
    }
    note!("{}: {files} files, {invalid} invalid, {modules} modules alone", folder.name);
    assert!(unknown.is_empty(), "differences that no row names:\n{}", unknown.join("\n"));
    assert!(needless.is_empty(), "rows of differences that there are not:\n{}", needless.join("\n"));
    if files == 0 {
        return skipped(&format!("{}/ with verdicts of the reference validator", folder.name));
    }
    assert_at_least("files", files, [1, folder.figures.0]);
    assert_if_known("invalid files", invalid, folder.figures.1);
    Completion::Completed
}

fn mutated_containers_are_judged_as_by_the_reference() -> Completion {
    judged_in(&MUTATED)
}

fn real_containers_are_judged_as_by_the_reference() -> Completion {
    judged_in(&DXC)
}

fn invalid_programs_are_judged_as_by_the_reference() -> Completion {
    judged_in(&INVALID)
}

/// A row is about a file that a test looks at, and says why it is there.
fn every_difference_is_one_of_a_folder() -> Completion {
    for known in DIFFERENCES {
        let (folder, _) = known.file.split_once('/').unwrap();
        assert!([MUTATED, DXC, INVALID].iter().any(|of| of.name == folder), "{}", known.file);
        assert!(known.why.len() > 20, "{}", known.file);
        if let Some(folder) = subfolder(folder).filter(|_| is_known()) {
            assert!(folder.parent().unwrap().join(known.file).is_file(), "{}", known.file);
        }
    }
    Completion::Completed
}

/// The project's own shaders: what the reference says of each of them lies beside them.
fn own_shaders_are_judged_as_by_the_reference() -> Completion {
    let (mut valid, mut without_program) = (0, 0);
    for shader in own_shaders() {
        let report = validate_container(&shader.bytes, &Options::default()).report;
        let found: Vec<_> =
            report.findings.iter().map(|found| format!("{}: {}", found.rule, found.message)).collect();
        assert_eq!(report.is_valid(), shader.is_valid, "{}: {found:#?}", shader.name);
        match judge_module(&shader.bytes) {
            Some(report) => assert!(report.is_valid(), "{}: {:#?}", shader.name, report.findings),
            None => without_program += 1,
        }
        valid += usize::from(shader.is_valid);
    }
    assert_eq!((valid, without_program), (101, 2));
    Completion::Completed
}

/// Shaders that compilers of many years wrote and others shipped, and what the reference's assembler and linker write.
fn shipped_shaders_are_valid() -> Completion {
    let folders = [("vkd3d-proton", 244), ("others", 16), ("dxc-as", 619), ("link", 16), ("lower-dxc", 164)];
    let (mut files, mut refused, mut unknown) = (0, [0; REFUSED.len()], Vec::new());
    for (name, least) in folders {
        let mut of_folder = 0;
        for path in subfolder(name).iter().flat_map(|folder| paths(folder)) {
            let bytes = fs::read(&path).unwrap();
            let has_program = Container::parse(&bytes).is_ok_and(|it| it.part(FourCc::DXIL).is_some());
            if !has_program || is_damaged(&path, &bytes) {
                continue;
            }
            of_folder += 1;
            let report = validate_container(&bytes, &Options::default()).report;
            let file_name = path.file_name().unwrap().to_string_lossy();
            // What was assembled from a listing is judged as what was listed.
            let original = path.parent().unwrap().with_file_name("dxc").join(&*file_name);
            let listed = (name == "dxc-as").then(|| Verdict::beside(&original)).flatten();
            let is_valid = listed.is_none_or(|verdict| verdict.is_valid);
            let row = REFUSED.iter().position(|(start, _, rule, _)| {
                file_name.starts_with(start)
                    && report.findings.iter().any(|found| found.rule.row().id == *rule)
            });
            match row {
                Some(row) if is_valid && !report.is_valid() => refused[row] += 1,
                _ if report.is_valid() != is_valid => {
                    unknown.push(format!("{}: {:#?}", path.display(), report.findings.first()));
                }
                _ => {}
            }
        }
        note!("{name}: {of_folder} files");
        assert!(!is_known() || of_folder >= least, "{name}: {of_folder} files");
        files += of_folder;
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    if is_known() {
        for ((start, count, _, why), found) in REFUSED.iter().zip(refused) {
            assert_eq!(found, *count, "{start}: {why}");
        }
    }
    if files == 0 { skipped("shaders that were shipped") } else { Completion::Completed }
}
