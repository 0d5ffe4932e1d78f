//! RDEF as FXC arranges it: header, bindings and their names, constant buffers, then for each of these its name,
//! its variables, and for each variable its name, type and default value, each where it is first needed.
//!
//! Of a type: its name, its base class, its interfaces and the list of them, its members, itself.
//!
//! Strings, lists and default values are written once each; types are not compared, so that two types which say
//! the same stay two. Records begin at multiples of 4.

use std::collections::HashMap;

use super::definitions::{ConstantBuffer, Extension, RdefBuf, Sizes, Slots, Type, TypeIndex, Variable};
use super::records::HEADER_SIZE;
use super::walk::FILLER;
use crate::enums::VariableClass;
use crate::error::{ContainerErrorKind, Result};
use crate::field_values::{narrow, narrow_len16, narrow16, push_text};
use crate::limits;
use located::{Error, Place};

/// The state of a type.
#[derive(Clone, Copy)]
enum State {
    New,
    /// The parts of the type are being written.
    Open,
    At(u32),
}

struct Writer<'b> {
    part: &'b RdefBuf,
    sizes: Sizes,
    bytes: Vec<u8>,
    strings: HashMap<&'b [u8], u32>,
    members: HashMap<Vec<u8>, u32>,
    interfaces: HashMap<Vec<u8>, u32>,
    defaults: HashMap<&'b [u8], u32>,
    types: Vec<State>,
}

pub(super) fn write(part: &RdefBuf) -> Result<Vec<u8>> {
    let mut writer = Writer {
        part,
        sizes: part.sizes(),
        bytes: Vec::new(),
        strings: HashMap::new(),
        members: HashMap::new(),
        interfaces: HashMap::new(),
        defaults: HashMap::new(),
        types: vec![State::New; part.types.len()],
    };
    if part.types.len() > limits::RDEF_TYPES {
        let (what, found) = ("number of types", part.types.len() as u64);
        return Err(refuse(ContainerErrorKind::Value { what, found, expected: "at most 65536" }));
    }
    writer.header()?;
    writer.bindings()?;
    let buffers_at = writer.constant_buffers()?;
    writer.put(4, buffers_at);
    let creator = writer.text("creator", &part.creator)?;
    writer.put(24, creator);
    writer.align();
    Ok(writer.bytes)
}

impl<'b> Writer<'b> {
    /// The header; the offsets of constant buffers and creator follow once they are known.
    fn header(&mut self) -> Result<()> {
        let part = self.part;
        let extension = part.extension.as_ref();
        let unknown = extension.map_or(0, |extension| extension.unknown.len());
        let size = extension.map_or(28, |_| HEADER_SIZE as usize + unknown);
        self.word(narrow("constant buffer count", part.constant_buffers.len())?);
        self.word(0);
        self.word(narrow("binding count", part.bindings.len())?);
        self.word(narrow("header size", size)?);
        self.bytes.extend([part.model.1, part.model.0]);
        self.half("stage", part.stage.0)?;
        self.word(part.flags.bits());
        self.word(0);
        if let Some(Extension { tag, sizes, interface_slots, unknown }) = extension {
            self.bytes.extend(tag);
            self.word(narrow("header size", size)?);
            let Sizes { constant_buffer, binding, variable, variable_type, member } = *sizes;
            for size in [constant_buffer, binding, variable, variable_type, member, *interface_slots] {
                self.word(size);
            }
            self.bytes.extend(unknown);
        }
        Ok(())
    }

    fn bindings(&mut self) -> Result<()> {
        let at = self.bytes.len();
        for binding in &self.part.bindings {
            let start = self.bytes.len();
            self.word(0);
            self.word(binding.kind.0);
            self.word(binding.return_type.0);
            self.word(binding.dimension.0);
            self.word(binding.samples);
            self.word(binding.bind_point);
            self.word(binding.bind_count);
            self.word(binding.flags.bits());
            if self.sizes.binding >= Sizes::BINDING_WITH_SPACE {
                self.word(binding.space);
                self.word(binding.id);
            }
            self.end_record(start, self.sizes.binding, &binding.unknown);
        }
        let size = self.sizes.binding as usize;
        for (index, binding) in self.part.bindings.iter().enumerate() {
            let name = self.text("binding name", &binding.name)?;
            self.put(at + index * size, name);
        }
        Ok(())
    }

    /// The constant buffers and all they hold; gives their offset, which is 0 where there are none.
    fn constant_buffers(&mut self) -> Result<u32> {
        let buffers = &self.part.constant_buffers;
        if buffers.is_empty() {
            return Ok(0);
        }
        let at = self.align();
        for buffer in buffers {
            let start = self.bytes.len();
            self.word(0);
            self.word(narrow("variable count", buffer.variables.len())?);
            self.word(0);
            self.word(buffer.size);
            self.word(buffer.flags.bits());
            self.word(buffer.kind.0);
            self.end_record(start, self.sizes.constant_buffer, &buffer.unknown);
        }
        let size = self.sizes.constant_buffer as usize;
        for (index, buffer) in buffers.iter().enumerate() {
            self.constant_buffer(at + index * size, buffer)?;
        }
        narrow("constant buffers offset", at)
    }

    /// Name and variables of the constant buffer whose record lies at `record`.
    fn constant_buffer(
        &mut self,
        record: usize,
        buffer: &'b ConstantBuffer<bstr::BString, Vec<u8>>,
    ) -> Result<()> {
        if let Some(name) = &buffer.name {
            let name = self.text("constant buffer name", name)?;
            self.put(record, name);
        }
        if buffer.variables.is_empty() {
            return Ok(());
        }
        let with_slots = buffer.variables.iter().any(|variable| variable.slots.is_some());
        let size = match self.part.extension {
            None if with_slots => Sizes::VARIABLE_WITH_SLOTS,
            _ => self.sizes.variable,
        };
        let at = self.align();
        self.put(record + 8, narrow("variables offset", at)?);
        for variable in &buffer.variables {
            let start = self.bytes.len();
            let head = [0, variable.offset, variable.size, variable.flags.bits(), 0, 0];
            head.into_iter().for_each(|word| self.word(word));
            if size >= Sizes::VARIABLE_WITH_SLOTS {
                let slots = variable.slots.unwrap_or(Slots::NONE);
                let Slots { start_texture, texture_size, start_sampler, sampler_size } = slots;
                let slots = [start_texture, texture_size, start_sampler, sampler_size];
                slots.into_iter().for_each(|word| self.word(word));
            }
            self.end_record(start, size, &variable.unknown);
        }
        for (index, variable) in buffer.variables.iter().enumerate() {
            self.variable(at + index * (size as usize), variable)?;
        }
        Ok(())
    }

    /// Name, type and default value of the variable whose record lies at `record`.
    fn variable(&mut self, record: usize, variable: &'b Variable<bstr::BString, Vec<u8>>) -> Result<()> {
        let name = self.text("variable name", &variable.name)?;
        self.put(record, name);
        let kind = self.variable_type(variable.kind, 1)?;
        self.put(record + 16, kind);
        let Some(default) = &variable.default else { return Ok(()) };
        if default.len() != (variable.size as usize) {
            let (what, found) = ("size of a default value", default.len() as u64);
            return Err(refuse(ContainerErrorKind::Value {
                what,
                found,
                expected: "the size of the variable",
            }));
        }
        let at = match self.defaults.get(default.as_slice()) {
            Some(&at) => at,
            None => {
                let at = narrow("default value offset", self.align())?;
                self.bytes.extend(default);
                self.defaults.insert(default, at);
                at
            }
        };
        self.put(record + 20, at);
        Ok(())
    }

    /// The offset of a type, which is written if it has not been; `depth` counts the types around it.
    fn variable_type(&mut self, index: TypeIndex, depth: u32) -> Result<u32> {
        let place = index.0 as usize;
        match self.types.get(place) {
            Some(State::At(at)) => return Ok(*at),
            Some(State::New) if depth <= limits::RDEF_TYPE_DEPTH => {}
            _ => {
                let expected =
                    "the index of a type that nests at most 64 levels deep and does not contain itself";
                return Err(refuse(ContainerErrorKind::Value {
                    what: "type index",
                    found: index.0.into(),
                    expected,
                }));
            }
        }
        self.set_state(place, State::Open);
        let part = self.part;
        let at = match part.type_at(index) {
            Some(found) => self.type_record(found, depth)?,
            None => 0,
        };
        self.set_state(place, State::At(at));
        Ok(at)
    }

    fn set_state(&mut self, place: usize, state: State) {
        if let Some(slot) = self.types.get_mut(place) {
            *slot = state;
        }
    }

    fn type_record(&mut self, found: &'b Type<bstr::BString, Vec<u8>>, depth: u32) -> Result<u32> {
        let has_name = self.sizes.variable_type >= Sizes::TYPE_WITH_NAME;
        let name = match &found.name {
            Some(name) if has_name => self.text("type name", name)?,
            _ => 0,
        };
        // Which of the two comes first, no file known says: no class there has both.
        let base = match found.base {
            Some(index) if has_name => self.variable_type(index, depth + 1)?,
            _ => 0,
        };
        let interfaces = if has_name { self.interface_list(&found.interfaces, depth)? } else { 0 };
        let members = self.member_list(found, depth)?;
        let sub_type = match found.sub_type {
            Some(index) if has_name => self.variable_type(index, depth + 1)?,
            _ => 0,
        };
        let start = self.align();
        self.half("class", found.class.0)?;
        self.half("type", found.kind.0)?;
        for half in [found.rows, found.columns, found.elements] {
            self.bytes.extend(half.to_le_bytes());
        }
        self.bytes.extend(narrow_len16("member count", found.members.len())?.to_le_bytes());
        self.word(members);
        if has_name {
            self.word(sub_type);
            self.word(base);
            self.word(narrow("interface count", found.interfaces.len())?);
            self.word(interfaces);
            self.word(name);
        }
        self.end_record(start, self.sizes.variable_type, &found.unknown);
        narrow("type offset", start)
    }

    /// The offset of a list of interfaces, which are written if they have not been; 0 for none.
    fn interface_list(&mut self, interfaces: &[TypeIndex], depth: u32) -> Result<u32> {
        if interfaces.is_empty() {
            return Ok(0);
        }
        let mut list = Vec::with_capacity(interfaces.len() * 4);
        for &interface in interfaces {
            list.extend(self.variable_type(interface, depth + 1)?.to_le_bytes());
        }
        if let Some(&at) = self.interfaces.get(&list) {
            return Ok(at);
        }
        let at = narrow("interfaces offset", self.align())?;
        self.bytes.extend(&list);
        self.interfaces.insert(list, at);
        Ok(at)
    }

    /// The offset of a type's members. FXC gives structures and interfaces without members one too, others 0.
    fn member_list(&mut self, found: &'b Type<bstr::BString, Vec<u8>>, depth: u32) -> Result<u32> {
        let is_structure = [VariableClass::STRUCT, VariableClass::INTERFACE_CLASS].contains(&found.class);
        if found.members.is_empty() && !is_structure {
            return Ok(0);
        }
        let size = self.sizes.member as usize;
        let known = Sizes::MODEL_4.member as usize;
        let mut unknown = found.members_unknown.chunks(size.saturating_sub(known).max(1));
        let mut list = Vec::with_capacity(found.members.len() * known);
        for member in &found.members {
            let name = self.text("member name", &member.name)?;
            let kind = self.variable_type(member.kind, depth + 1)?;
            for word in [name, kind, member.offset] {
                list.extend(word.to_le_bytes());
            }
            let end = list.len() + size.saturating_sub(known);
            list.extend(unknown.next().filter(|_| size > known).unwrap_or_default());
            list.resize(end, 0);
        }
        if let Some(&at) = self.members.get(&list) {
            return Ok(at);
        }
        let at = narrow("member offset", self.align())?;
        self.bytes.extend(&list);
        self.members.insert(list, at);
        Ok(at)
    }

    /// The offset of a string, which is written if it has not been.
    fn text(&mut self, what: &'static str, text: &'b [u8]) -> Result<u32> {
        if let Some(&at) = self.strings.get(text) {
            return Ok(at);
        }
        let at = narrow("string offset", self.bytes.len())?;
        push_text(&mut self.bytes, what, text)?;
        self.strings.insert(text, at);
        Ok(at)
    }

    /// Fills up to a multiple of 4 and gives the offset reached.
    fn align(&mut self) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), FILLER);
        self.bytes.len()
    }

    fn word(&mut self, word: u32) {
        self.bytes.extend(word.to_le_bytes());
    }

    fn half(&mut self, what: &'static str, value: u32) -> Result<()> {
        self.bytes.extend(narrow16(what, value)?.to_le_bytes());
        Ok(())
    }

    /// Sets a word that was written before its value was known.
    fn put(&mut self, at: usize, word: u32) {
        if let Some(place) = self.bytes.get_mut(at..at + 4) {
            place.copy_from_slice(&word.to_le_bytes());
        }
    }

    /// The unknown bytes of a record from `start` on, up to its `size`.
    fn end_record(&mut self, start: usize, size: u32, unknown: &[u8]) {
        self.bytes.extend(unknown);
        self.bytes.resize(start + size as usize, 0);
    }
}

#[cold]
fn refuse(kind: ContainerErrorKind) -> Error<ContainerErrorKind> {
    Error::new(kind, Place::default())
}
