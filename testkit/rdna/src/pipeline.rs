//! Pipeline documents of `dxil-run` executed as machine code: their buffers, textures and samplers in memory,
//! descriptors of them where a layout of user data has them, and back what shaders wrote. `amd link` gets the same
//! layout as the pipeline's state.

mod rooted;
mod sampler;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use amdgpu_link::elf::Elf;
use dx_container::parts::root_signature::{ParameterContent, RootSignature};
use run_pipeline::{
    BindingPlace, BufferData, DataFormat, Pass, Pipeline, ResourceKind, RootArgument, Source,
};

use crate::descriptor::{self, XYZW};
use crate::dispatch::{Dispatch, Limits};
use crate::execute::Exported;
use crate::format::Texels;
use crate::memory::Memory;
use crate::pixels::Pixel;
use crate::shader::{Shader, Tables};
use crate::table::Generation;
use crate::wave::Primitive;

/// Where code and everything else is: low halves of addresses are what user data holds.
const HIGH: u64 = 0x1234_0000_0000;
const CODE: u64 = HIGH + 0x0010_0000;
const TABLES: u64 = HIGH + 0x0100_0000;
const DATA: u64 = HIGH + 0x1000_0000;

/// Bindings of a class of registers begin at a multiple of this.
const CLASS: u32 = 1 << 16;

/// The class of counters, whose registers are those of their buffers.
const COUNTERS: u32 = 4;

/// The sets of descriptor heaps: of resources, of samplers.
const HEAPS: [u32; 2] = [254, 255];

/// Where descriptors are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// All in the tables of their sets.
    Tables,
    /// Buffers at the top level of the user data as far as they go, all else in tables, the other way round.
    TopLevel,
}

impl Layout {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Tables, Self::TopLevel];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tables => "tables",
            Self::TopLevel => "top-level",
        }
    }
}

/// A binding that a shader asks the linker for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Needed {
    /// The set: the space of its register.
    pub set: u32,
    /// The binding: class and register.
    pub binding: u32,
    /// What it is: `b` for a buffer, `r` for an image or a buffer with a format, `s` for a sampler.
    pub letter: char,
}

impl Needed {
    /// The bindings that an unlinked shader names.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn of(unlinked: &[u8]) -> Result<Vec<Self>, String> {
        let elf = Elf::parse(unlinked).map_err(|error| error.to_string())?;
        let names = elf.symbols.iter().filter_map(|symbol| std::str::from_utf8(symbol.name).ok());
        let mut needed: Vec<Self> = names.filter_map(Self::named).collect();
        needed.sort();
        needed.dedup();
        Ok(needed)
    }

    fn named(symbol: &str) -> Option<Self> {
        let mut parts = symbol.strip_prefix("doff_")?.split('_');
        let (set, binding) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        Some(Self { set, binding, letter: parts.next()?.chars().next()? })
    }
}

/// A binding and the words of its descriptors.
#[derive(Debug)]
struct Bound {
    needed: Needed,
    descriptors: Vec<Vec<u32>>,
    /// Its first dword in the user data or in the table of its set.
    offset: u32,
    /// Dwords from one descriptor to the next.
    stride: u32,
    is_at_top: bool,
}

impl Bound {
    fn dwords(&self) -> u32 {
        let last = self.descriptors.last().map_or(0, |words| words.len() as u32);
        (self.descriptors.len() as u32).saturating_sub(1) * self.stride + last
    }
}

/// A pipeline's resources in memory, laid out for a shader.
#[derive(Debug)]
pub struct Placed {
    memory: Memory,
    generation: Generation,
    bound: Vec<Bound>,
    /// Sets, and the dword of the user data that points to each one's table.
    sets: BTreeMap<u32, u32>,
    /// Dwords of user data.
    user_data: u32,
    /// The address of each resource of each buffer.
    places: Vec<Vec<u64>>,
    /// The address of the counter of each, of buffers that have counters.
    counters: Vec<Vec<u64>>,
    next: u64,
    /// Whether what is passed without a buffer has its descriptor.
    has_constants: bool,
    /// Constants behind the user data.
    constants: Vec<u32>,
}

impl Placed {
    /// Puts a pipeline's data into memory, and descriptors of what a shader needs where the layout has them.
    ///
    /// # Errors
    ///
    /// Something that the shader needs is not bound, or is of a kind that has no descriptor here.
    pub fn new(
        pipeline: &Pipeline,
        signature: Option<&RootSignature<'_>>,
        needed: &[Needed],
        generation: Generation,
        layout: Layout,
    ) -> Result<Self, String> {
        let mut placed = Self::with_data(pipeline, generation)?;
        let all = needed;
        for needed in all {
            if let Some(heap) = HEAPS.iter().position(|set| *set == needed.set) {
                placed.bind_heap(pipeline, *needed, heap == 1)?;
                continue;
            }
            let descriptors = placed.descriptors(pipeline, signature, *needed, all)?;
            let stride = descriptors.first().map_or(0, |words| words.len() as u32);
            placed.bound.push(Bound { needed: *needed, descriptors, offset: 0, stride, is_at_top: false });
        }
        placed.lay_out(layout);
        Ok(placed)
    }

    /// A pipeline's data in memory, and nothing that describes it.
    fn with_data(pipeline: &Pipeline, generation: Generation) -> Result<Self, String> {
        let mut placed = Self {
            memory: Memory::default(),
            generation,
            bound: Vec::new(),
            sets: BTreeMap::new(),
            user_data: 0,
            places: Vec::new(),
            counters: Vec::new(),
            next: DATA,
            has_constants: false,
            constants: Vec::new(),
        };
        for (index, buffer) in pipeline.buffers.iter().enumerate() {
            let places = buffer.data.iter().map(|bytes| placed.put(bytes)).collect::<Result<_, _>>()?;
            placed.places.push(places);
            let has_counter = only(pipeline)?
                .resources
                .iter()
                .any(|resource| resource.has_counter && resource.source == Source::Buffer(index));
            let count = if has_counter { buffer.data.len() } else { 0 };
            let counters = (0..count).map(|_| placed.put(&[0; 4])).collect::<Result<_, _>>()?;
            placed.counters.push(counters);
        }
        Ok(placed)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<u64, String> {
        let address = self.next;
        // Constant buffers are read beyond their last byte, up to a multiple of 256.
        let mut bytes = bytes.to_vec();
        bytes.resize(bytes.len().next_multiple_of(256).max(256), 0);
        self.next = (address + bytes.len() as u64).next_multiple_of(256) + 256;
        self.memory.put(address, bytes, true)?;
        Ok(address)
    }

    /// The descriptors of what is bound from where a shader needs it on, up to what it needs besides: a range of
    /// registers may be bound as one array or one by one.
    fn descriptors(
        &mut self,
        pipeline: &Pipeline,
        signature: Option<&RootSignature<'_>>,
        needed: Needed,
        all: &[Needed],
    ) -> Result<Vec<Vec<u32>>, String> {
        let (class, register) = (needed.binding / CLASS, needed.binding % CLASS);
        let is_of_another =
            |binding: u32| all.iter().any(|other| other.set == needed.set && other.binding == binding);
        let mut found = Vec::new();
        while found.is_empty() || !is_of_another(needed.binding + found.len() as u32) {
            let Some(one) = self.at(pipeline, signature, class, register + found.len() as u32, needed.set)?
            else {
                break;
            };
            found.push(one);
        }
        if found.is_empty() {
            let letter = ["t", "u", "b", "s", "the counter of u"][(class % 5) as usize];
            return Err(format!("nothing is bound to {letter}{register}, space{}", needed.set));
        }
        Ok(found)
    }

    /// Puts what is in a heap where a shader looks for it. Whatever it looks for there is in one array.
    fn bind_heap(&mut self, pipeline: &Pipeline, needed: Needed, is_samplers: bool) -> Result<(), String> {
        if self.bound.iter().any(|bound| bound.needed.set == needed.set) {
            return Ok(());
        }
        let stride = if is_samplers { 4 } else { 8 };
        let mut descriptors: Vec<Vec<u32>> = Vec::new();
        for resource in only(pipeline)?.resources.iter() {
            let BindingPlace::Heap(first) = resource.place else { continue };
            if (resource.kind == ResourceKind::Sampler) != is_samplers {
                continue;
            }
            let all = self.described(pipeline, resource.kind, resource.source)?;
            for (index, words) in (first as usize..).zip(all) {
                descriptors.resize(descriptors.len().max(index + 1), Vec::new());
                descriptors[index] = words;
            }
        }
        self.bound.push(Bound { needed, descriptors, offset: 0, stride, is_at_top: false });
        Ok(())
    }

    /// The descriptor of what is bound to a register.
    fn at(
        &mut self,
        pipeline: &Pipeline,
        signature: Option<&RootSignature<'_>>,
        class: u32,
        register: u32,
        set: u32,
    ) -> Result<Option<Vec<u32>>, String> {
        let of_class = if class == COUNTERS { 1 } else { class };
        for resource in
            only(pipeline)?.resources.iter().filter(|resource| class_of(resource.kind) == of_class)
        {
            let BindingPlace::Register { register: first, space } = resource.place else { continue };
            if space != set || register < first {
                continue;
            }
            let all = match resource.source {
                Source::Buffer(index) if class == COUNTERS => self.described_counters(index),
                source => self.described(pipeline, resource.kind, source)?,
            };
            if let Some(one) = all.into_iter().nth((register - first) as usize) {
                return Ok(Some(one));
            }
        }
        if let Some((buffer, kind)) = root_argument(pipeline, signature, class, register, set) {
            return Ok(self.described(pipeline, kind, Source::Buffer(buffer))?.into_iter().next());
        }
        // Constants that are passed without a buffer are the constant buffer that nothing is bound to.
        let Some(block) = pipeline.push_constants.first().filter(|_| class == 2 && !self.has_constants)
        else {
            return Ok(None);
        };
        self.has_constants = true;
        let address = self.put(&block.data)?;
        let bytes = block.data.len().next_multiple_of(256);
        let buffer = descriptor::Buffer::raw(address, u32::try_from(bytes).unwrap_or(u32::MAX));
        Ok(Some(buffer.words(self.generation).to_vec()))
    }

    fn described(
        &mut self,
        pipeline: &Pipeline,
        kind: ResourceKind,
        source: Source,
    ) -> Result<Vec<Vec<u32>>, String> {
        let generation = self.generation;
        match source {
            Source::Acceleration(_) => Err("acceleration structures have no descriptor here".to_owned()),
            Source::Sampler(index) => {
                let sampler = &pipeline.samplers.get(index).ok_or("no such sampler")?.sampler;
                Ok(vec![sampler::words(sampler)?])
            }
            Source::Buffer(index) => {
                let buffer = pipeline.buffers.get(index).ok_or("no such buffer")?;
                let places = self.places.get(index).cloned().unwrap_or_default();
                places.into_iter().map(|address| buffer_words(buffer, kind, address, generation)).collect()
            }
        }
    }

    fn described_counters(&self, buffer: usize) -> Vec<Vec<u32>> {
        let counters = self.counters.get(buffer).map(Vec::as_slice).unwrap_or_default();
        let words = |address: &u64| descriptor::Buffer::raw(*address, 4).words(self.generation).to_vec();
        counters.iter().map(words).collect()
    }

    /// Says where each descriptor is. Tables begin with dwords that nobody asks for, so that no offset is zero.
    fn lay_out(&mut self, layout: Layout) {
        let is_reversed = layout == Layout::TopLevel;
        let mut sets: Vec<u32> = self.bound.iter().map(|bound| bound.needed.set).collect();
        sets.sort_unstable();
        sets.dedup();
        if is_reversed {
            sets.reverse();
            self.bound.reverse();
        }
        let mut next = if is_reversed { 3 } else { 1 };
        for set in sets {
            self.sets.insert(set, next);
            next += 1;
        }
        next = next.next_multiple_of(4);
        let mut in_table: BTreeMap<u32, u32> = BTreeMap::new();
        for bound in &mut self.bound {
            let dwords = bound.dwords();
            let is_alone = bound.descriptors.len() == 1 && !HEAPS.contains(&bound.needed.set);
            bound.is_at_top = is_reversed && bound.needed.letter == 'b' && is_alone;
            if bound.is_at_top {
                bound.offset = next;
                next += dwords;
            } else {
                let end = in_table.entry(bound.needed.set).or_insert(8);
                bound.offset = *end;
                *end = (*end + dwords).next_multiple_of(8);
            }
        }
        self.user_data = next;
    }

    /// The layout as the state that `amd link` takes.
    pub fn state(&self) -> String {
        self.state_with("stages: [compute]")
    }

    /// The same for other stages, with what else is said of the pipeline.
    pub fn state_with(&self, stages: &str) -> String {
        let mut text = format!("target: {}\n{stages}\nuser_data:\n", self.generation.processor());
        let node = |bound: &Bound, indent: &str| {
            let kind = match (bound.needed.letter, bound.descriptors.first().map(Vec::len)) {
                _ if bound.needed.set == HEAPS[0] => "mutable",
                ('s', _) => "sampler",
                ('b', Some(2)) => "buffer_compact",
                ('b', _) => "buffer",
                (_, Some(4)) => "texel_buffer",
                _ => "resource",
            };
            let (set, binding) = (bound.needed.set, bound.needed.binding);
            let (offset, size, stride) = (bound.offset, bound.dwords(), bound.stride);
            format!(
                "{indent}- {{type: {kind}, set: {set}, binding: {binding}, offset: {offset}, size: {size}, stride: {stride}}}\n"
            )
        };
        for (set, pointer) in &self.sets {
            let within: Vec<&Bound> =
                self.bound.iter().filter(|bound| !bound.is_at_top && bound.needed.set == *set).collect();
            if within.is_empty() {
                continue;
            }
            let _ = writeln!(text, "  - type: table\n    offset: {pointer}\n    size: 1\n    nodes:");
            within.iter().for_each(|bound| text += &node(bound, "      "));
        }
        self.bound.iter().filter(|bound| bound.is_at_top).for_each(|bound| text += &node(bound, "  "));
        match self.constants.len() {
            0 if self.bound.is_empty() => text += "  []\n",
            0 => {}
            size => {
                let offset = self.user_data;
                let _ = writeln!(text, "  - {{type: push_const, offset: {offset}, size: {size}}}");
            }
        }
        text
    }

    /// Runs a linked shader over what is in memory. How many instructions that took.
    ///
    /// # Errors
    ///
    /// What stops an instruction, or too many of them.
    pub fn run(&mut self, shader: &Shader, groups: [u32; 3], limits: Limits) -> Result<u64, String> {
        let (user_data, tables) = self.bind(shader)?;
        let mut dispatch = Dispatch::new(shader, &mut self.memory, CODE, &user_data, tables, limits)?;
        dispatch.run(groups).map_err(|fault| fault.to_string())?;
        Ok(dispatch.steps())
    }

    /// Shades pixels of a primitive, wave by wave. What was exported by each.
    ///
    /// # Errors
    ///
    /// What stops an instruction, or too many of them; more pixels than a wave has lanes.
    pub fn shade(
        &mut self,
        shader: &Shader,
        primitive: &Primitive,
        waves: &[Vec<Pixel>],
    ) -> Result<Vec<Vec<Exported>>, String> {
        let (user_data, tables) = self.bind(shader)?;
        shader.shade(&mut self.memory, (CODE, &user_data, tables), primitive, waves)
    }

    /// Puts tables and user data into memory.
    fn bind(&mut self, shader: &Shader) -> Result<(Vec<u32>, Tables), String> {
        if shader.generation != self.generation {
            return Err("the shader is for another processor than the descriptors".to_owned());
        }
        let mut user_data = vec![0xdead_beef_u32; self.user_data as usize];
        let mut table = TABLES;
        for (set, pointer) in &self.sets {
            let mut words = Vec::new();
            for bound in self.bound.iter().filter(|bound| !bound.is_at_top && bound.needed.set == *set) {
                place(&mut words, bound);
            }
            user_data[*pointer as usize] = table as u32;
            let bytes: Vec<u8> = words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
            self.memory.put(table, bytes, false)?;
            table += (u64::from(words.len() as u32) * 4).next_multiple_of(256) + 256;
        }
        for bound in self.bound.iter().filter(|bound| bound.is_at_top) {
            place(&mut user_data, bound);
        }
        user_data.extend(&self.constants);
        let spill: Vec<u8> = user_data.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.memory.put(table, spill, false)?;
        let global = (table + user_data.len() as u64 * 4).next_multiple_of(256) + 256;
        Ok((user_data, Tables { spill: table as u32, global: global as u32 }))
    }

    /// Puts what is in memory after a run into the pipeline's buffers.
    pub fn finish(&self, pipeline: &mut Pipeline) {
        let places = self.places.iter().zip(&self.counters);
        for (buffer, (places, counters)) in pipeline.buffers.iter_mut().zip(places) {
            for (data, address) in buffer.data.iter_mut().zip(places) {
                let length = data.len();
                if let Some(bytes) = self.memory.range(*address).and_then(|bytes| bytes.get(..length)) {
                    data.copy_from_slice(bytes);
                }
            }
            let word = |address: &u64| self.memory.word(*address).unwrap_or_default();
            buffer.counters = counters.iter().map(word).collect();
        }
    }
}

/// Puts the words of a binding where its offset says.
fn place(words: &mut Vec<u32>, bound: &Bound) {
    let first = bound.offset as usize;
    words.resize(words.len().max(first + bound.dwords() as usize), 0xdead_beef);
    for (index, descriptor) in bound.descriptors.iter().enumerate() {
        let at = first + index * bound.stride as usize;
        words[at..at + descriptor.len()].copy_from_slice(descriptor);
    }
}

fn class_of(kind: ResourceKind) -> u32 {
    match kind {
        ResourceKind::RWBuffer
        | ResourceKind::RWStructuredBuffer
        | ResourceKind::RWByteAddressBuffer
        | ResourceKind::RWTexture2D => 1,
        ResourceKind::ConstantBuffer => 2,
        ResourceKind::Sampler => 3,
        _ => 0,
    }
}

/// The pass of a pipeline: one that is dispatched has no other.
pub(crate) fn only(pipeline: &Pipeline) -> Result<&Pass, String> {
    pipeline.only().ok_or_else(|| "the pipeline has several passes".to_owned())
}

/// What an argument of the root signature gives for a register.
fn root_argument(
    pipeline: &Pipeline,
    signature: Option<&RootSignature<'_>>,
    class: u32,
    register: u32,
    space: u32,
) -> Option<(usize, ResourceKind)> {
    let parameters = signature?.parameters();
    pipeline.only()?.root_arguments.iter().zip(parameters).find_map(|(argument, parameter)| {
        let (found, kind) = match (argument, &parameter.content) {
            (RootArgument::Constants(buffer), ParameterContent::Constants { register, space, .. }) => {
                ((*register, *space), (*buffer, ResourceKind::ConstantBuffer))
            }
            (
                RootArgument::Descriptor(buffer, kind),
                ParameterContent::Descriptor { register, space, .. },
            ) => ((*register, *space), (*buffer, *kind)),
            _ => return None,
        };
        (found == (register, space) && class_of(kind.1) == class).then_some(kind)
    })
}

/// The descriptor of a buffer or a texture at an address.
fn buffer_words(
    data: &BufferData,
    kind: ResourceKind,
    address: u64,
    generation: Generation,
) -> Result<Vec<u32>, String> {
    let bytes = data.data.first().map_or(0, Vec::len) as u32;
    let is_texture = matches!(kind, ResourceKind::Texture2D | ResourceKind::RWTexture2D);
    let is_typed = matches!(kind, ResourceKind::Buffer | ResourceKind::RWBuffer);
    if !is_texture && !is_typed {
        let bytes = if kind == ResourceKind::ConstantBuffer { bytes.next_multiple_of(256) } else { bytes };
        return Ok(descriptor::Buffer::raw(address, bytes).words(generation).to_vec());
    }
    let format = format(data, generation)?;
    if is_typed {
        let stride = data.format.bytes() * data.channels;
        let records = bytes.checked_div(stride).unwrap_or(0);
        return Ok(descriptor::Buffer::typed(address, stride as u16, records, format)
            .words(generation)
            .to_vec());
    }
    let size = data.texture.ok_or_else(|| format!("{} is a texture without a size", data.name))?;
    let levels = u8::try_from(size.levels.max(1)).unwrap_or(u8::MAX);
    let image = descriptor::Image {
        base: address,
        format: format.into(),
        size: [size.width, size.height, 1],
        layers: size.depth,
        levels: [0, levels - 1],
        all_levels: levels,
        kind: if size.depth > 1 { descriptor::Kind::D2Array } else { descriptor::Kind::D2 },
        selects: XYZW,
    };
    Ok(image.words(generation).to_vec())
}

/// The code of the format of a buffer's elements.
fn format(data: &BufferData, generation: Generation) -> Result<u8, String> {
    let (width, number, channels) = match data.format {
        DataFormat::Hex8 => ("8", "uint", data.channels),
        DataFormat::Hex16 | DataFormat::UInt16 => ("16", "uint", data.channels),
        DataFormat::Int16 => ("16", "sint", data.channels),
        DataFormat::Float16 => ("16", "float", data.channels),
        DataFormat::Hex32 | DataFormat::UInt32 | DataFormat::Bool => ("32", "uint", data.channels),
        DataFormat::Int32 => ("32", "sint", data.channels),
        DataFormat::Float32 | DataFormat::Depth32 => ("32", "float", data.channels),
        // Two words for each.
        DataFormat::Hex64 | DataFormat::UInt64 | DataFormat::Float64 => ("32", "uint", data.channels * 2),
        DataFormat::Int64 => ("32", "sint", data.channels * 2),
    };
    let name = vec![width; channels as usize].join("_");
    let code = Texels::of(generation).code(&name, number);
    code.ok_or_else(|| format!("no processor has the format {name} {number}"))
}
