//! The parts of a container as they are gathered, and those that follow from a program.

use std::borrow::Cow;

use dx_container::builder::PartEntry;
use dx_container::error::ContainerErrorKind;
use dx_container::parts::program::{ProgramHeader, ProgramPartBuf};
use dx_container::parts::{Owned, PartBuf};
use dx_container::{ContainerBuilder, FourCc, ProgramVersion};

use super::error::{container_error, error};
use crate::Result;
use crate::derive::{self, DescribedModule};
use crate::shader::{ShaderModel, Version};

/// The versions of the validator from which on there are these parts.
pub(super) const WITH_DEBUG_NAME: (u32, u32) = (1, 1);
pub(super) const WITH_HASH: (u32, u32) = (1, 5);

/// The major version of DXIL, and that of shader models.
const DXIL_MAJOR: u8 = 1;

/// The parts of a container.
pub(super) struct Parts<'a> {
    pub(super) builder: ContainerBuilder<'a>,
    header: ProgramHeader,
    validator: (u32, u32),
}

impl Parts<'_> {
    /// None yet, for a program of this model and validator.
    pub(super) fn new(program: &DescribedModule<'_>) -> Result<Self> {
        let validator = program.shader.validator_version.as_ref().map_or((1, 0), Version::pair);
        Ok(Self { builder: ContainerBuilder::new(), header: header(program)?, validator })
    }

    pub(super) fn validator_is_at_least(&self, version: (u32, u32)) -> bool {
        derive::is_at_least(self.validator, version)
    }

    /// Adds a part behind the last one, as it is: older validators want signatures that are not padded.
    pub(super) fn add(&mut self, name: FourCc, data: Vec<u8>) {
        self.builder.parts.push(PartEntry { name, data: data.into(), gap: Cow::default() });
    }

    /// Adds a program.
    pub(super) fn add_program(&mut self, name: FourCc, bitcode: Vec<u8>) -> Result<()> {
        let program = ProgramPartBuf { header: self.header, bitcode };
        self.add(name, program.into_payload().map_err(container_error)?);
        Ok(())
    }
}

/// What stands before the bitcode of a program.
pub(super) fn header(program: &DescribedModule<'_>) -> Result<ProgramHeader> {
    let kind = program.stage()?;
    let (major, minor) = program.shader.model.as_ref().map_or((0, 0), ShaderModel::pair);
    let dxil_minor = match minor {
        // Offline libraries are of the newest version, which the module says.
        ProgramVersion::OFFLINE => program.shader.version.as_ref().map_or(0, |version| version.minor),
        minor => minor,
    };
    let byte = |what, number: u32| {
        let too_large = ContainerErrorKind::TooLarge { what, value: number.into(), max: u8::MAX.into() };
        u8::try_from(number).map_err(|_| error(too_large.into()))
    };
    Ok(ProgramHeader {
        kind,
        major: byte("the shader model's major version", major)?,
        minor: byte("the shader model's minor version", minor)?,
        dxil_major: DXIL_MAJOR,
        dxil_minor: byte("the minor version of DXIL", dxil_minor)?,
        reserved: (0, 0),
    })
}

/// The parts that follow from a program and stand before it, in order.
pub(super) fn derived(program: &DescribedModule<'_>) -> Result<Vec<(FourCc, Vec<u8>)>> {
    let mut parts = vec![(FourCc::SFI0, bytes(derive::features(program)?)?)];
    if let Some(data) = derive::rdat(program)? {
        parts.push((FourCc::RDAT, bytes(data)?));
        return Ok(parts);
    }
    let signatures = derive::signatures(program)?;
    parts.push((FourCc::ISG1, bytes(signatures.input)?));
    parts.push((FourCc::OSG1, bytes(signatures.output)?));
    if let Some(signature) = signatures.patch_constant_or_primitive {
        parts.push((FourCc::PSG1, bytes(signature)?));
    }
    parts.push((FourCc::PSV0, bytes(derive::psv(program)?)?));
    Ok(parts)
}

fn bytes<P: PartBuf>(part: impl Into<Owned<P>>) -> Result<Vec<u8>> {
    part.into().write().map_err(container_error)
}
