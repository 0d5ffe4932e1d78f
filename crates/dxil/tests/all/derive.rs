//! Parts that are derived from modules: what compilers write beside a module is what follows from it, to the byte.

pub(crate) mod refused;
pub(crate) mod small;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use dx_container::flags::HashFlags;
use dx_container::parts::program::ProgramPart;
use dx_container::parts::shader_hash::ShaderHash;
use dx_container::parts::{Owned, PartBuf, View as _};
use dx_container::{Container, FourCc, is_container};
use dxil::Result;
use dxil::derive::{self, DescribedModule};
use dxil::shader::{Shader, Version};
use dxil_ir::Module;
use dxil_ir::bitcode;
use testkit::{Test, corpus, note, tests};

pub(crate) const TESTS: &[Test] =
    tests![parts_follow_from_modules, hashes_and_names_follow_from_bitcode, parts_follow_the_validator];

/// A container's program, read.
struct Read {
    module: Module,
    shader: Shader,
}

impl Read {
    fn of(container: &Container<'_>) -> Option<Self> {
        let part = container.part(FourCc::DXIL)?;
        let program = ProgramPart::parse(container.payload(&part)).ok()?;
        let module = bitcode::read(program.bitcode, 0).ok()?;
        let shader = Shader::read(&module).ok()?;
        Some(Self { module, shader })
    }

    fn program(&self) -> DescribedModule<'_> {
        DescribedModule::new(&self.module, &self.shader)
    }

    fn is_library(&self) -> bool {
        self.shader.model.as_ref().is_some_and(|model| model.is_library())
    }
}

/// The bytes of a part that is derived as its meaning.
fn canonical<P: PartBuf>(part: P) -> Vec<u8> {
    Owned::from(part).write().unwrap()
}

type Parts = BTreeMap<FourCc, Vec<u8>>;

/// SFI0 of a program, and of one that is no library the signatures and PSV0.
fn parts_of(program: &DescribedModule<'_>, is_library: bool) -> Result<Parts> {
    let mut parts = Parts::from([(FourCc::SFI0, canonical(derive::features(program)?))]);
    if !is_library {
        let signatures = derive::signatures(program)?;
        parts.insert(FourCc::ISG1, signatures.input.write().unwrap());
        parts.insert(FourCc::OSG1, signatures.output.write().unwrap());
        if let Some(signature) = signatures.patch_constant_or_primitive {
            parts.insert(FourCc::PSG1, signature.write().unwrap());
        }
        parts.insert(FourCc::PSV0, derive::psv(program)?.write().unwrap());
    }
    Ok(parts)
}

const COMPARED: [FourCc; 5] = [FourCc::SFI0, FourCc::ISG1, FourCc::OSG1, FourCc::PSG1, FourCc::PSV0];

/// The parts of a container that are compared.
fn stored(container: &Container<'_>) -> Parts {
    let part = |name| Some((name, container.payload(&container.part(name)?).bytes.to_vec()));
    COMPARED.into_iter().filter_map(part).collect()
}

/// How many parts of each name are the same, by folder.
#[derive(Default)]
struct Counts(BTreeMap<(String, FourCc), usize>);

impl Counts {
    fn add(&mut self, path: &Path, part: FourCc) {
        let folder = path.parent().unwrap();
        let is_own = corpus::is_own(path);
        let owner = if is_own { "own" } else { "corpus" };
        let folder = format!("{owner} {}", folder.file_name().unwrap().display());
        *self.0.entry((folder, part)).or_default() += 1;
    }

    fn text(&self) -> String {
        self.0.iter().map(|((folder, part), count)| format!("\n  {folder} {part}: {count}")).collect()
    }

    fn sum(&self) -> usize {
        self.0.values().sum()
    }

    fn of(&self, folder: &str) -> Vec<(FourCc, usize)> {
        let of_folder = self.0.iter().filter(|((found, _), _)| found == folder);
        of_folder.map(|((_, part), count)| (*part, *count)).collect()
    }
}

/// SFI0, the signatures, and PSV0 of every container, whatever compiler and for whatever validator. Programs that the
/// reference validator refuses may be refused here, too.
fn parts_follow_from_modules() {
    let (mut counts, mut failures, mut refused) = (Counts::default(), Vec::new(), 0);
    let walked = corpus::each_file(|path, bytes| {
        let Some(container) = is_container(bytes).then(|| Container::parse(bytes).ok()).flatten() else {
            return;
        };
        let Some(read) = Read::of(&container) else { return };
        let derived = match parts_of(&read.program(), read.is_library()) {
            Ok(derived) => derived,
            Err(_) if path.parent().is_some_and(|folder| folder.ends_with("dxc-invalid")) => {
                return refused += 1;
            }
            Err(error) => return failures.push(format!("{}: {error}", path.display())),
        };
        let stored = stored(&container);
        for name in COMPARED {
            match (stored.get(&name), derived.get(&name)) {
                (None, None) => {}
                (stored, derived) if stored == derived => counts.add(path, name),
                _ => failures.push(format!("{}: {name} is another", path.display())),
            }
        }
    });
    note!("{refused} refused; the same: {}", counts.text());
    walked.checked("parts that follow from their modules", counts.sum(), [485, 8011]);
    assert!(failures.is_empty(), "{} failures: {:#?}", failures.len(), &failures[..failures.len().min(20)]);
    // The project's own: 16 programs with their sources, and variants of 12 of them for all validators.
    let [sfi0, isg1, osg1, psg1, psv0] =
        [FourCc::SFI0, FourCc::ISG1, FourCc::OSG1, FourCc::PSG1, FourCc::PSV0];
    let expected = |[features, stages, patches]: [usize; 3]| {
        let mut counts =
            vec![(isg1, stages), (osg1, stages), (psg1, patches), (psv0, stages), (sfi0, features)];
        counts.sort();
        counts
    };
    assert_eq!(counts.of("own examples"), expected([16, 13, 3]));
    assert_eq!(counts.of("own variants"), expected([89, 85, 27]));
}

/// HASH and ILDN of every container, where the name is not a given one and the hash is that of the program or, with
/// sources, of the program with debug information.
fn hashes_and_names_follow_from_bitcode() {
    let (mut counts, mut failures, mut unknown, mut given) = (Counts::default(), Vec::new(), 0, 0);
    let walked = corpus::each_file(|path, bytes| {
        let Some(container) = is_container(bytes).then(|| Container::parse(bytes).ok()).flatten() else {
            return;
        };
        let payload = |name| Some(container.payload(&container.part(name)?));
        let bitcode = |name| ProgramPart::parse(payload(name)?).ok().map(|program| program.bitcode);
        let (Some(bitcode_of_program), Some(hash)) = (bitcode(FourCc::DXIL), payload(FourCc::HASH)) else {
            return;
        };
        let flags = ShaderHash::parse(hash).unwrap().flags;
        let derived = match (flags.contains(HashFlags::INCLUDES_SOURCE), bitcode(FourCc::ILDB)) {
            (false, _) => derive::hash(bitcode_of_program),
            (true, Some(bitcode)) => derive::hash_with_sources(bitcode),
            // What was hashed is in no part.
            (true, None) => return unknown += 1,
        };
        if canonical(derived.clone()) == hash.bytes {
            counts.add(path, FourCc::HASH);
        } else {
            failures.push(format!("{}: HASH is another", path.display()));
        }
        let Some(name) = payload(FourCc::ILDN) else { return };
        if canonical(derive::debug_name(&derived)) == name.bytes {
            counts.add(path, FourCc::ILDN);
        } else {
            given += 1;
        }
    });
    note!("{unknown} of sources, {given} names given; the same: {}", counts.text());
    walked.checked("hashes and names", counts.sum(), [117, 2247]);
    assert!(failures.is_empty(), "{} failures: {:#?}", failures.len(), &failures[..failures.len().min(20)]);
    assert_eq!(counts.of("own examples"), [(FourCc::HASH, 15), (FourCc::ILDN, 1)]);
}

/// What is written for an older validator is what the compiler writes for it. But for SFI0: the flags that a module
/// says it has depend on its validator, and stay.
fn parts_follow_the_validator() {
    let mut versions: BTreeMap<String, BTreeMap<u32, PathBuf>> = BTreeMap::new();
    let walked = corpus::each_file(|path, _| {
        let name = path.file_stem().unwrap().to_string_lossy();
        let Some((name, minor)) = name.rsplit_once("_validator_1_") else { return };
        versions.entry(name.to_owned()).or_default().insert(minor.parse().unwrap(), path.to_owned());
    });
    walked.checked("programs for several validators", versions.len(), [9, 9]);
    let (mut same, mut failures) = (0, Vec::new());
    for (name, files) in &versions {
        let (_, newest) = files.last_key_value().unwrap();
        let newest = std::fs::read(newest).unwrap();
        let read = Read::of(&Container::parse(&newest).unwrap()).unwrap();
        for (minor, path) in files {
            let bytes = std::fs::read(path).unwrap();
            let version = Version::new(1, *minor);
            let derived = parts_of(&read.program().for_validator(&version), read.is_library()).unwrap();
            let stored = stored(&Container::parse(&bytes).unwrap());
            let compared = COMPARED.into_iter().filter(|part| *part != FourCc::SFI0);
            let other: BTreeSet<_> = compared.filter(|part| stored.get(part) != derived.get(part)).collect();
            if other.is_empty() {
                same += 1
            } else {
                failures.push(format!("{name} for {version}: {other:?}"))
            }
        }
    }
    note!("{same} programs for other validators than their own are the same");
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(same >= 81);
}
