//! Functions in assembly, called with values: what tests of operations and of control flow begin with.

use bstr::BStr;
use dxil::shader::Shader;
use dxil_ir::Module;
use dxil_run::{
    Bound, Dispatch, EntrySelector, FindingKind, Outcome, PrepareOptions, Program, Resources, RunError,
    RunOptions,
};

/// Reads assembly and prepares the function `f` in it for so many lanes.
pub(crate) fn prepare(source: &str, lanes: usize) -> Program {
    prepare_with(source, lanes, PrepareOptions::default())
}

/// The same with options.
pub(crate) fn prepare_with(source: &str, lanes: usize, options: PrepareOptions) -> Program {
    try_to_prepare(source, lanes, options).unwrap_or_else(|error| panic!("{}\n{source}", error.kind()))
}

/// What is said of the function `f` where it cannot be prepared.
pub(crate) fn refused(source: &str) -> String {
    let error = try_to_prepare(source, 1, PrepareOptions::default()).err();
    error.unwrap_or_else(|| panic!("it is prepared\n{source}")).kind().to_string()
}

fn try_to_prepare(source: &str, lanes: usize, options: PrepareOptions) -> Result<Program, RunError> {
    let module = dxil_text::parse(source.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    prepare_module(&module, lanes, options)
}

fn prepare_module(module: &Module, lanes: usize, options: PrepareOptions) -> Result<Program, RunError> {
    let shader = Shader::read(module).expect("its metadata is fine");
    let entrance = EntrySelector::Function(BStr::new("f"), lanes as u32);
    Program::prepare(module, &shader, entrance, options)
}

/// Calls the function `f` with each list of values, one a lane of a wave; gives each lane's results, and what was
/// found.
pub(crate) fn call_with(
    source: &str,
    arguments: &[Vec<u64>],
    options: RunOptions,
) -> (Vec<Vec<u64>>, Outcome) {
    call_program(&prepare(source, arguments.len()), arguments, options)
}

fn call_program(program: &Program, arguments: &[Vec<u64>], options: RunOptions) -> (Vec<Vec<u64>>, Outcome) {
    let resources = Resources::default();
    let bound = Bound::new(program, &resources);
    let dispatch = Dispatch::new(program, &bound, [1; 3], options).expect("its waves may have that size");
    dispatch.call(arguments, &mut ())
}

/// Calls the function `f` of a module that was built.
pub(crate) fn call_module(module: &Module, arguments: &[&[u64]]) -> Vec<u64> {
    let program = prepare_module(module, arguments.len(), PrepareOptions::default());
    let program = program.unwrap_or_else(|error| panic!("{}", error.kind()));
    let arguments: Vec<_> = arguments.iter().map(|values| values.to_vec()).collect();
    let (results, _) = call_program(&program, &arguments, RunOptions::default());
    results.iter().map(|results| results[0]).collect()
}

/// Calls the function `f` with each list of values, one a lane; gives each lane's one result. Nothing may be found.
pub(crate) fn call(source: &str, arguments: &[&[u64]]) -> Vec<u64> {
    let arguments: Vec<_> = arguments.iter().map(|values| values.to_vec()).collect();
    let (results, outcome) = call_with(source, &arguments, RunOptions::default());
    assert!(outcome.findings.is_empty(), "{:?}", outcome.findings);
    assert_eq!(outcome.stop, None);
    results.iter().map(|results| results[0]).collect()
}

/// The kinds of what was found, each once.
pub(crate) fn kinds(outcome: &Outcome) -> Vec<FindingKind> {
    let mut kinds: Vec<_> = outcome.findings.iter().map(|(_, kind, _)| kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}
