//! IFCE: class linkage of shader model 5: the interface slots, the classes that each accepts, and the class instances
//! in constant buffers.
//!
//! A header of nine words, then slots, classes and instances as records; behind these the lists of each slot, then
//! the names of instances and of classes, each filled up to a multiple of 4.
//!
//! Source: SlimShader's and dxbc-spirv's readers for the fields; order and filler from nine files of FXC.

use bstr::{BStr, BString, ByteSlice as _};

use crate::error::Result;
use crate::field_values::{narrow, push_text};
use crate::fields::Show;
use crate::names::Named;
use crate::part::{NoArrangement, PartBuf, View};
use crate::reader::{Reader, Word};

const HEADER_SIZE: u32 = 36;
const SLOT_SIZE: usize = 16;
const CLASS_SIZE: usize = 12;
const INSTANCE_SIZE: usize = 16;

/// The padding byte of FXC.
const FILLER: u8 = 0xab;

/// The texture or sampler of an instance without one.
pub const NO_SLOT: u16 = u16::MAX;

const SLOTS: &[Named] = &[Named { value: NO_SLOT as u64, name: "none", about: "has none" }];

/// The view of part IFCE, which borrows the file.
pub type ClassLinkage<'a> = Linkage<&'a BStr>;

/// The owned form of part IFCE.
pub type ClassLinkageBuf = Linkage<BString>;

/// A shader's interfaces. `Name` is `&BStr` in a view ([`ClassLinkage`]) and [`BString`] in [`ClassLinkageBuf`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Linkage<Name> {
    /// The interfaces, in the order of their slots.
    pub slots: Vec<Slot>,
    /// The classes that may stand in them.
    pub classes: Vec<Class<Name>>,
    /// The instances of classes that the shader itself declares.
    pub instances: Vec<Instance<Name>>,
    /// The number of slots: the spans of `slots` together in every file we know.
    pub slot_count: u32,
    /// The last two words of the header: what was left in FXC's memory, another in each file.
    pub slack: [u8; 8],
}

/// An interface slot, or an array of slots.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Slot {
    /// The number of slots it takes up: the length of the array, or 1.
    pub span: u32,
    /// The classes that implement it.
    pub classes: Vec<SlotClass>,
}

/// A class that a slot accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SlotClass {
    /// The place in [`Linkage::classes`].
    pub class: u16,
    /// The function table (`ft` in assembly) that the slot calls for it.
    pub table: u32,
}

/// A class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Class<Name> {
    /// The name.
    pub name: Name,
    /// Reserved; 0 in all known files: a class goes by its place.
    pub id: u16,
    /// The size of an instance in its constant buffer, in vectors of 16 bytes.
    pub constant_buffer_stride: u16,
    /// The number of textures of an instance.
    pub textures: u16,
    /// The number of samplers of an instance.
    pub samplers: u16,
}

/// An instance that the shader declares in a constant buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Instance<Name> {
    /// The name.
    pub name: Name,
    /// The class's place in [`Linkage::classes`].
    pub class: u16,
    /// 1 in every file we know; nobody has said what it is.
    pub unknown: u16,
    /// The constant buffer that holds it.
    pub constant_buffer: u16,
    /// The offset in the buffer, in vectors of 16 bytes.
    pub constant_buffer_offset: u16,
    /// The first texture, or [`NO_SLOT`].
    pub texture: u16,
    /// The first sampler, or [`NO_SLOT`].
    pub sampler: u16,
}

impl<'a> View<'a> for ClassLinkage<'a> {
    type Buf = ClassLinkageBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let instance_count = r.word("InstanceCount", Show::Count)?;
        let class_count = r.word("ClassCount", Show::Count)?;
        let record_count = r.word("InterfaceCount", Show::Count)?;
        let slot_count = r.u32("SlotCount", Show::Plain)?;
        let instances_at = r.word("InstancesOffset", Show::Offset)?;
        let classes_at = r.word("ClassesOffset", Show::Offset)?;
        let slots_at = r.word("SlotsOffset", Show::Offset)?;
        let slack = r.array("Slack", Show::Table)?;
        // The lists of the slots lie behind all records: where these end must be known first.
        let header = r.position();
        for (count, at, size) in [
            (record_count, slots_at, SLOT_SIZE),
            (class_count, classes_at, CLASS_SIZE),
            (instance_count, instances_at, INSTANCE_SIZE),
        ] {
            skip_records(r, count, at, size)?;
        }
        let mut part = Self { slot_count, slack, ..Self::default() };
        let mut lists_at = r.position();
        r.resume(header);
        if record_count.value > 0 {
            go_on(r, slots_at)?;
            part.slots.reserve_exact(record_count.to_usize());
        }
        r.list("Interfaces", record_count.to_usize(), |r, _| {
            Slot::decode(r, &mut lists_at).map(|slot| part.slots.push(slot))
        })?;
        // Offsets of names in the order of the file: so are the names, but for what somebody shared.
        let mut names = Vec::new();
        if class_count.value > 0 {
            go_on(r, classes_at)?;
            part.classes.reserve_exact(class_count.to_usize());
        }
        r.list("Classes", class_count.to_usize(), |r, _| {
            Class::decode(r, &mut names).map(|class| part.classes.push(class))
        })?;
        if instance_count.value > 0 {
            go_on(r, instances_at)?;
            part.instances.reserve_exact(instance_count.to_usize());
        }
        r.list("Instances", instance_count.to_usize(), |r, _| {
            Instance::decode(r, &mut names).map(|instance| part.instances.push(instance))
        })?;
        r.resume(lists_at);
        decode_names(r, names)?;
        Ok(part)
    }

    fn to_buf(&self) -> ClassLinkageBuf {
        ClassLinkageBuf {
            slots: self.slots.clone(),
            classes: self.classes.iter().copied().map(Class::to_buf).collect(),
            instances: self.instances.iter().copied().map(Instance::to_buf).collect(),
            slot_count: self.slot_count,
            slack: self.slack,
        }
    }
}

impl Slot {
    /// Reads a slot, and its lists from `lists_at` on, which it moves behind them.
    fn decode(r: &mut Reader<'_, '_>, lists_at: &mut usize) -> Result<Self> {
        let span = r.u32("Span", Show::Plain)?;
        let count = r.word("ClassCount", Show::Count)?;
        let ids_at = r.word("ClassIdsOffset", Show::Offset)?;
        let tables_at = r.word("TableIdsOffset", Show::Offset)?;
        if count.value == 0 {
            return Ok(Self { span, classes: Vec::new() });
        }
        let back = r.position();
        r.resume(*lists_at);
        go_on(r, ids_at)?;
        r.check_fits(count, "the lists of the slot", count.to_usize().saturating_mul(6))?;
        let mut classes = Vec::with_capacity(count.to_usize());
        r.list("ClassIds", count.to_usize(), |r, _| {
            let class = r.u16("Class", Show::Plain)?;
            classes.push(SlotClass { class, table: 0 });
            Ok(())
        })?;
        go_on(r, tables_at)?;
        let tables = r.words("TableIds", count.to_usize(), Show::Plain)?;
        for (class, table) in classes.iter_mut().zip(tables) {
            class.table = table.get();
        }
        *lists_at = r.position();
        r.resume(back);
        Ok(Self { span, classes })
    }
}

impl<'a> Class<&'a BStr> {
    fn decode(r: &mut Reader<'a, '_>, names: &mut Vec<usize>) -> Result<Self> {
        Ok(Self {
            name: decode_name(r, names)?,
            id: r.u16("Id", Show::Reserved)?,
            constant_buffer_stride: r.u16("ConstantBufferStride", Show::Plain)?,
            textures: r.u16("TextureCount", Show::Plain)?,
            samplers: r.u16("SamplerCount", Show::Plain)?,
        })
    }

    fn to_buf(self) -> Class<BString> {
        let Self { name, id, constant_buffer_stride, textures, samplers } = self;
        Class { name: name.to_owned(), id, constant_buffer_stride, textures, samplers }
    }
}

impl<'a> Instance<&'a BStr> {
    fn decode(r: &mut Reader<'a, '_>, names: &mut Vec<usize>) -> Result<Self> {
        Ok(Self {
            name: decode_name(r, names)?,
            class: r.u16("Class", Show::Plain)?,
            unknown: r.u16("Unknown", Show::Plain)?,
            constant_buffer: r.u16("ConstantBuffer", Show::Plain)?,
            constant_buffer_offset: r.u16("ConstantBufferOffset", Show::Plain)?,
            texture: r.u16("Texture", Show::Special(SLOTS))?,
            sampler: r.u16("Sampler", Show::Special(SLOTS))?,
        })
    }

    fn to_buf(self) -> Instance<BString> {
        let Self { name, class, unknown, constant_buffer, constant_buffer_offset, texture, sampler } = self;
        let name = name.to_owned();
        Instance { name, class, unknown, constant_buffer, constant_buffer_offset, texture, sampler }
    }
}

/// Goes over `count` records of `size` bytes each at `at` without reading them.
fn skip_records(r: &mut Reader<'_, '_>, count: Word, at: Word, size: usize) -> Result<()> {
    if count.value == 0 {
        return Ok(());
    }
    let ahead = r.ahead(at, 0)?;
    r.resume(r.position() + ahead);
    let len = count.to_usize().saturating_mul(size);
    r.check_fits(count, "the records", len)?;
    r.resume(r.position() + len);
    Ok(())
}

/// Goes on at `at` and reports what lies before it.
fn go_on(r: &mut Reader<'_, '_>, at: Word) -> Result<()> {
    let gap = r.ahead(at, 0)?;
    fill(r, gap)
}

/// Reports bytes that FXC fills up with, or others that nobody knows.
fn fill(r: &mut Reader<'_, '_>, len: usize) -> Result<()> {
    let bytes = r.payload().bytes.get(r.position()..).and_then(|bytes| bytes.get(..len));
    let fills = bytes.unwrap_or_default().iter().all(|&byte| byte == FILLER || byte == 0);
    r.bytes("Filler", len, if fills { Show::Filler } else { Show::Unknown }).map(drop)
}

fn decode_name<'a>(r: &mut Reader<'a, '_>, names: &mut Vec<usize>) -> Result<&'a BStr> {
    let area = r.payload().bytes;
    let (offset, name) = r.text_at("Name", area)?;
    names.push(offset as usize);
    Ok(name)
}

/// The names that begin in the rest of the part, each with what fills it up.
fn decode_names(r: &mut Reader<'_, '_>, mut names: Vec<usize>) -> Result<()> {
    let (start, end) = (r.position(), r.position() + r.remaining());
    names.retain(|name| (start..end).contains(name));
    names.sort_unstable();
    names.dedup();
    fill(r, names.first().map_or(end, |&first| first) - start)?;
    // Tables of one string each: a string is filled up before the next one begins.
    names.into_iter().skip(1).chain([end]).try_for_each(|end| {
        let len = end.saturating_sub(r.position());
        r.string_table("Strings", len).map(drop)
    })
}

impl PartBuf for ClassLinkageBuf {
    type View<'a> = ClassLinkage<'a>;
    type Arrangement = NoArrangement;

    fn arrange(&self, _: Option<&NoArrangement>) -> Result<Vec<u8>> {
        let classes_at = HEADER_SIZE as usize + self.slots.len() * SLOT_SIZE;
        let instances_at = classes_at + self.classes.len() * CLASS_SIZE;
        let lists_at = instances_at + self.instances.len() * INSTANCE_SIZE;
        // What the records refer to, which lies behind them.
        let mut rest = Rest { start: lists_at, bytes: Vec::new() };
        let lists: Vec<[u32; 3]> = self.slots.iter().map(|slot| rest.lists(slot)).collect::<Result<_>>()?;
        let instances = self.instances.iter().map(|instance| rest.name("instance name", &instance.name));
        let instance_names: Vec<u32> = instances.collect::<Result<_>>()?;
        let classes = self.classes.iter().map(|class| rest.name("class name", &class.name));
        let class_names: Vec<u32> = classes.collect::<Result<_>>()?;

        let mut bytes = Vec::with_capacity(lists_at + rest.bytes.len());
        let mut word = |word: u32| bytes.extend(word.to_le_bytes());
        word(narrow("instance count", self.instances.len())?);
        word(narrow("class count", self.classes.len())?);
        word(narrow("interface count", self.slots.len())?);
        word(self.slot_count);
        word(narrow("instances offset", instances_at)?);
        word(narrow("classes offset", classes_at)?);
        word(HEADER_SIZE);
        bytes.extend(self.slack);
        for (slot, lists) in self.slots.iter().zip(lists) {
            bytes.extend(slot.span.to_le_bytes());
            bytes.extend(lists.map(u32::to_le_bytes).concat());
        }
        for (class, name) in self.classes.iter().zip(class_names) {
            let Class { id, constant_buffer_stride, textures, samplers, .. } = *class;
            bytes.extend(name.to_le_bytes());
            bytes.extend([id, constant_buffer_stride, textures, samplers].map(u16::to_le_bytes).concat());
        }
        for (instance, name) in self.instances.iter().zip(instance_names) {
            let Instance { class, unknown, constant_buffer, constant_buffer_offset, .. } = *instance;
            let Instance { texture, sampler, .. } = *instance;
            let halves = [class, unknown, constant_buffer, constant_buffer_offset, texture, sampler];
            bytes.extend(name.to_le_bytes());
            bytes.extend(halves.map(u16::to_le_bytes).concat());
        }
        bytes.extend(rest.bytes);
        Ok(bytes)
    }
}

/// The data written behind the records, and its offset.
struct Rest {
    start: usize,
    bytes: Vec<u8>,
}

impl Rest {
    fn position(&mut self) -> Result<u32> {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), FILLER);
        narrow("offset", self.start + self.bytes.len())
    }

    /// The lists of a slot: how many classes it has, and where both lists lie.
    fn lists(&mut self, slot: &Slot) -> Result<[u32; 3]> {
        let ids_at = self.position()?;
        self.bytes.extend(slot.classes.iter().flat_map(|class| class.class.to_le_bytes()));
        let tables_at = self.position()?;
        self.bytes.extend(slot.classes.iter().flat_map(|class| class.table.to_le_bytes()));
        Ok([narrow("class count of a slot", slot.classes.len())?, ids_at, tables_at])
    }

    /// A name, which the next or the end of the part fills up.
    fn name(&mut self, what: &'static str, name: &BString) -> Result<u32> {
        let at = self.position()?;
        push_text(&mut self.bytes, what, name.as_bytes())?;
        self.position()?;
        Ok(at)
    }
}
