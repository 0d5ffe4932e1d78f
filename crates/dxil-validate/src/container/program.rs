//! The parts DXIL and ILDB: whether a program lies in them. Separate because everything else goes by it.

use dx_container::FourCc;
use dx_container::container::Part;
use dx_container::parts::program::ProgramPart;
use dxil::stored::StoredProgram;
use dxil_ir::Module;

use super::Checker;
use crate::report::Place;
use crate::rule::Rule;

/// Where the size in words lies in the part, and the magic number of the bitcode's header.
const SIZE_AT: u64 = 4;
const MAGIC_AT: usize = 8;

impl Checker<'_> {
    /// The program, if there is one that can be read.
    pub(super) fn program(&mut self) -> Option<Module> {
        match self.container.part(FourCc::DXIL) {
            Some(part) => self.module(&part),
            None => {
                self.find(
                    Rule::CONTAINER_PART_MISSING,
                    Place::Container,
                    format_args!("part DXIL is missing: the container has no program"),
                );
                None
            }
        }
    }

    /// The program with debug information must be readable, too, where there is one.
    pub(super) fn debug_program(&mut self) -> Option<Module> {
        self.container.part(FourCc::ILDB).and_then(|part| self.module(&part))
    }

    fn module(&mut self, part: &Part<'_>) -> Option<Module> {
        let stored = match StoredProgram::in_part(self.container.payload(part)) {
            Ok(stored) => stored?,
            Err(error) => {
                self.report.unreadable(Rule::CONTAINER_CONTENT_INVALID, Some(part.name), &error);
                return None;
            }
        };
        self.program_header(part, &stored.program);
        match stored.module() {
            Ok(module) => Some(module),
            Err(error) => {
                self.report.unreadable(Rule::BITCODE_VALID, Some(part.name), &error);
                None
            }
        }
    }

    /// What readers of a program get along without: the magic number, and a size that the part has.
    fn program_header(&mut self, part: &Part<'_>, program: &ProgramPart<'_>) {
        let rule = Rule::CONTAINER_CONTENT_INVALID;
        let offset = part.payload().offset;
        let magic =
            part.data.get(MAGIC_AT..).and_then(<[u8]>::first_chunk).map(|magic: &[u8; 4]| FourCc(*magic));
        if let Some(magic) = magic.filter(|magic| *magic != FourCc::DXIL) {
            let place = Place::Part { part: part.name, offset: offset + MAGIC_AT as u64, len: 4 };
            self.find(
                rule,
                place,
                format_args!("magic number of the bitcode header is {magic}, expected DXIL"),
            );
        }
        let stated = u64::from(program.size_in_words) * 4;
        if stated > part.data.len() as u64 {
            let place = Place::Part { part: part.name, offset: offset + SIZE_AT, len: 4 };
            let message = format_args!(
                "program header states a size of {stated} bytes, but part {} has {} bytes",
                part.name,
                part.data.len()
            );
            self.find(rule, place, message);
        }
    }
}
