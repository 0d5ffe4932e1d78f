//! Every real container as text, and back: those in `examples/` and `tests/corpus/`, and those in the folder that the
//! variable SHADER_CORPUS names.

use std::collections::BTreeMap;

use dx_container::enums::PdbInfoCompression;
use dx_container::parts::pdb_info::PdbInfo;
use dx_container::parts::psv::Psv;
use dx_container::parts::root_signature::{RootSignatureBuf, check, check_shader};
use dx_container::parts::{Owned, PartKind, View as _};
use dx_container::pdb::Pdb;
use dx_container::{Container, ContainerBuilder, FourCc, Part, Signing};
use dx_text::root_signature;
use dx_text::yaml::LlvmVersion;
use testkit::corpus::{Shader, at_least, each_part, shaders};
use testkit::damage::bytes::mangle;
use testkit::damage::text::mangle_lines;
use testkit::oracles::yaml;
use testkit::random::Random;
use testkit::{Failed, Limits, Test, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    yaml_comes_back_byte_for_byte within Limits::seconds(60, "it walks the whole corpus"),
    llvm_23_keeps_what_it_added within Limits::seconds(60, "it walks the whole corpus"),
    compressed_content_comes_back within Limits::seconds(120, "it walks the whole corpus"),
    pdbs_come_back_from_yaml,
    mangled_yaml_neither_panics_nor_runs_away within Limits::seconds(120, "it reads thousands of long texts"),
    root_signatures_come_back_from_text
];

/// Files of which mangled copies go through YAML, evenly chosen, and how many copies of each and of each text: it takes
/// longer than reading them.
const MANGLED: usize = 200;
const YAML_FLIPS: usize = 10;
/// Mangled copies of each compressed content, and of its texts.
const FLIPS: usize = 20;
/// Mangled copies of each PDB, and of its text.
const PDB_FLIPS: usize = 200;

/// A container as YAML is the same container, and a part with a decoder is fields in it, not bytes. What stands
/// there besides meaning is counted: keys that say how a part is laid out, and parts that LLVM's keys should say
/// and cannot.
fn yaml_comes_back_byte_for_byte() -> Result<(), Failed> {
    let shaders = shaders();
    const MODELLED: [FourCc; 13] = [
        FourCc::DXIL,
        FourCc::SFI0,
        FourCc::HASH,
        FourCc::PSV0,
        FourCc::RTS0,
        FourCc::ISG1,
        FourCc::OSG1,
        FourCc::PSG1,
        FourCc::ILDB,
        FourCc::ILDN,
        FourCc::PRIV,
        FourCc::SRCI,
        FourCc::VERS,
    ];
    let (mut as_bytes, mut modelled, mut by_walk) = (0, 0, 0);
    let mut layout: BTreeMap<&str, usize> = BTreeMap::new();
    for shader in shaders {
        let Ok(container) = Container::parse(&shader.bytes) else { continue };
        let text = dx_text::yaml::print(&container);
        let read =
            dx_text::yaml::read(&text).map_err(|error| format!("{}: {error}", shader.path.display()))?;
        if read != shader.bytes {
            return Err(format!("{} differs", shader.path.display()).into());
        }
        if !shader.honest {
            continue;
        }
        let texts: Vec<&str> = text.split("\n  - Name:").skip(1).collect();
        assert_eq!(texts.len(), container.parts().len(), "{}", shader.path.display());
        for (part, text) in container.parts().iter().zip(texts) {
            let is_bytes = text.contains("\n    Bytes:");
            as_bytes += usize::from(is_bytes);
            if is_bytes && part.kind() != PartKind::Opaque {
                return Err(format!("{}: {} is bytes", shader.path.display(), part.name).into());
            }
            if MODELLED.contains(&part.name) {
                modelled += 1;
                by_walk += usize::from(text.contains("\n    Fields:"));
                for key in ["Strings", "StringTable", "Filler"] {
                    let says = text.contains(&format!("\n      {key}:"));
                    *layout.entry(key).or_default() += usize::from(says && !text.contains("\n    Fields:"));
                }
            }
        }
    }
    note!("{as_bytes} parts without a decoder as bytes");
    note!("{modelled} parts that LLVM models, {by_walk} of them by their walk; layout: {layout:?}");
    at_least("parts that LLVM models", modelled, [769, 769])
}

/// The parts and keys that LLVM 23 added keep every byte of a part. PSV0 differs only where LLVM has no key: in the
/// group-shared bytes of a record, and in an index table that has more indices than the elements need.
fn llvm_23_keeps_what_it_added() -> Result<(), Failed> {
    const ADDED: [FourCc; 5] = [FourCc::ILDB, FourCc::ILDN, FourCc::PRIV, FourCc::VERS, FourCc::PSV0];
    let (mut same, mut different) = (0, 0);
    for shader in shaders().iter().filter(|shader| shader.honest) {
        let Ok(container) = Container::parse(&shader.bytes) else { continue };
        let text = dx_text::yaml::print_llvm(&container, LlvmVersion::V23);
        let bytes = dx_text::yaml::read(&text)?;
        let read = Container::parse(&bytes)?;
        for (part, again) in container.parts().iter().zip(read.parts()) {
            if !ADDED.contains(&part.name) || part.data == again.data {
                same += usize::from(ADDED.contains(&part.name));
                continue;
            }
            different += 1;
            let has_group_shared_bytes =
                || Psv::parse(container.payload(part)).is_ok_and(|psv| psv.info.group_shared_bytes != 0);
            let has_index_table = || dx_text::yaml::print(&container).contains(" SemanticIndexTable:");
            if part.name != FourCc::PSV0 || !has_group_shared_bytes() && !has_index_table() {
                return Err(format!("{}: {} differs", shader.path.display(), part.name).into());
            }
        }
    }
    note!("{same} parts are the same, {different} are not");
    at_least("parts that are the same", same, [20, 900])
}

/// No compiler of today writes PDBI. Its content is RDAT, of which there is plenty: compressed and as it is, it stands
/// by its fields and comes back, and so does what is left of it when it was mangled.
fn compressed_content_comes_back() -> Result<(), Failed> {
    let mut random = Random(0x5eed);
    let mut count = 0_usize;
    let walked = each_part(|shader, _, part| {
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
            yaml::yaml_of(&container_of(part.data, compression));
            let lines: Vec<&str> = text.lines().collect();
            for _ in 0..times(FLIPS) {
                yaml::yaml_text(mangle_lines(&lines, &mut random).as_bytes());
            }
        }
        let mut content = part.data.to_vec();
        for _ in 0..times(FLIPS) {
            let changes = mangle(&mut content, &mut random);
            yaml::yaml_of(&container_of(&content, PdbInfoCompression::ZLIB));
            changes.into_iter().rev().for_each(|(at, was)| content[at] = was);
        }
        Ok(())
    })?;
    note!("{count} contents");
    walked.checked("RDAT parts", count, [31, 31]);
    Ok(())
}

fn container_of(content: &[u8], compression: PdbInfoCompression) -> Vec<u8> {
    let info = PdbInfo { version: 0, compression, content: content.into(), stored: &[], unknown: &[] };
    let mut builder = ContainerBuilder::new();
    builder.push(FourCc::PDBI, info.write().expect("the content is small"));
    builder.build(Signing::Zero).expect("and so is the container")
}

/// A PDB as YAML is the same PDB, with the container in it as a container; mangled, it is the same or refused.
fn pdbs_come_back_from_yaml() -> Result<(), Failed> {
    let shaders = shaders();
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
        for _ in 0..times(PDB_FLIPS) {
            let changes = mangle(&mut mangled, &mut random);
            yaml::yaml_of_pdb(&mangled);
            changes.into_iter().rev().for_each(|(at, was)| mangled[at] = was);
        }
        // One with its layout too.
        mangled.push(1);
        for text in [text, dx_text::yaml::print_pdb(&Pdb::parse(&mangled)?)] {
            let lines: Vec<&str> = text.lines().collect();
            for _ in 0..times(PDB_FLIPS) {
                let is_read = yaml::yaml_text(mangle_lines(&lines, &mut random).as_bytes());
                *if is_read { &mut read } else { &mut refused } += 1;
            }
        }
    }
    note!("{count} PDBs; {read} mangled texts read, {refused} refused");
    at_least("mangled texts that are read", read, [1, 1])?;
    at_least("PDBs", count, [3, 3])
}

/// Mangled files come back through YAML, and mangled texts are read or refused. No heap is measured: a text is
/// many times what it is of.
fn mangled_yaml_neither_panics_nor_runs_away() -> Result<(), Failed> {
    let shaders = shaders();
    let count = shaders.len().min(MANGLED);
    let mut random = Random(0x5eed);
    let (mut read, mut refused) = (0, 0);
    for shader in (0..count).map(|index| &shaders[index * shaders.len() / count]) {
        let mut bytes = shader.bytes.clone();
        for _ in 0..times(YAML_FLIPS) {
            let changes = mangle(&mut bytes, &mut random);
            yaml::yaml_of(&bytes);
            changes.into_iter().rev().for_each(|(at, was)| bytes[at] = was);
        }
        let Ok(container) = Container::parse(&shader.bytes) else { continue };
        let llvm = dx_text::yaml::print_llvm(&container, LlvmVersion::V23);
        for text in [dx_text::yaml::print(&container), llvm] {
            let lines: Vec<&str> = text.lines().collect();
            for _ in 0..times(YAML_FLIPS) {
                let is_read = yaml::yaml_text(mangle_lines(&lines, &mut random).as_bytes());
                *if is_read { &mut read } else { &mut refused } += 1;
            }
        }
    }
    note!("{read} mangled texts read, {refused} refused");
    at_least("mangled texts that are read", read, [1, 1])?;
    at_least("mangled texts that are refused", refused, [1, 1])
}

/// Every root signature that a compiler wrote keeps to the rules, binds what its shader uses, and is the same
/// bytes again from its text, which DXC could read: what is not said is what it was.
fn root_signatures_come_back_from_text() -> Result<(), Failed> {
    let mut counts = Counts::default();
    let walked = each_part(|shader, container, part| {
        if part.name == FourCc::RTS0 {
            *(if shader.honest { &mut counts.honest } else { &mut counts.damaged }) += 1;
            one(shader, container, part, &mut counts)?;
        }
        Ok(())
    })?;
    let Counts { honest, damaged, unreadable, unsayable, invalid, unbound } = counts;
    note!(
        "  {honest} root signatures of compilers, {damaged} of damaged files; of these {unreadable} unreadable,"
    );
    note!(
        "  {unsayable} without a text, {invalid} against the rules, {unbound} do not bind what their shader uses"
    );
    walked.checked("root signatures", honest, [35, 186]);
    Ok(())
}

#[derive(Default)]
struct Counts {
    honest: usize,
    damaged: usize,
    unreadable: usize,
    unsayable: usize,
    invalid: usize,
    unbound: usize,
}

fn one(
    shader: &Shader,
    container: &Container<'_>,
    part: &Part<'_>,
    counts: &mut Counts,
) -> Result<(), String> {
    let mut owned = match Owned::<RootSignatureBuf>::read(container.payload(part)) {
        Ok(owned) => owned,
        Err(error) if shader.honest => return Err(error.to_string()),
        Err(_) => {
            counts.unreadable += 1;
            return Ok(());
        }
    };
    let findings = check(&owned);
    counts.invalid += usize::from(!findings.is_empty());
    if let Some(finding) = findings.first().filter(|_| shader.honest) {
        return Err(finding.to_string());
    }
    if let Some(Ok(psv)) = container.view::<Psv<'_>>(FourCc::PSV0) {
        let resources = psv.resources().map(|(resource, _)| resource);
        let findings = check_shader(&owned, psv.info.stage, resources);
        counts.unbound += usize::from(!findings.is_empty());
        if let Some(finding) = findings.first().filter(|_| shader.honest) {
            return Err(finding.to_string());
        }
    }
    let text = match root_signature::print(&owned) {
        Ok(text) => text,
        Err(error) if shader.honest => return Err(error.to_string()),
        Err(_) => {
            counts.unsayable += 1;
            return Ok(());
        }
    };
    let define = root_signature::print_define(&owned, "RS").map_err(|error| error.to_string())?;
    for text in [text, define] {
        let read = root_signature::parse_unchecked(&text, owned.version);
        let read = read.map_err(|error| format!("{error}\n{text}"))?;
        let checked = root_signature::parse(&text, owned.version);
        if checked.is_ok() != findings.is_empty() {
            return Err(format!("the text is valid, the part is not, or the other way round\n{text}"));
        }
        if read != owned.meaning {
            return Err(format!("reads as another root signature\n{text}"));
        }
        owned.meaning = read;
        if owned.write().map_err(|error| error.to_string())? != part.data {
            return Err(format!("is written as other bytes\n{text}"));
        }
    }
    Ok(())
}
