//! An input in memory, whose result is taken instead of written: how `cache build` runs other verbs. Separate from
//! files because a verb that works on one must reach nothing else: it reads these bytes, not the file again, and does
//! not know what the file is called, so that the result follows from the bytes alone.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The input, and what was made of it.
#[derive(Debug)]
pub struct HeldInput {
    /// The name for messages; results are made without it.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    made: Mutex<Made>,
}

/// What was made of an input.
#[derive(Debug, Default)]
pub struct Made {
    /// The results, one behind the other.
    pub bytes: Vec<u8>,
    /// How many of them would be files.
    pub files: usize,
    /// Whether something was printed on standard output.
    pub is_printed: bool,
    /// Notes, without the name of the file.
    pub notes: Vec<String>,
    /// Errors as they are printed.
    pub messages: Vec<String>,
}

impl Made {
    /// How many results there were; an artefact is one. All that is printed is one, too.
    pub fn results(&self) -> usize {
        self.files + usize::from(self.is_printed)
    }
}

impl HeldInput {
    /// An input that nothing was made of so far.
    pub fn new(name: String, bytes: Vec<u8>) -> Self {
        Self { name, bytes, made: Mutex::default() }
    }

    /// What was made of it; asked once.
    pub fn take(&self) -> Made {
        std::mem::take(&mut self.made())
    }

    fn made(&self) -> MutexGuard<'_, Made> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a result that would be a file.
    pub fn take_result(&self, bytes: &[u8]) {
        let mut made = self.made();
        made.bytes.extend(bytes);
        made.files += 1;
    }

    /// Takes a note.
    pub fn note(&self, text: &str) {
        self.made().notes.push(text.to_owned());
    }

    /// Takes a message.
    pub fn say(&self, message: String) {
        self.made().messages.push(message);
    }

    /// Standard output.
    pub fn stdout(&self) -> impl Write + '_ {
        Stdout(self)
    }
}

/// Inputs are told apart by where they are.
impl PartialEq for HeldInput {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for HeldInput {}

struct Stdout<'h>(&'h HeldInput);

impl Write for Stdout<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut made = self.0.made();
        made.bytes.extend(bytes);
        made.is_printed |= !bytes.is_empty();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
