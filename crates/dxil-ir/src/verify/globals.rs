//! Variables, functions and aliases: names, linkage, types, what they hold.

use crate::UnnamedAddress;
use std::collections::{HashMap, HashSet};

use bstr::{BStr, ByteSlice as _};

use crate::arena::Id as _;

use super::attributes::Owner;
use super::rule::Rule;
use super::show;
use super::type_facts::{is_integer_of, is_pointer};
use super::verifier::is_intrinsic;
use super::{IrPlace, Verifier};
use crate::constants::ConstantKind;
use crate::globals::{Function, GlobalKind, Variable};
use crate::{DllStorage, Global, GlobalId, Linkage, Type, TypeId, Value, ValueKind};

/// Variables that LLVM gives a meaning by their names.
const SPECIAL: [&str; 4] = ["llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"];
/// Calling conventions of functions that take no more than they say: fast, cold, PTX kernels and functions, OpenCL
/// built-ins.
const FIXED_CONVENTIONS: [u32; 5] = [8, 9, 71, 72, 77];

impl<'m> Verifier<'m> {
    pub(super) fn globals(&mut self) {
        let names = self.global_names();
        let module = self.module;
        let mut comdats = HashSet::new();
        for (id, comdat) in module.comdats.iter() {
            self.at = IrPlace::Comdat(id);
            expect!(
                self,
                comdats.insert(comdat.name.as_bstr()),
                Rule::Comdat,
                "comdat {} is defined twice",
                show::name(comdat.name.as_ref())
            );
            let global = names.get(comdat.name.as_bstr()).and_then(|id| module.globals.get(*id));
            let is_private = global.is_some_and(|global| global.linkage == Linkage::Private);
            expect!(
                self,
                !is_private,
                Rule::Comdat,
                "comdat {} has the name of a private global",
                show::name(comdat.name.as_ref())
            );
        }
        for (id, global) in module.globals.iter() {
            self.at = IrPlace::Global(id);
            self.global(global);
            self.attached_to_global(global);
        }
        for name in SPECIAL {
            let known = names.get(BStr::new(name)).and_then(|id| Some((*id, module.globals.get(*id)?)));
            let Some((id, global)) = known else { continue };
            self.at = IrPlace::Global(id);
            self.special_variable(global);
        }
        self.aliases();
        self.at = IrPlace::Module;
    }

    fn global_names(&mut self) -> HashMap<&'m BStr, GlobalId> {
        let module = self.module;
        let mut names = HashMap::new();
        for (id, global) in module.globals.iter().filter(|(_, global)| !global.name.is_empty()) {
            let first = *names.entry(global.name.as_bstr()).or_insert(id);
            self.at = IrPlace::Global(id);
            expect!(
                self,
                first == id,
                Rule::DuplicateName,
                "{first} and {id} have the same name @{}",
                show::name(global.name.as_ref())
            );
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
            expect!(
                self,
                fits,
                Rule::GlobalType,
                "global with value type {} has address type {}, expected a pointer to the value type",
                show::ty(module, global.value_type),
                show::ty(module, global.ty)
            );
        }
        self.aligned(global.alignment);
        self.linkage(global);
        self.comdat_of(global);
        match &global.kind {
            GlobalKind::Variable(variable) => self.variable(global, variable),
            GlobalKind::Function(function) if value => self.function(global, function),
            GlobalKind::Function(_) => {}
            GlobalKind::Alias(alias) => {
                if let Some(ty) = self.constant_type(alias.aliasee) {
                    expect!(
                        self,
                        ty == global.ty,
                        Rule::Alias,
                        "alias has type {}, but the aliasee has type {}",
                        show::ty(module, global.ty),
                        show::ty(module, ty)
                    );
                }
            }
        }
    }

    fn linkage(&mut self, global: &Global) {
        let module = self.module;
        let is_external = global.linkage == Linkage::External;
        let word = if is_external { "external" } else { global.linkage.word() };
        let fits = match &global.kind {
            _ if global.is_declaration() => {
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
            _ if global.is_declaration() => "a declaration",
            GlobalKind::Variable(_) => "a variable",
            GlobalKind::Function(_) => "a function",
            GlobalKind::Alias(_) => "an alias",
        };
        expect!(self, fits, Rule::Linkage, "{what} cannot have linkage {word}");
        if global.linkage == Linkage::Appending && global.variable().is_some() {
            let is_array = matches!(module.types.get(global.value_type), Some(Type::Array(..)));
            expect!(
                self,
                is_array,
                Rule::Linkage,
                "variable of type {} has appending linkage, expected an array",
                show::ty(module, global.value_type)
            );
        }
        let imports = global.is_declaration() && global.linkage == Linkage::External
            || global.linkage == Linkage::AvailableExternally;
        let fits = global.dll_storage != DllStorage::Import || imports || global.aliasee().is_some();
        expect!(self, fits, Rule::Linkage, "dllimport global has linkage {word}, expected external");
    }

    /// Whether a global is one of LLVM's own functions.
    pub(super) fn is_intrinsic(&self, id: GlobalId) -> bool {
        self.intrinsics.get(id.index()).copied().unwrap_or(false)
    }

    /// Variables that LLVM gives a meaning by their names: lists of what is to be kept, and of what runs first and
    /// last.
    fn special_variable(&mut self, global: &Global) {
        let Some(Variable { initializer, .. }) = global.variable() else { return };
        let module = self.module;
        let types = &module.types;
        let element = match types.get(global.value_type) {
            Some(Type::Array(element, _)) => Some(*element),
            _ => None,
        };
        let is_used = global.name.ends_with(b"used");
        let fits = match is_used {
            true => {
                global.linkage == Linkage::Appending
                    && element.is_some_and(|element| is_pointer(types, element))
                    && initializer.is_none_or(|list| self.lists_names(list))
            }
            false => {
                let members = element.and_then(|element| types.members(element));
                let fits = match members {
                    Some([priority, function, rest @ ..]) => {
                        // Opaque pointers say nothing of it.
                        let points_to = |ty: TypeId, is_it: &dyn Fn(TypeId) -> bool| match types.get(ty) {
                            Some(Type::Pointer(pointee, _)) => pointee.expand().is_none_or(is_it),
                            _ => false,
                        };
                        let is_function = points_to(*function, &|ty| {
                            matches!(
                                types.get(ty),
                                Some(Type::Function { result, parameters, is_variadic: false })
                                    if parameters.is_empty() && types.get(*result) == Some(&Type::Void)
                            )
                        });
                        let is_data = match rest {
                            [] => true,
                            [data] => points_to(*data, &|ty| is_integer_of(types, ty, 8)),
                            _ => false,
                        };
                        is_integer_of(types, *priority, 32) && is_function && is_data
                    }
                    _ => false,
                };
                fits && (global.linkage == Linkage::Appending || initializer.is_none())
            }
        };
        expect!(
            self,
            fits,
            Rule::SpecialVariable,
            "type {1} or linkage is invalid for the special variable {0}",
            show::name(global.name.as_ref()),
            show::ty(module, global.value_type)
        );
    }

    /// Whether a constant lists globals with names, cast or not.
    fn lists_names(&self, list: Value) -> bool {
        let constant = |value: Value| {
            let ValueKind::Constant(id) = value.kind() else { return None };
            self.module.constants.get(id).map(|constant| &constant.kind)
        };
        let Some(ConstantKind::Aggregate(members)) = constant(list) else { return false };
        members.iter().all(|member| {
            let mut member = *member;
            // What there is in files are a cast and indices; constants that contain themselves end here, too.
            for _ in 0..4 {
                member = match constant(member) {
                    Some(ConstantKind::Cast(_, inner)) => *inner,
                    Some(ConstantKind::ElementPointer { operands, .. }) => match operands.first() {
                        Some(inner) => *inner,
                        None => return false,
                    },
                    _ => break,
                };
            }
            let ValueKind::Global(id) = member.kind() else { return false };
            self.module.globals.get(id).is_some_and(|global| !global.name.is_empty())
        })
    }

    fn comdat_of(&mut self, global: &Global) {
        let Some(id) = global.comdat else { return };
        let exists = self.module.comdats.get(id).is_some();
        expect!(self, exists, Rule::Comdat, "undefined {id}");
        let is_elsewhere = global.is_declaration() || global.linkage == Linkage::AvailableExternally;
        expect!(self, !is_elsewhere, Rule::Comdat, "declaration is in {id}, expected a definition");
    }

    fn variable(&mut self, global: &Global, variable: &Variable) {
        let module = self.module;
        let Some(initializer) = variable.initializer else { return };
        let Some(ty) = self.constant_type(initializer) else { return };
        expect!(
            self,
            ty == global.value_type,
            Rule::Initializer,
            "variable has type {}, but the initializer has type {}",
            show::ty(module, global.value_type),
            show::ty(module, ty)
        );
        if global.linkage == Linkage::Common {
            let fits = self.is_zero(initializer) && !variable.is_constant && global.comdat.is_none();
            expect!(
                self,
                fits,
                Rule::Initializer,
                "variable with common linkage must be zero-initialized, not constant and in no comdat"
            );
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
            let message = format_args!(
                "function has type {}, expected a function type",
                show::ty(module, global.value_type)
            );
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
            expect!(
                self,
                global.unnamed_address != UnnamedAddress::Significant,
                Rule::AttributeConflict,
                "attribute jumptable requires unnamed_addr"
            );
        }
        let is_fixed = FIXED_CONVENTIONS.contains(&function.calling_convention);
        expect!(
            self,
            !(is_fixed && *is_variadic),
            Rule::CallingConvention,
            "variadic function has calling convention {}, which does not support variadic arguments",
            function.calling_convention
        );
        let is_intrinsic = is_intrinsic(global);
        if !is_intrinsic && self.takes_metadata(global.value_type) {
            self.find(
                Rule::MetadataOperand,
                format_args!(
                    "function has a parameter of type metadata, which only LLVM intrinsics can have"
                ),
            );
        }
        for value in [function.prologue, function.prefix, function.personality].into_iter().flatten() {
            self.constant_type(value);
        }
        if is_intrinsic {
            self.intrinsic_signature(global);
        }
        match function.body {
            None => {
                expect!(
                    self,
                    function.personality.is_none(),
                    Rule::FunctionData,
                    "declaration has a personality function, expected a definition"
                );
            }
            Some(_) => {
                expect!(self, !is_intrinsic, Rule::Intrinsic, "LLVM intrinsic has a body");
            }
        }
    }
}
