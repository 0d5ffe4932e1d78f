//! Attributes: which of them go together, with which place, and with which type.

use crate::arena::Id as _;

use super::rule::Rule;
use super::show;
use super::type_facts::{is_integer, is_pointer};
use super::{IrPlace, Verifier};
use crate::attributes::{Attribute, AttributeGroup, Slot};
use crate::{AttributeKind, AttributeListId, Type, TypeId};

use AttributeKind as A;

/// A set of kinds, a bit each by its number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Kinds(u64);

impl Kinds {
    const fn of(kinds: &[AttributeKind]) -> Self {
        let (mut bits, mut left) = (0, kinds);
        while let [kind, rest @ ..] = left {
            bits |= 1 << *kind as u64;
            left = rest;
        }
        Self(bits)
    }

    fn has(self, kind: AttributeKind) -> bool {
        self.0 & Self::of(&[kind]).0 != 0
    }

    fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    fn all(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The word of one of them.
    fn word(self) -> &'static str {
        (0..64)
            .filter(|code| self.0 & 1 << code != 0)
            .find_map(AttributeKind::from_code)
            .map_or("none", AttributeKind::word)
    }
}

/// What a list says, by place.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    result: Kinds,
    function: Kinds,
    /// In order, each parameter once.
    parameters: Vec<(u32, Kinds)>,
}

/// Attributes with a number.
const NUMBERS: Kinds =
    Kinds::of(&[A::Alignment, A::StackAlignment, A::Dereferenceable, A::DereferenceableOrNull]);

/// Attributes of functions only.
const FUNCTIONS: Kinds = Kinds::of(&[
    A::NoReturn,
    A::NoUnwind,
    A::NoInline,
    A::AlwaysInline,
    A::OptimizeForSize,
    A::StackProtect,
    A::StackProtectReq,
    A::StackProtectStrong,
    A::Safestack,
    A::NoRedZone,
    A::NoImplicitFloat,
    A::Naked,
    A::InlineHint,
    A::StackAlignment,
    A::UwTable,
    A::NonLazyBind,
    A::ReturnsTwice,
    A::SanitizeAddress,
    A::SanitizeThread,
    A::SanitizeMemory,
    A::MinSize,
    A::NoDuplicate,
    A::Builtin,
    A::NoBuiltin,
    A::Cold,
    A::OptimizeNone,
    A::JumpTable,
    A::Convergent,
    A::Argmemonly,
]);
/// Those of functions and parameters.
const READS: Kinds = Kinds::of(&[A::ReadNone, A::ReadOnly]);
/// Those that what a function gives does not have.
const NOT_OF_RESULTS: Kinds = Kinds::of(&[
    A::ByVal,
    A::Nest,
    A::StructRet,
    A::NoCapture,
    A::Returned,
    A::InAlloca,
    A::ReadNone,
    A::ReadOnly,
]);

/// Those that exclude each other.
const CONFLICTS: [Kinds; 12] = [
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
];

/// Those of integers only, and those of pointers only.
const INTEGERS: Kinds = Kinds::of(&[A::SExt, A::ZExt]);
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
]);

/// The largest alignments of pointers and of the stack.
const MAX_ALIGNMENT: u64 = 1 << 30;
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
        for (id, group) in module.attributes.groups() {
            self.at = IrPlace::AttributeGroup(id);
            kinds_of_groups.push(self.group(group));
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

    /// The attributes of a group, each of which has a number if it needs one.
    fn group(&mut self, group: &AttributeGroup) -> Kinds {
        let mut kinds = Kinds::default();
        for attribute in &group.attributes {
            let (kind, number) = match attribute {
                Attribute::Flag(kind) => (*kind, None),
                Attribute::Number(kind, number) => (*kind, Some(*number)),
                Attribute::Text(..) => continue,
            };
            kinds = kinds.all(Kinds::of(&[kind]));
            let message = match number {
                Some(_) => format_args!("attribute {} takes no value", kind.word()),
                None => format_args!("attribute {} requires a value", kind.word()),
            };
            if !self.expect(NUMBERS.has(kind) == number.is_some(), Rule::AttributeForm, message) {
                continue;
            }
            let largest = match kind {
                A::Alignment => MAX_ALIGNMENT,
                A::StackAlignment => MAX_STACK_ALIGNMENT,
                _ => continue,
            };
            let number = number.unwrap_or(0);
            let message = format_args!(
                "attribute {} has the value {number}, expected a power of two up to {largest}",
                kind.word()
            );
            self.expect(number.is_power_of_two() && number <= largest, Rule::AttributeForm, message);
        }
        kinds
    }

    /// Whether the attributes of a list go with their places and with each other.
    fn places(&mut self, places: &Places) {
        let of_function = places.function.without(FUNCTIONS).without(READS);
        let message = format_args!("attribute {} does not apply to functions", of_function.word());
        self.expect(of_function.is_empty(), Rule::AttributePlace, message);
        let of_result = places.result.both(FUNCTIONS.all(NOT_OF_RESULTS));
        let message = format_args!("attribute {} does not apply to return values", of_result.word());
        self.expect(of_result.is_empty(), Rule::AttributePlace, message);
        let (mut nests, mut returned) = (0, 0);
        for (index, kinds) in &places.parameters {
            let of_parameter = kinds.both(FUNCTIONS);
            let message =
                format_args!("attribute {} does not apply to parameter {index}", of_parameter.word());
            self.expect(of_parameter.is_empty(), Rule::AttributePlace, message);
            let message = format_args!("attribute sret on parameter {index}, expected parameter 0 or 1");
            self.expect(*index < 2 || !kinds.has(A::StructRet), Rule::AttributePlace, message);
            nests += usize::from(kinds.has(A::Nest));
            returned += usize::from(kinds.has(A::Returned));
        }
        let first_two = places.parameters.iter().filter(|(_, kinds)| kinds.has(A::StructRet)).count();
        for (count, word) in [(nests, "nest"), (returned, "returned"), (first_two, "sret")] {
            let message = format_args!("attribute {word} on {count} parameters, expected at most one");
            self.expect(count <= 1, Rule::AttributeConflict, message);
        }
        let all = places.parameters.iter().map(|(_, kinds)| *kinds);
        for kinds in all.chain([places.result, places.function]) {
            for conflict in CONFLICTS.iter().filter(|conflict| kinds.both(**conflict) == **conflict) {
                let first = conflict.word();
                let second = AttributeKind::from_code(u64::from(63 - conflict.0.leading_zeros()));
                let second = second.map_or("", AttributeKind::word);
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
            let message =
                format_args!("attribute optnone requires noinline and excludes optsize and minsize");
            self.expect(fits, Rule::AttributeConflict, message);
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
        let message = format_args!(
            "attributes of parameter {}, expected at most {arguments} parameters",
            last.saturating_sub(1)
        );
        let exists = usize::try_from(last).is_ok_and(|last| last <= arguments);
        self.expect(exists, Rule::AttributeSlot, message);
        let message = format_args!("attribute builtin only applies to calls");
        self.expect(owner.is_call || !places.function.has(A::Builtin), Rule::AttributePlace, message);
        // Each list is looked at once beside each type.
        if self.attributes_of.insert((id, owner.ty)) {
            self.attribute_types(&places, owner);
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
                let message =
                    format_args!("attribute inalloca on parameter {index}, expected the last parameter");
                self.expect(is_last, Rule::AttributePlace, message);
            }
            if kinds.has(A::StructRet) {
                let is_void = module.types.get(owner.result) == Some(&Type::Void);
                let message = format_args!(
                    "attribute sret on a function that returns {}",
                    show::ty(module, owner.result)
                );
                self.expect(is_void || owner.is_call, Rule::AttributeType, message);
            }
        }
    }

    fn attribute_type(&mut self, kinds: Kinds, ty: TypeId, what: &str) {
        let module = self.module;
        let types = &module.types;
        let mut wrong = Kinds::default();
        if !is_integer(types, ty) {
            wrong = wrong.all(kinds.both(INTEGERS));
        }
        if !is_pointer(types, ty) {
            wrong = wrong.all(kinds.both(POINTERS));
        } else if types.pointee(ty).is_some_and(|pointee| !self.is_sized(pointee)) {
            wrong = wrong.all(kinds.both(Kinds::of(&[A::ByVal, A::InAlloca])));
        }
        let message = format_args!(
            "attribute {} does not apply to {what} of type {}",
            wrong.word(),
            show::ty(module, ty)
        );
        self.expect(wrong.is_empty(), Rule::AttributeType, message);
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
