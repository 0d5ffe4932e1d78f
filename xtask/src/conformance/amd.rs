//! `cargo xtask conformance amd`: LLVM 22 makes the objects and the expected code that tests compare with, and reads
//! what is linked. Separate because these tools make as well as read, and none of it is about containers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Outcome, cargo, llvm, md5, resolve, root, run, text};

/// What LLVM finds in each pipeline.
const TABLE: &str = "tests/conformance/amd.tsv";

const HEAD: &str = "\
# Pipelines that llvm-readelf and llvm-objdump of LLVM 22 read without a warning; written by `cargo xtask conformance amd --bless`.
# link: a source of expected code, which says what is linked; or a pipeline that is linked alone, without state, in this
# project or below corpus/ in the folder that SHADER_CORPUS names
# pipeline: MD5 of what it is linked to
# instructions: how many llvm-objdump finds in it, all of them known
# link\tpipeline\tinstructions
";

/// Folders whose sources each have an object.
const SOURCES: [&str; 2] = ["examples/amd", "tests/corpus/amd"];

/// Sources of expected code, and beside them what it is assembled to.
const EXPECTED: &str = "tests/corpus/amd/expected";

/// Finished pipelines.
const PIPELINES: [&str; 2] = ["corpus/amd/pal", "corpus/amd/samples"];

/// How a source of expected code stands for another source's code, with the values of its symbols.
const BODY: &str = "// BODY: ";
const LINK: &str = "// LINK: ";
const STATE: &str = "// STATE: ";

/// Makes objects and expected code anew, links everything and has it read; stores all of it, or compares with what is
/// stored.
pub fn amd(bless: bool) -> Outcome {
    let tools = ["llvm-mc", "llvm-objcopy", "llvm-readelf", "llvm-objdump"];
    let missing = tools.into_iter().find(|tool| llvm(tool).arg("--version").output().is_err());
    if let Some(tool) = missing {
        println!("skipped: {tool}-22 is not installed, so nothing was compared with LLVM");
        return Ok(());
    }
    let folder = cargo::target_dir()?.join("conformance/amd");
    fs::create_dir_all(&folder).map_err(text)?;
    let object = folder.join("object.o");
    objects(bless, &object)?;
    let expected = files(&root().join(EXPECTED), "s")?;
    for source in &expected {
        expected_code(source, bless, &object)?;
    }
    println!("{} links have the code that LLVM assembles", expected.len());
    pipelines(&expected, bless, &folder.join("pipeline.elf"))?;
    let mut test = cargo::command(["test", "--quiet", "--package", "amdgpu-link", "--test", "all", "--"]);
    cargo::run(test.args(["--nocapture", "glue_listing::llvm_reads_all_glue_alike"]).env("SHADER_LLVM", "1"))
}

/// Every source assembles to the object beside it.
fn objects(bless: bool, object: &Path) -> Outcome {
    let mut count = 0;
    for folder in SOURCES {
        for source in files(&root().join(folder), "s")? {
            let code = fs::read_to_string(&source).map_err(text)?;
            assemble(&code, processor(&code)?, object)
                .map_err(|error| format!("{}: {error}", source.display()))?;
            stored(&source.with_extension("o"), fs::read(object).map_err(text)?, bless)?;
            count += 1;
        }
    }
    println!("{count} objects are equal to what LLVM assembles");
    Ok(())
}

/// A source of expected code assembles to the bytes beside it.
fn expected_code(source: &Path, bless: bool, object: &Path) -> Outcome {
    let code = fs::read_to_string(source).map_err(text)?;
    let within = |error: String| format!("{}: {error}", source.display());
    let mut whole = String::new();
    let mut processor_of_bodies = None;
    for line in code.lines() {
        let Some(words) = line.trim().strip_prefix(BODY) else {
            let _ = writeln!(whole, "{line}");
            continue;
        };
        let (file, values) = words.split_once(' ').unwrap_or((words, ""));
        let body =
            fs::read_to_string(root().join(file)).map_err(|error| within(format!("{file}: {error}")))?;
        processor_of_bodies = Some(processor(&body)?.to_owned());
        whole += &body_with(&body, values).map_err(within)?;
    }
    let processor = processor_of_bodies.ok_or_else(|| within("no body".to_owned()))?;
    assemble(&whole, &processor, object).map_err(within)?;
    let bytes = object.with_extension("text");
    run(llvm("llvm-objcopy").args(["-O", "binary", "-j", ".text"]).arg(object).arg(&bytes), b"")?;
    stored(&source.with_extension("text"), fs::read(bytes).map_err(text)?, bless)
}

/// The code of a source, its symbols replaced by `NAME=VALUE`, each as a literal of 32 bits. A name is that of the low
/// half, unless it says more.
fn body_with(source: &str, values: &str) -> Result<String, String> {
    let start = source.find("\t.p2align 8\n").ok_or("no start of code (.p2align 8)")?;
    let code = &source[start..];
    let end = ["\t.p2alignl 6, 0xbf9f0000", "\t.p2alignl 7, 0xbf9f0000"];
    let end = end.iter().find_map(|end| code.find(end)).ok_or("no end of code (.p2alignl)")?;
    let mut code = code[..end].replacen("\t.p2align 8\n", "", 1);
    let mut values: Vec<(String, &str)> = Vec::from_iter(values.split_whitespace().filter_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        Some((if name.contains('@') { name.to_owned() } else { format!("{name}@abs32@lo") }, value))
    }));
    // A name may be the beginning of another one.
    values.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    for (name, value) in values {
        if !code.contains(&name) {
            return Err(format!("the code has no label {name}"));
        }
        code = code.replace(&name, &format!("lit({value})"));
    }
    Ok(code)
}

/// Links everything, and has it read.
fn pipelines(expected: &[PathBuf], bless: bool, pipeline: &Path) -> Outcome {
    let program = cargo::build_program("test", "")?;
    let table = root().join(TABLE);
    let before = fs::read_to_string(&table).unwrap_or_default();
    let mut rows: BTreeMap<String, String> = BTreeMap::new();
    for source in expected {
        let code = fs::read_to_string(source).map_err(text)?;
        let words = |key: &str| code.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
        let name = source.strip_prefix(root()).expect("it lies there").display().to_string();
        let mut link = Command::new(&program);
        link.current_dir(root()).args(["amd", "link"]).args(words(LINK).split(' '));
        link.args(["--pipeline", words(STATE), "-o"]).arg(pipeline);
        rows.insert(name.clone(), read(&mut link, pipeline).map_err(|error| format!("{name}: {error}"))?);
    }
    // Rows of files that are not there.
    let mut not_read = 0;
    for folder in PIPELINES {
        let Some(path) = resolve(folder) else {
            println!("skipped: {folder} not found; set SHADER_CORPUS to the corpus folder that contains it");
            let kept = before.lines().filter(|row| row.starts_with(folder));
            let kept = kept.filter_map(|row| row.split_once('\t'));
            let before = rows.len();
            rows.extend(kept.map(|(name, row)| (name.into(), row.into())));
            not_read += rows.len() - before;
            continue;
        };
        for file in files(&path, "elf")? {
            let name = format!("{folder}/{}", file.file_name().expect("a file").display());
            let mut link = Command::new(&program);
            link.args(["amd", "link"]).arg(file).arg("-o").arg(pipeline);
            rows.insert(name.clone(), read(&mut link, pipeline).map_err(|error| format!("{name}: {error}"))?);
        }
    }
    println!("{} pipelines are read without a warning", rows.len() - not_read);
    let mut table = HEAD.to_owned();
    for (name, row) in rows {
        let _ = writeln!(table, "{name}\t{row}");
    }
    stored(&root().join(TABLE), table.into_bytes(), bless)
}

/// Links, and has the pipeline read: its digest, and how many instructions it has.
fn read(link: &mut Command, pipeline: &Path) -> Result<String, String> {
    run(link, b"")?;
    for (tool, arguments) in [("llvm-readelf", ["-a", "-W"]), ("llvm-objdump", ["-d", "-r"])] {
        let output = llvm(tool).args(arguments).arg(pipeline).output().map_err(text)?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() || !said.is_empty() {
            return Err(format!("{tool}: {}", said.trim()));
        }
        let listing = String::from_utf8_lossy(&output.stdout).into_owned();
        if listing.contains("<unknown>") || listing.contains("warning:") {
            return Err(format!("{tool} does not decode all of it:\n{listing}"));
        }
        if tool == "llvm-objdump" {
            let count = listing.lines().filter(|line| line.contains(" // ")).count();
            return Ok(format!("{}\t{count}", md5(&fs::read(pipeline).map_err(text)?)));
        }
    }
    Err("no instructions in the listing".to_owned())
}

/// Assembles to an object.
fn assemble(code: &str, processor: &str, object: &Path) -> Outcome {
    let mut mc = llvm("llvm-mc");
    mc.args(["-triple=amdgcn--amdpal", "-filetype=obj", &format!("-mcpu={processor}"), "-o"]).arg(object);
    run(&mut mc, code.as_bytes()).map(drop)
}

/// The processor in the target of a source: `amdgcn--amdpal--gfx1030` of LLVM 22, or
/// `amdgcn-unknown-amdpal-unknown-gfx1030` of LLVM 23.
fn processor(code: &str) -> Result<&str, String> {
    let environment = code.split_once("-amdpal-").and_then(|(_, rest)| rest.split_once('-'));
    let (_, target) = environment.ok_or("no .amdgcn_target")?;
    target.split('"').next().ok_or_else(|| "no end of .amdgcn_target".to_owned())
}

/// Stores bytes, or compares them with those that are.
fn stored(path: &Path, bytes: Vec<u8>, bless: bool) -> Outcome {
    if bless {
        return fs::write(path, bytes).map_err(text);
    }
    if fs::read(path).map_err(|error| format!("{}: {error}", path.display()))? == bytes {
        return Ok(());
    }
    Err(format!("{} differs from the regenerated file", path.display()))
}

/// The files of a folder with this extension, in order.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut files =
        Vec::from_iter(paths.filter(|path| path.extension().is_some_and(|found| found == extension)));
    files.sort();
    Ok(files)
}
