//! Damaged libraries: they link or are refused, and nothing panics.

use dx_container::parts::View as _;
use dx_container::parts::program::ProgramPart;
use dx_container::{Container, ContainerBuilder, FourCc, Signing};
use dxil_link::{Exports, Options};
use testkit::damage::bytes;
use testkit::random::Random;
use testkit::{Failed, corpus};

use crate::linking::{Inputs, target};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![damaged_libraries_are_linked_or_refused];

fn damaged_libraries_are_linked_or_refused() -> Result<(), Failed> {
    let folder = corpus::root().join("tests/corpus/link");
    let (mut linked, mut refused) = (0_u32, 0_u32);
    for name in ["groupshared", "matrix", "arrays", "table"] {
        let files = ["main", "a", "b"]
            .map(|part| (format!("{name}.{part}.dxil"), folder.join(format!("{name}.{part}.dxil"))));
        let files = files.map(|(name, path)| (name, std::fs::read(path).unwrap()));
        for seed in 0..testkit::times(60) {
            let mut random = Random(seed as u64 + 1);
            let mut damaged = files.clone();
            let (_, chosen) = &mut damaged[seed % 3];
            *chosen = if seed % 2 == 0 {
                bytes::flipped(chosen, 4, &mut random)
            } else {
                in_program(chosen, &mut random)
            };
            let inputs = Inputs::new(damaged.to_vec());
            for profile in ["cs_6_8", "lib_6_8", "cs_6_0"] {
                match inputs.link_damaged(&target(profile, "main", Exports::All), &Options::default()) {
                    Ok(_) => linked += 1,
                    Err(_) => refused += 1,
                }
            }
        }
    }
    testkit::note!("{linked} linked, {refused} refused");
    assert!(linked > 0 && refused > 0);
    Ok(())
}

/// A container whose program is damaged, and whose parts are fine otherwise.
fn in_program(container: &[u8], random: &mut Random) -> Vec<u8> {
    let parsed = Container::parse(container).unwrap();
    let part = parsed.part(FourCc::DXIL).unwrap();
    let header = part.data.len() - ProgramPart::parse(parsed.payload(&part)).unwrap().bitcode.len();
    let mut builder = ContainerBuilder::from(&parsed);
    for part in builder.parts.iter_mut().filter(|part| part.name == FourCc::DXIL) {
        let mut data = part.data.to_vec();
        bytes::flip(&mut data[header..], random);
        part.data = data.into();
    }
    builder.build(Signing::Sign).unwrap()
}
