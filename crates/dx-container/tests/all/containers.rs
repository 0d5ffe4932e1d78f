//! Properties of every real container: those in `examples/` and `tests/corpus/`, and those in the folder that the
//! variable SHADER_CORPUS names. A test is a property; adding a file strengthens all of them.

use std::collections::BTreeMap;

use dx_container::fields::{Field, Sink};
use dx_container::parts::psv::{Psv, Version};
use dx_container::parts::{self, Carried, PartKind, StripGroup};
use dx_container::pdb::{MsfBuilder, Pdb, PdbBuf, is_msf};
use dx_container::{Container, ContainerBuilder, DigestState, FourCc, Part, ProgramVersion, Signing};
use testkit::corpus::{self, Shader, at_least, each_part, shaders};
use testkit::{Failed, Test, note, tests};

pub(crate) const TESTS: &[Test] = tests![
    files_open,
    containers_come_back_byte_for_byte,
    parts_are_rebuilt_from_their_owned_form,
    canonical_parts_say_the_same,
    fields_account_for_every_byte_once,
    psv_is_consumed_and_occurs_in_every_size,
    unaligned_input_reads_the_same,
    pdbs_come_back_byte_for_byte,
    own_files_are_signed,
    stripped_files_are_signed_and_otherwise_the_same
];

/// Compilers' files all open, and so do damaged ones whose damage is not in header or part table.
fn files_open() -> Result<(), Failed> {
    let shaders = shaders();
    shaders.iter().filter(|shader| shader.honest).try_for_each(|shader| shader.open().map(drop))?;
    let refused = shaders.iter().filter(|shader| Container::parse(&shader.bytes).is_err()).count();
    note!("{} files, {refused} refused", shaders.len());
    Ok(())
}

fn containers_come_back_byte_for_byte() -> Result<(), Failed> {
    let shaders = shaders();
    let mut count = 0;
    for shader in shaders {
        let Ok(container) = Container::parse(&shader.bytes) else { continue };
        count += 1;
        let rebuilt = ContainerBuilder::from(&container).build(Signing::Keep)?;
        if rebuilt != shader.bytes {
            return Err(format!("{} differs", shader.path.display()).into());
        }
    }
    at_least("containers that are rebuilt", count, [147, 3140])
}

/// Parts are read into their meaning and written from it, and the count says how often that was not enough.
fn parts_are_rebuilt_from_their_owned_form() -> Result<(), Failed> {
    let mut counts: BTreeMap<(bool, Carried), usize> = BTreeMap::new();
    let mut unreadable = 0;
    let walked = each_part(|shader, container, part| {
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
    for ((honest, carried), count) in &counts {
        let files = if *honest { "compilers' files" } else { "damaged files" };
        note!("{files}: {count} parts, layout: {carried:?}");
    }
    note!("damaged files: {unreadable} parts unreadable");
    let rewritten = counts.iter().filter(|((honest, _), _)| *honest).map(|(_, count)| count).sum();
    walked.checked("parts of compilers that are rewritten", rewritten, [1012, 17_077]);
    Ok(())
}

/// Dropping the layout loses nothing that the part says: the canonical bytes read as the same, and are final.
fn canonical_parts_say_the_same() -> Result<(), Failed> {
    let mut count = 0;
    let walked = each_part(|_, container, part| {
        let payload = container.payload(part);
        let Ok(canonical) = parts::canonical(payload) else { return Ok(()) };
        let again = dx_container::reader::Payload { bytes: &canonical, ..payload };
        let rewritten = parts::rewrite(again).map_err(|error| format!("canonical bytes: {error}"))?;
        let is_canonical = matches!(rewritten.carried, Carried::Nothing | Carried::Opaque);
        let same = parts::say_the_same(payload, again).map_err(|error| error.to_string())?;
        count += 1;
        if is_canonical && same { Ok(()) } else { Err(format!("canonical {is_canonical}, same {same}")) }
    })?;
    walked.checked("canonical parts", count, [1012, 19_711]);
    Ok(())
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

fn fields_account_for_every_byte_once() -> Result<(), Failed> {
    let mut count = 0;
    let walked = each_part(|shader, container, part| {
        let mut coverage = Coverage { bits: vec![0; part.data.len()] };
        let walked = container.walk(part, &mut coverage);
        if !shader.honest {
            return Ok(());
        }
        walked.map_err(|error| error.to_string())?;
        count += 1;
        match coverage.bits.iter().position(|&bits| bits != 8) {
            None => Ok(()),
            Some(at) => Err(format!("byte {at:#x} is described by {} bits", coverage.bits[at])),
        }
    })?;
    walked.checked("parts of compilers", count, [1012, 17_077]);
    Ok(())
}

fn psv_is_consumed_and_occurs_in_every_size() -> Result<(), Failed> {
    let mut sizes: BTreeMap<Version, usize> = BTreeMap::new();
    let walked = each_part(|shader, container, part| {
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
    walked.checked("PSV0 parts", sizes.values().sum(), [106, 1904]);
    for version in Version::ALL {
        let count = sizes.get(&version).copied().unwrap_or(0);
        note!("{count} of {} bytes", version.size());
        if count == 0 {
            return Err(format!("no PSV0 of {} bytes", version.size()).into());
        }
    }
    Ok(())
}

/// A container may begin at any address.
fn unaligned_input_reads_the_same() -> Result<(), Failed> {
    let shaders = shaders();
    for shader in shaders.iter().filter(|shader| shader.honest).step_by(20) {
        let fields = |bytes: &[u8]| {
            let container = Container::parse(bytes).expect("it opened before");
            let mut log = Log::default();
            container
                .parts()
                .iter()
                .for_each(|part| drop(container.walk(part, &mut log).expect("it was read before")));
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
fn pdbs_come_back_byte_for_byte() -> Result<(), Failed> {
    let shaders = shaders();
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
    note!("{count} PDBs");
    at_least("PDBs", count, [3, 3])
}

/// What the project ships was validated by the reference; what lies in a PDB never is.
fn own_files_are_signed() -> Result<(), Failed> {
    let shaders = shaders();
    let is_own = |shader: &&Shader| corpus::is_own(&shader.path);
    let mut count = 0;
    for shader in shaders.iter().filter(is_own).filter(|shader| shader.pdb.is_none()) {
        let state = shader.open()?.digest_state();
        if state != DigestState::Valid {
            return Err(format!("{}: {state:?}", shader.path.display()).into());
        }
        count += 1;
    }
    at_least("containers of the project", count, [144, 144])
}

/// Stripping removes parts of the groups asked for and nothing else, leaves a valid digest, and is done at once.
fn stripped_files_are_signed_and_otherwise_the_same() -> Result<(), Failed> {
    let shaders = shaders();
    let strip = |bytes: &[u8], groups: &[StripGroup]| -> Result<Vec<u8>, Failed> {
        let mut builder = ContainerBuilder::from(&Container::parse(bytes)?);
        builder.strip(groups);
        Ok(builder.build(Signing::Sign)?)
    };
    let (mut with_debug, mut stripped_files, mut saved) = (0, 0, 0);
    for shader in shaders.iter().filter(|shader| shader.honest) {
        let container = shader.open()?;
        let failed = |text: &str| Failed::from(format!("{}: {text}", shader.path.display()));
        let all = strip(&shader.bytes, &StripGroup::ALL)?;
        let changed = all.len() != shader.bytes.len();
        let is_preview = container.program_version().is_some_and(ProgramVersion::is_preview);
        let signed = if is_preview { DigestState::PreviewBypass } else { DigestState::Valid };
        if Container::parse(&all)?.digest_state() != signed {
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
    note!("{stripped_files} files stripped of {saved} bytes; {with_debug} of them had ILDB");
    at_least("files with ILDB", with_debug, [5, 78])
}
