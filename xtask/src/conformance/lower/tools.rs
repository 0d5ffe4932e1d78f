//! LLVM's programs as RUN lines call them, made of our parts: `opt`, `llc`, `dxil-dis`, `obj2yaml`, `FileCheck`,
//! `split-file`. What is not here is told by its name.

use std::collections::HashMap;
use std::fmt::Write as _;

use dx_container::parts::program::ProgramPart;
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::{Container, ContainerBuilder, FourCc, Signing};
use dx_text::yaml;
use dxil::assemble;
use dxil_ir::edit::modernized;
use dxil_ir::intrinsics::{self, LlvmVersion};
use dxil_ir::{Dialect, Module};
use dxil_passes::PassError;
use dxil_passes::lower::{self, Options, Profile};
use dxil_passes::pass_manager::{Row, Selection};
use filecheck::Checks;
use located::Frame;
use testkit::split_file::split_file;

use super::part_variables::{PARTS, variables, with_variables};
use super::resource_table;
use super::root_signatures;
use super::shader_flags;
use super::streams::Streams;

/// What ends a test.
#[derive(Debug)]
pub(super) enum Stop {
    /// It fails.
    Failed(String),
    /// It takes something that is not here.
    Unknown(String),
}

fn unknown<T>(what: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Unknown(what.into()))
}

/// The files of a test, and the containers and bitcode that stand for objects.
pub(super) struct Files {
    /// The version of LLVM whose test it is.
    llvm: LlvmVersion,
    texts: HashMap<String, String>,
    objects: Vec<Vec<u8>>,
}

/// What begins a text that stands for an object: its number follows.
const OBJECT: &str = "object ";

impl Files {
    pub(super) fn new(source: &str, llvm: LlvmVersion) -> Self {
        let texts = HashMap::from([("/test.ll".to_owned(), source.to_owned())]);
        Self { llvm, texts, objects: Vec::new() }
    }

    pub(super) fn read(&self, name: &str) -> Result<String, Stop> {
        let found = self.texts.get(name).cloned();
        found.ok_or_else(|| Stop::Unknown(format!("file {name} is not there")))
    }

    pub(super) fn write(&mut self, name: &str, text: String) {
        self.texts.insert(name.to_owned(), text);
    }

    /// A text that stands for a container.
    fn keep_object(&mut self, bytes: Vec<u8>) -> String {
        self.objects.push(bytes);
        format!("{OBJECT}{}", self.objects.len() - 1)
    }

    fn object(&self, text: &str) -> Option<&[u8]> {
        let number: usize = text.strip_prefix(OBJECT)?.parse().ok()?;
        self.objects.get(number).map(Vec::as_slice)
    }
}

/// Runs a program; says why, where it fails.
pub(super) fn run_tool(
    words: &[&str],
    streams: &mut Streams,
    files: &mut Files,
) -> Result<Option<String>, Stop> {
    let Some((name, arguments)) = words.split_first() else { return unknown("an empty command") };
    match *name {
        "opt" => opt(arguments, streams, files),
        "llc" => llc(arguments, streams, files),
        "FileCheck" => check(arguments, streams, files),
        "dxil-dis" => {
            read_input(arguments, streams, files)?;
            dis(streams, files)
        }
        "obj2yaml" => {
            read_input(arguments, streams, files)?;
            obj2yaml(streams, files)
        }
        "llvm-objcopy" => {
            let &[option, from] = arguments else { return unknown("llvm-objcopy with other options") };
            dump_section(option, from, files)
        }
        "split-file" => {
            let &[from, to] = arguments else { return unknown("split-file with options") };
            let split = split_file(&files.read(from)?).map_err(Stop::Failed)?;
            split.into_iter().for_each(|(name, text)| files.write(&format!("{to}/{name}"), text));
            Ok(None)
        }
        _ => unknown(format!("{name} is not here")),
    }
}

fn check(arguments: &[&str], streams: &Streams, files: &Files) -> Result<Option<String>, Stop> {
    let (options, names) = filecheck::Options::of_arguments(arguments).map_err(Stop::Unknown)?;
    let [name] = names[..] else { return unknown("FileCheck with several files") };
    let checks = files.read(name)?;
    let result = Checks::parse(&checks, &options).and_then(|checks| checks.check(&streams.input));
    Ok(result.err().map(|failure| failure.to_string()))
}

/// The data layout of LLVM's target for DXIL, of LLVM 22 and of LLVM 23.
const DATA_LAYOUTS: [&str; 2] = [
    "target datalayout = \
    \"e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64\"",
    "target datalayout = \
    \"e-m:e-ve-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64\"",
];

/// What `opt` and `llc` are told.
#[derive(Default)]
struct Told {
    passes: Vec<String>,
    triple: Option<String>,
    input: Option<String>,
    output: Option<String>,
    is_object: bool,
    /// The pass behind which `llc` begins.
    start_after: Option<String>,
    /// The pass after which `llc` prints the module, instead of emitting code.
    stop_after: Option<String>,
    /// `-disable-dxil-remove-unused-resources`.
    keeps_resources: bool,
}

/// The pass that LLVM 23 added to its back end.
const REMOVE_RESOURCES: &str = "dxil-remove-unused-resources";

fn told(arguments: &[&str], is_llc: bool) -> Result<Told, Stop> {
    let mut told = Told::default();
    let mut words = arguments.iter().copied();
    while let Some(word) = words.next() {
        let option =
            word.strip_prefix("--").or_else(|| word.strip_prefix('-').filter(|rest| !rest.is_empty()));
        let Some(option) = option else {
            if word != "-" {
                told.input = Some(word.to_owned());
            }
            continue;
        };
        let (name, value) =
            option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
        match (name, value) {
            ("S", None) | ("disable-output", None) => {}
            ("o", None) => told.output = words.next().map(str::to_owned),
            ("mtriple", Some(triple)) => told.triple = Some(triple.to_owned()),
            ("mtriple", None) => told.triple = words.next().map(str::to_owned),
            ("start-after", Some(pass)) => told.start_after = Some(pass.to_owned()),
            ("stop-after", Some(pass)) => told.stop_after = Some(pass.to_owned()),
            ("disable-dxil-remove-unused-resources", None) => told.keeps_resources = true,
            ("O1" | "O2" | "O3", None) if is_llc => {}
            ("filetype", Some(kind)) => told.is_object = kind == "obj",
            ("passes", Some(list)) => told.passes.extend(pass_names(list)),
            (name, None) => told.passes.push(name.to_owned()),
            _ => return unknown(format!("option {word} is not here")),
        }
    }
    Ok(told)
}

/// The names in a list of passes, whatever they are run over.
fn pass_names(list: &str) -> Vec<String> {
    let mut plain = list.to_owned();
    for level in ["module(", "function("] {
        plain = plain.replace(level, "");
    }
    let plain = plain.replace(')', "");
    plain.split(',').map(|name| name.trim().to_owned()).collect()
}

/// The module that a command reads, if it can be read.
fn module(told: &Told, streams: &Streams, files: &Files) -> Result<Result<Module, String>, Stop> {
    let source = match &told.input {
        Some(name) => files.read(name)?,
        None => streams.input.clone(),
    };
    // LLVM knows the target's layout, and with it how memory is aligned that does not say so.
    let is_there = source.lines().any(|line| line.trim_start().starts_with("target datalayout"));
    let [of_22, of_23] = DATA_LAYOUTS;
    let layout = if files.llvm >= LlvmVersion::V23 { of_23 } else { of_22 };
    let text = if is_there { source.clone() } else { source.clone() + "\n" + layout + "\n" };
    let parsed = dxil_text::parse_as(text.as_bytes(), Dialect::Modern);
    Ok(match parsed {
        Ok(parsed) => {
            let mut module = parsed.module;
            if let Some(triple) = &told.triple {
                module.triple = triple.as_str().into();
            }
            mangle_for(&mut module, files.llvm);
            Ok(module)
        }
        Err(errors) => Err(parse_errors(&errors, &source)),
    })
}

/// Names intrinsics as a version of LLVM does that has other overloads than the oldest version, whose names the parser
/// chooses for a call without a declaration.
fn mangle_for(module: &mut Module, llvm: LlvmVersion) {
    if llvm == LlvmVersion::OLDEST {
        return;
    }
    let names: Vec<_> = module
        .globals
        .iter()
        .filter_map(|(id, global)| {
            let row = intrinsics::find_in(llvm, intrinsics::find_newest(&global.name)?.name)?;
            let overloads = row.overloads(&module.types, global.value_type)?;
            Some((id, row.mangled_name(&module.types, &overloads)?))
        })
        .collect();
    for (id, name) in names {
        let is_new = module.global_named(name.as_ref()).is_none();
        if let Some(global) = module.globals.get_mut(id).filter(|_| is_new) {
            global.name = name;
        }
    }
}

/// Formats the errors of the parser as LLVM's tools do: location, message, and the line in the source.
fn parse_errors(errors: &dxil_text::ParseErrors, source: &str) -> String {
    let mut text = String::new();
    for error in errors.errors() {
        let line = source.lines().nth(error.line.saturating_sub(1)).unwrap_or_default();
        let _ = writeln!(text, "<stdin>:{}:{}: error: {}\n{line}", error.line, error.column, error.message);
    }
    text
}

fn say(streams: &mut Streams, why: &str) -> Option<String> {
    for line in why.lines() {
        let _ = writeln!(streams.errors, "error: {line}");
    }
    Some(why.to_owned())
}

fn put(told: &Told, text: String, streams: &mut Streams, files: &mut Files) {
    match &told.output {
        Some(name) if name != "-" => {
            if name != "/dev/null" {
                files.write(name, text);
            }
        }
        _ => streams.output.push_str(&text),
    }
}

/// The assembly of a module, after the line that LLVM's printer writes first.
fn printed(module: &Module, llvm: LlvmVersion) -> Result<String, Stop> {
    let mut text = String::from("; ModuleID = '<stdin>'\n");
    dxil_text::print_for(module, llvm, &mut text).map_err(|error| Stop::Failed(error.to_string()))?;
    Ok(text)
}

/// What shows the resources of a module.
const TABLE: &str = "dxil-pretty-printer";
/// What shows the flags of a module.
const FLAGS: &str = "print-dx-shader-flags";
/// What shows root signatures, and refuses those that are none.
const SIGNATURES: &str = "print<dxil-root-signature>";
/// Passes that LLVM has other names for.
const OUR_NAMES: [(&str, &str); 2] =
    [(SIGNATURES, "dxil-root-signature"), ("scalarizer<load-store>", "scalarizer")];
/// What LLVM runs before some passes, and none of ours needs: they find out by themselves, or look at a whole module.
const IGNORED: [&str; 2] = ["dxil-resource-type", "verify"];

/// Passes that are not here, and why none is missed.
const ELSEWHERE: [(&str, &str); 3] = [
    ("dxil-data-scalarization", "scalarizer makes arrays of vectors in memory, too"),
    ("dxil-upgrade", "upgrade reads DXIL"),
    ("dse", "flatten takes out stores that nobody reads"),
];

fn opt(arguments: &[&str], streams: &mut Streams, files: &mut Files) -> Result<Option<String>, Stop> {
    let told = told(arguments, false)?;
    let mut passes: Vec<&str> = told.passes.iter().map(|name| name.as_str()).collect();
    for pass in &mut passes {
        if let Some((_, ours)) = OUR_NAMES.iter().find(|(theirs, _)| theirs == pass) {
            *pass = ours;
        }
    }
    passes.retain(|name| !IGNORED.contains(name));
    let is_known = |name: &&str| {
        [FLAGS, TABLE].contains(name) || PARTS.contains(name) || lower::list().any(|row| is_row(&row, name))
    };
    if let Some(other) = passes.iter().find(|name| !is_known(name)) {
        let why = ELSEWHERE.iter().find(|(name, _)| name == other).map(|(_, why)| format!(": {why}"));
        return unknown(format!("pass {other} is not here{}", why.unwrap_or_default()));
    }
    let module = match module(&told, streams, files)? {
        Ok(module) => module,
        Err(why) => {
            streams.errors.push_str(&why);
            return Ok(Some(why));
        }
    };
    if passes == [FLAGS] {
        return Ok(match shader_flags::printed(&module).map_err(|error| told_as_llvm(&error)) {
            Ok(text) => {
                put(&told, text, streams, files);
                None
            }
            Err(why) => say(streams, &why),
        });
    }
    if passes == [TABLE] {
        let table = match resource_table::printed(&module).map_err(|error| told_as_llvm(&error)) {
            Ok(table) => table,
            Err(why) => return Ok(say(streams, &why)),
        };
        streams.errors.push_str(&table);
        put(&told, printed(&module, files.llvm)?, streams, files);
        return Ok(None);
    }
    if passes.iter().any(|name| PARTS.contains(name)) {
        let others: Vec<&str> = passes.iter().copied().filter(|name| !PARTS.contains(name)).collect();
        let made = each_error(module, |module| lower::run_passes(module, &others));
        return Ok(
            match made.and_then(|module| Ok((container(module.clone(), &told, files.llvm)?, module))) {
                Ok((bytes, module)) => {
                    let variables = variables(&bytes, &passes).map_err(Stop::Failed)?;
                    let text = with_variables(&printed(&module, files.llvm)?, &variables);
                    put(&told, text, streams, files);
                    None
                }
                Err(why) => say(streams, &why),
            },
        );
    }
    let shows_signatures = told.passes.iter().any(|name| name == SIGNATURES);
    let signatures = shows_signatures.then(|| root_signatures::printed(module.clone()));
    let made = each_error(module, |module| lower::run_passes(module, &passes));
    // LLVM 22 shows root signatures only if all are valid.
    if made.is_ok() || files.llvm >= LlvmVersion::V23 {
        streams.errors.extend(signatures.and_then(Result::ok));
    }
    Ok(match made {
        Ok(module) => {
            put(&told, printed(&module, files.llvm)?, streams, files);
            None
        }
        Err(why) => say(streams, &why),
    })
}

/// Operations that LLVM has other names for than DXC.
const OTHER_NAMES: [(&str, &str); 15] = [
    ("Acos", "ACos"),
    ("Asin", "ASin"),
    ("Atan", "ATan"),
    ("Exp", "Exp2"),
    ("Frc", "Frac"),
    ("Hcos", "HCos"),
    ("Hsin", "HSin"),
    ("Htan", "HTan"),
    ("Log", "Log2"),
    ("Round_ne", "Round"),
    ("Round_ni", "Floor"),
    ("Round_pi", "Ceil"),
    ("Round_z", "Trunc"),
    ("Rsqrt", "RSqrt"),
    ("Bfrev", "Rbits"),
];

/// What begins errors that LLVM tells without their function.
const WITHOUT_PLACE: [&str; 4] = ["Handle at ", "Load at ", "Load of ", "Unsupported intrinsic "];

/// An error with its function before it, as LLVM tells errors.
fn told_as_llvm(error: &PassError) -> String {
    let mut kind = error.kind().to_string();
    for (ours, theirs) in OTHER_NAMES {
        kind = kind.replace(&format!("create {ours} operation"), &format!("create {theirs} operation"));
    }
    let has_place = !WITHOUT_PLACE.iter().any(|words| kind.starts_with(words));
    match function_of(error).filter(|_| has_place) {
        Some(function) => format!("<unknown>:0:0: in function {function}: {kind}"),
        None => kind,
    }
}

/// Returns true if a row is the stage or the pass with this name.
fn is_row(row: &Row, name: &str) -> bool {
    row.stage == name || row.pass == name
}

/// Lowers a module by the passes that LLVM's `llc` runs with these options.
fn lowered(module: Module, told: &Told, llvm: LlvmVersion) -> Result<Module, String> {
    let start_after = told.start_after.as_deref();
    let before = start_after.and_then(|name| lower::list().position(|row| is_row(&row, name)));
    let before = lower::list().take(before.map_or(0, |place| place + 1));
    let mut except: Vec<String> = before.map(|row| row.stage.to_owned()).collect();
    if told.keeps_resources || llvm < LlvmVersion::V23 {
        except.push(REMOVE_RESOURCES.to_owned());
    }
    let selection = Selection { except, stop_after: told.stop_after.clone(), ..Selection::default() };
    let options = Options { back_end_only: true, debug_information: true, ..Options::default() };
    each_error(module, |module| lower::lower(module, &options, &selection, None))
}

/// What passes make of a module, or the first error of each function: LLVM goes on behind an error, our passes do when
/// the function is gone.
fn each_error(
    mut module: Module,
    passes: impl Fn(Module) -> Result<Module, PassError>,
) -> Result<Module, String> {
    let mut told = String::new();
    loop {
        let error = match passes(module.clone()) {
            Ok(made) if told.is_empty() => return Ok(made),
            Ok(_) => return Err(told),
            Err(error) => error,
        };
        told.push_str(&told_as_llvm(&error));
        told.push('\n');
        let at = function_of(&error).and_then(|name| module.global_named(name.into()));
        let function = at.and_then(|id| module.globals.get_mut(id)).and_then(|global| global.function_mut());
        match function.and_then(|function| function.body.take()) {
            Some(_) => {}
            None => return Err(told),
        }
    }
}

/// The function that an error is in.
fn function_of(error: &PassError) -> Option<&str> {
    error.path().find_map(|frame| match frame {
        Frame::Name(name) => name.strip_prefix("function "),
        _ => None,
    })
}

/// The lowered module as modern LLVM IR, and the table of its resources.
fn finished(module: Module, told: &Told, llvm: LlvmVersion) -> Result<(Module, String), String> {
    if told.stop_after.is_some() {
        return Ok((lowered(module, told, llvm)?, String::new()));
    }
    let triple = match (Profile::of(&module), module.triple.to_string().strip_prefix("dxil-")) {
        (Some(Profile { dxil: (major, minor), .. }), Some(rest)) => format!("dxilv{major}.{minor}-{rest}"),
        _ => module.triple.to_string(),
    };
    let lowered = lowered(module, told, llvm)?;
    let table = resource_table::of(&lowered);
    let mut module = modernized(&lowered).map_err(|error| error.to_string())?;
    // The triple of DXIL is that of its bitcode alone.
    module.triple = triple.into();
    Ok((module, table))
}

/// The container of a module.
fn container(module: Module, told: &Told, llvm: LlvmVersion) -> Result<Vec<u8>, String> {
    if let Some(signature) = lower::root_signature(&module).map_err(|error| told_as_llvm(&error))? {
        let mut builder = ContainerBuilder::new();
        builder.push(FourCc::RTS0, signature.arrange(None).map_err(|error| error.to_string())?);
        return builder.build(Signing::Zero).map_err(|error| error.to_string());
    }
    let lowered = lowered(module, told, llvm)?;
    // LLVM does not sign containers.
    let options = assemble::Options { signing: Signing::Zero, ..Default::default() };
    assemble::assemble(lowered, &options).map_err(|error| error.to_string())
}

fn llc(arguments: &[&str], streams: &mut Streams, files: &mut Files) -> Result<Option<String>, Stop> {
    let told = told(arguments, true)?;
    if let Some(other) = told.passes.first() {
        return unknown(format!("llc -{other} is not here"));
    }
    let mut named = told.start_after.iter().chain(&told.stop_after);
    if let Some(name) = named.find(|name| !lower::list().any(|row| is_row(&row, name))) {
        return unknown(format!("pass {name} is not here"));
    }
    let module = match module(&told, streams, files)? {
        Ok(module) => module,
        Err(why) => {
            streams.errors.push_str(&why);
            return Ok(Some(why));
        }
    };
    let made = if told.is_object {
        container(module, &told, files.llvm).map(|bytes| files.keep_object(bytes))
    } else {
        match finished(module, &told, files.llvm) {
            Ok((module, table)) => Ok(table + &printed(&module, files.llvm)?),
            Err(why) => Err(why),
        }
    };
    Ok(match made {
        Ok(text) => {
            put(&told, text, streams, files);
            None
        }
        Err(why) => say(streams, &why),
    })
}

fn dis(streams: &mut Streams, files: &Files) -> Result<Option<String>, Stop> {
    let Some(bytes) = files.object(&streams.input) else {
        streams.output = streams.input.clone();
        return Ok(Some("no object".to_owned()));
    };
    let failed = |error: &dyn std::fmt::Display| Stop::Failed(error.to_string());
    // Debug information is in a part of its own, with the program again.
    let bitcode = match Container::parse(bytes) {
        Ok(container) => program_of(&container, &[FourCc::ILDB, FourCc::DXIL])?.to_vec(),
        Err(_) => bytes.to_vec(),
    };
    let module = dxil_ir::bitcode::read(&bitcode, 0).map_err(|error| failed(&error))?;
    streams.output = printed(&module, files.llvm)?;
    Ok(None)
}

/// The bitcode in the first part that a container has of some.
fn program_of<'c>(container: &Container<'c>, names: &[FourCc]) -> Result<&'c [u8], Stop> {
    let find = |name: &FourCc| container.parts().iter().find(|part| part.name == *name);
    let part = names.iter().find_map(find).ok_or_else(|| Stop::Failed("no program".to_owned()))?;
    let program =
        ProgramPart::parse(container.payload(part)).map_err(|error| Stop::Failed(error.to_string()))?;
    Ok(program.bitcode)
}

/// Makes the file that a command names its input, if it names one.
fn read_input(arguments: &[&str], streams: &mut Streams, files: &Files) -> Result<(), Stop> {
    match arguments {
        [] | ["-o", "-"] | ["-"] => {}
        [name] | [name, "-o", "-"] => streams.input = files.read(name)?,
        _ => return unknown(format!("options {}", arguments.join(" "))),
    }
    Ok(())
}

/// `llvm-objcopy --dump-section=ILDB=FILE CONTAINER`: writes the program of a part to a file.
fn dump_section(option: &str, from: &str, files: &mut Files) -> Result<Option<String>, Stop> {
    let section = option.strip_prefix("--dump-section=").and_then(|section| section.split_once('='));
    let Some((name, to)) = section else { return unknown(format!("llvm-objcopy {option}")) };
    let text = files.read(from)?;
    let Some(bytes) = files.object(&text).map(<[u8]>::to_vec) else {
        return Ok(Some("no object".to_owned()));
    };
    let container = Container::parse(&bytes).map_err(|error| Stop::Failed(error.to_string()))?;
    let Ok(name) = <[u8; 4]>::try_from(name.as_bytes()) else { return unknown(format!("section {name}")) };
    let bitcode = match program_of(&container, &[FourCc(name)]) {
        Ok(bitcode) => bitcode.to_vec(),
        Err(_) => return Ok(Some(format!("no section {}", FourCc(name)))),
    };
    let object = files.keep_object(bitcode);
    files.write(to, object);
    Ok(None)
}

fn obj2yaml(streams: &mut Streams, files: &Files) -> Result<Option<String>, Stop> {
    let Some(bytes) = files.object(&streams.input) else {
        return Ok(Some("no object".to_owned()));
    };
    let container = Container::parse(bytes).map_err(|error| Stop::Failed(error.to_string()))?;
    let version =
        if files.llvm >= LlvmVersion::V23 { yaml::LlvmVersion::V23 } else { yaml::LlvmVersion::V22 };
    streams.output = yaml::print_llvm(&container, version);
    Ok(None)
}
