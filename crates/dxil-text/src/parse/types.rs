//! Types.

use bstr::BStr;
use dxil_ir::types::{NamedStruct, TargetType};
use dxil_ir::{Type, TypeId, data_layout};

use super::cursor::{Parser, Result};
use super::names;
use super::token::Token;
use crate::print::MAX_INTEGER_BITS;

impl<'s> Parser<'s> {
    /// A type; void too.
    #[inline]
    pub(super) fn ty(&mut self) -> Result<TypeId> {
        let ty = self.base_type()?;
        if matches!(self.at.token, Token::Star | Token::OpenParen | Token::Word) {
            return self.type_suffixes(ty);
        }
        Ok(ty)
    }

    /// A type that is not void: of something that there may be.
    pub(super) fn value_type(&mut self) -> Result<TypeId> {
        let start = self.at.start;
        let ty = self.ty()?;
        match self.module.types.get(ty) {
            Some(Type::Void) => Err(self.fault_from(start, "a value cannot have type `void`")),
            _ => Ok(ty),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn type_suffixes(&mut self, mut ty: TypeId) -> Result<TypeId> {
        loop {
            match self.at.token {
                Token::Star => {
                    self.check_pointee(ty)?;
                    self.bump();
                    ty = self.pointer_to(ty, 0);
                }
                Token::OpenParen => ty = self.nested(|parser| parser.function_type(ty))?,
                Token::Word if self.text() == b"addrspace" => {
                    self.check_pointee(ty)?;
                    let space = self.address_space()?;
                    self.expect(Token::Star, "`*`")?;
                    ty = self.pointer_to(ty, space);
                }
                _ => return Ok(ty),
            }
        }
    }

    /// A pointer as older LLVM writes it; newer LLVM still reads it, and forgets what it points to.
    fn pointer_to(&mut self, ty: TypeId, space: u32) -> TypeId {
        if self.is_modern() {
            return self.module.types.intern(Type::Pointer(None.into(), space));
        }
        self.module.types.pointer(ty, space)
    }

    fn check_pointee(&self, ty: TypeId) -> Result {
        match self.module.types.get(ty) {
            Some(Type::Void) => Err(self.fault("invalid pointer to `void`").with_hint("use `i8*`")),
            Some(Type::Label | Type::Metadata) => {
                Err(self.fault(format!("invalid pointer to {}", self.shown(ty))))
            }
            _ => Ok(()),
        }
    }

    /// `addrspace(3)`, where it is at hand.
    pub(super) fn address_space(&mut self) -> Result<u32> {
        if !self.eat_word("addrspace") {
            return Ok(0);
        }
        self.expect(Token::OpenParen, "`(`")?;
        let space = match self.text() {
            [b'"', letter @ (b'A' | b'G' | b'P'), b'"'] if self.is_modern() => {
                self.bump();
                data_layout::address_space(&self.module.data_layout, *letter)
            }
            _ => self.u32("an address space")?,
        };
        self.expect(Token::CloseParen, "`)`")?;
        Ok(space)
    }

    fn function_type(&mut self, result: TypeId) -> Result<TypeId> {
        self.bump();
        let (mut parameters, mut is_variadic) = (Vec::new(), false);
        self.list(Token::CloseParen, "`)`", |parser| {
            if parser.at.token == Token::Ellipsis {
                is_variadic = true;
                parser.bump();
                if parser.at.token != Token::CloseParen {
                    return Err(parser.expected("`)` after `...`"));
                }
                return Ok(());
            }
            parameters.push(parser.value_type()?);
            Ok(())
        })?;
        Ok(self.module.types.intern(Type::Function { result, parameters: parameters.into(), is_variadic }))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    #[inline]
    fn base_type(&mut self) -> Result<TypeId> {
        match self.at.token {
            Token::IntegerType => self.integer_type(),
            Token::Word => match self.text() {
                b"float" => Ok(self.word_type(Type::Float)),
                b"void" => Ok(self.word_type(Type::Void)),
                b"ptr" if self.is_modern() => self.opaque_pointer(),
                b"target" if self.is_modern() => self.nested(Self::target_type),
                b"vscale" => Err(self.fault("scalable vectors are not supported")),
                [b'b', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
                    Err(self.fault("byte types are not supported").with_hint("DXIL has integer types only"))
                }
                word => match named_type(word).filter(|ty| ty.word().dialects.has(self.module.dialect)) {
                    Some(ty) => Ok(self.word_type(ty)),
                    None => Err(self.no_type()),
                },
            },
            Token::LocalName | Token::LocalNumber if self.types.is_complete => self.known_structure(),
            Token::LocalName => Ok(self.structure_named()),
            Token::LocalNumber => {
                let start = self.at.start;
                let number = self.token_number()?;
                Ok(self.structure_numbered(number, start))
            }
            Token::OpenBracket => self.nested(|parser| parser.sequence(Token::CloseBracket)),
            Token::OpenAngle if self.peek() == Token::OpenBrace => self.nested(|parser| {
                parser.bump();
                let members = parser.members()?;
                parser.expect(Token::CloseAngle, "`>`")?;
                Ok(parser.module.types.intern(Type::Literal { members: members.into(), is_packed: true }))
            }),
            Token::OpenAngle => self.nested(|parser| parser.sequence(Token::CloseAngle)),
            Token::OpenBrace => self.nested(|parser| {
                let members = parser.members()?;
                Ok(parser.module.types.literal(&members))
            }),
            _ => Err(self.no_type()),
        }
    }

    /// `ptr addrspace(3)`.
    fn opaque_pointer(&mut self) -> Result<TypeId> {
        self.bump();
        let space = self.address_space()?;
        if self.at.token == Token::Star {
            return Err(self.fault("`ptr*` is not a type").with_hint("use `ptr`"));
        }
        Ok(self.module.types.intern(Type::Pointer(None.into(), space)))
    }

    /// `target("dx.RawBuffer", <4 x float>, 1, 0)`: types, then numbers.
    fn target_type(&mut self) -> Result<TypeId> {
        self.bump();
        self.expect(Token::OpenParen, "`(`")?;
        let name = self.string("the name of a target type")?.into_owned().into();
        let (mut types, mut numbers) = (Vec::new(), Vec::new());
        while !self.eat(Token::CloseParen) {
            self.expect(Token::Comma, "`,` or `)`")?;
            if self.at.token == Token::Integer {
                numbers.push(self.u32("a parameter of a target type")?);
            } else if numbers.is_empty() {
                types.push(self.ty()?);
            } else {
                return Err(self.expected("an integer, because type parameters precede integer parameters"));
            }
        }
        let target = TargetType { name, types: types.into(), numbers: numbers.into() };
        Ok(self.module.types.intern(Type::Target(Box::new(target))))
    }

    #[cold]
    fn no_type(&self) -> Box<super::Fault> {
        let fault = self.expected("a type");
        match self.text() {
            b"ptr" => fault.with_hint("DXIL has typed pointers: `i32*`"),
            b"target" => fault.with_hint("LLVM 3.7, and therefore DXIL, has no target types"),
            _ => fault,
        }
    }

    /// The type that is the word at hand, which is taken.
    #[inline]
    fn word_type(&mut self, ty: Type) -> TypeId {
        self.bump();
        self.plain_type(ty)
    }

    /// The id of a type that is one word: interning looks up each anew.
    #[inline]
    #[expect(clippy::wildcard_enum_match_arm, reason = "others are as good, only slower")]
    pub(super) fn plain_type(&mut self, ty: Type) -> TypeId {
        let known = match ty {
            Type::Void => &mut self.types.void,
            Type::Float => &mut self.types.float,
            Type::Label => &mut self.types.label,
            ty => return self.module.types.intern(ty),
        };
        *known.get_or_insert_with(|| self.module.types.intern(ty))
    }

    fn integer_type(&mut self) -> Result<TypeId> {
        let bits = names::number(self.text()).filter(|bits| (1..=MAX_INTEGER_BITS).contains(bits));
        let Some(bits) = bits else {
            return Err(self.fault(format!("invalid integer width: expected 1 to {MAX_INTEGER_BITS} bits")));
        };
        self.bump();
        Ok(self.integer(bits))
    }

    /// The type of integers of so many bits.
    #[inline]
    pub(super) fn integer(&mut self, bits: u32) -> TypeId {
        let index = bits as usize;
        match self.types.integers.get(index) {
            Some(Some(ty)) => *ty,
            _ => self.new_integer(bits, index),
        }
    }

    fn new_integer(&mut self, bits: u32, index: usize) -> TypeId {
        let ty = self.module.types.int(bits);
        if bits <= u64::BITS {
            if self.types.integers.len() <= index {
                self.types.integers.resize(index + 1, None);
            }
            if let Some(known) = self.types.integers.get_mut(index) {
                *known = Some(ty);
            }
        }
        ty
    }

    /// `[4 x float]` or `<4 x float>`.
    fn sequence(&mut self, end: Token) -> Result<TypeId> {
        self.bump();
        let start = self.at.start;
        if self.is_word("vscale") {
            return Err(self.fault("scalable vectors are not supported"));
        }
        let length = self.u64("a number of elements")?;
        self.expect_word("x")?;
        let element = self.value_type()?;
        if end == Token::CloseAngle {
            if length == 0 {
                return Err(self.fault_from(start, "a vector needs at least one element"));
            }
            self.expect(end, "`>`")?;
            return Ok(self.module.types.vector(element, length));
        }
        self.expect(end, "`]`")?;
        Ok(self.module.types.array(element, length))
    }

    /// `{ i32, float }`.
    fn members(&mut self) -> Result<Vec<TypeId>> {
        self.bump();
        let mut members = Vec::new();
        self.list(Token::CloseBrace, "`}`", |parser| {
            members.push(parser.value_type()?);
            Ok(())
        })?;
        Ok(members)
    }

    /// The structure that a token names or numbers, now that all are known.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn known_structure(&mut self) -> Result<TypeId> {
        let (start, token) = (self.at.start, self.text());
        let known = match self.at.token {
            Token::LocalNumber => {
                names::number(token).and_then(|number| self.types.numbered.get(&number).copied())
            }
            _ => {
                let known = self.types.structures.get(token).copied();
                known.or_else(|| self.types.names.get(&names::name(token)).copied())
            }
        };
        if let Some(id) = known {
            self.bump();
            return Ok(id);
        }
        if self.is_local() {
            return Err(self.expected("a type"));
        }
        Err(self.undefined_type(start, token.len()))
    }

    #[cold]
    fn undefined_type(&mut self, start: usize, len: usize) -> Box<super::Fault> {
        let name = BStr::new(self.source.get(start..start + len).unwrap_or_default());
        let fault = self.undefined(start, len, format!("undefined type {name}"));
        fault.with_hint("define the type at the top level: `%x = type { ... }`, or `%x = type opaque`")
    }

    /// The structure that a token names.
    fn structure_named(&mut self) -> TypeId {
        let start = self.at.start;
        let token = self.take();
        if let Some(id) = self.types.structures.get(token) {
            return *id;
        }
        let name = names::name(token);
        let id = match self.types.names.get(&name) {
            Some(id) => *id,
            None => {
                let id = self.new_structure(name.as_ref(), start);
                self.types.names.insert(name, id);
                id
            }
        };
        self.types.structures.insert(token, id);
        id
    }

    fn structure_numbered(&mut self, number: u32, start: usize) -> TypeId {
        match self.types.numbered.get(&number) {
            Some(id) => *id,
            None => {
                let id = self.new_structure(b"", start);
                self.types.numbered.insert(number, id);
                id
            }
        }
    }

    fn new_structure(&mut self, name: &[u8], start: usize) -> TypeId {
        let structure = NamedStruct { name: name.into(), members: None, is_packed: false };
        let id = self.module.types.add_named(structure);
        self.types.undefined.insert(id, start);
        id
    }

    /// `%x = type { i32 }`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    pub(super) fn type_definition(&mut self) -> Result {
        let (start, token) = (self.at.start, self.text());
        let id = match self.at.token {
            Token::LocalNumber => {
                let number = self.token_number()?;
                self.structure_numbered(number, start)
            }
            _ => self.structure_named(),
        };
        let read = self.definition_of(id, start, token);
        if read.is_err() {
            self.types.broken.insert(id);
        }
        read
    }

    fn definition_of(&mut self, id: TypeId, start: usize, token: &[u8]) -> Result {
        self.expect(Token::Equal, "`=`")?;
        self.expect_word("type")?;
        if self.types.undefined.remove(&id).is_none() {
            return Err(self.fault_at(start, token.len(), "type is defined twice"));
        }
        if self.eat_word("opaque") {
            return Ok(());
        }
        let is_packed = self.at.token == Token::OpenAngle && self.peek() == Token::OpenBrace && {
            self.bump();
            true
        };
        if self.at.token != Token::OpenBrace {
            return Err(self
                .expected("the members of a struct type in braces")
                .with_hint("only struct types can have a name"));
        }
        let members = self.members()?;
        if is_packed {
            self.expect(Token::CloseAngle, "`>`")?;
        }
        if let Some(structure) = self.module.types.named_mut(id) {
            structure.members = Some(members.into());
            structure.is_packed = is_packed;
        }
        Ok(())
    }

    /// Says which types were used and never defined, now that all definitions were read.
    pub(super) fn check_types(&mut self) {
        self.types.is_complete = true;
        let undefined = std::mem::take(&mut self.types.undefined);
        self.types.broken.extend(undefined.keys());
        let mut undefined: Vec<_> = undefined.into_values().collect();
        undefined.sort_unstable();
        for start in undefined {
            self.seek(start);
            let fault = self.undefined_type(start, self.text().len());
            self.note(fault);
        }
    }
}

fn named_type(word: &[u8]) -> Option<Type> {
    Some(match word {
        b"double" => Type::Double,
        b"half" => Type::Half,
        b"bfloat" => Type::BFloat,
        b"token" => Type::Token,
        b"label" => Type::Label,
        b"metadata" => Type::Metadata,
        b"x86_mmx" => Type::Mmx,
        _ => return Type::other_float_named(word),
    })
}
