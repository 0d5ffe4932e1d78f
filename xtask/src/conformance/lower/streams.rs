//! The standard streams of a command. Separate because the shell connects them and each tool reads and writes them.

/// The standard input, output and error of a command.
#[derive(Debug, Default, Clone)]
pub(super) struct Streams {
    pub(super) input: String,
    pub(super) output: String,
    pub(super) errors: String,
}
