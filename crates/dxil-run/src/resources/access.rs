//! From a handle to memory: which lanes have which handle, what it stands for, what an access is told as where it is
//! wrong, and who accessed what. Shared by all operations on resources.

use std::sync::atomic::{AtomicU32, Ordering};

use az::SaturatingAs as _;
use dx_container::enums::{ResourceClass, ResourceKind, ShaderKind};

use super::memory::parts;
use super::races::{Access, Actor, Shadow};
use super::{Buffer, Descriptor, Format, Memory, RESOURCE_HEAP, SAMPLER_HEAP, SLOT_SHIFT, Sampler, Texture};
use crate::findings::FindingKind;
use crate::instruction::Register;
use crate::lanes::{self, Lanes};
use crate::limits;
use crate::program::{Context, Site};

/// Handles of a block's active lanes, one after the other: most often one for all.
#[derive(Debug)]
pub(crate) struct Handles {
    words: Lanes,
    left: u32,
}

/// A handle, and lanes of a block that have it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Group {
    pub(crate) handle: u32,
    pub(crate) block: usize,
    pub(crate) lanes: u32,
}

impl Handles {
    /// The handles in a register.
    pub(crate) fn of(context: &Context<'_>, register: Register, block: usize) -> Self {
        Self { words: *context.read(register, block), left: context.active(block) }
    }

    /// The next one, and the lanes that have it.
    pub(crate) fn next(&mut self, block: usize) -> Option<Group> {
        let first = usize::try_from(self.left.trailing_zeros()).ok()?;
        let handle = *self.words.get(first)?;
        let lanes = self.left & which(&self.words, |word| word == handle);
        self.left &= !lanes;
        Some(Group { handle, block, lanes })
    }
}

/// A bit for each lane for which something holds.
#[inline(always)]
pub(crate) fn which(words: &Lanes, holds: impl Fn(u32) -> bool) -> u32 {
    lanes::nonzero(&lanes::map1(words, |word| u32::from(holds(word))))
}

/// What some lanes access: memory, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) group: Group,
    pub(crate) memory: &'a Memory,
    pub(crate) is_uav: bool,
    /// Whether it is a UAV, or of memory that a UAV is of, too; and whether all threads see it alike.
    may_race: bool,
    is_coherent: bool,
}

/// What notes accesses of a target.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Noter<'a> {
    target: Target<'a>,
    shadow: &'a Shadow,
    actor: Actor,
}

/// A buffer that some lanes access.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BufferTarget<'a> {
    pub(crate) target: Target<'a>,
    /// The first byte.
    pub(crate) start: u64,
    /// How many bytes there are.
    pub(crate) bytes: u64,
    /// What the shader takes it for.
    pub(crate) kind: ResourceKind,
    /// Bytes of an element of a structured buffer.
    pub(crate) stride: u32,
    pub(crate) format: Option<Format>,
    pub(crate) counter: Option<&'a Memory>,
    /// The number of bytes to which memory is mapped.
    pub(crate) mapped: u64,
}

/// A texture that some lanes access.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextureTarget<'a> {
    pub(crate) target: Target<'a>,
    pub(crate) texture: &'a Texture,
    pub(crate) shape: Shape,
}

/// How a shader sees a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    /// How many dimensions it has; of cubes, those of a face.
    pub(crate) axes: usize,
    pub(crate) is_array: bool,
    pub(crate) is_cube: bool,
    pub(crate) is_multisampled: bool,
}

impl Shape {
    fn of(kind: ResourceKind) -> Option<Self> {
        let axes = match kind {
            ResourceKind::TEXTURE_1D | ResourceKind::TEXTURE_1D_ARRAY => 1,
            ResourceKind::TEXTURE_2D
            | ResourceKind::TEXTURE_2D_ARRAY
            | ResourceKind::TEXTURE_2D_MS
            | ResourceKind::TEXTURE_2D_MS_ARRAY
            | ResourceKind::TEXTURE_CUBE
            | ResourceKind::TEXTURE_CUBE_ARRAY => 2,
            ResourceKind::TEXTURE_3D => 3,
            _ => return None,
        };
        let is_array = matches!(
            kind,
            ResourceKind::TEXTURE_1D_ARRAY
                | ResourceKind::TEXTURE_2D_ARRAY
                | ResourceKind::TEXTURE_2D_MS_ARRAY
                | ResourceKind::TEXTURE_CUBE_ARRAY
        );
        let is_cube = matches!(kind, ResourceKind::TEXTURE_CUBE | ResourceKind::TEXTURE_CUBE_ARRAY);
        let is_multisampled = matches!(kind, ResourceKind::TEXTURE_2D_MS | ResourceKind::TEXTURE_2D_MS_ARRAY);
        Some(Self { axes, is_array, is_cube, is_multisampled })
    }

    /// How many coordinates name a texel: those of the face or the space, and of arrays the layer.
    pub(crate) fn coordinates(self) -> usize {
        self.axes + usize::from(self.is_array)
    }
}

impl<'a> Context<'a> {
    /// What the shader takes the resource of a handle for.
    fn kind_of(&self, site: &Site<'_>, handle: u32) -> ResourceKind {
        let slot = || self.slot(handle).map(|slot| slot.kind);
        site.view.map(|view| view.kind()).or_else(slot).unwrap_or(ResourceKind::INVALID)
    }

    fn slot(&self, handle: u32) -> Option<&'a crate::resources::Slot> {
        self.program.slots.get(usize::try_from(handle >> SLOT_SHIFT).ok()?)
    }

    fn target(&self, site: &Site<'_>, group: Group, memory: usize) -> Option<Target<'a>> {
        let slot = self.slot(group.handle);
        let view = site.view.or(slot.map(|slot| slot.view));
        let is_uav = slot
            .map_or_else(|| view.is_some_and(|view| view.is_uav()), |slot| slot.class == ResourceClass::UAV);
        let may_race = is_uav || self.bound.is_writable(memory);
        let is_coherent = view.is_some_and(|view| view.is_globally_coherent());
        let memory = self.bound.resources.memories.get(memory)?;
        Some(Target { group, memory, is_uav, may_race, is_coherent })
    }

    /// The buffer that some lanes access; reported where there is none.
    pub(crate) fn buffer(
        &mut self,
        site: &Site<'_>,
        group: Group,
        verb: &'static str,
    ) -> Option<BufferTarget<'a>> {
        let bound = self.bound;
        let descriptor = bound.descriptor(group.handle);
        let found = match descriptor {
            Some(Descriptor::Buffer(buffer)) => self.buffer_target(site, group, buffer),
            _ => None,
        };
        if found.is_none() {
            self.report_unbound(group, verb, "buffer", descriptor);
        }
        found
    }

    fn buffer_target(&self, site: &Site<'_>, group: Group, buffer: &Buffer) -> Option<BufferTarget<'a>> {
        let target = self.target(site, group, buffer.memory)?;
        let kind = self.kind_of(site, group.handle);
        let view = site.view.or(self.slot(group.handle).map(|slot| slot.view));
        // The view that is bound decides, as it does in Direct3D; where it does not say, the shader's type does.
        let stride = match view.map(|view| view.stride()) {
            Some(stride) if kind == ResourceKind::STRUCTURED_BUFFER && buffer.stride == 0 => stride,
            _ => buffer.stride,
        };
        let counter = buffer.counter.and_then(|counter| self.bound.resources.memories.get(counter));
        Some(BufferTarget {
            target,
            start: buffer.offset,
            bytes: buffer.bytes.min(target.memory.len().saturating_sub(buffer.offset)),
            kind,
            stride,
            format: buffer.format,
            counter,
            mapped: buffer.mapped,
        })
    }

    /// The texture that some lanes access; reported where there is none.
    pub(crate) fn texture(
        &mut self,
        site: &Site<'_>,
        group: Group,
        verb: &'static str,
    ) -> Option<TextureTarget<'a>> {
        let bound = self.bound;
        let descriptor = bound.descriptor(group.handle);
        let shape = Shape::of(self.kind_of(site, group.handle));
        let found = match (descriptor, shape) {
            (Some(Descriptor::Texture(texture)), Some(shape)) => self
                .target(site, group, texture.memory)
                .map(|target| TextureTarget { target, texture, shape }),
            _ => None,
        };
        if found.is_none() {
            self.report_unbound(group, verb, "texture", descriptor);
        }
        found
    }

    /// The sampler that some lanes use; reported where there is none.
    pub(crate) fn sampler(&mut self, group: Group) -> Option<&'a Sampler> {
        let bound = self.bound;
        match bound.descriptor(group.handle) {
            Some(Descriptor::Sampler(sampler)) => Some(sampler),
            descriptor => {
                self.report_unbound(group, "uses", "sampler", descriptor);
                None
            }
        }
    }

    #[cold]
    fn report_unbound(
        &mut self,
        group: Group,
        verb: &'static str,
        wanted: &'static str,
        found: Option<&Descriptor>,
    ) {
        if !self.checks.all {
            return;
        }
        let name = self.name_of(group.handle);
        let found = match found {
            None => "nothing",
            Some(Descriptor::Buffer(_)) if wanted == "buffer" => "a null descriptor",
            Some(Descriptor::Texture(_)) if wanted == "texture" => "a null descriptor",
            Some(Descriptor::Buffer(_)) => "a buffer",
            Some(Descriptor::Texture(_)) => "a texture",
            Some(Descriptor::Sampler(_)) => "a sampler",
            Some(Descriptor::Structure(_)) => "an acceleration structure",
        };
        for lane in lanes::each(group.lanes) {
            self.report(FindingKind::OutOfBounds, group.block, lane, || match group.handle {
                u32::MAX => format!("{verb} a {wanted} whose index exceeds the resource range of the handle"),
                _ => format!("{verb} the {wanted} {name}, but {found} is bound there"),
            });
        }
    }

    /// How the resource of a handle is called: `Out (u0)`, `Textures[2] (t5, space1)`.
    pub(crate) fn name_of(&self, handle: u32) -> String {
        let (number, index) = (handle >> SLOT_SHIFT, handle & (limits::DESCRIPTORS - 1));
        let Some(slot) = self.slot(handle) else {
            return match number {
                RESOURCE_HEAP => format!("ResourceDescriptorHeap[{index}]"),
                SAMPLER_HEAP => format!("SamplerDescriptorHeap[{index}]"),
                _ => "a resource".to_owned(),
            };
        };
        let letter = super::letter(slot.class);
        let register = slot.register.saturating_add(index);
        let space = if slot.space == 0 { String::new() } else { format!(", space{}", slot.space) };
        let place = if slot.count == 1 { String::new() } else { format!("[{index}]") };
        match slot.name.is_empty() {
            true => format!("{letter}{register}{space}"),
            false => format!("{}{place} ({letter}{register}{space})", slot.name),
        }
    }

    /// Reports lanes that access what is not there.
    #[cold]
    pub(crate) fn report_outside(
        &mut self,
        group: Group,
        lanes: u32,
        detail: impl Fn(&Self, usize) -> String,
    ) {
        if !self.checks.all {
            return;
        }
        for lane in lanes::each(lanes & group.lanes) {
            let (kind, thread) = (FindingKind::OutOfBounds, self.thread(group.block, lane));
            let is_kept = self.findings.keeps(kind, self.pc, thread);
            let detail = if is_kept { detail(self, lane) } else { String::new() };
            self.report(kind, group.block, lane, || detail);
        }
    }

    /// Reports active lanes of a handle that use an undefined value.
    pub(crate) fn require_defined_in(&mut self, group: Group, register: Register, what: &'static str) {
        if !self.checks.all {
            return;
        }
        let undefined = self.wave.undefined(register, group.block) & group.lanes;
        if undefined == 0 {
            return;
        }
        let name = self.name_of(group.handle);
        for lane in lanes::each(undefined) {
            self.report(FindingKind::Undefined, group.block, lane, || {
                format!("{what} of the access to {name} is undefined")
            });
        }
    }

    /// What notes accesses of a target, if they are to be noted.
    #[inline]
    pub(crate) fn noter(&self, target: &Target<'a>) -> Option<Noter<'a>> {
        if !self.checks.all || !target.may_race {
            return None;
        }
        let group = &self.group;
        let actor = Actor::new(group.dispatch, group.number, group.epoch);
        Some(Noter { target: *target, shadow: target.memory.shadow(), actor })
    }

    /// Notes a lane's access of bytes of one word, and reports it if another thread's races with it.
    #[inline]
    pub(crate) fn note(&mut self, noter: &Noter<'_>, lane: usize, byte: u64, bytes: u32, access: Access) {
        let Ok(word) = usize::try_from(byte / 4) else { return };
        let mask = if bytes >= 4 { 0xf } else { ((1 << bytes) - 1) << (byte % 4) };
        let target = &noter.target;
        let block = target.group.block;
        if self.wave.helpers(block) >> lane & 1 != 0 {
            return;
        }
        // Each wave of a draw is a group of its own.
        let thread = match self.program.stage {
            ShaderKind::COMPUTE => self.thread(block, lane).thread,
            _ => (block * lanes::BLOCK + lane).saturating_as::<u32>(),
        };
        let actor = noter.actor.thread(thread);
        if let Some(other) = noter.shadow.note(word, mask, actor, access, target.is_coherent) {
            self.report_uav_race(target, lane, (byte, access), other);
        }
    }

    #[cold]
    fn report_uav_race(
        &mut self,
        target: &Target<'_>,
        lane: usize,
        (byte, access): (u64, Access),
        other: super::races::Other,
    ) {
        let name = self.name_of(target.group.handle);
        let group = self.group.number;
        self.report(FindingKind::Race, target.group.block, lane, || {
            let noun = match access {
                Access::Read => "read",
                Access::Write { .. } => "write",
                Access::Atomic => "atomic operation",
            };
            let others = match other.is_one_of_several {
                true => " (and by other threads)",
                false => "",
            };
            let (who, why) = match other.group == group & 0xff_ffff {
                true => (format!("thread {}", other.thread), "without a UAV barrier between them"),
                false => (
                    format!("thread {} of group {}", other.thread, other.group),
                    "in the same dispatch without globallycoherent",
                ),
            };
            format!("race on {name}, byte {byte}: this {noun} and an access by {who}{others}, {why}")
        });
    }

    /// Reads so many bytes (at most 16, whole words or less than one) for a lane.
    #[inline]
    pub(crate) fn read_bytes(&mut self, target: &Target<'a>, lane: usize, byte: u64, bytes: u32) -> [u32; 4] {
        let words = target.memory.read_words(byte, bytes);
        if let Some(noter) = &self.noter(target) {
            self.note_read(noter, lane, byte, bytes);
        }
        self.bytes = self.bytes.saturating_add(bytes.into());
        words
    }

    /// Notes that a lane reads so many bytes likewise.
    pub(crate) fn note_read(&mut self, noter: &Noter<'_>, lane: usize, byte: u64, bytes: u32) {
        for (byte, bytes) in parts(byte, bytes) {
            self.note(noter, lane, byte, bytes, Access::Read);
        }
    }

    /// Writes so many bytes likewise.
    #[inline]
    pub(crate) fn write_bytes(
        &mut self,
        target: &Target<'a>,
        lane: usize,
        (byte, bytes): (u64, u32),
        words: [u32; 4],
    ) {
        let noter = self.noter(target);
        for (word, (byte, bytes)) in words.into_iter().zip(parts(byte, bytes)) {
            let changes = target.memory.write(byte, bytes, word);
            if let Some(noter) = &noter {
                self.note(noter, lane, byte, bytes, Access::Write { changes, value: word });
            }
        }
        self.bytes = self.bytes.saturating_add(bytes.into());
    }
}

/// The words of a range of bytes, where these are whole words.
pub(crate) fn words_of(memory: &Memory, start: u64, bytes: u64) -> Option<&[AtomicU32]> {
    if !start.is_multiple_of(4) {
        return None;
    }
    let start = usize::try_from(start / 4).ok()?;
    let count = usize::try_from(bytes / 4).ok()?;
    memory.words().get(start..)?.get(..count)
}

/// What a word holds; zero where there is none.
#[inline(always)]
fn load(words: &[AtomicU32], index: u32) -> u32 {
    let word = usize::try_from(index).ok().and_then(|index| words.get(index));
    word.map_or(0, |word| word.load(Ordering::Relaxed))
}

/// Reads the words at indices for the lanes that have one; the others stay.
#[inline(always)]
pub(crate) fn gather(words: &[AtomicU32], indices: &Lanes, lanes: u32, to: &mut Lanes) {
    if lanes == u32::MAX {
        for (to, index) in to.iter_mut().zip(indices) {
            *to = load(words, *index);
        }
        return;
    }
    for lane in lanes::each(lanes) {
        lanes::set(to, lane, load(words, lanes::get(indices, lane)));
    }
}

/// Writes the words at indices for the lanes that have one.
#[inline(always)]
pub(crate) fn scatter(words: &[AtomicU32], indices: &Lanes, lanes: u32, from: &Lanes) {
    let store = |index: u32, word: u32| {
        if let Some(to) = usize::try_from(index).ok().and_then(|index| words.get(index)) {
            to.store(word, Ordering::Relaxed);
        }
    };
    if lanes == u32::MAX {
        indices.iter().zip(from).for_each(|(index, word)| store(*index, *word));
        return;
    }
    for lane in lanes::each(lanes) {
        store(lanes::get(indices, lane), lanes::get(from, lane));
    }
}
