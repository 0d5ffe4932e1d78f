//! The parts of a container, each decoded once for all that is shown of it: its fields, its errors, the lines of the
//! summary, and the symbols, which several parts make together.

use std::collections::HashSet;

use dx_bytecode::{Declarations, d3d9 as direct3d9};
use dx_container::fields::Sink;
use dx_container::parts::PartView;
use dx_container::parts::psv::Psv;
use dx_container::parts::rdat::Rdat;
use dx_container::parts::symbol_strings::SymbolStrings;
use dx_container::parts::symbols::Symbols;
use dx_container::symbols::SymbolTable;
use dx_container::{Container, ContainerError, FourCc, Part};

use super::summary::Summary;
use crate::error::Error;
use crate::loading::direct3d9::declarations as declarations_of;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::program::is_tokens;

/// The state of the container as a whole, by the parts decoded so far.
pub struct Decoded<'c, 'a> {
    file: &'c LoadedShader<'c>,
    container: &'c Container<'a>,
    /// The lines in front of the page.
    pub summary: Summary,
    names: HashSet<FourCc>,
    /// Names of which the first part cannot be read.
    unreadable: HashSet<FourCc>,
    symbols: Option<Symbols<'a>>,
    strings: Option<SymbolStrings<'a>>,
    rdat: Option<Rdat<'a>>,
    psv: Option<Psv<'a>>,
}

/// A part as it was decoded.
pub struct DecodedPart<'a> {
    /// The content; `None` where it cannot be read.
    pub view: Option<PartView<'a>>,
    /// The declarations of the tokens, of a program of shader model 4 or 5 that can be read.
    pub declarations: Option<Declarations>,
    /// The declarations of a Direct3D 9 program that can be read.
    pub direct3d9: Option<direct3d9::Declarations>,
    /// The error of the part, or of its tokens.
    pub error: Option<Error>,
}

impl<'c, 'a> Decoded<'c, 'a> {
    /// The state before the first part of `container`, the one in `file`.
    pub fn new(file: &'c LoadedShader<'c>, container: &'c Container<'a>) -> Self {
        Self {
            file,
            container,
            summary: Summary::new(container),
            names: HashSet::new(),
            unreadable: HashSet::new(),
            symbols: None,
            strings: None,
            rdat: None,
            psv: None,
        }
    }

    /// Decodes `part` and reports its fields to `sink`, if there is one. Parts come in their order: of several with one
    /// name, the first is what the container says.
    pub fn decode(&mut self, part: &Part<'a>, sink: Option<&mut dyn Sink<'a>>) -> DecodedPart<'a> {
        let decoded = match sink {
            Some(sink) => self.container.walk(part, sink),
            None => self.container.read(part),
        };
        let is_first = self.names.insert(part.name);
        let view = match decoded {
            Ok(view) => view,
            Err(error) => {
                if is_first {
                    self.unreadable.insert(part.name);
                }
                let error = Some(self.file.placed(error).into());
                return DecodedPart { view: None, declarations: None, direct3d9: None, error };
            }
        };
        if is_first {
            self.summary.add(part.name, &view);
            self.keep(&view);
        }
        let tokens = is_tokens(part.name).then(|| Declarations::read(self.container.payload(part)));
        let (declarations, error) = match tokens {
            Some(Err(error)) => (None, Some(self.file.placed(error).into())),
            Some(Ok(declarations)) => (Some(declarations), None),
            None => (None, None),
        };
        let (direct3d9, error) = match &view {
            PartView::Level9(level9) => match declarations_of(self.container.payload(part), level9) {
                Ok(declared) => (Some(declared), error),
                Err(error) => (None, Some(self.file.placed(error).into())),
            },
            _ => (None, error),
        };
        DecodedPart { view: Some(view), declarations, direct3d9, error }
    }

    /// Keeps a part that the symbols are read from or compared with.
    fn keep(&mut self, view: &PartView<'a>) {
        match view {
            PartView::Symbols(part) => self.symbols = Some(*part),
            PartView::SymbolStrings(part) => self.strings = Some(*part),
            PartView::RuntimeData(part) => self.rdat = Some(part.clone()),
            PartView::PipelineStateValidation(part) => self.psv = Some(*part),
            _ => {}
        }
    }

    /// The symbols, once all parts are decoded; `None` where there are none, or SYM0 or STR0 cannot be read, which is
    /// said with those.
    pub fn symbols(&self) -> Option<Result<SymbolTable, ContainerError>> {
        if self.unreadable.contains(&FourCc::STR0) {
            return None;
        }
        SymbolTable::of_parts(self.container, self.symbols?, self.strings).transpose()
    }

    /// The functions that symbols are compared with, where the parts that name them can be read.
    pub fn functions(&self) -> Option<SymbolTable> {
        if self.unreadable.contains(&FourCc::RDAT) {
            return None;
        }
        SymbolTable::of_functions_in(self.container, self.rdat.as_ref(), self.psv.as_ref()).ok()
    }
}
