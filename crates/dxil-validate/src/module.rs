//! The rules of programs, whatever they lie in. One file a concern in `module/`; this one says in which order they are
//! asked, which is the order of the findings.
//!
//! Conditions are those of the public validator of DXIL, `lib/DxilValidation/` of DirectXShaderCompiler, in words and
//! forms of our own: where a rule's sentence leaves open what exactly is asked, the check says it.
//!
//! Nothing here recurses over what a module holds, and all time and memory grow with the module: what walks from use to
//! use keeps notes of where it has been.

mod barriers;
mod bitcode;
mod bound_resource;
mod checked_call;
mod compatibility;
mod constant_buffers;
mod context;
mod control_flow;
mod counters;
mod entries;
mod functions;
mod globals;
mod handle_arguments;
mod handles;
mod instruction_metadata;
mod instructions;
mod linear_algebra;
mod loads_and_stores;
mod math;
mod memory;
mod mesh;
mod metadata;
mod module_facts;
mod names;
mod node_records;
mod operations;
mod outputs;
mod packing;
mod rays;
mod resource_variables;
mod resources;
mod sampling;
mod signature;
mod signature_elements;
mod signature_operations;
mod signatures;
mod site;
mod types;
mod uses;
mod waves;

use dxil::DxilError;
use dxil::derive::Functions;
use dxil::shader::Shader;
use dxil_ir::{Module, SymbolReferences};

use crate::generated::bounds;
use crate::options::Options;
use crate::reflection::Reflection;
use crate::report::Report;
use crate::validated::Validated;
use context::Context;
use control_flow::Loops;

/// Validates a module, which is given back.
pub fn validate_module(module: Module, options: &Options<'_>) -> Validated {
    let mut report = Report::for_options(options);
    let (shader, errors) = Shader::read_partly(&module);
    check(&module, &shader, &errors, &Reflection::default(), &mut report);
    Validated { report, module: Some(module), shader: Some(shader), debug_module: None }
}

/// The same for those who want nothing but the report.
pub fn report_on_module(module: &Module, options: &Options<'_>) -> Report {
    let mut report = Report::for_options(options);
    let (shader, errors) = Shader::read_partly(module);
    check(module, &shader, &errors, &Reflection::default(), &mut report);
    report
}

/// Checks that a module is well-formed IR, whatever program it is; what is found is added to a report. Says whether it
/// is.
pub fn validate_ir(module: &Module, report: &mut Report) -> bool {
    bitcode::check(module, |_, _, _| {}, report)
}

/// Checks a module, with what it says of its shader and what of that cannot be read; names of resources that it lacks
/// are those of the reflection. Gives what the functions do and name, where that could be told, for those who derive
/// parts from it.
pub(crate) fn check(
    module: &Module,
    shader: &Shader,
    errors: &[DxilError],
    reflection: &Reflection<'_>,
    report: &mut Report,
) -> Option<(Functions, SymbolReferences)> {
    // What follows is about programs that are well-formed.
    let mut loops = Loops::default();
    if !bitcode::check(module, |function, flow, dominators| loops.judge(function, flow, dominators), report) {
        return None;
    }
    if !metadata::check_form(module, shader, errors, report) {
        return None;
    }
    let context = Context::of(module, shader, reflection, report)?;
    metadata::check(&context, report);
    waves::check_tags(&context, report);
    let handles = handles::Handles::of(&context, report);
    let mut outputs = outputs::Written::of(&context);
    entries::check(&context, report);
    globals::check(&context, report);
    resources::check(&context, report);
    control_flow::check(&context, &loops, report);
    node_records::check(&context, report);
    functions::check(&context, &handles, &mut outputs, report);
    let functions = compatibility::check(&context, report);
    signatures::check(&context, &outputs, report);
    outputs.check(&context, report);
    functions.map(|functions| (functions, context.mentions))
}
