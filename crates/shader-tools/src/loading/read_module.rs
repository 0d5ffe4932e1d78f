//! A module that a file holds as bitcode or text, checked. Separate because verbs that make containers of such files
//! must refuse the same ones, each mistake with its line.

use dxil_ir::verify::IrPlace;
use dxil_ir::{Dialect, Module, verify};
use dxil_text::limits::ERRORS;
use dxil_text::{ParseError, Places};
use located::{Error as PlacedError, Frame, Kind};

use crate::error::Error;
use crate::loading::assembled::expect_dxil;
use crate::loading::assembly_language::AssemblyLanguage;
use crate::loading::loaded_shader::LoadedShader;
use crate::run::Outcome;
use crate::selection::input::Input;
use crate::style::counted;

/// A module that was read, and where things stand if it was read from text.
pub struct ReadModule<'t> {
    /// The module, by the rules of the IR.
    pub module: Module,
    /// The text.
    pub text: Option<Text<'t>>,
}

/// A text, and where things stand in it.
pub struct Text<'t> {
    places: Places,
    bytes: &'t [u8],
}

/// What is wrong with a file.
pub enum Faults {
    /// It cannot be read at all.
    Unreadable(Error),
    /// It has mistakes.
    Mistakes {
        /// As many as are kept, at least one.
        errors: Vec<Error>,
        /// How many more there are.
        more: usize,
    },
}

impl Faults {
    /// Reports mistakes; what keeps a file from being read at all is given back.
    pub fn report<T>(self, input: &Input, bytes: &[u8], outcome: &mut Outcome<T>) -> Result<(), Error> {
        let (errors, more) = match self {
            Self::Unreadable(error) => return Err(error),
            Self::Mistakes { errors, more } => (errors, more),
        };
        for error in errors {
            outcome.add(&error, input, Some(bytes));
        }
        if more > 0 {
            outcome.note(input, &counted(more, "more error"));
        }
        Ok(())
    }
}

impl<E: Into<Error>> From<E> for Faults {
    fn from(error: E) -> Self {
        Self::Unreadable(error.into())
    }
}

impl<'t> ReadModule<'t> {
    /// The module that a file describes, if it is one that means something.
    pub fn of(bytes: &'t [u8]) -> Result<Self, Faults> {
        let read = match AssemblyLanguage::of(bytes) {
            AssemblyLanguage::Llvm => {
                let read = Self::of_text(bytes)?;
                expect_dxil(&read.module)?;
                read
            }
            AssemblyLanguage::Tokens | AssemblyLanguage::Direct3d9 | AssemblyLanguage::Bitcode => {
                Self { module: LoadedShader::read_module(bytes)?, text: None }
            }
        };
        check(&read.module, read.text.as_ref())?;
        Ok(read)
    }

    /// The module of today's LLVM that a text is, if it is one that means something.
    pub fn of_today(bytes: &'t [u8]) -> Result<Self, Faults> {
        if AssemblyLanguage::of(bytes) != AssemblyLanguage::Llvm {
            let text = "this is not LLVM assembly: llvm-dis makes some of LLVM's bitcode, `upgrade` of DXIL";
            return Err(Error::Unsupported(text.to_owned()).into());
        }
        let read = Self::of_text(bytes)?;
        if read.module.dialect == Dialect::Dxil37 {
            let text = "this is DXIL already: `as` makes a container of it";
            return Err(Error::Unsupported(text.to_owned()).into());
        }
        check(&read.module, read.text.as_ref())?;
        Ok(read)
    }

    fn of_text(bytes: &'t [u8]) -> Result<Self, Faults> {
        match dxil_text::parse_with_places(bytes) {
            Ok(parsed) => {
                Ok(Self { module: parsed.module, text: Some(Text { places: parsed.places, bytes }) })
            }
            Err(errors) => {
                let more = errors.omitted();
                let errors = errors.errors().iter().cloned().map(Error::Source).collect();
                Err(Faults::Mistakes { errors, more })
            }
        }
    }
}

/// Whether a module keeps the rules of the IR.
pub fn check(module: &Module, text: Option<&Text<'_>>) -> Result<(), Faults> {
    let report = verify(module);
    if report.is_valid() {
        return Ok(());
    }
    let errors = report.findings.iter().take(ERRORS).map(|finding| {
        let message = format!("{}: {}", finding.place.show(module), finding.message);
        let line = text.and_then(|text| {
            Some(ParseError::at(text.bytes, place_of(&text.places, finding.place)?, &message))
        });
        line.map_or_else(|| Error::Invalid(message), Error::InvalidSource)
    });
    Err(Faults::Mistakes { errors: errors.collect(), more: report.findings.len().saturating_sub(ERRORS) })
}

impl Text<'_> {
    /// The locations of the module's entities in the text.
    pub fn places(&self) -> &Places {
        &self.places
    }

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

/// The place in a text of the thing that a finding is about.
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
