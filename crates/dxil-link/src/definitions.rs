//! Which functions a library defines, read from as little of it as says so. Separate because most inputs of a link are
//! never opened further.

use bstr::BString;
use dx_container::partial_part_table::{PartialPartTable, ReadAt};
use dx_container::parts::View as _;
use dx_container::parts::rdat::Rdat;
use dx_container::parts::symbol_strings::SymbolStrings;
use dx_container::parts::symbols::Symbols;
use dx_container::symbols::SymbolTable;
use dx_container::{Container, ContainerError, FourCc};
use dxil_ir::Module;

use crate::error::{LinkError, LinkErrorKind};

/// What the names of functions that a library defines were read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NamesFrom {
    /// An index that was made of the file before.
    Index,
    /// The symbol table, SYM0 and STR0.
    SymbolTable,
    /// The table of functions in RDAT.
    RuntimeData,
    /// The program.
    Module,
}

impl NamesFrom {
    /// What it is called in traces.
    pub fn name(self) -> &'static str {
        match self {
            Self::Index => "index",
            Self::SymbolTable => "symbol table",
            Self::RuntimeData => "runtime data",
            Self::Module => "program",
        }
    }
}

/// The functions that a library defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definitions {
    /// Their names as the module has them, mangled.
    pub functions: Vec<BString>,
    /// Where they were read.
    pub from: NamesFrom,
}

impl Definitions {
    /// Those of a container, by its symbol table, or else its runtime data; `None` where it has neither, so that its
    /// program has to be read ([`of_module`](Self::of_module)).
    ///
    /// # Errors
    ///
    /// The part that says them cannot be read.
    pub fn read(container: &Container<'_>) -> Result<Option<Self>, LinkError> {
        let failed = |error: ContainerError| error.lift::<LinkErrorKind>();
        if let Some(table) = SymbolTable::read(container).map_err(failed)? {
            return Ok(Some(Self::of_symbols(table)));
        }
        let rdat = container.view::<Rdat<'_>>(FourCc::RDAT).transpose().map_err(failed)?;
        Ok(rdat.map(|rdat| Self::of_rdat(&rdat)))
    }

    /// The definitions of a file of which only pieces are read: the bytes that a [`PartialPartTable`] needs, and the
    /// parts with the definitions.
    ///
    /// # Errors
    ///
    /// Those of `read`; the part that says them cannot be read.
    pub fn read_pieces<E: From<LinkError>>(
        table: &PartialPartTable,
        read: &mut impl ReadAt<E>,
    ) -> Result<Option<Self>, E> {
        let failed = |error: ContainerError| E::from(error.lift::<LinkErrorKind>());
        if let Some(place) = table.part(FourCc::SYM0) {
            let bytes = place.read(read)?;
            let records = Symbols::parse(place.payload(&bytes)).map_err(failed)?;
            let strings = table.part(FourCc::STR0);
            let strings = strings.map(|place| Ok::<_, E>((place, place.read(read)?))).transpose()?;
            let strings = strings.as_ref().map(|(place, bytes)| SymbolStrings::parse(place.payload(bytes)));
            let strings = strings.transpose().map_err(failed)?;
            let parts = table.parts.len();
            let table =
                SymbolTable::of_payload(place.payload(&bytes), records, strings, parts).map_err(failed)?;
            return Ok(Some(Self::of_symbols(table)));
        }
        let Some(place) = table.part(FourCc::RDAT) else { return Ok(None) };
        let bytes = place.read(read)?;
        let rdat = Rdat::parse(place.payload(&bytes)).map_err(failed)?;
        Ok(Some(Self::of_rdat(&rdat)))
    }

    fn of_symbols(table: SymbolTable) -> Self {
        let functions = table.symbols.into_iter().map(|symbol| symbol.name).collect();
        Self { functions, from: NamesFrom::SymbolTable }
    }

    fn of_rdat(rdat: &Rdat<'_>) -> Self {
        let functions = rdat.functions().map(|function| function.name.to_owned()).collect();
        Self { functions, from: NamesFrom::RuntimeData }
    }

    /// Those of a program.
    pub fn of_module(module: &Module) -> Self {
        let functions = module
            .bodies()
            .filter(|(_, global, _)| is_visible(global))
            .map(|(_, global, _)| global.name.clone());
        Self { functions: functions.collect(), from: NamesFrom::Module }
    }
}

/// Whether other modules can call a function.
pub(crate) fn is_visible(global: &dxil_ir::Global) -> bool {
    use dxil_ir::Linkage;
    !matches!(global.linkage, Linkage::Internal | Linkage::Private) && !global.name.is_empty()
}
