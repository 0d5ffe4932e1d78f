//! What can be wrong with a shader's metadata.

/// What can be wrong with a shader's metadata. The path of the error says where: the name of the metadata, the nodes
/// by their place in lists, the operands by what they hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShaderErrorKind {
    /// An operand that is something else.
    #[error("found {found}, expected {expected}")]
    Operand {
        /// What has to be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// A list that ends too early.
    #[error("node has {operands} operands, but {what} is missing")]
    Short {
        /// What is missing.
        what: &'static str,
        /// How many operands there are.
        operands: usize,
    },
    /// A list that goes on.
    #[error("node has {operands} operands, expected {expected}")]
    Long {
        /// How many there may be.
        expected: usize,
        /// How many there are.
        operands: usize,
    },
    /// A tag without a value.
    #[error("node has {operands} operands after {before}, expected pairs")]
    Pairs {
        /// What precedes the pairs.
        before: &'static str,
        /// How many operands there are.
        operands: usize,
    },
    /// More nodes with a name than one.
    #[error("named metadata has {nodes} nodes, expected 1")]
    Nodes {
        /// How many there are.
        nodes: usize,
    },
    /// Lists within lists within lists.
    #[error("metadata nodes are nested deeper than the limit of {limit} levels")]
    Depth {
        /// The limit in force (see `limits.rs`).
        limit: usize,
    },
    /// Nodes share so much that reading them would cost far more than the module is large.
    #[error("nodes contain more {what} than the limit of {limit}")]
    Sharing {
        /// What they hold.
        what: &'static str,
        /// The limit in force (see `limits.rs`).
        limit: usize,
    },
}

impl ShaderErrorKind {
    /// A stable name.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Operand { .. } => "shader.operand",
            Self::Short { .. } => "shader.short",
            Self::Long { .. } => "shader.long",
            Self::Pairs { .. } => "shader.pairs",
            Self::Nodes { .. } => "shader.nodes",
            Self::Depth { .. } => "shader.depth",
            Self::Sharing { .. } => "shader.sharing",
        }
    }
}
