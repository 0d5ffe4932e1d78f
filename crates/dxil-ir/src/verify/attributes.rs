//! Attributes: which of them go together, with which place, and with which type.

use crate::arena::Id as _;
use hashbrown::HashMap;

use super::attribute_sets::{Kinds, Places};
use super::rule::Rule;
use super::show;
use super::type_facts::{is_integer, is_pointer};
use super::{IrPlace, Verifier};
use crate::attribute_kinds::Form;
use crate::attributes::{Attribute, AttributeGroup, IntegerRange, Slot};
use crate::{AttributeKind, AttributeListId, Dialect, Type, TypeId, Types, limits};

use AttributeKind as A;

/// Those that exclude each other.
const CONFLICTS: [Kinds; 24] = [
    Kinds::of(&[A::ByVal, A::InAlloca]),
    Kinds::of(&[A::ByVal, A::StructRet]),
    Kinds::of(&[A::ByVal, A::InReg]),
    Kinds::of(&[A::ByVal, A::Nest]),
    Kinds::of(&[A::InAlloca, A::StructRet]),
    Kinds::of(&[A::InAlloca, A::InReg]),
    Kinds::of(&[A::InAlloca, A::ReadOnly]),
    Kinds::of(&[A::InAlloca, A::Nest]),
    Kinds::of(&[A::StructRet, A::Returned]),
    Kinds::of(&[A::ZExt, A::SExt]),
    Kinds::of(&[A::ReadNone, A::ReadOnly]),
    Kinds::of(&[A::NoInline, A::AlwaysInline]),
    // What follows has attributes of modern LLVM only.
    Kinds::of(&[A::ReadNone, A::WriteOnly]),
    Kinds::of(&[A::ReadOnly, A::WriteOnly]),
    Kinds::of(&[A::ReadNone, A::Writable]),
    Kinds::of(&[A::ReadOnly, A::Writable]),
    Kinds::of(&[A::ZExt, A::NoExt]),
    Kinds::of(&[A::SExt, A::NoExt]),
    Kinds::of(&[A::ByRef, A::ByVal]),
    Kinds::of(&[A::ByRef, A::InAlloca]),
    Kinds::of(&[A::ByRef, A::StructRet]),
    Kinds::of(&[A::ByRef, A::Nest]),
    Kinds::of(&[A::ByRef, A::InReg]),
    Kinds::of(&[A::OptimizeNone, A::OptimizeForDebugging]),
];

/// Those of integers only, and those of pointers only.
const INTEGERS: Kinds = Kinds::of(&[A::SExt, A::ZExt, A::NoExt, A::AllocAlign]);
const POINTERS: Kinds = Kinds::of(&[
    A::ByVal,
    A::Nest,
    A::NoAlias,
    A::NoCapture,
    A::NonNull,
    A::Dereferenceable,
    A::DereferenceableOrNull,
    A::ReadNone,
    A::ReadOnly,
    A::StructRet,
    A::InAlloca,
    A::AllocatedPointer,
    A::ByRef,
    A::Captures,
    A::DeadOnReturn,
    A::DeadOnUnwind,
    A::ElementType,
    A::Initializes,
    A::NoFree,
    A::Preallocated,
    A::SwiftError,
    A::Writable,
    A::WriteOnly,
]);

/// The largest alignments of pointers and of the stack.
const MAX_ALIGNMENT: u64 = 1 << 30;
const MAX_MODERN_ALIGNMENT: u64 = 1 << 32;
const MAX_STACK_ALIGNMENT: u64 = 1 << 8;

/// Who has attributes.
pub(super) struct Owner<'t> {
    /// The type of the function, or of what is called.
    pub(super) ty: TypeId,
    /// What it gives.
    pub(super) result: TypeId,
    /// What it takes.
    pub(super) parameters: &'t [TypeId],
    /// How much it is given.
    pub(super) arguments: usize,
    /// Whether it is a call.
    pub(super) is_call: bool,
}

impl Verifier<'_> {
    pub(super) fn attributes(&mut self) {
        let module = self.module;
        let mut kinds_of_groups = Vec::with_capacity(module.attributes.groups().len());
        let mut ranges_of_groups = HashMap::new();
        for (id, group) in module.attributes.groups() {
            self.at = IrPlace::AttributeGroup(id);
            kinds_of_groups.push(self.group(group));
            ranges_of_groups.extend(widths(group).map(|widths| (id, widths)));
        }
        for (id, groups) in module.attributes.lists() {
            self.at = IrPlace::AttributeList(id);
            let mut places = Places::default();
            for id in groups {
                let (Some(group), Some(kinds)) =
                    (module.attributes.group(*id), kinds_of_groups.get(id.index()))
                else {
                    self.find(Rule::NoSuchAttributes, format_args!("undefined {id}"));
                    continue;
                };
                match group.slot {
                    Slot::Return => places.result = places.result.all(*kinds),
                    Slot::Function => places.function = places.function.all(*kinds),
                    Slot::Parameter(index) => places.parameters.push((index, *kinds)),
                }
                if let Some((least, largest)) = ranges_of_groups.get(id) {
                    let widths = places.ranges.entry(group.slot).or_insert((*least, *largest));
                    *widths = (*least.min(&widths.0), *largest.max(&widths.1));
                }
            }
            places.parameters.sort_unstable_by_key(|(index, _)| *index);
            places.parameters.dedup_by(|(later, kinds), (index, all)| {
                let is_same = later == index;
                if is_same {
                    *all = all.all(*kinds);
                }
                is_same
            });
            self.places(&places);
            self.attribute_lists.push(places);
        }
        self.at = IrPlace::Module;
    }

    /// The attributes of a group, each of which the dialect has, in this form and at this place.
    fn group(&mut self, group: &AttributeGroup) -> Kinds {
        let mut kinds = Kinds::default();
        for attribute in &group.attributes {
            let (Some(kind), Some(form)) = (attribute.kind(), attribute.form()) else { continue };
            let word = kind.word();
            kinds = kinds.all(Kinds::of(&[kind]));
            let Some(allowed) = kind.allowed(self.module.dialect) else {
                let dialect = show::dialect(self.module.dialect);
                self.find(Rule::Dialect, format_args!("attribute {word} does not exist in {dialect} IR"));
                continue;
            };
            let wrong = match (allowed.form, form) {
                (Form::Flag, _) => "must not have a value",
                (_, Form::Flag) => "requires a value",
                _ => "has a value of the wrong kind (integer, string or type)",
            };
            if expect!(self, allowed.form.accepts(form), Rule::AttributeForm, "attribute {word} {wrong}") {
                self.value(attribute, word);
            }
            if !allowed.places.has(group.slot) {
                let place = match group.slot {
                    Slot::Function => "functions".to_owned(),
                    Slot::Return => "return values".to_owned(),
                    Slot::Parameter(index) => format!("parameter {index}"),
                };
                let message = format_args!("attribute {word} does not apply to {place}");
                self.find(Rule::AttributePlace, message);
            }
        }
        kinds
    }

    /// Whether what an attribute says is in range.
    fn value(&mut self, attribute: &Attribute, word: &str) {
        match attribute {
            Attribute::Number(kind, number) => {
                let largest = match (kind, self.module.dialect) {
                    (A::Alignment, Dialect::Dxil37) => MAX_ALIGNMENT,
                    (A::Alignment | A::StackAlignment, Dialect::Modern) => MAX_MODERN_ALIGNMENT,
                    (A::StackAlignment, Dialect::Dxil37) => MAX_STACK_ALIGNMENT,
                    _ => return,
                };
                expect!(
                    self,
                    number.is_power_of_two() && *number <= largest,
                    Rule::AttributeForm,
                    "attribute {word} has the value {number}, expected a power of two up to {largest}"
                );
            }
            Attribute::Type(kind, ty) => {
                if self.module.types.get(*ty).is_none() {
                    self.find(Rule::NoSuchType, format_args!("attribute {word} has an undefined {ty}"));
                    return;
                }
                expect!(
                    self,
                    *kind == A::ElementType || self.is_sized(*ty),
                    Rule::AttributeForm,
                    "attribute {word} has type {}, which has no known size",
                    show::ty(self.module, *ty)
                );
            }
            Attribute::Range(range) => self.range(*range, word),
            Attribute::Initializes(ranges) => {
                ranges.iter().for_each(|range| self.range(*range, word));
                let is_sorted = ranges.is_sorted_by(|first, second| first.upper < second.lower);
                let is_forward = ranges.iter().all(|range| range.bits == 64 && range.lower < range.upper);
                expect!(
                    self,
                    is_sorted && is_forward && !ranges.is_empty(),
                    Rule::AttributeForm,
                    "attribute {word} requires 64-bit ranges in ascending order with gaps between them"
                );
            }
            Attribute::AllocSize { element, count } => {
                expect!(
                    self,
                    *count != Some(*element),
                    Rule::AttributeForm,
                    "attribute {word} names parameter {element} twice"
                );
            }
            Attribute::VscaleRange { least, most } => {
                let fits = least.is_power_of_two()
                    && most.is_none_or(|most| most.is_power_of_two() && *least <= most);
                expect!(
                    self,
                    fits,
                    Rule::AttributeForm,
                    "attribute {word} requires a minimum and a maximum that are powers of two, in ascending \
                     order"
                );
            }
            Attribute::Flag(_)
            | Attribute::Memory(_)
            | Attribute::NoFpClass(_)
            | Attribute::Captures(_)
            | Attribute::AllocKind(_)
            | Attribute::UnwindTable(_)
            | Attribute::Text(..) => {}
        }
    }

    fn range(&mut self, range: IntegerRange, word: &str) {
        let IntegerRange { bits, lower, upper } = range;
        let fits = |number: i64| (1..=64).contains(&bits) && number << (64 - bits) >> (64 - bits) == number;
        let is_some = lower != upper || lower == 0;
        expect!(
            self,
            is_some && fits(lower) && fits(upper),
            Rule::AttributeForm,
            "attribute {word} has the range {lower} to {upper}, which is empty or does not fit i{bits}"
        );
    }

    /// Whether the attributes of a list go with their places and with each other.
    fn places(&mut self, places: &Places) {
        let (mut nests, mut returned) = (0, 0);
        for (index, kinds) in &places.parameters {
            expect!(
                self,
                *index < 2 || !kinds.has(A::StructRet),
                Rule::AttributePlace,
                "attribute sret is on parameter {index}, expected parameter 0 or 1"
            );
            nests += usize::from(kinds.has(A::Nest));
            returned += usize::from(kinds.has(A::Returned));
        }
        let first_two = places.parameters.iter().filter(|(_, kinds)| kinds.has(A::StructRet)).count();
        for (count, word) in [(nests, "nest"), (returned, "returned"), (first_two, "sret")] {
            expect!(
                self,
                count <= 1,
                Rule::AttributeConflict,
                "attribute {word} is on {count} parameters, expected at most one"
            );
        }
        let all = places.parameters.iter().map(|(_, kinds)| *kinds);
        for kinds in all.chain([places.result, places.function]) {
            for conflict in CONFLICTS.iter().filter(|conflict| kinds.both(**conflict) == **conflict) {
                let first = conflict.word();
                let second = conflict.each().last().map_or("", AttributeKind::word);
                self.find(
                    Rule::AttributeConflict,
                    format_args!("attributes {first} and {second} are incompatible"),
                );
            }
        }
        if places.function.has(A::OptimizeNone) {
            let fits = places.function.has(A::NoInline)
                && !places.function.has(A::OptimizeForSize)
                && !places.function.has(A::MinSize);
            expect!(
                self,
                fits,
                Rule::AttributeConflict,
                "attribute optnone requires noinline and excludes optsize and minsize"
            );
        }
    }

    /// Whether attributes go with what has them.
    pub(super) fn attributes_of(&mut self, list: Option<AttributeListId>, owner: &Owner<'_>) {
        let Some(id) = list else { return };
        let Some(places) = self.attribute_lists.get_mut(id.index()).map(std::mem::take) else {
            self.find(Rule::NoSuchAttributes, format_args!("undefined {id}"));
            return;
        };
        let last = places.parameters.last().map_or(0, |(index, _)| u64::from(*index) + 1);
        let arguments = owner.arguments;
        let exists = usize::try_from(last).is_ok_and(|last| last <= arguments);
        expect!(
            self,
            exists,
            Rule::AttributeSlot,
            "parameter {} has attributes, but the number of parameters is {arguments}",
            last.saturating_sub(1)
        );
        expect!(
            self,
            owner.is_call || !places.function.has(A::Builtin),
            Rule::AttributePlace,
            "attribute builtin only applies to calls"
        );
        // Each list is looked at once beside each type.
        if self.attributes_of.insert((id, owner.ty)) {
            self.attribute_types(&places, owner);
            self.ranges(&places, owner);
        }
        if let Some(entry) = self.attribute_lists.get_mut(id.index()) {
            *entry = places;
        }
    }

    fn attribute_types(&mut self, places: &Places, owner: &Owner<'_>) {
        let module = self.module;
        self.attribute_type(places.result, owner.result, "the return value");
        for (index, kinds) in &places.parameters {
            let ty = usize::try_from(*index).ok().and_then(|index| owner.parameters.get(index));
            let Some(ty) = ty else { break };
            self.attribute_type(*kinds, *ty, "a parameter");
            if kinds.has(A::InAlloca) {
                let is_last = usize::try_from(*index).is_ok_and(|index| index + 1 == owner.parameters.len());
                expect!(
                    self,
                    is_last,
                    Rule::AttributePlace,
                    "attribute inalloca is on parameter {index}, expected the last parameter"
                );
            }
            if kinds.has(A::StructRet) {
                let is_void = module.types.get(owner.result) == Some(&Type::Void);
                expect!(
                    self,
                    is_void || owner.is_call,
                    Rule::AttributeType,
                    "attribute sret is on a function that returns {}, expected void",
                    show::ty(module, owner.result)
                );
            }
        }
    }

    /// Whether ranges are those of integers as wide as what has them.
    fn ranges(&mut self, places: &Places, owner: &Owner<'_>) {
        let module = self.module;
        for (slot, (least, largest)) in &places.ranges {
            let ty = match slot {
                Slot::Function => continue,
                Slot::Return => Some(owner.result),
                Slot::Parameter(index) => {
                    usize::try_from(*index).ok().and_then(|index| owner.parameters.get(index)).copied()
                }
            };
            // Parameters are in order: behind one that the owner does not have, there is none that it has.
            let Some(ty) = ty else { break };
            let Some(Type::Integer(bits)) = module.types.get(module.types.scalar(ty)) else { continue };
            let wrong = if least == bits { largest } else { least };
            expect!(
                self,
                wrong == bits,
                Rule::AttributeType,
                "attribute range has type i{wrong}, expected {}",
                show::ty(module, ty)
            );
        }
    }

    fn attribute_type(&mut self, kinds: Kinds, ty: TypeId, what: &str) {
        let module = self.module;
        let types = &module.types;
        let mut wrong = Kinds::default();
        if !is_integer(types, ty) {
            wrong = wrong.all(kinds.both(INTEGERS));
        }
        if !is_integer(types, types.scalar(ty)) {
            wrong = wrong.all(kinds.both(Kinds::of(&[A::Range])));
        }
        if !may_be_float(types, ty) {
            wrong = wrong.all(kinds.both(Kinds::of(&[A::NoFpClass])));
        }
        if types.get(ty) == Some(&Type::Void) {
            wrong = wrong.all(kinds.both(Kinds::of(&[A::NoUndef])));
        }
        if module.dialect == Dialect::Modern && !is_pointer(types, types.scalar(ty)) {
            wrong = wrong.all(kinds.both(Kinds::of(&[A::Alignment])));
        }
        if !is_pointer(types, ty) {
            wrong = wrong.all(kinds.both(POINTERS));
        } else if types.pointee(ty).is_some_and(|pointee| !self.is_sized(pointee)) {
            wrong = wrong.all(kinds.both(Kinds::of(&[A::ByVal, A::InAlloca])));
        }
        expect!(
            self,
            wrong.is_empty(),
            Rule::AttributeType,
            "attribute {} does not apply to {what} of type {}",
            wrong.word(),
            show::ty(module, ty)
        );
    }

    /// Whether a list says of the function that it is `jumptable`.
    pub(super) fn is_jump_table(&self, list: Option<AttributeListId>) -> bool {
        let places = list.and_then(|id| self.attribute_lists.get(id.index()));
        places.is_some_and(|places| places.function.has(A::JumpTable))
    }

    /// What two lists say of a parameter that calls depend on.
    pub(super) fn same_abi(
        &self,
        first: Option<AttributeListId>,
        second: Option<AttributeListId>,
        parameters: usize,
    ) -> bool {
        const ABI: Kinds = Kinds::of(&[A::StructRet, A::ByVal, A::InAlloca, A::InReg, A::Returned]);
        let of = |list: Option<AttributeListId>| {
            let places = list.and_then(|id| self.attribute_lists.get(id.index()));
            let all = places.map_or(&[][..], |places| &places.parameters);
            let is_known = move |index| usize::try_from(index).is_ok_and(|index| index < parameters);
            let known = all.iter().take_while(move |(index, _)| is_known(*index));
            let known = known.filter(|(_, kinds)| !kinds.both(ABI).is_empty());
            known.map(|(index, kinds)| (*index, kinds.both(ABI)))
        };
        of(first).eq(of(second))
    }
}

/// The least and the largest width of the ranges of a group.
fn widths(group: &AttributeGroup) -> Option<(u32, u32)> {
    let width = |attribute: &Attribute| {
        let Attribute::Range(range) = attribute else { return None };
        Some(range.bits)
    };
    let widths = || group.attributes.iter().filter_map(width);
    Some((widths().min()?, widths().max()?))
}

/// Whether a type is a float, or one of vectors, arrays and structures of them; of structures, this is not looked at.
fn may_be_float(types: &Types, mut ty: TypeId) -> bool {
    for _ in 0..limits::ARRAY_DEPTH {
        match types.get(ty) {
            Some(Type::Array(element, _)) => ty = *element,
            Some(Type::Literal { .. } | Type::Named(_)) => return true,
            _ => break,
        }
    }
    types.is_float(ty)
}
