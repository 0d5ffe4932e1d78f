//! Modules of which bits were turned round. Separate from cases because there are thousands, all made here.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

use std::fs;
use std::path::Path;

use dx_container::parts::PartView;
use dx_container::{Container, FourCc};
use dxil::bitcode;
use dxil_validate::{Options, Report, validate_module};

/// The bitcode of an example's program.
fn example(name: &str) -> Vec<u8> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"));
    let bytes = fs::read(folder.join(name).with_extension("dxil")).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let part = container.parts().iter().find(|part| part.name == FourCc::DXIL).unwrap();
    let Ok(PartView::Program(program)) = container.read(part) else { panic!("{name}") };
    program.bitcode.to_vec()
}

/// Whatever is left of a module when bits of its bitcode are turned round, it is judged, and nothing panics.
#[test]
fn damaged_modules_are_judged() {
    let mut state = 1_u64;
    let mut next = move |below: usize| {
        // Numbers as Knuth's MMIX makes them.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let (mut read, mut refused) = (0, 0);
    for name in ["particles_cs", "rays_lib", "patches_hs", "meshlets_ms", "triangle_ps"] {
        let original = example(name);
        for _ in 0..1500 {
            let mut bytes = original.clone();
            for _ in 0..=next(3) {
                let at = next(bytes.len());
                bytes[at] ^= 1 << next(8);
            }
            let Ok(module) = bitcode::read(&bytes, 0) else { continue };
            let mut report = Report::default();
            validate_module(&module, &Options::default(), &mut report);
            read += 1;
            refused += usize::from(!report.is_valid());
        }
    }
    println!("{read} damaged modules could be read, {refused} of them are not valid");
    assert!(refused > 500 && refused < read);
}
