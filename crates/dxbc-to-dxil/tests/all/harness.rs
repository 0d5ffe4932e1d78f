//! Converts assembly programs, validates the containers with dxil-validate, and executes them with dxil-run.

use dx_bytecode::text;
use dx_container::Container;
use dx_container::FourCc;
use dx_container::enums::ResourceClass;
use dx_container::parts::program::ProgramPart;
use dxbc_to_dxil::{Options, Source, convert};
use dxil::shader::Shader;
use dxil_ir::bitcode;
use dxil_run::resources::{ALL_MAPPED, Buffer, Descriptor, Memory};
use dxil_run::{Bound, Dispatch, EntrySelector, FindingKind, PrepareOptions, Program, Resources, RunOptions};

/// The instructions of a run, after which a case fails.
const MAX_STEPS: u64 = 200_000;

/// A program without signatures.
pub(crate) fn assembled(source: &str) -> Source {
    let program = text::parse(source).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    Source {
        program,
        inputs: Vec::new(),
        outputs: Vec::new(),
        patch_constants: Vec::new(),
        reflection: None,
        root_signature: None,
    }
}

/// The valid container of a program.
pub(crate) fn converted(source: &Source, options: &Options, context: &str) -> Vec<u8> {
    let converted = convert(source, options).unwrap_or_else(|error| panic!("{context}: {error}"));
    let container = converted.container().unwrap_or_else(|error| panic!("{context}: {error}"));
    let report = dxil_validate::validate_container(&container, &dxil_validate::Options::default()).report;
    assert!(report.findings.is_empty(), "{context}: {:?}", report.findings);
    container
}

/// A compute shader with the given instructions, whose result is in `r0`, and the constants in `cb0`.
pub(crate) fn program(declarations: &str, instructions: &str) -> String {
    format!(
        "cs_5_0
dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps | enable11_1DoubleExtensions
dcl_constantbuffer CB0[8], dynamicIndexed
dcl_uav_raw u0
{declarations}
dcl_temps 8
dcl_thread_group 1, 1, 1
{instructions}
store_raw u0.xyzw, l(0), r0.xyzw
ret
"
    )
}

/// The results of a program of [`program`], which are equal for all models and with and without optimization.
pub(crate) fn result(source: &str, constants: &[[u32; 4]]) -> [u32; 4] {
    let source = assembled(source);
    let mut results = Vec::new();
    for model in [(6, 0), (6, 6)] {
        for optimize in [false, true] {
            let options = Options { model, optimize, ..Options::default() };
            let context = format!("model {model:?}, optimize: {optimize}");
            results.push(run(&converted(&source, &options, &context), constants, &context));
        }
    }
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "models differ: {results:x?}");
    results[0]
}

fn run(container: &[u8], constants: &[[u32; 4]], context: &str) -> [u32; 4] {
    let container = Container::parse(container).unwrap();
    let part: ProgramPart<'_> = container.view(FourCc::DXIL).unwrap().unwrap();
    let module = bitcode::read(part.bitcode, 0).unwrap();
    let shader = Shader::read(&module).unwrap();
    let program =
        Program::prepare(&module, &shader, EntrySelector::Shader(None), PrepareOptions::default()).unwrap();
    let mut words: Vec<u8> = constants.iter().flatten().flat_map(|word| word.to_le_bytes()).collect();
    words.resize(128, 0);
    let mut resources = Resources::default();
    resources.add(Memory::new(&words));
    resources.add(Memory::new(&[0; 64]));
    let mut bound = Bound::new(&program, &resources);
    for (memory, class, bytes) in [(0, ResourceClass::CBUFFER, 128), (1, ResourceClass::UAV, 64)] {
        let buffer =
            Buffer { memory, offset: 0, bytes, stride: 0, format: None, counter: None, mapped: ALL_MAPPED };
        bound.bind(&program, class, 0, 0, Descriptor::Buffer(buffer));
    }
    let options = RunOptions { max_steps: MAX_STEPS, ..RunOptions::default() };
    let outcome = Dispatch::new(&program, &bound, [1; 3], options).unwrap().run(&mut ());
    assert!(outcome.stop.is_none(), "{context}: {:?}", outcome.stop);
    for (_, kind, finding) in outcome.findings.iter() {
        // The quotient by zero is defined.
        assert!(kind == FindingKind::DivisionByZero, "{context}: {kind:?}: {finding:?}");
    }
    let bytes = resources.memories[1].bytes();
    let word = |index: usize| u32::from_le_bytes(bytes[index * 4..index * 4 + 4].try_into().unwrap());
    [word(0), word(1), word(2), word(3)]
}
