//! What can be wrong with inputs, metadata or pipeline state, and where. Separate because every phase shares it; the shape
//! is that of the other crates of the family, repeated so that this one stands alone.

use std::fmt;

use crate::limits;
use crate::state::refusal::Unrelocatable;
use crate::state::{DataFormat, NumberFormat};
use crate::target::{Encoding, Target};
use crate::value_type::ValueType;

/// Where in an input, counted from its first byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// Offset of the first byte at fault.
    pub offset: u64,
    /// How many bytes are at fault; 0 where the fault is that there are none.
    pub len: u64,
}

/// One step of the path from the link to the fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// An input by its name.
    Input(String),
    /// A structure, section or key by name.
    Node(String),
    /// The n-th member of a list, from 0.
    Item(u64),
}

/// What and where; one word wide.
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    place: Option<Place>,
    /// From the fault outwards: frames are added as the error travels up.
    path: Vec<Frame>,
}

impl Error {
    /// An error with no place in a file: of the pipeline state, or of inputs that do not fit each other.
    #[cold]
    pub fn new(kind: ErrorKind) -> Self {
        Self(Box::new(Inner { kind, place: None, path: Vec::new() }))
    }

    /// An error at a place of an input.
    #[cold]
    pub fn at(kind: ErrorKind, offset: u64, len: u64) -> Self {
        Self(Box::new(Inner { kind, place: Some(Place { offset, len }), path: Vec::new() }))
    }

    /// What went wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Where it went wrong, if it has a place.
    pub fn place(&self) -> Option<Place> {
        self.0.place
    }

    /// The path to the fault, outermost first.
    pub fn path(&self) -> impl DoubleEndedIterator<Item = &Frame> + '_ {
        self.0.path.iter().rev()
    }

    /// The same error, known to lie within `frame`.
    #[cold]
    #[must_use]
    pub fn within(mut self, frame: Frame) -> Self {
        self.0.path.push(frame);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { kind, place, path } = &*self.0;
        write!(f, "[{}] {kind}", kind.code())?;
        if let Some(place) = place {
            write!(f, ", at {:#x}", place.offset)?;
        }
        for (depth, frame) in path.iter().rev().enumerate() {
            f.write_str(if depth == 0 { " in " } else { " > " })?;
            match frame {
                Frame::Input(name) | Frame::Node(name) => f.write_str(name)?,
                Frame::Item(index) => write!(f, "{index}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

/// A result of this crate's readers.
pub type Result<T> = std::result::Result<T, Error>;

/// What can be wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input is no ELF file.
    #[error("no ELF file: does not begin with 7f 45 4c 46")]
    NoElf,
    /// An ELF file of another class or byte order.
    #[error("{what} are not supported, expected {expected}")]
    Unsupported {
        /// What it is about.
        what: &'static str,
        /// What is supported.
        expected: &'static str,
    },
    /// An ELF file for another machine.
    #[error("the file is for machine {0}, expected 224, AMDGPU")]
    Machine(u16),
    /// A processor that has no name here.
    #[error("the processor has number {0:#x} in the file's flags, which is not known")]
    UnknownMachine(u32),
    /// A structure runs past the end of what holds it.
    #[error("{what}: needs {needed} bytes, {left} are left")]
    Truncated {
        /// The structure.
        what: &'static str,
        /// Bytes it needs.
        needed: u64,
        /// Bytes there are.
        left: u64,
    },
    /// A field has a value that leaves the rest without meaning.
    #[error("{what} is {found}, expected {expected}")]
    Value {
        /// The field.
        what: &'static str,
        /// Its value.
        found: u64,
        /// What it may be.
        expected: &'static str,
    },
    /// A section that is not there.
    #[error("{what} refers to section {index}, the file has {count}")]
    SectionIndex {
        /// What refers to it.
        what: &'static str,
        /// The section.
        index: u32,
        /// How many there are.
        count: usize,
    },
    /// A symbol that is not there.
    #[error("a relocation refers to symbol {index}, the file has {count}")]
    SymbolIndex {
        /// The symbol.
        index: u32,
        /// How many there are.
        count: usize,
    },
    /// Sections that are the same bytes of the file, over and over.
    #[error("the sections have {found} bytes together, the file has {size}: they lie over each other")]
    Overlap {
        /// What the sections have.
        found: u64,
        /// What the file has.
        size: u64,
    },
    /// Sections that are aligned so that the pipeline would be padding.
    #[error("the pipeline would have {0} bytes of padding, this program stops at {limit}", limit = limits::MAX_PADDING)]
    Padding(u64),
    /// A string that does not lie in its table, or has no end there.
    #[error("{what} at {offset:#x} of its string table has no end before the table's, at {size:#x}")]
    String {
        /// What the string is.
        what: &'static str,
        /// Where it begins.
        offset: u32,
        /// Size of the table.
        size: u64,
    },
    /// A string that is longer than any name.
    #[error("{what} at {offset:#x} of its string table is longer than {limit} bytes, where this program stops", limit = limits::MAX_NAME_SIZE)]
    LongName {
        /// What the string is.
        what: &'static str,
        /// Where it begins.
        offset: u32,
    },
    /// There are two of what there may be one of.
    #[error("{0} occurs a second time")]
    Repeated(&'static str),
    /// Something that every input must have is not there.
    #[error("there is no {0}")]
    Missing(&'static str),
    /// A metadata document that cannot be read.
    #[error("the metadata cannot be read: {0}")]
    MessagePack(String),
    /// A key that stands twice in a map.
    #[error("key {0} occurs twice in a map of the metadata")]
    RepeatedKey(String),
    /// A value of the metadata is of another type or range than its key has.
    #[error("{key} of the metadata is {found}, expected {expected}")]
    Metadata {
        /// The key.
        key: String,
        /// What stands there.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// Inputs whose metadata has different major versions.
    #[error(
        "the metadata of the inputs has different major versions: 2 has registers by number, 3 has named fields"
    )]
    MixedVersions,
    /// A register is marked for a descriptor set that no node of the user data is for.
    #[error("Descriptor set {0} not found")]
    NoDescriptorSet(u32),
    /// A register is marked for a dword of the push constants that there is none of.
    #[error("Push constant not found or not big enough: a register holds dword {0} of it")]
    NoPushConstant(u32),
    /// A node ends past the dwords that can be counted.
    #[error("the user data has more than 2^32 dwords")]
    UserDataTooBig,
    /// Inputs for different processors.
    #[error("the file is for {found}, {what} for {other}")]
    MixedTargets {
        /// The processor of the file.
        found: Target,
        /// What it is compared with.
        what: String,
        /// The processor of that.
        other: Target,
    },
    /// Inputs for differently set processors.
    #[error("the file has flags {found:#x}, {file} has {other:#x}")]
    MixedFlags {
        /// The flags of the file.
        found: u32,
        /// The other file.
        file: String,
        /// The flags of that.
        other: u32,
    },
    /// A function that runs past its section.
    #[error("symbol {name} ends at {end:#x}, past its section's end at {size:#x}")]
    SymbolEnd {
        /// The symbol.
        name: String,
        /// Where it ends.
        end: u64,
        /// The size of its section.
        size: u64,
    },
    /// A symbol that two inputs define.
    #[error("Duplicate symbol '{0}'")]
    DuplicateSymbol(String),
    /// A relocation refers to a symbol that no input defines, and that is not special.
    #[error("symbol {0} is not defined in any input, and no special one")]
    UndefinedSymbol(String),
    /// A relocation of a type that cannot be passed on to a loader.
    #[error("relocation type {number} ({name}) is not supported for symbol {symbol}")]
    RelocationType {
        /// Its number.
        number: u32,
        /// Its name.
        name: &'static str,
        /// Its symbol.
        symbol: String,
    },
    /// A relocation that changes what is not there.
    #[error(
        "a relocation for {symbol} applies at {offset:#x}, its section has {size:#x} bytes of code or data"
    )]
    RelocationPlace {
        /// Its symbol.
        symbol: String,
        /// Where it applies.
        offset: u64,
        /// The size of its section, as far as that is kept.
        size: u64,
    },
    /// More sections than an ELF file's header counts.
    #[error("the output would have {0} sections, ELF has at most 65279")]
    TooManySections(usize),
    /// More bytes of names than a string table's offsets reach.
    #[error("the names of the output have {0} bytes, ELF reaches 2^32 of them")]
    NamesTooLong(u64),
    /// An input lacks what only pipeline state gives.
    #[error("{0} needs pipeline state, and there is none")]
    NeedsState(String),
    /// A body that wants glue code, but does not say for what.
    #[error("{body} needs code in front of it, but the metadata has no {key}")]
    NoGlueInputs {
        /// The body's symbol.
        body: &'static str,
        /// The key that is not there, or empty.
        key: &'static str,
    },
    /// A stage of the pipeline state that no input has.
    #[error("no input has {0} of the pipeline state")]
    MissingStage(&'static str),
    /// An entry point of a stage that the pipeline state has not.
    #[error("{0} is of a stage that the pipeline state has not")]
    ExtraStage(String),
    /// Two bodies that glue code belongs in front of; a pipeline has one vertex shader.
    #[error("{first} and {second} both lack their fetch shader, but a pipeline has one vertex shader")]
    TwoBodies {
        /// A body's symbol.
        first: &'static str,
        /// The other one's.
        second: &'static str,
    },
    /// A body whose entry point is of another stage than the metadata has for vertex shaders.
    #[error("{body} needs code in front of it, but the metadata has the vertex shader in stage {stage}")]
    BodyStage {
        /// The body's symbol.
        body: &'static str,
        /// The stage's key.
        stage: &'static str,
    },
    /// A body that glue code belongs to.
    #[error("the metadata asks for {glue}, but no input has {body}")]
    NoBody {
        /// The glue.
        glue: &'static str,
        /// The body's symbol.
        body: &'static str,
    },
    /// Glue code was asked for a target whose encodings this crate has not.
    #[error("glue code for {0} is not supported, only for {known}", known = Target::with_glue_text())]
    GlueTarget(Target),

    // Pipeline state.
    /// A text of pipeline state that cannot be read, or says what cannot be.
    #[error("line {line}, column {column}: {why}")]
    StateText {
        /// From 1.
        line: u64,
        /// From 1; 0 where the whole line is meant.
        column: u64,
        /// What is wrong.
        why: String,
    },

    /// A static sampler has more elements than its node.
    #[error(
        "the static sampler of set {set}, binding {binding} has {elements} elements, its node has room for {room}"
    )]
    SamplerElements {
        /// Its set.
        set: u32,
        /// Its binding.
        binding: u32,
        /// How many it has.
        elements: usize,
        /// How many the node has.
        room: u32,
    },

    // Special symbols.
    /// A relocation's symbol begins as special symbols do, but is none.
    #[error("{name} is no special symbol: {why}")]
    SpecialSymbol {
        /// The symbol.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A special symbol asks for a descriptor that the user data has not.
    #[error("No resource node for {0}")]
    NoResourceNode(String),
    /// A descriptor lies in the table of another set than the one whose pointer the code adds its offset to.
    #[error("{name} refers to {node}, but that table is {}: the pointer of set {set} does not lead there", match table_set { Some(other) => format!("the table of set {other}, its first node's"), None => "no set's table".to_owned() })]
    ForeignTable {
        /// The symbol.
        name: String,
        /// The descriptor's node.
        node: String,
        /// The set of the table.
        table_set: Option<u32>,
        /// The set of the descriptor.
        set: u32,
    },
    /// Push constants are asked for and there are none.
    #[error("No push constant node for pushconst")]
    NoPushConstants,
    /// A node's offset or stride in bytes takes more than 32 bits.
    #[error("{name} would be {dwords} dwords, whose bytes 32 bits do not hold")]
    SymbolTooBig {
        /// The symbol.
        name: String,
        /// Its value in dwords.
        dwords: u32,
    },

    // Glue code.
    /// A vertex attribute has a format that buffer instructions cannot load.
    #[error("vertex attribute {location} has format {data} {number}, which {encoding} cannot load")]
    VertexFormat {
        /// Its location.
        location: u32,
        /// Components and their widths.
        data: DataFormat,
        /// What their bits mean.
        number: NumberFormat,
        /// For what the code is.
        encoding: Encoding,
    },
    /// A body takes components of a vertex attribute that none has.
    #[error(
        "vertex attribute {location} is read as {ty} from component {component} on, which is past its end"
    )]
    VertexComponents {
        /// Its location.
        location: u32,
        /// The first component that is read.
        component: u32,
        /// The type of what is read.
        ty: ValueType,
    },
    /// A vertex attribute lies where no instruction reaches.
    #[error("vertex attribute {location}: {what} is {found}, which no instruction reaches")]
    VertexPlace {
        /// Its location.
        location: u32,
        /// Its binding or its offset.
        what: &'static str,
        /// What that is.
        found: u32,
    },
    /// A vertex attribute needs something that the body is not started with.
    #[error("vertex attribute {location} needs the {needs}, which is in no register of the shader")]
    VertexNeeds {
        /// Its location.
        location: u32,
        /// What it needs.
        needs: &'static str,
    },
    /// Glue code needs more registers than there are.
    #[error("the {glue} needs more than {limit} {class} registers")]
    GlueRegisters {
        /// The code.
        glue: &'static str,
        /// Scalar or vector.
        class: &'static str,
        /// How many there are.
        limit: u32,
    },
    /// A value that cannot be exported where it is meant to go.
    #[error("a value of type {ty} cannot be exported to target {target}: {why}")]
    Export {
        /// The hardware target.
        target: u32,
        /// The value's type.
        ty: ValueType,
        /// What is wrong with it.
        why: &'static str,
    },
}

impl ErrorKind {
    /// A stable name such as `elf.truncated`, for tests, scripts and searches.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoElf => "elf.bad-magic",
            Self::Unsupported { .. } => "elf.unsupported",
            Self::Machine(_) | Self::UnknownMachine(_) => "elf.machine",
            Self::Truncated { .. } => "elf.truncated",
            Self::Value { .. } => "elf.value",
            Self::SectionIndex { .. } => "elf.section-index",
            Self::SymbolIndex { .. } => "elf.symbol-index",
            Self::Overlap { .. } => "elf.overlap",
            Self::Padding(_) => "link.padding",
            Self::String { .. } => "elf.string",
            Self::LongName { .. } => "elf.long-name",
            Self::Repeated(_) => "elf.repeated",
            Self::Missing(_) => "elf.missing",
            Self::MessagePack(_) => "metadata.messagepack",
            Self::RepeatedKey(_) => "metadata.repeated-key",
            Self::Metadata { .. } => "metadata.value",
            Self::NoDescriptorSet(_) => "user-data.no-descriptor-set",
            Self::NoPushConstant(_) => "user-data.no-push-constant",
            Self::UserDataTooBig => "user-data.too-big",
            Self::MixedTargets { .. } => "link.mixed-targets",
            Self::MixedFlags { .. } => "link.mixed-flags",
            Self::SymbolEnd { .. } => "elf.symbol-end",
            Self::DuplicateSymbol(_) => "link.duplicate-symbol",
            Self::UndefinedSymbol(_) => "link.undefined-symbol",
            Self::RelocationType { .. } => "link.relocation-type",
            Self::RelocationPlace { .. } => "link.relocation-place",
            Self::TooManySections(_) => "link.too-many-sections",
            Self::NamesTooLong(_) => "link.names-too-long",
            Self::NeedsState(_) => "link.needs-state",
            Self::NoGlueInputs { .. } => "link.no-glue-inputs",
            Self::MissingStage(_) => "link.missing-stage",
            Self::ExtraStage(_) => "link.extra-stage",
            Self::BodyStage { .. } => "link.body-stage",
            Self::TwoBodies { .. } => "link.two-bodies",
            Self::NoBody { .. } => "link.no-body",
            Self::MixedVersions => "metadata.mixed-versions",
            Self::GlueTarget(_) => "glue.target",

            Self::StateText { .. } => "state.text",

            Self::SamplerElements { .. } => "state.sampler-elements",

            Self::SpecialSymbol { .. } => "relocation.special-symbol",
            Self::NoResourceNode(_) => "relocation.no-resource-node",
            Self::ForeignTable { .. } => "relocation.foreign-table",
            Self::NoPushConstants => "relocation.no-push-constants",
            Self::SymbolTooBig { .. } => "relocation.symbol-too-big",

            Self::VertexFormat { .. } => "glue.vertex-format",
            Self::VertexComponents { .. } => "glue.vertex-components",
            Self::VertexPlace { .. } => "glue.vertex-place",
            Self::VertexNeeds { .. } => "glue.vertex-needs",
            Self::GlueRegisters { .. } => "glue.registers",
            Self::Export { .. } => "glue.export",
        }
    }
}

/// Why a link did not come to an end.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// Nothing is wrong with the inputs, but they cannot be linked as they are: the whole pipeline is to be compiled instead.
    #[error("cannot link: {0}")]
    CannotLink(CannotLink),
    /// An input, its metadata or the pipeline state is wrong.
    #[error(transparent)]
    Invalid(#[from] Error),
}

/// Why a pipeline must be compiled whole. The caller goes on with that; it is no fault of the inputs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CannotLink {
    /// Built-ins that pass from the vertex stages to the fragment shader need slots that only a whole compile assigns.
    #[error("Failed to link relocatable shaders because FS uses builtin inputs.")]
    BuiltInInputs,
    /// Code in front of a body falls into it only at its section's start.
    #[error("Shader {0} is not at the start of its text section")]
    NotAtStart(String),
    /// Code after a body is reached only from its section's end.
    #[error("Shader {0} is not at the end of its text section")]
    NotAtEnd(String),
    /// The state has something that relocatable shaders have no code for.
    #[error("Relocatable shader compilation requested but not possible: {0}")]
    Unrelocatable(Unrelocatable),
}

impl CannotLink {
    /// A stable name such as `cannot-link.built-in-inputs`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::BuiltInInputs => "cannot-link.built-in-inputs",
            Self::NotAtStart(_) => "cannot-link.not-at-start",
            Self::NotAtEnd(_) => "cannot-link.not-at-end",
            Self::Unrelocatable(reason) => reason.code(),
        }
    }
}
