//! Glue code in the interpreter of machine code (`rdna`): registers that tell where a value came from, a table of
//! vertex buffers, and what linked shaders ask of glue code beyond what hardware does. Separate because prologues and
//! epilogues are run by it.

use std::sync::LazyLock;

use amdgpu_link::Encoding;
use amdgpu_link::state::DataFormat;
use rdna::instruction::{Buffer, Fields};
use rdna::{Generation, Instruction, Memory, Surroundings, Wave, decode, descriptor, step, text};

/// High half of the address of code and tables.
const HIGH: u64 = 0x1234 << 32;
const CODE: u64 = HIGH | 0x9abc_d000;
/// Low half of the address of the table of vertex buffers.
pub(crate) const TABLE: u32 = 0x5020_0000;
/// Scalar registers that shaders number.
const SGPRS: u16 = 102;
const LANES: usize = 64;

/// Where a vertex buffer is: they are further apart than indices and strides reach.
fn base(binding: u32) -> u64 {
    u64::from(binding + 1) << 41
}

/// A byte of a vertex buffer.
pub(crate) fn byte(binding: u32, address: u64) -> u8 {
    byte_at(base(binding) + address)
}

fn byte_at(address: u64) -> u8 {
    ((address + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 37) as u8
}

/// An export of a lane: its target, sources (`None` is off), flags.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Exported {
    pub(crate) target: String,
    pub(crate) sources: [Option<u32>; 4],
    pub(crate) done: bool,
    pub(crate) compressed: bool,
    pub(crate) valid: bool,
}

/// A wave whose lanes have the same in their registers, unless told otherwise.
pub(crate) struct Machine {
    pub(crate) wave: Wave,
    generation: Generation,
    encoding: Encoding,
    wave_size: u32,
    memory: Memory,
    exports: Vec<rdna::Exported>,
    targets: Vec<String>,
    /// Active lanes at the first vector instruction.
    pub(crate) exec_at_first: Option<u64>,
    pub(crate) highest_sgpr: u32,
    pub(crate) highest_vgpr: u32,
    pub(crate) loads: u32,
}

impl Machine {
    /// A wave with one active lane, which is enough where no lane sees another one.
    pub(crate) fn new(encoding: Encoding) -> Self {
        Self::of_size(encoding, 32)
    }

    pub(crate) fn of_size(encoding: Encoding, wave_size: u32) -> Self {
        let generation = if encoding == Encoding::Gfx11 { Generation::Gfx11 } else { Generation::Gfx10 };
        Self {
            wave: marked(generation, wave_size),
            generation,
            encoding,
            wave_size,
            memory: Memory::default(),
            exports: Vec::new(),
            targets: Vec::new(),
            exec_at_first: None,
            highest_sgpr: 0,
            highest_vgpr: 0,
            loads: 0,
        }
    }

    /// Puts vertex buffers with their strides into the table.
    pub(crate) fn bind(&mut self, buffers: impl Iterator<Item = (u32, u32)> + Clone) {
        let count = buffers.clone().map(|(binding, _)| binding + 1).max().unwrap_or_default();
        let mut table = vec![0; 16 * count as usize];
        for (binding, stride) in buffers {
            // Indices are not limited: what they are is the test's business.
            let buffer = descriptor::Buffer {
                bounds: descriptor::Bounds::Empty,
                ..descriptor::Buffer::structured(base(binding), u16::try_from(stride).unwrap(), u32::MAX)
            };
            let bytes: Vec<u8> =
                buffer.words(self.generation).iter().flat_map(|word| word.to_le_bytes()).collect();
            table[16 * binding as usize..][..16].copy_from_slice(&bytes);
        }
        self.memory.put(HIGH | u64::from(TABLE), table, false).unwrap();
        self.memory.compute(base(0)..base(count), byte_at);
    }

    pub(crate) fn sgprs(&self) -> Vec<u32> {
        (0..SGPRS).map(|register| self.wave.scalar(register)).collect()
    }

    pub(crate) fn set_sgpr(&mut self, register: u32, value: u32) {
        self.wave.set_scalar(register as u16, value);
    }

    /// The registers of the first lane.
    pub(crate) fn vgprs(&self) -> Vec<u32> {
        self.vgprs_of(0)
    }

    pub(crate) fn vgprs_of(&self, lane: usize) -> Vec<u32> {
        (0..256).map(|register| self.wave.vector(register, lane)).collect()
    }

    /// Changes a register of all lanes.
    pub(crate) fn set_vgpr(&mut self, register: u32, value: u32) {
        (0..LANES).for_each(|lane| self.wave.set_vector(register as u16, lane, value));
    }

    /// Runs `code` to its end, through which it may fall.
    pub(crate) fn run(&mut self, code: &[u32]) {
        let mut at = 0;
        while at < code.len() {
            assert!(!self.wave.has_ended(), "code after s_endpgm");
            let instruction = decode(self.generation, code, at).unwrap_or_else(|fault| panic!("{fault}"));
            let text = text(&instruction, self.generation, self.wave_size);
            self.look(&instruction, &text);
            let mut around = Surroundings {
                memory: &mut self.memory,
                lds: &mut Vec::new(),
                code: CODE,
                exports: &mut self.exports,
            };
            step(&mut self.wave, &mut around, &instruction).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            at = self.wave.pc() as usize / 4;
        }
        assert!(!self.wave.is_loading(), "loads in flight at the end");
    }

    /// What a lane exported.
    pub(crate) fn exports(&self, lane: usize) -> Vec<Exported> {
        let exported = |(exported, target): (&rdna::Exported, &String)| {
            let (fields, values) = (&exported.fields, exported.values[lane]);
            let source = |at: usize| {
                let value = values[if fields.compressed { at / 2 } else { at }];
                (fields.mask >> at & 1 != 0).then_some(value)
            };
            Exported {
                target: target.clone(),
                sources: [0, 1, 2, 3].map(source),
                done: fields.done,
                compressed: fields.compressed,
                valid: fields.valid,
            }
        };
        self.exports.iter().zip(&self.targets).map(exported).collect()
    }

    /// Notes what an instruction is about to do.
    fn look(&mut self, instruction: &Instruction, text: &str) {
        for (letter, last) in text.split([' ', ',']).filter_map(last_register) {
            let highest = if letter == 's' { &mut self.highest_sgpr } else { &mut self.highest_vgpr };
            *highest = last.max(*highest);
        }
        match &instruction.fields {
            Fields::Vector(_) => {}
            Fields::Buffer(fields) => self.look_at_fetch(fields),
            Fields::Export(_) => self.targets.push(text.split(' ').nth(1).unwrap().to_owned()),
            _ => return,
        }
        self.exec_at_first.get_or_insert(self.wave.exec());
    }

    /// Vertex buffers may begin at any byte, and nothing is to be read past an element's stride.
    fn look_at_fetch(&mut self, fields: &Buffer) {
        self.loads += 1;
        let (data, _) = DataFormat::of_buffer_code(fields.format, self.encoding).unwrap();
        let stride = self.wave.scalar(fields.descriptor + 1) >> 16 & 0x3fff;
        let given = if fields.offen { self.wave.vector(fields.address + 1, 0) } else { 0 };
        let offset = fields.offset + given;
        assert!(stride == 0 || offset < stride, "the load lies past the element: {offset} of {stride}");
        let is_packed = data.bits() % 8 != 0;
        if data.channels() > 1 && !is_packed {
            assert!(data.bits() == 32, "{data} comes wrong where the buffer is not aligned");
            let aligned = [offset, stride].iter().all(|bytes| bytes.is_multiple_of(data.bytes()));
            assert!(aligned, "{data} at {offset}, {stride}");
        }
    }
}

/// A wave whose registers tell their numbers. They are copied: tests start many.
fn marked(generation: Generation, wave_size: u32) -> Wave {
    static WAVES: LazyLock<Vec<((Generation, u32), Wave)>> = LazyLock::new(|| {
        let kinds = Generation::ALL.into_iter().flat_map(|generation| [(generation, 32), (generation, 64)]);
        let marked = |(generation, wave_size)| {
            let mut wave = Wave::new(generation, wave_size);
            wave.set_exec(1);
            (0..SGPRS).for_each(|n| wave.set_scalar(n, 0x5000_0000 + u32::from(n) * 0x10_0001));
            for (register, lane) in (0..256_u16).flat_map(|n| (0..LANES).map(move |lane| (n, lane))) {
                wave.set_vector(register, lane, 0xa5a5_0000 ^ (u32::from(register) * 0x0101_0101));
            }
            ((generation, wave_size), wave)
        };
        kinds.map(marked).collect()
    });
    WAVES.iter().find(|(kind, _)| *kind == (generation, wave_size)).unwrap().1.clone()
}

/// `v[4:7]` as ('v', 7), `s4` as ('s', 4).
fn last_register(operand: &str) -> Option<(char, u32)> {
    let letter = operand.chars().next().filter(|letter| "sv".contains(*letter))?;
    let numbers = operand[1..].trim_start_matches('[').trim_end_matches(']').trim_end_matches(".l");
    let last = numbers.rsplit(':').next()?;
    Some((letter, last.parse().ok()?))
}
