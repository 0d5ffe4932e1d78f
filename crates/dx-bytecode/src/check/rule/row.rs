//! The rows of rules, and of the uses of opcodes and registers. Separate from the queries, because the generated tables
//! consist of these types.

use located::Severity;

/// One of the rules of `tables/dxbc_rules.toml`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(pub(crate) u8);

/// What a rule says.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RuleRow {
    /// The name, such as `flow.unclosed`; it does not change.
    pub id: &'static str,
    /// What it means to break it.
    pub severity: Severity,
    /// What it requires, in one sentence.
    pub sentence: &'static str,
    /// The next step when it is broken.
    pub hint: &'static str,
    /// A program that breaks it, and the same program corrected; `None` where assembly cannot break it in a few lines.
    pub example: Option<(&'static str, &'static str)>,
}

/// What an opcode is for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OpcodeUse {
    /// The stages that have it, a bit a stage by its number.
    pub(crate) stages: u8,
    /// Which of its operands is a view, and what it does with it.
    pub(crate) view: Option<(u8, ViewUse)>,
    /// What it does with the sampler behind the view.
    pub(crate) sampler: Option<SamplerUse>,
}

/// What an instruction does with a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ViewUse {
    /// Samples a texture.
    Sampled,
    /// Gathers from a texture of two dimensions.
    Gathered,
    /// Loads from a buffer or texture without filtering.
    Loaded,
    /// Loads a sample of a multisampled texture.
    Multisampled,
    /// Asks about the samples of a multisampled texture or the render target.
    Samples,
    /// Asks for the size of a texture.
    Texture,
    /// Asks for the size of a buffer.
    Buffer,
    /// Loads from or stores to a typed unordered access view.
    Typed,
    /// Loads from raw memory.
    Raw,
    /// Stores to raw memory.
    RawStored,
    /// Loads from structured memory.
    Structured,
    /// Stores to structured memory.
    StructuredStored,
    /// An atomic operation on memory.
    Atomic,
    /// Counts the elements of a structured view.
    Counted,
}

/// What an instruction does with a sampler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SamplerUse {
    /// Filters.
    Default,
    /// Compares, then filters.
    Comparison,
}

/// What a kind of register is for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RegisterUse {
    /// The stages that have it, a bit a stage by its number.
    pub(crate) stages: u8,
    /// How many indices it has before shader model 5.1, from and to.
    pub(crate) indices: [usize; 2],
    /// The same from shader model 5.1 on.
    pub(crate) ranged: [usize; 2],
    /// True if its value can be read.
    pub(crate) read: bool,
    /// True if its value can be written.
    pub(crate) write: bool,
}
