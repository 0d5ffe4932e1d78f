//! From one record of RDEF to the next: each byte is reported once, although types, member lists, default values
//! and strings are shared; what that costs is bounded, and types that contain themselves are refused.

use std::collections::HashMap;
use std::ops::Range;

use az::SaturatingAs as _;
use bstr::BStr;

use super::definitions::{
    Binding, ConstantBuffer, Definitions, Extension, Member, Rdef, Sizes, Slots, Type, TypeIndex, Variable,
};
use crate::enums::RdefStage;
use crate::error::{ContainerErrorKind, Result};
use crate::fields::{Item, Show, text_in};
use crate::limits;
use crate::names::NamedValue as _;
use crate::reader::{Reader, Word};
use located::{Error, Place};

/// The filler of FXC.
pub(super) const FILLER: u8 = 0xab;

/// Names up to this length stand beside references; a longer one would drown what it stands beside.
const SHORT_NAME: usize = 256;

type ViewType<'a> = Type<&'a BStr, &'a [u8]>;

/// The state of the walk.
pub(super) struct Walk<'a> {
    pub(super) sizes: Sizes,
    types: Vec<ViewType<'a>>,
    /// The first reference to each type, in the order of `types` and beyond it: those still to be read.
    found: Vec<Word>,
    type_at: HashMap<u32, TypeIndex>,
    /// The type whose members lie there: offset and count.
    members_at: HashMap<(u32, u16), TypeIndex>,
    /// The same of its interfaces.
    interfaces_at: HashMap<(u32, u32), TypeIndex>,
    defaults: HashMap<(u32, u32), &'a [u8]>,
    /// Offsets of strings that records refer to.
    strings: Vec<usize>,
    /// The ranges that have been reported.
    covered: Vec<Range<usize>>,
    /// Bytes that records not shared may still take up.
    records_left: usize,
    /// The same of what is shared, see [`limits::RDEF_SHARED_BYTES_PER_BYTE`].
    shared_left: usize,
    /// Types that may still be found.
    types_left: usize,
    /// Bytes of names that may still stand beside references to types.
    names_left: usize,
}

pub(super) fn decode<'a>(r: &mut Reader<'a, '_>) -> Result<Rdef<'a>> {
    let bytes = r.payload().bytes;
    let buffer_count = r.word("ConstantBufferCount", Show::Count)?;
    let buffers_at = r.word("ConstantBufferOffset", Show::Offset)?;
    let binding_count = r.word("BindingCount", Show::Count)?;
    let bindings_at = r.word("BindingOffset", Show::Offset)?;
    let minor = r.u8("MinorVersion", Show::Plain)?;
    let major = r.u8("MajorVersion", Show::Plain)?;
    let stage = RdefStage(r.u16("Stage", Show::Enum(RdefStage::NAMES))?.into());
    let flags = r.flags32("Flags")?;
    let (creator_at, creator) = r.text_at("Creator", bytes)?;
    let extension = if major >= 5 { Some(Extension::decode(r)?) } else { None };

    let sizes = extension.map_or(Sizes::MODEL_4, |extension| extension.sizes);
    let mut walk = Walk::new(sizes, bytes.len());
    walk.strings.push(creator_at as usize);
    walk.covered.push(0..r.position());
    let mut bindings = Vec::new();
    walk.array(r, binding_count, bindings_at, sizes.binding, |r, walk, count| {
        bindings.reserve_exact(count);
        r.list("Bindings", count, |r, _| Binding::decode(r, walk).map(|binding| bindings.push(binding)))
    })?;
    let mut constant_buffers = Vec::new();
    walk.array(r, buffer_count, buffers_at, sizes.constant_buffer, |r, walk, count| {
        constant_buffers.reserve_exact(count);
        r.list("ConstantBuffers", count, |r, _| {
            ConstantBuffer::decode(r, walk).map(|buffer| constant_buffers.push(buffer))
        })
    })?;
    walk.read_types(r)?;
    walk.check_nesting(r)?;
    walk.report_rest(r)?;
    let (model, types) = ((major, minor), walk.types);
    Ok(Definitions { stage, model, flags, creator, extension, bindings, constant_buffers, types })
}

impl<'a> Walk<'a> {
    fn new(sizes: Sizes, len: usize) -> Self {
        Self {
            sizes,
            types: Vec::new(),
            found: Vec::new(),
            type_at: HashMap::new(),
            members_at: HashMap::new(),
            interfaces_at: HashMap::new(),
            defaults: HashMap::new(),
            strings: Vec::new(),
            covered: Vec::new(),
            records_left: len,
            shared_left: len.saturating_mul(limits::RDEF_SHARED_BYTES_PER_BYTE),
            // Types of their own bytes, each with a reference of its own bytes: more would not fit the part.
            types_left: limits::RDEF_TYPES
                .min(len / (sizes.variable_type.saturating_add(sizes.least_type_reference()) as usize)),
            names_left: len.saturating_add(limits::TEXT_BYTES_FREE),
        }
    }

    /// A string that a record refers to.
    pub(super) fn text(&mut self, r: &mut Reader<'a, '_>, name: &'static str) -> Result<&'a BStr> {
        let area = r.payload().bytes;
        let (offset, text) = r.text_at(name, area)?;
        self.strings.push(offset as usize);
        Ok(text)
    }

    /// The same where offset 0 means that there is none.
    pub(super) fn optional_text(
        &mut self,
        r: &mut Reader<'a, '_>,
        name: &'static str,
    ) -> Result<Option<&'a BStr>> {
        if next_is_zero(r) {
            return r.u32(name, Show::Reserved).map(|_| None);
        }
        self.text(r, name).map(Some)
    }

    /// The type that a record refers to, to be read in its turn.
    pub(super) fn type_at(&mut self, r: &mut Reader<'a, '_>, name: &'static str) -> Result<TypeIndex> {
        let item = r.item_at(name, |r, at| {
            let index = self.find_type(r, at)?;
            Ok(Item { index: index.0, name: self.name_beside(r.payload().bytes, at.to_usize()) })
        })?;
        Ok(TypeIndex(item.index))
    }

    /// The same where offset 0 means that there is none.
    pub(super) fn optional_type(
        &mut self,
        r: &mut Reader<'a, '_>,
        name: &'static str,
    ) -> Result<Option<TypeIndex>> {
        if next_is_zero(r) {
            return r.u32(name, Show::Reserved).map(|_| None);
        }
        self.type_at(r, name).map(Some)
    }

    fn find_type(&mut self, r: &Reader<'a, '_>, at: Word) -> Result<TypeIndex> {
        if let Some(&known) = self.type_at.get(&at.value) {
            return Ok(known);
        }
        self.types_left = self.types_left.checked_sub(1).ok_or_else(|| {
            let (what, found) = ("number of types", self.found.len() as u64 + 1);
            let expected = "at most 65536 types, and at most as many as fit in the part";
            r.error_at(at, ContainerErrorKind::Value { what, found, expected })
        })?;
        // A part has fewer than 2^32 bytes, and so fewer types.
        let index = TypeIndex(self.found.len().saturating_as::<u32>());
        self.found.push(at);
        self.type_at.insert(at.value, index);
        Ok(index)
    }

    /// The name of the type at `at`, for whoever sees a reference to it: nothing depends on it, so that one that
    /// is broken or too long is left out here.
    fn name_beside(&mut self, bytes: &'a [u8], at: usize) -> Option<&'a BStr> {
        if self.sizes.variable_type < Sizes::TYPE_WITH_NAME {
            return None;
        }
        let name_at = bytes.get(at..)?.get(Sizes::TYPE_NAME_AT..)?.first_chunk().copied();
        let name_at = name_at.map(u32::from_le_bytes).filter(|&name_at| name_at > 0)?;
        let end = (name_at as usize).saturating_add(SHORT_NAME).min(bytes.len());
        let name = text_in(bytes.get(..end)?, name_at)?;
        self.names_left = self.names_left.checked_sub(name.len())?;
        Some(name)
    }

    /// `count` records of `size` bytes each at `at`, read by `read`; then goes on where the reader was.
    fn array(
        &mut self,
        r: &mut Reader<'a, '_>,
        count: Word,
        at: Word,
        size: u32,
        read: impl FnOnce(&mut Reader<'a, '_>, &mut Self, usize) -> Result<()>,
    ) -> Result<()> {
        if count.value == 0 {
            return Ok(());
        }
        let back = r.position();
        r.seek(at)?;
        let len = count.to_usize().saturating_mul(size as usize);
        r.check_fits(count, "the records", len)?;
        self.records_left = self.records_left.checked_sub(len).ok_or_else(|| {
            r.error_at(count, ContainerErrorKind::Sharing { what: "records", limit: part_len(r) })
        })?;
        self.covered.push(r.position()..r.position() + len);
        read(r, self, count.to_usize())?;
        r.resume(back);
        Ok(())
    }

    /// The variables of a constant buffer.
    pub(super) fn variables(
        &mut self,
        r: &mut Reader<'a, '_>,
        count: Word,
        at: Word,
    ) -> Result<Vec<Variable<&'a BStr, &'a [u8]>>> {
        if count.value > 1 && self.sizes == Sizes::MODEL_4 && has_slots(r.payload().bytes, at) {
            self.sizes.variable = Sizes::VARIABLE_WITH_SLOTS;
        }
        let mut variables = Vec::new();
        self.array(r, count, at, self.sizes.variable, |r, walk, count| {
            variables.reserve_exact(count);
            r.list("Variables", count, |r, _| {
                Variable::decode(r, walk).map(|variable| variables.push(variable))
            })
        })?;
        Ok(variables)
    }

    /// A default value: `size` bytes at `at`.
    pub(super) fn default(&mut self, r: &mut Reader<'a, '_>, at: Word, size: Word) -> Result<&'a [u8]> {
        if let Some(&known) = self.defaults.get(&(at.value, size.value)) {
            self.share(r, at, "default values", size.to_usize())?;
            return Ok(known);
        }
        let back = r.position();
        r.seek(at)?;
        r.check_fits(size, "the default value", size.to_usize())?;
        self.share(r, at, "default values", size.to_usize())?;
        self.covered.push(r.position()..r.position() + size.to_usize());
        let bytes = r.bytes("DefaultValue", size.to_usize(), Show::Digest)?;
        self.defaults.insert((at.value, size.value), bytes);
        r.resume(back);
        Ok(bytes)
    }

    fn share(&mut self, r: &Reader<'a, '_>, cause: Word, what: &'static str, size: usize) -> Result<()> {
        self.shared_left = self.shared_left.checked_sub(size).ok_or_else(|| {
            let limit = part_len(r) * limits::RDEF_SHARED_BYTES_PER_BYTE as u64;
            r.error_at(cause, ContainerErrorKind::Sharing { what, limit })
        })?;
        Ok(())
    }

    /// The members of a structure, and what larger records of them hold.
    pub(super) fn members(
        &mut self,
        r: &mut Reader<'a, '_>,
        count: u16,
        at: Word,
    ) -> Result<(Vec<Member<&'a BStr>>, Vec<u8>)> {
        if count == 0 {
            return Ok(Default::default());
        }
        let (key, size) = ((at.value, count), self.sizes.member as usize);
        let len = usize::from(count).saturating_mul(size);
        if let Some((index, known)) = self.known_at(self.members_at.get(&key)) {
            // Names are copied too where the part is to own them.
            let names: usize = known.members.iter().map(|member| member.name.len()).sum();
            let found = (known.members.clone(), known.members_unknown.clone());
            self.share(r, at, "members", len.saturating_add(names))?;
            r.shared_with("MembersOf", index.0);
            return Ok(found);
        }
        self.members_at.insert(key, self.next_type());
        let back = r.position();
        r.seek(at)?;
        r.check_fits(at, "the members", len)?;
        self.share(r, at, "members", len)?;
        self.covered.push(r.position()..r.position() + len);
        let (mut members, mut unknown) = (Vec::with_capacity(count.into()), Vec::new());
        r.list("Members", count.into(), |r, _| {
            let (member, more) = Member::decode(r, self)?;
            members.push(member);
            unknown.extend(more);
            Ok(())
        })?;
        r.resume(back);
        Ok((members, unknown))
    }

    /// The index of the type that is being read.
    fn next_type(&self) -> TypeIndex {
        TypeIndex(self.types.len().saturating_as::<u32>())
    }

    /// The type that has been read whose list lies where another one's does.
    fn known_at(&self, index: Option<&TypeIndex>) -> Option<(TypeIndex, &ViewType<'a>)> {
        index.and_then(|&index| Some((index, self.types.get(index.0 as usize)?)))
    }

    /// The interfaces of a class: a list of offsets of types.
    pub(super) fn interfaces(
        &mut self,
        r: &mut Reader<'a, '_>,
        count: Word,
        at: Word,
    ) -> Result<Vec<TypeIndex>> {
        if count.value == 0 {
            return Ok(Vec::new());
        }
        let (key, len) = ((at.value, count.value), count.to_usize().saturating_mul(4));
        if let Some((index, known)) = self.known_at(self.interfaces_at.get(&key)) {
            let found = known.interfaces.clone();
            self.share(r, at, "interfaces", len)?;
            r.shared_with("InterfacesOf", index.0);
            return Ok(found);
        }
        self.interfaces_at.insert(key, self.next_type());
        let back = r.position();
        r.seek(at)?;
        r.check_fits(count, "the interfaces", len)?;
        self.share(r, at, "interfaces", len)?;
        self.covered.push(r.position()..r.position() + len);
        let mut interfaces = Vec::with_capacity(count.to_usize());
        r.list("Interfaces", count.to_usize(), |r, _| {
            self.type_at(r, "Type").map(|kind| interfaces.push(kind))
        })?;
        r.resume(back);
        Ok(interfaces)
    }

    /// All types that were found, and those that they refer to.
    fn read_types(&mut self, r: &mut Reader<'a, '_>) -> Result<()> {
        if self.found.is_empty() {
            return Ok(());
        }
        let size = self.sizes.variable_type as usize;
        r.list_while("Types", |r, index| {
            let Some(&at) = self.found.get(index) else { return Ok(false) };
            r.seek(at)?;
            r.check_fits(at, "the type", size)?;
            self.records_left = self.records_left.checked_sub(size).ok_or_else(|| {
                r.error_at(at, ContainerErrorKind::Sharing { what: "records", limit: part_len(r) })
            })?;
            self.covered.push(r.position()..r.position() + size);
            let found = Type::decode(r, self)?;
            self.types.push(found);
            Ok(index + 1 < self.found.len())
        })
    }

    /// Refuses types that contain themselves or nest too deep.
    fn check_nesting(&self, r: &Reader<'a, '_>) -> Result<()> {
        /// Not looked at; being looked at; known to contain nothing that contains it.
        #[derive(Clone, Copy)]
        enum State {
            New,
            Open,
            Depth(u32),
        }
        let mut states = vec![State::New; self.types.len()];
        // Each entry: a type, and how many of the types it refers to have been looked at.
        let mut path: Vec<(usize, u32, std::vec::IntoIter<TypeIndex>)> = Vec::new();
        let parts = |index: usize| -> std::vec::IntoIter<TypeIndex> {
            self.types
                .get(index)
                .map(|found| found.parts().collect::<Vec<_>>())
                .unwrap_or_default()
                .into_iter()
        };
        for root in 0..self.types.len() {
            if !matches!(states.get(root), Some(State::New)) {
                continue;
            }
            let mut next = Some(root);
            loop {
                if let Some(index) = next.take() {
                    if let Some(state) = states.get_mut(index) {
                        *state = State::Open;
                    }
                    path.push((index, 1, parts(index)));
                }
                let Some((index, depth, rest)) = path.last_mut() else { break };
                match rest.next().map(|part| part.0 as usize) {
                    Some(part) => match states.get(part) {
                        Some(State::New) => next = Some(part),
                        Some(State::Open) => {
                            return Err(self.nesting(
                                r,
                                part,
                                "the offset of a type that does not contain itself",
                            ));
                        }
                        Some(State::Depth(below)) => *depth = (*depth).max(below + 1),
                        None => {}
                    },
                    None => {
                        let (index, depth) = (*index, *depth);
                        if depth > limits::RDEF_TYPE_DEPTH {
                            return Err(self.nesting(
                                r,
                                index,
                                "the offset of a type that nests at most 64 levels deep",
                            ));
                        }
                        if let Some(state) = states.get_mut(index) {
                            *state = State::Depth(depth);
                        }
                        path.pop();
                        if let Some((_, above, _)) = path.last_mut() {
                            *above = (*above).max(depth + 1);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    #[cold]
    fn nesting(&self, r: &Reader<'a, '_>, index: usize, expected: &'static str) -> Error<ContainerErrorKind> {
        let at = self.found.get(index).copied();
        let found = at.map_or(0, |at| at.value.into());
        let kind = ContainerErrorKind::Value { what: "Type", found, expected };
        match at {
            Some(at) => r.error_at(at, kind),
            None => Error::new(kind, Place::default()),
        }
    }

    /// Reports what no record takes up: strings, filler between records, unknown bytes.
    fn report_rest(&mut self, r: &mut Reader<'a, '_>) -> Result<()> {
        let bytes = r.payload().bytes;
        self.covered.sort_unstable_by_key(|range| range.start);
        self.covered.push(bytes.len()..bytes.len());
        self.strings.sort_unstable();
        let mut at = 0;
        for covered in &self.covered {
            if covered.start > at {
                report_gap(r, at..covered.start, &self.strings)?;
            }
            at = at.max(covered.end);
        }
        Ok(())
    }
}

fn next_is_zero(r: &Reader<'_, '_>) -> bool {
    (0..4).all(|byte| r.peek_u8(r.position() + byte) == Some(0))
}

/// True where the first variable at `at` has slots although shader model 4 has none: then no name follows it.
/// Some compiler wrote such files, as RenderDoc found.
fn has_slots(bytes: &[u8], at: Word) -> bool {
    let size = Sizes::MODEL_4.variable as usize;
    let next = at.to_usize().checked_add(size).and_then(|next| bytes.get(next..));
    next.is_some_and(|next| next.starts_with(&Slots::NONE.start_texture.to_le_bytes()))
}

fn report_gap(r: &mut Reader<'_, '_>, gap: Range<usize>, strings: &[usize]) -> Result<()> {
    let bytes = r.payload().bytes.get(gap.clone()).unwrap_or_default();
    r.resume(gap.start);
    let first = strings.partition_point(|&string| string < gap.start);
    if strings.get(first).is_some_and(|&string| string < gap.end) {
        return r.string_table("Strings", bytes.len()).map(drop);
    }
    let fills = bytes.iter().all(|&byte| byte == FILLER || byte == 0);
    r.bytes("Filler", bytes.len(), if fills { Show::Filler } else { Show::Unknown }).map(drop)
}

fn part_len(r: &Reader<'_, '_>) -> u64 {
    r.payload().bytes.len() as u64
}
