//! Groups of waves: what is in their registers when they start, turns that waves take, barriers.

use std::rc::Rc;

use crate::decode;
use crate::descriptor::{Bounds, Buffer};
use crate::execute::{Exported, Surroundings, step};
use crate::fault::Fault;
use crate::instruction::Instruction;
use crate::memory::Memory;
use crate::shader::{Shader, Tables};
use crate::wave::{State, Wave};

/// What a dispatch may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Instructions of all waves.
    pub steps: u64,
    /// Groups.
    pub groups: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 200_000_000, groups: 1 << 20 }
    }
}

/// Instructions that a wave executes before another one has its turn.
const TURN: u32 = 256;

/// Where the driver's table is, in which gfx10 finds the descriptor of scratch memory.
const SCRATCH_DESCRIPTOR: u64 = 0x10;

/// A shader in memory, ready to run.
pub struct Dispatch<'m> {
    shader: &'m Shader,
    memory: &'m mut Memory,
    code: Vec<u32>,
    address: u64,
    decoded: Vec<Option<Rc<Instruction>>>,
    user_data: Vec<u32>,
    tables: Tables,
    steps: u64,
    limits: Limits,
}

impl<'m> Dispatch<'m> {
    /// Puts a shader's code at an address of memory.
    ///
    /// # Errors
    ///
    /// As [`Shader::place`].
    pub fn new(
        shader: &'m Shader,
        memory: &'m mut Memory,
        address: u64,
        user_data: &[u32],
        tables: Tables,
        limits: Limits,
    ) -> Result<Self, String> {
        let code = shader.place(memory, address)?;
        let decoded = vec![None; code.len()];
        Ok(Self {
            shader,
            memory,
            code,
            address,
            decoded,
            user_data: user_data.to_vec(),
            tables,
            steps: 0,
            limits,
        })
    }

    /// How many instructions were executed.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Runs groups, one after the other.
    ///
    /// # Errors
    ///
    /// What stops an instruction, or too many of them.
    pub fn run(&mut self, groups: [u32; 3]) -> Result<(), Fault> {
        let count = groups.iter().fold(1_u64, |all, groups| all.saturating_mul((*groups).into()));
        if count > self.limits.groups {
            return Err(Fault {
                offset: 0,
                what: format!("{count} groups are more than {}", self.limits.groups),
            });
        }
        for z in 0..groups[2] {
            for y in 0..groups[1] {
                for x in 0..groups[0] {
                    self.group([x, y, z])?;
                }
            }
        }
        Ok(())
    }

    fn group(&mut self, number: [u32; 3]) -> Result<(), Fault> {
        let threads = self.shader.threads.iter().product::<u32>();
        let count = threads.div_ceil(self.shader.wave_size);
        let mut waves: Vec<Wave> = (0..count).map(|wave| self.wave(number, wave, threads)).collect();
        if !self.shader.generation.is_gfx11() && self.shader.scratch > 0 {
            self.scratch(&mut waves)?;
        }
        let mut lds = vec![0xcc; self.shader.lds as usize];
        let mut exports = Vec::new();
        loop {
            for wave in &mut waves {
                self.turn(wave, &mut lds, &mut exports)?;
            }
            if waves.iter().all(|wave| wave.state == State::Ended) {
                return Ok(());
            }
            // A barrier is passed when all that have not ended are there.
            if waves.iter().all(|wave| wave.state != State::Running) {
                for wave in waves.iter_mut().filter(|wave| wave.state == State::AtBarrier) {
                    wave.state = State::Running;
                }
            }
        }
    }

    fn turn(&mut self, wave: &mut Wave, lds: &mut Vec<u8>, exports: &mut Vec<Exported>) -> Result<(), Fault> {
        for _ in 0..TURN {
            if wave.state != State::Running {
                return Ok(());
            }
            self.steps += 1;
            if self.steps > self.limits.steps {
                return Err(Fault {
                    offset: wave.pc,
                    what: format!("more than {} instructions", self.limits.steps),
                });
            }
            let instruction = self.instruction(wave.pc)?;
            let mut around = Surroundings { memory: self.memory, lds, code: self.address, exports };
            step(wave, &mut around, &instruction)?;
        }
        Ok(())
    }

    fn instruction(&mut self, pc: u64) -> Result<Rc<Instruction>, Fault> {
        let index = usize::try_from(pc / 4).ok().filter(|index| *index < self.code.len());
        let Some(index) = index else {
            return Err(Fault { offset: pc, what: "no code is there".to_owned() });
        };
        if let Some(known) = &self.decoded[index] {
            return Ok(Rc::clone(known));
        }
        let instruction = Rc::new(decode(self.shader.generation, &self.code, index)?);
        self.decoded[index] = Some(Rc::clone(&instruction));
        Ok(instruction)
    }

    /// A wave of a group as it starts.
    fn wave(&self, group: [u32; 3], number: u32, threads: u32) -> Wave {
        let shader = self.shader;
        let mut wave = Wave::new(shader.generation, shader.wave_size);
        (wave.pc, wave.number, wave.mode) = (shader.entry, number, shader.float_mode);
        let first = number * shader.wave_size;
        let lanes = threads.saturating_sub(first).min(shader.wave_size);
        wave.set_exec(if lanes == 64 { u64::MAX } else { (1 << lanes) - 1 });
        let mut next = 0;
        let mut put = |wave: &mut Wave, value: u32| {
            wave.set_scalar(next, value);
            next += 1;
        };
        for held in &shader.user_data {
            put(&mut wave, Shader::user_register(*held, &self.user_data, self.tables));
        }
        for (is_there, number) in shader.group_numbers.iter().zip(group) {
            if *is_there {
                put(&mut wave, number);
            }
        }
        if shader.has_group_size {
            put(&mut wave, threads.div_ceil(shader.wave_size));
        }
        if shader.has_scratch {
            put(&mut wave, 0);
        }
        let [x, y, _] = shader.threads;
        for lane in 0..lanes {
            let thread = first + lane;
            let numbers = [thread % x, thread / x % y, thread / x / y];
            if shader.generation.is_gfx11() {
                wave.set_vector(0, lane as usize, numbers[0] | numbers[1] << 10 | numbers[2] << 20);
            } else {
                for (register, number) in (0..=shader.thread_numbers.min(2) as u16).zip(numbers) {
                    wave.set_vector(register, lane as usize, number);
                }
            }
        }
        if shader.generation.is_gfx11() {
            wave.scratch_bytes = shader.scratch;
            wave.scratch = vec![0xcc; (shader.scratch * shader.wave_size) as usize];
        }
        wave
    }

    /// Scratch memory of gfx10: a buffer whose words lie lane by lane, which the driver's table names.
    fn scratch(&mut self, waves: &mut [Wave]) -> Result<(), Fault> {
        let high = self.address >> 32 << 32;
        let (table, base) = (high | u64::from(self.tables.global), high | 0x4000_0000);
        let size = self.shader.scratch.next_multiple_of(4);
        let of_wave = u64::from(size) * u64::from(self.shader.wave_size);
        let bytes = of_wave * waves.len() as u64;
        let buffer = Buffer {
            stride: size.min(0x3fff) as u16,
            bounds: Bounds::Empty,
            swizzle: Some(self.shader.wave_size),
            adds_lane: true,
            ..Buffer::raw(base, u32::try_from(bytes).unwrap_or(u32::MAX))
        };
        let put = |what: String| Fault { offset: 0, what };
        if self.memory.range(base).is_none() {
            self.memory.put(base, vec![0xcc; bytes as usize], true).map_err(put)?;
            let words = buffer.words(self.shader.generation);
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            self.memory.put(table + SCRATCH_DESCRIPTOR, bytes, false).map_err(put)?;
        }
        if self.shader.has_scratch {
            let register = self.shader.user_data.len()
                + self.shader.group_numbers.iter().filter(|is_there| **is_there).count()
                + usize::from(self.shader.has_group_size);
            for wave in waves {
                wave.set_scalar(register as u16, wave.number * of_wave as u32);
            }
        }
        Ok(())
    }
}
