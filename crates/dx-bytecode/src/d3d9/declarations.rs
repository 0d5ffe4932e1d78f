//! What a Direct3D 9 program says of itself: inputs and outputs, samplers, constants by name, how long it is. Separate
//! because it is gathered in one pass over the statements, and none of them is held.

use bstr::{BString, ByteSlice as _};
use dx_container::D3d9Version;

use crate::d3d9::constant_table::ConstantTable;
use crate::d3d9::instruction::Instruction;
use crate::d3d9::listing::Slots;
use crate::d3d9::opcode::Opcode;
use crate::d3d9::operand::Operand;
use crate::d3d9::program::{Statement, Statements};
use crate::d3d9::register::RegisterKind;
use crate::d3d9::text::print_operand;
use crate::error::Result;
use crate::generated::d3d9::{TEXTURE, USAGE};
use crate::opcode::name_of;

/// The declarations of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declarations {
    /// The stage and shader model.
    pub version: D3d9Version,
    /// Registers that are declared with dcl, but for samplers: inputs, and of vertex shaders 3.0 outputs.
    pub registers: Vec<Register>,
    /// Samplers that are declared.
    pub samplers: Vec<Sampler>,
    /// Constants and samplers that the table of constants names.
    pub constants: Vec<NamedConstant>,
    /// The compiler, as the table of constants names it.
    pub creator: Option<BString>,
    /// The tags of comments that are kept as bytes: all but the table of constants. Those that are no tag are `None`.
    pub comments: Vec<Option<[u8; 4]>>,
    /// The number of constants that the program defines itself.
    pub definitions: usize,
    /// The number of instructions, without declarations and definitions.
    pub instructions: u64,
    /// The instruction slots that they take.
    pub slots: Slots,
}

/// A register that is declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Register {
    /// The register with its components, such as `v0.xy`.
    pub name: String,
    /// Whether it is an output.
    pub is_output: bool,
    /// The usage and its index, such as `texcoord1`; none where the register itself says what it is.
    pub semantic: Option<String>,
}

/// A sampler that is declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sampler {
    /// The register.
    pub name: String,
    /// What is sampled: `2d`, `cube`, `volume`, or the number of another one.
    pub texture: String,
}

/// A constant that has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedConstant {
    /// The name.
    pub name: BString,
    /// The type, with its elements: `float4x4`, `float3[2]`.
    pub type_name: String,
    /// The first register.
    pub register: String,
    /// The number of registers.
    pub count: u16,
}

/// Comments whose tags are kept; compilers write three.
const COMMENTS: usize = 100;
/// Bytes of a name that are kept; names may be shared, so that all of them could be far longer than the file.
const NAME_BYTES: usize = 256;

impl Declarations {
    /// Reads the program that `bytes` are; `offset` is that of the first one in the file, for errors.
    ///
    /// # Errors
    ///
    /// Fails at the first token that cannot be read.
    pub fn read(bytes: &[u8], offset: u64) -> Result<Self> {
        let statements = Statements::of(bytes, offset)?;
        let version = statements.version();
        let mut declared = Self {
            version,
            registers: Vec::new(),
            samplers: Vec::new(),
            constants: Vec::new(),
            creator: None,
            comments: Vec::new(),
            definitions: 0,
            instructions: 0,
            slots: Slots::default(),
        };
        for statement in statements {
            let (statement, _) = statement?;
            declared.slots.add(&statement, version);
            match &statement {
                Statement::Instruction(instruction) => declared.instruction(instruction),
                Statement::Comment(comment) => {
                    let content = comment.content();
                    let table =
                        if comment.is_constant_table() { ConstantTable::parse(&content) } else { None };
                    match table {
                        Some(table) => declared.constant_table(&table),
                        None if declared.comments.len() < COMMENTS => declared.comments.push(comment.tag()),
                        None => {}
                    }
                }
            }
        }
        Ok(declared)
    }

    fn instruction(&mut self, instruction: &Instruction) {
        match instruction.opcode {
            Opcode::DCL => {
                let (Some(usage), Some(operand)) = (instruction.words.first(), instruction.operands.first())
                else {
                    return;
                };
                self.declaration(*usage, *operand);
            }
            Opcode::DEF | Opcode::DEFI | Opcode::DEFB => self.definitions += 1,
            _ => self.instructions += 1,
        }
    }

    fn declaration(&mut self, usage: u32, operand: Operand) {
        let mut name = String::new();
        // Modifiers are not what the register is.
        let plain = Operand { token: operand.token & !(0xff << 20), ..operand };
        print_operand(&mut name, plain, true, self.version);
        if operand.kind() == RegisterKind::SAMPLER {
            let texture = usage >> 27 & 15;
            let texture = name_of(TEXTURE, texture).map_or_else(|| texture.to_string(), str::to_owned);
            self.samplers.push(Sampler { name, texture });
            return;
        }
        let is_output = self.version.is_vertex() && operand.kind() == RegisterKind::OUTPUT;
        let says_it =
            !self.version.is_vertex() && self.version.major() < 3 || operand.kind() == RegisterKind::MISCTYPE;
        let semantic = (!says_it).then(|| {
            let (usage, index) = (usage & 31, usage >> 16 & 15);
            let usage = name_of(USAGE, usage).map_or_else(|| format!("usage{usage}_"), str::to_owned);
            format!("{usage}{index}")
        });
        self.registers.push(Register { name, is_output, semantic });
    }

    fn constant_table(&mut self, table: &ConstantTable<'_>) {
        let kept = |name: &[u8]| BString::from(name.get(..NAME_BYTES).unwrap_or(name));
        self.creator = Some(kept(table.creator.as_bytes()));
        self.constants.extend(table.constants().flatten().map(|constant| {
            let elements = constant.constant_type.elements;
            let elements = if elements > 1 { format!("[{elements}]") } else { String::new() };
            NamedConstant {
                name: kept(constant.name.as_bytes()),
                type_name: format!("{}{elements}", constant.constant_type.name()),
                register: constant.register_name(),
                count: constant.count,
            }
        }));
    }
}
