//! Whether LLVM 3.7's assembly can express a module. Separate from printing, which describes broken modules as well as
//! it can: only a text that is to be read back has to be refused here.
//!
//! Assembly says most types once and derives the others, gives everything a name of its own, and keeps constants and
//! attributes in one form. What cannot be read back as it was is an error that names it.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

mod body;
mod constants;
mod metadata;

use bstr::BStr;
use dxil_ir::arena::{IdMap, IdSet, PackedOption};
use dxil_ir::attribute_kinds::Form;
use dxil_ir::attributes::{AllocKinds, Attribute, IntegerRange, Slot};
use dxil_ir::dialect_support::Spelling;
use dxil_ir::globals::GlobalKind;

use dxil_ir::{
    Alignment, AttributeGroupId, AttributeKind, AttributeListId, ConstantId, Dialect, Global, MetadataId,
    Module, Type, TypeId, Value, ValueKind,
};
use hashbrown::HashSet;

use super::error::{PrintError, Result};
use super::slots::Slots;
use crate::limits;

/// The widest integer that LLVM has, in bits.
pub(crate) const MAX_INTEGER_BITS: u32 = (1 << 23) - 1;

type Checked<T> = std::result::Result<T, PrintError>;

/// Checks a module; gives its numbers.
pub(super) fn check(module: &Module) -> Checked<Slots<'_>> {
    let mut checker = Checker {
        module,
        types: IdMap::new(),
        truth: module.types.find(&Type::Integer(1)),
        metadata_type: module.types.find(&Type::Metadata),
        value_types: IdMap::new(),
        constants: IdMap::new(),
        operands: IdMap::new(),
        metadata: IdMap::new(),
        attributes: IdMap::new(),
        groups: IdSet::new(),
        within: None,
    };
    checker.module()?;
    let slots = Slots::with_types(module, |ty| checker.types[ty] != 0);
    checker.named_metadata()?;
    checker.structures(&slots)?;
    Ok(slots)
}

struct Checker<'m> {
    module: &'m Module,
    /// How deep each type nests, plus one; 0 for those not looked at.
    types: IdMap<TypeId, u32>,
    /// The types of truth and of metadata, which the module need not have.
    truth: Option<TypeId>,
    metadata_type: Option<TypeId>,
    /// Types of values that were looked at.
    value_types: IdMap<TypeId, bool>,
    /// How deep each constant nests, plus one; 0 for those not looked at.
    constants: IdMap<ConstantId, u32>,
    /// The types of constants that were looked at as operands.
    operands: IdMap<ConstantId, PackedOption<TypeId>>,
    /// The nodes that were looked at.
    metadata: IdMap<MetadataId, bool>,
    /// How many parameters each list of attributes takes that was looked at.
    attributes: IdMap<AttributeListId, Option<usize>>,
    /// Groups of attributes that were looked at.
    groups: IdSet<AttributeGroupId>,
    /// The global at hand.
    within: Option<&'m Global>,
}

impl<'m> Checker<'m> {
    /// All but the metadata that has a name, and the structures.
    fn module(&mut self) -> Result {
        let module = self.module;
        self.kinds()?;
        let comdats: HashSet<_> = module.globals.values().filter_map(|global| global.comdat).collect();
        let comdats = comdats.into_iter().filter_map(|id| module.comdats.get(id));
        self.unique("comdats", comdats.map(|comdat| comdat.name.as_ref()))?;
        let names = module.globals.values().map(|global| global.name.as_ref());
        self.unique("globals", names.filter(|name: &&BStr| !name.is_empty()))?;
        self.unique("lists of metadata", module.named_metadata.iter().map(|named| named.name.as_ref()))?;
        for global in module.globals.values() {
            self.within = Some(global);
            self.global(global)?;
        }
        self.within = None;
        Ok(())
    }

    fn named_metadata(&mut self) -> Result {
        for named in &self.module.named_metadata {
            self.expect(!named.name.is_empty(), || "a list of metadata with an empty name".to_owned())?;
            for node in &named.operands {
                self.metadata(*node)?;
            }
        }
        Ok(())
    }

    /// The error that assembly cannot express something, unless a condition holds.
    #[inline]
    fn expect(&self, holds: bool, what: impl FnOnce() -> String) -> Result {
        if holds { Ok(()) } else { Err(self.error(what())) }
    }

    #[cold]
    fn error(&self, what: String) -> PrintError {
        let name = |global: &Global| match global.name.is_empty() {
            true => "a global without a name".to_owned(),
            false => format!("@{}", super::names::spelled(global.name.as_ref())),
        };
        PrintError::Inexpressible { what, within: self.within.map(name) }
    }

    #[cold]
    fn shown(&self, ty: TypeId) -> String {
        format!("`{}`", super::type_text(self.module, ty))
    }

    /// That the dialect of the module has a word.
    #[inline]
    fn in_dialect(&self, word: Spelling) -> Result {
        let dialect = self.module.dialect;
        self.expect(word.dialects.has(dialect), || match dialect {
            Dialect::Dxil37 => format!("{}, which LLVM 3.7 does not have", word.name),
            Dialect::Modern => format!("{}, which modern LLVM does not have", word.name),
        })
    }

    fn unique<'n>(&self, what: &str, names: impl Iterator<Item = &'n BStr>) -> Result {
        let mut known = HashSet::new();
        for name in names {
            self.expect(known.insert(name), || {
                format!("two {what} with the name \"{}\"", super::names::spelled(name))
            })?;
        }
        Ok(())
    }

    /// The structures that are defined by themselves.
    fn structures(&mut self, slots: &Slots<'_>) -> Result {
        let module = self.module;
        let named = || slots.named.iter().filter_map(|id| module.types.named(*id));
        self.unique("structures", named().map(|structure| structure.name.as_ref()))?;
        for id in slots.named.iter().chain(&slots.unnamed) {
            for member in module.types.members(*id).unwrap_or_default() {
                self.value_type(*member)?;
            }
        }
        Ok(())
    }

    /// The names of the kinds of metadata that are attached to something.
    fn kinds(&self) -> Result {
        let module = self.module;
        let mut used = HashSet::new();
        for global in module.globals.values() {
            used.extend(global.metadata.iter().map(|(kind, _)| *kind));
        }
        for (_, _, body) in module.bodies() {
            used.extend(body.metadata.iter().map(|(kind, _)| *kind));
            used.extend(body.attachments.iter().map(|(_, kind, _)| *kind));
        }
        let mut names = Vec::with_capacity(used.len());
        for kind in used {
            let name = usize::try_from(kind).ok().and_then(|kind| module.metadata_kinds.get(kind));
            let Some(name) = name else { return Err(PrintError::Dangling { what: "kind of metadata" }) };
            self.expect(!name.is_empty(), || "a kind of metadata with an empty name".to_owned())?;
            names.push(name.as_ref());
        }
        self.unique("kinds of metadata", names.into_iter())
    }

    fn global(&mut self, global: &'m Global) -> Result {
        let module = self.module;
        self.alignment(global.alignment)?;
        for (_, node) in &global.metadata {
            self.metadata(*node)?;
        }
        match &global.kind {
            GlobalKind::Variable(variable) => {
                self.value_type(global.value_type)?;
                self.expect(module.may_point_to(global.ty, global.value_type), || {
                    format!("a variable with address type {}", self.shown(global.ty))
                })?;
                let Some(initializer) = variable.initializer else { return Ok(()) };
                let ty = self.value(initializer)?;
                self.expect(ty == global.value_type, || {
                    format!(
                        "an initializer of type {} for a variable of value type {}",
                        self.shown(ty),
                        self.shown(global.value_type)
                    )
                })
            }
            GlobalKind::Alias(alias) => {
                let ty = self.value(alias.aliasee)?;
                let is_address = matches!(module.types.get(ty), Some(Type::Pointer(..)));
                self.expect(is_address && ty == global.ty, || {
                    format!(
                        "an alias of type {} for a value of type {}",
                        self.shown(global.ty),
                        self.shown(ty)
                    )
                })
            }
            GlobalKind::Function(function) => {
                self.ty(global.value_type)?;
                let Some(Type::Function { parameters, .. }) = module.types.get(global.value_type) else {
                    return Err(self.error(format!(
                        "a function with the non-function type {}",
                        self.shown(global.value_type)
                    )));
                };
                let is_address = match module.dialect {
                    Dialect::Dxil37 => {
                        module.types.get(global.ty) == Some(&module.address_of(global.value_type, 0))
                    }
                    Dialect::Modern => module.may_point_to(global.ty, global.value_type),
                };
                self.expect(is_address, || {
                    format!("a function with address type {}", self.shown(global.ty))
                })?;
                self.attributes(function.attributes, parameters.len())?;
                for value in [function.prefix, function.prologue, function.personality].into_iter().flatten()
                {
                    self.value(value)?;
                }
                match &function.body {
                    Some(body) => self.body(global, body),
                    None => Ok(()),
                }
            }
        }
    }

    fn alignment(&self, alignment: Alignment) -> Result {
        let most = Alignment::largest(self.module.dialect);
        let bytes = || most.in_bytes().unwrap_or_default();
        self.expect(alignment <= most, || format!("an alignment of more than {} bytes", bytes()))
    }

    /// The attributes of a function or a call with so many parameters.
    fn attributes(&mut self, list: Option<AttributeListId>, parameters: usize) -> Result {
        let Some(list) = list.filter(|list| self.attributes[*list].is_none_or(|takes| takes > parameters))
        else {
            return Ok(());
        };
        let module = self.module;
        let attributes = &module.attributes;
        let Some(groups) = attributes.list(list) else { return Ok(()) };
        let mut takes = 0;
        for id in groups {
            let Some(group) = attributes.group(*id) else { continue };
            if let Slot::Parameter(index) = group.slot
                && !group.attributes.is_empty()
            {
                let last = usize::try_from(index).ok().filter(|index| *index < parameters);
                self.expect(last.is_some(), || {
                    format!("attributes of parameter {index} for a list of {parameters} parameters")
                })?;
                takes = takes.max(last.map_or(0, |last| last + 1));
            }
            if self.groups.insert(*id) {
                group.attributes.iter().try_for_each(|attribute| self.attribute(attribute, group.slot))?;
            }
        }
        self.attributes[list] = Some(takes);
        Ok(())
    }

    fn attribute(&mut self, attribute: &Attribute, slot: Slot) -> Result {
        let (Some(kind), Some(form)) = (attribute.kind(), attribute.form()) else { return Ok(()) };
        let word = kind.word();
        let Some(allowed) = kind.allowed(self.module.dialect) else {
            return Err(
                self.error(format!("the attribute `{word}`, which does not exist in this LLVM version"))
            );
        };
        self.expect(allowed.form.accepts(form), || {
            let what = if form == Form::Flag {
                "without its value"
            } else {
                "with a value that this attribute \
                                                                      cannot have"
            };
            format!("the attribute `{word}` {what}")
        })?;
        match attribute {
            Attribute::Number(kind, number) => {
                self.expect(*kind != AttributeKind::Alignment || slot != Slot::Function, || {
                    "an alignment among the attributes of a function".to_owned()
                })?;
                let is_modern = self.module.dialect == Dialect::Modern;
                let is_alignment = *kind == AttributeKind::Alignment
                    || *kind == AttributeKind::StackAlignment && (slot == Slot::Function || is_modern);
                let fits = match is_alignment {
                    true => {
                        let most = Alignment::largest(self.module.dialect);
                        number.is_power_of_two() && Alignment::bytes(*number) <= most
                    }
                    false => *number != 0 || !is_modern,
                };
                self.expect(fits, || format!("the attribute `{word}` with value {number}"))
            }
            Attribute::Type(_, ty) => self.ty(*ty).map(drop),
            Attribute::Range(range) => {
                let fits = is_range(*range) && (range.lower != range.upper || range.lower == 0);
                self.expect(fits, || format!("the attribute `{word}` with an empty range"))
            }
            Attribute::Initializes(ranges) => {
                let fits = !ranges.is_empty()
                    && ranges.iter().all(|range| range.bits == 64 && range.lower < range.upper)
                    && ranges.is_sorted_by(|first, second| first.upper < second.lower);
                self.expect(fits, || format!("the attribute `{word}` with ranges that are not in order"))
            }
            Attribute::AllocKind(kinds) => {
                self.expect(*kinds != AllocKinds::NONE, || format!("the attribute `{word}` without a kind"))
            }
            Attribute::VscaleRange { most, .. } => {
                self.expect(*most != Some(0), || format!("the attribute `{word}` with value 0"))
            }
            Attribute::Flag(_)
            | Attribute::Memory(_)
            | Attribute::NoFpClass(_)
            | Attribute::Captures(_)
            | Attribute::AllocSize { .. }
            | Attribute::UnwindTable(_)
            | Attribute::Text(..) => Ok(()),
        }
    }

    /// A type of values.
    fn value_type(&mut self, ty: TypeId) -> Checked<u32> {
        match self.module.types.get(ty) {
            Some(Type::Void) => Err(self.error("a value, a member or an element of type `void`".to_owned())),
            _ => self.ty(ty),
        }
    }

    /// A type; how deep it nests.
    #[inline]
    fn ty(&mut self, ty: TypeId) -> Checked<u32> {
        match self.types[ty].checked_sub(1) {
            Some(depth) => Ok(depth),
            None => self.type_at(ty, 0),
        }
    }

    fn type_at(&mut self, ty: TypeId, level: usize) -> Checked<u32> {
        if let Some(depth) = self.types[ty].checked_sub(1) {
            return Ok(depth);
        }
        // Pointers nest as calls, too, but not in the text.
        self.expect(level <= 8 * limits::NESTING, || {
            format!("a type that nests deeper than {} levels", limits::NESTING)
        })?;
        let module = self.module;
        let Some(found) = module.types.get(ty) else { return Err(PrintError::Dangling { what: "type" }) };
        self.in_dialect(found.word())?;
        let mut inner = |part: TypeId| -> Checked<u32> {
            match module.types.get(part) {
                Some(Type::Void) => {
                    Err(self.error("a value, a member or an element of type `void`".to_owned()))
                }
                _ => self.type_at(part, level + 1),
            }
        };
        let depth = match found {
            Type::Integer(bits) => {
                self.expect((1..=MAX_INTEGER_BITS).contains(bits), || format!("a {bits}-bit integer type"))?;
                0
            }
            Type::OtherFloat(_) => {
                self.expect(found.other_float().is_some(), || "an unknown type of floats".to_owned())?;
                0
            }
            Type::Pointer(pointee, _) => {
                match pointee.expand().map(|pointee| (pointee, module.types.get(pointee))) {
                    None => 0,
                    Some((_, None | Some(Type::Void | Type::Label | Type::Metadata))) => {
                        return Err(self.error("a pointer to void, a label or metadata".to_owned()));
                    }
                    Some((pointee, Some(_))) => self.type_at(pointee, level + 1)?,
                }
            }
            Type::Function { result, parameters, .. } => {
                let mut depth = 0;
                for parameter in parameters {
                    depth = depth.max(inner(*parameter)?);
                }
                self.type_at(*result, level + 1)?.max(depth + 1)
            }
            Type::Literal { members, .. } => {
                let mut depth = 0;
                for member in members {
                    depth = depth.max(inner(*member)?);
                }
                depth + 1
            }
            Type::Array(element, _) => inner(*element)? + 1,
            Type::Vector(element, length) => {
                let depth = inner(*element)? + 1;
                self.expect(*length > 0, || "a vector without elements".to_owned())?;
                depth
            }
            Type::Target(target) => {
                let mut depth = 0;
                for part in &target.types {
                    depth = depth.max(self.type_at(*part, level + 1)?);
                }
                depth + 1
            }
            Type::Void
            | Type::Half
            | Type::BFloat
            | Type::Float
            | Type::Double
            | Type::Mmx
            | Type::Label
            | Type::Metadata
            | Type::Token
            | Type::Named(_) => 0,
        };
        self.nests(depth, "a type")?;
        self.types[ty] = depth + 1;
        Ok(depth)
    }

    fn nests(&self, depth: u32, what: &str) -> Result {
        let fits = usize::try_from(depth).is_ok_and(|depth| depth <= limits::NESTING);
        self.expect(fits, || format!("{what} that nests deeper than {} levels", limits::NESTING))
    }

    /// A constant or a global with its type; gives the type.
    fn value(&mut self, value: Value) -> Checked<TypeId> {
        let Some(ty) = self.module.type_of(None, value) else {
            return Err(PrintError::Dangling { what: "value" });
        };
        self.value_type(ty)?;
        match value.kind() {
            ValueKind::Constant(id) => _ = self.constant(id)?,
            ValueKind::Global(_) => {}
            ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => return Err(PrintError::Dangling { what: "constant" }),
        }
        Ok(ty)
    }
}

/// Whether both ends of a range have its width.
fn is_range(range: IntegerRange) -> bool {
    let IntegerRange { bits, lower, upper } = range;
    let fits = |number: i64| number << (64 - bits) >> (64 - bits) == number;
    (1..=64).contains(&bits) && fits(lower) && fits(upper)
}
