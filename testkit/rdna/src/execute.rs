//! What instructions do to a wave and to memory. `execute/` has a file for what each encoding does.

mod buffer;
mod flat;
mod image;
mod interpolation;
mod lds;
mod scalar;
mod special;
mod vector;

use crate::fault::{Fault, Result};
use crate::flight::Counter;
use crate::format::Texels;
use crate::instruction::{Export, Fields, Instruction, Source, VECTOR};
use crate::memory::Memory;
use crate::table::Row;
use crate::wave::{LANES, State, Wave};

/// An export, with what its registers held for each lane.
#[derive(Debug, Clone)]
pub struct Exported {
    /// The instruction.
    pub fields: Export,
    /// The lanes that exported.
    pub lanes: u64,
    /// The four registers of each lane, those of the first one first. Those that are off are zero.
    pub values: Vec<[u32; 4]>,
}

/// What an instruction sees besides its wave.
pub struct Surroundings<'m> {
    /// Memory.
    pub memory: &'m mut Memory,
    /// Memory of the group.
    pub lds: &'m mut Vec<u8>,
    /// The address of the code.
    pub code: u64,
    /// What was exported.
    pub exports: &'m mut Vec<Exported>,
}

/// An instruction on its way: its row, its place for errors.
pub(crate) struct Step<'s, 'm> {
    pub(crate) wave: &'s mut Wave,
    pub(crate) around: &'s mut Surroundings<'m>,
    pub(crate) row: &'static Row,
    pub(crate) offset: u64,
    pub(crate) texels: Texels,
}

/// Executes an instruction, after which the wave is at the next one.
///
/// # Errors
///
/// What has no meaning, what is not executed here, memory that is not there, registers that are still being loaded.
pub fn step(wave: &mut Wave, around: &mut Surroundings<'_>, instruction: &Instruction) -> Result<()> {
    wave.pc = instruction.offset + u64::from(instruction.words) * 4;
    let texels = Texels::of(wave.generation);
    let mut step = Step { wave, around, row: instruction.row, offset: instruction.offset, texels };
    match &instruction.fields {
        Fields::Scalar { destination, sources } => step.scalar(*destination, sources),
        Fields::Immediate { destination, value, literal } => step.immediate(*destination, *value, *literal),
        Fields::ScalarMemory(fields) => step.scalar_memory(fields),
        Fields::Vector(fields) => step.vector(fields),
        Fields::Dual(dual) => step.dual(&dual.0, dual.1, &dual.2),
        Fields::Lds(fields) => step.lds(fields),
        Fields::Flat(fields) => step.flat(fields),
        Fields::Buffer(fields) => step.buffer(fields),
        Fields::Image(fields) => step.image(fields),
        Fields::Export(fields) => step.export(fields),
        Fields::Interpolation(fields) => step.interpolation(fields),
    }
}

impl Step<'_, '_> {
    pub(crate) fn fault<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(self.error(what))
    }

    /// What is wrong, with the place and the name of the instruction.
    pub(crate) fn error(&self, what: impl Into<String>) -> Fault {
        Fault { offset: self.offset, what: format!("{}: {}", self.row.mnemonic, what.into()) }
    }

    pub(crate) fn unsupported<T>(&self) -> Result<T> {
        self.fault("this is not executed")
    }

    /// Registers that are read or written must not be in flight.
    pub(crate) fn touch(&self, first: u16, count: u16) -> Result<()> {
        self.untouched(self.wave.flight.touched(first, count))
    }

    /// The same for registers that are to be loaded.
    pub(crate) fn touch_loaded(&self, counter: Counter, first: u16, count: u16) -> Result<()> {
        self.untouched(self.wave.flight.touched_by_load(counter, first, count))?;
        self.unexported(first, count)
    }

    fn untouched(&self, register: Option<u16>) -> Result<()> {
        let Some(register) = register else { return Ok(()) };
        let name = match register.checked_sub(VECTOR) {
            Some(vector) => format!("v{vector}"),
            None => format!("s{register}"),
        };
        self.fault(format!("{name} is still being loaded"))
    }

    /// Registers that are written must not be in flight, and no export may still have to read them.
    pub(crate) fn touch_written(&self, first: u16, count: u16) -> Result<()> {
        self.touch(first, count)?;
        self.unexported(first, count)
    }

    fn unexported(&self, first: u16, count: u16) -> Result<()> {
        match self.wave.flight.exported(first, count) {
            Some(register) => self.fault(format!("v{} is still being exported", register - VECTOR)),
            None => Ok(()),
        }
    }

    pub(crate) fn touch_source(&self, source: Source, count: u16) -> Result<()> {
        if source.code < 128 || source.code >= VECTOR {
            self.touch(source.code, count.max(1))
        } else {
            Ok(())
        }
    }

    /// Registers that a load will have written.
    pub(crate) fn load(&mut self, counter: Counter, first: u16, count: u16) {
        self.wave.flight.start(counter, first, count);
    }

    fn export(&mut self, fields: &Export) -> Result<()> {
        let count = if fields.compressed { 2 } else { 4 };
        let mut values = vec![[0; 4]; LANES];
        for (index, register) in fields.sources.into_iter().enumerate().take(count) {
            let bits = if fields.compressed { 3 << (2 * index) } else { 1 << index };
            if fields.mask & bits != 0 {
                self.touch(VECTOR + register, 1)?;
                self.wave.flight.export(VECTOR + register);
                for (lane, values) in values.iter_mut().enumerate() {
                    values[index] = self.wave.vector(register, lane);
                }
            }
        }
        let lanes = self.wave.exec();
        self.around.exports.push(Exported { fields: *fields, lanes, values });
        Ok(())
    }

    pub(crate) fn end(&mut self) {
        self.wave.state = State::Ended;
    }
}
