//! What must hold for any module at all that is taken for a shader.

use dxil::derive::{self, DescribedModule};
use dxil::ops::Call;
use dxil::shader::Shader;
use dxil_ir::Module;

/// It can be said what its calls are, parts follow from it or it is said why not, and what it says of its shader is
/// written as it is read.
pub fn module(module: Module) {
    calls_of_operations(&module);
    derived(&module);
    shader(module);
}

/// Parts follow from a module and can be written, or it is said why they do not.
pub fn derived(module: &Module) {
    let (shader, _) = Shader::read_partly(module);
    let program = DescribedModule::new(module, &shader);
    let error =
        |error: Option<dxil::DxilError>| assert!(error.is_none_or(|error| !error.to_string().is_empty()));
    error(derive::features(&program).err());
    match derive::signatures(&program) {
        Ok(signatures) => {
            let input_and_output = [signatures.input, signatures.output];
            let all = input_and_output.iter().chain(&signatures.patch_constant_or_primitive);
            all.for_each(|signature| assert!(signature.write().is_ok()));
        }
        Err(found) => error(Some(found)),
    }
    match derive::psv(&program) {
        Ok(part) => {
            let written = part.write();
            assert!(written.is_ok(), "{:?}", written.err());
        }
        Err(found) => error(Some(found)),
    }
    error(derive::Functions::of(&program).err());
    match derive::rdat(&program) {
        Ok(part) => assert!(part.is_none_or(|part| part.write().is_ok())),
        Err(found) => error(Some(found)),
    }
    derive::root_signature(&program);
}

/// What is written of a shader is read as the same again, whatever it was made of.
fn shader(mut module: Module) {
    let mut rewrite = || {
        let (shader, _) = Shader::read_partly(&module);
        shader.write(&mut module);
        module.named_metadata.clone()
    };
    let written = rewrite();
    assert_eq!(rewrite(), written);
}

/// Calls of operations are right or wrong, and it can be said how.
fn calls_of_operations(module: &Module) {
    for (_, function, body) in module.bodies() {
        for (_, _, instruction) in body.in_order() {
            let call = Call::of(module, (body, function.value_type), instruction);
            let error = match call {
                Ok(None) => continue,
                Ok(Some(call)) => call.check().err(),
                Err(error) => Some(error),
            };
            assert!(error.is_none_or(|error| !error.to_string().is_empty()));
        }
    }
}
