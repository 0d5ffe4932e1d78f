//! The reasons why a module cannot be printed. Separate so that all printing returns the same errors.

/// Why a module cannot be printed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrintError {
    /// Types or constants consist of one another so often that the text would be too long.
    #[error(
        "assembly text would be longer than {limit} bytes, because types or constants are nested too \
             deeply"
    )]
    TooLong {
        /// How long it may be.
        limit: u64,
    },
    /// Something refers to what the module does not have.
    #[error("module refers to a {what} that does not exist")]
    Dangling {
        /// What.
        what: &'static str,
    },
    /// Something that LLVM 3.7's assembly cannot express. A valid module has hardly any of it.
    #[error("LLVM assembly cannot express {what}{}", in_global(within.as_deref()))]
    Inexpressible {
        /// What, by its name and its types.
        what: String,
        /// The global that it belongs to.
        within: Option<String>,
    },
    /// What this program does not print.
    #[error("{what} is not supported in assembly")]
    Unsupported {
        /// What.
        what: &'static str,
    },
    /// Where the text goes takes no more.
    #[error("cannot write the assembly text")]
    Sink,
}

fn in_global(name: Option<&str>) -> String {
    name.map(|name| format!(" in {name}")).unwrap_or_default()
}

pub(super) type Result = std::result::Result<(), PrintError>;
