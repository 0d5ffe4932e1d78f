//! What a part is: the view, which borrows the file and is made by a decoder that reports each field it reads; the
//! owned form, with its content in `meaning` and in `layout` what the writer cannot derive from that; and the ways
//! from one to the other. Separate from the list of parts, which each of them would otherwise depend on.

use std::ops::{Deref, DerefMut};

use crate::error::Result;
use crate::fourcc::FourCc;
use crate::generated::enums::ShaderKind;
use crate::reader::{Payload, Reader};

/// A part read from a file it borrows.
pub trait View<'a>: Sized {
    /// The owned content of the part.
    type Buf: PartBuf;

    /// Reads the part and reports every field. Uses nothing but the payload of the reader.
    fn decode(reader: &mut Reader<'a, '_>) -> Result<Self>;

    /// Copies the content of the part, without its layout.
    fn to_buf(&self) -> Self::Buf;

    /// Reads the part without reporting fields.
    fn parse(payload: Payload<'a>) -> Result<Self> {
        Self::decode(&mut Reader::new(payload)).map_err(|error| error.within(payload.name))
    }
}

/// The owned content of a part, independent of its layout; created from scratch or from a [`View`].
pub trait PartBuf: Clone + PartialEq + Sized {
    /// The view, which borrows the file.
    type View<'a>: View<'a, Buf = Self>;
    /// The known layouts of this part other than the canonical one.
    type Arrangement: Clone;

    /// Writes the content in the layout `arrangement`, or in the canonical one.
    ///
    /// Fails if a value does not fit its field.
    fn arrange(&self, arrangement: Option<&Self::Arrangement>) -> Result<Vec<u8>>;

    /// Returns true if an arrangement holds tables copied from the file, not only a rule.
    fn holds_tables(arrangement: &Self::Arrangement) -> bool {
        let _ = arrangement;
        false
    }

    /// The known arrangements that `payload`, which is not canonical, may have; most likely first.
    fn arrangements(&self, payload: Payload<'_>) -> Vec<Self::Arrangement> {
        let _ = payload;
        Vec::new()
    }
}

/// The layout of a part, as far as the writer cannot derive it from the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout<T> {
    /// An arrangement that known compilers use.
    Known(T),
    /// The original bytes of a part in an unknown arrangement.
    Verbatim(Verbatim),
}

/// The original bytes of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verbatim {
    name: FourCc,
    stage: Option<ShaderKind>,
    bytes: Vec<u8>,
}

impl Verbatim {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn payload(&self) -> Payload<'_> {
        Payload { stage: self.stage, ..Payload::new(self.name, &self.bytes) }
    }
}

/// The arrangement type of parts that all known compilers lay out in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoArrangement {}

/// An owned part: its content and its layout.
///
/// Dereferences to the content, so that `owned.flags = …` edits it. `PartialEq` compares the layout too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owned<P: PartBuf> {
    /// The content of the part.
    pub meaning: P,
    /// The layout; `None` for the canonical one.
    pub layout: Option<Layout<P::Arrangement>>,
}

impl<P: PartBuf> Owned<P> {
    /// Reads the content of a part, and the layout that reproduces its bytes exactly.
    pub fn read(payload: Payload<'_>) -> Result<Self> {
        let meaning: P = meaning_of(payload)?;
        let is_original = |bytes: Result<Vec<u8>>| bytes.is_ok_and(|bytes| bytes == payload.bytes);
        if is_original(meaning.arrange(None)) {
            return Ok(meaning.into());
        }
        let mut known = meaning.arrangements(payload).into_iter();
        let layout = match known.find(|known| is_original(meaning.arrange(Some(known)))) {
            Some(known) => Layout::Known(known),
            None => {
                let Payload { name, stage, bytes, .. } = payload;
                Layout::Verbatim(Verbatim { name, stage, bytes: bytes.to_vec() })
            }
        };
        Ok(Self { meaning, layout: Some(layout) })
    }

    /// Writes the part. A verbatim layout is used only while the content is unchanged.
    pub fn write(&self) -> Result<Vec<u8>> {
        match &self.layout {
            Some(Layout::Known(known)) => self.meaning.arrange(Some(known)),
            Some(Layout::Verbatim(verbatim)) if self.is_unchanged_since(verbatim) => {
                Ok(verbatim.bytes.clone())
            }
            _ => self.meaning.arrange(None),
        }
    }

    fn is_unchanged_since(&self, verbatim: &Verbatim) -> bool {
        meaning_of::<P>(verbatim.payload()).is_ok_and(|meaning| meaning == self.meaning)
    }
}

impl<P: PartBuf> From<P> for Owned<P> {
    /// Creates a part in its canonical layout.
    fn from(meaning: P) -> Self {
        Self { meaning, layout: None }
    }
}

impl<P: PartBuf> Deref for Owned<P> {
    type Target = P;

    fn deref(&self) -> &P {
        &self.meaning
    }
}

impl<P: PartBuf> DerefMut for Owned<P> {
    fn deref_mut(&mut self) -> &mut P {
        &mut self.meaning
    }
}

/// A part written again from its owned form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// The bytes written.
    pub bytes: Vec<u8>,
    /// The data they were made from.
    pub carried: Carried,
}

/// The source of a rewritten part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Carried {
    /// The content alone.
    Nothing,
    /// The content and the rule of a known arrangement.
    Arrangement,
    /// The content and tables in the layout: strings or indices in their own order.
    Tables,
    /// The original bytes in the layout.
    Verbatim,
    /// The part has no decoder and was copied.
    Opaque,
}

pub(crate) fn meaning_of<P: PartBuf>(payload: Payload<'_>) -> Result<P> {
    P::View::parse(payload).map(|view| view.to_buf())
}

pub(crate) fn rewrite_as<P: PartBuf>(payload: Payload<'_>) -> Result<Rewritten> {
    let part = Owned::<P>::read(payload)?;
    let carried = match part.layout {
        None => Carried::Nothing,
        Some(Layout::Known(ref known)) if P::holds_tables(known) => Carried::Tables,
        Some(Layout::Known(_)) => Carried::Arrangement,
        Some(Layout::Verbatim(_)) => Carried::Verbatim,
    };
    Ok(Rewritten { bytes: part.write()?, carried })
}
