//! What a compiler of others emits is lowered, runs, and has the interface that DXC gives it: over the modules of the
//! folder that SHADER_CORPUS names. Separate because those are not the project's, and what they do is asked of `run`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use testkit::{Completion, Failed, Test, corpus, skipped, tests};

pub(crate) const TESTS: &[Test] = tests![
    the_guide_shows_the_example,
    optimized_modules_are_lowered_and_run,
    unoptimized_modules_are_lowered_and_run,
    optimized_modules_of_clang_23_are_lowered_and_run,
    unoptimized_modules_of_clang_23_are_lowered_and_run,
    interfaces_are_those_that_dxc_gives
];

/// Modules that are refused, and for what.
const REFUSED: [(&str, &str); 2] = [
    (
        "lower/Feature__PushConstant__multiple_values_offset",
        "exceeds the constant buffer, which has 16 bytes",
    ),
    ("lower-O0/Feature__PushConstant__multiple_values_offset", "does not have the selected member"),
];

/// What vertex shaders of clang are refused for: nothing in them says the semantics.
const NO_SEMANTICS: &str = "input and output semantics are unknown";

/// The messages that reject modules of clang 23: the module has no semantics, or no entry point.
const REFUSED_23: [&str; 2] = [NO_SEMANTICS, "One and only one entry expected"];

/// Cases whose results are not those expected, for what is not in the module.
const OTHER_RESULTS: [(&str, &str); 9] = [
    ("Feature__CBuffer__arrays-64bit", "clang puts 8 bytes behind three lanes of 64 bits, DXC none"),
    ("Feature__CBuffer__structs", "clang reads a member of zs at byte 20, which %Z of its module has at 32"),
    ("Feature__CBuffer__vectors-64bit", "clang puts 8 bytes behind three lanes of 64 bits, DXC none"),
    ("Feature__HLSLLib__countbits.16", "its notes say it is not supported, neither by DXC nor by clang"),
    ("Feature__MaximalReconvergence__loop_peeling", "at -O3, clang has taken the loop away"),
    ("Feature__PushConstant__arrays", "its notes say that Direct3D has no such constants"),
    ("Feature__SpecializationConstant__duplicate_spec_id", "its notes say it requires Vulkan"),
    ("Feature__SpecializationConstant__spec_const.f64", "its notes say it requires Vulkan"),
    ("Feature__SpecializationConstant__spec_const_other_sizes", "its notes say it requires Vulkan"),
];

/// Interfaces that are not those that DXC gives: what differs, and why.
const OTHER_INTERFACE: [(&str, &str, &str); 12] = [
    ("Feature__CBuffer__arrays-64bit", "resources", "the stride, as clang lays structures out"),
    ("Feature__CBuffer__structs", "cbuffers", "the size, as clang lays constant buffers out"),
    ("Feature__CBuffer__vectors-16bit", "resources", "the stride, as clang lays structures out"),
    ("Feature__CBuffer__vectors-64bit", "resources", "the stride, as clang lays structures out"),
    ("Feature__SpecializationConstant__duplicate_spec_id", "resources cbuffers members", UNUSED),
    ("Feature__SpecializationConstant__duplicate_spec_id_in_config", "resources cbuffers members", UNUSED),
    ("Feature__SpecializationConstant__invalid_double", "resources cbuffers members", UNUSED),
    ("Feature__SpecializationConstant__invalid_uint32", "resources cbuffers members", UNUSED),
    ("Feature__SpecializationConstant__spec_const.f64", "resources cbuffers members", UNUSED),
    ("Feature__SpecializationConstant__spec_const_other_sizes", "resources cbuffers members", UNUSED),
    ("WaveOps__GSFlag", "features", "only DXC's code needs 64-bit integers"),
    ("WaveOps__WaveActiveSum.convergence", "features", "only DXC's code needs 64-bit integers"),
];

const UNUSED: &str = "$Globals is not used, and so it is not there";

fn the_guide_shows_the_example() -> Result<(), Failed> {
    let root = corpus::root();
    let guide = fs::read_to_string(root.join("docs/lower.md"))?;
    let (_, rest) = guide.split_once("```llvm\n").ok_or("no example in the guide")?;
    let (shown, _) = rest.split_once("```").ok_or("the example has no end")?;
    assert_eq!(shown, fs::read_to_string(root.join("examples/scale.ll"))?);
    Ok(())
}

fn optimized_modules_are_lowered_and_run() -> Result<Completion, Failed> {
    lowered_and_run("lower", [150, 136])
}

fn unoptimized_modules_are_lowered_and_run() -> Result<Completion, Failed> {
    lowered_and_run("lower-O0", [150, 137])
}

fn optimized_modules_of_clang_23_are_lowered_and_run() -> Result<Completion, Failed> {
    lowered_and_run("lower-23", [202, 95])
}

fn unoptimized_modules_of_clang_23_are_lowered_and_run() -> Result<Completion, Failed> {
    lowered_and_run("lower-23-O0", [204, 95])
}

/// How many modules of a folder are lowered, and how many of those give what their case expects, at least.
fn lowered_and_run(folder: &str, [least_lowered, least_right]: [usize; 2]) -> Result<Completion, Failed> {
    let Some(modules) = corpus::inputs(folder, "ll") else {
        return Ok(skipped(&format!("modules ({folder}/)")));
    };
    let out = tempfile::tempdir()?;
    let (mut lowered, mut run, mut right) = (0, 0, 0);
    for path in modules {
        let name = name(&path);
        let container = out.path().join("lowered.dxil");
        let output =
            shader_tools(["lower".as_ref(), path.as_os_str(), "-o".as_ref(), container.as_os_str()])?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            let place = format!("{folder}/{name}");
            let why = REFUSED.iter().find(|(refused, _)| *refused == place).map(|(_, why)| *why);
            let is_expected = match why {
                Some(why) => message.contains(why),
                None if folder.starts_with("lower-23") => REFUSED_23.iter().any(|why| message.contains(why)),
                None => message.contains(NO_SEMANTICS),
            };
            assert!(is_expected, "{place}: {message}");
            continue;
        }
        lowered += 1;
        let Some((pipeline, expected)) = case(name) else { continue };
        let mut arguments = vec!["run".into(), "--no-check".into(), container.into_os_string()];
        arguments.extend(["--pipeline".into(), pipeline.into_os_string()]);
        arguments
            .extend(expected.into_iter().flat_map(|checks| ["--expect".into(), checks.into_os_string()]));
        let output = shader_tools(arguments)?;
        let case_name = name.split_once(".test").map_or(name, |(name, _)| name);
        let is_known = OTHER_RESULTS.iter().any(|(other, _)| *other == case_name);
        if !output.status.success() {
            testkit::note!("{folder}/{name}: other results");
        }
        run += 1;
        right += usize::from(output.status.success());
        assert!(
            output.status.success() || is_known,
            "{folder}/{name}: {}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
    testkit::note!("{folder}: {lowered} lowered, {right} give what they should");
    corpus::at_least("modules that are lowered", lowered, [1, least_lowered])?;
    if run == 0 {
        return Ok(skipped("pipelines of the modules (run/)"));
    }
    corpus::at_least("pipelines with their results", right, [1, least_right])?;
    Ok(Completion::Completed)
}

fn interfaces_are_those_that_dxc_gives() -> Result<Completion, Failed> {
    let (Some(modules), Some(theirs)) = (corpus::inputs("lower", "ll"), corpus::inputs("lower-dxc", "dxil"))
    else {
        return Ok(skipped("modules and DXC's containers of the same sources (lower/, lower-dxc/)"));
    };
    let out = tempfile::tempdir()?;
    let mut arguments = vec!["lower".into(), "-o".into(), out.path().as_os_str().to_owned()];
    arguments.extend(modules.iter().map(|path| path.clone().into_os_string()));
    // Some are refused; the test above says which.
    shader_tools(arguments)?;
    let (ours, theirs) = (interfaces(&corpus::files(out.path()))?, interfaces(&theirs)?);
    let (mut compared, mut same) = (0, 0);
    for (name, our) in &ours {
        let Some(their) = theirs.get(name) else { continue };
        let differ: BTreeSet<&str> =
            our.iter().filter(|(part, is)| their.get(*part) != Some(is)).map(|(part, _)| *part).collect();
        let known =
            OTHER_INTERFACE.iter().find(|(other, ..)| other == name).map_or("", |(_, parts, _)| parts);
        let known: BTreeSet<&str> = known.split_whitespace().collect();
        compared += 1;
        assert!(differ.is_subset(&known), "{name}: {differ:?}\n{our:#?}\n{their:#?}");
        same += usize::from(differ.is_empty());
    }
    testkit::note!("{same} of {} interfaces are those that DXC gives", ours.len());
    if compared == 0 {
        return Ok(skipped("containers of the same names in lower-dxc/"));
    }
    corpus::at_least("interfaces that DXC gives", same, [1, 138])?;
    Ok(Completion::Completed)
}

/// What the world sees of a shader, by what it is.
type Interface = BTreeMap<&'static str, Value>;

/// The interfaces of containers, by the names of the shaders.
fn interfaces(files: &[PathBuf]) -> Result<BTreeMap<String, Interface>, Failed> {
    let mut arguments = vec!["reflect".into(), "--json".into()];
    arguments.extend(files.iter().map(|path| path.clone().into_os_string()));
    let document: Value = serde_json::from_slice(&shader_tools(arguments)?.stdout)?;
    let reflected = document["files"].as_array().ok_or("no files")?;
    Ok(reflected
        .iter()
        .map(|file| (name(Path::new(file["file"].as_str().unwrap_or(""))).into(), interface(file)))
        .collect())
}

fn interface(file: &Value) -> Interface {
    let of = |name: &str| file[name].clone();
    let program = ["stage", "profile", "dxilVersion", "entry", "signatures"].map(of);
    let threads = ["threadGroup", "groupSharedBytes", "waveLanes"].map(of);
    let buffers = file["constantBuffers"].as_array().into_iter().flatten();
    let buffers = buffers.filter(|buffer| buffer["kind"] == "CBuffer");
    let sizes = buffers.clone().map(|buffer| json!([buffer["name"], buffer["size"]]));
    let members = buffers.map(|buffer| {
        let variables = buffer["variables"].as_array().into_iter().flatten();
        let variables = variables.map(|variable| json!([variable["name"], variable["offset"]]));
        json!([buffer["name"], variables.collect::<Value>()])
    });
    Interface::from([
        ("program", program.into_iter().collect()),
        ("threads", threads.into_iter().collect()),
        ("features", of("features")),
        ("resources", of("resources")),
        ("cbuffers", sizes.collect()),
        ("members", members.collect()),
    ])
}

/// What a shader is called without its profile and what stands behind it: `NAME.cs_6_5.ll`.
fn name(path: &Path) -> &str {
    let file = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
    let profile = file.rfind("s_6_").unwrap_or(file.len());
    file.get(..profile.saturating_sub(".c".len())).unwrap_or(file)
}

/// The pipeline of a shader, and checks of what it prints.
fn case(name: &str) -> Option<(PathBuf, Option<PathBuf>)> {
    let folder = corpus::subfolder("run")?;
    let name = name.split_once(".test").map_or(name, |(name, _)| name);
    let [pipeline, checks] = ["yaml", "expect"].map(|extension| folder.join(format!("{name}.{extension}")));
    pipeline.exists().then(|| (pipeline, Some(checks).filter(|checks| checks.exists())))
}

fn shader_tools(arguments: impl IntoIterator<Item = impl AsRef<std::ffi::OsStr>>) -> Result<Output, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
    Ok(command.args(arguments).env("NO_COLOR", "1").output()?)
}
