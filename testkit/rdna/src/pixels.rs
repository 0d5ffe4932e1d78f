//! Waves of pixel shaders: what the rasterizer puts into their registers, and what they export. One wave is of one
//! primitive here, whatever hardware packs together.

use crate::decode;
use crate::execute::{Exported, Surroundings, step};
use crate::memory::Memory;
use crate::shader::{Shader, Tables};
use crate::wave::{Primitive, Wave};

/// A pixel of a quad; quads are four pixels that follow each other, row by row.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pixel {
    /// What share the second and the third vertex have of its centre, with perspective.
    pub perspective: [f32; 2],
    /// The same as on the screen.
    pub linear: [f32; 2],
    /// Where its centre is: x, y, depth, the fourth coordinate.
    pub position: [f32; 4],
    /// Whether the front of the primitive is seen.
    pub is_front: bool,
    /// Samples that are covered; none of a pixel that only completes its quad.
    pub coverage: u32,
}

/// The registers that each input takes, by its bit in `SPI_PS_INPUT_ADDR`.
const REGISTERS: [u16; 16] = [2, 2, 2, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1];

/// Instructions that a wave may take.
const STEPS: u64 = 1_000_000;

impl Pixel {
    /// The registers of an input.
    fn input(&self, bit: usize) -> [u32; 3] {
        let pair = |places: [f32; 2]| [places[0].to_bits(), places[1].to_bits(), 0];
        match bit {
            0..=2 => pair(self.perspective),
            4..=6 => pair(self.linear),
            8..=11 => [self.position[bit - 8].to_bits(), 0, 0],
            12 => [if self.is_front { u32::MAX } else { 0 }, 0, 0],
            14 => [self.coverage, 0, 0],
            15 => [(self.position[0] as u32) | (self.position[1] as u32) << 16, 0, 0],
            _ => [0xdead_0000; 3],
        }
    }
}

impl Shader {
    /// Shades pixels of a primitive, wave by wave. What each exported.
    ///
    /// # Errors
    ///
    /// What stops an instruction, or too many of them; more pixels than lanes.
    pub fn shade(
        &self,
        memory: &mut Memory,
        (address, user_data, tables): (u64, &[u32], Tables),
        primitive: &Primitive,
        waves: &[Vec<Pixel>],
    ) -> Result<Vec<Vec<Exported>>, String> {
        let code = self.place(memory, address)?;
        let shade = |pixels: &Vec<Pixel>| {
            self.shade_wave(memory, &code, (address, user_data, tables), primitive, pixels)
        };
        waves.iter().map(shade).collect()
    }

    fn shade_wave(
        &self,
        memory: &mut Memory,
        code: &[u32],
        (address, user_data, tables): (u64, &[u32], Tables),
        primitive: &Primitive,
        pixels: &[Pixel],
    ) -> Result<Vec<Exported>, String> {
        if pixels.len() > self.wave_size as usize {
            return Err(format!("{} pixels are more than a wave has lanes", pixels.len()));
        }
        let mut wave = self.pixel_wave(user_data, tables, primitive, pixels);
        let mut exports = Vec::new();
        for _ in 0..STEPS {
            if wave.has_ended() {
                return Ok(exports);
            }
            let index = usize::try_from(wave.pc() / 4).unwrap_or(usize::MAX);
            let instruction = decode(self.generation, code, index).map_err(|fault| fault.to_string())?;
            let mut around =
                Surroundings { memory, lds: &mut Vec::new(), code: address, exports: &mut exports };
            step(&mut wave, &mut around, &instruction).map_err(|fault| fault.to_string())?;
        }
        Err(format!("more than {STEPS} instructions"))
    }

    /// A wave as it starts: lanes that only complete quads are not active.
    fn pixel_wave(&self, user_data: &[u32], tables: Tables, primitive: &Primitive, pixels: &[Pixel]) -> Wave {
        let mut wave = Wave::new(self.generation, self.wave_size);
        (wave.pc, wave.mode) = (self.entry, self.float_mode);
        let covered =
            |lanes: u64, (lane, pixel): (usize, &Pixel)| lanes | u64::from(pixel.coverage != 0) << lane;
        wave.set_exec(pixels.iter().enumerate().fold(0, covered));
        let registers = self.user_data.iter().map(|held| Self::user_register(*held, user_data, tables));
        for (register, value) in (0..).zip(registers.chain([primitive.mask])) {
            wave.set_scalar(register, value);
        }
        let mut register = 0;
        for (bit, count) in
            REGISTERS.into_iter().enumerate().filter(|(bit, _)| self.pixel_inputs >> bit & 1 != 0)
        {
            for (lane, pixel) in pixels.iter().enumerate() {
                for (within, word) in (0..count).zip(pixel.input(bit)) {
                    wave.set_vector(register + within, lane, word);
                }
            }
            register += count;
        }
        wave.set_primitive(primitive.clone());
        wave
    }
}
