//! What PDBs and PDBI hold, as YAML.

use dx_container::enums::PdbInfoCompression;
use dx_container::parts::pdb_info::PdbInfo;
use dx_container::pdb::Pdb;
use dx_container::{Container, ContainerBuilder, FourCc, Signing};

use super::{Outcome, Random, Shader, each_part, fuzz_bodies, mangle, mangle_lines};

/// Mangled copies of each content, and of its texts.
const FLIPS: usize = 20;

/// No compiler of today writes PDBI. Its content is RDAT, of which there is plenty: compressed and as it is, it stands
/// by its fields and comes back, and so does what is left of it when it was mangled.
pub(super) fn compressed_content_comes_back(shaders: &[Shader]) -> Outcome {
    let mut random = Random(0x5eed);
    let mut count = 0_usize;
    each_part(shaders, |shader, _, part| {
        if part.name != FourCc::RDAT || !shader.honest {
            return Ok(());
        }
        count += 1;
        for compression in [PdbInfoCompression::ZLIB, PdbInfoCompression::NONE] {
            let text = dx_text::yaml::print(
                &Container::parse(&container_of(part.data, compression))
                    .map_err(|error| error.to_string())?,
            );
            if !text.contains("    PdbInfo:") || text.contains("Compressed:") || text.contains("Content:") {
                return Err(format!("{compression:?}: not fields alone"));
            }
            fuzz_bodies::yaml_of(&container_of(part.data, compression));
            let lines: Vec<&str> = text.lines().collect();
            for _ in 0..FLIPS {
                fuzz_bodies::yaml_text(mangle_lines(&lines, &mut random).as_bytes());
            }
        }
        let mut content = part.data.to_vec();
        for _ in 0..FLIPS {
            let changes = mangle(&mut content, &mut random);
            fuzz_bodies::yaml_of(&container_of(&content, PdbInfoCompression::ZLIB));
            changes.into_iter().rev().for_each(|(at, was)| content[at] = was);
        }
        Ok(())
    })?;
    println!("  {count} contents");
    if count == 0 { Err("no RDAT".into()) } else { Ok(()) }
}

fn container_of(content: &[u8], compression: PdbInfoCompression) -> Vec<u8> {
    let info = PdbInfo { version: 0, compression, content: content.into(), stored: &[], unknown: &[] };
    let mut builder = ContainerBuilder::new();
    builder.push(FourCc::PDBI, info.write().expect("the content is small"));
    builder.build(Signing::Zero).expect("and so is the container")
}

/// Mangled copies of each PDB, and of its text.
const PDB_FLIPS: usize = 200;

/// A PDB as YAML is the same PDB, with the container in it as a container; mangled, it is the same or refused.
pub(super) fn pdbs_come_back(shaders: &[Shader]) -> Outcome {
    let mut random = Random(0x5eed);
    let (mut count, mut read, mut refused) = (0, 0, 0);
    for (shader, bytes) in shaders.iter().filter_map(|shader| Some((shader, shader.pdb.as_ref()?))) {
        count += 1;
        let text = dx_text::yaml::print_pdb(&Pdb::parse(bytes)?);
        if dx_text::yaml::read(&text)? != *bytes {
            return Err(format!("{} differs", shader.path.display()).into());
        }
        if !text.contains("  - Container:\n") || text.contains("Bytes:") || text.contains("Layout:") {
            return Err(format!("{}: bytes that should be more", shader.path.display()).into());
        }
        let mut mangled = bytes.clone();
        for _ in 0..PDB_FLIPS {
            let changes = mangle(&mut mangled, &mut random);
            fuzz_bodies::yaml_of_pdb(&mangled);
            changes.into_iter().rev().for_each(|(at, was)| mangled[at] = was);
        }
        // One with its layout too.
        mangled.push(1);
        for text in [text, dx_text::yaml::print_pdb(&Pdb::parse(&mangled)?)] {
            let lines: Vec<&str> = text.lines().collect();
            for _ in 0..PDB_FLIPS {
                let is_read = fuzz_bodies::yaml_text(mangle_lines(&lines, &mut random).as_bytes());
                *if is_read { &mut read } else { &mut refused } += 1;
            }
        }
    }
    println!("  {count} PDBs; {read} mangled texts read, {refused} refused");
    if count == 0 { Err("no PDB".into()) } else { Ok(()) }
}
