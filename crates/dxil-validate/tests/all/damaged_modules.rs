//! Modules of which bits were turned round. Separate from cases because there are thousands, all made here.

use std::fs;

use dx_container::parts::PartView;
use dx_container::{Container, FourCc};
use dxil_ir::bitcode;
use dxil_validate::{Options, validate_module};
use testkit::corpus::root;
use testkit::damage::bytes::flipped;
use testkit::random::Random;
use testkit::{Test, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![damaged_modules_are_judged];

/// The bitcode of an example's program.
fn example(name: &str) -> Vec<u8> {
    let bytes = fs::read(root().join("examples").join(name).with_extension("dxil")).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let part = container.parts().iter().find(|part| part.name == FourCc::DXIL).unwrap();
    let Ok(PartView::Program(program)) = container.read(part) else { panic!("{name}") };
    program.bitcode.to_vec()
}

/// Whatever is left of a module when bits of its bitcode are turned round, it is judged, and nothing panics.
fn damaged_modules_are_judged() {
    let mut random = Random(1);
    let (mut read, mut refused) = (0, 0);
    for name in ["particles_cs", "rays_lib", "patches_hs", "meshlets_ms", "triangle_ps"] {
        let original = example(name);
        for _ in 0..times(1500) {
            let bytes = flipped(&original, 3, &mut random);
            let Ok(module) = bitcode::read(&bytes, 0) else { continue };
            let report = validate_module(module, &Options::default()).report;
            read += 1;
            refused += usize::from(!report.is_valid());
        }
    }
    note!("{read} damaged modules could be read, {refused} of them are not valid");
    assert!(refused > 500 && refused < read);
}
