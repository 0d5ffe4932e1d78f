//! Real shaders over nothing: every compute shader of the corpus and every function of its libraries is prepared, and
//! does the same where registers hold one value after the other as where each value has its own.

use bstr::{BString, ByteSlice as _};
use dx_container::parts::View as _;
use dx_container::parts::program::ProgramPart;
use dx_container::{Container, FourCc};
use dxil::shader::Shader;
use dxil_ir::Module;
use dxil_run::{
    Bound, Dispatch, EntrySelector, Outcome, PrepareOptions, Program, Resources, RunError, RunErrorKind,
    RunOptions,
};
use testkit::{Failed, Limits, corpus};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![shaders_do_the_same_in_shared_registers within Limits::seconds(60, "it executes the whole corpus")];

/// Steps of a run: enough to come by most of what a shader does.
const STEPS: u64 = 20_000;

fn shaders_do_the_same_in_shared_registers() -> Result<(), Failed> {
    let (mut prepared, mut refused, mut registers) = (0, 0, [0; 2]);
    for shader in corpus::shaders() {
        let Ok(container) = shader.open() else { continue };
        let Some(module) = module(&container) else { continue };
        let Ok(description) = Shader::read(&module) else { continue };
        let functions: Vec<BString> = module.bodies().map(|(_, global, _)| global.name.clone()).collect();
        let by_themselves = functions.iter().map(|name| EntrySelector::Function(name.as_bstr(), 8));
        for entrance in std::iter::once(EntrySelector::Shader(None)).chain(by_themselves) {
            let prepare = |own_registers| {
                let options = PrepareOptions { own_registers, ..PrepareOptions::default() };
                Program::prepare(&module, &description, entrance, options)
            };
            let (own, shared) = match (prepare(true), prepare(false)) {
                (Ok(own), Ok(shared)) => (own, shared),
                (Err(own), Err(shared)) => {
                    assert_eq!(own.kind(), shared.kind(), "{}", shader.path.display());
                    assert!(
                        !shader.honest || is_no_fault(&shared),
                        "{}: {}",
                        shader.path.display(),
                        shared.kind()
                    );
                    refused += 1;
                    continue;
                }
                (own, shared) => return Err(format!("{}: {own:?} {shared:?}", shader.path.display()).into()),
            };
            prepared += 1;
            registers[0] += u64::from(own.register_count());
            registers[1] += u64::from(shared.register_count());
            assert_eq!(run(&own), run(&shared), "{}, {entrance:?}", shader.path.display());
        }
    }
    let [own, shared] = registers;
    testkit::note!("{refused} refused; {own} registers, {shared} when shared");
    corpus::at_least("prepared entries and functions", prepared, [67, 2314])?;
    assert!(shared <= own);
    Ok(())
}

/// Whether nothing is wrong with what cannot be prepared.
fn is_no_fault(error: &RunError) -> bool {
    !matches!(error.kind(), RunErrorKind::Invalid { what } if what.contains("computed"))
}

/// What comes of a group over nothing at all.
fn run(program: &Program) -> Outcome {
    let resources = Resources::default();
    let bound = Bound::new(program, &resources);
    let options = RunOptions { max_steps: STEPS, ..RunOptions::default() };
    let dispatch =
        Dispatch::new(program, &bound, [2, 1, 1], options).expect("it has its preferred wave size");
    dispatch.run(&mut ())
}

fn module(container: &Container<'_>) -> Option<Module> {
    let part = container.part(FourCc::DXIL)?;
    let program = ProgramPart::parse(container.payload(&part)).ok()?;
    dxil_ir::bitcode::read(program.bitcode, program.bitcode_offset).ok()
}
