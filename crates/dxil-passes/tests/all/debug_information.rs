//! Debug information of clang's HLSL front end after `lower`: the source lines of instructions, and the source
//! variables with a known value.
//!
//! Clang 22 and clang 23 compiled `tests/debug/*.ll` with `-debug-info-kind=standalone`, `limited` or `constructor` and
//! DWARF 2, 4 or 5. The HLSL source is in the metadata `dx.source.contents`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use bstr::BString;
use dxil_ir::constants::ConstantKind;
use dxil_ir::debug_records::{DebugRecord, DebugRecordKind, DebugValue, DebugVariable};
use dxil_ir::metadata::{Metadata, node_of};
use dxil_ir::{Body, Dialect, Instruction, MetadataId, Module, Op, Value, ValueKind, verify};
use dxil_passes::lower::{self, Profile, lower};
use dxil_passes::pass_manager::Selection;
use testkit::{Failed, Test, tests};

pub(crate) const TESTS: &[Test] =
    tests![lines_and_variables_are_kept, code_does_not_depend_on_debug_information];

/// The source lines and variables of a program that the lowered program keeps, and all of them.
#[derive(Debug, PartialEq, Eq)]
struct Kept {
    /// Lines of instructions of the input that instructions of the output have.
    lines: (usize, usize),
    /// Lines of instructions of the input that instructions or descriptions of variables (`llvm.dbg.value`) have.
    described_lines: (usize, usize),
    /// Variables and parameters of the HLSL source.
    variables: (usize, usize),
    /// Parameters and variables of clang's built-in functions, such as the subscript operator of a buffer.
    built_in: (usize, usize),
    /// Global variables: resources, group-shared and static variables.
    globals: (usize, usize),
}

/// The name of each file in `tests/debug`, and the counts. An instruction of unoptimized code is lost if it only stores
/// to a variable; the description of the variable has its line. The lost variables of built-in functions are the names
/// of resources (`char *`).
const EXPECTED: [(&str, Kept); 8] = [
    (
        "bounds_O0.ll",
        Kept {
            lines: (3, 3),
            described_lines: (3, 3),
            variables: (1, 1),
            built_in: (13, 14),
            globals: (2, 2),
        },
    ),
    (
        "flow_O1.ll",
        Kept {
            lines: (17, 17),
            described_lines: (17, 17),
            variables: (12, 12),
            built_in: (7, 8),
            globals: (1, 1),
        },
    ),
    (
        "handles_O0.ll",
        Kept {
            lines: (19, 21),
            described_lines: (21, 21),
            variables: (22, 22),
            built_in: (39, 42),
            globals: (3, 3),
        },
    ),
    (
        "handles_O3.ll",
        Kept {
            lines: (17, 18),
            described_lines: (17, 18),
            variables: (18, 18),
            built_in: (18, 21),
            globals: (3, 3),
        },
    ),
    (
        "kinds_O0.ll",
        Kept {
            lines: (16, 20),
            described_lines: (18, 20),
            variables: (14, 14),
            built_in: (27, 29),
            globals: (5, 5),
        },
    ),
    (
        "kinds_O1.ll",
        Kept {
            lines: (14, 14),
            described_lines: (14, 14),
            variables: (10, 10),
            built_in: (13, 15),
            globals: (5, 5),
        },
    ),
    (
        "library_O1.ll",
        Kept { lines: (5, 5), described_lines: (5, 5), variables: (6, 6), built_in: (6, 7), globals: (1, 1) },
    ),
    (
        "lines_O0.ll",
        Kept {
            lines: (7, 10),
            described_lines: (10, 10),
            variables: (7, 7),
            built_in: (13, 14),
            globals: (2, 2),
        },
    ),
];

fn lines_and_variables_are_kept() -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/debug");
    let expected: BTreeMap<&str, &Kept> = EXPECTED.iter().map(|(name, kept)| (*name, kept)).collect();
    let mut failures = String::new();
    let mut found = BTreeSet::new();
    for path in testkit::corpus::files(&folder) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let module = parse(&fs::read_to_string(&path)?)?;
        let lowered = lowered(&module, true)?;
        if let Some(finding) = verify(&lowered).findings.first() {
            writeln!(failures, "{name}: {}: {}", finding.place.show(&lowered), finding.message)?;
        }
        let (was, is) = (Described::of(&module), Described::of(&lowered));
        let variables = |in_source: bool| {
            let all = was.known.iter().filter(|variable| variable.in_source == in_source);
            (all.clone().filter(|variable| is.known.contains(*variable)).count(), all.count())
        };
        let lines = |lines: &BTreeSet<u32>| (was.lines.intersection(lines).count(), was.lines.len());
        let kept = Kept {
            lines: lines(&is.lines),
            described_lines: lines(&is.lines.union(&is.described_lines).copied().collect()),
            variables: variables(true),
            built_in: variables(false),
            globals: (was.globals.intersection(&is.globals).count(), was.globals.len()),
        };
        if expected.get(name.as_str()) != Some(&&kept) {
            writeln!(failures, "(\"{name}\", {kept:?}),")?;
        }
        found.insert(name);
    }
    let missing = expected.keys().filter(|name| !found.contains(**name));
    missing.for_each(|name| _ = writeln!(failures, "{name} does not exist"));
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}

/// Compares the program without debug information (`-g` and the removal of debug information) with the program that is
/// lowered without `-g`.
fn code_does_not_depend_on_debug_information() -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/debug");
    let mut failures = String::new();
    for path in testkit::corpus::files(&folder) {
        let module = parse(&fs::read_to_string(&path)?)?;
        let codes = [true, false].map(|kept| lowered(&module, kept).map(|lowered| code(&lowered)));
        let [with, without] = codes;
        let (with, without) = (with?, without?);
        if with != without {
            let diff = similar::TextDiff::from_lines(without.as_str(), with.as_str());
            writeln!(failures, "{}:\n{}", path.display(), diff.unified_diff())?;
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}

/// The instructions of all functions, without debug information.
fn code(module: &Module) -> String {
    let mut text = String::new();
    dxil_text::print(module, &mut text).unwrap();
    let is_code = |line: &&str| line.starts_with("  ") && !line.contains("@llvm.dbg.");
    let lines = text.lines().filter(is_code).map(|line| line.split(", !").next().unwrap_or(line));
    lines.map(|line| format!("{line}\n")).collect()
}

fn parse(source: &str) -> Result<Module, Failed> {
    let parsed = dxil_text::parse_as(source.as_bytes(), Dialect::Modern)
        .map_err(|errors| errors.shown("input", source.as_bytes()).to_string())?;
    Ok(parsed.module)
}

fn lowered(module: &Module, debug_information: bool) -> Result<Module, Failed> {
    let options = lower::Options { debug_information, ..lower::Options::default() };
    Ok(lower(module.clone(), &options, &Selection::default(), None).map_err(|error| error.to_string())?)
}

/// A source variable: name, line, parameter number and function.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Variable {
    name: String,
    line: u64,
    parameter: u64,
    function: String,
    /// False for variables of clang's built-in functions.
    in_source: bool,
}

/// The debug information of the code of a program.
#[derive(Debug, Default)]
struct Described {
    /// Lines of the HLSL source that instructions have, including the lines of inlined calls.
    lines: BTreeSet<u32>,
    /// Lines that descriptions of variables have.
    described_lines: BTreeSet<u32>,
    /// The variables that have a known value or location somewhere.
    known: BTreeSet<Variable>,
    /// The names of global variables.
    globals: BTreeSet<String>,
}

impl Described {
    fn of(module: &Module) -> Self {
        let all = module.metadata.iter().map(|(id, _)| id);
        let globals = all.filter(|id| node_name(module, *id) == Some("DIGlobalVariable"));
        let globals = globals.map(|id| string(module, id, "name")).collect();
        let mut described = Self { globals, ..Self::default() };
        let entries = match module.dialect {
            Dialect::Modern => entry_points(module),
            Dialect::Dxil37 => Vec::new(),
        };
        for (_, global, body) in module.bodies() {
            // Clang keeps functions that it has inlined; `lower` removes them.
            if module.dialect == Dialect::Modern && !entries.contains(&global.name) {
                continue;
            }
            for record in body.debug_records.iter() {
                described.record(module, body, record);
            }
            body.each_instruction(|_, instruction| described.instruction(module, body, instruction));
        }
        described
    }

    fn record(&mut self, module: &Module, body: &Body, record: &DebugRecord) {
        let (DebugRecordKind::Value(variable)
        | DebugRecordKind::Declare(variable)
        | DebugRecordKind::DeclareValue(variable)
        | DebugRecordKind::Assign { variable, .. }) = &record.kind
        else {
            return;
        };
        let DebugVariable { value, variable: id, .. } = variable;
        let address = match &record.kind {
            DebugRecordKind::Assign { address, .. } => Some(address),
            _ => None,
        };
        let is_any_known = [Some(value), address].into_iter().flatten().any(|value| match value {
            DebugValue::Value(value) => is_known(module, *value),
            DebugValue::List(values) => values.iter().all(|value| is_known(module, *value)),
            DebugValue::Gone(_) | DebugValue::Node(_) => false,
        });
        assert!(body.location(record.location).is_some(), "a record has a location");
        if is_any_known {
            self.known.insert(variable_of(module, *id));
        }
    }

    fn instruction(&mut self, module: &Module, body: &Body, instruction: &Instruction) {
        let call = called(module, &instruction.op).unwrap_or_default();
        let is_description = call.starts_with(b"llvm.dbg.");
        if let (true, Op::Call { arguments, .. }) = (is_description, &instruction.op) {
            self.call(module, arguments.as_slice(&body.lists.values));
        }
        let location = instruction.location.expand().and_then(|id| body.location(id));
        let Some(location) = location.filter(|_| !call.starts_with(b"llvm.lifetime.")) else { return };
        let lines = if is_description { &mut self.described_lines } else { &mut self.lines };
        let mut add = |line: u32, scope: Option<MetadataId>| {
            if line != 0 && scope.is_some_and(|scope| is_in_source(module, scope)) {
                lines.insert(line);
            }
        };
        add(location.line, location.scope.expand());
        let mut caller = location.inlined_at.expand();
        while let Some(at) = caller {
            add(number(module, at, "line") as u32, node_of(number(module, at, "scope") + 1));
            caller = node_of(number(module, at, "inlinedAt"));
        }
    }

    /// Adds the variable of a call of `llvm.dbg.value` or `llvm.dbg.declare`.
    fn call(&mut self, module: &Module, arguments: &[Value]) {
        let is_any_known = match arguments[0].kind() {
            ValueKind::LocalMetadata(_) => true,
            ValueKind::Metadata(id) => match module.metadata.get(id) {
                Some(Metadata::Value(_, value)) => is_known(module, value),
                _ => false,
            },
            _ => false,
        };
        let variable = arguments.iter().find_map(|argument| match argument.kind() {
            ValueKind::Metadata(id) if node_name(module, id) == Some("DILocalVariable") => Some(id),
            _ => None,
        });
        if let (true, Some(id)) = (is_any_known, variable) {
            self.known.insert(variable_of(module, id));
        }
    }
}

fn entry_points(module: &Module) -> Vec<BString> {
    let profile = Profile::of(module).expect("the triple has a profile");
    lower::entry_points(module, profile).unwrap().into_iter().map(|entry| entry.name).collect()
}

/// The name of the called function.
fn called<'m>(module: &'m Module, op: &Op) -> Option<&'m [u8]> {
    let Op::Call { callee, .. } = op else { return None };
    let ValueKind::Global(callee) = callee.kind() else { return None };
    module.globals.get(callee).map(|global| global.name.as_slice())
}

/// Returns true if a value is not `undef` or `poison`.
fn is_known(module: &Module, value: Value) -> bool {
    let ValueKind::Constant(id) = value.kind() else { return true };
    let constant = module.constants.get(id).unwrap();
    !matches!(constant.kind, ConstantKind::Undef | ConstantKind::Poison)
}

fn node_name(module: &Module, id: MetadataId) -> Option<&'static str> {
    module.metadata.get(id)?.row().map(|row| row.name)
}

/// The number in a field of a node; 0 if the node does not have the field.
fn number(module: &Module, id: MetadataId, field: &str) -> u64 {
    let Some(metadata) = module.metadata.get(id) else { return 0 };
    let (Metadata::Node { fields, .. }, Some(row)) = (metadata, metadata.row()) else { return 0 };
    let index = row.field(field);
    index.and_then(|index| module.metadata.numbers(fields).get(index)).copied().unwrap_or(0)
}

fn string(module: &Module, id: MetadataId, field: &str) -> String {
    match node_of(number(module, id, field)).and_then(|id| module.metadata.get(id)) {
        Some(Metadata::String(span)) => module.metadata.string(span).to_string(),
        _ => String::new(),
    }
}

/// Returns true if a scope is in the HLSL source. Clang's built-in functions have another file.
fn is_in_source(module: &Module, scope: MetadataId) -> bool {
    match node_of(number(module, scope, "file")) {
        Some(file) => string(module, file, "filename").ends_with(".hlsl"),
        None => node_of(number(module, scope, "scope")).is_some_and(|outer| is_in_source(module, outer)),
    }
}

fn variable_of(module: &Module, id: MetadataId) -> Variable {
    let mut scope = node_of(number(module, id, "scope"));
    while let Some(block) = scope.filter(|scope| node_name(module, *scope) != Some("DISubprogram")) {
        scope = node_of(number(module, block, "scope"));
    }
    let function = scope.expect("a local variable is in a subprogram");
    let function = [string(module, function, "linkageName"), string(module, function, "name")].concat();
    let line = number(module, id, "line");
    Variable {
        name: string(module, id, "name"),
        line,
        parameter: number(module, id, "arg"),
        function,
        in_source: line != 0 && is_in_source(module, id),
    }
}
