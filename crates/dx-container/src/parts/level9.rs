//! Aon9: the Direct3D 9 program of a shader compiled for a feature level 9 profile, and the tables by which the
//! runtime gives it what the program of shader model 4 beside it finds in constant buffers, textures and samplers.
//! This crate reads the tables; crate `dx-bytecode` decodes the program.
//!
//! A header of nine words: size, version, size and offset of the program, then a count and an offset (16 bits each)
//! for each of five tables. Behind it the tables of samplers, constant buffers, loops, one that nobody has seen filled,
//! and runtime constants; then the program. The offset of an empty table is where it would lie.
//!
//! Source: DXDecompiler's Level9ShaderChunk for the fields; order and offsets of empty tables from 39 files of FXC.

use az::SaturatingAs as _;

use crate::d3d9_version::D3d9Version;
use crate::enums::{D3d9Stage, Level9Conversion, Level9RuntimeConstant};
use crate::error::Result;
use crate::field_values::{narrow, narrow_len16, too_large};
use crate::fields::Show;
use crate::names::NamedValue as _;
use crate::part::{NoArrangement, PartBuf, View};
use crate::reader::{Reader, Word};

const HEADER_SIZE: usize = 36;
const SAMPLER_SIZE: usize = 4;
const CONSTANTS_SIZE: usize = 12;
const LOOP_SIZE: usize = 8;
const RUNTIME_SIZE: usize = 4;

/// The view of part Aon9, which borrows the file.
#[derive(Debug, Clone, Default)]
pub struct Level9<'a> {
    /// The tables.
    pub mappings: Mappings,
    /// The version of the program, as its first token says it.
    pub version: D3d9Version,
    /// The program, from its version token on.
    pub program: &'a [u8],
    /// Where the program begins, in bytes from the start of the part.
    pub program_offset: usize,
    /// Bytes after the program; none in all known files.
    pub unknown: &'a [u8],
}

/// The tables of part Aon9: what the registers of the program are loaded from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mappings {
    /// Sampler registers.
    pub samplers: Vec<SamplerMapping>,
    /// Constant registers, from constant buffers.
    pub constants: Vec<ConstantMapping>,
    /// Integer registers, from constant buffers.
    pub loops: Vec<LoopMapping>,
    /// The number of members of a table that is empty in all known files.
    pub unknown_count: u16,
    /// The bytes of that table, up to the next one.
    pub unknown: Vec<u8>,
    /// Constant registers that the runtime sets.
    pub runtime: Vec<RuntimeMapping>,
}

/// A sampler of the program: the texture and the sampler of shader model 4 that stand for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SamplerMapping {
    /// The register t# of the texture.
    pub texture: u8,
    /// The register s# of the sampler.
    pub sampler: u8,
    /// The sampler register of the program.
    pub target: u8,
    /// Reserved; 0 in all known files.
    pub reserved: u8,
}

/// A run of constant registers and the rows of a constant buffer that they hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ConstantMapping {
    /// The register cb# of the buffer.
    pub buffer: u16,
    /// The first row, of 16 bytes.
    pub start: u16,
    /// The number of rows.
    pub count: u16,
    /// The first constant register of the program.
    pub target: u16,
    /// What each component is converted from.
    pub conversions: [Level9Conversion; 4],
}

/// An integer register and the component of a constant buffer that is its number of iterations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LoopMapping {
    /// The register cb# of the buffer.
    pub buffer: u16,
    /// The row, of 16 bytes.
    pub row: u16,
    /// The component, 0 to 3.
    pub component: u16,
    /// The integer register of the program.
    pub target: u16,
}

/// A constant register that the runtime sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuntimeMapping {
    /// The value.
    pub constant: Level9RuntimeConstant,
    /// The constant register of the program.
    pub target: u16,
}

/// The kinds of tables, in their order in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Table {
    Samplers,
    Constants,
    Loops,
    Unknown,
    Runtime,
    Program,
}

/// A table, or the program, and where the header says that it lies.
#[derive(Clone, Copy)]
struct Located {
    table: Table,
    /// The number of members, or of bytes.
    count: Word,
    offset: Word,
}

impl Located {
    /// The bytes that it takes, if that is known.
    fn size(self) -> Option<usize> {
        let member = match self.table {
            Table::Samplers => SAMPLER_SIZE,
            Table::Constants => CONSTANTS_SIZE,
            Table::Loops => LOOP_SIZE,
            Table::Runtime => RUNTIME_SIZE,
            Table::Program => 1,
            Table::Unknown => return None,
        };
        Some(self.count.to_usize().saturating_mul(member))
    }
}

impl<'a> View<'a> for Level9<'a> {
    type Buf = Level9Buf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let size = r.payload().bytes.len().saturating_as::<u32>();
        r.expected("Size", Show::Size, size)?;
        let minor = r.u8("MinorVersion", Show::Plain)?;
        let major = r.u8("MajorVersion", Show::Plain)?;
        let stage = r.u16("Stage", Show::Enum(D3d9Stage::NAMES))?;
        let version = u32::from(stage) << 16 | u32::from(major) << 8 | u32::from(minor);
        let mut part = Self { version: D3d9Version(version), ..Self::default() };
        let count = r.word("ProgramSize", Show::Size)?;
        let program =
            Located { table: Table::Program, count, offset: r.word("ProgramOffset", Show::Offset)? };
        let mut table = |table, names: [&'static str; 2]| -> Result<Located> {
            let count = r.word16(names[0], Show::Count)?;
            Ok(Located { table, count, offset: r.word16(names[1], Show::Offset)? })
        };
        let mut tables = [
            table(Table::Constants, ["ConstantCount", "ConstantsOffset"])?,
            table(Table::Loops, ["LoopCount", "LoopsOffset"])?,
            table(Table::Unknown, ["UnknownCount", "UnknownOffset"])?,
            table(Table::Samplers, ["SamplerCount", "SamplersOffset"])?,
            table(Table::Runtime, ["RuntimeCount", "RuntimeOffset"])?,
            program,
        ];
        part.mappings.unknown_count = u16::try_from(tables[2].count.value).unwrap_or_default();
        tables.sort_by_key(|located| located.offset.value);
        for located in &tables {
            if located.count.value == 0 {
                continue;
            }
            let ahead = r.ahead(located.offset, 0)?;
            r.bytes("Gap", ahead, Show::Unknown)?;
            if let Some(size) = located.size() {
                r.check_fits(located.count, "the table", size)?;
            }
            let next = tables.iter().map(|next| next.offset).find(|next| next.value > located.offset.value);
            part.decode_table(r, *located, next)?;
        }
        part.unknown = r.rest("Unknown", Show::Unknown);
        Ok(part)
    }

    fn to_buf(&self) -> Level9Buf {
        Level9Buf {
            version: self.version,
            mappings: self.mappings.clone(),
            program: self.program.to_vec(),
            unknown: self.unknown.to_vec(),
        }
    }
}

impl<'a> Level9<'a> {
    /// Reads a table, where the reader is; `next` is the offset of the one behind it.
    fn decode_table(&mut self, r: &mut Reader<'a, '_>, located: Located, next: Option<Word>) -> Result<()> {
        let count = located.count.to_usize();
        let mappings = &mut self.mappings;
        match located.table {
            Table::Samplers => r.list("Samplers", count, |r, _| {
                mappings.samplers.push(SamplerMapping::decode(r)?);
                Ok(())
            }),
            Table::Constants => r.list("Constants", count, |r, _| {
                mappings.constants.push(ConstantMapping::decode(r)?);
                Ok(())
            }),
            Table::Loops => r.list("Loops", count, |r, _| {
                mappings.loops.push(LoopMapping::decode(r)?);
                Ok(())
            }),
            Table::Runtime => r.list("Runtime", count, |r, _| {
                mappings.runtime.push(RuntimeMapping::decode(r)?);
                Ok(())
            }),
            Table::Unknown => {
                let len = next.map_or(Ok(r.remaining()), |next| r.ahead(next, 0))?;
                mappings.unknown = r.bytes("UnknownMappings", len, Show::Unknown)?.to_vec();
                Ok(())
            }
            Table::Program => {
                self.program_offset = r.position();
                self.program = r.bytes("Tokens", count, Show::Plain)?;
                Ok(())
            }
        }
    }
}

impl SamplerMapping {
    fn decode(r: &mut Reader<'_, '_>) -> Result<Self> {
        Ok(Self {
            texture: r.u8("Texture", Show::Plain)?,
            sampler: r.u8("Sampler", Show::Plain)?,
            target: r.u8("Target", Show::Plain)?,
            reserved: r.u8("Reserved", Show::Reserved)?,
        })
    }

    fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend([self.texture, self.sampler, self.target, self.reserved]);
    }
}

impl ConstantMapping {
    fn decode(r: &mut Reader<'_, '_>) -> Result<Self> {
        Ok(Self {
            buffer: r.u16("Buffer", Show::Plain)?,
            start: r.u16("StartRow", Show::Plain)?,
            count: r.u16("Rows", Show::Plain)?,
            target: r.u16("Target", Show::Plain)?,
            conversions: [
                r.named8("ConversionX")?,
                r.named8("ConversionY")?,
                r.named8("ConversionZ")?,
                r.named8("ConversionW")?,
            ],
        })
    }

    fn write(self, bytes: &mut Vec<u8>) -> Result<()> {
        for word in [self.buffer, self.start, self.count, self.target] {
            bytes.extend(word.to_le_bytes());
        }
        for Level9Conversion(conversion) in self.conversions {
            let narrow = u8::try_from(conversion);
            bytes.push(narrow.map_err(|_| too_large("conversion", conversion.into(), u8::MAX.into()))?);
        }
        Ok(())
    }
}

impl LoopMapping {
    fn decode(r: &mut Reader<'_, '_>) -> Result<Self> {
        Ok(Self {
            buffer: r.u16("Buffer", Show::Plain)?,
            row: r.u16("Row", Show::Plain)?,
            component: r.u16("Component", Show::Plain)?,
            target: r.u16("Target", Show::Plain)?,
        })
    }

    fn write(self, bytes: &mut Vec<u8>) {
        for word in [self.buffer, self.row, self.component, self.target] {
            bytes.extend(word.to_le_bytes());
        }
    }
}

impl RuntimeMapping {
    fn decode(r: &mut Reader<'_, '_>) -> Result<Self> {
        Ok(Self { constant: r.named16("Constant")?, target: r.u16("Target", Show::Plain)? })
    }

    fn write(self, bytes: &mut Vec<u8>) -> Result<()> {
        let Level9RuntimeConstant(constant) = self.constant;
        let narrow = u16::try_from(constant);
        let constant = narrow.map_err(|_| too_large("runtime constant", constant.into(), u16::MAX.into()))?;
        bytes.extend(constant.to_le_bytes());
        bytes.extend(self.target.to_le_bytes());
        Ok(())
    }
}

/// The owned form of part Aon9.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Level9Buf {
    /// The version of the program, which is also its first token.
    pub version: D3d9Version,
    /// The tables.
    pub mappings: Mappings,
    /// The program, from its version token on.
    pub program: Vec<u8>,
    /// Bytes after the program.
    pub unknown: Vec<u8>,
}

impl PartBuf for Level9Buf {
    type View<'a> = Level9<'a>;
    type Arrangement = NoArrangement;

    fn arrange(&self, _: Option<&NoArrangement>) -> Result<Vec<u8>> {
        let mappings = &self.mappings;
        let mut tables = Vec::new();
        // The count and the offset of each, in the order of the header.
        let mut ends = [(0, 0); 5];
        let offset = |tables: &Vec<u8>| HEADER_SIZE + tables.len();
        ends[3] = (mappings.samplers.len(), offset(&tables));
        mappings.samplers.iter().for_each(|sampler| sampler.write(&mut tables));
        ends[0] = (mappings.constants.len(), offset(&tables));
        mappings.constants.iter().try_for_each(|constants| constants.write(&mut tables))?;
        ends[1] = (mappings.loops.len(), offset(&tables));
        mappings.loops.iter().for_each(|mapping| mapping.write(&mut tables));
        ends[2] = (mappings.unknown_count.into(), offset(&tables));
        tables.extend(&mappings.unknown);
        ends[4] = (mappings.runtime.len(), offset(&tables));
        mappings.runtime.iter().try_for_each(|mapping| mapping.write(&mut tables))?;
        let program_at = offset(&tables);
        let size = program_at + self.program.len() + self.unknown.len();
        let mut bytes = Vec::with_capacity(size);
        for word in [
            narrow("part size", size)?,
            self.version.0,
            narrow("program size", self.program.len())?,
            narrow("program offset", program_at)?,
        ] {
            bytes.extend(word.to_le_bytes());
        }
        for (count, offset) in ends {
            bytes.extend(narrow_len16("number of mappings", count)?.to_le_bytes());
            bytes.extend(narrow_len16("offset of a table of mappings", offset)?.to_le_bytes());
        }
        bytes.append(&mut tables);
        bytes.extend(&self.program);
        bytes.extend(&self.unknown);
        Ok(bytes)
    }
}
