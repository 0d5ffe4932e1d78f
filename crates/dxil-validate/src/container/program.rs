//! The parts DXIL and ILDB: whether a program lies in them. Separate because everything else goes by it.

use dx_container::FourCc;
use dx_container::container::Part;
use dx_container::parts::View as _;
use dx_container::parts::program::Program;
use dxil::bitcode;
use dxil::ir::Module;

use super::Checker;
use crate::report::Place;
use crate::rule::Rule;

impl Checker<'_> {
    /// The program, if there is one that can be read.
    pub(super) fn program(&mut self) -> Option<Module> {
        match self.container.part(FourCc::DXIL) {
            Some(part) => self.module(&part),
            None => {
                self.find(
                    Rule::CONTAINER_PART_MISSING,
                    Place::Container,
                    format_args!("there is no part DXIL, and so no program"),
                );
                None
            }
        }
    }

    /// The program with debug information must be readable, too, where there is one.
    pub(super) fn debug_program(&mut self) {
        if let Some(part) = self.container.part(FourCc::ILDB) {
            self.module(&part);
        }
    }

    fn module(&mut self, part: &Part<'_>) -> Option<Module> {
        let payload = self.container.payload(part);
        let program = match Program::parse(payload) {
            Ok(program) => program,
            Err(error) => {
                self.report.unreadable(Rule::CONTAINER_CONTENT_INVALID, Some(part.name), &error);
                return None;
            }
        };
        match bitcode::read(program.bitcode, payload.offset + program.bitcode_offset) {
            Ok(module) => Some(module),
            Err(error) => {
                self.report.unreadable(Rule::BITCODE_VALID, Some(part.name), &error);
                None
            }
        }
    }
}
