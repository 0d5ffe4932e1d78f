//! Output that is written later: kept in memory up to 1 MiB, then in a temporary file. Separate because results are
//! printed in the order of the inputs, and a summary precedes the parts from which it is computed.

use std::io::{self, Seek as _, Write};

use tempfile::SpooledTempFile;

/// Bytes of one result that are kept in memory; longer ones go to a temporary file.
const HELD_IN_MEMORY: usize = 1 << 20;

/// A result that is held.
pub struct SpooledOutput(SpooledTempFile);

impl SpooledOutput {
    /// An empty one.
    pub fn new() -> Self {
        Self(SpooledTempFile::new(HELD_IN_MEMORY))
    }

    /// True where nothing has been written.
    pub fn is_empty(&mut self) -> bool {
        self.0.stream_position().is_ok_and(|len| len == 0)
    }

    /// Writes all of it to `out`.
    pub fn copy_to(mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.rewind()?;
        io::copy(&mut self.0, out).map(drop)
    }
}

impl Write for SpooledOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
