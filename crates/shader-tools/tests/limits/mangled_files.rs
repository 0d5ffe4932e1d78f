//! Mangled containers and PDBs through all that reads them: nothing panics, or takes memory without bound.

use testkit::corpus::{Shader, assert_at_least, shaders};
use testkit::damage::bytes::mangle;
use testkit::heap::Limit;
use testkit::oracles::container;
use testkit::random::Random;
use testkit::{Limits, Test, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![mangled_files_neither_panic_nor_run_away within Limits::seconds(60, "it walks the whole corpus"), mangled_pdbs_neither_panic_nor_run_away];

/// Files that are mangled, evenly chosen.
const MANGLED: usize = 200;
/// Mangled copies of each.
const FLIPS: usize = 600;
/// Bytes between truncations.
const TRUNCATED_EVERY: usize = 16;
/// What reading may take.
const HEAP: Limit = Limit { per_byte: 16, free: 16 << 20 };

fn run_body(bytes: &[u8], shader: &Shader, body: fn(&[u8])) {
    HEAP.of(&shader.path.to_string_lossy(), bytes.len(), || body(bytes));
}

fn mangled_files_neither_panic_nor_run_away() {
    let shaders = shaders();
    let count = shaders.len().min(MANGLED);
    let chosen: Vec<&Shader> = (0..count).map(|index| &shaders[index * shaders.len() / count]).collect();
    let mut random = Random(0x5eed);
    let mut copies = 0_u64;
    for shader in &chosen {
        let mut bytes = shader.bytes.clone();
        for _ in 0..times(FLIPS) {
            let changes = mangle(&mut bytes, &mut random);
            run_body(&bytes, shader, container::container);
            changes.into_iter().rev().for_each(|(at, was)| bytes[at] = was);
            copies += 1;
        }
        for end in (0..bytes.len()).step_by(TRUNCATED_EVERY) {
            run_body(&bytes[..end], shader, container::container);
            // The same with a header that has not noticed, so that the parts are looked at.
            let mut honest = bytes[..end].to_vec();
            if let Some(size) = honest.get_mut(24..28) {
                size.copy_from_slice(&(end as u32).to_le_bytes());
            }
            run_body(&honest, shader, container::container);
            copies += 2;
        }
    }
    note!("{copies} mangled copies of {} files", chosen.len());
}

fn mangled_pdbs_neither_panic_nor_run_away() {
    let shaders = shaders();
    let mut random = Random(0x5eed);
    let mut count = 0;
    for (shader, pdb) in shaders.iter().filter_map(|shader| Some((shader, shader.pdb.as_ref()?))) {
        let mut bytes = pdb.clone();
        for _ in 0..times(FLIPS) {
            // The superblock and the directory are where the structure is.
            let directory = 4 * 512..4 * 512 + 88;
            let changes = match random.below(3) {
                0 => mangle(&mut bytes[directory], &mut random)
                    .into_iter()
                    .map(|(at, was)| (at + 4 * 512, was))
                    .collect(),
                1 => mangle(&mut bytes[..64], &mut random),
                _ => mangle(&mut bytes, &mut random),
            };
            run_body(&bytes, shader, container::pdb);
            changes.into_iter().rev().for_each(|(at, was): (usize, u8)| bytes[at] = was);
        }
        for end in (0..bytes.len()).step_by(TRUNCATED_EVERY) {
            run_body(&bytes[..end], shader, container::pdb);
        }
        count += 1;
    }
    assert_at_least("PDBs", count, [3, 3]);
}
