//! The parts of a container, one module each, with the view, the owned form and the writer.
//!
//! A view borrows the file and is made by a decoder, which reports each field that it reads. An [`Owned`] part holds
//! the editable content in `meaning`, and in `layout` what the writer cannot derive from it; [`Owned::write`] returns
//! the bytes that the part was read from as long as the content is unchanged.

use std::ops::{Deref, DerefMut};

use crate::error::{ContainerErrorKind, Result};
use crate::fields::{Show, Sink};
use crate::fourcc::FourCc;
use crate::generated::enums::ShaderKind;
use crate::reader::{Payload, Reader};
use located::{Error, Place};

pub mod class_linkage;
pub mod compiler_version;
pub mod debug_information;
pub mod debug_name;
pub mod feature_info;
pub mod pdb_info;
pub mod private_data;
pub mod program;
pub mod psv;
pub mod rdat;
pub mod rdef;
pub mod root_signature;
pub mod shader_hash;
pub mod shader_tokens;
pub mod signature;
pub mod source_info;
pub mod spdb;
pub mod statistics;
pub mod symbol_strings;
pub mod symbols;

pub use crate::generated::parts::PARTS;

/// A row of the table of parts.
#[derive(Debug, Clone, Copy)]
pub struct PartRow {
    /// The name of the part.
    pub fourcc: FourCc,
    /// The title of the part in words.
    pub title: &'static str,
    /// The type that reads the part.
    pub kind: PartKind,
    /// The group to strip the part with; `None` if the shader needs the part.
    pub strip: Option<StripGroup>,
    /// Further details, or an empty string.
    pub note: &'static str,
}

/// Groups of parts that can be stripped together because a shader runs without them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StripGroup {
    /// Programs with debug information, and sources.
    Debug,
    /// The file name of the PDB.
    DebugName,
    /// Reflection data.
    Reflection,
    /// Private data of the application.
    Private,
    /// The root signature; without it, the application must provide one.
    RootSignature,
    /// The symbol table, which the reference validator rejects.
    Symbols,
}

impl StripGroup {
    /// Every group.
    pub const ALL: [Self; 6] =
        [Self::Debug, Self::DebugName, Self::Reflection, Self::Private, Self::RootSignature, Self::Symbols];
}

/// The table's row for `name`.
pub fn row(name: FourCc) -> Option<&'static PartRow> {
    PARTS.iter().find(|row| row.fourcc == name)
}

/// The type that reads parts called `name`.
pub fn kind(name: FourCc) -> PartKind {
    row(name).map_or(PartKind::Opaque, |row| row.kind)
}

/// A part read from a file it borrows.
pub trait View<'a>: Sized {
    /// The owned content of the part.
    type Buf: PartBuf;

    /// Reads the part and reports every field. Uses nothing but the payload of the reader.
    fn decode<S: Sink<'a>>(reader: &mut Reader<'a, S>) -> Result<Self>;

    /// Copies the content of the part, without its layout.
    fn to_buf(&self) -> Self::Buf;

    /// Reads the part without reporting fields.
    fn parse(payload: Payload<'a>) -> Result<Self> {
        Self::decode(&mut Reader::new(payload, ())).map_err(|error| error.within(payload.name))
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

/// Declares the kinds of parts: the view and the owned form of each, and the calls that choose among them.
macro_rules! part_kinds {
    ($($kind:ident: $view:ty, $buf:ty;)*) => {
        /// The type that reads a part.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum PartKind {
            $(#[doc = concat!("Read as [`", stringify!($view), "`].")] $kind,)*
            /// No decoder; the part is kept as bytes.
            Opaque,
        }

        /// A part, read by the decoder for its name.
        #[derive(Debug, Clone)]
        #[allow(clippy::large_enum_variant, reason = "lives on the stack for a moment; a box would cost an allocation")]
        pub enum PartView<'a> {
            $(#[doc = concat!("A [`", stringify!($view), "`].")] $kind($view),)*
            /// A part without a decoder.
            Opaque(&'a [u8]),
        }

        impl<'a> PartView<'a> {
            /// Reads the part with the decoder for its name.
            pub fn parse(payload: Payload<'a>) -> Result<Self> {
                Ok(match kind(payload.name) {
                    $(PartKind::$kind => Self::$kind(View::parse(payload)?),)*
                    PartKind::Opaque => Self::Opaque(payload.bytes),
                })
            }
        }

        /// Walks the fields of a part; a part without a decoder is one field.
        pub fn walk<'a, S: Sink<'a>>(payload: Payload<'a>, sink: S) -> Result<()> {
            let mut reader = Reader::new(payload, sink);
            let walked = match kind(payload.name) {
                $(PartKind::$kind => <$view>::decode(&mut reader).map(drop),)*
                PartKind::Opaque => {
                    reader.rest("Content", Show::Plain);
                    Ok(())
                }
            };
            walked.map_err(|error| error.within(payload.name))
        }

        /// Reads a part into its owned form, writes it again, and tells what its layout had to hold.
        pub fn rewrite(payload: Payload<'_>) -> Result<Rewritten> {
            let rewritten = match kind(payload.name) {
                $(PartKind::$kind => rewrite_as::<$buf>(payload),)*
                PartKind::Opaque => Ok(Rewritten { bytes: payload.bytes.to_vec(), carried: Carried::Opaque }),
            };
            rewritten.map_err(|error| error.within(payload.name))
        }

        /// Returns true if two parts of one name have the same content, regardless of layout.
        pub fn say_the_same(a: Payload<'_>, b: Payload<'_>) -> Result<bool> {
            Ok(match kind(a.name) {
                $(PartKind::$kind => meaning_of::<$buf>(a)? == meaning_of::<$buf>(b)?,)*
                PartKind::Opaque => a.bytes == b.bytes,
            })
        }

        /// The canonical bytes of a part, which depend on its content only. A part without a decoder is
        /// returned unchanged.
        pub fn canonical(payload: Payload<'_>) -> Result<Vec<u8>> {
            match kind(payload.name) {
                $(PartKind::$kind => meaning_of::<$buf>(payload)?.arrange(None),)*
                PartKind::Opaque => Ok(payload.bytes.to_vec()),
            }
        }
    };
}

part_kinds! {
    Program: program::Program<'a>, program::ProgramBuf;
    FeatureInfo: feature_info::FeatureInfo<'a>, feature_info::FeatureInfoBuf;
    ShaderHash: shader_hash::ShaderHash<'a>, shader_hash::ShaderHashBuf;
    Signature: signature::Signature<'a>, signature::SignatureBuf;
    PipelineStateValidation: psv::Psv<'a>, psv::PsvBuf;
    RootSignature: root_signature::RootSignature<'a>, root_signature::RootSignatureBuf;
    DebugName: debug_name::DebugName<'a>, debug_name::DebugNameBuf;
    CompilerVersion: compiler_version::CompilerVersion<'a>, compiler_version::CompilerVersionBuf;
    SourceInfo: source_info::SourceInfo<'a>, source_info::SourceInfoBuf;
    ProgramDatabase: spdb::ProgramDatabase<'a>, spdb::ProgramDatabaseBuf;
    ResourceDefinitions: rdef::Rdef<'a>, rdef::RdefBuf;
    ShaderTokens: shader_tokens::ShaderTokens<'a>, shader_tokens::ShaderTokensBuf;
    Statistics: statistics::Statistics<'a>, statistics::StatisticsBuf;
    RuntimeData: rdat::Rdat<'a>, rdat::RdatBuf;
    PdbInfo: pdb_info::PdbInfo<'a>, pdb_info::PdbInfoBuf;
    ClassLinkage: class_linkage::ClassLinkage<'a>, class_linkage::ClassLinkageBuf;
    DebugInformation: debug_information::DebugInformation<'a>, debug_information::DebugInformationBuf;
    Symbols: symbols::Symbols<'a>, symbols::SymbolsBuf;
    SymbolStrings: symbol_strings::SymbolStrings<'a>, symbol_strings::SymbolStringsBuf;
    PrivateData: private_data::PrivateData<'a>, private_data::PrivateDataBuf;
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

fn meaning_of<P: PartBuf>(payload: Payload<'_>) -> Result<P> {
    P::View::parse(payload).map(|view| view.to_buf())
}

fn rewrite_as<P: PartBuf>(payload: Payload<'_>) -> Result<Rewritten> {
    let part = Owned::<P>::read(payload)?;
    let carried = match part.layout {
        None => Carried::Nothing,
        Some(Layout::Known(ref known)) if P::holds_tables(known) => Carried::Tables,
        Some(Layout::Known(_)) => Carried::Arrangement,
        Some(Layout::Verbatim(_)) => Carried::Verbatim,
    };
    Ok(Rewritten { bytes: part.write()?, carried })
}

/// A value as the format's 16 bits, or what does not fit.
fn narrow16(what: &'static str, value: u32) -> Result<u16> {
    u16::try_from(value).map_err(|_| too_large(what, value.into(), u16::MAX.into()))
}

/// A value of `width` bits of a byte, or what does not fit.
fn bits(what: &'static str, value: u8, width: u8) -> Result<u8> {
    let max = 0xff >> (8 - width);
    if value <= max { Ok(value) } else { Err(too_large(what, value.into(), max.into())) }
}

/// A length as the format's 16 bits, or what does not fit.
fn narrow_len16(what: &'static str, len: usize) -> Result<u16> {
    u16::try_from(len).map_err(|_| too_large(what, len as u64, u16::MAX.into()))
}

/// A value as the format's 8 bits, or what does not fit.
fn narrow8(what: &'static str, value: u32) -> Result<u8> {
    u8::try_from(value).map_err(|_| too_large(what, value.into(), u8::MAX.into()))
}

fn too_large(what: &'static str, value: u64, max: u64) -> Error<ContainerErrorKind> {
    Error::new(ContainerErrorKind::TooLarge { what, value, max }, Place::default())
}

/// A string and the NUL that ends it; fails where it holds one itself.
fn push_text(bytes: &mut Vec<u8>, what: &'static str, text: &[u8]) -> Result<()> {
    if text.contains(&0) {
        return Err(Error::new(ContainerErrorKind::NulInText { what }, Place::default()));
    }
    bytes.extend(text);
    bytes.push(0);
    Ok(())
}
