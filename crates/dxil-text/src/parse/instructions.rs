//! Instructions, but for those that access memory.

use az::SaturatingAs as _;
use bstr::{BStr, ByteSlice as _};
use dxil_ir::attributes::Slot;
use dxil_ir::flags::{self, FLAGS};
use dxil_ir::instruction::{Index, OperandBundle, TailCall};
use dxil_ir::list::List;
use dxil_ir::{BinaryOp, BlockId, Dialect, Flags, GlobalId, Instruction, Op, Predicate, Type, TypeId, Value};

use super::attribute_table::AttributeSet;
use super::cursor::{Parser, Result};
use super::token::{Operation, Token};
use crate::print::float_word;

/// What is called.
#[derive(Clone, Copy)]
enum Callee {
    Global(GlobalId),
    /// An intrinsic that is not declared, and what stands in its place.
    Undeclared(Value),
    /// Something else, which stands at this offset.
    At(usize),
}

/// Whether a word is a type that is no other word as well.
fn is_plain_type(word: &[u8]) -> bool {
    matches!(word, b"void" | b"half" | b"float" | b"double")
}

impl Parser<'_> {
    /// An instruction, from nowhere in the source yet.
    pub(super) fn operation(&mut self) -> Result<Instruction> {
        let Token::Operation(operation) = self.at.token else { return Err(self.no_instruction()) };
        let start = self.at.start;
        self.bump();
        let flags = self.flags_of(operation);
        let behind_flags = self.at.start;
        let (op, ty) = self.operation_with(operation, start)?;
        if self.is_modern() && !(flags & Flags::FAST_MATH).is_empty() && !self.may_be_fast(&op, ty) {
            let message = format!("`{flags}` requires a floating-point operation, found {}", self.shown(ty));
            return Err(self.fault_at(start, behind_flags - start, message));
        }
        Ok(Instruction { flags, ..Instruction::new(op, ty) })
    }

    fn may_be_fast(&self, op: &Op, ty: TypeId) -> bool {
        matches!(op, Op::Compare { .. }) || self.module.types.consists_of_floats(ty)
    }

    fn operation_with(&mut self, operation: Operation, start: usize) -> Result<(Op, TypeId)> {
        match operation {
            Operation::Binary(op, is_float) => {
                let start_of_type = self.at.start;
                let (ty, first) = self.typed_value()?;
                self.check_arithmetic(op, is_float, ty, start_of_type)?;
                self.expect(Token::Comma, "`,` and the second operand")?;
                let second = self.value(ty)?;
                Ok((Op::Binary { op, operands: [first, second] }, ty))
            }
            Operation::Cast(op) => {
                let (_, value) = self.typed_value()?;
                self.expect_word("to")?;
                Ok((Op::Cast(op, value), self.value_type()?))
            }
            Operation::Compare(is_float) => {
                let predicate = self.predicate(is_float)?;
                let (ty, first) = self.typed_value()?;
                self.expect(Token::Comma, "`,` and the second operand")?;
                let second = self.value(ty)?;
                Ok((Op::Compare { predicate, operands: [first, second] }, self.truth_like(ty)))
            }
            Operation::Negate => {
                let (ty, value) = self.typed_value()?;
                match self.module.types.is_float(ty) {
                    true => Ok((Op::Negate(value), ty)),
                    false => Err(self.fault_from(start, "`fneg` requires a floating-point operand")),
                }
            }
            Operation::Freeze => {
                let (ty, value) = self.typed_value()?;
                Ok((Op::Freeze(value), ty))
            }
            Operation::Select => {
                let [(_, condition), (ty, first), (_, second)] = self.typed_values()?;
                Ok((Op::Select([condition, first, second]), ty))
            }
            Operation::ExtractElement => {
                let [(ty, vector), (_, index)] = self.typed_values()?;
                match self.module.types.get(ty) {
                    Some(Type::Vector(element, _)) => Ok((Op::ExtractElement([vector, index]), *element)),
                    _ => Err(self.fault_from(start, "`extractelement` requires a vector operand")),
                }
            }
            Operation::InsertElement => {
                let [(ty, vector), (_, element), (_, index)] = self.typed_values()?;
                Ok((Op::InsertElement([vector, element, index]), ty))
            }
            Operation::ShuffleVector => {
                let [(ty, first), (_, second), (mask_type, mask)] = self.typed_values()?;
                let mask = if self.is_modern() { self.modern_mask(mask_type, mask) } else { mask };
                Ok((Op::ShuffleVector([first, second, mask]), self.shuffled(ty, mask_type)))
            }
            Operation::ExtractValue => {
                let (ty, aggregate) = self.typed_value()?;
                let (indices, member) = self.indices(ty)?;
                Ok((Op::ExtractValue(aggregate, indices), member))
            }
            Operation::InsertValue => {
                let [(ty, aggregate), (_, value)] = self.typed_values()?;
                let (indices, _) = self.indices(ty)?;
                Ok((Op::InsertValue([aggregate, value], indices), ty))
            }
            Operation::Phi => self.phi(),
            Operation::Call => self.call(TailCall::No),
            Operation::TailCall => self.call(TailCall::Tail),
            Operation::MustTailCall => self.call(TailCall::MustTail),
            Operation::NoTailCall => self.call(TailCall::NoTail),
            Operation::VariadicArgument => {
                let (_, list) = self.typed_value()?;
                self.expect(Token::Comma, "`,` and a type")?;
                Ok((Op::VariadicArgument(list), self.value_type()?))
            }
            Operation::Return => Ok((self.ret()?, self.plain_type(Type::Void))),
            Operation::Branch => Ok((self.branch()?, self.plain_type(Type::Void))),
            Operation::Switch => Ok((self.switch()?, self.plain_type(Type::Void))),
            Operation::Unreachable => Ok((Op::Unreachable, self.plain_type(Type::Void))),
            Operation::Alloca => self.alloca(),
            Operation::Load => self.load(start),
            Operation::Store => self.store(start),
            Operation::ElementPointer => self.element_pointer(start),
            Operation::CompareExchange => self.compare_exchange(),
            Operation::AtomicRmw => self.atomic_rmw(),
            Operation::Fence => {
                let scope = self.scope()?;
                Ok((Op::Fence(self.ordering()?, scope), self.plain_type(Type::Void)))
            }
        }
    }

    /// What may be assumed of an operation, as its words say; `call` behind the word that says how it may be made.
    fn flags_of(&mut self, operation: Operation) -> Flags {
        match operation {
            Operation::Binary(op, is_float) => self.binary_flags(op, is_float),
            Operation::Compare(true) => self.flag_words(Flags::FAST_MATH),
            Operation::ElementPointer => self.address_flags(),
            _ if !self.is_modern() => {
                if matches!(operation, Operation::TailCall | Operation::MustTailCall) {
                    // Whatever else is there is told where the call is read.
                    self.eat(Token::Operation(Operation::Call));
                }
                Flags::NONE
            }
            Operation::Compare(false) => self.flag_words(Flags::SAMESIGN),
            Operation::Cast(op) => self.flag_words(flags::of_cast(op)),
            Operation::Negate | Operation::Select | Operation::Phi | Operation::Call => {
                self.flag_words(Flags::FAST_MATH)
            }
            Operation::TailCall | Operation::MustTailCall | Operation::NoTailCall => {
                self.eat(Token::Operation(Operation::Call));
                self.flag_words(Flags::FAST_MATH)
            }
            Operation::Freeze
            | Operation::ExtractElement
            | Operation::InsertElement
            | Operation::ShuffleVector
            | Operation::ExtractValue
            | Operation::InsertValue
            | Operation::Alloca
            | Operation::Load
            | Operation::Store
            | Operation::CompareExchange
            | Operation::AtomicRmw
            | Operation::Fence
            | Operation::VariadicArgument
            | Operation::Return
            | Operation::Branch
            | Operation::Switch
            | Operation::Unreachable => Flags::NONE,
        }
    }

    /// What may be assumed of an address. `inbounds` says `nusw`, too.
    pub(super) fn address_flags(&mut self) -> Flags {
        let flags = self.flag_words(Flags::INBOUNDS | Flags::NUSW | Flags::NUW);
        if flags.has(Flags::INBOUNDS) { flags.without(Flags::NUSW) } else { flags }
    }

    #[cold]
    fn no_instruction(&self) -> Box<super::Fault> {
        let not_supported = || self.fault(format!("`{}` is not supported", BStr::new(self.text())));
        match self.text() {
            b"uselistorder" => not_supported(),
            b"indirectbr" | b"callbr" => not_supported().with_hint("DXIL has no indirect branches"),
            b"invoke" | b"resume" | b"landingpad" | b"catchret" | b"catchpad" | b"catchswitch"
            | b"cleanuppad" | b"cleanupret" => not_supported().with_hint("DXIL has no exceptions"),
            _ => self.expected("an instruction"),
        }
    }

    /// A value of a type: a constant, a global, an argument or an instruction.
    #[inline]
    pub(super) fn value(&mut self, ty: TypeId) -> Result<Value> {
        if matches!(self.at.token, Token::LocalNumber | Token::LocalName) {
            self.local_value(ty)
        } else {
            self.constant(ty)
        }
    }

    /// A type and a value of that type.
    #[inline]
    pub(super) fn typed_value(&mut self) -> Result<(TypeId, Value)> {
        let ty = self.value_type()?;
        Ok((ty, self.value(ty)?))
    }

    /// So many of them.
    pub(super) fn typed_values<const N: usize>(&mut self) -> Result<[(TypeId, Value); N]> {
        let mut values = [self.typed_value()?; N];
        for value in values.iter_mut().skip(1) {
            self.expect(Token::Comma, "`,` and another operand")?;
            *value = self.typed_value()?;
        }
        Ok(values)
    }

    /// Whether an operator that integers and floats have goes with its type.
    pub(super) fn check_arithmetic(&self, op: BinaryOp, is_float: bool, ty: TypeId, start: usize) -> Result {
        let Some(of_floats) = float_word(op) else { return Ok(()) };
        if is_float == self.module.types.is_float(ty) {
            return Ok(());
        }
        let (word, right) = if is_float { (of_floats, op.word()) } else { (op.word(), of_floats) };
        let what = if is_float { "floating-point" } else { "integer" };
        let message = format!("`{word}` requires {what} operands, found {}", self.shown(ty));
        Err(self.fault_from(start, message).with_hint(format!("use `{right}`")))
    }

    /// What may be assumed of a binary operator.
    pub(super) fn binary_flags(&mut self, op: BinaryOp, is_float: bool) -> Flags {
        self.flag_words(flags::of_binary(op, is_float))
    }

    /// The words at hand that are among `allowed`. `fast` says all about floats.
    fn flag_words(&mut self, allowed: Flags) -> Flags {
        let mut found = Flags::NONE;
        while self.at.token == Token::Word {
            let word = self.text();
            // The type of the operands, which comes behind them.
            if is_plain_type(word) {
                break;
            }
            let dialect = self.module.dialect;
            found |= match dialect {
                Dialect::Dxil37 if word == b"fast" && allowed.has(Flags::NNAN) => Flags::FAST_MATH_37,
                Dialect::Modern if word == b"fast" && allowed.has(Flags::NNAN) => Flags::FAST_MATH,
                Dialect::Dxil37 | Dialect::Modern => {
                    let row = FLAGS.iter().find(|row| {
                        allowed.has(row.flag) && row.dialects.has(dialect) && row.word.as_bytes() == word
                    });
                    let Some(row) = row else { break };
                    row.flag
                }
            };
            self.bump();
        }
        found
    }

    /// What a comparison asks.
    pub(super) fn predicate(&mut self, is_float: bool) -> Result<Predicate> {
        let integers = Predicate::IntEq.code()..=Predicate::IntSle.code();
        let codes = if is_float { 0..=Predicate::FloatTrue.code() } else { integers };
        let word = self.text();
        let found = codes.filter_map(Predicate::from_code).find(|known| known.word().as_bytes() == word);
        match found {
            Some(predicate) => {
                self.bump();
                Ok(predicate)
            }
            None if is_float => Err(self.expected("a predicate, such as `olt`")),
            None => Err(self.expected("a predicate, such as `slt`")),
        }
    }

    /// `, 0, 1`: indices into an aggregate, and the type that they lead to.
    fn indices(&mut self, aggregate: TypeId) -> Result<(List<Index>, TypeId)> {
        let (mut indices, mut ty) = (List::new(), aggregate);
        while self.at.token == Token::Comma && self.peek() != Token::MetadataName {
            self.bump();
            let (start, len) = (self.at.start, self.text().len());
            let index = self.u32("an index")?;
            let is_aggregate = matches!(self.module.types.get(ty), Some(Type::Array(..)))
                || self.module.types.members(ty).is_some();
            let member = self.module.types.element(ty, index.into()).filter(|_| is_aggregate);
            let Some(member) = member.filter(|_| self.is_within(ty, index)) else {
                let message = format!("{} has no member {index}", self.shown(ty));
                return Err(self.fault_at(start, len, message));
            };
            self.locals()?.body.lists.indices.push(&mut indices, Index(index));
            ty = member;
        }
        if indices.is_empty() {
            return Err(self.expected("`,` and an index"));
        }
        Ok((indices, ty))
    }

    fn is_within(&self, ty: TypeId, index: u32) -> bool {
        match self.module.types.get(ty) {
            Some(Type::Array(_, length)) => u64::from(index) < *length,
            _ => true,
        }
    }

    fn phi(&mut self) -> Result<(Op, TypeId)> {
        let ty = self.value_type()?;
        let (mut values, mut blocks) = (List::new(), List::new());
        loop {
            self.expect(Token::OpenBracket, "`[`")?;
            let value = self.value(ty)?;
            self.expect(Token::Comma, "`,` and a block")?;
            let block = self.block_reference()?;
            let lists = &mut self.locals()?.body.lists;
            lists.values.push(&mut values, value);
            lists.blocks.push(&mut blocks, block);
            self.expect(Token::CloseBracket, "`]`")?;
            if self.at.token != Token::Comma || self.peek() == Token::MetadataName {
                break;
            }
            self.bump();
        }
        Ok((Op::Phi(values, blocks), ty))
    }

    fn call(&mut self, tail: TailCall) -> Result<(Op, TypeId)> {
        let mut convention = 0;
        let mut set = AttributeSet::default();
        // Most calls begin with the type right away, and words that may stand before it are many.
        if matches!(self.at.token, Token::Word | Token::String) && !is_plain_type(self.text()) {
            convention = self.calling_convention(dxil_ir::instruction::MAX_CALL_CONVENTION.into())?;
            let attributes = self.value_attributes()?;
            set.add(Slot::Return, attributes);
        }
        let says_space = self.is_modern() && self.is_word("addrspace");
        let space = if says_space { self.address_space()? } else { self.program_space };
        let start = self.at.start;
        let ty = self.ty()?;
        let callee = self.callee()?;
        let (types, mut arguments) = self.arguments(&mut set, tail)?;
        let function_type = self.called_type(ty, callee, &types);
        self.check_arguments(function_type, &types, start)?;
        let callee = self.called(callee, (function_type, space), start)?;
        self.function_attributes(&mut set)?;
        let behind = self.at.before;
        let (attributes, alignment) = self.attribute_list(set)?;
        if alignment.is_some() {
            return Err(self.fault_at(behind, 1, "`align` is not an attribute of calls"));
        }
        let result = self.function_type_of(function_type).map_or(ty, |(result, ..)| result);
        if self.at.token == Token::OpenBracket && self.is_modern() {
            self.bundles(&mut arguments)?;
        }
        let list = self.locals()?.body.lists.values.list_of(&arguments);
        (self.argument_types, self.arguments) = (types, arguments);
        let op = Op::Call {
            callee,
            function_type,
            arguments: list,
            attributes: attributes.into(),
            calling_convention: convention.saturating_as::<u16>(),
            tail,
        };
        Ok((op, result))
    }

    /// What is called, as far as it can be read before its type is known.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn callee(&mut self) -> Result<Callee> {
        let start = self.at.start;
        match self.at.token {
            Token::GlobalName | Token::GlobalNumber => {
                return Ok(match self.undeclared_intrinsic() {
                    Some(value) => Callee::Undeclared(value),
                    None => Callee::Global(self.global_reference()?),
                });
            }
            Token::LocalName | Token::LocalNumber => self.bump(),
            Token::Operation(_) => {
                self.bump();
                while self.eat(Token::Word) {}
                self.skip_brackets()?;
            }
            Token::Word if matches!(self.text(), b"undef" | b"null" | b"poison") => self.bump(),
            Token::Word if self.text() == b"asm" => {
                while matches!(self.at.token, Token::Word | Token::String | Token::Comma) {
                    self.bump();
                }
            }
            _ => return Err(self.expected("the called function")),
        }
        Ok(Callee::At(start))
    }

    /// The type of the function that is called: of its result and the arguments, where the text does not say all of it.
    fn called_type(&mut self, ty: TypeId, callee: Callee, types: &[TypeId]) -> TypeId {
        if matches!(self.module.types.get(ty), Some(Type::Function { .. })) {
            return ty;
        }
        if let Callee::Global(id) = callee
            && let Some(global) = self.module.globals.get(id)
            && self.function_type_of(global.value_type) == Some((ty, types, false))
        {
            return global.value_type;
        }
        self.module.types.function(ty, types)
    }

    /// What is called, now that its type and its address space are known.
    fn called(
        &mut self,
        callee: Callee,
        (function_type, space): (TypeId, u32),
        start: usize,
    ) -> Result<Value> {
        let behind = self.at.start;
        if let Callee::Global(id) = callee
            && let Some(found) =
                self.module.globals.get(id).and_then(|global| self.module.types.get(global.ty))
            && *found == self.module.address_of(function_type, space)
        {
            return Ok(id.into());
        }
        let pointer = self.module.address_type(function_type, space);
        match callee {
            Callee::Global(id) => match self.module.globals.get(id).map(|global| global.ty) {
                Some(found) if found != pointer => {
                    let message = format!(
                        "type mismatch: the callee has the type {}, but the call uses the type {}",
                        self.shown(found),
                        self.shown(pointer)
                    );
                    let mut fault = self.fault_from(start, message);
                    // Where all calls differ, it is the declaration that is wrong: once is enough.
                    fault.is_consequence |= !self.globals.told.insert(id);
                    Err(fault)
                }
                _ => Ok(id.into()),
            },
            Callee::Undeclared(value) => Ok(value),
            Callee::At(start) => {
                self.seek(start);
                // Assembly is in no address space of its own.
                let is_assembly = self.is_modern() && self.is_word("asm");
                let pointer = if is_assembly { self.module.address_type(function_type, 0) } else { pointer };
                let callee = self.value(pointer)?;
                self.seek(behind);
                Ok(callee)
            }
        }
    }

    /// `(i32 13, float %4)`: their types and values.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn arguments(&mut self, set: &mut AttributeSet, tail: TailCall) -> Result<(Vec<TypeId>, Vec<Value>)> {
        self.expect(Token::OpenParen, "`(` and the arguments")?;
        let mut types = std::mem::take(&mut self.argument_types);
        let mut values = std::mem::take(&mut self.arguments);
        types.clear();
        values.clear();
        self.list(Token::CloseParen, "`)`", |parser| {
            if parser.at.token == Token::Ellipsis && tail == TailCall::MustTail {
                // A call in the place of a function that takes more passes that on.
                parser.bump();
                return match parser.at.token {
                    Token::CloseParen => Ok(()),
                    _ => Err(parser.expected("`)` after `...`")),
                };
            }
            let ty = parser.value_type()?;
            if matches!(parser.at.token, Token::Word | Token::String) {
                let attributes = parser.value_attributes()?;
                set.add(Slot::Parameter(types.len().saturating_as::<u32>()), attributes);
            }
            let value = parser.argument(ty)?;
            types.push(ty);
            values.push(value);
            Ok(())
        })?;
        Ok((types, values))
    }

    /// A value of a type, or metadata.
    #[inline]
    fn argument(&mut self, ty: TypeId) -> Result<Value> {
        match self.module.types.get(ty) {
            Some(Type::Metadata) => self.metadata_value(),
            _ => self.value(ty),
        }
    }

    /// `[ "deopt"(i32 1), "convergencectrl"(token %1) ]`: their operands are added to the arguments.
    fn bundles(&mut self, operands: &mut Vec<Value>) -> Result {
        self.bump();
        let mut bundles = Vec::new();
        loop {
            let tag = self.string("the tag of an operand bundle")?.into_owned().into();
            self.expect(Token::OpenParen, "`(` and the operands of a bundle")?;
            let mut count = 0;
            self.list(Token::CloseParen, "`)`", |parser| {
                let ty = parser.value_type()?;
                operands.push(parser.argument(ty)?);
                count += 1;
                Ok(())
            })?;
            bundles.push(OperandBundle { tag, operands: count });
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::CloseBracket, "`,` or `]`")?;
        self.locals()?.bundles = bundles;
        Ok(())
    }

    fn check_arguments(&self, function_type: TypeId, types: &[TypeId], start: usize) -> Result {
        let Some((_, parameters, is_variadic)) = self.function_type_of(function_type) else { return Ok(()) };
        let fits = types.get(..parameters.len()) == Some(parameters)
            && (is_variadic || types.len() == parameters.len());
        if fits {
            return Ok(());
        }
        let message = format!("arguments do not match {}", self.shown(function_type));
        Err(self.fault_from(start, message))
    }

    fn ret(&mut self) -> Result<Op> {
        let ty = self.ty()?;
        if matches!(self.module.types.get(ty), Some(Type::Void)) {
            return Ok(Op::Return(None));
        }
        Ok(Op::Return(Some(self.value(ty)?)))
    }

    fn branch(&mut self) -> Result<Op> {
        if self.is_word("label") {
            return Ok(Op::Branch(self.labelled()?));
        }
        let (_, condition) = self.typed_value()?;
        self.expect(Token::Comma, "`,` and a block")?;
        let target = self.labelled()?;
        self.expect(Token::Comma, "`,` and another block")?;
        let otherwise = self.labelled()?;
        Ok(Op::ConditionalBranch(condition, [target, otherwise]))
    }

    /// `label %4`.
    fn labelled(&mut self) -> Result<BlockId> {
        self.expect_word("label")?;
        // Blocks are operands, and have a type.
        self.plain_type(Type::Label);
        self.block_reference()
    }

    /// `i32 4, label %5`.
    fn case(&mut self) -> Result<(Value, BlockId)> {
        let (_, case) = self.typed_constant()?;
        self.expect(Token::Comma, "`,` and a block")?;
        Ok((case, self.labelled()?))
    }

    fn switch(&mut self) -> Result<Op> {
        let (_, value) = self.typed_value()?;
        self.expect(Token::Comma, "`,` and a block")?;
        let default = self.labelled()?;
        self.expect(Token::OpenBracket, "`[` and the cases")?;
        let (mut cases, mut targets) = (Vec::new(), Vec::new());
        while !self.eat(Token::CloseBracket) {
            match self.case() {
                Ok((case, target)) => {
                    cases.push(case);
                    targets.push(target);
                }
                Err(fault) => {
                    // The other cases are no instructions.
                    let rest = self.source.get(self.at.start..).unwrap_or_default();
                    if let Some(end) = rest.find_byteset(b"]}").filter(|end| rest.get(*end) == Some(&b']')) {
                        self.seek(self.at.start + end + 1);
                    }
                    return Err(fault);
                }
            }
        }
        let lists = &mut self.locals()?.body.lists;
        let cases = lists.values.list_of(&cases);
        let targets = lists.blocks.list_of(&targets);
        Ok(Op::Switch { value, default, cases, targets })
    }
}
