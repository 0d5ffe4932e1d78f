//! The check of a module against the rules of the IR, with the lines of the text that it was read from. Separate
//! because all verbs must reject the same texts.

use dxil_ir::verify::IrPlace;
use dxil_ir::{Module, verify};
use dxil_text::limits::ERRORS;
use dxil_text::{ParseError, Places};
use located::{Error as PlacedError, Frame, Kind};

use crate::error::Error;

/// A text, and the locations of the entities of its module.
pub struct Text<'t> {
    pub places: Places,
    pub bytes: &'t [u8],
}

/// The errors of a module that breaks rules of the IR, as many as are kept, and the number of further errors.
pub fn errors(module: &Module, text: Option<&Text<'_>>) -> (Vec<Error>, usize) {
    let report = verify(module);
    let errors = report.findings.iter().take(ERRORS).map(|finding| {
        let message = format!("{}: {}", finding.place.show(module), finding.message);
        let line = text.and_then(|text| {
            Some(ParseError::at(text.bytes, place_of(&text.places, finding.place)?, &message))
        });
        line.map_or_else(|| Error::Invalid(message), Error::InvalidSource)
    });
    (errors.collect(), report.findings.len().saturating_sub(ERRORS))
}

impl Text<'_> {
    /// The error of a program as a whole, with the line of the metadata that it is about.
    pub fn placed<K: Kind>(&self, error: &PlacedError<K>) -> Option<Error> {
        let offset = error.path().find_map(|frame| match frame {
            Frame::Node(name) => self.places.metadata_called(name),
            _ => None,
        })?;
        let line = ParseError::at(self.bytes, offset, format!("{}: {}", error.path_text(), error.kind()));
        Some(Error::ProgramSource(line, error.kind().code()))
    }
}

/// The offset in a text of the entity that a finding is about.
fn place_of(places: &Places, place: IrPlace) -> Option<usize> {
    match place {
        IrPlace::Instruction { function, id, .. } => places.instruction(function, id),
        IrPlace::Global(id) | IrPlace::Block { function: id, .. } => places.global(id),
        IrPlace::Metadata(id) => places.metadata(id),
        IrPlace::NamedMetadata(index) => places.named_metadata(index),
        IrPlace::Module
        | IrPlace::Type(_)
        | IrPlace::AttributeGroup(_)
        | IrPlace::AttributeList(_)
        | IrPlace::Comdat(_)
        | IrPlace::Constant(_) => None,
    }
}
