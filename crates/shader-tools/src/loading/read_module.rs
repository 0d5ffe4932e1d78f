//! A module that a file holds as bitcode or text, checked. Separate because verbs that make containers of such files
//! must refuse the same ones, each mistake with its line.

use dxil_ir::{Dialect, Module};

use crate::error::Error;
use crate::loading::assembled::{bitcode_module, expect_dxil};
use crate::loading::assembly_language::AssemblyLanguage;
use crate::loading::file_kind::{Expected, FileKind};
use crate::loading::ir_check::{self, Text};
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
    /// The first error; later ones often follow from it.
    pub fn into_first(self) -> Option<Error> {
        match self {
            Self::Unreadable(error) => Some(error),
            Self::Mistakes { errors, .. } => errors.into_iter().next(),
        }
    }

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
    /// The valid module of DXIL that a file describes.
    pub fn of(bytes: &'t [u8]) -> Result<Self, Faults> {
        let read = match AssemblyLanguage::of(bytes) {
            AssemblyLanguage::Llvm => {
                let read = Self::of_text(bytes, Dialect::Dxil37)?;
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

    /// The valid module of modern LLVM IR in LLVM assembly or bitcode.
    pub fn of_modern(bytes: &'t [u8]) -> Result<Self, Faults> {
        let read =
            Self::unchecked(bytes, Dialect::Modern)?.ok_or_else(|| Expected::ModernIr.refuse(bytes))?;
        if read.module.dialect == Dialect::Dxil37 {
            let text = "expected modern LLVM IR, found DXIL: `as` assembles DXIL to a container";
            return Err(Error::Unsupported(text.to_owned()).into());
        }
        check(&read.module, read.text.as_ref())?;
        Ok(read)
    }

    /// The valid module of DXIL or modern LLVM IR in a file.
    pub fn of_any_dialect(bytes: &'t [u8]) -> Result<Self, Faults> {
        let Some(read) = Self::unchecked(bytes, Dialect::Dxil37)? else { return Self::of(bytes) };
        check(&read.module, read.text.as_ref())?;
        Ok(read)
    }

    /// The module in LLVM assembly of any dialect or in bitcode of modern LLVM; `None` for other files. If a text does
    /// not show its dialect, it is `ambiguous`.
    fn unchecked(bytes: &'t [u8], ambiguous: Dialect) -> Result<Option<Self>, Faults> {
        if AssemblyLanguage::of(bytes) == AssemblyLanguage::Llvm {
            return Self::of_text(bytes, ambiguous).map(Some);
        }
        let is_modern = FileKind::of(bytes) == FileKind::ModernBitcode;
        let module = is_modern.then(|| bitcode_module(bytes)).transpose()?;
        Ok(module.map(|module| Self { module, text: None }))
    }

    /// The module in LLVM assembly. If the text does not show the dialect, it is `ambiguous`.
    fn of_text(bytes: &'t [u8], ambiguous: Dialect) -> Result<Self, Faults> {
        match dxil_text::parse_as(bytes, dxil_text::dialect(bytes).unwrap_or(ambiguous)) {
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

/// Checks a module against the rules of the IR.
pub fn check(module: &Module, text: Option<&Text<'_>>) -> Result<(), Faults> {
    let (errors, more) = ir_check::errors(module, text);
    if errors.is_empty() { Ok(()) } else { Err(Faults::Mistakes { errors, more }) }
}
