//! A wave: its registers, and how operands are read and results written. Separate from what instructions do with them.

use crate::fault::Fault;
use crate::instruction::{EXEC, LITERAL, Source, VCC, VECTOR, m0, null};
use crate::table::{Generation, Type};

/// The most lanes.
pub(crate) const LANES: usize = 64;

/// Vector registers that a wave may have.
const VECTOR_REGISTERS: usize = 256;

/// What a wave does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Running,
    AtBarrier,
    Ended,
}

/// A primitive of which pixels are shaded.
#[derive(Debug, Clone, Default)]
pub struct Primitive {
    /// What M0 has to be where attributes are read.
    pub mask: u32,
    /// The components of each attribute: what the first vertex has, and what the second and the third have more.
    pub attributes: Vec<[[u32; 3]; 4]>,
}

/// A wave.
#[derive(Debug, Clone)]
pub struct Wave {
    pub(crate) generation: Generation,
    /// Lanes: 32 or 64.
    pub(crate) size: u32,
    /// Scalar registers, with VCC and EXEC among them.
    pub(crate) scalars: [u32; 128],
    /// Vector registers.
    pub(crate) vectors: Vec<[u32; LANES]>,
    pub(crate) scc: bool,
    /// The byte of the code that is next.
    pub(crate) pc: u64,
    /// Rounding and denormals, as `FLOAT_MODE` has them.
    pub(crate) mode: u32,
    pub(crate) state: State,
    /// Its number in the group.
    pub(crate) number: u32,
    /// What the scratch memory of its lanes holds.
    pub(crate) scratch: Vec<u8>,
    /// Bytes of scratch memory of a lane.
    pub(crate) scratch_bytes: u32,
    /// The primitive that its pixels are of.
    pub(crate) primitive: Option<Primitive>,
    /// What is still being loaded.
    pub(crate) flight: crate::flight::Flight,
}

impl Wave {
    /// A wave with all lanes active and registers that hold nothing of meaning.
    pub fn new(generation: Generation, size: u32) -> Self {
        let size = if size == 64 { 64 } else { 32 };
        let mut wave = Self {
            generation,
            size,
            scalars: [0xdead_5a5a; 128],
            vectors: vec![[0xdead_a5a5; LANES]; VECTOR_REGISTERS],
            scc: false,
            pc: 0,
            mode: 0xf0,
            state: State::Running,
            number: 0,
            scratch: Vec::new(),
            scratch_bytes: 0,
            primitive: None,
            flight: crate::flight::Flight::default(),
        };
        wave.set_pair(VCC, 0);
        wave.set_exec(u64::MAX);
        wave
    }

    /// A bit for each lane that it has.
    pub(crate) fn all(&self) -> u64 {
        if self.size == 64 { u64::MAX } else { 0xffff_ffff }
    }

    /// The byte of the code that is next.
    pub fn pc(&self) -> u64 {
        self.pc
    }

    /// Says which primitive its pixels are of.
    pub fn set_primitive(&mut self, primitive: Primitive) {
        self.primitive = Some(primitive);
    }

    /// Whether it came to its end.
    pub fn has_ended(&self) -> bool {
        self.state == State::Ended
    }

    /// Whether registers are still being loaded.
    pub fn is_loading(&self) -> bool {
        self.flight.is_loading()
    }

    /// The lanes that are active.
    pub fn exec(&self) -> u64 {
        self.pair(EXEC) & self.all()
    }

    /// Changes the lanes that are active.
    pub fn set_exec(&mut self, lanes: u64) {
        self.set_pair(EXEC, lanes & self.all());
    }

    pub(crate) fn is_active(&self, lane: usize) -> bool {
        self.exec() >> lane & 1 != 0
    }

    /// The active lanes, in order.
    pub(crate) fn lanes(&self) -> impl Iterator<Item = usize> + use<> {
        let exec = self.exec();
        (0..LANES).filter(move |lane| exec >> lane & 1 != 0)
    }

    /// A scalar register.
    pub fn scalar(&self, register: u16) -> u32 {
        if register == null(self.generation) {
            return 0;
        }
        self.scalars.get(usize::from(register)).copied().unwrap_or_default()
    }

    /// Changes a scalar register.
    pub fn set_scalar(&mut self, register: u16, value: u32) {
        if register != null(self.generation)
            && let Some(place) = self.scalars.get_mut(usize::from(register))
        {
            *place = value;
        }
    }

    pub(crate) fn pair(&self, register: u16) -> u64 {
        u64::from(self.scalar(register)) | u64::from(self.scalar(register + 1)) << 32
    }

    pub(crate) fn set_pair(&mut self, register: u16, value: u64) {
        self.set_scalar(register, value as u32);
        if register != null(self.generation) {
            self.set_scalar(register + 1, (value >> 32) as u32);
        }
    }

    pub(crate) fn m0(&self) -> u32 {
        self.scalar(m0(self.generation))
    }

    /// A bit for each lane, in one register or two.
    pub(crate) fn mask(&self, register: u16) -> u64 {
        if self.size == 64 { self.pair(register) } else { self.scalar(register).into() }
    }

    pub(crate) fn set_mask(&mut self, register: u16, lanes: u64) {
        if self.size == 64 { self.set_pair(register, lanes) } else { self.set_scalar(register, lanes as u32) }
    }

    /// A vector register of a lane.
    pub fn vector(&self, register: u16, lane: usize) -> u32 {
        self.vectors.get(usize::from(register)).map_or(0, |register| register[lane % LANES])
    }

    /// Changes it.
    pub fn set_vector(&mut self, register: u16, lane: usize, value: u32) {
        if let Some(register) = self.vectors.get_mut(usize::from(register)) {
            register[lane % LANES] = value;
        }
    }

    pub(crate) fn vector_pair(&self, register: u16, lane: usize) -> u64 {
        u64::from(self.vector(register, lane)) | u64::from(self.vector(register + 1, lane)) << 32
    }

    /// A scalar operand: a register, a constant or a literal.
    pub(crate) fn scalar_source(&self, source: Source, of: Type, signed: bool) -> Result<u64, Fault> {
        let code = source.code;
        Ok(match code {
            0..=127 if of == Type::Mask => self.mask(code),
            0..=127 if of.registers() > 1 => self.pair(code),
            0..=127 => self.scalar(code).into(),
            128..=192 => u64::from(code - 128),
            193..=208 => (i64::from(192 - i32::from(code))) as u64,
            240..=248 => float_constant(usize::from(code - 240), of),
            251 => u64::from(self.mask(VCC) & self.all() == 0),
            252 => u64::from(self.exec() == 0),
            253 => u64::from(self.scc),
            LITERAL => match of {
                Type::Float(64) => u64::from(source.literal) << 32,
                Type::Bits(64) if signed => source.literal as i32 as u64,
                _ => source.literal.into(),
            },
            // Apertures of flat addresses: both begin where no memory is.
            235 => 0x1_0000_0000_0000 >> 16,
            237 => 0x2_0000_0000_0000 >> 16,
            _ => {
                let what = format!("operand {code} has no value here");
                return Err(Fault { offset: self.pc, what });
            }
        })
    }

    /// An operand of a lane, without modifiers.
    pub(crate) fn source(&self, source: Source, of: Type, lane: usize, signed: bool) -> Result<u64, Fault> {
        let bits = match source.vector() {
            Some(register) if of.registers() > 1 => self.vector_pair(register, lane),
            Some(register) => self.vector(register, lane).into(),
            None => self.scalar_source(source, of, signed)?,
        };
        Ok(match of {
            _ if of.is_half() => (if source.high { bits >> 16 } else { bits }) & 0xffff,
            _ if of.registers() > 1 => bits,
            _ => bits & 0xffff_ffff,
        })
    }

    /// Writes the result of a lane.
    pub(crate) fn set_result(&mut self, code: u16, of: Type, high: bool, lane: usize, value: u64) {
        let Some(register) = code.checked_sub(VECTOR) else { return };
        if of.registers() > 1 {
            self.set_vector(register, lane, value as u32);
            self.set_vector(register + 1, lane, (value >> 32) as u32);
        } else if of.is_half() {
            // The other half stays.
            let old = self.vector(register, lane);
            let half = value as u32 & 0xffff;
            let new = if high { old & 0xffff | half << 16 } else { old & 0xffff_0000 | half };
            self.set_vector(register, lane, new);
        } else {
            self.set_vector(register, lane, value as u32);
        }
    }
}

/// ½, 1, 2, 4 with both signs, and 1/2π.
fn float_constant(index: usize, of: Type) -> u64 {
    const HALVES: [u16; 9] = [0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118];
    const SINGLES: [f32; 9] = [0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0, 0.159_154_94];
    const DOUBLES: [f64; 9] = [0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0, 0.159_154_943_091_895_32];
    match of {
        Type::Float(64) | Type::Bits(64) => DOUBLES[index].to_bits(),
        Type::Float(16) | Type::Bits(16) | Type::Halves { float: true } => HALVES[index].into(),
        _ => SINGLES[index].to_bits().into(),
    }
}
