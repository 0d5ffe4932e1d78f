//! Attributes of functions, parameters and calls, and the groups of them that have numbers.

mod values;

use dxil_ir::attributes::{Attribute, AttributeGroup, MemoryEffects, Slot, in_dxil_order, in_modern_order};
use dxil_ir::{Alignment, AttributeKind, AttributeListId, Dialect, GlobalId};
use hashbrown::HashMap;

use super::attribute_table::AttributeSet;
use super::cursor::{Parser, Result};
use super::token::Token;

/// The attribute of functions that stands for two attributes with strings.
const DENORMAL_ENVIRONMENT: &str = "denormal_fpenv";

/// The attributes of a function or a call itself, as they are read.
#[derive(Default)]
pub(super) struct OwnAttributes {
    attributes: Vec<Attribute>,
    /// What attributes say together that are `memory` today, such as `readonly`.
    effects: Option<MemoryEffects>,
}

impl OwnAttributes {
    pub(super) fn finish(mut self) -> Vec<Attribute> {
        self.attributes.extend(self.effects.map(Attribute::Memory));
        self.attributes
    }
}

impl<'s> Parser<'s> {
    /// The attributes of what a function gives or of a parameter, as far as they reach.
    pub(super) fn value_attributes(&mut self) -> Result<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while let Some(attribute) = self.attribute(false)? {
            attributes.push(attribute);
        }
        Ok(attributes)
    }

    /// One attribute of a function or a call, where it is at hand. Says whether it was.
    pub(super) fn own_attribute(&mut self, is_in_group: bool, own: &mut OwnAttributes) -> Result<bool> {
        if self.is_modern()
            && self.at.token == Token::Word
            && let Some(effects) = values::effects_named(self.text())
        {
            self.bump();
            own.effects = Some(own.effects.map_or(effects, |known| known.both(effects)));
            return Ok(true);
        }
        if self.is_modern() && self.is_word(DENORMAL_ENVIRONMENT) {
            own.attributes.extend(self.denormal_environment()?);
            return Ok(true);
        }
        let attribute = self.attribute(is_in_group)?;
        let is_there = attribute.is_some();
        own.attributes.extend(attribute);
        Ok(is_there)
    }

    /// Whether a word begins an attribute.
    pub(super) fn is_attribute(&self, word: &[u8]) -> bool {
        AttributeKind::from_word(word).is_some()
            || values::effects_named(word).is_some()
            || word == DENORMAL_ENVIRONMENT.as_bytes()
    }

    /// One attribute, where it is at hand; in a group, numbers stand behind `=`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn attribute(&mut self, is_in_group: bool) -> Result<Option<Attribute>> {
        if self.is_modern() {
            return self.modern_attribute(is_in_group);
        }
        match self.at.token {
            Token::Word => {}
            Token::String => return self.text_attribute().map(Some),
            _ => return Ok(None),
        }
        let kind = AttributeKind::from_word(self.text());
        let kind = kind.filter(|kind| kind.allowed(Dialect::Dxil37).is_some());
        let Some(kind) = kind else { return Ok(None) };
        self.bump();
        let is_stack = kind == AttributeKind::StackAlignment;
        let number = if kind == AttributeKind::Alignment || is_stack && is_in_group {
            if is_in_group {
                self.expect(Token::Equal, "`=`")?;
            }
            self.alignment_bytes()?
        } else if is_stack
            || matches!(kind, AttributeKind::Dereferenceable | AttributeKind::DereferenceableOrNull)
        {
            self.expect(Token::OpenParen, "`(`")?;
            let number = self.u64("a number of bytes")?;
            self.expect(Token::CloseParen, "`)`")?;
            number
        } else {
            return Ok(Some(Attribute::Flag(kind)));
        };
        Ok(Some(Attribute::Number(kind, number)))
    }

    /// `"key"` or `"key"="value"`.
    pub(super) fn text_attribute(&mut self) -> Result<Attribute> {
        let key = self.string("an attribute")?.into_owned();
        let value = match self.eat(Token::Equal) {
            true => self.string("the value of an attribute")?.into_owned(),
            false => Vec::new(),
        };
        Ok(Attribute::Text(key.into(), value.into()))
    }

    /// The attributes of a function or a call itself, as far as they reach.
    pub(super) fn function_attributes(&mut self, set: &mut AttributeSet) -> Result {
        if !matches!(self.at.token, Token::Group | Token::Word | Token::String) {
            return Ok(());
        }
        let mut own = OwnAttributes::default();
        loop {
            if self.at.token == Token::Group {
                self.group_reference(set)?;
            } else if !self.own_attribute(false, &mut own)? {
                break;
            }
        }
        set.add(Slot::Function, own.finish());
        Ok(())
    }

    /// `#0`.
    pub(super) fn group_reference(&mut self, set: &mut AttributeSet) -> Result {
        let start = self.at.start;
        set.groups.push((self.token_number()?, start));
        Ok(())
    }

    /// `attributes #0 = { nounwind "key"="value" }`.
    pub(super) fn attribute_group(&mut self) -> Result {
        self.bump();
        let start = self.at.start;
        if self.at.token != Token::Group {
            return Err(self.expected("an attribute group, such as `#0`"));
        }
        let number = self.token_number()?;
        self.expect(Token::Equal, "`=`")?;
        self.expect(Token::OpenBrace, "`{`")?;
        let mut own = OwnAttributes::default();
        while !self.eat(Token::CloseBrace) {
            if !self.own_attribute(true, &mut own)? {
                return Err(self.expected("an attribute or `}`"));
            }
        }
        let own = own.finish();
        if own.is_empty() && self.is_modern() {
            return Err(self.fault_at(start, 1, format!("attribute group #{number} has no attributes")));
        }
        // In modern LLVM the last definition counts.
        if self.attributes.groups.insert(number, own).is_some() && !self.is_modern() {
            return Err(self.fault_at(start, 1, format!("attribute group #{number} is defined twice")));
        }
        Ok(())
    }

    /// Keeps the attributes of a function until all groups are known.
    pub(super) fn attributes_later(&mut self, function: GlobalId, set: AttributeSet) {
        if !set.is_empty() {
            self.attributes.pending.push((function, set));
        }
    }

    /// Gives functions the attributes that were kept.
    pub(super) fn attribute_lists(&mut self) {
        for (id, set) in std::mem::take(&mut self.attributes.pending) {
            let (list, alignment) = match self.attribute_list(set) {
                Ok(list) => list,
                Err(fault) => {
                    self.note(fault);
                    continue;
                }
            };
            let Some(global) = self.module.globals.get_mut(id) else { continue };
            if let Some(alignment) = alignment {
                global.alignment = Alignment::bytes(alignment);
            }
            if let Some(function) = global.function_mut() {
                function.attributes = list;
            }
        }
    }

    /// The list of attributes that a set is, and how a function is aligned that says so among them.
    pub(super) fn attribute_list(
        &mut self,
        set: AttributeSet,
    ) -> Result<(Option<AttributeListId>, Option<u64>)> {
        if set.is_empty() {
            return Ok((None, None));
        }
        let only = match (&*set.groups, &*set.slots) {
            ([(number, _)], []) => Some(*number),
            _ => None,
        };
        if let Some(list) = only.and_then(|number| self.attributes.lists.get(&number)) {
            return Ok((Some(*list), None));
        }
        let mut slots = set.slots;
        let mut own = Vec::new();
        // A group that is referred to over and over is copied once, where it counts: the last time.
        let last: HashMap<_, _> = set.groups.iter().copied().collect();
        for (number, start) in set.groups {
            let Some(group) = self.attributes.groups.get(&number) else {
                // Newer LLVM takes one that is not there for an empty one.
                if self.is_modern() {
                    continue;
                }
                let len = number.to_string().len() + 1;
                let fault = self.undefined(start, len, format!("undefined attribute group #{number}"));
                return Err(fault.with_hint(format!(
                    "define the group at the top level: `attributes #{number} = {{ ... }}`"
                )));
            };
            if last.get(&number) == Some(&start) {
                own.extend(group.iter().cloned());
            }
        }
        match slots.iter_mut().find(|(slot, _)| *slot == Slot::Function) {
            Some((_, attributes)) => attributes.append(&mut own),
            None if !own.is_empty() => slots.push((Slot::Function, own)),
            None => {}
        }
        slots.sort_by_key(|(slot, _)| *slot);
        let mut alignment = None;
        if let Some((_, own)) = slots.iter_mut().find(|(slot, _)| *slot == Slot::Function) {
            own.retain(|attribute| {
                let Attribute::Number(AttributeKind::Alignment, bytes) = attribute else { return true };
                alignment = Some(*bytes);
                false
            });
        }
        slots.retain(|(_, attributes)| !attributes.is_empty());
        let sort = if self.is_modern() { in_modern_order } else { in_dxil_order };
        let groups = slots.into_iter().map(|(slot, mut attributes)| {
            sort(&mut attributes);
            self.module.attributes.intern_group(AttributeGroup { slot, attributes: attributes.into() })
        });
        let groups: Vec<_> = groups.collect();
        if groups.is_empty() {
            return Ok((None, alignment));
        }
        let list = self.module.attributes.intern_list(groups.into());
        if let Some(number) = only.filter(|_| alignment.is_none()) {
            self.attributes.lists.insert(number, list);
        }
        Ok((Some(list), alignment))
    }
}
