//! The kinds of errors in inputs, metadata and pipeline state. Separate because every phase shares them.

use located::{Kind, Place};

use crate::limits;
use crate::state::refusal::Unrelocatable;
use crate::state::{DataFormat, NumberFormat};
use crate::target::{Encoding, Target};
use crate::value_type::ValueType;

/// An error of this crate.
pub type Error = located::Error<ErrorKind>;

/// A result of this crate's readers.
pub type Result<T> = std::result::Result<T, Error>;

/// What can be wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input is no ELF file.
    #[error("not an ELF file: the first four bytes are not 7f 45 4c 46")]
    NoElf,
    /// An ELF file of another class or byte order.
    #[error("unsupported {what}, expected {expected}")]
    Unsupported {
        /// What it is about.
        what: &'static str,
        /// What is supported.
        expected: &'static str,
    },
    /// An ELF file for another machine.
    #[error("ELF machine is {0}, expected 224 (EM_AMDGPU)")]
    Machine(u16),
    /// A processor that has no name here.
    #[error("unknown AMDGPU processor {0:#x} in e_flags")]
    UnknownMachine(u32),
    /// A structure runs past the end of what holds it.
    #[error("truncated {what}: {needed} bytes needed, {left} left")]
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
    #[error("{what} refers to section {index}, but the file has {count} sections")]
    SectionIndex {
        /// What refers to it.
        what: &'static str,
        /// The section.
        index: u32,
        /// How many there are.
        count: usize,
    },
    /// A symbol that is not there.
    #[error("relocation refers to symbol {index}, but the file has {count} symbols")]
    SymbolIndex {
        /// The symbol.
        index: u32,
        /// How many there are.
        count: usize,
    },
    /// Sections that share bytes of the file many times over.
    #[error("sections overlap: their sizes add up to {found} bytes, the file has {size}")]
    Overlap {
        /// What the sections have.
        found: u64,
        /// What the file has.
        size: u64,
    },
    /// Sections that are aligned so that the pipeline would be padding.
    #[error(
        "alignment of the sections needs {0} bytes of padding, at most {limit} are supported",
        limit = limits::MAX_PADDING
    )]
    Padding(u64),
    /// A string that does not lie in its table, or has no end there.
    #[error("{what} at {offset:#x} of the string table is not terminated within the table's {size} bytes")]
    String {
        /// What the string is.
        what: &'static str,
        /// Where it begins.
        offset: u32,
        /// Size of the table.
        size: u64,
    },
    /// A string that is longer than any name.
    #[error(
        "{what} at {offset:#x} of the string table is longer than {limit} bytes, the maximum supported",
        limit = limits::MAX_NAME_SIZE
    )]
    LongName {
        /// What the string is.
        what: &'static str,
        /// Where it begins.
        offset: u32,
    },
    /// A second instance of something unique.
    #[error("duplicate {0}, expected one in the file")]
    Repeated(&'static str),
    /// Something required is absent.
    #[error("missing {0}")]
    Missing(&'static str),
    /// A metadata document that cannot be read.
    #[error("invalid MessagePack in the metadata: {0}")]
    MessagePack(String),
    /// A map with a key twice.
    #[error("duplicate key {0} in a map of the metadata")]
    RepeatedKey(String),
    /// A value of the metadata is of another type or range than its key has.
    #[error("metadata at {key} is {found}, expected {expected}")]
    Metadata {
        /// The key.
        key: String,
        /// What stands there.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// Inputs whose metadata has different major versions.
    #[error("inputs have metadata of different major versions: 2 names registers by number, 3 by field")]
    MixedVersions,
    /// A register is marked for a descriptor set that no node of the user data is for.
    #[error("descriptor set {0} not found: user_data has neither a table nor a top-level buffer of this set")]
    NoDescriptorSet(u32),
    /// A register is marked for a dword of the push constants that there is none of.
    #[error(
        "push constant not found: a user data register holds dword {0}, but user_data has no push_const node of more \
         than {0} dwords"
    )]
    NoPushConstant(u32),
    /// A node ends past the dwords that can be counted.
    #[error("user data exceeds 2^32 dwords")]
    UserDataTooBig,
    /// Inputs for different processors.
    #[error("processor of the file is {found}, but processor of {what} is {other}")]
    MixedTargets {
        /// The processor of the file.
        found: Target,
        /// What it is compared with.
        what: String,
        /// The processor of that.
        other: Target,
    },
    /// Inputs for differently set processors.
    #[error("e_flags is {found:#x}, but {file} has {other:#x}")]
    MixedFlags {
        /// The flags of the file.
        found: u32,
        /// The other file.
        file: String,
        /// The flags of that.
        other: u32,
    },
    /// A function that runs past its section.
    #[error("function {name} ends at {end:#x}, past the end of its section at {size:#x}")]
    SymbolEnd {
        /// The symbol.
        name: String,
        /// Where it ends.
        end: u64,
        /// The size of its section.
        size: u64,
    },
    /// A symbol that two inputs define.
    #[error("duplicate symbol {0}: more than one input defines it")]
    DuplicateSymbol(String),
    /// A relocation refers to a symbol that no input defines, and that is not special.
    #[error("undefined symbol {0}: no input defines it, and it is not a special symbol such as doff_0_0_b")]
    UndefinedSymbol(String),
    /// A relocation of a type that cannot be passed on to a loader.
    #[error("unsupported relocation type {number} ({name}) against symbol {symbol}")]
    RelocationType {
        /// Its number.
        number: u32,
        /// Its name.
        name: &'static str,
        /// Its symbol.
        symbol: String,
    },
    /// A relocation past the end of its section.
    #[error("relocation against {symbol} applies at {offset:#x}, past the end of its section at {size:#x}")]
    RelocationPlace {
        /// Its symbol.
        symbol: String,
        /// Where it applies.
        offset: u64,
        /// The size of its section, as far as that is kept.
        size: u64,
    },
    /// More sections than an ELF file's header counts.
    #[error("the pipeline needs {0} sections, ELF allows 65279")]
    TooManySections(usize),
    /// More bytes of names than the offsets of a string table can address.
    #[error("names in the pipeline need {0} bytes, an ELF string table holds 2^32")]
    NamesTooLong(u64),
    /// An input lacks what only pipeline state can supply.
    #[error("{0} needs pipeline state, but none was given")]
    NeedsState(String),
    /// A body that needs a fetch shader, but does not say for which inputs.
    #[error("{body} needs a fetch shader, but the metadata has no {key}")]
    NoGlueInputs {
        /// The body's symbol.
        body: &'static str,
        /// The key that is not there, or empty.
        key: &'static str,
    },
    /// A stage of the pipeline state that no input has.
    #[error("no input has {0}, which the pipeline state lists in `stages`")]
    MissingStage(&'static str),
    /// An entry point of a stage that the pipeline state does not have.
    #[error("{0} belongs to a stage that the pipeline state does not list in `stages`")]
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
    #[error("{body} needs a fetch shader, but the metadata has the vertex shader in hardware stage {stage}")]
    BodyStage {
        /// The body's symbol.
        body: &'static str,
        /// The stage's key.
        stage: &'static str,
    },
    /// Glue code without its body.
    #[error("the metadata asks for {glue}, but no input defines {body}")]
    NoBody {
        /// The glue.
        glue: &'static str,
        /// The body's symbol.
        body: &'static str,
    },
    /// Glue code for a target whose encodings this crate lacks.
    #[error("fetch and export code for {0} is not supported, only for {known}", known = Target::with_glue_text())]
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
        "static sampler of set {set}, binding {binding} has {elements} elements, but its node has room for {room}"
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
    #[error("invalid special symbol {name}: {why}")]
    SpecialSymbol {
        /// The symbol.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A special symbol asks for a descriptor that the user data does not have.
    #[error("no resource node for {symbol}: {found}")]
    NoResourceNode {
        /// The symbol.
        symbol: String,
        /// What the user data has at the binding instead.
        found: String,
    },
    /// A descriptor lies in the table of another set than the one whose pointer the code adds its offset to.
    #[error(
        "{name} refers to {node}, which is not a table of set {set}: the set of a table is that of its first node"
    )]
    ForeignTable {
        /// The symbol.
        name: String,
        /// The descriptor's node.
        node: String,
        /// The set of the descriptor.
        set: u32,
    },
    /// Push constants are asked for and there are none.
    #[error("no push constant node for pushconst: user_data has no push_const")]
    NoPushConstants,
    /// A node's offset or stride in bytes takes more than 32 bits.
    #[error("value of {name} is {dwords} dwords, whose byte count exceeds 32 bits")]
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
        "vertex attribute {location}: {ty} at component {component} exceeds the four components of an attribute"
    )]
    VertexComponents {
        /// Its location.
        location: u32,
        /// The first component that is read.
        component: u32,
        /// The type of what is read.
        ty: ValueType,
    },
    /// A vertex attribute beyond the reach of load instructions.
    #[error("vertex attribute {location}: {what} {found} exceeds the offset range of load instructions")]
    VertexPlace {
        /// Its location.
        location: u32,
        /// Its binding or its offset.
        what: &'static str,
        /// What that is.
        found: u32,
    },
    /// A vertex attribute needs something that the body is not started with.
    #[error(
        "vertex attribute {location} needs the {needs}, but no user data register of the shader holds it"
    )]
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
    #[error("fragment output of type {ty} cannot be exported to hardware target {target}: {why}")]
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
    /// The error at bytes of an input.
    #[cold]
    pub(crate) fn at(self, offset: u64, len: u64) -> Error {
        Error::new(self, Place { offset, len, bit: 0 })
    }

    /// The error of no bytes: of the pipeline state, or of inputs that do not fit each other.
    #[cold]
    pub(crate) fn unplaced(self) -> Error {
        Error::unplaced(self)
    }
}

impl Kind for ErrorKind {
    fn code(&self) -> &'static str {
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
            Self::NoResourceNode { .. } => "relocation.no-resource-node",
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
    #[error(
        "the fragment shader reads built-in inputs, which need parameter slots that only a whole-pipeline compile \
         assigns"
    )]
    BuiltInInputs,
    /// Code in front of a body falls into it only at its section's start.
    #[error("{0} is not at the start of its text section, where the fetch shader has to fall through to it")]
    NotAtStart(String),
    /// Code after a body is reached only from its section's end.
    #[error(
        "{0} is not at the end of its text section, where it has to fall through to the colour export shader"
    )]
    NotAtEnd(String),
    /// The state has something that relocatable shaders have no code for.
    #[error("{0}")]
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
