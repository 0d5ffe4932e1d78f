//! Programs as they lie in containers: out of their part and back into it. Separate because everybody who reads or
//! changes containers does this, and all must agree which part holds which program.

use dx_container::parts::program::{ProgramHeader, ProgramPart, ProgramPartBuf};
use dx_container::parts::statistics::Statistics;
use dx_container::parts::{Owned, View as _};
use dx_container::reader::Payload;
use dx_container::{Container, FourCc};
use dxil_ir::{Module, bitcode};

/// The parts in which a program is looked for, the one with debug information first, as dxc lists it.
pub const LISTED: [FourCc; 2] = [FourCc::ILDB, FourCc::DXIL];

/// A program in a part: in DXIL, with debug information in ILDB, or in STAT, where DXC keeps what it took out of DXIL.
///
/// ```
/// use dx_container::{Container, FourCc};
/// use dxil::stored::StoredProgram;
///
/// let bytes = include_bytes!("../../../examples/triangle_ps.dxil");
/// let container = Container::parse(bytes)?;
/// let stored = StoredProgram::find(&container, &[FourCc::DXIL])?.expect("a program");
/// let module = stored.module().expect("a module");
/// assert_eq!(module.bodies().count(), 1);
/// let part = stored.replaced(stored.program.header, stored.program.bitcode)?;
/// assert_eq!(Some(part.as_slice()), container.part(FourCc::DXIL).map(|part| part.data));
/// # Ok::<(), dx_container::ContainerError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct StoredProgram<'a> {
    payload: Payload<'a>,
    /// The headers and the bitcode.
    pub program: ProgramPart<'a>,
}

impl<'a> StoredProgram<'a> {
    /// The program in a part; none in parts of other names, and in the STAT of FXC, which holds counters.
    ///
    /// # Errors
    ///
    /// The headers cannot be read.
    pub fn in_part(payload: Payload<'a>) -> dx_container::Result<Option<Self>> {
        let program = match payload.name {
            FourCc::DXIL | FourCc::ILDB => ProgramPart::parse(payload)?,
            FourCc::STAT => match Statistics::parse(payload)? {
                Statistics::Program(program) => program,
                Statistics::Counters(_) => return Ok(None),
            },
            _ => return Ok(None),
        };
        Ok(Some(Self { payload, program }))
    }

    /// The program in the first of these parts that a container has and that holds one.
    ///
    /// # Errors
    ///
    /// Those of [`in_part`](Self::in_part).
    pub fn find(container: &Container<'a>, names: &[FourCc]) -> dx_container::Result<Option<Self>> {
        for part in names.iter().filter_map(|name| container.part(*name)) {
            if let Some(stored) = Self::in_part(container.payload(&part))? {
                return Ok(Some(stored));
            }
        }
        Ok(None)
    }

    /// The name of the part.
    pub fn part(&self) -> FourCc {
        self.payload.name
    }

    /// The bitcode's offset in the container.
    pub fn offset(&self) -> u64 {
        self.payload.offset.saturating_add(self.program.bitcode_offset)
    }

    /// Reads the module.
    ///
    /// # Errors
    ///
    /// The bitcode cannot be read; the places of errors are those in the container.
    pub fn module(&self) -> dxil_ir::Result<Module> {
        bitcode::read(self.program.bitcode, self.offset())
    }

    /// The content of the part with another header and bitcode: what neither says stays as it is.
    ///
    /// # Errors
    ///
    /// The bitcode is too long for the header.
    pub fn replaced(&self, header: ProgramHeader, bitcode: &[u8]) -> dx_container::Result<Vec<u8>> {
        let mut part = Owned::<ProgramPartBuf>::read(self.payload)?;
        if part.header == header && part.bitcode == bitcode {
            return Ok(self.payload.bytes.to_vec());
        }
        part.meaning.header = header;
        part.meaning.bitcode = bitcode.to_vec();
        part.write()
    }
}

/// The module in STAT, with the names and types that the program no longer has; none where there is no such part, or
/// one that cannot be read.
pub fn reflection(container: &Container<'_>) -> Option<Module> {
    StoredProgram::find(container, &[FourCc::STAT]).ok()??.module().ok()
}
