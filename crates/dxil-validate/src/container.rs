//! The rules of containers: which parts there are, and what they say beside what follows from the program.
//!
//! One file a concern: `parts.rs` says which parts may and must stand beside a program, `content.rs` compares those
//! that are the same for everybody with what is derived, byte by byte, `psv.rs` compares PSV0, whose tables writers may
//! arrange as they like; `difference.rs` names the fields that differ.
//!
//! Conditions were read in the public validator's `DxilContainerValidation.cpp` and `DxilContainer.cpp`.

mod content;
mod difference;
mod parts;
mod program;
mod psv;
mod root_signature;
mod symbols;

use std::fmt;

use dx_container::container::{HEADER_SIZE, Part};
use dx_container::{Container, DigestState, FourCc};
use dxil::derive::{DescribedModule, Functions};
use dxil::shader::Shader;
use dxil_ir::{Module, SymbolReferences};
use located::{Error, Kind};

use crate::module;
use crate::options::Options;
use crate::reflection::Reflection;
use crate::report::{Place, Report};
use crate::rule::Rule;
use crate::validated::Validated;

/// The major version of the format that containers have.
const MAJOR_VERSION: u16 = 1;

/// Validates a container, with the program in it.
pub fn validate_container(bytes: &[u8], options: &Options<'_>) -> Validated {
    let mut report = Report::for_options(options);
    match Container::parse(bytes) {
        Ok(container) => {
            let read = Checker { container: &container, options, report: &mut report }.container();
            Validated { report, ..read }
        }
        Err(error) => {
            report.unreadable(Rule::CONTAINER_CONTENT_INVALID, None, &error);
            Validated { report, ..Validated::default() }
        }
    }
}

/// Validates a container that holds a root signature and no program.
pub fn validate_root_signature(bytes: &[u8]) -> Report {
    let mut report = Report::default();
    let container = match Container::parse(bytes) {
        Ok(container) => container,
        Err(error) => {
            report.unreadable(Rule::CONTAINER_CONTENT_INVALID, None, &error);
            return report;
        }
    };
    let options = Options::default();
    let mut checker = Checker { container: &container, options: &options, report: &mut report };
    checker.shape();
    checker.digest();
    checker.root_signature_alone();
    report
}

/// A container that is looked at.
struct Checker<'c> {
    container: &'c Container<'c>,
    options: &'c Options<'c>,
    report: &'c mut Report,
}

impl Checker<'_> {
    /// Checks all of it. What is read for that is given back, without the report.
    fn container(&mut self) -> Validated {
        self.shape();
        self.digest();
        let module = self.program();
        let debug_module = self.debug_program();
        let mut read = Validated { debug_module, ..Validated::default() };
        let Some(module) = module else { return read };
        let (shader, errors) = Shader::read_partly(&module);
        let functions =
            module::check(&module, &shader, &errors, &Reflection::of(self.container), self.report);
        let is_sound = self.report.is_valid();
        if let (Some(error), true) = (errors.first(), is_sound) {
            // What the module says is not readable, and no rule about modules has told so.
            self.report.unreadable(Rule::META_WELL_FORMED, Some(FourCc::DXIL), error);
        }
        if errors.is_empty() {
            Beside { checker: self, module: &module, shader: &shader, functions, is_sound }.parts();
        }
        read.module = Some(module);
        read.shader = Some(shader);
        read
    }

    /// What the reference asks of a container beyond that its parts can be found: its version, and that parts lie one
    /// right after the other, the last one up to the end.
    fn shape(&mut self) {
        let major = self.container.header().major.get();
        if major != MAJOR_VERSION {
            let place = Place::Bytes { offset: 20, len: 2 };
            self.find(
                Rule::CONTAINER_CONTENT_INVALID,
                place,
                format_args!("container format version is {major}, expected {MAJOR_VERSION}"),
            );
        }
        for index in 0..=self.container.parts().len() {
            let gap = self.container.gap(index);
            if gap.is_empty() {
                continue;
            }
            let before = index.checked_sub(1).and_then(|before| self.container.parts().get(before));
            let (offset, before) = match before {
                Some(part) => (part.payload().offset + part.data.len() as u64, format!("part {}", part.name)),
                None => {
                    ((HEADER_SIZE + 4 * self.container.parts().len()) as u64, "the part table".to_owned())
                }
            };
            let place = Place::Bytes { offset, len: gap.len() as u64 };
            let message = format_args!("{} bytes after {before} do not belong to any part", gap.len());
            self.find(Rule::CONTAINER_CONTENT_INVALID, place, message);
        }
    }

    fn digest(&mut self) {
        if let DigestState::Wrong(expected) = self.container.digest_state() {
            let found = self.container.digest();
            self.find(
                Rule::CONTAINER_DIGEST,
                Place::Bytes { offset: 4, len: 16 },
                format_args!("digest is {found}, expected {expected} for these contents"),
            );
        }
    }

    fn find(&mut self, rule: Rule, place: Place, message: fmt::Arguments<'_>) {
        self.report.add(rule, place, message);
    }

    /// A finding about a part as a whole.
    fn find_part(&mut self, rule: Rule, part: &Part<'_>, message: fmt::Arguments<'_>) {
        self.find(rule, whole(part), message);
    }
}

/// All bytes of a part.
fn whole(part: &Part<'_>) -> Place {
    let payload = part.payload();
    Place::Part { part: part.name, offset: payload.offset, len: payload.bytes.len() as u64 }
}

/// What stands beside a program that could be read.
struct Beside<'c, 'p> {
    checker: &'p mut Checker<'c>,
    module: &'p Module,
    shader: &'p Shader,
    /// What its functions do and name, until a part is derived from that.
    functions: Option<(Functions, SymbolReferences)>,
    /// Whether nothing was found in the module.
    is_sound: bool,
}

impl Beside<'_, '_> {
    fn program(&self) -> DescribedModule<'_> {
        DescribedModule::new(self.module, self.shader)
    }

    fn find(&mut self, rule: Rule, place: Place, message: fmt::Arguments<'_>) {
        self.checker.find(rule, place, message);
    }

    /// What a part must hold cannot be told. Where rules of modules are broken, that is why, and was told.
    fn underivable<K: Kind>(&mut self, name: FourCc, error: &Error<K>) {
        if self.is_sound {
            let place = Place::Part { part: name, offset: error.place().offset, len: 0 };
            let message = format_args!("cannot derive the expected content of {name}: {}", error.kind());
            self.find(Rule::CONTAINER_PART_MATCHES, place, message);
        }
    }
}
