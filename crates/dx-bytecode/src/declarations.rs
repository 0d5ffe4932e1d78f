//! The declarations of a program, and properties that only its instructions show. Separate from `program.rs` because
//! they are collected statement by statement, without the whole program in memory.

use az::SaturatingAs as _;
use dx_container::ProgramVersion;
use dx_container::enums::{
    InputPrimitive, PrimitiveTopology, ResourceKind, ResourceReturnType, SamplerKind, ShaderKind,
    TessellatorDomain, TessellatorOutputPrimitive, TessellatorPartitioning,
};
use dx_container::reader::Payload;

use crate::custom_data::CustomDataClass;
use crate::error::Result;
use crate::instruction::Instruction;
use crate::opcode::{Control, Opcode, SYSTEM_VALUE, Spelling, Word, name_of};
use crate::operand::{Index, Operand, RegisterKind};
use crate::program::{PartStatements, Program, Statement};
use crate::statistics::{is_counted, is_per_sample};

/// The declarations of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declarations {
    /// The stage and shader model.
    pub version: ProgramVersion,
    /// The number of instructions, counted as in STAT: without declarations, labels and `nop`.
    pub instructions: u32,
    /// The number of temporary registers; in a hull shader the maximum of all phases.
    pub temps: u32,
    /// The indexable temporary arrays.
    pub indexable_temps: Vec<IndexableTemp>,
    /// The size of the immediate constant buffer in vectors.
    pub immediate_constants: u32,
    /// The global flags.
    pub global_flags: GlobalFlags,
    /// The thread group size in x, y and z.
    pub thread_group: Option<[u32; 3]>,
    /// The size of thread group shared memory in bytes.
    pub group_shared_bytes: u32,
    /// Whether it writes SV_Position.
    pub writes_position: bool,
    /// The declarations of a hull or domain shader.
    pub tessellation: Tessellation,
    /// The declarations of a geometry shader.
    pub geometry: Geometry,
    /// The declarations of a pixel shader.
    pub pixel: Pixel,
    /// The resources, in the order of their declarations.
    pub resources: Vec<Resource>,
}

/// An indexable temporary array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexableTemp {
    /// The number of the array.
    pub register: u32,
    /// The number of registers.
    pub count: u32,
    /// The number of components per register.
    pub components: u32,
}

/// The global flags, as numbered by `dcl_globalFlags`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GlobalFlags(pub u32);

impl GlobalFlags {
    /// Float arithmetic may be reordered.
    pub const REFACTORING_ALLOWED: Self = Self(1 << 0);
    /// There are 64-bit floats.
    pub const ENABLE_DOUBLES: Self = Self(1 << 1);
    /// Depth and stencil are tested before the pixel shader runs.
    pub const FORCE_EARLY_DEPTH_STENCIL: Self = Self(1 << 2);
    /// There are raw and structured buffers in a program of shader model 4.
    pub const ENABLE_RAW_AND_STRUCTURED_BUFFERS: Self = Self(1 << 3);
    /// The driver does not optimize the program.
    pub const SKIP_OPTIMIZATION: Self = Self(1 << 4);
    /// Some values have less than 32 bits of precision.
    pub const ENABLE_MINIMUM_PRECISION: Self = Self(1 << 5);
    /// There are operations on 64-bit floats that Direct3D 11.1 added.
    pub const ENABLE_11_1_DOUBLES: Self = Self(1 << 6);
    /// There are other instructions that Direct3D 11.1 added.
    pub const ENABLE_11_1_INSTRUCTIONS: Self = Self(1 << 7);
    /// All resources that the program declares are bound.
    pub const ALL_RESOURCES_BOUND: Self = Self(1 << 8);

    /// Those of a whole program.
    pub fn of(program: &Program) -> Self {
        Self(program.instructions().fold(0, |flags, instruction| flags | Self::declared(instruction).0))
    }

    /// Those that an instruction declares: none but by `dcl_globalFlags`.
    pub fn declared(instruction: &Instruction) -> Self {
        match instruction.opcode {
            Opcode::DCL_GLOBAL_FLAGS => Self(instruction.control(Control::GLOBAL_FLAGS)),
            _ => Self::default(),
        }
    }

    /// Whether all of these are set.
    pub fn contains(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Those that are set, as fxc spells them.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::all().iter().filter(move |(bit, _)| self.0 >> bit & 1 != 0).map(|(_, name)| *name)
    }

    /// The bits that have no name.
    pub fn unknown(self) -> u32 {
        Self::all().iter().fold(self.0, |rest, (bit, _)| rest & !(1 << bit))
    }

    fn all() -> &'static [(u32, &'static str)] {
        match Control::GLOBAL_FLAGS.spelling {
            Spelling::Bits(names) => names,
            _ => &[],
        }
    }
}

/// The declarations of a hull or domain shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tessellation {
    /// The domain of a patch.
    pub domain: TessellatorDomain,
    /// The tessellator partitioning.
    pub partitioning: Option<TessellatorPartitioning>,
    /// The output primitive of the tessellator.
    pub output_primitive: Option<TessellatorOutputPrimitive>,
    /// The number of input control points.
    pub input_control_points: Option<u32>,
    /// The number of output control points.
    pub output_control_points: Option<u32>,
    /// The maximum tessellation factor, as the bits of a 32-bit float.
    pub max_factor: Option<u32>,
}

/// The declarations of a geometry shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Geometry {
    /// The input primitive.
    pub input_primitive: InputPrimitive,
    /// The output topology.
    pub output_topology: PrimitiveTopology,
    /// The maximum number of output vertices.
    pub max_vertices: u32,
    /// The instance count, if declared.
    pub instances: Option<u32>,
    /// The mask of declared streams; stream 0 is bit 0. Without any, stream 0 is written.
    pub streams: u32,
}

/// The declarations of a pixel shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pixel {
    /// Whether it writes SV_Depth.
    pub writes_depth: bool,
    /// Whether it writes SV_Coverage.
    pub writes_coverage: bool,
    /// Whether it writes SV_StencilRef.
    pub writes_stencil_ref: bool,
    /// Whether it can discard.
    pub discards: bool,
    /// Whether it runs per sample.
    pub runs_per_sample: bool,
}

/// A resource, sampler or buffer that a program binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resource {
    /// The content.
    pub shape: Shape,
    /// The ID by which instructions refer to it, from shader model 5.1 on.
    pub id: Option<u32>,
    /// The first register.
    pub lower_bound: u32,
    /// The last register; `u32::MAX` if unbounded.
    pub upper_bound: u32,
    /// The register space.
    pub space: u32,
}

/// The declaration of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A constant buffer.
    ConstantBuffer {
        /// The size in 16-byte vectors; 0 if unknown.
        vectors: u32,
        /// Whether it is indexed dynamically.
        dynamically_indexed: bool,
    },
    /// A sampler.
    Sampler(SamplerKind),
    /// A shader resource or unordered access view.
    View {
        /// The kind of view.
        view: View,
        /// The flags of an unordered access view; `None` for a shader resource view.
        access: Option<Access>,
    },
}

/// The kinds of views.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// A texture or typed buffer.
    Typed {
        /// The shape; `None` for an invalid dimension.
        kind: Option<ResourceKind>,
        /// The sample count of a multisampled texture; 0 if not restricted.
        samples: u32,
        /// The return type; mixed if the components differ.
        returns: ResourceReturnType,
    },
    /// A raw buffer.
    Raw,
    /// A structured buffer with this stride in bytes.
    Structured(u32),
}

/// The flags of an unordered access view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Access {
    /// Whether it is globally coherent.
    pub globally_coherent: bool,
    /// Whether it is rasterizer ordered.
    pub rasterizer_ordered: bool,
    /// It has a counter: a declared one that keeps the order, or one that instructions append or consume by.
    pub counter: bool,
}

impl Declarations {
    /// Gathers them from the payload of a part SHDR or SHEX.
    ///
    /// # Errors
    ///
    /// Those of [`Program::read`](crate::Program::read).
    pub fn read(payload: Payload<'_>) -> Result<Self> {
        let statements = PartStatements::of(payload)?;
        let mut found = Self::new(statements.version());
        let mut counters = Counters::default();
        for statement in statements {
            let (statement, _) = statement?;
            found.add(&statement);
            counters.add(&statement);
        }
        counters.mark(&mut found.resources);
        Ok(found)
    }

    /// Gathers the declarations of a program.
    pub fn of(program: &Program) -> Self {
        let mut found = Self::new(program.version);
        let mut counters = Counters::default();
        for statement in &program.statements {
            found.add(statement);
            counters.add(statement);
        }
        counters.mark(&mut found.resources);
        found
    }

    fn new(version: ProgramVersion) -> Self {
        Self {
            version,
            instructions: 0,
            temps: 0,
            indexable_temps: Vec::new(),
            immediate_constants: 0,
            global_flags: GlobalFlags::default(),
            thread_group: None,
            group_shared_bytes: 0,
            writes_position: false,
            tessellation: Tessellation::default(),
            geometry: Geometry::default(),
            pixel: Pixel::default(),
            resources: Vec::new(),
        }
    }

    /// Adds what the next statement tells.
    fn add(&mut self, statement: &Statement) {
        match statement {
            Statement::CustomData(data) if data.class == CustomDataClass::IMMEDIATE_CONSTANT_BUFFER => {
                let vectors = (data.words.len() / 4).saturating_as::<u32>();
                self.immediate_constants = self.immediate_constants.saturating_add(vectors);
            }
            Statement::CustomData(_) => {}
            Statement::Instruction(instruction) if instruction.opcode.is_declaration() => {
                self.resources.extend(Resource::of(instruction));
                self.registers(instruction);
                self.stage(instruction);
            }
            Statement::Instruction(instruction) => {
                self.instructions += u32::from(is_counted(instruction.opcode));
                self.pixel.discards |= instruction.opcode == Opcode::DISCARD;
            }
        }
    }

    /// Registers of the program itself, inputs and outputs.
    fn registers(&mut self, instruction: &Instruction) {
        let word = |word| instruction.word(word).unwrap_or_default();
        match instruction.opcode {
            Opcode::DCL_TEMPS => self.temps = self.temps.max(word(Word::Count)),
            Opcode::DCL_INDEXABLE_TEMP => self.indexable_temps.push(IndexableTemp {
                register: word(Word::Register),
                count: word(Word::Count),
                components: word(Word::Components),
            }),
            Opcode::DCL_THREAD_GROUP_SHARED_MEMORY_RAW => self.add_shared(word(Word::Size)),
            Opcode::DCL_THREAD_GROUP_SHARED_MEMORY_STRUCTURED => {
                self.add_shared(word(Word::Stride).saturating_mul(word(Word::Count)));
            }
            Opcode::DCL_INPUT_PS | Opcode::DCL_INPUT_PS_SGV | Opcode::DCL_INPUT_PS_SIV => {
                self.pixel.runs_per_sample |= is_per_sample(instruction);
            }
            Opcode::DCL_OUTPUT | Opcode::DCL_OUTPUT_SGV | Opcode::DCL_OUTPUT_SIV => {
                let kind = instruction.operands.first().map(Operand::kind);
                self.pixel.writes_depth |= matches!(
                    kind,
                    Some(
                        RegisterKind::OUTPUT_DEPTH
                            | RegisterKind::OUTPUT_DEPTH_GREATER_EQUAL
                            | RegisterKind::OUTPUT_DEPTH_LESS_EQUAL
                    )
                );
                self.pixel.writes_coverage |= kind == Some(RegisterKind::OUTPUT_COVERAGE_MASK);
                self.pixel.writes_stencil_ref |= kind == Some(RegisterKind::OUTPUT_STENCIL_REF);
                let value = instruction.word(Word::SystemValue);
                self.writes_position |=
                    SYSTEM_VALUE.iter().any(|(known, name)| Some(*known) == value && *name == "position");
            }
            _ => {}
        }
    }

    fn add_shared(&mut self, bytes: u32) {
        self.group_shared_bytes = self.group_shared_bytes.saturating_add(bytes);
    }

    /// What the program says of its stage.
    fn stage(&mut self, instruction: &Instruction) {
        let word = |word| instruction.word(word).unwrap_or_default();
        let control = |control| instruction.control(control);
        let (tessellation, geometry) = (&mut self.tessellation, &mut self.geometry);
        match instruction.opcode {
            Opcode::DCL_GLOBAL_FLAGS => self.global_flags.0 |= GlobalFlags::declared(instruction).0,
            Opcode::DCL_THREAD_GROUP => {
                self.thread_group = Some([Word::X, Word::Y, Word::Z].map(word));
            }
            Opcode::DCL_GS_INPUT_PRIMITIVE => {
                geometry.input_primitive = InputPrimitive(control(Control::PRIMITIVE));
            }
            Opcode::DCL_GS_OUTPUT_PRIMITIVE_TOPOLOGY => {
                geometry.output_topology = PrimitiveTopology(control(Control::TOPOLOGY));
            }
            Opcode::DCL_MAX_OUTPUT_VERTEX_COUNT => geometry.max_vertices = word(Word::Count),
            Opcode::DCL_GS_INSTANCE_COUNT => geometry.instances = Some(word(Word::Count)),
            Opcode::DCL_STREAM => {
                let stream = instruction.operands.first().and_then(Operand::number);
                geometry.streams |= stream.and_then(|stream| 1_u32.checked_shl(stream)).unwrap_or_default();
            }
            Opcode::DCL_INPUT_CONTROL_POINT_COUNT => {
                tessellation.input_control_points = Some(control(Control::CONTROL_POINTS));
            }
            Opcode::DCL_OUTPUT_CONTROL_POINT_COUNT => {
                tessellation.output_control_points = Some(control(Control::CONTROL_POINTS));
            }
            Opcode::DCL_TESS_DOMAIN => tessellation.domain = TessellatorDomain(control(Control::DOMAIN)),
            Opcode::DCL_TESS_PARTITIONING => {
                let partitioning = TessellatorPartitioning(control(Control::PARTITIONING));
                tessellation.partitioning = Some(partitioning);
            }
            Opcode::DCL_TESS_OUTPUT_PRIMITIVE => {
                let primitive = TessellatorOutputPrimitive(control(Control::OUTPUT_PRIMITIVE));
                tessellation.output_primitive = Some(primitive);
            }
            Opcode::DCL_HS_MAX_TESSFACTOR => tessellation.max_factor = Some(word(Word::Factor)),
            _ => {}
        }
    }

    /// The stage.
    pub fn kind(&self) -> ShaderKind {
        self.version.kind()
    }
}

/// The buffers that instructions append to or consume from.
#[derive(Default)]
struct Counters {
    /// Numbers of views, in the order of the program.
    used: Vec<u32>,
}

impl Counters {
    fn add(&mut self, statement: &Statement) {
        let Statement::Instruction(instruction) = statement else { return };
        if matches!(instruction.opcode, Opcode::IMM_ATOMIC_ALLOC | Opcode::IMM_ATOMIC_CONSUME) {
            let view = instruction.operands.get(1).and_then(|view| view.indices.first()).and_then(immediate);
            self.used.extend(view.filter(|view| self.used.last() != Some(view)));
        }
    }

    fn mark(mut self, resources: &mut [Resource]) {
        self.used.sort_unstable();
        for resource in resources {
            let number = resource.id.unwrap_or(resource.lower_bound);
            if let Shape::View { view: View::Structured(_), access: Some(access) } = &mut resource.shape {
                access.counter |= self.used.binary_search(&number).is_ok();
            }
        }
    }
}

impl Resource {
    /// The resource that `instruction` declares, if it declares one.
    pub fn of(instruction: &Instruction) -> Option<Self> {
        let operand = instruction.operands.first()?;
        let shape = Shape::of(instruction, operand)?;
        let at = |index: usize| operand.indices.get(index).and_then(immediate);
        let (id, lower_bound, upper_bound) = match operand.indices.len() {
            3 => (at(0), at(1)?, at(2)?),
            _ => (None, at(0)?, at(0)?),
        };
        let space = instruction.word(Word::Space).unwrap_or_default();
        Some(Self { shape, id, lower_bound, upper_bound, space })
    }
}

fn immediate(index: &Index) -> Option<u32> {
    match index {
        Index::Immediate(number) => Some(*number),
        _ => None,
    }
}

impl Shape {
    fn of(instruction: &Instruction, operand: &Operand) -> Option<Self> {
        let word = |word| instruction.word(word).unwrap_or_default();
        let is_set = |control| instruction.control(control) != 0;
        let typed = |samples| View::Typed {
            kind: kind_of(instruction.control(Control::DIMENSION)),
            samples,
            returns: return_type(word(Word::Returns)),
        };
        let access = Some(Access {
            globally_coherent: is_set(Control::GLOBALLY_COHERENT),
            rasterizer_ordered: is_set(Control::ORDERED),
            counter: false,
        });
        Some(match instruction.opcode {
            Opcode::DCL_CONSTANT_BUFFER => {
                // Before shader model 5.1 the size is the second index.
                let index = operand.indices.get(1).and_then(immediate).unwrap_or_default();
                let has_range = operand.indices.is_full();
                Self::ConstantBuffer {
                    vectors: if has_range { word(Word::Vectors) } else { index },
                    dynamically_indexed: is_set(Control::ACCESS),
                }
            }
            Opcode::DCL_SAMPLER => Self::Sampler(SamplerKind(instruction.control(Control::SAMPLER_MODE))),
            Opcode::DCL_RESOURCE => {
                Self::View { view: typed(instruction.control(Control::SAMPLES)), access: None }
            }
            Opcode::DCL_RESOURCE_RAW => Self::View { view: View::Raw, access: None },
            Opcode::DCL_RESOURCE_STRUCTURED => {
                Self::View { view: View::Structured(word(Word::Stride)), access: None }
            }
            Opcode::DCL_UNORDERED_ACCESS_VIEW_TYPED => Self::View { view: typed(0), access },
            Opcode::DCL_UNORDERED_ACCESS_VIEW_RAW => Self::View { view: View::Raw, access },
            Opcode::DCL_UNORDERED_ACCESS_VIEW_STRUCTURED => {
                let counter = is_set(Control::COUNTER);
                let access = access.map(|access| Access { counter, ..access });
                Self::View { view: View::Structured(word(Word::Stride)), access }
            }
            _ => return None,
        })
    }
}

/// The shape of a typed view by the number of its dimension.
fn kind_of(dimension: u32) -> Option<ResourceKind> {
    let name = match Control::DIMENSION.spelling {
        Spelling::Names(names) => name_of(names, dimension)?,
        _ => return None,
    };
    Some(match name {
        "buffer" => ResourceKind::TYPED_BUFFER,
        "texture1d" => ResourceKind::TEXTURE_1D,
        "texture1darray" => ResourceKind::TEXTURE_1D_ARRAY,
        "texture2d" => ResourceKind::TEXTURE_2D,
        "texture2darray" => ResourceKind::TEXTURE_2D_ARRAY,
        "texture2dms" => ResourceKind::TEXTURE_2D_MS,
        "texture2dmsarray" => ResourceKind::TEXTURE_2D_MS_ARRAY,
        "texture3d" => ResourceKind::TEXTURE_3D,
        "texturecube" => ResourceKind::TEXTURE_CUBE,
        "texturecubearray" => ResourceKind::TEXTURE_CUBE_ARRAY,
        _ => return None,
    })
}

/// One type for four components, whose numbers are those of RDEF. The high half of a double and a component that
/// is not used have none of their own.
fn return_type(returns: u32) -> ResourceReturnType {
    let types = [0, 4, 8, 12].map(|shift| ResourceReturnType(returns >> shift & 15));
    let mut own = types
        .into_iter()
        .filter(|kind| *kind != ResourceReturnType::NONE && kind.0 < ResourceReturnType::CONTINUED.0);
    match own.next() {
        Some(first) if own.all(|kind| kind == first) => first,
        Some(_) => ResourceReturnType::MIXED,
        None => ResourceReturnType::NONE,
    }
}
