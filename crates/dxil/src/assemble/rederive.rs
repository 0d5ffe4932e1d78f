//! A finished container whose derived parts are made anew, for another validator where that is wanted. Separate from
//! assembling one: everything else stays as it is.

use dx_container::flags::HashFlags;
use dx_container::parts::PartBuf as _;
use dx_container::parts::View as _;
use dx_container::parts::program::ProgramPartBuf;
use dx_container::parts::rdat::Rdat;
use dx_container::parts::shader_hash::{ShaderHash, md5};
use dx_container::{Container, ContainerBuilder, FourCc};

use super::error::{container_error, error};
use super::error_kind::AssembleErrorKind;
use super::validator_version::validator_version;
use super::{metadata, parts};
use crate::derive::{self, DescribedModule};
use crate::shader::{Shader, Version};
use crate::stored::StoredProgram;
use crate::{DxilErrorKind, Result};
use dxil_ir::bitcode;
use dxil_ir::{IrError, Module};

/// The parts that follow from a program.
pub(super) const DERIVED: [FourCc; 6] =
    [FourCc::SFI0, FourCc::ISG1, FourCc::OSG1, FourCc::PSG1, FourCc::PSV0, FourCc::RDAT];

/// The container with the parts that follow from its program, DXIL: those that are there are replaced, those that are
/// missing come where DXC has them, those that the program has no use for go. HASH is that of the program; where it
/// says that it stands for the sources, that of ILDB, if it was that before.
///
/// For another version of the validator than the program names, DXIL and ILDB name this one, and are written in
/// LLVM's own orders; a HASH that the validator does not know goes. All other parts stay as they are.
///
/// # Errors
///
/// There is no program, or it cannot be read; what does not follow from it; a version of the validator that is not
/// known.
pub fn rederive<'a>(container: &Container<'a>, validator: Option<&Version>) -> Result<ContainerBuilder<'a>> {
    let mut program =
        Stored::read(container, FourCc::DXIL)?.ok_or_else(|| error(AssembleErrorKind::NoProgram))?;
    let mut debug = Stored::read(container, FourCc::ILDB)?;
    let hash = container.view::<ShaderHash<'_>>(FourCc::HASH).transpose().map_err(container_error)?;
    let mut hash = hash.map(|hash| hash.to_buf());
    let is_of_debug = hash.as_ref().is_some_and(|hash| hash.flags.contains(HashFlags::INCLUDES_SOURCE));
    let was_hashed = debug
        .as_ref()
        .is_some_and(|debug| hash.as_ref().is_some_and(|hash| hash.digest == md5(&debug.part.bitcode)));

    let mut builder = ContainerBuilder::from(container);
    let named = program.shader.validator_version.clone();
    if let Some(wanted) = validator.filter(|wanted| named.as_ref() != Some(*wanted)) {
        let wanted = validator_version(&program.shader, Some(wanted))?;
        for stored in [Some(&mut program), debug.as_mut()].into_iter().flatten() {
            stored.name_validator(&wanted)?;
            set(&mut builder, stored.name, &stored.part.arrange(None).map_err(container_error)?);
        }
    } else if named.is_some() {
        // One that came later has parts that nobody here knows.
        validator_version(&program.shader, None)?;
    }
    let rdat = container.view::<Rdat<'_>>(FourCc::RDAT).transpose();
    if let Some(rdat) = rdat.map_err(container_error)?.filter(|_| program.shader.subobjects.is_empty()) {
        // No module has them any more once it is in a container.
        program.shader.subobjects = derive::subobjects(&rdat)?;
    }
    let derived = DescribedModule::new(&program.module, &program.shader);
    let derived = parts::derived(&derived)?;
    builder.retain(|_, part| {
        !DERIVED.contains(&part.name) || derived.iter().any(|(name, _)| *name == part.name)
    });
    put(&mut builder, &derived, |_| true);

    let validator = program.shader.validator_version.as_ref().map_or((1, 0), Version::pair);
    match (&mut hash, &debug) {
        (None, _) => {}
        _ if !derive::is_at_least(validator, parts::WITH_HASH) => {
            builder.remove(FourCc::HASH);
        }
        (Some(hash), debug) => {
            match debug {
                Some(debug) if is_of_debug && was_hashed => hash.digest = md5(&debug.part.bitcode),
                _ if is_of_debug => {}
                _ => hash.digest = md5(&program.part.bitcode),
            }
            set(&mut builder, FourCc::HASH, &hash.arrange(None).map_err(container_error)?);
        }
    }
    Ok(builder)
}

/// A part that holds a program.
pub(super) struct Stored {
    name: FourCc,
    pub(super) part: ProgramPartBuf,
    pub(super) module: Module,
    pub(super) shader: Shader,
}

impl Stored {
    pub(super) fn read(container: &Container<'_>, name: FourCc) -> Result<Option<Self>> {
        let stored = StoredProgram::find(container, &[name]).map_err(container_error)?;
        let Some(stored) = stored else { return Ok(None) };
        let module = stored.module().map_err(|error| error.lift::<DxilErrorKind>().within(name))?;
        let shader = Shader::read(&module).map_err(|error| error.within(name))?;
        Ok(Some(Self { name, part: stored.program.to_buf(), module, shader }))
    }

    /// Makes it name another version of the validator.
    fn name_validator(&mut self, validator: &Version) -> Result<()> {
        metadata::set_validator_version(&mut self.module, validator);
        self.shader.validator_version = Some(validator.clone());
        self.module.forget_encoding();
        self.part.bitcode = bitcode::write(&self.module).map_err(IrError::lift)?;
        Ok(())
    }
}

/// Gives every part called `name` this content.
pub(super) fn set(builder: &mut ContainerBuilder<'_>, name: FourCc, data: &[u8]) {
    for part in builder.parts.iter_mut().filter(|part| part.name == name) {
        part.data = data.to_vec().into();
    }
}

/// Puts those parts that are `new` where they were, or behind the one before them.
pub(super) fn put(
    builder: &mut ContainerBuilder<'_>,
    parts: &[(FourCc, Vec<u8>)],
    is_new: impl Fn(&(FourCc, Vec<u8>)) -> bool,
) {
    let mut next = 0;
    for part in parts {
        let (name, data) = part;
        match builder.parts.iter().position(|part| part.name == *name) {
            Some(index) => next = index + 1,
            None if is_new(part) => {
                builder.insert(next, *name, Vec::new());
                next += 1;
            }
            None => {}
        }
        if is_new(part) {
            // As it is: older validators want signatures that are not padded.
            set(builder, *name, data);
        }
    }
}
