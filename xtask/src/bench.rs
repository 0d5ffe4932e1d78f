//! `cargo xtask bench`: the benches, and the program over real files, both as they are shipped (profile `dist`), as
//! Markdown to be pasted where figures are wanted. Times hold for the machine they were measured on; only the ratio
//! travels.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use serde_json::Value;

use crate::{Outcome, cargo, conformance, root};
use units::{throughput, time};

mod link;
mod processes;
mod units;

/// Long enough for figures that repeat, short enough to be run often.
const CRITERION_OPTIONS: [&str; 6] =
    ["--quiet", "--noplot", "--warm-up-time", "0.5", "--measurement-time", "2"];

/// The digest is MD5 with padding of its own, and should cost no more.
const DIGEST: &str = "digest/1 MiB";
const PLAIN_MD5: &str = "digest/1 MiB, plain MD5";

/// What the program is timed at.
const PROGRAM_RUNS: [&[&str]; 3] =
    [&["inspect", "--json"], &["roundtrip", "--through", "container"], &["verify"]];
const PROGRAM_TRIES: usize = 5;

/// Measures what has the filter in its name.
pub fn run(filter: &[&str]) -> Outcome {
    let filter = match filter {
        [] => "",
        [filter] => filter,
        _ => return Err("expected at most one filter".to_owned()),
    };
    if filter == processes::NAME {
        // None of criterion's benches, which take long to build.
        return processes::print(&bitcode_file()?);
    }
    if filter == link::NAME {
        return link::print();
    }
    let measured = run_benches(filter)?;
    print_benches(&measured);
    print_bitcode(&measured)?;
    print_program(filter)?;
    if filter.is_empty() {
        processes::print(&bitcode_file()?)?;
        link::print()?;
    }
    print_many(filter)?;
    print_yaml(filter)
}

/// What criterion measured of one bench.
struct Measured {
    /// The median.
    seconds: f64,
    /// The best of all samples, to be compared with the best of something else.
    best: f64,
    bytes: Option<f64>,
    /// Lane-instructions, of what executes.
    elements: Option<f64>,
}

/// By name, in the order of their names.
type Measurements = BTreeMap<String, Measured>;

fn run_benches(filter: &str) -> Result<Measurements, String> {
    let folder = cargo::target_dir()?.join("criterion");
    let start = SystemTime::now();
    let mut bench = cargo::command([
        "bench",
        "--quiet",
        "--profile",
        "dist",
        "--package",
        "amdgpu-link",
        "--package",
        "dx-container",
        "--package",
        "dx-text",
        "--package",
        "dx-bytecode",
        "--package",
        "dxil",
        "--package",
        "dxil-draw",
        "--package",
        "dxil-passes",
        "--package",
        "dxil-run",
        "--package",
        "dxil-text",
        "--package",
        "dxil-validate",
        "--",
    ]);
    bench.args(CRITERION_OPTIONS).args(Some(filter).filter(|filter| !filter.is_empty()));
    eprintln!("building and measuring …");
    // What criterion says on the way is of interest only where it fails.
    bench.env("CRITERION_HOME", &folder).env("SHADER_BITCODE", bitcode_file()?);
    let output = bench.output().map_err(|e| format!("cargo bench: {e}"))?;
    if !output.status.success() {
        return Err(format!("cargo bench: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }

    let mut measured = Measurements::new();
    // Figures of earlier runs lie there too.
    for (file, _) in estimates(&folder)?.into_iter().filter(|&(_, written)| written >= start) {
        let estimates = json(&file)?;
        let bench = json(&file.with_file_name("benchmark.json"))?;
        let (name, median) = (bench["full_id"].as_str(), estimates["median"]["point_estimate"].as_f64());
        let (Some(name), Some(nanoseconds)) = (name, median) else {
            return Err(format!("{}: unexpected format of criterion results", file.display()));
        };
        let bytes = bench["throughput"]["Bytes"].as_f64();
        let elements = bench["throughput"]["Elements"].as_f64();
        let best = best_sample(&json(&file.with_file_name("sample.json"))?);
        measured.insert(name.to_owned(), Measured { seconds: nanoseconds / 1e9, best, bytes, elements });
    }
    Ok(measured)
}

/// Seconds of the best sample: the time of each, and how often it ran.
fn best_sample(samples: &Value) -> f64 {
    let numbers = |name: &str| samples[name].as_array().into_iter().flatten().filter_map(Value::as_f64);
    let each = numbers("times").zip(numbers("iters")).map(|(nanoseconds, runs)| nanoseconds / runs / 1e9);
    each.fold(f64::INFINITY, f64::min)
}

/// The files with criterion's newest figures, and when they were written.
fn estimates(folder: &Path) -> Result<Vec<(PathBuf, SystemTime)>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    // There is none before the first measurement.
    if !folder.exists() {
        return Ok(found);
    }
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            found.extend(estimates(&path)?);
        } else if path.ends_with("new/estimates.json") {
            let written = path.metadata().and_then(|metadata| metadata.modified()).map_err(failed)?;
            found.push((path, written));
        }
    }
    Ok(found)
}

fn json(path: &Path) -> Result<Value, String> {
    let text = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    serde_json::from_slice(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn print_benches(measured: &Measurements) {
    if measured.is_empty() {
        println!("no benchmark matches the filter");
        return;
    }
    println!("| bench | median time | throughput |");
    println!("|---|--:|--:|");
    for (name, Measured { seconds, bytes, elements, .. }) in measured {
        let executed = |elements: &f64| format!("{:.2} G lanes/s", elements / seconds / 1e9);
        let throughput = bytes.map(|bytes| throughput(bytes / seconds)).or(elements.as_ref().map(executed));
        let throughput = throughput.unwrap_or_default();
        println!("| {name} | {} | {throughput} |", time(*seconds));
    }
    if let (Some(digest), Some(md5)) = (measured.get(DIGEST), measured.get(PLAIN_MD5)) {
        println!("\ndigest : plain MD5 = {:.2} (time, in this run)", digest.seconds / md5.seconds);
    }
}

fn print_program(filter: &str) -> Outcome {
    let runs: Vec<_> = PROGRAM_RUNS.iter().filter(|run| run.join(" ").contains(filter)).collect();
    if runs.is_empty() {
        return Ok(());
    }
    let program = cargo::build_program("dist", "")?;
    let (what, folders) = folders();
    let files = count_files(&program, &folders)?;
    println!("\nThe program over {files} files ({what}), best of {PROGRAM_TRIES}:\n");
    println!("| command | time | files per second |");
    println!("|---|--:|--:|");
    for run in runs {
        let best = best_time(&program, run, &folders)?.as_secs_f64();
        println!("| {} | {} | {:.0} |", run.join(" "), time(best), files as f64 / best);
    }
    Ok(())
}

/// What the program is run over, in words and as folders.
fn folders() -> (&'static str, Vec<PathBuf>) {
    match std::env::var_os("SHADER_CORPUS").map(PathBuf::from) {
        Some(corpus) => {
            let names = ["vkd3d-proton", "dxc", "fxc"];
            ("vkd3d-proton, dxc and fxc of SHADER_CORPUS", names.map(|name| corpus.join(name)).into())
        }
        None => {
            let names = ["examples", "tests/corpus"];
            (
                "examples and tests/corpus; SHADER_CORPUS is not set",
                names.map(|name| root().join(name)).into(),
            )
        }
    }
}

/// How many files the program finds; it is the program that knows which files are shaders.
fn count_files(program: &Path, folders: &[PathBuf]) -> Result<usize, String> {
    let output = Command::new(program).args(["verify", "--json"]).args(folders).output();
    let output = output.map_err(|e| format!("{}: {e}", program.display()))?;
    let list: Value = serde_json::from_slice(&output.stdout).map_err(|e| format!("verify --json: {e}"))?;
    list["files"].as_array().map(Vec::len).ok_or_else(|| "verify --json lists no files".to_owned())
}

fn best_time(program: &Path, run: &[&str], folders: &[PathBuf]) -> Result<Duration, String> {
    let mut best = Duration::MAX;
    for _ in 0..PROGRAM_TRIES {
        let start = Instant::now();
        let mut command = Command::new(program);
        command.args(run).args(folders).stdout(Stdio::null()).stderr(Stdio::null());
        let status = command.status().map_err(|e| format!("{}: {e}", program.display()))?;
        best = best.min(start.elapsed());
        // Findings are fine: real files have wrong digests.
        if !matches!(status.code(), Some(0 | 1)) {
            return Err(format!("shader-tools {}: {status}", run.join(" ")));
        }
    }
    Ok(best)
}

/// Where the benches of bitcode put theirs.
fn bitcode_file() -> Result<PathBuf, String> {
    Ok(cargo::target_dir()?.join("bench.bc"))
}

/// Benches of bitcode that are compared with a walk over the same bitcode.
const BITCODE: [&str; 12] = [
    "bitcode/read",
    "bitcode/write",
    "bitcode/write in canonical order",
    "bitcode/verify",
    "text/print",
    "text/read bitcode and print",
    "text/parse",
    "validate/module",
    "validate/read bitcode and validate",
    "validate/container",
    "upgrade/module",
    "upgrade/read, upgrade and print",
];

/// Reading and writing a module beside LLVM's walk over the same bitcode, where LLVM 22 is installed.
fn print_bitcode(measured: &Measurements) -> Outcome {
    let benches = BITCODE.map(|name| (name, measured.get(&format!("dxil/{name}"))));
    if benches.iter().all(|(_, measured)| measured.is_none()) {
        return Ok(());
    }
    let file = bitcode_file()?;
    let mut walk = Duration::MAX;
    for _ in 0..PROGRAM_TRIES {
        let start = Instant::now();
        let mut tool = Command::new("llvm-bcanalyzer-22");
        let Ok(status) = tool.arg("--dump").arg(&file).stdout(Stdio::null()).status() else {
            println!("\nskipped the bitcode comparison: llvm-bcanalyzer-22 is not installed");
            return Ok(());
        };
        if !status.success() {
            return Err(format!("llvm-bcanalyzer-22: {status}"));
        }
        walk = walk.min(start.elapsed());
    }
    let walk = walk.as_secs_f64();
    println!(
        "\nThe module of the bitcode benchmarks, best of all samples; `llvm-bcanalyzer-22 --dump` takes {}:\n",
        time(walk)
    );
    println!("| bench | best time | time : LLVM's walk |");
    println!("|---|--:|--:|");
    for (name, measured) in benches {
        let Some(Measured { best, .. }) = measured else { continue };
        println!("| {name} | {} | {:.2} |", time(*best), best / walk);
    }
    print_dis(&file, walk)
}

/// The program's listing of the same bitcode, a process each, and of real files.
fn print_dis(bitcode: &Path, walk: f64) -> Outcome {
    let program = cargo::build_program("dist", "")?;
    let dis = best_time(&program, &["dis"], &[bitcode.to_owned()])?.as_secs_f64();
    println!("| `shader-tools dis`, the whole process | {} | {:.2} |", time(dis), dis / walk);
    let (what, folders) = folders();
    let files = count_files(&program, &folders)?;
    let all = best_time(&program, &["dis", "-j2"], &folders)?.as_secs_f64();
    println!(
        "\n`dis -j2` over {files} files ({what}): {}, {:.0} files a second.",
        time(all),
        files as f64 / all
    );
    Ok(())
}

/// Shaders of a studio, as copies of the examples.
const MANY_FILES: usize = 10_000;
/// Bytes of an archive in which shaders are looked for.
const ARCHIVE: usize = 512 << 20;

/// Stripping a tree of many files, and finding shaders in one large one.
fn print_many(filter: &str) -> Outcome {
    let runs = ["strip --all", "scan"].map(|run| run.contains(filter));
    if runs == [false; 2] {
        return Ok(());
    }
    let failed = |error: std::io::Error| error.to_string();
    let program = cargo::build_program("dist", "")?;
    let folder = cargo::target_dir()?.join("many-bench");
    let _ = fs::remove_dir_all(&folder);
    let shaders: Vec<Vec<u8>> = conformance::examples()?
        .iter()
        .map(|path| fs::read(path).map_err(failed))
        .collect::<Result<_, _>>()?;
    let timed = |words: &[&str], paths: &[&Path]| -> Result<f64, String> {
        let start = Instant::now();
        let mut command = Command::new(&program);
        command.args(words).args(paths).stdout(Stdio::null()).stderr(Stdio::null());
        let status = command.status().map_err(failed)?;
        let took = start.elapsed().as_secs_f64();
        if status.success() { Ok(took) } else { Err(format!("shader-tools {}: {status}", words.join(" "))) }
    };
    println!("\n| command | over | time | |");
    println!("|---|---|--:|--:|");
    if runs[0] {
        let tree = folder.join("tree");
        for index in 0..MANY_FILES {
            let below = tree.join(format!("{:02}", index % 100));
            fs::create_dir_all(&below).map_err(failed)?;
            fs::write(below.join(format!("{index}.dxil")), &shaders[index % shaders.len()])
                .map_err(failed)?;
        }
        let out = folder.join("out");
        let mut best = f64::MAX;
        for _ in 0..PROGRAM_TRIES {
            fs::create_dir_all(&out).map_err(failed)?;
            best = best.min(timed(&["strip", "--all"], &[&tree, Path::new("-o"), &out])?);
            fs::remove_dir_all(&out).map_err(failed)?;
        }
        println!(
            "| strip --all | {MANY_FILES} files | {} | {:.0} files/s |",
            time(best),
            MANY_FILES as f64 / best
        );
    }
    if runs[1] {
        // Bytes as they come (xorshift), with a shader every megabyte.
        let mut state = 0x5eed_u64;
        let mut archive = Vec::with_capacity(ARCHIVE);
        while archive.len() < ARCHIVE {
            for _ in 0..(1 << 20) / 8 {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                archive.extend(state.to_le_bytes());
            }
            archive.extend(&shaders[archive.len() % shaders.len()]);
        }
        fs::create_dir_all(&folder).map_err(failed)?;
        let file = folder.join("archive");
        fs::write(&file, &archive).map_err(failed)?;
        let mut best = f64::MAX;
        for _ in 0..PROGRAM_TRIES {
            best = best.min(timed(&["scan"], &[&file])?);
        }
        let speed = throughput(archive.len() as f64 / best);
        println!("| scan | {} MB | {} | {speed} |", archive.len() / 1_000_000, time(best));
    }
    fs::remove_dir_all(&folder).map_err(failed)
}

/// Files that are printed and read beside LLVM's tools, which take one file a process.
const YAML_FILES: usize = 100;

/// YAML out and in beside obj2yaml and yaml2obj of LLVM 22, where they are installed: the same files, in turns.
fn print_yaml(filter: &str) -> Outcome {
    if !"yaml beside LLVM".contains(filter) {
        return Ok(());
    }
    if Command::new("obj2yaml-22").arg("--version").output().is_err() {
        println!("\nskipped the YAML comparison: obj2yaml-22 is not installed");
        return Ok(());
    }
    let program = cargo::build_program("dist", "")?;
    let folder = cargo::target_dir()?.join("yaml-bench");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    // Files that LLVM prints, and what it prints of them.
    let (mut shaders, mut texts, mut bytes) = (Vec::new(), Vec::new(), 0);
    for shader in conformance::files()? {
        let text = folder.join(format!("{}.yaml", shaders.len()));
        let printed = Command::new("obj2yaml-22").arg(&shader).arg("-o").arg(&text).output();
        if shaders.len() < YAML_FILES && printed.is_ok_and(|printed| printed.status.success()) {
            bytes += fs::metadata(&shader).map_err(|e| e.to_string())?.len();
            shaders.push(shader);
            texts.push(text);
        }
    }
    let each = |tool: &Path, words: &[&str], files: &[PathBuf], out: &str| -> Result<Duration, String> {
        let start = Instant::now();
        for (index, file) in files.iter().enumerate() {
            let out = folder.join(format!("{index}.{out}"));
            let output = Command::new(tool).args(words).arg(file).arg("-o").arg(out).output();
            let output = output.map_err(|e| format!("{}: {e}", tool.display()))?;
            if !output.status.success() {
                return Err(format!("{} {}: {}", tool.display(), file.display(), output.status));
            }
        }
        Ok(start.elapsed())
    };
    let at_once = |words: &[&str], files: &[PathBuf], out: &str| -> Result<Duration, String> {
        let out = folder.join(out);
        fs::create_dir(&out).map_err(|e| e.to_string())?;
        let start = Instant::now();
        let output = Command::new(&program).args(words).args(files).arg("-o").arg(&out).output();
        let status = output.map_err(|e| e.to_string())?.status;
        let took = start.elapsed();
        fs::remove_dir_all(&out).map_err(|e| e.to_string())?;
        if status.success() { Ok(took) } else { Err(format!("shader-tools {}: {status}", words.join(" "))) }
    };
    let (llvm_out, llvm_in) = (Path::new("obj2yaml-22"), Path::new("yaml2obj-22"));
    let mut best = [Duration::MAX; 6];
    for _ in 0..PROGRAM_TRIES {
        let tries = [
            each(llvm_out, &[], &shaders, "llvm.yaml")?,
            each(&program, &["yaml", "--llvm"], &shaders, "ours.yaml")?,
            at_once(&["yaml", "--llvm"], &shaders, "out")?,
            each(llvm_in, &[], &texts, "llvm.dxil")?,
            each(&program, &["yaml", "--from"], &texts, "ours.dxil")?,
            at_once(&["yaml", "--from"], &texts, "in")?,
        ];
        best.iter_mut().zip(tries).for_each(|(best, took)| *best = took.min(*best));
    }
    println!(
        "\n{} files, {bytes} bytes, to YAML and back, alternating runs, best of {PROGRAM_TRIES}:\n",
        shaders.len()
    );
    println!("| program | time | throughput of shaders | speed : LLVM |");
    println!("|---|--:|--:|--:|");
    let names = [
        "obj2yaml, one process per file",
        "yaml --llvm, one process per file",
        "yaml --llvm, one process",
        "yaml2obj, one process per file",
        "yaml --from, one process per file",
        "yaml --from, one process",
    ];
    for (index, (name, took)) in names.iter().zip(best).enumerate() {
        let (took, llvm) = (took.as_secs_f64(), best[index / 3 * 3].as_secs_f64());
        println!("| {name} | {} | {} | {:.1} |", time(took), throughput(bytes as f64 / took), llvm / took);
    }
    fs::remove_dir_all(&folder).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_digits_and_a_unit() {
        let times = [2.5, 0.0123, 123.4e-6, 1e-9, 0.4e-9].map(time);
        assert_eq!(times, ["2.50 s", "12.3 ms", "123 µs", "1.00 ns", "0.40 ns"]);
        assert_eq!([7.01e8, 1.5e9, 12.0].map(throughput), ["701 MB/s", "1.50 GB/s", "0.01 kB/s"]);
    }
}
