//! References to names and numbers in a function, and their definitions: arguments, blocks, instructions.

mod blocks;
mod recovery;

use dxil_ir::{TypeId, Value, ValueKind};

use super::cursor::{Parser, Result};
use super::local_table::{Forward, Key, Locals, Slot};
use super::names;
use super::token::Token;

/// What a line defines.
pub(super) enum Named<'s> {
    /// Something with this name or number, which stands at this offset.
    As(Key<'s>, usize),
    /// Something that has the next number, or nothing.
    Unnamed,
    /// Something that cannot be referred to: what is wrong with its name was told.
    Nothing,
}

impl<'s> Parser<'s> {
    /// The function at hand, in a body.
    #[inline]
    pub(super) fn locals(&mut self) -> Result<&mut Locals<'s>> {
        match self.locals {
            Some(ref mut locals) => Ok(locals),
            None => Err(Box::new(super::Fault {
                offset: self.at.start,
                len: 1,
                message: "local value used outside of its function".to_owned(),
                hint: None,
                is_undefined: false,
                is_consequence: false,
            })),
        }
    }

    /// The name or number at hand, which is taken.
    #[inline]
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    pub(super) fn key(&mut self) -> Result<Key<'s>> {
        match self.at.token {
            Token::LocalNumber => self.token_number().map(Key::Number),
            _ => Ok(Key::Name(names::name(self.take()))),
        }
    }

    /// Whether the token at hand is that of an argument, a block or an instruction.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    pub(super) fn is_local(&self) -> bool {
        let key = match self.at.token {
            Token::LocalNumber => names::number(self.text()).map(Key::Number),
            Token::LocalName => Some(Key::Name(names::name(self.text()))),
            _ => None,
        };
        let locals = self.locals.as_ref();
        locals.zip(key).is_some_and(|(locals, key)| locals.slot(&key).is_some())
    }

    /// The argument or the instruction of a type that the token at hand refers to.
    #[inline]
    pub(super) fn local_value(&mut self, ty: TypeId) -> Result<Value> {
        // What is there already, by number, is most of all.
        if self.at.token == Token::LocalNumber
            && let Some(number) = names::number(self.text())
            && let Some(locals) = &self.locals
            && let Some(Slot::Value(value, found)) =
                usize::try_from(number).ok().and_then(|number| locals.numbered.get(number))
            && *found == ty
        {
            let value = *value;
            self.bump();
            return Ok(value);
        }
        let (start, len, before) = (self.at.start, self.text().len(), self.at.before);
        let key = self.key()?;
        if self.at.token == Token::Equal {
            // It is what the next line defines.
            self.seek(start);
            self.at.before = before;
            return Err(self.expected("a value"));
        }
        match self.locals()?.slot(&key) {
            Some(Slot::Value(value, found)) if found == ty => Ok(value),
            Some(Slot::Value(_, found)) => {
                let message =
                    format!("{key} has the type {}, expected {}", self.shown(found), self.shown(ty));
                let fault = self.mistaken(&key, start, len, message);
                // Once is enough: it may be the definition that is wrong.
                self.locals()?.set_broken(&key);
                Err(fault)
            }
            Some(Slot::Block(_)) => {
                Err(self.mistaken(&key, start, len, format!("{key} is a block, expected a value")))
            }
            Some(Slot::Broken) => Ok(self.module.undef(ty)),
            None => self.forward(key, ty, start),
        }
    }

    fn forward(&mut self, key: Key<'s>, ty: TypeId, start: usize) -> Result<Value> {
        let locals = self.locals()?;
        locals.is_forward = true;
        let next = locals.forwards.len();
        let index = *locals.forward_numbers.entry(key.clone()).or_insert(next);
        if index == next {
            locals.forwards.push(Forward { key: key.clone(), ty, start, value: None, is_told: false });
        }
        let mut is_told = false;
        let known = locals.forwards.get_mut(index).map(|forward| {
            is_told = forward.is_told;
            forward.is_told |= forward.ty != ty;
            forward.ty
        });
        let value = u32::try_from(index).map(|index| Value::new(ValueKind::Forward(index)));
        match (known, value) {
            (Some(known), Ok(value)) if known == ty => Ok(value),
            (known, _) => {
                let message = format!(
                    "{key} is used with type {} here, but with type {} before",
                    self.shown(ty),
                    self.shown(known.unwrap_or(ty))
                );
                let mut fault = self.mistaken(&key, start, key.to_string().len(), message);
                fault.is_consequence |= is_told;
                Err(fault)
            }
        }
    }

    /// A value of the function as metadata.
    pub(super) fn local_as_metadata(&mut self, value: Value) -> Value {
        let Ok(locals) = self.locals() else { return value };
        let next = u32::try_from(locals.body.local_metadata.len()).unwrap_or(Value::MAX);
        let index = *locals.local_metadata.entry(value).or_insert(next);
        if index == next {
            locals.body.local_metadata.push(value);
        }
        Value::new(ValueKind::LocalMetadata(index))
    }

    /// What the line at hand defines: `%x =`.
    pub(super) fn result_name(&mut self) -> Result<Named<'s>> {
        if !matches!(self.at.token, Token::LocalName | Token::LocalNumber) {
            return Ok(Named::Unnamed);
        }
        let (start, len) = (self.at.start, self.text().len());
        let key = self.key()?;
        if let Err(fault) = self.expect(Token::Equal, "`=`") {
            // Alone in its line, it is no result.
            let is_on_line = self.is_on_line();
            let locals = self.locals()?;
            let is_new = is_on_line
                && match &key {
                    Key::Number(number) => *number == locals.next_number(),
                    Key::Name(_) => locals.slot(&key).is_none(),
                };
            let named = if is_new { Named::As(key, start) } else { Named::Unnamed };
            self.define_broken(&named, start);
            return Err(fault);
        }
        let may_be_sparse = self.is_modern();
        let locals = self.locals()?;
        match &key {
            // Modern LLVM may leave numbers out.
            Key::Number(number) if may_be_sparse && *number >= locals.next_number() => {}
            Key::Number(number) => {
                let (number, next) = (*number, locals.next_number());
                let is_known = std::mem::take(&mut locals.may_lack_number) && number > next;
                if number != next {
                    // A larger one is what the writer means from here on, a smaller one is meant to be the next.
                    locals.skip_to_number(number);
                    locals.are_numbers_wrong |= number < next;
                    let is_told = std::mem::replace(&mut locals.is_incomplete, true);
                    let key = Key::Number(locals.next_number());
                    if !(is_known || is_told) {
                        let message = format!(
                            "values must be numbered consecutively: expected %{next}, found %{number}"
                        );
                        let fault = self.fault_at(start, len, message);
                        self.note(
                            fault.with_hint(
                                "unnamed arguments, basic blocks and values are numbered together",
                            ),
                        );
                    }
                    return Ok(Named::As(key, start));
                }
            }
            Key::Name(_) if locals.slot(&key).is_some() => {
                let fault = self.fault_at(start, len, format!("{key} is defined twice"));
                self.note(fault);
                return Ok(Named::Nothing);
            }
            Key::Name(_) => {}
        }
        Ok(Named::As(key, start))
    }

    /// Says that an argument or an instruction is what a name or a number refers to; without either, it has the next
    /// number.
    pub(super) fn define(&mut self, key: Option<Key<'s>>, value: Value, ty: TypeId) -> Result {
        let locals = self.locals()?;
        let key = key.unwrap_or_else(|| Key::Number(locals.next_number()));
        if let Key::Number(number) = key
            && locals.define_next(number, value, ty)
        {
            return Ok(());
        }
        if locals.slot(&key).is_some() {
            return Err(self.fault(format!("{key} is defined twice")));
        }
        if let Some(index) = locals.forward_numbers.remove(&key)
            && let Some(forward) = locals.forwards.get_mut(index)
        {
            forward.value = Some(value);
            let (expected, start) = (forward.ty, forward.start);
            if expected != ty {
                locals.add(&key, Slot::Value(value, ty));
                let message = format!(
                    "{key} is used with type {} here, but has type {}",
                    self.shown(expected),
                    self.shown(ty)
                );
                return Err(self.mistaken(&key, start, key.to_string().len(), message));
            }
        }
        if let Some((_, start)) = locals.forward_blocks.remove(&key) {
            locals.add(&key, Slot::Value(value, ty));
            let message = format!("{key} is used here as a block, but is a value");
            return Err(self.mistaken(&key, start, key.to_string().len(), message));
        }
        locals.add(&key, Slot::Value(value, ty));
        Ok(())
    }

    /// Says what was referred to and never came.
    pub(super) fn check_locals(&mut self) {
        let Some(locals) = self.locals.as_mut().filter(|locals| !locals.is_incomplete) else { return };
        let values = std::mem::take(&mut locals.forward_numbers).into_values().filter_map(|index| {
            let forward = locals.forwards.get(index)?;
            Some((forward.start, forward.key.to_string(), "value"))
        });
        let blocks = std::mem::take(&mut locals.forward_blocks).into_iter();
        let blocks = blocks.map(|(key, (_, start))| (start, key.to_string(), "block"));
        let mut missing: Vec<_> = values.chain(blocks).collect();
        missing.sort_unstable();
        for (start, key, what) in missing {
            let fault = self.fault_at(start, key.len(), format!("undefined {what} {key}"));
            self.note(fault);
        }
    }
}
