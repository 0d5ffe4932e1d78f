//! The shape of errors in binary files: what is wrong (a kind with a stable code) and where (the offset in the whole
//! file, and the path of parts and structures that leads to it). Each reader has kinds of its own; this crate knows
//! none of them.

use std::fmt;

/// The kind of an error; its `Display` states what was found and what was expected.
pub trait Kind: fmt::Display + fmt::Debug {
    /// The stable error code, such as `part.truncated`, for tests, scripts and searches.
    fn code(&self) -> &'static str;
}

/// A range of bytes in the input, counted from the first byte of the whole file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// The offset of the first byte at fault.
    pub offset: u64,
    /// The number of bytes at fault; 0 where bytes are missing.
    pub len: u64,
    /// The bit within the first byte, for bitstreams.
    pub bit: u8,
}

/// One step of the path from the file to the bytes at fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// A part of a container, by its name as text.
    Part(String),
    /// A named structure: a block, a table, a function.
    Node(&'static str),
    /// Something by the name that the input gives it: one of several files, a section, a symbol.
    Name(String),
    /// The index of a list member, from 0.
    Item(u64),
}

/// The severity of a finding, shared by all checkers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Accepted, but probably not intended.
    Warning,
    /// Invalid: a runtime or driver may reject it, or behave in an undefined way.
    Error,
}

impl Severity {
    /// `error` or `warning`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// An error: its kind and its place; one word wide.
pub struct Error<K>(Box<Inner<K>>);

struct Inner<K> {
    kind: K,
    /// `None` where no bytes are at fault.
    place: Option<Place>,
    /// From the fault outwards: frames are added as the error travels up.
    path: Vec<Frame>,
}

impl<K> Error<K> {
    /// Creates an error at `place` with an empty path.
    #[cold]
    pub fn new(kind: K, place: Place) -> Self {
        Self(Box::new(Inner { kind, place: Some(place), path: Vec::new() }))
    }

    /// Creates an error that no bytes of a file are at fault for: one of options, or of files that do not fit each
    /// other.
    #[cold]
    pub fn unplaced(kind: K) -> Self {
        Self(Box::new(Inner { kind, place: None, path: Vec::new() }))
    }

    /// The kind of the error.
    pub fn kind(&self) -> &K {
        &self.0.kind
    }

    /// The bytes at fault; an empty range at 0 where there are none.
    pub fn place(&self) -> Place {
        self.0.place.unwrap_or_default()
    }

    /// The bytes at fault, if there are any.
    pub fn known_place(&self) -> Option<Place> {
        self.0.place
    }

    /// The path from the file to the bytes at fault, outermost first.
    pub fn path(&self) -> impl DoubleEndedIterator<Item = &Frame> {
        self.0.path.iter().rev()
    }

    /// Moves the error to another place, for input that is a piece of a larger file.
    #[cold]
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.0.place = Some(place);
        self
    }

    /// Adds `frame` as the new outermost step of the path.
    #[cold]
    #[must_use]
    pub fn within(mut self, frame: impl Into<Frame>) -> Self {
        self.0.path.push(frame.into());
        self
    }

    /// The same error among the kinds of an outer layer, which have those of this one.
    #[cold]
    #[must_use]
    pub fn lift<L: From<K>>(self) -> Error<L> {
        self.map(L::from)
    }

    /// The same error with the kind that `change` makes of its kind.
    #[cold]
    #[must_use]
    pub fn map<L>(self, change: impl FnOnce(K) -> L) -> Error<L> {
        let Inner { kind, place, path } = *self.0;
        Error(Box::new(Inner { kind: change(kind), place, path }))
    }
}

/// Displays the path of an error, such as `part PSV0 > Resources > 3`.
pub struct Path<'e, K>(&'e Error<K>);

impl<K> Error<K> {
    /// The path as text.
    pub fn path_text(&self) -> Path<'_, K> {
        Path(self)
    }
}

impl<K> fmt::Display for Path<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, frame) in self.0.path().enumerate() {
            if depth > 0 {
                f.write_str(" > ")?;
            }
            match frame {
                Frame::Part(name) => write!(f, "part {name}")?,
                Frame::Node(name) => f.write_str(name)?,
                Frame::Name(name) => f.write_str(name)?,
                Frame::Item(index) => write!(f, "{index}")?,
            }
        }
        Ok(())
    }
}

impl<K: Kind> fmt::Display for Error<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { kind, place, path } = &*self.0;
        write!(f, "[{}] {kind}", kind.code())?;
        if let Some(place) = place {
            write!(f, ", at {:#x}", place.offset)?;
            if place.bit > 0 {
                write!(f, ".{}", place.bit)?;
            }
        }
        if !path.is_empty() {
            write!(f, " in {}", self.path_text())?;
        }
        Ok(())
    }
}

impl<K: Kind> fmt::Debug for Error<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<K: Kind> std::error::Error for Error<K> {}

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Broken;

    impl fmt::Display for Broken {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("it is broken")
        }
    }

    impl Kind for Broken {
        fn code(&self) -> &'static str {
            "test.broken"
        }
    }

    #[test]
    fn errors_say_where_as_far_as_they_know() {
        let place = Place { offset: 16, len: 4, bit: 3 };
        let error = Error::new(Broken, place).within(Frame::Item(2)).within(Frame::Node("list"));
        assert_eq!(error.to_string(), "[test.broken] it is broken, at 0x10.3 in list > 2");
        assert_eq!(error.known_place(), Some(place));
        let error = Error::unplaced(Broken).within(Frame::Name("a.elf".to_owned()));
        assert_eq!(error.to_string(), "[test.broken] it is broken in a.elf");
        assert_eq!((error.known_place(), error.place()), (None, Place::default()));
        assert_eq!(error.at(place).known_place(), Some(place));
    }
}
