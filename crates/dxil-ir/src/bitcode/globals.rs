//! Variables, functions and aliases: the records of the module block that declare them.

use std::collections::HashMap;

use bstr::{BStr, BString};

use super::abbreviations;
use super::reading::{ModuleReader, Reference, named};
use super::writing::ModuleWriter;
use super::{BitcodeErrorKind, Result};
use crate::generated::bitcode::module as code;
use crate::globals::{Alias, Function, GlobalKind, Variable};
use crate::{
    Alignment, Comdat, ComdatId, ComdatSelection, DllStorage, Global, GlobalId, Linkage, ThreadLocal, Type,
    TypeId, UnnamedAddress, Visibility,
};

/// Bits of a variable's second operand: it never changes; its type is that of the variable, not of a pointer to it.
const IS_CONSTANT: u64 = 1;
const EXPLICIT_TYPE: u64 = 2;
const SPACE_SHIFT: u32 = 2;

/// Linkages of older writers that say how a global is stored.
const LINKAGE_DLL_IMPORT: u64 = 5;
const LINKAGE_DLL_EXPORT: u64 = 6;

/// Linkage as bitcode numbers it; some numbers are those of older writers.
pub(super) fn linkage_of(number: u64) -> Option<Linkage> {
    match number {
        1 | 10 => Some(if number == 1 { Linkage::WeakAny } else { Linkage::WeakOdr }),
        4 | 11 => Some(if number == 4 { Linkage::LinkOnceAny } else { Linkage::LinkOnceOdr }),
        LINKAGE_DLL_IMPORT | LINKAGE_DLL_EXPORT | 15 => Some(Linkage::External),
        13 | 14 => Some(Linkage::Private),
        number => Linkage::from_code(number),
    }
}

impl ModuleReader<'_> {
    pub(super) fn read_comdat(&mut self) -> Result<()> {
        let selection = self.coded(0, "the selection kind of a comdat", ComdatSelection::from_code)?;
        let name = self.text(2, "a comdat's name")?;
        let length: usize = self.number(1, "the length of a comdat's name")?;
        if length != name.len() {
            let found = length as u64;
            return Err(
                self.error(BitcodeErrorKind::Unknown { what: "the length of a comdat's name", found })
            );
        }
        let name = name.into();
        self.module.comdats.push(Comdat { name, selection });
        Ok(())
    }

    pub(super) fn read_variable(&mut self) -> Result<()> {
        self.at_most(12)?;
        let flags: u64 = self.number(1, "a variable's flags")?;
        let ty = self.type_at(0, "a variable's type")?;
        let (ty, value_type) = if flags & EXPLICIT_TYPE != 0 {
            (self.pointer_to(ty, flags >> SPACE_SHIFT)?, ty)
        } else {
            (ty, self.pointee(ty)?)
        };
        let global = Global {
            name: BString::default(),
            ty,
            value_type,
            linkage: self.coded(3, "a linkage", linkage_of)?,
            alignment: Alignment::from_code(self.number_or(4, 0, "an alignment")?),
            section: self.section(self.number_or(5, 0, "a section")?)?,
            visibility: self.coded_or(6, Visibility::Default, "a visibility", Visibility::from_code)?,
            unnamed_address: self.unnamed_address(8)?,
            is_dso_local: false,
            metadata: Vec::new(),
            dll_storage: self.dll_storage(10, 3)?,
            comdat: self.comdat(self.number_or(11, 0, "a comdat")?)?,
            kind: GlobalKind::Variable(Variable {
                is_constant: flags & IS_CONSTANT != 0,
                initializer: None,
                thread_local: self.coded_or(
                    7,
                    ThreadLocal::Not,
                    "a thread-local mode",
                    ThreadLocal::from_code,
                )?,
                is_externally_initialized: self.number_or::<u64>(9, 0, "the externally_initialized flag")?
                    != 0,
            }),
        };
        let initializer = self.number(2, "an initializer")?;
        let id = self.add_global(global)?;
        self.refer(id, Reference::Initializer, initializer);
        Ok(())
    }

    pub(super) fn read_declaration(&mut self) -> Result<()> {
        self.at_most(15)?;
        let ty = self.type_at(0, "a function's type")?;
        let (ty, value_type) = match self.module.types.get(ty) {
            Some(Type::Function { .. }) => (self.pointer_to(ty, 0)?, ty),
            _ => (ty, self.pointee(ty)?),
        };
        if !matches!(self.module.types.get(value_type), Some(Type::Function { .. })) {
            return Err(self.error(BitcodeErrorKind::NotFunction { what: "the type of a function" }));
        }
        let is_declaration = self.number::<u64>(2, "the declaration flag of a function")? != 0;
        let function = Function {
            calling_convention: self.number(1, "a calling convention")?,
            attributes: self.attribute_list(self.number_or(4, 0, "attributes")?)?,
            garbage_collector: self.collector(self.number_or(8, 0, "a garbage collector")?)?,
            prologue: None,
            prefix: None,
            personality: None,
            body: None,
        };
        let global = Global {
            name: BString::default(),
            ty,
            value_type,
            linkage: self.coded(3, "a linkage", linkage_of)?,
            alignment: Alignment::from_code(self.number_or(5, 0, "an alignment")?),
            section: self.section(self.number_or(6, 0, "a section")?)?,
            visibility: self.coded_or(7, Visibility::Default, "a visibility", Visibility::from_code)?,
            unnamed_address: self.unnamed_address(9)?,
            is_dso_local: false,
            metadata: Vec::new(),
            dll_storage: self.dll_storage(11, 3)?,
            comdat: self.comdat(self.number_or(12, 0, "a comdat")?)?,
            kind: GlobalKind::Function(Box::new(function)),
        };
        let references = [
            (Reference::Prologue, self.number_or(10, 0, "a prologue")?),
            (Reference::Prefix, self.number_or(13, 0, "prefix data")?),
            (Reference::Personality, self.number_or(14, 0, "a personality")?),
        ];
        let id = self.add_global(global)?;
        references.into_iter().for_each(|(reference, number)| self.refer(id, reference, number));
        if !is_declaration {
            self.undefined.push_back(id);
        }
        Ok(())
    }

    pub(super) fn read_alias(&mut self) -> Result<()> {
        self.at_most(7)?;
        let ty = self.type_at(0, "an alias's type")?;
        let aliasee: u64 = self.number(1, "an aliasee")?;
        let global = Global {
            name: BString::default(),
            ty,
            value_type: self.pointee(ty)?,
            linkage: self.coded(2, "a linkage", linkage_of)?,
            visibility: self.coded_or(3, Visibility::Default, "a visibility", Visibility::from_code)?,
            dll_storage: self.dll_storage(4, 2)?,
            unnamed_address: self.unnamed_address(6)?,
            is_dso_local: false,
            metadata: Vec::new(),
            alignment: Alignment::NATURAL,
            section: BString::default(),
            comdat: None,
            kind: GlobalKind::Alias(Alias {
                // Until the constants are there, it is its own.
                aliasee: GlobalId::from_u32(0).into(),
                thread_local: self.coded_or(
                    5,
                    ThreadLocal::Not,
                    "a thread-local mode",
                    ThreadLocal::from_code,
                )?,
            }),
        };
        let id = self.add_global(global)?;
        self.refer(id, Reference::Aliasee, aliasee.saturating_add(1));
        Ok(())
    }

    /// Adds a global: the globals are the first values.
    pub(super) fn add_global(&mut self, global: Global) -> Result<GlobalId> {
        let ty = global.ty;
        if self.values.len() != self.module.globals.len() {
            return Err(self.error(BitcodeErrorKind::Order { what: "a global", before: "constants" }));
        }
        let id = self.module.globals.push(global);
        self.values.push((id.into(), ty));
        Ok(id)
    }

    /// Notes that a global refers to the value with this number, less one; 0 is none.
    pub(super) fn refer(&mut self, global: GlobalId, reference: Reference, number: u64) {
        if let Some(number) = number.checked_sub(1) {
            self.references.push((global, reference, number));
        }
    }

    /// Gives the globals what they refer to, once the constants are there.
    pub(super) fn resolve_references(&mut self) -> Result<()> {
        for (id, reference, number) in std::mem::take(&mut self.references) {
            let (value, _) = self.value(number)?;
            let Some(global) = self.module.globals.get_mut(id) else { continue };
            match (&mut global.kind, reference) {
                (GlobalKind::Variable(variable), _) => variable.initializer = Some(value),
                (GlobalKind::Alias(alias), _) => alias.aliasee = value,
                (GlobalKind::Function(function), Reference::Prologue) => function.prologue = Some(value),
                (GlobalKind::Function(function), Reference::Prefix) => function.prefix = Some(value),
                (GlobalKind::Function(function), _) => function.personality = Some(value),
            }
        }
        Ok(())
    }

    pub(super) fn coded_or<T>(
        &self,
        index: usize,
        default: T,
        what: &'static str,
        of: impl Fn(u64) -> Option<T>,
    ) -> Result<T> {
        if index < self.record.operands.len() { self.coded(index, what, of) } else { Ok(default) }
    }

    /// The storage class that operand `index` says; older writers said it by the linkage, operand `linkage`.
    fn dll_storage(&self, index: usize, linkage: usize) -> Result<DllStorage> {
        let default = match self.number(linkage, "a linkage")? {
            LINKAGE_DLL_IMPORT => DllStorage::Import,
            LINKAGE_DLL_EXPORT => DllStorage::Export,
            _ => DllStorage::Default,
        };
        self.coded_or(index, default, "a storage class", DllStorage::from_code)
    }

    pub(super) fn section(&mut self, number: u64) -> Result<BString> {
        let name = named(&self.sections, number).map(BString::from);
        self.copied(name, number, "a section")
    }

    pub(super) fn collector(&mut self, number: u64) -> Result<BString> {
        let name = named(&self.collectors, number).map(BString::from);
        self.copied(name, number, "a garbage collector")
    }

    /// A global's own copy of a name that others may have, too; number 0 is none.
    fn copied(&mut self, name: Option<BString>, number: u64, what: &'static str) -> Result<BString> {
        match (number, name) {
            (0, _) => Ok(BString::default()),
            (_, Some(name)) => {
                self.spend_copy(name.len())?;
                Ok(name)
            }
            (found, None) => Err(self.error(BitcodeErrorKind::Unknown { what, found })),
        }
    }

    pub(super) fn comdat(&self, number: u64) -> Result<Option<ComdatId>> {
        let Some(index) = number.checked_sub(1) else { return Ok(None) };
        let index = u32::try_from(index).unwrap_or(u32::MAX - 1);
        let id = ComdatId::from_u32(index);
        match self.module.comdats.get(id) {
            Some(_) => Ok(Some(id)),
            None => Err(self.error(BitcodeErrorKind::Unknown { what: "a comdat", found: number })),
        }
    }

    /// The type of the address of a `ty`.
    fn pointer_to(&mut self, ty: TypeId, space: u64) -> Result<TypeId> {
        let Ok(space) = u32::try_from(space) else {
            return Err(self.error(BitcodeErrorKind::TooLarge { what: "an address space", found: space }));
        };
        Ok(self.module.types.intern(Type::Pointer(ty.into(), space)))
    }

    /// The flag at `index`, which is a number only because bitcode has no other flags: whatever is not 0 is set.
    fn unnamed_address(&self, index: usize) -> Result<UnnamedAddress> {
        let is_set = self.number_or::<u64>(index, 0, "the unnamed_addr flag")? != 0;
        Ok(if is_set { UnnamedAddress::Insignificant } else { UnnamedAddress::Significant })
    }

    fn pointee(&self, ty: TypeId) -> Result<TypeId> {
        let pointee = self.module.types.pointee(ty);
        pointee.ok_or_else(|| {
            self.error(BitcodeErrorKind::NotPointer { what: "the type of a global's address" })
        })
    }
}

/// The names that globals refer to by number, from 1.
#[derive(Default)]
struct Names<'m> {
    sections: HashMap<&'m BStr, u64>,
    collectors: HashMap<&'m BStr, u64>,
}

impl<'m> ModuleWriter<'m> {
    pub(super) fn write_comdats(&mut self) -> Result<()> {
        for comdat in self.module.comdats.values() {
            self.operands.clear();
            let len = comdat.name.len() as u64;
            self.operands.extend([comdat.selection.code(), len]);
            self.operands.extend(comdat.name.iter().map(|byte| u64::from(*byte)));
            self.emit(code::COMDAT, None)?;
        }
        Ok(())
    }

    /// Writes what the module is for, and its globals.
    pub(super) fn write_module_info(&mut self) -> Result<()> {
        let module = self.module;
        let texts = [
            (code::TRIPLE, &module.triple),
            (code::DATALAYOUT, &module.data_layout),
            (code::ASM, &module.inline_assembly),
        ];
        for (code, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            self.emit_text(code, text, None)?;
        }
        let names = self.write_names()?;
        let variables = self.numbering.variables();
        let simple = match variables.is_empty() {
            true => None,
            false => Some(self.simple_variable_abbreviation(names.sections.len())?),
        };
        for id in variables {
            self.write_variable(id, &names, simple)?;
        }
        for id in self.numbering.functions() {
            self.write_declaration(id, &names)?;
        }
        for id in self.numbering.aliases() {
            self.write_alias(id)?;
        }
        Ok(())
    }

    /// Writes the names of sections and collectors in the order in which globals use them.
    fn write_names(&mut self) -> Result<Names<'m>> {
        let mut names = Names::default();
        let module = self.module;
        for id in self.numbering.variables().into_iter().chain(self.numbering.functions()) {
            let Some(global) = module.globals.get(id) else { continue };
            self.write_name(code::SECTIONNAME, global.section.as_ref(), &mut names.sections)?;
            if let Some(function) = global.function() {
                self.write_name(code::GCNAME, function.garbage_collector.as_ref(), &mut names.collectors)?;
            }
        }
        Ok(names)
    }

    fn write_name(&mut self, code: u32, name: &'m BStr, known: &mut HashMap<&'m BStr, u64>) -> Result<()> {
        let next = known.len() as u64 + 1;
        if name.is_empty() || known.contains_key(name) {
            return Ok(());
        }
        known.insert(name, next);
        self.emit_text(code, name, None)
    }

    fn simple_variable_abbreviation(&mut self, sections: usize) -> Result<u32> {
        let module = self.module;
        let alignment = module.globals.values().map(|global| global.alignment.code()).max().unwrap_or(0);
        let types = self.numbering.variables().into_iter().filter_map(|id| module.globals.get(id));
        let types = types.map(|global| self.numbering.ty(global.value_type).unwrap_or(0)).max().unwrap_or(0);
        abbreviations::of_simple_variable(&mut self.stream, types, u32::from(alignment), sections)
    }

    fn write_variable(&mut self, id: GlobalId, names: &Names<'_>, simple: Option<u32>) -> Result<()> {
        let module = self.module;
        let Some((global, variable)) =
            module.globals.get(id).and_then(|global| Some((global, global.variable()?)))
        else {
            return Err(self.error(BitcodeErrorKind::Dangling { what: "variable" }));
        };
        let space = match module.types.get(global.ty) {
            Some(Type::Pointer(_, space)) => u64::from(*space),
            _ => 0,
        };
        self.operands.clear();
        self.push_type(global.value_type)?;
        self.operands.push(space << SPACE_SHIFT | EXPLICIT_TYPE | u64::from(variable.is_constant));
        self.push_optional(variable.initializer)?;
        self.operands.extend([
            global.linkage.code(),
            u64::from(global.alignment.code()),
            number_in(&names.sections, &global.section),
        ]);
        let is_simple = variable.thread_local == ThreadLocal::Not
            && global.visibility == Visibility::Default
            && global.unnamed_address == UnnamedAddress::Significant
            && !variable.is_externally_initialized
            && global.dll_storage == DllStorage::Default
            && global.comdat.is_none();
        if !is_simple {
            self.operands.extend([
                global.visibility.code(),
                variable.thread_local.code(),
                self.unnamed_address_code(global)?,
                u64::from(variable.is_externally_initialized),
                global.dll_storage.code(),
                comdat_number(global.comdat),
            ]);
        }
        self.emit(code::GLOBALVAR, simple.filter(|_| is_simple))
    }

    /// The flag for the significance of an address; an error for what LLVM 3.7 cannot say of a global.
    fn unnamed_address_code(&self, global: &Global) -> Result<u64> {
        let modern = |what| Err(self.error(BitcodeErrorKind::Modern { what }));
        if global.is_dso_local {
            return modern("`dso_local`");
        }
        if !global.metadata.is_empty() {
            return modern("metadata attached to a global");
        }
        match global.unnamed_address {
            UnnamedAddress::Significant => Ok(0),
            UnnamedAddress::Insignificant => Ok(1),
            UnnamedAddress::LocallyInsignificant => modern("`local_unnamed_addr`"),
        }
    }

    fn write_declaration(&mut self, id: GlobalId, names: &Names<'_>) -> Result<()> {
        let module = self.module;
        let Some((global, function)) =
            module.globals.get(id).and_then(|global| Some((global, global.function()?)))
        else {
            return Err(self.error(BitcodeErrorKind::Dangling { what: "function" }));
        };
        self.operands.clear();
        self.push_type(global.value_type)?;
        self.operands.extend([
            u64::from(function.calling_convention),
            u64::from(function.body.is_none()),
            global.linkage.code(),
            self.attribute_list_number(function.attributes)?,
            u64::from(global.alignment.code()),
            number_in(&names.sections, &global.section),
            global.visibility.code(),
            number_in(&names.collectors, &function.garbage_collector),
            self.unnamed_address_code(global)?,
        ]);
        self.push_optional(function.prologue)?;
        self.operands.extend([global.dll_storage.code(), comdat_number(global.comdat)]);
        self.push_optional(function.prefix)?;
        self.push_optional(function.personality)?;
        self.emit(code::FUNCTION, None)
    }

    fn write_alias(&mut self, id: GlobalId) -> Result<()> {
        let module = self.module;
        let Some(global) = module.globals.get(id) else { return Ok(()) };
        let GlobalKind::Alias(alias) = &global.kind else { return Ok(()) };
        self.operands.clear();
        self.push_type(global.ty)?;
        let aliasee = self.value_number(alias.aliasee)?;
        self.operands.extend([
            aliasee,
            global.linkage.code(),
            global.visibility.code(),
            global.dll_storage.code(),
            alias.thread_local.code(),
            self.unnamed_address_code(global)?,
        ]);
        self.emit(code::ALIAS, None)
    }
}

/// The number of a name, from 1; 0 for none.
fn number_in(names: &HashMap<&BStr, u64>, name: &BString) -> u64 {
    names.get::<BStr>(name.as_ref()).copied().unwrap_or(0)
}

fn comdat_number(comdat: Option<ComdatId>) -> u64 {
    comdat.map_or(0, |comdat| u64::from(comdat.as_u32()) + 1)
}
