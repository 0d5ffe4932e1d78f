//! What must hold for any bytes at all that are read as a module. Separate because tests run it over mangled modules, and
//! the fuzzer runs it over anything.

use std::ops::Range;

use dxil::derive::{self, Program};
use dxil::ops::Call;
use dxil::shader::Shader;
use dxil_ir::locate::locate;
use dxil_ir::size::{BlockSizes, Sizes};
use dxil_ir::{Module, Result, bitcode, verify};

/// What can be read is verified, whatever that says; what breaks no rule can be written; and what can be written is the
/// same program when it is read again. Whatever is wrong lies within the bytes that
/// were read, which lie at `range` in their file. Says whether they could be.
pub(crate) fn module(read: Result<Module>, range: Range<u64>) -> bool {
    let module = match read {
        Ok(module) => module,
        Err(error) => {
            let place = error.place();
            assert!(range.start <= place.offset && place.offset + place.len <= range.end, "{error}");
            return false;
        }
    };
    let report = verify(&module);
    let written = bitcode::write(&module);
    assert!(written.is_ok() || !report.is_valid(), "{:?} of a module that breaks no rule", written.err());
    if let Ok(written) = written {
        let again = bitcode::read(&written, 0).unwrap_or_else(|error| panic!("{error} in what was written"));
        let difference = module.difference(&again);
        assert!(difference.is_none(), "{difference:?}");
    }
    calls_of_operations(&module);
    derived(&module);
    shader(module);
    true
}

/// Parts follow from a module and can be written, or it is said why they do not.
pub(crate) fn derived(module: &Module) {
    let (shader, _) = Shader::read_partly(module);
    let program = Program::new(module, &shader);
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

/// What is counted adds up to the whole, and every bit of that belongs to something.
pub(crate) fn sizes(bytes: &[u8]) {
    let Ok(sizes) = Sizes::of(bytes, 0) else { return };
    let blocks = sizes.blocks.values().map(BlockSizes::bits).sum::<u64>();
    assert_eq!(sizes.outside + blocks, sizes.bits);
    assert_eq!(sizes.bits, 8 * bytes.len() as u64);
    // Any bit will do; this one changes with the bytes.
    let bit =
        u64::from(bytes.iter().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add((*byte).into())));
    assert!(matches!(locate(bytes, 0, bit % sizes.bits), Ok(Some(_))), "bit {bit} of {}", sizes.bits);
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
