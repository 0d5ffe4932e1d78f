//! Addresses of blocks. Separate because constants have them, which are read before the bodies that have the blocks:
//! the text is looked through for them, and each body begins with the blocks whose addresses are somewhere.

use az::SaturatingAs as _;
use bstr::ByteSlice as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{BlockId, GlobalId, Type, TypeId, Value};

use super::cursor::{Parser, Result};
use super::local_table::Key;
use super::token::Token;

const WORD: &[u8] = b"blockaddress";

impl<'s> Parser<'s> {
    /// Gives an id to each block whose address is somewhere in the text.
    pub(super) fn block_addresses(&mut self) {
        // Most texts have none.
        if self.source.find(WORD).is_none() {
            return;
        }
        self.seek(0);
        while self.at.token != Token::End {
            // It may stand in a string or a comment, too.
            let is_one = self.at.token == Token::Word && self.text() == WORD;
            self.bump();
            // What is wrong is told where the constant is read.
            if !is_one || !self.eat(Token::OpenParen) || self.known_global().is_none() {
                continue;
            }
            let Ok((function, key, start)) = self.block_of_function() else { continue };
            let known = self.globals.addressed.entry(function).or_default();
            let next = BlockId::from_u32(known.len().saturating_as::<u32>());
            known.entry(key).or_insert((next, start));
        }
    }

    /// `@f, %block)`, and where the block stands.
    fn block_of_function(&mut self) -> Result<(GlobalId, Key<'s>, usize)> {
        if !matches!(self.at.token, Token::GlobalName | Token::GlobalNumber) {
            return Err(self.expected("a function (first operand of `blockaddress`)"));
        }
        let (start, len) = (self.at.start, self.text().len());
        let function = self.global_reference()?;
        if self.module.globals.get(function).is_none_or(|global| global.body().is_none()) {
            return Err(self.fault_at(start, len, "`blockaddress` requires a function with a body"));
        }
        self.expect(Token::Comma, "`,` and a block")?;
        if !matches!(self.at.token, Token::LocalName | Token::LocalNumber) {
            return Err(self.expected("a block, such as `%4`"));
        }
        let start = self.at.start;
        let key = self.key()?;
        self.expect(Token::CloseParen, "`)`")?;
        Ok((function, key, start))
    }

    /// `blockaddress(@f, %block)` as a constant of a type.
    pub(super) fn block_address(&mut self, ty: TypeId) -> Result<Value> {
        let start = self.at.start;
        let is_address = match self.module.types.get(ty) {
            Some(Type::Pointer(pointee, _)) => {
                let pointee = pointee.expand().map(|pointee| self.module.types.get(pointee));
                pointee.is_none_or(|pointee| pointee == Some(&Type::Integer(8)))
            }
            _ => false,
        };
        if !is_address {
            return Err(self.not_of(ty));
        }
        self.bump();
        self.expect(Token::OpenParen, "`(` and a function")?;
        let (function, key, _) = self.block_of_function()?;
        let known = self.globals.addressed.get(&function).and_then(|blocks| blocks.get(&key));
        let Some((block, _)) = known else {
            return Err(self.fault_from(start, "`blockaddress` refers to an undefined block"));
        };
        let kind = ConstantKind::BlockAddress(function.into(), *block);
        Ok(self.module.constant(ty, kind))
    }

    /// Creates the blocks of the function at hand whose addresses the text has.
    pub(super) fn create_addressed(&mut self, function: GlobalId) -> Result {
        let Some(known) = self.globals.addressed.get(&function) else { return Ok(()) };
        let known: Vec<_> = known.iter().map(|(key, (block, start))| (key.clone(), *block, *start)).collect();
        self.locals()?.create_blocks(known);
        Ok(())
    }
}
