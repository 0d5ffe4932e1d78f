//! Variables, functions, aliases and comdats of modern bitcode: names are in the string table, types are explicit.

use bstr::BString;

use super::super::globals::linkage_of;
use super::super::reading::{ModuleReader, Reference};
use super::super::{BitcodeErrorKind, Result};
use super::state::DebugIntrinsic;
use crate::generated::bitcode::operand::{alias_new as alias, comdat, function, globalvar};
use crate::globals::{Alias, Function, GlobalKind, Variable};
use crate::{
    Alignment, Comdat, ComdatSelection, Dialect, DllStorage, Global, GlobalId, Linkage, ThreadLocal, Type,
    TypeId, UnnamedAddress, Visibility,
};

/// Bits of a variable's flags: it never changes; its address space.
const IS_CONSTANT: u64 = 1;
const SPACE_SHIFT: u32 = 2;

/// The prefix of debug intrinsics.
const DEBUG_INTRINSIC: &[u8] = b"llvm.dbg.";

impl ModuleReader<'_> {
    pub(super) fn read_modern_comdat(&mut self) -> Result<()> {
        self.no_more_than(comdat::COUNT)?;
        let name = self.name_in_strings()?;
        let what = "the selection kind of a comdat";
        let selection = self.coded(comdat::SELECTION, what, ComdatSelection::from_code)?;
        self.module.comdats.push(Comdat { name, selection });
        Ok(())
    }

    pub(super) fn read_modern_variable(&mut self) -> Result<()> {
        self.no_more_than(globalvar::COUNT)?;
        let name = self.name_in_strings()?;
        let flags: u64 = self.number(globalvar::FLAGS, "a variable's flags")?;
        let value_type = self.type_at(globalvar::VALUE_TYPE, "a variable's type")?;
        for (operand, what) in [
            (globalvar::ATTRIBUTES, "attributes of a variable"),
            (globalvar::PARTITION_SIZE, "`partition`"),
            (globalvar::SANITIZER, "sanitizer metadata of a variable"),
            (globalvar::CODE_MODEL, "`code_model`"),
        ] {
            self.must_be_zero(operand, what)?;
        }
        let thread_local = self.thread_local(globalvar::THREAD_LOCAL)?;
        let what = "the externally_initialized flag";
        let is_external = self.number_or::<u64>(globalvar::EXTERNALLY_INITIALIZED, 0, what)? != 0;
        let global = Global {
            name,
            ty: self.modern_pointer(flags >> SPACE_SHIFT)?,
            value_type,
            linkage: self.coded(globalvar::LINKAGE, "a linkage", linkage_of)?,
            alignment: self.modern_alignment(globalvar::ALIGNMENT)?,
            section: self.section(self.number_or(globalvar::SECTION, 0, "a section")?)?,
            visibility: self.visibility(globalvar::VISIBILITY)?,
            unnamed_address: self.modern_unnamed_address(globalvar::UNNAMED_ADDR)?,
            is_dso_local: self.number_or::<u64>(globalvar::DSO_LOCAL, 0, "the dso_local flag")? != 0,
            metadata: Vec::new(),
            dll_storage: self.storage(globalvar::DLL_STORAGE)?,
            comdat: self.comdat(self.number_or(globalvar::COMDAT, 0, "a comdat")?)?,
            kind: GlobalKind::Variable(Variable {
                is_constant: flags & IS_CONSTANT != 0,
                initializer: None,
                thread_local,
                is_externally_initialized: is_external,
            }),
        };
        let initializer = self.number(globalvar::INITIALIZER, "an initializer")?;
        let id = self.add_modern_global(global)?;
        self.refer(id, Reference::Initializer, initializer);
        Ok(())
    }

    pub(super) fn read_modern_declaration(&mut self) -> Result<()> {
        self.no_more_than(function::COUNT)?;
        let name = self.name_in_strings()?;
        let value_type = self.type_at(function::FUNCTION_TYPE, "a function's type")?;
        if !matches!(self.module.types.get(value_type), Some(Type::Function { .. })) {
            return Err(self.error(BitcodeErrorKind::NotFunction { what: "the type of a function" }));
        }
        self.must_be_zero(function::PARTITION_SIZE, "`partition`")?;
        self.must_be_zero(function::PREFERRED_ALIGNMENT, "`prefalign`")?;
        let what = "the declaration flag of a function";
        let is_declaration = self.number::<u64>(function::IS_DECLARATION, what)? != 0;
        let collector = self.number_or(function::GARBAGE_COLLECTOR, 0, "a garbage collector")?;
        let kind = Function {
            calling_convention: self.number(function::CALLING_CONVENTION, "a calling convention")?,
            attributes: self.attribute_list(self.number_or(function::ATTRIBUTES, 0, "attributes")?)?,
            garbage_collector: self.collector(collector)?,
            ..Function::default()
        };
        let space = self.number_or(function::ADDRESS_SPACE, 0, "an address space")?;
        let global = Global {
            name,
            ty: self.modern_pointer(space)?,
            value_type,
            linkage: self.coded(function::LINKAGE, "a linkage", linkage_of)?,
            alignment: self.modern_alignment(function::ALIGNMENT)?,
            section: self.section(self.number_or(function::SECTION, 0, "a section")?)?,
            visibility: self.visibility(function::VISIBILITY)?,
            unnamed_address: self.modern_unnamed_address(function::UNNAMED_ADDR)?,
            is_dso_local: self.number_or::<u64>(function::DSO_LOCAL, 0, "the dso_local flag")? != 0,
            metadata: Vec::new(),
            dll_storage: self.storage(function::DLL_STORAGE)?,
            comdat: self.comdat(self.number_or(function::COMDAT, 0, "a comdat")?)?,
            kind: GlobalKind::Function(Box::new(kind)),
        };
        let intrinsic = debug_intrinsic(&global.name).filter(|_| is_declaration);
        let references = [
            (Reference::Prologue, self.number_or(function::PROLOGUE, 0, "a prologue")?),
            (Reference::Prefix, self.number_or(function::PREFIX, 0, "prefix data")?),
            (Reference::Personality, self.number_or(function::PERSONALITY, 0, "a personality")?),
        ];
        let id = self.add_modern_global(global)?;
        references.into_iter().for_each(|(reference, number)| self.refer(id, reference, number));
        self.modern.debug_intrinsics.extend(intrinsic.map(|intrinsic| (id, intrinsic)));
        if !is_declaration {
            self.undefined.push_back(id);
        }
        Ok(())
    }

    pub(super) fn read_modern_alias(&mut self) -> Result<()> {
        self.no_more_than(alias::COUNT)?;
        let name = self.name_in_strings()?;
        self.must_be_zero(alias::PARTITION_SIZE, "`partition`")?;
        let aliasee: u64 = self.number(alias::ALIASEE, "an aliasee")?;
        let global = Global {
            name,
            ty: self.modern_pointer(self.number(alias::ADDRESS_SPACE, "an address space")?)?,
            value_type: self.type_at(alias::VALUE_TYPE, "an alias's type")?,
            linkage: self.coded(alias::LINKAGE, "a linkage", linkage_of)?,
            visibility: self.visibility(alias::VISIBILITY)?,
            dll_storage: self.storage(alias::DLL_STORAGE)?,
            unnamed_address: self.modern_unnamed_address(alias::UNNAMED_ADDR)?,
            is_dso_local: self.number_or::<u64>(alias::DSO_LOCAL, 0, "the dso_local flag")? != 0,
            metadata: Vec::new(),
            alignment: Alignment::NATURAL,
            section: BString::default(),
            comdat: None,
            kind: GlobalKind::Alias(Alias {
                // Until the constants are there, it is its own.
                aliasee: GlobalId::from_u32(0).into(),
                thread_local: self.thread_local(alias::THREAD_LOCAL)?,
            }),
        };
        let id = self.add_modern_global(global)?;
        self.refer(id, Reference::Aliasee, aliasee.saturating_add(1));
        Ok(())
    }

    /// The name in the string table to which the first two operands of a record refer.
    fn name_in_strings(&mut self) -> Result<BString> {
        let offset = self.number::<u64>(globalvar::NAME_OFFSET, "the offset of a name")?;
        let size = self.number::<u64>(globalvar::NAME_SIZE, "the size of a name")?;
        let range = usize::try_from(offset).ok().zip(usize::try_from(size).ok());
        let rest = range.and_then(|(offset, size)| self.modern.strings.get(offset..)?.get(..size));
        let Some(name) = rest else {
            return Err(self.error(BitcodeErrorKind::StringTable {
                offset,
                size,
                table: self.modern.strings.len(),
            }));
        };
        let name = BString::from(name);
        self.spend_copy(name.len())?;
        Ok(name)
    }

    fn must_be_zero(&self, operand: usize, what: &'static str) -> Result<()> {
        match self.number_or::<u64>(operand, 0, what)? {
            0 => Ok(()),
            _ => Err(self.error(BitcodeErrorKind::Unsupported { what })),
        }
    }

    fn modern_pointer(&mut self, space: u64) -> Result<TypeId> {
        let Ok(space) = u32::try_from(space) else {
            return Err(self.error(BitcodeErrorKind::TooLarge { what: "an address space", found: space }));
        };
        Ok(self.module.types.intern(Type::Pointer(None.into(), space)))
    }

    fn modern_alignment(&self, operand: usize) -> Result<Alignment> {
        let found = self.number_or(operand, 0, "an alignment")?;
        let alignment = Alignment::from_code(found);
        match alignment <= Alignment::largest(Dialect::Modern) {
            true => Ok(alignment),
            false => {
                let found = u64::from(found);
                Err(self.error(BitcodeErrorKind::TooLarge { what: "an alignment", found }))
            }
        }
    }

    fn visibility(&self, operand: usize) -> Result<Visibility> {
        self.coded_or(operand, Visibility::Default, "a visibility", Visibility::from_code)
    }

    fn storage(&self, operand: usize) -> Result<DllStorage> {
        self.coded_or(operand, DllStorage::Default, "a storage class", DllStorage::from_code)
    }

    fn thread_local(&self, operand: usize) -> Result<ThreadLocal> {
        self.coded_or(operand, ThreadLocal::Not, "a thread-local mode", ThreadLocal::from_code)
    }

    fn modern_unnamed_address(&self, operand: usize) -> Result<UnnamedAddress> {
        let default = UnnamedAddress::Significant;
        self.coded_or(operand, default, "the unnamed_addr flag", UnnamedAddress::from_code)
    }

    fn add_modern_global(&mut self, mut global: Global) -> Result<GlobalId> {
        // LLVM sets the flag of these, but assembly does not show it.
        let is_local = matches!(global.linkage, Linkage::Internal | Linkage::Private);
        let is_visible = global.visibility != Visibility::Default;
        if is_local || is_visible && global.linkage != Linkage::ExternalWeak {
            global.is_dso_local = false;
        }
        self.add_global(global)
    }
}

/// The debug intrinsic with this name.
fn debug_intrinsic(name: &[u8]) -> Option<DebugIntrinsic> {
    match name.strip_prefix(DEBUG_INTRINSIC)? {
        b"value" => Some(DebugIntrinsic::Value),
        b"declare" => Some(DebugIntrinsic::Declare),
        b"assign" => Some(DebugIntrinsic::Assign),
        b"label" => Some(DebugIntrinsic::Label),
        _ => None,
    }
}
