//! Standard output and standard error. Separate because their reader may leave (`| head`): then nothing more is
//! printed, but files are still processed, and the exit status is that of the files.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the reader of standard output has left.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// True once the reader of standard output has left.
pub fn is_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}

/// Standard output, without colours where they are not wanted.
pub fn coloured() -> impl Write {
    WhileRead { out: anstream::stdout().lock(), is_closed: &IS_CLOSED }
}

/// Standard output for bytes and text without colours.
pub fn raw() -> impl Write {
    WhileRead { out: io::stdout().lock(), is_closed: &IS_CLOSED }
}

/// `out`, a pipe whose reader may leave: then `is_closed` is set.
pub fn while_read<'w>(out: impl Write + 'w, is_closed: &'w AtomicBool) -> impl Write + 'w {
    WhileRead { out, is_closed }
}

/// Prints a line on standard error. Errors are ignored: there is no other place to report them.
pub fn print_message(line: impl Display) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Writes until the reader leaves; later output is dropped.
struct WhileRead<'w, W> {
    out: W,
    is_closed: &'w AtomicBool,
}

impl<W: Write> WhileRead<'_, W> {
    /// The result of `attempt`; `otherwise` where the reader has left.
    fn attempt<T>(&mut self, otherwise: T, attempt: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        if self.is_closed.load(Ordering::Relaxed) {
            return Ok(otherwise);
        }
        match attempt(&mut self.out) {
            Err(cause) if cause.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed.store(true, Ordering::Relaxed);
                Ok(otherwise)
            }
            other => other,
        }
    }
}

impl<W: Write> Write for WhileRead<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.attempt(bytes.len(), |out| out.write(bytes))
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.attempt((), |out| out.write_all(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt((), Write::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pipe whose reader leaves after a few bytes.
    struct Pipe(usize);

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            if taken == 0 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(taken) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::StorageFull.into())
        }
    }

    #[test]
    fn a_reader_that_leaves_is_no_error() {
        let is_closed = AtomicBool::new(false);
        let mut out = while_read(Pipe(5), &is_closed);
        assert!(out.write_all(b"abc").is_ok() && !is_closed.load(Ordering::Relaxed));
        assert!(out.flush().is_err(), "other errors are errors");
        assert!(out.write_all(b"defghi").is_ok() && is_closed.load(Ordering::Relaxed));
        assert!(out.write_all(b"jkl").is_ok() && out.flush().is_ok());
    }
}
