//! Properties of every real file: those in `examples/` and `tests/corpus/`, and those in the folder that the
//! variable SHADER_CORPUS names. A test is a property; adding a file strengthens all of them.
//!
//! Long because each property is a screen of its own and shares the same walk over the files.
//!
//! Tests run one at a time: one of them watches the memory of the whole process.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

mod corpus_folder;
mod fuzz_bodies;
mod pdb_texts;
mod root_signature_texts;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dx_container::fields::{Field, Sink};
use dx_container::parts::psv::{Psv, Version};
use dx_container::parts::{self, Carried, PartKind, StripGroup};
use dx_container::pdb::{MsfBuilder, Pdb, PdbBuf, is_msf};
use dx_container::scan::{Found, scan};
use dx_container::{Container, ContainerBuilder, DigestState, FourCc, Part, Signing, is_container};
use libtest_mimic::{Arguments, Failed, Trial};
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let properties: [(&str, Property); 20] = [
        ("files_open", files_open),
        ("containers_come_back_byte_for_byte", containers_come_back_byte_for_byte),
        ("parts_are_rebuilt_from_their_owned_form", parts_are_rebuilt_from_their_owned_form),
        ("canonical_parts_say_the_same", canonical_parts_say_the_same),
        ("fields_account_for_every_byte_once", fields_account_for_every_byte_once),
        ("hex_map_shows_every_byte_once", hex_map_shows_every_byte_once),
        ("yaml_comes_back_byte_for_byte", yaml_comes_back_byte_for_byte),
        ("compressed_content_comes_back", pdb_texts::compressed_content_comes_back),
        ("pdbs_come_back_from_yaml", pdb_texts::pdbs_come_back),
        ("root_signatures_come_back_from_text", root_signature_texts::come_back),
        ("psv_is_consumed_and_occurs_in_every_size", psv_is_consumed_and_occurs_in_every_size),
        ("unaligned_input_reads_the_same", unaligned_input_reads_the_same),
        ("pdbs_come_back_byte_for_byte", pdbs_come_back_byte_for_byte),
        ("mangled_pdbs_neither_panic_nor_run_away", mangled_pdbs_neither_panic_nor_run_away),
        ("own_files_are_signed", own_files_are_signed),
        (
            "stripped_files_are_signed_and_otherwise_the_same",
            stripped_files_are_signed_and_otherwise_the_same,
        ),
        ("scan_finds_what_is_there_and_nothing_else", scan_finds_what_is_there_and_nothing_else),
        ("opening_allocates_the_part_table_only", opening_allocates_the_part_table_only),
        ("mangled_files_neither_panic_nor_run_away", mangled_files_neither_panic_nor_run_away),
        ("mangled_yaml_neither_panics_nor_runs_away", mangled_yaml_neither_panics_nor_runs_away),
    ];
    let trials = properties.map(|(name, property)| Trial::test(name, move || property(&shaders())));
    let conclusion = libtest_mimic::run(&arguments, trials.into());
    match corpus_folder::folder() {
        Some(folder) => println!("note: SHADER_CORPUS = {}", folder.display()),
        None => println!("note: SHADER_CORPUS names no folder: only the project's own files were tested"),
    }
    conclusion.exit();
}

type Outcome = Result<(), Failed>;
type Property = fn(&[Shader]) -> Outcome;

/// A container file and its bytes.
struct Shader {
    path: PathBuf,
    bytes: Vec<u8>,
    /// Made by a compiler, as opposed to damaged on purpose.
    honest: bool,
    /// The PDB in which it lies, where it does.
    pdb: Option<Vec<u8>>,
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Fails where fewer were tested than the project's own files have, or those and the whole corpus: a test that passes
/// because it met nothing says so.
fn at_least(what: &str, count: usize, [own, whole]: [usize; 2]) -> Outcome {
    let least = if corpus_folder::is_known() { whole } else { own };
    if count < least { Err(format!("{count} {what}, expected {least} or more").into()) } else { Ok(()) }
}

fn shaders() -> Vec<Shader> {
    let own = [root().join("examples"), root().join("tests/corpus")];
    let mut shaders = Vec::new();
    for path in
        own.into_iter().chain(corpus_folder::folder()).flat_map(|folder| corpus_folder::files(&folder))
    {
        let Ok(bytes) = fs::read(&path) else { continue };
        // Of files that are not known, what cannot be opened was damaged, too.
        let is_vouched_for = corpus_folder::is_own(&path) || corpus_folder::is_known();
        if is_container(&bytes) {
            let honest = !corpus_folder::is_damaged(&path, &bytes)
                && (is_vouched_for || Container::parse(&bytes).is_ok());
            shaders.push(Shader { path, bytes, honest, pdb: None });
        } else if is_msf(&bytes) {
            match Pdb::parse(&bytes).and_then(|pdb| Ok(pdb.container()?.into_owned())) {
                Ok(inner) => {
                    shaders.push(Shader { path, bytes: inner, honest: is_vouched_for, pdb: Some(bytes) })
                }
                Err(error) => assert!(!is_vouched_for, "{}: {error}", path.display()),
            }
        }
    }
    shaders
}

fn open(shader: &Shader) -> Result<Container<'_>, Failed> {
    Container::parse(&shader.bytes).map_err(|error| format!("{}: {error}", shader.path.display()).into())
}

/// Calls `check` for each part of each file that can be opened.
fn each_part<'a>(
    shaders: &'a [Shader],
    mut check: impl FnMut(&'a Shader, &Container<'a>, &Part<'a>) -> Result<(), String>,
) -> Outcome {
    for shader in shaders {
        let Ok(container) = Container::parse(&shader.bytes) else { continue };
        for part in container.parts() {
            check(shader, &container, part)
                .map_err(|text| format!("{}: {}: {text}", shader.path.display(), part.name))?;
        }
    }
    Ok(())
}

/// Compilers' files all open, and so do damaged ones whose damage is not in header or part table.
fn files_open(shaders: &[Shader]) -> Outcome {
    shaders.iter().filter(|shader| shader.honest).try_for_each(|shader| open(shader).map(drop))?;
    let refused = shaders.iter().filter(|shader| Container::parse(&shader.bytes).is_err()).count();
    println!("  {} files, {refused} refused", shaders.len());
    at_least("files", shaders.len(), [108, 3090])
}

fn containers_come_back_byte_for_byte(shaders: &[Shader]) -> Outcome {
    for shader in shaders {
        let Ok(container) = Container::parse(&shader.bytes) else { continue };
        let rebuilt = ContainerBuilder::from(&container).build(Signing::Keep)?;
        if rebuilt != shader.bytes {
            return Err(format!("{} differs", shader.path.display()).into());
        }
    }
    Ok(())
}

/// Parts are read into their meaning and written from it, and the count says how often that was not enough.
fn parts_are_rebuilt_from_their_owned_form(shaders: &[Shader]) -> Outcome {
    let mut counts: BTreeMap<(bool, Carried), usize> = BTreeMap::new();
    let mut unreadable = 0;
    each_part(shaders, |shader, container, part| {
        let rewritten = match parts::rewrite(container.payload(part)) {
            Ok(rewritten) => rewritten,
            Err(error) if shader.honest => return Err(error.to_string()),
            Err(_) => {
                unreadable += 1;
                return Ok(());
            }
        };
        *counts.entry((shader.honest, rewritten.carried)).or_default() += 1;
        if rewritten.bytes != part.data {
            return Err("not rewritten as it was".to_owned());
        }
        if shader.honest && rewritten.carried == Carried::Verbatim {
            return Err("the layout had to carry the part's bytes".to_owned());
        }
        if (rewritten.carried == Carried::Opaque) != (part.kind() == PartKind::Opaque) {
            return Err("copied although it has a decoder".to_owned());
        }
        Ok(())
    })?;
    for ((honest, carried), count) in counts {
        let files = if honest { "compilers' files" } else { "damaged files" };
        println!("  {files}: {count} parts, layout: {carried:?}");
    }
    println!("  damaged files: {unreadable} parts unreadable");
    Ok(())
}

/// Dropping the layout loses nothing that the part says: the canonical bytes read as the same, and are final.
fn canonical_parts_say_the_same(shaders: &[Shader]) -> Outcome {
    each_part(shaders, |_, container, part| {
        let payload = container.payload(part);
        let Ok(canonical) = parts::canonical(payload) else { return Ok(()) };
        let again = dx_container::reader::Payload { bytes: &canonical, ..payload };
        let rewritten = parts::rewrite(again).map_err(|error| format!("canonical bytes: {error}"))?;
        let is_canonical = matches!(rewritten.carried, Carried::Nothing | Carried::Opaque);
        let same = parts::say_the_same(payload, again).map_err(|error| error.to_string())?;
        if is_canonical && same { Ok(()) } else { Err(format!("canonical {is_canonical}, same {same}")) }
    })
}

/// The fields of a walk, each byte's share of 8 bits counted.
struct Coverage {
    bits: Vec<u8>,
}

impl<'a> Sink<'a> for Coverage {
    fn field(&mut self, field: Field<'a>) {
        let width = field.bits.map_or(8, |(_, width)| width);
        for bits in &mut self.bits[field.range] {
            *bits += width;
        }
    }
}

fn fields_account_for_every_byte_once(shaders: &[Shader]) -> Outcome {
    each_part(shaders, |shader, container, part| {
        let mut coverage = Coverage { bits: vec![0; part.data.len()] };
        let walked = container.walk(part, &mut coverage);
        if !shader.honest {
            return Ok(());
        }
        walked.map_err(|error| error.to_string())?;
        match coverage.bits.iter().position(|&bits| bits != 8) {
            None => Ok(()),
            Some(at) => Err(format!("byte {at:#x} is described by {} bits", coverage.bits[at])),
        }
    })
}

/// `inspect --hex` prints each file's bytes from the first to the last, none twice.
fn hex_map_shows_every_byte_once(shaders: &[Shader]) -> Outcome {
    for files in shaders.chunks(500) {
        let paths = files.iter().map(|shader| &shader.path);
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_shader-tools"))
            .args(["inspect", "--hex", "--color", "never"])
            .args(paths)
            .output()?;
        let map = String::from_utf8(run.stdout)?;
        let mut shown: Vec<Vec<u8>> = Vec::new();
        for line in map.lines() {
            let offset = line.split_once("  ").and_then(|(offset, _)| usize::from_str_radix(offset, 16).ok());
            match offset {
                Some(offset) if line.find(' ') == Some(8) => {
                    let bytes = shown.last_mut().ok_or("bytes before a file's name")?;
                    if offset != bytes.len() {
                        return Err(format!("{offset:#x} after {:#x} bytes: {line}", bytes.len()).into());
                    }
                    let digits = line[10..].get(..48).unwrap_or(&line[10..]).split_whitespace();
                    bytes.extend(digits.map_while(|digits| u8::from_str_radix(digits, 16).ok()));
                }
                _ if line.ends_with(" bytes") && line.contains(", ") => shown.push(Vec::new()),
                _ => {}
            }
        }
        for (shader, shown) in files.iter().zip(&shown) {
            if shown != shader.pdb.as_ref().unwrap_or(&shader.bytes) {
                return Err(format!("{}: the map shows other bytes", shader.path.display()).into());
            }
        }
        assert_eq!(files.len(), shown.len(), "every file has a map");
    }
    Ok(())
}

/// A container as YAML is the same container, and a part with a decoder is fields in it, not bytes. What stands
/// there besides meaning is counted: keys that say how a part is laid out, and parts that LLVM's keys should say
/// and cannot.
fn yaml_comes_back_byte_for_byte(shaders: &[Shader]) -> Outcome {
    const MODELLED: [FourCc; 8] = [
        FourCc::DXIL,
        FourCc::SFI0,
        FourCc::HASH,
        FourCc::PSV0,
        FourCc::RTS0,
        FourCc::ISG1,
        FourCc::OSG1,
        FourCc::PSG1,
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
                for key in ["Strings", "Filler"] {
                    let says = text.contains(&format!("\n      {key}:"));
                    *layout.entry(key).or_default() += usize::from(says && !text.contains("\n    Fields:"));
                }
            }
        }
    }
    println!("  {as_bytes} parts without a decoder as bytes");
    println!("  {modelled} parts that LLVM models, {by_walk} of them by their walk; layout: {layout:?}");
    Ok(())
}

fn psv_is_consumed_and_occurs_in_every_size(shaders: &[Shader]) -> Outcome {
    let mut sizes: BTreeMap<Version, usize> = BTreeMap::new();
    each_part(shaders, |shader, container, part| {
        if part.name != FourCc::PSV0 || !shader.honest {
            return Ok(());
        }
        let psv: Psv =
            container.view(FourCc::PSV0).expect("it is there").map_err(|error| error.to_string())?;
        *sizes.entry(psv.info.version).or_default() += 1;
        if !psv.unknown.is_empty() || !psv.info_unknown.is_empty() {
            return Err(format!("{} bytes left over", psv.unknown.len() + psv.info_unknown.len()));
        }
        Ok(())
    })?;
    for version in Version::ALL {
        let count = sizes.get(&version).copied().unwrap_or(0);
        println!("  {count} of {} bytes", version.size());
        if count == 0 {
            return Err(format!("no PSV0 of {} bytes", version.size()).into());
        }
    }
    Ok(())
}

/// A container may begin at any address.
fn unaligned_input_reads_the_same(shaders: &[Shader]) -> Outcome {
    for shader in shaders.iter().filter(|shader| shader.honest).step_by(20) {
        let fields = |bytes: &[u8]| {
            let container = Container::parse(bytes).expect("it opened before");
            let mut log = Log::default();
            container
                .parts()
                .iter()
                .for_each(|part| container.walk(part, &mut log).expect("it was read before"));
            log.0
        };
        let expected = fields(&shader.bytes);
        for shift in 1..4 {
            let shifted = [&vec![0; shift], shader.bytes.as_slice()].concat();
            assert_eq!(fields(&shifted[shift..]), expected, "{}", shader.path.display());
        }
    }
    Ok(())
}

#[derive(Default)]
struct Log(String);

impl<'a> Sink<'a> for Log {
    fn field(&mut self, field: Field<'a>) {
        self.0.push_str(&format!("{} {:?} {field}\n", field.name, field.range));
    }
}

/// A PDB is written from its streams, and from GUID and container alone, as DXC wrote it.
fn pdbs_come_back_byte_for_byte(shaders: &[Shader]) -> Outcome {
    let mut count = 0;
    // PDBs have no digest that says whether they were damaged.
    let honest = shaders.iter().filter(|shader| shader.honest);
    for (shader, bytes) in honest.filter_map(|shader| Some((shader, shader.pdb.as_ref()?))) {
        count += 1;
        let pdb = Pdb::parse(bytes)?;
        let from_meaning = PdbBuf { guid: pdb.info()?.guid, container: shader.bytes.clone() };
        if MsfBuilder::from(pdb.msf()).build()? != *bytes || from_meaning.build()? != *bytes {
            return Err(format!("{} differs", shader.path.display()).into());
        }
    }
    println!("  {count} PDBs");
    at_least("PDBs", count, [3, 3])
}

fn mangled_pdbs_neither_panic_nor_run_away(shaders: &[Shader]) -> Outcome {
    let mut random = Random(0x5eed);
    for (shader, pdb) in shaders.iter().filter_map(|shader| Some((shader, shader.pdb.as_ref()?))) {
        let mut bytes = pdb.clone();
        for _ in 0..FLIPS {
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
            run_body(&bytes, shader, fuzz_bodies::pdb)?;
            changes.into_iter().rev().for_each(|(at, was): (usize, u8)| bytes[at] = was);
        }
        for end in (0..bytes.len()).step_by(TRUNCATED_EVERY) {
            run_body(&bytes[..end], shader, fuzz_bodies::pdb)?;
        }
    }
    Ok(())
}

/// What the project ships was validated by the reference; what lies in a PDB never is.
fn own_files_are_signed(shaders: &[Shader]) -> Outcome {
    let is_own = |shader: &&Shader| corpus_folder::is_own(&shader.path);
    for shader in shaders.iter().filter(is_own).filter(|shader| shader.pdb.is_none()) {
        let state = open(shader)?.digest_state();
        if state != DigestState::Valid {
            return Err(format!("{}: {state:?}", shader.path.display()).into());
        }
    }
    Ok(())
}

/// Stripping removes parts of the groups asked for and nothing else, leaves a valid digest, and is done at once.
fn stripped_files_are_signed_and_otherwise_the_same(shaders: &[Shader]) -> Outcome {
    let strip = |bytes: &[u8], groups: &[StripGroup]| -> Result<Vec<u8>, Failed> {
        let mut builder = ContainerBuilder::from(&Container::parse(bytes)?);
        builder.strip(groups);
        Ok(builder.build(Signing::Sign)?)
    };
    let (mut with_debug, mut stripped_files, mut saved) = (0, 0, 0);
    for shader in shaders.iter().filter(|shader| shader.honest) {
        let container = open(shader)?;
        let failed = |text: &str| Failed::from(format!("{}: {text}", shader.path.display()));
        let all = strip(&shader.bytes, &StripGroup::ALL)?;
        let changed = all.len() != shader.bytes.len();
        if Container::parse(&all)?.digest_state() != DigestState::Valid {
            return Err(failed("stripped, but not signed"));
        }
        stripped_files += usize::from(changed);
        saved += shader.bytes.len() - all.len();
        if strip(&all, &StripGroup::ALL)? != all {
            return Err(failed("stripping again changes something"));
        }
        if container.part(FourCc::ILDB).is_none() {
            continue;
        }
        with_debug += 1;
        let without = strip(&shader.bytes, &[StripGroup::Debug])?;
        let is_debug = |part: &&Part<'_>| {
            let is_pdb = part.name == FourCc::PRIV && is_msf(part.data);
            is_pdb || parts::row(part.name).is_some_and(|row| row.strip == Some(StripGroup::Debug))
        };
        let kept = container.parts().iter().filter(|part| !is_debug(part)).map(|part| (part.name, part.data));
        let now = Container::parse(&without)?;
        if without.len() >= shader.bytes.len()
            || !kept.eq(now.parts().iter().map(|part| (part.name, part.data)))
        {
            return Err(failed("stripping debug information changed another part, or nothing"));
        }
    }
    println!("  {stripped_files} files stripped of {saved} bytes; {with_debug} of them had ILDB");
    at_least("files with ILDB", with_debug, [5, 34])
}

/// Containers that are put into a file of random bytes, in which there may be magics too.
const SCANNED: usize = 500;

fn scan_finds_what_is_there_and_nothing_else(shaders: &[Shader]) -> Outcome {
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
        if index % 7 == 0 && open(shader)?.digest_state() == DigestState::Valid {
            cut.push(file.len() as u64);
            file.extend(&shader.bytes[..shader.bytes.len() * 2 / 3]);
        }
        expected.push((file.len() as u64, shader.bytes.len(), open(shader)?.digest_state()));
        file.extend(&shader.bytes);
    }
    // The last one is cut.
    file.extend(&whole[0].bytes[..whole[0].bytes.len() - 1]);
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let mut found: Vec<Found> = scan(&file).collect();
    let grown = HEAP.peak_usage() - before;
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

/// Heap for finding containers in a file of any size, and for the list of [`SCANNED`] of them.
const SCAN_HEAP: usize = 512 << 10;

fn opening_allocates_the_part_table_only(shaders: &[Shader]) -> Outcome {
    for shader in shaders.iter().filter(|shader| shader.honest) {
        let before = HEAP.current_usage();
        let container = open(shader)?;
        let grown = HEAP.current_usage() - before;
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

/// Files that are mangled, evenly chosen.
const MANGLED: usize = 200;
/// Mangled copies of each.
const FLIPS: usize = 2000;
/// Bytes between truncations.
const TRUNCATED_EVERY: usize = 16;
/// The heap may grow by this many times the input, plus this much.
const HEAP_PER_BYTE: usize = 16;
const HEAP_FREE: usize = 16 << 20;

fn mangled_files_neither_panic_nor_run_away(shaders: &[Shader]) -> Outcome {
    let count = shaders.len().min(MANGLED);
    let chosen: Vec<&Shader> = (0..count).map(|index| &shaders[index * shaders.len() / count]).collect();
    let mut random = Random(0x5eed);
    let mut copies = 0_u64;
    for shader in &chosen {
        let mut bytes = shader.bytes.clone();
        for _ in 0..FLIPS {
            let changes = mangle(&mut bytes, &mut random);
            run_body(&bytes, shader, fuzz_bodies::container)?;
            changes.into_iter().rev().for_each(|(at, was)| bytes[at] = was);
            copies += 1;
        }
        for end in (0..bytes.len()).step_by(TRUNCATED_EVERY) {
            run_body(&bytes[..end], shader, fuzz_bodies::container)?;
            // The same with a header that has not noticed, so that the parts are looked at.
            let mut honest = bytes[..end].to_vec();
            if let Some(size) = honest.get_mut(24..28) {
                size.copy_from_slice(&(end as u32).to_le_bytes());
            }
            run_body(&honest, shader, fuzz_bodies::container)?;
            copies += 2;
        }
    }
    println!("  {copies} mangled copies of {} files", chosen.len());
    Ok(())
}

/// Mangled copies of each file and of each text that go through YAML, which takes longer.
const YAML_FLIPS: usize = 25;

/// Mangled files come back through YAML, and mangled texts are read or refused. No heap is measured: a text is
/// many times what it is of.
fn mangled_yaml_neither_panics_nor_runs_away(shaders: &[Shader]) -> Outcome {
    let count = shaders.len().min(MANGLED);
    let mut random = Random(0x5eed);
    let (mut read, mut refused) = (0, 0);
    for shader in (0..count).map(|index| &shaders[index * shaders.len() / count]) {
        let mut bytes = shader.bytes.clone();
        for _ in 0..YAML_FLIPS {
            let changes = mangle(&mut bytes, &mut random);
            fuzz_bodies::yaml_of(&bytes);
            changes.into_iter().rev().for_each(|(at, was)| bytes[at] = was);
        }
        let Ok(container) = Container::parse(&shader.bytes) else { continue };
        let text = dx_text::yaml::print(&container);
        let lines: Vec<&str> = text.lines().collect();
        for _ in 0..YAML_FLIPS {
            let is_read = fuzz_bodies::yaml_text(mangle_lines(&lines, &mut random).as_bytes());
            *if is_read { &mut read } else { &mut refused } += 1;
        }
    }
    println!("  {read} mangled texts read, {refused} refused");
    Ok(())
}

fn run_body(bytes: &[u8], shader: &Shader, body: fn(&[u8])) -> Outcome {
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    body(bytes);
    let grown = HEAP.peak_usage().saturating_sub(before);
    if grown > bytes.len() * HEAP_PER_BYTE + HEAP_FREE {
        return Err(
            format!("{}: {grown} bytes of heap for {} of input", shader.path.display(), bytes.len()).into()
        );
    }
    Ok(())
}

/// Changes one to four bytes and returns what they were. Half of the changes hit the first 1024 bytes, where
/// nearly all structure is; a third of the values are those that overflow things.
fn mangle(bytes: &mut [u8], random: &mut Random) -> Vec<(usize, u8)> {
    let changes = 1 + random.below(4);
    let change = |_| {
        let range = if random.below(2) == 0 { bytes.len().min(1024) } else { bytes.len() };
        let at = random.below(range);
        let value = match random.below(6) {
            0 => 0xff,
            1 => 0,
            2 => bytes[at] ^ 1 << random.below(8),
            _ => random.below(256) as u8,
        };
        (at, std::mem::replace(&mut bytes[at], value))
    };
    (0..changes).map(change).collect()
}

/// The text with a line missing, twice there, or with another digit or letter in it. Most lines are programs.
fn mangle_lines(lines: &[&str], random: &mut Random) -> String {
    let keyed: Vec<usize> = (0..lines.len()).filter(|&index| lines[index].contains(": ")).collect();
    let at = keyed[random.below(keyed.len())];
    let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    match random.below(8) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        _ => {
            let places: Vec<usize> =
                lines[at].match_indices(char::is_alphanumeric).map(|(at, _)| at).collect();
            let place = places[random.below(places.len())];
            let other = char::from(b"0123456789ABx"[random.below(13)]);
            lines[at].replace_range(place..=place, &other.to_string());
        }
    }
    lines.join("\n")
}

/// A small generator with a seed: the same copies in every run (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit.max(1)
    }
}
