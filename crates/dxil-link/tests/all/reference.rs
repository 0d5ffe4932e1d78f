//! What the reference linker did with libraries: the same outcome, and where it links, what others ask of the result is
//! the same, and it does the same.

use std::path::Path;

use dx_container::parts::rdat::Rdat;
use dx_container::{Container, FourCc};
use dxil_link::{Export, Exports, LinkErrors, Options};
use testkit::{Completion, Failed, corpus, skipped};

use crate::linking::{Inputs, findings, target};
use crate::running::{call, module, run_over, run_pipeline};

pub(crate) const TESTS: &[testkit::Test] =
    testkit::tests![rows_have_the_reference_outcome, programs_that_were_split_give_their_results];

/// What the reference linker says, and what we call that.
const ERRORS: [(&str, &str); 4] = [
    ("Cannot find definition of function Nope", "link.no-entry"),
    ("Cannot find definition of function", "link.undefined"),
    ("Definition already exists for function", "link.defined-twice"),
    ("Profile mismatch between entry function and target profile", "link.stage"),
];

/// A function of two libraries that others call, and one of them exports.
const SKY: &str = "\u{1}?sky@@YA?AV?$vector@M$03@@V?$vector@M$02@@@Z";

fn rows_have_the_reference_outcome() -> Result<Completion, Failed> {
    let Some(folder) = corpus::subfolder("link") else { return Ok(skipped("what the reference linker did")) };
    let rows = std::fs::read_to_string(folder.join("results.md"))?;
    let mut count = 0;
    for row in rows.lines().filter(|row| row.starts_with("| ") && !row.starts_with("| inputs")) {
        let cells: Vec<&str> =
            row.trim_matches('|').split(" | ").map(|cell| cell.trim_matches([' ', '|'])).collect();
        let [inputs, profile, entry, outcome] = cells[..] else { return Err(format!("row {row}").into()) };
        let names: Vec<String> = inputs.split(", ").map(|name| format!("{name}.lib.dxil")).collect();
        let exports = match entry.strip_prefix("exports ") {
            Some(list) => Exports::Listed(Export::parse_list(list)?),
            None => Exports::All,
        };
        let result =
            Inputs::read(&folder, &names).link(&target(profile, entry, exports), &Options::default());
        check(&folder, outcome, result).map_err(|why| format!("{row}: {why}"))?;
        count += 1;
    }
    assert_eq!(count, 9);
    Ok(Completion::Completed)
}

fn check(folder: &Path, outcome: &str, result: Result<Vec<u8>, LinkErrors>) -> Result<(), String> {
    match (outcome.split_once(": "), result) {
        (Some(("ok", file)), Ok(ours)) => {
            let reference = std::fs::read(folder.join(file)).map_err(|error| error.to_string())?;
            assert_eq!(findings(&ours), Vec::<String>::new(), "{file}");
            compare_parts(&ours, &reference, file);
            compare_runs(&ours, &reference, file);
            Ok(())
        }
        (Some(("error", message)), Err(errors)) => {
            let (_, code) =
                ERRORS.iter().find(|(words, _)| message.starts_with(words)).ok_or("an unknown error")?;
            let found = errors.to_string();
            if found.contains(&format!("[{code}]")) { Ok(()) } else { Err(found) }
        }
        (_, Ok(_)) => Err("it was linked".to_owned()),
        (_, Err(errors)) => Err(errors.to_string()),
    }
}

/// What follows from the program and others read: the same bytes, but for the order of functions in a library.
fn compare_parts(ours: &[u8], reference: &[u8], file: &str) {
    let [ours, reference] = [ours, reference].map(|bytes| Container::parse(bytes).unwrap());
    for name in [FourCc::SFI0, FourCc::ISG1, FourCc::OSG1, FourCc::PSV0] {
        let [ours, reference] =
            [&ours, &reference].map(|container| container.part(name).map(|part| part.data));
        assert_eq!(ours, reference, "{file}, {name}");
    }
    let [ours, reference] = [&ours, &reference].map(library);
    assert_eq!(ours, reference, "{file}, RDAT");
}

/// What a library says of its functions and resources.
fn library(container: &Container<'_>) -> Option<(Vec<String>, Vec<String>)> {
    let rdat = container.view::<Rdat<'_>>(FourCc::RDAT)?.unwrap();
    // Where its fields lie in the part is another matter.
    let said = |text: String| text.split(", record: ").next().unwrap().to_owned();
    let mut functions: Vec<String> = rdat.functions().map(|function| said(format!("{function:?}"))).collect();
    functions.sort();
    let resources = rdat.resources().map(|resource| said(format!("{resource:?}"))).collect();
    Some((functions, resources))
}

/// What is run: the same results for the same inputs.
fn compare_runs(ours: &[u8], reference: &[u8], file: &str) {
    match file {
        "cs.linked.dxil" => {
            for (seed, groups) in [(0_u8, [1, 1, 1]), (7, [8, 8, 1]), (255, [3, 2, 1])] {
                let before: Vec<u8> =
                    (0..64 * 64 * 4).map(|at: u32| at.to_le_bytes()[0].wrapping_mul(seed)).collect();
                let results = [ours, reference].map(|bytes| run_over(bytes, &before, groups));
                assert_ne!(results[0], before, "{file} does something");
                assert!(results[0] == results[1], "{file}, {groups:?}");
            }
        }
        // Where it is not exported, the reference has no function of this name.
        "rt.linked.dxil" => {
            for direction in [[0.0_f32, 1.0, 0.0], [0.5, -0.25, 0.125], [0.0, f32::INFINITY, f32::NAN]] {
                let arguments = direction.map(|component| u64::from(component.to_bits()));
                let results = [ours, reference].map(|bytes| call(bytes, SKY, &arguments));
                assert_eq!(results[0], results[1], "{direction:?}");
            }
        }
        _ => {}
    }
}

fn programs_that_were_split_give_their_results() -> Result<(), Failed> {
    let folder = corpus::root().join("tests/corpus/link");
    let mut passed = 0;
    for path in &corpus::files_with(&folder, "yaml") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let names = ["main", "a", "b"].map(|part| format!("{name}.{part}.dxil"));
        let linked =
            Inputs::read(&folder, &names).link(&target("cs_6_8", "main", Exports::All), &Options::default());
        let bytes = linked.map_err(|errors| format!("{name}: {errors}"))?;
        assert_eq!(findings(&bytes), Vec::<String>::new(), "{name}");
        run_pipeline(path, &module(&bytes), None, None).map_err(|why| format!("{name}: {why}"))?;
        passed += 1;
    }
    assert_eq!(passed, 8);
    Ok(())
}
