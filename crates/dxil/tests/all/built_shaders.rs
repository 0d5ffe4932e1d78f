//! The shaders that the example builds: containers with the parts that such shaders have, from calls as operations want
//! them.

#[path = "../../examples/build_shaders.rs"]
#[expect(dead_code, reason = "nothing is written here")]
mod build_shaders;

use dx_container::digest::DigestState;
use dx_container::parts::PartView;
use dx_container::parts::psv::Psv;
use dx_container::{Container, FourCc, Signing};
use dxil::assemble::rederive;
use dxil::ops::Call;
use dxil_ir::bitcode;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![built_shaders_are_whole, built_shaders_are_described];

const STAGE: &str = "SFI0 ISG1 OSG1 PSV0 STAT HASH DXIL";
const LIBRARY: &str = "SFI0 RDAT STAT HASH DXIL";

fn built_shaders_are_whole() {
    let shaders = build_shaders::shaders().unwrap();
    let expected =
        [("tinted_ps.dxil", STAGE, 12), ("doubled_cs.dxil", STAGE, 6), ("columns_lib.dxil", LIBRARY, 5)];
    assert_eq!(shaders.len(), expected.len());
    for ((name, bytes), (expected_name, parts, instructions)) in shaders.iter().zip(expected) {
        assert_eq!(*name, expected_name);
        let container = Container::parse(bytes).unwrap();
        let names: Vec<_> = container.parts().iter().map(|part| part.name.to_string()).collect();
        assert_eq!(names.join(" "), parts, "{name}");
        assert_eq!(container.digest_state(), DigestState::Valid, "{name}");
        assert_eq!(rederive(&container, None).unwrap().build(Signing::Sign).unwrap(), *bytes, "{name}");

        let part = container.part(FourCc::DXIL).unwrap();
        let PartView::Program(program) = container.read(&part).unwrap() else { panic!("{name}: no program") };
        let module = bitcode::read(program.bitcode, 0).unwrap();
        let mut counted = 0;
        for (_, global, body) in module.bodies() {
            for (_, _, instruction) in body.in_order() {
                counted += 1;
                if let Some(call) = Call::of(&module, (body, global.value_type), instruction).unwrap() {
                    call.check().unwrap();
                }
            }
        }
        assert_eq!(counted, instructions + 1, "{name}");
    }
}

/// PSV0 says what the program is bound to, and which output depends on which input.
fn built_shaders_are_described() {
    let shaders = build_shaders::shaders().unwrap();
    let psv = |index: usize| {
        let (name, bytes) = shaders.get(index).unwrap();
        let container = Container::parse(bytes).unwrap();
        let psv: Psv<'_> = container.view(FourCc::PSV0).unwrap_or_else(|| panic!("{name}")).unwrap();
        (psv.info.entry_name.to_string(), psv.resources().count(), psv.info.num_threads)
    };
    assert_eq!(psv(0), ("main".to_owned(), 0, [0; 3]));
    assert_eq!(psv(1), ("main".to_owned(), 1, [64, 1, 1]));
}
