//! Constants as text.

use dxil_ir::constants::{Constant, ConstantKind};
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{ConstantId, Dialect, Type, TypeId, Value, ValueKind};

use super::error::{PrintError, Result};
use super::numbers::Literals;
use super::opcode_keywords::{binary_word, compare_word};
use super::printer::Printer;
use super::{names, numbers};

/// What is yet to be printed of a constant.
enum Piece {
    Text(&'static str),
    Type(TypeId),
    /// A constant or a global.
    Value(Value),
    /// The same, its type before it.
    Typed(Value),
    /// A number of this type, by its bits.
    Number(TypeId, u64),
}

impl Printer<'_, '_> {
    /// Prints a constant, without its type.
    #[inline]
    pub(super) fn constant(&mut self, id: ConstantId) -> Result {
        match self.constants.get(id) {
            Some(text) => {
                self.out.text.push_str(text);
                Ok(())
            }
            None => self.new_constant(id),
        }
    }

    #[inline(never)]
    fn new_constant(&mut self, id: ConstantId) -> Result {
        let start = self.out.mark();
        self.whole_constant(id)?;
        self.constants.keep(id, self.out.since(&start));
        Ok(())
    }

    /// Prints a constant, whether it is kept or not.
    fn whole_constant(&mut self, id: ConstantId) -> Result {
        self.constant_pieces(vec![Piece::Value(id.into())])
    }

    /// Prints a constant with its type.
    #[inline]
    pub(super) fn typed_constant(&mut self, id: ConstantId) -> Result {
        match self.typed_constants.get(id) {
            Some(text) => {
                self.out.text.push_str(text);
                Ok(())
            }
            None => self.new_typed_constant(id),
        }
    }

    #[inline(never)]
    fn new_typed_constant(&mut self, id: ConstantId) -> Result {
        let Some(constant) = self.module.constants.get(id) else {
            return Err(PrintError::Dangling { what: "constant" });
        };
        let start = self.out.mark();
        self.ty(constant.ty)?;
        self.out.text.push(' ');
        self.whole_constant(id)?;
        self.typed_constants.keep(id, self.out.since(&start));
        Ok(())
    }

    /// Prints the mask of a `shufflevector`, element by element even where all are the same.
    pub(super) fn mask(&mut self, id: ConstantId) -> Result {
        let is_plain = std::mem::replace(&mut self.has_no_splats, true);
        let printed = self.whole_constant(id);
        self.has_no_splats = is_plain;
        printed
    }

    /// Prints pieces from the last to the first, each of which may be replaced by others.
    fn constant_pieces(&mut self, mut pieces: Vec<Piece>) -> Result {
        let module = self.module;
        while let Some(piece) = pieces.pop() {
            self.out.spill()?;
            match piece {
                Piece::Text(text) => self.out.text.push_str(text),
                Piece::Type(ty) => self.ty(ty)?,
                Piece::Number(ty, bits) => self.number(ty, bits)?,
                Piece::Typed(value) => {
                    let Some(ty) = module.type_of(None, value) else {
                        return Err(PrintError::Dangling { what: "value" });
                    };
                    self.ty(ty)?;
                    self.out.text.push(' ');
                    pieces.push(Piece::Value(value));
                }
                Piece::Value(value) => match value.kind() {
                    ValueKind::Global(id) => self.global_name(id)?,
                    ValueKind::Constant(id) => match module.constants.get(id) {
                        Some(constant) => self.constant_in(constant, &mut pieces)?,
                        None => return Err(PrintError::Dangling { what: "constant" }),
                    },
                    ValueKind::Argument(_)
                    | ValueKind::Instruction(_)
                    | ValueKind::Metadata(_)
                    | ValueKind::LocalMetadata(_)
                    | ValueKind::Forward(_) => return Err(PrintError::Dangling { what: "value" }),
                },
            }
        }
        Ok(())
    }

    fn constant_in(&mut self, constant: &Constant, pieces: &mut Vec<Piece>) -> Result {
        match &constant.kind {
            ConstantKind::Null => self.null(constant.ty, pieces),
            ConstantKind::Undef => self.out.text.push_str("undef"),
            ConstantKind::Poison => self.out.text.push_str("poison"),
            ConstantKind::Integer(number) => return self.number(constant.ty, number.cast_unsigned()),
            ConstantKind::Float(bits) => return self.number(constant.ty, *bits),
            ConstantKind::Wide(words) => self.wide(constant.ty, words),
            ConstantKind::Aggregate(values) => self.aggregate(constant.ty, values, pieces),
            ConstantKind::Bytes(bytes) => {
                if matches!(self.module.types.get(constant.ty), Some(Type::Array(..))) {
                    self.string(bytes);
                } else {
                    let numbers = bytes.iter().map(|byte| u64::from(*byte));
                    self.data(constant.ty, numbers, pieces);
                }
            }
            ConstantKind::Data(words) => self.data(constant.ty, words.iter().copied(), pieces),
            ConstantKind::InlineAssembly { flags, assembly, constraints } => {
                let out = &mut self.out.text;
                out.push_str("asm ");
                for (bit, word) in [(1, "sideeffect "), (2, "alignstack "), (4, "inteldialect ")] {
                    if flags & bit != 0 {
                        out.push_str(word);
                    }
                }
                out.push('"');
                names::escape(out, assembly, self.module.dialect);
                out.push_str("\", \"");
                names::escape(out, constraints, self.module.dialect);
                out.push('"');
            }
            ConstantKind::BlockAddress(function, block) => self.block_address(*function, *block)?,
            kind @ (ConstantKind::Binary { .. }
            | ConstantKind::Cast(..)
            | ConstantKind::ElementPointer { .. }
            | ConstantKind::Select(_)
            | ConstantKind::ExtractElement(_)
            | ConstantKind::InsertElement(_)
            | ConstantKind::ShuffleVector(_)
            | ConstantKind::Compare(..)) => self.expression(constant.ty, kind, pieces)?,
        }
        Ok(())
    }

    fn expression(&mut self, ty: TypeId, kind: &ConstantKind, pieces: &mut Vec<Piece>) -> Result {
        let module = self.module;
        pieces.push(Piece::Text(")"));
        let out = &mut self.out.text;
        match kind {
            ConstantKind::Binary { op, flags, .. } => {
                let is_float = module.types.is_float(ty);
                out.push_str(binary_word(*op, is_float));
                self.flags(*flags);
            }
            ConstantKind::Cast(op, _) => {
                out.push_str(op.word());
                pieces.extend([Piece::Type(ty), Piece::Text(" to ")]);
            }
            ConstantKind::Compare(predicate, _) => {
                out.push_str(compare_word(*predicate));
                out.push(' ');
                out.push_str(predicate.word());
            }
            ConstantKind::ElementPointer { flags, in_range, .. } => {
                out.push_str("getelementptr");
                self.address_flags(*flags);
                if let Some((start, end)) = in_range {
                    let out = &mut self.out.text;
                    out.push_str(" inrange(");
                    numbers::signed(out, *start);
                    out.push_str(", ");
                    numbers::signed(out, *end);
                    out.push(')');
                }
            }
            ConstantKind::Select(_) => out.push_str("select"),
            ConstantKind::ExtractElement(_) => out.push_str("extractelement"),
            ConstantKind::InsertElement(_) => out.push_str("insertelement"),
            ConstantKind::ShuffleVector(_) => out.push_str("shufflevector"),
            ConstantKind::Null
            | ConstantKind::Undef
            | ConstantKind::Poison
            | ConstantKind::Integer(_)
            | ConstantKind::Wide(_)
            | ConstantKind::Float(_)
            | ConstantKind::Aggregate(_)
            | ConstantKind::Bytes(_)
            | ConstantKind::Data(_)
            | ConstantKind::BlockAddress(..)
            | ConstantKind::InlineAssembly { .. } => {}
        }
        self.out.text.push_str(" (");
        typed_list(pieces, kind.operands());
        if let ConstantKind::ElementPointer { source, .. } = kind {
            pieces.extend([Piece::Text(", "), Piece::Type(*source)]);
        }
        Ok(())
    }

    fn aggregate(&mut self, ty: TypeId, values: &[Value], pieces: &mut Vec<Piece>) {
        // LLVM keeps none of these as a list.
        if values.iter().all(|value| matches!(self.kind_of(*value), Some(ConstantKind::Null))) {
            return self.null(ty, pieces);
        }
        if values.iter().all(|value| matches!(self.kind_of(*value), Some(ConstantKind::Undef))) {
            return self.out.text.push_str("undef");
        }
        if values.iter().all(|value| matches!(self.kind_of(*value), Some(ConstantKind::Poison))) {
            return self.out.text.push_str("poison");
        }
        if let [first, rest @ ..] = values
            && rest.iter().all(|value| value == first)
            && self.has_splats(ty)
            && matches!(
                self.kind_of(*first),
                Some(ConstantKind::Integer(_) | ConstantKind::Wide(_) | ConstantKind::Float(_))
            )
        {
            self.out.text.push_str("splat (");
            pieces.extend([Piece::Text(")"), Piece::Typed(*first)]);
            return;
        }
        let types = &self.module.types;
        let (open, close) = match types.get(ty) {
            Some(Type::Array(element, _)) => {
                let bytes = match types.get(*element) {
                    Some(Type::Integer(8)) => {
                        values.iter().map(|value| self.byte(*value)).collect::<Option<Vec<u8>>>()
                    }
                    _ => None,
                };
                if let Some(bytes) = bytes {
                    return self.string(&bytes);
                }
                ("[", "]")
            }
            Some(Type::Vector(..)) => ("<", ">"),
            _ => {
                let is_packed = match types.get(ty) {
                    Some(Type::Literal { is_packed, .. }) => *is_packed,
                    _ => types.named(ty).is_some_and(|structure| structure.is_packed),
                };
                match (is_packed, values.is_empty()) {
                    (false, false) => ("{ ", " }"),
                    (false, true) => ("{", "}"),
                    (true, false) => ("<{ ", " }>"),
                    (true, true) => ("<{", "}>"),
                }
            }
        };
        self.out.text.push_str(open);
        pieces.push(Piece::Text(close));
        typed_list(pieces, values);
    }

    /// Prints numbers of an array or a vector.
    fn data(
        &mut self,
        ty: TypeId,
        numbers: impl DoubleEndedIterator<Item = u64> + ExactSizeIterator,
        pieces: &mut Vec<Piece>,
    ) {
        let numbers: Vec<u64> = numbers.collect();
        if numbers.iter().all(|number| *number == 0) {
            return self.null(ty, pieces);
        }
        let (open, close, element) = match self.module.types.get(ty) {
            Some(Type::Vector(element, _)) => ("<", ">", *element),
            Some(Type::Array(element, _)) => ("[", "]", *element),
            _ => return,
        };
        if let [first, rest @ ..] = &*numbers
            && rest.iter().all(|number| number == first)
            && self.has_splats(ty)
        {
            self.out.text.push_str("splat (");
            pieces.extend([
                Piece::Text(")"),
                Piece::Number(element, *first),
                Piece::Text(" "),
                Piece::Type(element),
            ]);
            return;
        }
        self.out.text.push_str(open);
        pieces.push(Piece::Text(close));
        for (index, number) in numbers.into_iter().enumerate().rev() {
            pieces.extend([Piece::Number(element, number), Piece::Text(" "), Piece::Type(element)]);
            if index > 0 {
                pieces.push(Piece::Text(", "));
            }
        }
    }

    /// Whether vectors of one number are written as that: in modern IR.
    fn has_splats(&self, ty: TypeId) -> bool {
        let is_vector = matches!(self.module.types.get(ty), Some(Type::Vector(..)));
        self.module.dialect == Dialect::Modern && is_vector && !self.has_no_splats
    }

    fn string(&mut self, bytes: &[u8]) {
        if bytes.iter().all(|byte| *byte == 0) {
            return self.out.text.push_str("zeroinitializer");
        }
        self.out.text.push_str("c\"");
        names::escape(&mut self.out.text, bytes, self.module.dialect);
        self.out.text.push('"');
    }

    /// Prints zero.
    fn null(&mut self, ty: TypeId, pieces: &mut Vec<Piece>) {
        let (literals, has_splats) = (self.literals(), self.has_splats(ty));
        let out = &mut self.out.text;
        let Some(found) = self.module.types.get(ty) else { return out.push_str("zeroinitializer") };
        match found {
            Type::Integer(1) => out.push_str("false"),
            Type::Integer(_) => out.push('0'),
            Type::Half => numbers::half(out, 0, literals),
            Type::BFloat => numbers::bfloat(out, 0, literals),
            Type::Token => out.push_str("none"),
            Type::Float | Type::Double => out.push_str("0.000000e+00"),
            Type::OtherFloat(_) => self.wide(ty, &[]),
            Type::Pointer(..) => out.push_str("null"),
            // LLVM 23 prints null pointers as a splat.
            Type::Vector(element, _)
                if literals == Literals::Llvm23
                    && has_splats
                    && matches!(self.module.types.get(*element), Some(Type::Pointer(..))) =>
            {
                out.push_str("splat (");
                pieces.extend([Piece::Text(" null)"), Piece::Type(*element)]);
            }
            Type::Literal { .. }
            | Type::Named(_)
            | Type::Array(..)
            | Type::Vector(..)
            | Type::Target { .. }
            | Type::Mmx
            | Type::Void
            | Type::Label
            | Type::Metadata
            | Type::Function { .. } => out.push_str("zeroinitializer"),
        }
    }

    /// Returns the version of floating-point literals in the printed text.
    fn literals(&self) -> Literals {
        match (self.module.dialect, self.llvm) {
            (Dialect::Dxil37, _) => Literals::Llvm37,
            (Dialect::Modern, llvm) if llvm < LlvmVersion::V23 => Literals::Llvm22,
            (Dialect::Modern, _) => Literals::Llvm23,
        }
    }

    /// Prints a number of up to 64 bits, by its bits.
    fn number(&mut self, ty: TypeId, bits: u64) -> Result {
        let literals = self.literals();
        let out = &mut self.out.text;
        let Some(found) = self.module.types.get(ty) else {
            return Err(PrintError::Dangling { what: "type" });
        };
        match found {
            Type::Integer(1) => out.push_str(if bits & 1 != 0 { "true" } else { "false" }),
            Type::Integer(width) => {
                // Damaged modules have integers of no bits.
                let above = 64_u32.saturating_sub(*width).min(63);
                numbers::signed(out, (bits << above).cast_signed() >> above);
            }
            Type::Half => numbers::half(out, bits, literals),
            Type::BFloat => numbers::bfloat(out, bits, literals),
            Type::Float => {
                numbers::float(out, u32::try_from(bits & u64::from(u32::MAX)).unwrap_or_default(), literals)
            }
            Type::Double => numbers::double(out, bits, literals),
            Type::OtherFloat(_)
            | Type::Pointer(..)
            | Type::Literal { .. }
            | Type::Named(_)
            | Type::Array(..)
            | Type::Vector(..)
            | Type::Target { .. }
            | Type::Token
            | Type::Mmx
            | Type::Void
            | Type::Label
            | Type::Metadata
            | Type::Function { .. } => return Err(PrintError::Dangling { what: "type" }),
        }
        Ok(())
    }

    fn wide(&mut self, ty: TypeId, words: &[u64]) {
        let out = &mut self.out.text;
        match self.module.types.get(ty) {
            Some(Type::Integer(bits)) => numbers::wide(out, words, *bits),
            Some(ty) => {
                let letter = match ty.other_float() {
                    Some("x86_fp80") => 'K',
                    Some("ppc_fp128") => 'M',
                    _ => 'L',
                };
                numbers::long(out, letter, words);
            }
            None => {}
        }
    }

    fn kind_of(&self, value: Value) -> Option<&ConstantKind> {
        let ValueKind::Constant(id) = value.kind() else { return None };
        Some(&self.module.constants.get(id)?.kind)
    }

    /// The byte that a constant is, as an element of an array of bytes.
    fn byte(&self, value: Value) -> Option<u8> {
        let kind = self.kind_of(value)?;
        if let ConstantKind::Integer(number) = kind {
            return u8::try_from(number & 0xff).ok();
        }
        matches!(kind, ConstantKind::Null).then_some(0)
    }
}

fn typed_list(pieces: &mut Vec<Piece>, values: &[Value]) {
    for (index, value) in values.iter().enumerate().rev() {
        pieces.push(Piece::Typed(*value));
        if index > 0 {
            pieces.push(Piece::Text(", "));
        }
    }
}
