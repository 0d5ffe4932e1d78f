//! The kinds of errors in inputs, metadata and pipeline state. Separate because every phase shares them.

use located::{Kind, Place};

use crate::limits;
use crate::state::refusal::Unrelocatable;
use crate::state::{DataFormat, NumberFormat};
use crate::target::{Encoding, Target};
use crate::value_type::ValueType;

/// An error of this crate.
pub type Error = located::Error<ErrorKind>;

/// A result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// The kinds of errors.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input is not an ELF file.
    #[error("not an ELF file: the first four bytes are not 7f 45 4c 46")]
    NoElf,
    /// An ELF file of another class or byte order.
    #[error("unsupported {what}, expected {expected}")]
    Unsupported {
        /// The field.
        what: &'static str,
        /// The supported value.
        expected: &'static str,
    },
    /// An ELF file for another machine.
    #[error("ELF machine is {0}, expected 224 (EM_AMDGPU)")]
    Machine(u16),
    /// An unknown processor.
    #[error("unknown AMDGPU processor {0:#x} in e_flags")]
    UnknownMachine(u32),
    /// A structure runs past the end of what holds it.
    #[error("file is truncated in {what}: expected {needed} bytes, found {left}")]
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
        /// The values allowed.
        expected: &'static str,
    },
    /// A reference to a section that does not exist.
    #[error("{what} refers to section {index}, but the file has {count} sections")]
    SectionIndex {
        /// The referring field.
        what: &'static str,
        /// The section.
        index: u32,
        /// The number there is.
        count: usize,
    },
    /// A reference to a symbol that does not exist.
    #[error("relocation refers to symbol {index}, but the file has {count} symbols")]
    SymbolIndex {
        /// The symbol.
        index: u32,
        /// The number there is.
        count: usize,
    },
    /// Sections that overlap so much that their total size is a multiple of the file's.
    #[error("sections overlap: the sum of their sizes is {found} bytes, but the file has {size}")]
    Overlap {
        /// The total size of the sections.
        found: u64,
        /// The size of the file.
        size: u64,
    },
    /// Alignments of sections that need too much padding.
    #[error(
        "alignment of the sections needs {0} bytes of padding, limit is {limit}",
        limit = limits::MAX_PADDING
    )]
    Padding(u64),
    /// A string that is not terminated within its table.
    #[error("{what} at {offset:#x} of the string table is not terminated within the table's {size} bytes")]
    String {
        /// The kind of string.
        what: &'static str,
        /// Its offset in the table.
        offset: u32,
        /// Size of the table.
        size: u64,
    },
    /// A name that is longer than supported.
    #[error(
        "{what} at {offset:#x} of the string table is longer than {limit} bytes, the maximum supported",
        limit = limits::MAX_NAME_SIZE
    )]
    LongName {
        /// The kind of string.
        what: &'static str,
        /// Its offset in the table.
        offset: u32,
    },
    /// A second instance of something unique.
    #[error("duplicate {0}, expected one in the file")]
    Repeated(&'static str),
    /// A required item that is missing.
    #[error("missing {0}")]
    Missing(&'static str),
    /// A metadata document that cannot be read.
    #[error("invalid MessagePack in the metadata: {0}")]
    MessagePack(String),
    /// A duplicate key in a map.
    #[error("duplicate key {0} in a map of the metadata")]
    RepeatedKey(String),
    /// A value of the metadata with the wrong type or range for its key.
    #[error("metadata at {key} is {found}, expected {expected}")]
    Metadata {
        /// The key.
        key: String,
        /// The value found.
        found: String,
        /// The values allowed.
        expected: &'static str,
    },
    /// Inputs whose metadata has different major versions.
    #[error("input files have metadata of major versions 2 and 3, which cannot be merged")]
    MixedVersions,
    /// A register for a descriptor set that no node of the user data describes.
    #[error("descriptor set {0} not found: user_data has neither a table nor a top-level buffer of this set")]
    NoDescriptorSet(u32),
    /// A register for a dword past the push constants.
    #[error(
        "push constant not found: a user data register holds dword {0}, but user_data has no push_const node of more \
         than {0} dwords"
    )]
    NoPushConstant(u32),
    /// A node that ends past 2^32 dwords.
    #[error("user data exceeds 2^32 dwords")]
    UserDataTooBig,
    /// Inputs for different processors.
    #[error("processor of the file is {found}, but processor of {what} is {other}")]
    MixedTargets {
        /// The processor of the file.
        found: Target,
        /// The file or state that it is compared with.
        what: String,
        /// The processor of the other.
        other: Target,
    },
    /// Inputs for different settings of the processor.
    #[error("e_flags is {found:#x}, but e_flags of {file} is {other:#x}")]
    MixedFlags {
        /// The flags of the file.
        found: u32,
        /// The other file.
        file: String,
        /// The flags of the other file.
        other: u32,
    },
    /// A function that extends past its section.
    #[error("function {name} ends at {end:#x}, past the end of the section at {size:#x}")]
    SymbolEnd {
        /// The symbol.
        name: String,
        /// Its end.
        end: u64,
        /// The size of its section.
        size: u64,
    },
    /// A symbol that more than one input defines.
    #[error("duplicate symbol {0}: more than one input defines it")]
    DuplicateSymbol(String),
    /// A relocation against an undefined symbol that is not special.
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
    #[error("relocation against {symbol} applies at {offset:#x}, past the end of the section at {size:#x}")]
    RelocationPlace {
        /// Its symbol.
        symbol: String,
        /// The offset it applies to.
        offset: u64,
        /// The size of its section, without padding that is dropped.
        size: u64,
    },
    /// More sections than an ELF header can count.
    #[error("the pipeline needs {0} sections, limit of an ELF file is 65279")]
    TooManySections(usize),
    /// More bytes of names than a string table can address.
    #[error("names in the pipeline need {0} bytes, limit of an ELF string table is 2^32")]
    NamesTooLong(u64),
    /// An input that needs pipeline state, where none is given.
    #[error("{0} needs pipeline state: pass a pipeline state file with -p")]
    NeedsState(String),
    /// A body that needs a fetch shader, but has no list of vertex inputs.
    #[error("{body} needs a fetch shader, but the metadata has no {key}")]
    NoGlueInputs {
        /// The body's symbol.
        body: &'static str,
        /// The missing or empty key.
        key: &'static str,
    },
    /// A stage of the pipeline state without an input.
    #[error("no input has {0}, which the pipeline state lists in `stages`")]
    MissingStage(&'static str),
    /// An entry point of a stage that the pipeline state lacks.
    #[error("`stages` of the pipeline state does not list the stage of {0}")]
    ExtraStage(String),
    /// Two bodies that need a fetch shader.
    #[error("{first} and {second} both need a fetch shader, but a pipeline has only one vertex shader")]
    TwoBodies {
        /// A body's symbol.
        first: &'static str,
        /// The other one's.
        second: &'static str,
    },
    /// A body whose entry point is of another stage than the vertex shader in the metadata.
    #[error(
        "{body} needs a fetch shader, but the metadata assigns the vertex shader to hardware stage {stage}"
    )]
    BodyStage {
        /// The body's symbol.
        body: &'static str,
        /// The stage's key.
        stage: &'static str,
    },
    /// Glue code without its body.
    #[error("the metadata requires {glue}, but no input defines {body}")]
    NoBody {
        /// The glue.
        glue: &'static str,
        /// The body's symbol.
        body: &'static str,
    },
    /// Glue code for a target whose encodings this crate lacks.
    #[error("fetch and export code for {0} is not supported; supported processors: {known}", known = Target::with_glue_text())]
    GlueTarget(Target),

    // Pipeline state.
    /// An invalid text of pipeline state.
    #[error("line {line}, column {column}: {why}")]
    StateText {
        /// The number, from 1.
        line: u64,
        /// The column, from 1; 0 for the whole line.
        column: u64,
        /// The reason.
        why: String,
    },

    /// A static sampler with more elements than its node.
    #[error(
        "static sampler of set {set}, binding {binding} has {elements} elements, but the user data node has \
         {room}"
    )]
    SamplerElements {
        /// Its set.
        set: u32,
        /// Its binding.
        binding: u32,
        /// The number of its elements.
        elements: usize,
        /// The number of the node's elements.
        room: u32,
    },

    // Special symbols.
    /// A symbol with the prefix of a special symbol that does not parse.
    #[error("invalid special symbol {name}: {why}")]
    SpecialSymbol {
        /// The symbol.
        name: String,
        /// The reason.
        why: &'static str,
    },
    /// A special symbol for a descriptor that the user data lacks.
    #[error("no resource node for {symbol}: {found}")]
    NoResourceNode {
        /// The symbol.
        symbol: String,
        /// The nodes at the binding, if any.
        found: String,
    },
    /// A descriptor in the table of another set than the one whose address the code uses.
    #[error(
        "{name} refers to {node}, expected a node in a table of set {set}: the first node of a table \
         determines its set"
    )]
    ForeignTable {
        /// The symbol.
        name: String,
        /// The descriptor's node.
        node: String,
        /// The set of the descriptor.
        set: u32,
    },
    /// A special symbol for push constants where the user data has none.
    #[error("no push constant node for pushconst: user_data has no push_const")]
    NoPushConstants,
    /// A byte offset or stride of a node that exceeds 32 bits.
    #[error("value of {name} is {dwords} dwords, expected less than 2^32 bytes")]
    SymbolTooBig {
        /// The symbol.
        name: String,
        /// Its value in dwords.
        dwords: u32,
    },

    // Glue code.
    /// A vertex attribute with a format that buffer instructions cannot load.
    #[error("vertex attribute {location} has format {data} {number}, which {encoding} cannot load")]
    VertexFormat {
        /// Its location.
        location: u32,
        /// Components and their widths.
        data: DataFormat,
        /// The number format.
        number: NumberFormat,
        /// The encoding of the code.
        encoding: Encoding,
    },
    /// Components of a vertex attribute past the fourth.
    #[error(
        "vertex attribute {location}: {ty} at component {component} exceeds the four components of an \
         attribute"
    )]
    VertexComponents {
        /// Its location.
        location: u32,
        /// The first component read.
        component: u32,
        /// The type read.
        ty: ValueType,
    },
    /// A vertex attribute beyond the reach of load instructions.
    #[error("vertex attribute {location}: {what} {found} exceeds the offset range of load instructions")]
    VertexPlace {
        /// Its location.
        location: u32,
        /// Its binding or its offset.
        what: &'static str,
        /// The value.
        found: u32,
    },
    /// A vertex attribute that needs a value which no initial register of the body holds.
    #[error(
        "vertex attribute {location} needs the {needs}, but no user data register of the shader holds it"
    )]
    VertexNeeds {
        /// Its location.
        location: u32,
        /// The value needed.
        needs: &'static str,
    },
    /// Glue code that needs more registers than exist.
    #[error("the {glue} needs more than {limit} {class} registers")]
    GlueRegisters {
        /// The code.
        glue: &'static str,
        /// The register class, scalar or vector.
        class: &'static str,
        /// The number there is.
        limit: u32,
    },
    /// A value that cannot be exported to its target.
    #[error("fragment output of type {ty} cannot be exported to hardware target {target}: {why}")]
    Export {
        /// The hardware target.
        target: u32,
        /// The value's type.
        ty: ValueType,
        /// The reason.
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

/// The reason why a link failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LinkError {
    /// The inputs are valid, but the pipeline must be compiled whole.
    #[error("cannot link: {0}")]
    CannotLink(CannotLink),
    /// An input, its metadata or the pipeline state is invalid.
    #[error(transparent)]
    Invalid(#[from] Error),
}

/// The reason why a pipeline must be compiled whole. It is not an error of the inputs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CannotLink {
    /// Built-ins between vertex stages and fragment shader need parameter slots that only a whole compile assigns.
    #[error(
        "the fragment shader reads built-in inputs: only a whole-pipeline compile assigns parameter slots \
         to these inputs"
    )]
    BuiltInInputs,
    /// A prologue falls through to its body only at the section's start.
    #[error("{0} is not at the start of the text section, where the fetch shader has to fall through to it")]
    NotAtStart(String),
    /// A body falls through to its epilogue only at the section's end.
    #[error(
        "{0} is not at the end of the text section, where it has to fall through to the colour export shader"
    )]
    NotAtEnd(String),
    /// The state needs code that relocatable shaders lack.
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
