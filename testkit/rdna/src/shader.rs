//! A compute shader or a pixel shader of a linked pipeline: its code, what has to be in registers when it starts,
//! what it needs. Separate because ELF files and their metadata of both versions are read here and nowhere else.

use amdgpu_link::Encoding as Target;
use amdgpu_link::elf::Elf;
use amdgpu_link::metadata::{Metadata, Tree, Value};

use crate::memory::Memory;
use crate::table::Generation;

/// Registers of version 2 of the metadata.
mod register {
    pub(super) const DISPATCH_INITIATOR: u32 = 0x2e00;
    pub(super) const NUM_THREAD_X: u32 = 0x2e07;
    pub(super) const PGM_RSRC1: u32 = 0x2e12;
    pub(super) const PGM_RSRC2: u32 = 0x2e13;
    pub(super) const USER_DATA_0: u32 = 0x2e40;
    pub(super) const PS_PGM_RSRC1: u32 = 0x2c0a;
    pub(super) const PS_PGM_RSRC2: u32 = 0x2c0b;
    pub(super) const PS_USER_DATA_0: u32 = 0x2c0c;
    pub(super) const SPI_PS_INPUT_ADDR: u32 = 0xa1b4;
    pub(super) const SPI_PS_IN_CONTROL: u32 = 0xa1b6;
}

/// Granules of memory of the group, in bytes.
const LDS_GRANULE: u32 = 512;

/// Low halves of the addresses of tables outside of the user data.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tables {
    /// The driver's table.
    pub global: u32,
    /// The spill table of user data.
    pub spill: u32,
}

/// A compute shader or a pixel shader.
#[derive(Debug, Clone)]
pub struct Shader {
    /// The generation that it is for.
    pub generation: Generation,
    /// The code.
    pub code: Vec<u8>,
    /// The byte of the code at which it starts.
    pub entry: u64,
    /// What each user register holds: a dword of the user data, or what [`mark`] has; none for what nobody reads.
    pub user_data: Vec<Option<u32>>,
    /// Which numbers of the group come behind them.
    pub group_numbers: [bool; 3],
    /// Whether the group's size comes behind those.
    pub has_group_size: bool,
    /// Whether the offset of scratch memory comes last.
    pub has_scratch: bool,
    /// Lanes of a wave.
    pub wave_size: u32,
    /// Threads of a group along x, y and z.
    pub threads: [u32; 3],
    /// Bytes of memory of the group.
    pub lds: u32,
    /// Bytes of scratch memory of a lane.
    pub scratch: u32,
    /// How many of the numbers of a thread are in registers: 0 for x alone.
    pub thread_numbers: u32,
    /// Rounding and denormals.
    pub float_mode: u32,
    /// Which of the inputs of a pixel shader are in vector registers, a bit each.
    pub pixel_inputs: u32,
    /// Other sections that the code reads, and what is to be changed for where they lie.
    sections: Vec<Section>,
    relocations: Vec<Relocation>,
}

#[derive(Debug, Clone)]
struct Section {
    index: usize,
    bytes: Vec<u8>,
}

#[derive(Debug, Clone, Copy)]
struct Relocation {
    offset: u64,
    kind: u32,
    section: usize,
    value: u64,
    addend: Option<i64>,
}

/// What registers hold that is no dword of the user data.
pub mod mark {
    /// The address of the driver's own table.
    pub const GLOBAL_TABLE: u32 = 0x1000_0000;
    /// The address of the user data in memory.
    pub const SPILL_TABLE: u32 = 0x1000_0002;
}

impl Shader {
    /// Reads the compute shader of a linked pipeline.
    ///
    /// # Errors
    ///
    /// What is no pipeline of a compute shader of gfx10.3 or gfx11, or not linked.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        Self::read_stage(bytes, ".cs", "_amdgpu_cs_main", |shader, pipeline, version| match version {
            2 => shader.registers(pipeline),
            _ => shader.fields(pipeline),
        })
    }

    /// Reads the pixel shader of a linked pipeline.
    ///
    /// # Errors
    ///
    /// What is no pipeline with a pixel shader of gfx10.3, or not linked.
    pub fn read_pixel(bytes: &[u8]) -> Result<Self, String> {
        Self::read_stage(bytes, ".ps", "_amdgpu_ps_main", |shader, pipeline, version| match version {
            2 => shader.pixel_registers(pipeline),
            _ => Err("pixel shaders are read with registers by number".to_owned()),
        })
    }

    fn read_stage(
        bytes: &[u8],
        stage: &str,
        symbol: &str,
        read: impl FnOnce(&mut Self, &Value<'_>, u64) -> Result<(), String>,
    ) -> Result<Self, String> {
        let elf = Elf::parse(bytes).map_err(|error| error.to_string())?;
        let target = elf.target().map_err(|error| error.to_string())?;
        let generation = match target.encoding() {
            Some(Target::Gfx10) => Generation::Gfx10,
            Some(Target::Gfx11) => Generation::Gfx11,
            None => return Err("it is for no processor of gfx10.3 or gfx11".to_owned()),
        };
        let metadata = Metadata::of(&elf).map_err(|error| error.to_string())?;
        let pipeline = metadata.pipeline().map_err(|error| error.to_string())?;
        let (text, section) = elf.section_named(".text").ok_or("no .text")?;
        let name = pipeline.get(".hardware_stages").and_then(|stages| stages.get(stage));
        let name = name.and_then(|stage| stage.get(".entry_point_symbol").or(stage.get(".entry_point")));
        let name = name.and_then(Tree::text).unwrap_or(symbol);
        let entry =
            elf.symbols.iter().find(|symbol| symbol.name == name && usize::from(symbol.section) == text);
        let entry = entry.ok_or_else(|| format!("no symbol {name} in .text"))?.value;
        let mut shader = Self {
            generation,
            code: section.data.to_vec(),
            entry,
            user_data: Vec::new(),
            group_numbers: [false; 3],
            has_group_size: false,
            has_scratch: false,
            wave_size: 64,
            threads: [1; 3],
            lds: 0,
            scratch: 0,
            thread_numbers: 0,
            float_mode: 0xc0,
            pixel_inputs: 0,
            sections: Vec::new(),
            relocations: Vec::new(),
        };
        let version = metadata.version().map_err(|error| error.to_string())?;
        read(&mut shader, pipeline, version.major().into())?;
        shader.relocated(&elf, text)?;
        Ok(shader)
    }

    /// Version 2: registers by their numbers.
    fn registers(&mut self, pipeline: &Value<'_>) -> Result<(), String> {
        let registers = pipeline.get(".registers").ok_or("no .registers in the metadata")?;
        let at = |number: u32| registers.at(number).and_then(Tree::number);
        let (first, second) = (at(register::PGM_RSRC1).unwrap_or(0), at(register::PGM_RSRC2).unwrap_or(0));
        self.wave_size = if at(register::DISPATCH_INITIATOR).unwrap_or(0) >> 15 & 1 != 0 { 32 } else { 64 };
        self.float_mode = first >> 12 & 0xff;
        self.user_data = (0..second >> 1 & 0x1f).map(|index| at(register::USER_DATA_0 + index)).collect();
        self.group_numbers = [7, 8, 9].map(|bit| second >> bit & 1 != 0);
        self.has_group_size = second >> 10 & 1 != 0;
        self.has_scratch = second & 1 != 0;
        self.thread_numbers = second >> 11 & 3;
        self.lds = (second >> 15 & 0x1ff) * LDS_GRANULE;
        self.threads = [0, 1, 2].map(|axis| at(register::NUM_THREAD_X + axis).unwrap_or(1));
        let stage = pipeline.get(".hardware_stages").and_then(|stages| stages.get(".cs"));
        let number = |key: &str| stage.and_then(|stage| stage.get(key)).and_then(Tree::number);
        self.scratch = number(".scratch_memory_size").unwrap_or(0);
        self.check()
    }

    /// Version 2, of a pixel shader.
    fn pixel_registers(&mut self, pipeline: &Value<'_>) -> Result<(), String> {
        let registers = pipeline.get(".registers").ok_or("no .registers in the metadata")?;
        let at = |number: u32| registers.at(number).and_then(Tree::number).unwrap_or(0);
        let second = at(register::PS_PGM_RSRC2);
        self.float_mode = at(register::PS_PGM_RSRC1) >> 12 & 0xff;
        let held = |index| registers.at(register::PS_USER_DATA_0 + index).and_then(Tree::number);
        self.user_data = (0..second >> 1 & 0x1f).map(held).collect();
        self.has_scratch = second & 1 != 0;
        self.wave_size = if at(register::SPI_PS_IN_CONTROL) >> 15 & 1 != 0 { 32 } else { 64 };
        self.pixel_inputs = at(register::SPI_PS_INPUT_ADDR);
        if self.has_scratch {
            return Err("scratch memory of pixel shaders is not executed".to_owned());
        }
        Ok(())
    }

    /// What a register of user data holds.
    pub(crate) fn user_register(held: Option<u32>, user_data: &[u32], tables: Tables) -> u32 {
        match held {
            Some(mark::GLOBAL_TABLE) => tables.global,
            Some(mark::SPILL_TABLE) => tables.spill,
            Some(dword) => user_data.get(dword as usize).copied().unwrap_or(0xdead_0000 | dword & 0xffff),
            None => 0xdead_0000,
        }
    }

    /// Version 3: fields by their names.
    fn fields(&mut self, pipeline: &Value<'_>) -> Result<(), String> {
        let stage = pipeline.get(".hardware_stages").and_then(|stages| stages.get(".cs"));
        let stage = stage.ok_or("no compute stage in the metadata")?;
        let empty = Value::Map(Vec::new());
        let compute = pipeline.get(".compute_registers").unwrap_or(&empty);
        let number = |of: &Value<'_>, key: &str| of.get(key).and_then(Tree::number);
        let truth = |of: &Value<'_>, key: &str| of.get(key).and_then(Tree::truth).unwrap_or(false);
        let count = number(stage, ".user_sgprs").unwrap_or(0) as usize;
        let marks = stage.get(".user_data_reg_map").and_then(Tree::elements).unwrap_or_default();
        self.user_data = marks.iter().take(count).map(Tree::number).collect();
        self.wave_size = number(stage, ".wavefront_size").unwrap_or(64);
        self.group_numbers = [".tgid_x_en", ".tgid_y_en", ".tgid_z_en"].map(|key| truth(compute, key));
        self.has_group_size = truth(compute, ".tg_size_en");
        self.thread_numbers = number(compute, ".tidig_comp_cnt").unwrap_or(0);
        self.lds = number(stage, ".lds_size").unwrap_or(0);
        self.scratch = number(stage, ".scratch_memory_size").unwrap_or(0);
        self.has_scratch = truth(stage, ".scratch_en");
        self.float_mode = number(stage, ".float_mode").unwrap_or(0xc0);
        let threads = stage.get(".threadgroup_dimensions").and_then(Tree::elements).unwrap_or_default();
        for (axis, threads) in self.threads.iter_mut().zip(threads) {
            *axis = threads.number().unwrap_or(1);
        }
        self.check()
    }

    fn check(&self) -> Result<(), String> {
        let threads = self.threads.iter().fold(1_u64, |all, threads| all.saturating_mul((*threads).into()));
        match threads {
            1..=1024 if self.lds <= 1 << 16 && self.scratch <= 1 << 20 => Ok(()),
            _ => {
                Err(format!("a group of {threads} threads, {} bytes, {} of scratch", self.lds, self.scratch))
            }
        }
    }

    /// What remains to be changed in the code when it is known where all of it lies.
    fn relocated(&mut self, elf: &Elf<'_>, text: usize) -> Result<(), String> {
        for (index, section) in elf.sections.iter().enumerate() {
            // SHT_REL and SHT_RELA.
            if !matches!(section.kind, 9 | 4) || section.info as usize != text {
                continue;
            }
            let relocations = elf.relocations(index).map_err(|error| error.to_string())?;
            for relocation in (0..relocations.len()).filter_map(|at| relocations.get(at)) {
                let symbol = elf.symbols.get(relocation.symbol as usize).ok_or("no such symbol")?;
                let within = usize::from(symbol.section);
                if within == 0 {
                    return Err(format!("{} is not linked", symbol.name));
                }
                let needed = elf.sections.get(within).ok_or("no such section")?;
                if within != text && !self.sections.iter().any(|section| section.index == within) {
                    self.sections.push(Section { index: within, bytes: needed.data.to_vec() });
                }
                self.relocations.push(Relocation {
                    offset: relocation.offset,
                    kind: relocation.kind,
                    section: if within == text { usize::MAX } else { within },
                    value: symbol.value,
                    addend: relocation.addend,
                });
            }
        }
        Ok(())
    }

    /// Puts the code at an address, and what it reads beside it behind it. The code as it is there.
    ///
    /// # Errors
    ///
    /// What is changed lies beyond the code, or by a kind of relocation that nobody knows.
    pub fn place(&self, memory: &mut Memory, address: u64) -> Result<Vec<u32>, String> {
        let mut code = self.code.clone();
        let mut places = Vec::new();
        let mut next = (address + code.len() as u64).next_multiple_of(256);
        for section in &self.sections {
            memory.put(next, section.bytes.clone(), false)?;
            places.push((section.index, next));
            next = (next + section.bytes.len() as u64).next_multiple_of(256);
        }
        for relocation in &self.relocations {
            let at = usize::try_from(relocation.offset).map_err(|_| "a relocation lies beyond the code")?;
            let base = places
                .iter()
                .find(|(index, _)| *index == relocation.section)
                .map_or(address, |(_, base)| *base);
            let field = code.get_mut(at..at.saturating_add(4)).ok_or("a relocation lies beyond the code")?;
            let stored = u32::from_le_bytes([field[0], field[1], field[2], field[3]]) as i32;
            let target = base
                .wrapping_add(relocation.value)
                .wrapping_add_signed(relocation.addend.unwrap_or(stored.into()));
            let distance = target.wrapping_sub(address.wrapping_add(relocation.offset));
            let value = match relocation.kind {
                0 => continue,
                1 | 6 => target as u32,
                2 => (target >> 32) as u32,
                4 | 10 => distance as u32,
                11 => (distance >> 32) as u32,
                kind => return Err(format!("relocation {kind} is not known")),
            };
            field.copy_from_slice(&value.to_le_bytes());
        }
        memory.put(address, code.clone(), false)?;
        Ok(code.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }
}
