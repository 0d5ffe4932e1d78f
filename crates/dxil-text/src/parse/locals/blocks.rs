//! Blocks of the function at hand: referred to, begun and ended. Separate from values because a block is there, empty,
//! as soon as it is referred to.

use dxil_ir::BlockId;
use dxil_ir::function::Block;

use super::super::cursor::{Parser, Result};
use super::super::local_table::{Key, Locals, Slot};
use super::super::names;
use super::super::token::Token;

impl Parser<'_> {
    /// The block that the token at hand refers to.
    pub(in crate::parse) fn block_reference(&mut self) -> Result<BlockId> {
        if !matches!(self.at.token, Token::LocalName | Token::LocalNumber) {
            return Err(self.expected("a block, such as `%4`"));
        }
        let (start, len) = (self.at.start, self.text().len());
        let key = self.key()?;
        let locals = self.locals()?;
        match locals.slot(&key) {
            Some(Slot::Block(block)) => Ok(block),
            Some(Slot::Value(..)) => {
                Err(self.mistaken(&key, start, len, format!("{key} is a value, expected a block")))
            }
            // What refers to something that could not be read is not at fault.
            Some(Slot::Broken) => Ok(locals.body.blocks.push(Block::default())),
            None => {
                let Locals { forward_blocks, body, .. } = locals;
                let block =
                    forward_blocks.entry(key).or_insert_with(|| (body.blocks.push(Block::default()), start));
                Ok(block.0)
            }
        }
    }

    /// Begins a block, by the label at hand or the next number.
    pub(in crate::parse) fn begin_block(&mut self) -> Result {
        let (start, len) = (self.at.start, self.text().len());
        let locals = self.locals()?;
        // A number that is missing may be that of a value that was used.
        while locals.may_lack_number
            && locals.gaps > 0
            && locals.forward_numbers.contains_key(&Key::Number(locals.next_number()))
        {
            locals.skip_to_number(locals.next_number() + 1);
        }
        let next = locals.next_number();
        let mut key = Key::Number(next);
        let mut wrong = None;
        let may_be_sparse = self.is_modern();
        if self.at.token == Token::Label {
            let token = self.take();
            let name = names::label(token);
            // In quotes, digits are a name.
            if token.first().is_some_and(u8::is_ascii_digit) && name.iter().all(u8::is_ascii_digit) {
                let number = std::str::from_utf8(&name).ok().and_then(|digits| digits.parse::<u32>().ok());
                if let Some(number) = number.filter(|number| may_be_sparse && *number >= next) {
                    key = Key::Number(number);
                } else if *name != *next.to_string().as_bytes() {
                    let message = format!("blocks must be numbered consecutively: expected %{next}");
                    wrong = Some(self.fault_at(start, len, message));
                }
            } else {
                key = Key::Name(name);
            }
        }
        let locals = self.locals()?;
        if locals.slot(&key).is_some() {
            return Err(self.fault_at(start, len, format!("{key} is defined twice")));
        }
        let block = match locals.forward_blocks.remove(&key) {
            Some((block, _)) => block,
            None => locals.body.blocks.push(Block::default()),
        };
        locals.begin(block);
        locals.add(&key, Slot::Block(block));
        if let Some(index) = locals.forward_numbers.remove(&key) {
            let start = locals.forwards.get(index).map_or(start, |forward| forward.start);
            let message = format!("{key} is used here as a value, but is a block");
            wrong = Some(self.mistaken(&key, start, key.to_string().len(), message));
        }
        wrong.map_or(Ok(()), Err)
    }

    /// Whether a block has begun that has not ended.
    pub(in crate::parse) fn is_in_block(&self) -> bool {
        self.locals.as_ref().is_some_and(|locals| locals.block.is_some())
    }

    /// Ends the block at hand.
    pub(in crate::parse) fn end_block(&mut self) {
        if let Some(locals) = &mut self.locals {
            locals.end_block();
        }
    }
}
