//! Which parts may stand beside a program, which must, and what each is checked for.

use std::collections::HashSet;

use dx_container::FourCc;
use dx_container::container::Part;
use dx_container::enums::ShaderKind;
use dx_container::flags::HashFlags;
use dx_container::parts::compiler_version::CompilerVersion;
use dx_container::parts::program::ProgramPart;
use dx_container::parts::shader_hash::ShaderHash;
use dx_container::parts::{self, View as _};

use super::{Beside, whole};
use crate::names::{A, Hex, Stage};
use crate::report::Place;
use crate::rule::Rule;

impl Beside<'_, '_> {
    /// All parts in their order, then those that are missing.
    pub(super) fn parts(&mut self) {
        let Ok(stage) = self.program().stage() else {
            return self.no_stage();
        };
        let container = self.checker.container;
        let mut seen = HashSet::new();
        for part in container.parts() {
            if seen.insert(part.name) {
                self.part(part, stage);
            } else {
                let message = format_args!("duplicate part {}", part.name);
                self.checker.find_part(Rule::CONTAINER_PART_REPEATED, part, message);
            }
        }
        self.missing(stage, &seen);
        self.root_signature(stage);
    }

    fn no_stage(&mut self) {
        if self.is_sound {
            let message = format_args!("metadata !dx.shaderModel is missing or does not name a stage");
            self.find(Rule::META_REQUIRED, Place::Container, message);
        }
    }

    /// One part, the first of its name.
    fn part(&mut self, part: &Part<'_>, stage: ShaderKind) {
        let is_library = stage == ShaderKind::LIBRARY;
        let with_symbols = self.checker.options.symbols;
        match part.name {
            FourCc::RDEF | FourCc::STAT | FourCc::PRIV | FourCc::ILDN => {}
            FourCc::DXIL | FourCc::ILDB => self.program_version(part),
            FourCc::SFI0 => self.features(part),
            FourCc::HASH => self.hash(part),
            FourCc::VERS if is_library => self.compiler_version(part),
            FourCc::RDAT if is_library => self.runtime_data(part),
            FourCc::ISG1 | FourCc::OSG1 if !is_library => self.signature(part),
            FourCc::PSG1 if has_patch_or_primitive(stage) => self.signature(part),
            FourCc::PSG1 if !is_library => {
                let message =
                    format_args!("part PSG1 is not allowed in the container of {}", A(Stage(stage)));
                self.checker.find_part(Rule::CONTAINER_PART_MATCHES, part, message);
            }
            FourCc::PSV0 if !is_library => self.psv(part),
            // Looked at once all parts are known.
            FourCc::RTS0 if !is_library => {}
            FourCc::SYM0 if with_symbols => self.symbols(),
            FourCc::STR0 if with_symbols => {}
            name => {
                let known = if parts::row(name).is_some() { "" } else { "unknown " };
                let stage = A(Stage(stage));
                let message = format_args!("{known}part {name} is not allowed in the container of {stage}");
                self.checker.find_part(Rule::CONTAINER_PART_INVALID, part, message);
            }
        }
    }

    /// The part's header says the shader model of the module; the stage in it is not looked at.
    fn program_version(&mut self, part: &Part<'_>) {
        let (Ok(program), Some(model)) = (ProgramPart::parse(part.payload()), self.shader.model.as_ref())
        else {
            return;
        };
        let (major, minor) = (program.header.major, program.header.minor);
        if model.pair() != (u32::from(major), u32::from(minor)) {
            let place = Place::Part { part: part.name, offset: part.payload().offset, len: 1 };
            let (found, expected) = ((major, minor), model.pair());
            let message = format_args!(
                "program header has shader model {}.{}, expected {}.{} as in the module",
                found.0, found.1, expected.0, expected.1
            );
            self.find(Rule::SM_PROGRAM_VERSION, place, message);
        }
    }

    fn compiler_version(&mut self, part: &Part<'_>) {
        // The strings end where the part says, filled up with NULs to a multiple of four bytes.
        let is_whole = |version: &CompilerVersion<'_>| is_canonical(version, part.data);
        match CompilerVersion::parse(part.payload()) {
            Ok(version) if is_whole(&version) => {}
            Ok(version) => {
                let (found, expected) = (part.data.len(), canonical_size(&version));
                let message = match found == expected {
                    true => "padding after the strings of VERS is not 0".to_owned(),
                    false => format!("part VERS has {found} bytes, expected {expected} for its strings"),
                };
                self.checker.find_part(Rule::CONTAINER_PART_INVALID, part, format_args!("{message}"));
            }
            Err(error) => {
                self.checker.report.unreadable(Rule::CONTAINER_PART_INVALID, Some(part.name), &error);
            }
        }
    }

    fn hash(&mut self, part: &Part<'_>) {
        let hash = match ShaderHash::parse(part.payload()) {
            Ok(hash) if hash.unknown.is_empty() => hash,
            _ => {
                let message = format_args!("part HASH has {} bytes, expected 20", part.data.len());
                return self.checker.find_part(Rule::CONTAINER_PART_INVALID, part, message);
            }
        };
        let container = self.checker.container;
        let program = container.view::<ProgramPart<'_>>(FourCc::DXIL).and_then(Result::ok);
        if let Some(program) = program
            && !hash.flags.contains(HashFlags::INCLUDES_SOURCE)
            && program.hash() != hash.digest
        {
            let (found, expected) = (hash.digest, program.hash());
            let message = format_args!(
                "hash is {}, expected {}, the hash of the program in DXIL",
                Hex(&found),
                Hex(&expected)
            );
            self.find(Rule::CONTAINER_HASH, whole(part), message);
        }
    }

    fn missing(&mut self, stage: ShaderKind, seen: &HashSet<FourCc>) {
        let required: &[FourCc] = match stage {
            ShaderKind::LIBRARY => &[FourCc::RDAT],
            _ => &[FourCc::ISG1, FourCc::OSG1, FourCc::SFI0, FourCc::PSV0],
        };
        let patch =
            (has_patch_or_primitive(stage) && self.has_patch_or_primitive_elements()).then_some(FourCc::PSG1);
        for name in required.iter().copied().chain(patch).filter(|name| !seen.contains(name)) {
            let message = format_args!("part {name} is missing: {} requires this part", A(Stage(stage)));
            self.find(Rule::CONTAINER_PART_MISSING, Place::Container, message);
        }
    }
}

/// Whether the strings fill the part: two of them or one, and NULs up to the next multiple of four bytes.
fn is_canonical(version: &CompilerVersion<'_>, bytes: &[u8]) -> bool {
    let end = end_of_strings(version);
    bytes.len() == canonical_size(version)
        && bytes.get(end..).is_some_and(|filler| filler.iter().all(|byte| *byte == 0))
}

fn canonical_size(version: &CompilerVersion<'_>) -> usize {
    end_of_strings(version).next_multiple_of(4)
}

fn end_of_strings(version: &CompilerVersion<'_>) -> usize {
    const FIXED: usize = 16;
    FIXED + version.commit.len() + version.custom.len() + 2
}

fn has_patch_or_primitive(stage: ShaderKind) -> bool {
    matches!(stage, ShaderKind::HULL | ShaderKind::DOMAIN | ShaderKind::MESH)
}
