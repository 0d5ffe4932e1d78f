//! Variables, functions and aliases: names, linkage, types, what they hold.

use std::collections::HashMap;

use bstr::{BStr, ByteSlice as _};

use super::attributes::Owner;
use super::rule::Rule;
use super::show;
use super::{IrPlace, Verifier};
use crate::ir::constants::ConstantKind;
use crate::ir::globals::{Function, GlobalKind, Variable};
use crate::ir::{DllStorage, Global, GlobalId, Linkage, Type, Value, ValueKind};

/// The largest alignment: its base-2 logarithm, plus one.
const MAX_ALIGNMENT: u32 = 30;
/// Calling conventions of functions that take no more than they say: fast, cold, PTX kernels and functions, OpenCL
/// built-ins.
const FIXED_CONVENTIONS: [u32; 5] = [8, 9, 71, 72, 77];

impl Verifier<'_> {
    pub(super) fn globals(&mut self) {
        let names = self.global_names();
        let module = self.module;
        for (id, comdat) in module.comdats.iter() {
            self.at = IrPlace::Comdat(id);
            let global = names.get(comdat.name.as_bstr()).and_then(|id| module.globals.get(*id));
            let is_private = global.is_some_and(|global| global.linkage == Linkage::Private);
            let message = format_args!("{}, which is private", show::name(comdat.name.as_ref()));
            self.expect(!is_private, Rule::Comdat, message);
        }
        for (id, global) in module.globals.iter() {
            self.at = IrPlace::Global(id);
            self.global(global);
        }
        self.aliases();
        self.at = IrPlace::Module;
    }

    fn global_names(&mut self) -> HashMap<&BStr, GlobalId> {
        let module = self.module;
        let mut names = HashMap::new();
        for (id, global) in module.globals.iter().filter(|(_, global)| !global.name.is_empty()) {
            let first = *names.entry(global.name.as_bstr()).or_insert(id);
            self.at = IrPlace::Global(id);
            let message = format_args!("{first} and {id} are both @{}", show::name(global.name.as_ref()));
            self.expect(first == id, Rule::DuplicateName, message);
        }
        names
    }

    fn global(&mut self, global: &Global) {
        let module = self.module;
        let types = &module.types;
        let address = self.has_type(global.ty, "the type of an address");
        let value = self.has_type(global.value_type, "the type of a global");
        if address && value {
            let fits = match types.get(global.ty) {
                Some(Type::Pointer(pointee, _)) => {
                    pointee.expand().is_none_or(|pointee| pointee == global.value_type)
                }
                _ => false,
            };
            let message = format_args!(
                "the address of {} is {}",
                show::ty(module, global.value_type),
                show::ty(module, global.ty)
            );
            self.expect(fits, Rule::GlobalType, message);
        }
        let message = format_args!("an alignment of 2^{}", global.alignment.saturating_sub(1));
        self.expect(global.alignment <= MAX_ALIGNMENT, Rule::Alignment, message);
        self.linkage(global);
        self.comdat_of(global);
        match &global.kind {
            GlobalKind::Variable(variable) => self.variable(global, variable),
            GlobalKind::Function(function) if value => self.function(global, function),
            GlobalKind::Function(_) => {}
            GlobalKind::Alias(alias) => {
                if let Some(ty) = self.constant_type(alias.aliasee) {
                    let message = format_args!(
                        "an alias of type {} for {}",
                        show::ty(module, global.ty),
                        show::ty(module, ty)
                    );
                    self.expect(ty == global.ty, Rule::Alias, message);
                }
            }
        }
    }

    fn linkage(&mut self, global: &Global) {
        let module = self.module;
        let word = match global.linkage {
            Linkage::External => "external",
            linkage => linkage.word(),
        };
        let fits = match &global.kind {
            _ if is_declaration(global) => {
                matches!(global.linkage, Linkage::External | Linkage::ExternalWeak)
            }
            GlobalKind::Variable(_) => true,
            GlobalKind::Function(_) => !matches!(global.linkage, Linkage::Common | Linkage::Appending),
            GlobalKind::Alias(_) => !matches!(
                global.linkage,
                Linkage::Common | Linkage::Appending | Linkage::ExternalWeak | Linkage::AvailableExternally
            ),
        };
        let what = match &global.kind {
            _ if is_declaration(global) => "a declaration",
            GlobalKind::Variable(_) => "a variable",
            GlobalKind::Function(_) => "a function",
            GlobalKind::Alias(_) => "an alias",
        };
        self.expect(fits, Rule::Linkage, format_args!("{what} of linkage {word}"));
        if global.linkage == Linkage::Appending && global.variable().is_some() {
            let is_array = matches!(module.types.get(global.value_type), Some(Type::Array(..)));
            let message = format_args!("{} is appending, expected an array", show::ty(module, global.value_type));
            self.expect(is_array, Rule::Linkage, message);
        }
        let imports = is_declaration(global) && global.linkage == Linkage::External
            || global.linkage == Linkage::AvailableExternally;
        let fits = global.dll_storage != DllStorage::Import || imports || global.aliasee().is_some();
        self.expect(fits, Rule::Linkage, format_args!("dllimport of what is {word}, expected external"));
    }

    fn comdat_of(&mut self, global: &Global) {
        let Some(id) = global.comdat else { return };
        let exists = self.module.comdats.get(id).is_some();
        self.expect(exists, Rule::Comdat, format_args!("{id} is none of the module's"));
        let is_elsewhere = is_declaration(global) || global.linkage == Linkage::AvailableExternally;
        self.expect(!is_elsewhere, Rule::Comdat, format_args!("a declaration in {id}"));
    }

    fn variable(&mut self, global: &Global, variable: &Variable) {
        let module = self.module;
        let Some(initializer) = variable.initializer else { return };
        let Some(ty) = self.constant_type(initializer) else { return };
        let message = format_args!(
            "a variable of {} is initialized with {}",
            show::ty(module, global.value_type),
            show::ty(module, ty)
        );
        self.expect(ty == global.value_type, Rule::Initializer, message);
        if global.linkage == Linkage::Common {
            let fits = self.is_zero(initializer) && !variable.is_constant && global.comdat.is_none();
            let message = format_args!("a common variable is zero, no constant and in no comdat");
            self.expect(fits, Rule::Initializer, message);
        }
    }

    /// Whether a value is zero, as far as LLVM writes zeros that way.
    fn is_zero(&self, value: Value) -> bool {
        let ValueKind::Constant(id) = value.kind() else { return false };
        let constant = self.module.constants.get(id);
        constant.is_some_and(|constant| {
            matches!(constant.kind, ConstantKind::Null | ConstantKind::Integer(0) | ConstantKind::Float(0))
        })
    }

    fn function(&mut self, global: &Global, function: &Function) {
        let module = self.module;
        let types = &module.types;
        let Some(Type::Function { result, parameters, is_variadic }) = types.get(global.value_type) else {
            let message = format_args!("a function of type {}", show::ty(module, global.value_type));
            self.find(Rule::GlobalType, message);
            return;
        };
        let owner = Owner {
            ty: global.value_type,
            result: *result,
            parameters,
            arguments: parameters.len(),
            is_call: false,
        };
        self.attributes_of(function.attributes, &owner);
        if self.is_jump_table(function.attributes) {
            let message = format_args!("jumptable needs unnamed_addr");
            self.expect(global.is_unnamed_address, Rule::AttributeConflict, message);
        }
        let is_fixed = FIXED_CONVENTIONS.contains(&function.calling_convention);
        let message = format_args!("calling convention {} of a variadic function", function.calling_convention);
        self.expect(!(is_fixed && *is_variadic), Rule::CallingConvention, message);
        let is_intrinsic = is_intrinsic(global);
        if !is_intrinsic && self.functions_with_metadata.contains(&global.value_type) {
            self.find(Rule::MetadataOperand, format_args!("a parameter of metadata, which intrinsics only have"));
        }
        for value in [function.prologue, function.prefix, function.personality].into_iter().flatten() {
            self.constant_type(value);
        }
        match function.body {
            None => {
                let message = format_args!("a declaration with a personality");
                self.expect(function.personality.is_none(), Rule::FunctionData, message);
            }
            Some(_) => {
                self.expect(!is_intrinsic, Rule::Intrinsic, format_args!("an intrinsic with a body"));
            }
        }
    }
}

/// Whether a global has no content here.
pub(super) fn is_declaration(global: &Global) -> bool {
    match &global.kind {
        GlobalKind::Variable(variable) => variable.initializer.is_none(),
        GlobalKind::Function(function) => function.body.is_none(),
        GlobalKind::Alias(_) => false,
    }
}

/// Whether a function is LLVM's own, by its name.
pub(super) fn is_intrinsic(global: &Global) -> bool {
    global.name.starts_with(b"llvm.") && global.function().is_some()
}
