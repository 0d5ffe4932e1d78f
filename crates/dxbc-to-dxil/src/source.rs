//! The input of a conversion: the token program and the parts of the container that describe it. Separate from the
//! conversion, which reads no files.

use bstr::BString;
use dx_bytecode::Program;
use dx_bytecode::program::part_of;
use dx_container::parts::View as _;
use dx_container::parts::rdef::{Rdef, RdefBuf};
use dx_container::parts::signature::{Element, Signature};
use dx_container::{Container, FourCc};

use crate::error::{ErrorKind, Result};

/// A DXBC shader: the program, its signatures, and the parts that are kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// The token program.
    pub program: Program,
    /// The input signature (ISGN, ISG1); empty if the container has none.
    pub inputs: Vec<Element<BString>>,
    /// The output signature (OSGN, OSG5, OSG1).
    pub outputs: Vec<Element<BString>>,
    /// The patch constant signature (PCSG, PSG1).
    pub patch_constants: Vec<Element<BString>>,
    /// The reflection data (RDEF), which has the names of resources and constants.
    pub reflection: Option<RdefBuf>,
    /// The serialized root signature (RTS0).
    pub root_signature: Option<Vec<u8>>,
}

/// The parts of each signature; the first one that exists is read.
const INPUTS: &[FourCc] = &[FourCc::ISG1, FourCc::ISGN];
const OUTPUTS: &[FourCc] = &[FourCc::OSG1, FourCc::OSG5, FourCc::OSGN];
const PATCH_CONSTANTS: &[FourCc] = &[FourCc::PSG1, FourCc::PCSG];

impl Source {
    /// Reads the parts of a container.
    ///
    /// # Errors
    ///
    /// The container has no token program, or a part that is read is invalid.
    pub fn read(container: &Container<'_>) -> Result<Self> {
        let Some(part) = part_of(container) else {
            return Err(ErrorKind::NoProgram.into());
        };
        let reflection = match container.part(FourCc::RDEF) {
            Some(part) => Some(Rdef::parse(container.payload(&part))?.to_buf()),
            None => None,
        };
        Ok(Self {
            program: Program::read(part.payload())?,
            inputs: signature(container, INPUTS)?,
            outputs: signature(container, OUTPUTS)?,
            patch_constants: signature(container, PATCH_CONSTANTS)?,
            reflection,
            root_signature: container.part(FourCc::RTS0).map(|part| part.payload().bytes.to_vec()),
        })
    }
}

fn signature(container: &Container<'_>, names: &[FourCc]) -> Result<Vec<Element<BString>>> {
    match names.iter().find_map(|name| container.part(*name)) {
        Some(part) => Ok(Signature::parse(part.payload())?.to_buf().elements),
        None => Ok(Vec::new()),
    }
}
