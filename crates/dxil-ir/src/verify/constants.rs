//! Constants: whether what each is goes with its type, and that none contains itself.

use crate::arena::Id as _;
use crate::flags::of_binary;
use bstr::BStr;

use super::circles::{Edge, walk};
use super::rule::Rule;
use super::show;
use super::type_facts::{bits, is_integer_of, vector_length};
use super::{IrPlace, Verifier};
use crate::constants::{Constant, ConstantKind};
use crate::{BinaryOp, BlockId, ConstantId, Flags, Type, TypeId, Value, ValueKind};

/// Bits of the flags of assembly.
const ASSEMBLY_FLAGS: u8 = 0b111;

impl Verifier<'_> {
    pub(super) fn constants(&mut self) {
        let module = self.module;
        for (id, constant) in module.constants.iter() {
            self.at = IrPlace::Constant(id);
            if self.has_type(constant.ty, "the type of a constant") {
                self.constant(constant);
            }
        }
        let constants = &module.constants;
        let edge = |node: usize, index: usize| {
            let constant = constants.get(ConstantId::new(node));
            match constant.and_then(|constant| constant.kind.operands().get(index)).map(|value| value.kind())
            {
                Some(ValueKind::Constant(id)) => Edge::To(id.index()),
                Some(_) => Edge::Skip,
                None => Edge::End,
            }
        };
        for node in walk(constants.len(), 0..constants.len(), edge).circles {
            self.at = IrPlace::Constant(ConstantId::new(node));
            self.find(Rule::RecursiveConstant, format_args!("constant contains itself"));
        }
        self.at = IrPlace::Module;
    }

    /// The type of a constant or a global that something at hand refers to; says so if it is neither.
    pub(super) fn constant_type(&mut self, value: Value) -> Option<TypeId> {
        let module = self.module;
        let mut is_only_called = false;
        let ty = match value.kind() {
            ValueKind::Constant(id) => module.constants.get(id).map(|constant| {
                is_only_called = matches!(constant.kind, ConstantKind::InlineAssembly { .. });
                constant.ty
            }),
            ValueKind::Global(id) => module.globals.get(id).map(|global| {
                is_only_called = self.is_intrinsic(id);
                global.ty
            }),
            ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => {
                let message = format_args!(
                    "operand of a constant is {}, expected a constant or a global",
                    show::value(module, value)
                );
                self.find(Rule::ConstantOperand, message);
                return None;
            }
        };
        expect!(
            self,
            !is_only_called,
            Rule::IntrinsicUse,
            "{} is used other than as a callee",
            show::value(module, value)
        );
        expect!(self, ty.is_some(), Rule::NoSuchValue, "undefined {}", show::value(module, value));
        // A type that does not exist was found where the constant or global is looked at.
        ty.filter(|ty| module.types.get(*ty).is_some())
    }

    fn constant_types<const N: usize>(&mut self, values: &[Value; N]) -> Option<[TypeId; N]> {
        let types = values.map(|value| self.constant_type(value));
        let mut known = [TypeId::from_u32(0); N];
        for (known, ty) in known.iter_mut().zip(types) {
            *known = ty?;
        }
        Some(known)
    }

    fn constant(&mut self, constant: &Constant) {
        let module = self.module;
        let types = &module.types;
        let Constant { ty, kind } = constant;
        let (ty, found) = (*ty, types.get(*ty));
        self.in_dialect(kind.word());
        let is_old = kind.is_float_arithmetic(types, ty);
        self.is_kind(
            !is_old || module.dialect == crate::Dialect::Dxil37,
            kind.word().name,
            "an integer type",
            ty,
        );
        match kind {
            ConstantKind::Null => {
                let has_none = matches!(
                    found,
                    None | Some(
                        Type::Void | Type::Label | Type::Metadata | Type::Mmx | Type::Function { .. }
                    )
                );
                self.is_kind(!has_none, "zero constant", "a type with a zero value", ty);
            }
            ConstantKind::Undef | ConstantKind::Poison => {
                let has_none = matches!(found, None | Some(Type::Void | Type::Label | Type::Function { .. }));
                self.is_kind(!has_none, kind.word().name, "a first-class type", ty);
            }
            ConstantKind::Integer(number) => self.integer(*number, ty),
            ConstantKind::Wide(words) => self.wide(words, ty),
            ConstantKind::Float(number) => {
                let is_float = matches!(found, Some(Type::Half | Type::BFloat | Type::Float | Type::Double));
                if self.is_kind(is_float, "float constant", "half, bfloat, float or double", ty) {
                    self.fits(*number, ty);
                }
            }
            ConstantKind::Aggregate(members) => self.aggregate(members, ty),
            ConstantKind::Bytes(bytes) => self.bytes(bytes.as_ref(), ty),
            ConstantKind::Data(numbers) => self.data(numbers, ty),
            ConstantKind::BlockAddress(function, block) => self.block_address(*function, *block, ty),
            ConstantKind::InlineAssembly { flags, .. } => self.inline_assembly(*flags, ty),
            ConstantKind::Binary { op, flags, operands } => {
                if let Some(types) = self.constant_types(operands) {
                    self.binary(*op, types, ty);
                    self.flags_of_binary(*op, *flags, ty);
                }
            }
            ConstantKind::Cast(op, value) => {
                if let Some(from) = self.constant_type(*value) {
                    self.cast(*op, from, ty);
                }
            }
            ConstantKind::Compare(predicate, operands) => {
                if let Some(types) = self.constant_types(operands) {
                    self.compare(*predicate, types, ty);
                }
            }
            ConstantKind::Select(operands) => {
                if let Some(types) = self.constant_types(operands) {
                    self.select(types, ty);
                }
            }
            ConstantKind::ExtractElement(operands) => {
                if let Some(types) = self.constant_types(operands) {
                    self.extract_element(types, ty);
                }
            }
            ConstantKind::InsertElement(operands) => {
                if let Some(types) = self.constant_types(operands) {
                    self.insert_element(types, ty);
                }
            }
            ConstantKind::ShuffleVector(operands) => {
                if let Some(types) = self.constant_types(operands) {
                    let [.., mask] = *operands;
                    self.shuffle(types, mask, ty);
                }
            }
            ConstantKind::ElementPointer { source, operands, .. } => {
                self.constant_element_pointer(*source, operands, ty);
            }
        }
    }

    fn bytes(&mut self, bytes: &BStr, ty: TypeId) {
        let element = self.element_of_data(ty);
        let is_bytes = element.is_some_and(|(element, _)| is_integer_of(&self.module.types, element, 8));
        if self.is_kind(is_bytes, "string constant", "an array or vector of i8", ty) {
            self.has_length(bytes.len(), element.map(|(_, length)| length));
        }
    }

    fn inline_assembly(&mut self, flags: u8, ty: TypeId) {
        let types = &self.module.types;
        let is_function = match types.get(ty) {
            Some(Type::Pointer(pointee, _)) => pointee
                .expand()
                .is_none_or(|pointee| matches!(types.get(pointee), Some(Type::Function { .. }))),
            _ => false,
        };
        self.is_kind(is_function, "inline assembly", "a pointer to a function", ty);
        expect!(
            self,
            flags & !ASSEMBLY_FLAGS == 0,
            Rule::Flags,
            "inline assembly has unknown flags {flags:#b}"
        );
    }

    fn flags_of_binary(&mut self, op: BinaryOp, flags: Flags, ty: TypeId) {
        let allowed = of_binary(op, self.module.types.is_float(ty)).of_dialect(self.module.dialect);
        let wrong = flags.without(allowed);
        expect!(self, wrong.is_empty(), Rule::Flags, "{} cannot have the flag {wrong}", op.word());
    }

    fn constant_element_pointer(&mut self, source: TypeId, operands: &[Value], ty: TypeId) {
        let Some((base, indices)) = operands.split_first() else {
            self.find(Rule::Operands, format_args!("getelementptr has no base pointer"));
            return;
        };
        if !self.has_type(source, "the source element type") {
            return;
        }
        let base = self.constant_type(*base);
        let indices: Option<Vec<_>> =
            indices.iter().map(|index| Some((*index, self.constant_type(*index)?))).collect();
        if let (Some(base), Some(indices)) = (base, indices) {
            self.element_pointer(source, base, indices.into_iter(), ty);
        }
    }

    fn is_kind(&mut self, holds: bool, what: &str, expected: &str, ty: TypeId) -> bool {
        let module = self.module;
        let ty = show::ty(module, ty);
        expect!(self, holds, Rule::ConstantType, "{what} has type {ty}, expected {expected}")
    }

    fn integer(&mut self, number: i64, ty: TypeId) {
        let width = match self.module.types.get(ty) {
            Some(Type::Integer(width)) if *width <= 64 => *width,
            _ => {
                self.is_kind(false, "integer constant", "an integer type of at most 64 bits", ty);
                return;
            }
        };
        // With its sign or without: writers differ about the 1 of i1.
        let number = i128::from(number);
        let fits = width == 64 || (-(1 << width.saturating_sub(1))..1 << width).contains(&number);
        expect!(self, fits, Rule::ConstantRange, "integer constant {number} does not fit i{width}");
    }

    fn wide(&mut self, words: &[u64], ty: TypeId) {
        let module = self.module;
        let width = bits(&module.types, ty);
        let found = module.types.get(ty);
        let is_wide = match found {
            Some(Type::Integer(_)) => width > 64,
            Some(Type::OtherFloat(_)) => true,
            _ => false,
        };
        let expected = "an integer or floating-point type of more than 64 bits";
        if !self.is_kind(is_wide, "wide constant", expected, ty) {
            return;
        }
        let count = words.len() as u64;
        let most = width.div_ceil(64);
        let least = if matches!(found, Some(Type::Integer(_))) { 1 } else { most };
        if !expect!(
            self,
            (least..=most).contains(&count),
            Rule::ConstantLength,
            "constant has {count} 64-bit words, but type {} has at most {most}",
            show::ty(module, ty)
        ) {
            return;
        }
        let above = width % 64;
        if above != 0 && count == most && words.last().is_some_and(|last| last >> above != 0) {
            self.find(Rule::ConstantRange, format_args!("constant does not fit {}", show::ty(module, ty)));
        }
    }

    /// Whether the bits of a number fit a type of at most 64.
    fn fits(&mut self, number: u64, ty: TypeId) -> bool {
        let module = self.module;
        let width = bits(&module.types, ty);
        expect!(
            self,
            width >= 64 || number >> width == 0,
            Rule::ConstantRange,
            "constant {number:#x} does not fit {}",
            show::ty(module, ty)
        )
    }

    fn has_length(&mut self, found: usize, expected: Option<u64>) -> bool {
        let expected = expected.unwrap_or(0);
        let fits = u64::try_from(found) == Ok(expected);
        expect!(self, fits, Rule::ConstantLength, "constant has {found} elements, expected {expected}")
    }

    /// What an array or a vector consists of.
    fn element_of_data(&self, ty: TypeId) -> Option<(TypeId, u64)> {
        let (Type::Array(element, length) | Type::Vector(element, length)) = self.module.types.get(ty)?
        else {
            return None;
        };
        Some((*element, *length))
    }

    fn aggregate(&mut self, members: &[Value], ty: TypeId) {
        let module = self.module;
        let types = &module.types;
        let found: Vec<_> = members.iter().map(|member| self.constant_type(*member)).collect();
        let (one, of_structure) = match types.get(ty) {
            Some(Type::Array(element, length) | Type::Vector(element, length)) => {
                self.has_length(members.len(), Some(*length));
                (Some(*element), &[][..])
            }
            _ => match types.members(ty) {
                Some(members_of) => {
                    self.has_length(members.len(), u64::try_from(members_of.len()).ok());
                    (None, members_of)
                }
                None => {
                    self.is_kind(false, "aggregate constant", "an array, vector or struct type", ty);
                    return;
                }
            },
        };
        let expected = one.into_iter().cycle().chain(of_structure.iter().copied());
        for (index, (found, expected)) in found.into_iter().zip(expected).enumerate() {
            let Some(found) = found else { continue };
            expect!(
                self,
                found == expected,
                Rule::ConstantMember,
                "element {index} of the constant has type {}, expected {}",
                show::ty(module, found),
                show::ty(module, expected)
            );
        }
    }

    fn data(&mut self, numbers: &[u64], ty: TypeId) {
        let types = &self.module.types;
        let element = self.element_of_data(ty);
        let is_data = element.is_some_and(|(element, _)| {
            matches!(
                types.get(element),
                Some(Type::Integer(8 | 16 | 32 | 64) | Type::Half | Type::Float | Type::Double)
            )
        });
        let Some((element, length)) = element.filter(|_| is_data) else {
            self.is_kind(false, "data constant", "an array or vector of integers or floats", ty);
            return;
        };
        self.has_length(numbers.len(), Some(length));
        for number in numbers {
            if !self.fits(*number, element) {
                break;
            }
        }
    }

    fn block_address(&mut self, function: Value, block: BlockId, ty: TypeId) {
        let module = self.module;
        let types = &module.types;
        let is_byte = match types.get(ty) {
            Some(Type::Pointer(pointee, _)) => {
                pointee.expand().is_none_or(|pointee| is_integer_of(types, pointee, 8))
            }
            _ => false,
        };
        let fits = is_byte && vector_length(types, ty).is_none();
        self.is_kind(fits, "blockaddress", "i8* or ptr", ty);
        // Nobody goes to the first block.
        let exists = module.block_place(function, block).is_some_and(|place| place > 0);
        expect!(
            self,
            exists,
            Rule::BlockAddress,
            "blockaddress refers to {block}, which is the entry block of {} or not a block of this function",
            show::value(module, function)
        );
    }
}
