//! What finding and opening real containers takes of the heap.

use dx_container::scan::{Found, scan};
use dx_container::{Container, DigestState, FourCc};
use testkit::corpus::{Shader, shaders};
use testkit::heap::taken;
use testkit::random::Random;
use testkit::{Failed, Test, tests};

pub(crate) const TESTS: &[Test] =
    tests![scan_finds_what_is_there_and_nothing_else, opening_allocates_the_part_table_only];

/// Containers that are put into a file of random bytes, in which there may be magics too.
const SCANNED: usize = 500;
/// Heap for finding containers in a file of any size, and for the list of [`SCANNED`] of them.
const SCAN_HEAP: usize = 512 << 10;

fn scan_finds_what_is_there_and_nothing_else() -> Result<(), Failed> {
    let shaders = shaders();
    let whole: Vec<&Shader> = shaders
        .iter()
        .filter(|shader| {
            shader.honest && Container::parse(&shader.bytes).is_ok_and(|c| c.trailing().is_empty())
        })
        .collect();
    let mut random = Random(0x5eed);
    let (mut file, mut expected, mut cut) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..SCANNED {
        let noise = random.below(4096);
        for at in 0..noise {
            file.push(random.below(256) as u8);
            if at % 512 == 0 {
                file.extend(FourCc::DXBC.0);
            }
        }
        let shader = whole[index * whole.len() / SCANNED];
        // Now and then one that is cut, and right behind it a whole one.
        if index % 7 == 0 && shader.open()?.digest_state() == DigestState::Valid {
            cut.push(file.len() as u64);
            file.extend(&shader.bytes[..shader.bytes.len() * 2 / 3]);
        }
        expected.push((file.len() as u64, shader.bytes.len(), shader.open()?.digest_state()));
        file.extend(&shader.bytes);
    }
    // The last one is cut.
    file.extend(&whole[0].bytes[..whole[0].bytes.len() - 1]);
    let (mut found, heap) = taken(|| scan(&file).collect::<Vec<Found>>());
    let grown = heap.peak;
    for found in &found {
        let start = usize::try_from(found.offset)?;
        let container = Container::parse(&file[start..start + found.size as usize])?;
        let said = (found.parts as usize, found.version, found.has_dxil, found.state);
        let has_dxil = container.part(FourCc::DXIL).is_some();
        let parts = container.parts().len();
        if said != (parts, container.program_version(), has_dxil, container.digest_state()) {
            return Err(format!("{found:?} is not what it says").into());
        }
    }
    // One that is cut may be found for what it is, and what is behind it is found all the same.
    found.retain(|found| !(matches!(found.state, DigestState::Wrong(_)) && cut.contains(&found.offset)));
    let found: Vec<_> = found.iter().map(|found| (found.offset, found.size as usize, found.state)).collect();
    if found != expected {
        return Err(format!("found {} of {SCANNED}", found.len()).into());
    }
    if grown > SCAN_HEAP {
        return Err(format!("{grown} bytes of heap for {}", file.len()).into());
    }
    Ok(())
}

fn opening_allocates_the_part_table_only() -> Result<(), Failed> {
    let shaders = shaders();
    for shader in shaders.iter().filter(|shader| shader.honest) {
        let (container, heap) = taken(|| shader.open());
        let (container, grown) = (container?, heap.kept);
        let table = size_of_val(container.parts());
        if grown != table {
            return Err(format!(
                "{}: {grown} bytes of heap, the part table has {table}",
                shader.path.display()
            )
            .into());
        }
    }
    Ok(())
}
