//! Metadata: nodes with numbers, lists with names, and what stands where metadata is referred to.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::borrow::Cow;

use az::SaturatingAs as _;
use dxil_ir::function::DebugLocation;
use dxil_ir::metadata::{NodeRow, number_of};
use dxil_ir::{Dialect, GlobalId, MetadataId, NamedMetadata, Type, Value, ValueKind};

use super::cursor::{Parser, Result};
use super::identity::Identity;
use super::metadata_table::Node;
use super::names;
use super::places::WrittenPlace;
use super::token::Token;

/// The name of nodes that are places in the source.
const PLACE: &[u8] = b"!DILocation";

impl<'s> Parser<'s> {
    /// `!4 = …`, which is read later.
    pub(super) fn node_later(&mut self) -> Result {
        let (start, len) = (self.at.start, self.text().len());
        let number = self.token_number()?;
        self.expect(Token::Equal, "`=`")?;
        self.metadata.order.push((number, self.at.start));
        let is_distinct = self.eat_word("distinct");
        let is_place = self.at.token == Token::MetadataName && self.text() == PLACE;
        let place = if is_place { self.source.get(self.at.start..).and_then(WrittenPlace::of) } else { None };
        if let Some(place) = place {
            self.seek(self.at.start + place.len);
        } else {
            if !self.eat(Token::Bang) && self.at.token == Token::MetadataName {
                self.bump();
            }
            self.skip_brackets()?;
        }
        let id = (!is_place).then(|| self.module.metadata.reserve());
        if let Some(id) = id {
            self.places.metadata[id] = (start + 1).saturating_as::<u32>();
        }
        if !self.metadata.nodes.insert(number, Node { id, is_place, is_distinct, place: None }) {
            return Err(self.fault_at(start, len, format!("!{number} is defined twice")));
        }
        Ok(())
    }

    /// `!x = !{…}`, which is read later.
    pub(super) fn named_metadata_later(&mut self) -> Result {
        let start = self.at.start;
        let name = names::unescaped(self.take().get(1..).unwrap_or_default());
        self.expect(Token::Equal, "`=`")?;
        self.expect(Token::Bang, "`!{`")?;
        self.skip_brackets()?;
        self.metadata.named.push((name, start));
        Ok(())
    }

    /// Reads what was kept for when all nodes have ids.
    pub(super) fn kept_metadata(&mut self) {
        let mut faults = Vec::new();
        for (name, start) in std::mem::take(&mut self.metadata.named) {
            self.seek(start);
            faults.extend(self.named_metadata(&name, start).err());
        }
        // What is no list of nodes may be a node whose number is misspelled.
        if faults.iter().any(|fault| !fault.is_undefined) {
            self.expects_all_names = false;
            faults.retain(|fault| !fault.is_undefined);
        }
        faults.into_iter().for_each(|fault| self.note(fault));
        for (number, start) in std::mem::take(&mut self.metadata.order) {
            let Some(node) = self.metadata.nodes.get(number).copied() else { continue };
            let read = match node.id {
                Some(id) if !node.is_place => self.node(id, start),
                _ => self.kept_place(number, start),
            };
            if let Err(fault) = read {
                self.note(fault);
            }
        }
    }

    /// Makes one node of those that say the same, as modern LLVM does.
    pub(super) fn unite_metadata(&mut self) {
        if !self.is_modern() || self.has_faults() {
            return;
        }
        self.define_places();
        self.metadata.is_united = true;
        let Some(identity) = Identity::find(&mut self.module.metadata) else { return };
        identity.apply(&mut self.module.metadata);
        let same = |id: &mut MetadataId| *id = identity.of(*id);
        for named in &mut self.module.named_metadata {
            named.operands.iter_mut().for_each(same);
        }
        self.metadata.inline.values_mut().for_each(same);
        for node in self.metadata.nodes.all_mut() {
            node.id.iter_mut().for_each(same);
            if let Some(place) = &mut node.place {
                for part in [&mut place.scope, &mut place.inlined_at] {
                    *part = part.expand().map(|id| identity.of(id)).into();
                }
            }
        }
    }

    fn named_metadata(&mut self, name: &[u8], start: usize) -> Result {
        self.bump();
        self.expect(Token::Equal, "`=`")?;
        self.expect(Token::Bang, "`!{`")?;
        self.expect(Token::OpenBrace, "`{`")?;
        let mut operands = Vec::new();
        self.list(Token::CloseBrace, "`}`", |parser| {
            if parser.at.token == Token::MetadataName && parser.module.dialect == Dialect::Modern {
                // LLVM has expressions nowhere else.
                if parser.text() == b"!DIExpression" {
                    operands.extend(parser.metadata()?);
                    return Ok(());
                }
            }
            if parser.at.token != Token::MetadataNumber {
                return Err(parser.expected("a metadata node, such as `!0`"));
            }
            operands.push(parser.node_reference()?);
            Ok(())
        })?;
        let next = self.module.named_metadata.len();
        let place = *self.metadata.named_places.entry(name.to_vec()).or_insert(next);
        match self.module.named_metadata.get_mut(place) {
            Some(named) => named.operands.extend(operands),
            None => {
                self.module.named_metadata.push(NamedMetadata { name: name.into(), operands });
                let place = start.saturating_as::<u32>();
                self.places.named_metadata.push((name.into(), place));
            }
        }
        Ok(())
    }

    /// What a node with a number says.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn node(&mut self, id: MetadataId, start: usize) -> Result {
        self.seek(start);
        let is_distinct = self.eat_word("distinct");
        match self.at.token {
            Token::Bang => {
                self.bump();
                let operands = self.tuple()?;
                self.module.metadata.define_tuple(id, is_distinct, operands);
            }
            Token::MetadataName => {
                let node = self.row(is_distinct)?;
                self.module.metadata.define_node(id, node.row, is_distinct, &node.fields);
            }
            _ => return Err(self.expected("`!{` or a debug node such as `!DIFile(`")),
        }
        Ok(())
    }

    /// `{ !0, i32 1, null }`.
    fn tuple(&mut self) -> Result<Vec<Option<MetadataId>>> {
        self.expect(Token::OpenBrace, "`{`")?;
        let mut operands = Vec::new();
        self.list(Token::CloseBrace, "`}`", |parser| {
            operands.push(parser.metadata()?);
            Ok(())
        })?;
        Ok(operands)
    }

    /// A place in the source, by its number.
    fn kept_place(&mut self, number: u32, start: usize) -> Result {
        let place = match self.written_place(start) {
            Some(place) => place,
            None => {
                self.seek(start);
                let is_distinct = self.eat_word("distinct");
                self.place(is_distinct)?
            }
        };
        if let Some(node) = self.metadata.nodes.get_mut(number) {
            node.place = Some(place);
        }
        Ok(())
    }

    /// `!DILocation(…)`.
    fn place(&mut self, is_distinct: bool) -> Result<DebugLocation> {
        let start = self.at.start;
        let node = self.row(is_distinct)?;
        let place = DebugLocation::of_fields(&node.fields);
        place.ok_or_else(|| self.fault_from(start, "not a DILocation"))
    }

    /// Makes nodes of those places in the source that other nodes refer to.
    pub(super) fn define_places(&mut self) {
        let dialect = self.module.dialect;
        while let Some((id, number)) = self.metadata.places.pop() {
            let Some(Node { place: Some(place), is_distinct, .. }) = self.metadata.nodes.get(number) else {
                continue;
            };
            let Some((row, _, fields)) = place.node(dialect) else { continue };
            self.module.metadata.define_node(id, row, *is_distinct, &fields);
        }
    }

    /// The node that a number at hand refers to.
    pub(super) fn node_reference(&mut self) -> Result<MetadataId> {
        let (start, len) = (self.at.start, self.text().len());
        let number = self.token_number()?;
        match self.numbered_node(number) {
            Some(id) => Ok(id),
            None => Err(self.undefined(start, len, format!("undefined metadata node !{number}"))),
        }
    }

    /// The node of a number.
    pub(super) fn numbered_node(&mut self, number: u32) -> Option<MetadataId> {
        let node = self.metadata.nodes.get_mut(number)?;
        if node.id.is_none() {
            let id = self.module.metadata.reserve();
            node.id = Some(id);
            self.metadata.places.push((id, number));
        }
        node.id
    }

    /// What a node refers to; `None` for nothing.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    pub(super) fn metadata(&mut self) -> Result<Option<MetadataId>> {
        match self.at.token {
            Token::MetadataNumber => self.node_reference().map(Some),
            Token::MetadataName => {
                let node = self.nested(|parser| parser.row(false))?;
                Ok(Some(self.inline_node(Some(node.row), node.fields.into())))
            }
            Token::Bang => {
                self.bump();
                if self.at.token == Token::String {
                    let text = self.string("a string")?;
                    return Ok(Some(self.string_metadata(text)));
                }
                let operands = self.nested(Self::tuple)?;
                Ok(Some(self.inline_node(None, operands.into_iter().map(number_of).collect())))
            }
            Token::Word if self.text() == b"null" => {
                self.bump();
                Ok(None)
            }
            _ => {
                let (_, value) = self.typed_constant()?;
                Ok(Some(self.value_metadata(value)))
            }
        }
    }

    fn inline_node(&mut self, row: Option<u8>, fields: Box<[u64]>) -> MetadataId {
        // Expressions are said wherever they are referred to: of those it makes no difference.
        let is_expression = row.is_some() && row == self.expression_row();
        if self.metadata.is_united && !is_expression {
            return self.module.metadata.intern_list(row, &fields);
        }
        let key = (row, fields);
        if let Some(id) = self.metadata.inline.get(&key) {
            return *id;
        }
        let id = self.module.metadata.reserve();
        self.module.metadata.define(id, row, false, &key.1);
        self.metadata.inline.insert(key, id);
        id
    }

    pub(super) fn string_metadata(&mut self, text: Cow<'s, [u8]>) -> MetadataId {
        if let Some(id) = self.metadata.strings.get(&text) {
            return *id;
        }
        let id = self.module.metadata.add_string(text.as_ref().into());
        self.metadata.strings.insert(text, id);
        id
    }

    /// A 64-bit integer, as LLVM keeps numbers among metadata.
    pub(super) fn integer_metadata(&mut self, number: i64) -> MetadataId {
        let ty = self.module.types.int(64);
        let value = self.module.int(ty, number);
        self.value_metadata(value)
    }

    /// An expression that stands where it is referred to.
    pub(super) fn expression_metadata(&mut self, elements: &[u64]) -> MetadataId {
        self.inline_node(self.expression_row(), elements.into())
    }

    fn expression_row(&self) -> Option<u8> {
        NodeRow::named(self.module.dialect, b"DIExpression").map(|(row, _)| row)
    }

    fn value_metadata(&mut self, value: Value) -> MetadataId {
        if let Some(id) = self.metadata.values.get(&value) {
            return *id;
        }
        let ty = self.module.type_of(None, value).unwrap_or_else(|| self.module.types.void());
        let id = self.module.metadata.add_value(ty, value);
        self.metadata.values.insert(value, id);
        id
    }

    /// Metadata as an operand of an instruction.
    pub(super) fn metadata_value(&mut self) -> Result<Value> {
        if matches!(self.at.token, Token::MetadataNumber | Token::MetadataName | Token::Bang) {
            let start = self.at.start;
            return match self.metadata()? {
                Some(id) => Ok(id.into()),
                None => Err(self.fault_from(start, "a metadata operand cannot be null")),
            };
        }
        let start = self.at.start;
        let ty = self.value_type()?;
        if matches!(self.module.types.get(ty), Some(Type::Metadata | Type::Label)) {
            return Err(self.fault_from(start, format!("a value cannot have type {}", self.shown(ty))));
        }
        let value = self.value(ty)?;
        Ok(match value.kind() {
            ValueKind::Constant(_) | ValueKind::Global(_) => self.value_metadata(value).into(),
            ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => self.local_as_metadata(value),
        })
    }

    /// Kind and node of what is attached to something: `!dx.precise !3`.
    pub(super) fn attachment(&mut self) -> Result<(u32, MetadataId)> {
        let kind = self.metadata_kind();
        let start = self.at.start;
        match self.metadata()? {
            Some(node) => Ok((kind, node)),
            None => Err(self.fault_from(start, "attached metadata cannot be null")),
        }
    }

    /// Passes what is attached to a global, whose nodes are not known yet. Says where it stands.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    pub(super) fn skip_attachment(&mut self) -> Result<usize> {
        let start = self.at.start;
        self.bump();
        match self.at.token {
            Token::MetadataNumber => self.bump(),
            Token::Bang | Token::MetadataName => {
                self.bump();
                self.skip_brackets()?;
            }
            _ => return Err(self.expected("a metadata node, such as `!0`")),
        }
        Ok(start)
    }

    /// Keeps in mind what is attached to a global.
    pub(super) fn attachment_later(&mut self, id: GlobalId, start: usize) {
        self.metadata.attached.push((id, start));
    }

    /// Reads what is attached to globals.
    pub(super) fn kept_attachments(&mut self) {
        for (id, start) in std::mem::take(&mut self.metadata.attached) {
            self.seek(start);
            match self.attachment() {
                Ok(attached) => self.set_global(id, |global| global.metadata.push(attached)),
                Err(fault) => self.note(fault),
            }
        }
    }

    /// Numbers the kinds of metadata that the module does not have from the start in the order of the text, which is
    /// what they are printed in: they were met in another one.
    pub(super) fn order_kinds(&mut self) {
        let places = std::mem::take(&mut self.metadata.kind_places);
        if places.is_sorted() || self.module.dialect == Dialect::Dxil37 {
            return;
        }
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|kind| places.get(*kind));
        let fixed = self.module.metadata_kinds.len() - places.len();
        let own = self.module.metadata_kinds.split_off(fixed);
        self.module.metadata_kinds.extend(order.iter().filter_map(|kind| own.get(*kind).cloned()));
        let mut new = vec![0; order.len()];
        for (number, old) in order.into_iter().enumerate() {
            if let Some(slot) = new.get_mut(old) {
                *slot = (fixed + number).saturating_as::<u32>();
            }
        }
        let renumber = |kind: &mut u32| {
            let own = usize::try_from(*kind).ok().and_then(|kind| kind.checked_sub(fixed));
            *kind = own.and_then(|own| new.get(own)).copied().unwrap_or(*kind);
        };
        for global in self.module.globals.values_mut() {
            global.metadata.iter_mut().for_each(|(kind, _)| renumber(kind));
            let Some(body) = global.body_mut() else { continue };
            body.metadata.iter_mut().for_each(|(kind, _)| renumber(kind));
            body.attachments.iter_mut().for_each(|(_, kind, _)| renumber(kind));
        }
    }

    fn metadata_kind(&mut self) -> u32 {
        let start = self.at.start;
        let kind = self.known_metadata_kind();
        let fixed = self.module.metadata_kinds.len() - self.metadata.kind_places.len();
        let own = usize::try_from(kind).ok().and_then(|kind| kind.checked_sub(fixed));
        if let Some(place) = own.and_then(|own| self.metadata.kind_places.get_mut(own)) {
            *place = start.min(*place);
        }
        kind
    }

    fn known_metadata_kind(&mut self) -> u32 {
        let start = self.at.start;
        let token = self.take();
        if let Some(kind) = self.metadata.kinds.get(token) {
            return *kind;
        }
        let name = names::unescaped(token.get(1..).unwrap_or_default());
        let (kinds, names) = (&mut self.module.metadata_kinds, &mut self.metadata.kind_names);
        if names.is_empty() {
            // Those that LLVM has in every module.
            names.extend((0..).zip(&*kinds).map(|(number, kind)| (Cow::Owned(kind.to_vec()), number)));
        }
        let next = kinds.len().saturating_as::<u32>();
        let places = &mut self.metadata.kind_places;
        let kind = *names.entry(name).or_insert_with_key(|name| {
            kinds.push(name.as_ref().into());
            places.push(start);
            next
        });
        self.metadata.kinds.insert(token, kind);
        kind
    }

    /// The place in the source of a debug record, which is a node of its own there and may be distinct.
    pub(super) fn record_location(&mut self) -> Result<DebugLocation> {
        let (start, len) = (self.at.start, self.text().len());
        let number = (self.at.token == Token::MetadataNumber).then(|| names::number(self.text())).flatten();
        let is_distinct =
            number.and_then(|number| self.metadata.nodes.get(number)).is_some_and(|node| node.is_distinct);
        let location = self.debug_location()?;
        if is_distinct {
            return Err(self.fault_at(
                start,
                len,
                "a debug record with a distinct DILocation is not supported",
            ));
        }
        Ok(location)
    }

    /// The place in the source behind `!dbg`.
    pub(super) fn debug_location(&mut self) -> Result<DebugLocation> {
        let (start, len) = (self.at.start, self.text().len());
        if self.at.token == Token::MetadataName && self.text() == PLACE {
            return self.place(false);
        }
        if self.at.token != Token::MetadataNumber {
            return Err(self.expected("a DILocation, such as `!4`"));
        }
        let number = self.token_number()?;
        match self.metadata.nodes.get(number) {
            Some(Node { place: Some(place), .. }) => Ok(*place),
            // What is wrong with it was said where it stands.
            Some(Node { is_place: true, .. }) => Ok(DebugLocation::default()),
            Some(_) => Err(self.fault_at(start, len, format!("!{number} is not a DILocation"))),
            None => Err(self.undefined(start, len, format!("undefined metadata node !{number}"))),
        }
    }
}
