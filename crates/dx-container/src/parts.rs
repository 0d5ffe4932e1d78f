//! The list of parts: one module each, with the view, the owned form and the writer; the table of their names; and
//! the calls that choose the decoder by the name of a part. The traits that they implement are in `part.rs`.

use crate::error::Result;
use crate::fields::{Show, Sink};
use crate::fourcc::FourCc;
use crate::part::{meaning_of, rewrite_as};
use crate::reader::{Payload, Reader};

pub mod class_linkage;
pub mod compiler_version;
pub mod debug_information;
pub mod debug_name;
pub mod feature_info;
pub mod level9;
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

mod row;

pub use crate::generated::part_kinds::PartKind;
pub use crate::generated::parts::PARTS;
pub use crate::part::{Carried, Layout, NoArrangement, Owned, PartBuf, Rewritten, Verbatim, View};
pub use row::{PartRow, StripGroup};

/// The table's row for `name`.
pub fn row(name: FourCc) -> Option<&'static PartRow> {
    PARTS.iter().find(|row| row.fourcc == name)
}

/// The type that reads parts called `name`.
pub fn kind(name: FourCc) -> PartKind {
    row(name).map_or(PartKind::Opaque, |row| row.kind)
}

/// Reads a part and reports its fields; a part without a decoder is one field.
pub fn walk<'a>(payload: Payload<'a>, sink: &mut dyn Sink<'a>) -> Result<PartView<'a>> {
    PartView::decode(&mut Reader::reporting(payload, sink))
}

/// Declares the view and the owned form of each kind of part, and the calls that choose among them.
macro_rules! part_kinds {
    ($($kind:ident: $view:ty, $buf:ty;)*) => {
        /// A part, read by the decoder for its name.
        #[derive(Debug, Clone)]
        #[allow(clippy::large_enum_variant, reason = "lives on the stack for a moment; a box would cost an allocation")]
        pub enum PartView<'a> {
            $(#[doc = concat!("A [`", stringify!($view), "`].")] $kind($view),)*
            /// A part without a decoder.
            Opaque(&'a [u8]),
        }

        impl<'a> PartView<'a> {
            /// Reads the part with the decoder for its name; one without a decoder is a single field.
            pub fn decode(reader: &mut Reader<'a, '_>) -> Result<Self> {
                let name = reader.payload().name;
                let decoded = match kind(name) {
                    $(PartKind::$kind => View::decode(reader).map(Self::$kind),)*
                    PartKind::Opaque => Ok(Self::Opaque(reader.rest("Content", Show::Plain))),
                };
                decoded.map_err(|error| error.within(name))
            }

            /// Reads the part without reporting fields.
            pub fn parse(payload: Payload<'a>) -> Result<Self> {
                Self::decode(&mut Reader::new(payload))
            }
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
    Program: program::ProgramPart<'a>, program::ProgramPartBuf;
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
    Level9: level9::Level9<'a>, level9::Level9Buf;
    PrivateData: private_data::PrivateData<'a>, private_data::PrivateDataBuf;
}
