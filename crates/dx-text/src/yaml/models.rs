//! Parts that stand under a key of their own, by what they say rather than by their walk.
//!
//! Parts that LLVM supports have LLVM's keys, which obj2yaml prints and yaml2obj reads. PDBI has a key of ours for the
//! fields of its compressed content.
//!
//! A part under LLVM's keys has the bytes that yaml2obj makes of it, zeros up to its size included. Where real
//! parts differ from that, keys of ours say how: `Strings`, `Filler`, `UnknownFlags`, `Compressed`, and fields that
//! LLVM does not know. Where those do not suffice either, the part is printed by its walk instead, see `print_fields`.
//!
//! Source: LLVM's `DXContainerYAML.cpp`, `DXContainerEmitter.cpp`, `DXContainerPSVInfo.cpp`, compared with the
//! tools of LLVM 22 and 23.

mod compiler_version;
mod debug_name;
mod feature_info;
mod flags;
mod keyed;
mod model;
mod out;
mod pdb_info;
mod program;
mod psv;
mod psv_tables;
mod root_signature;
mod shader_hash;
mod signature;
mod source_info;
mod source_sections;

use dx_container::FourCc;
use dx_container::reader::Payload;

use super::budget::Budget;
use super::keys::Keys;
use super::printer::Printer;
use super::tree::Node;
use crate::error::{Result, TextErrorKind, error};
use compiler_version::CompilerVersion;
use debug_name::DebugName;
use feature_info::Features;
use model::{Model, gives_back};
pub use out::LlvmVersion;
use out::Out;
pub(super) use out::Schema;
use pdb_info::PdbInfo;
use program::Program;
use psv::PsvInfo;
use root_signature::RootSignature;
use shader_hash::Hash;
use signature::Signature;
use source_info::Sources;

/// Calls a generic function with the model of the part called `$name`.
macro_rules! with_model {
    ($name:expr, $call:ident($($argument:expr),*), $otherwise:expr) => {
        match $name {
            FourCc::DXIL | FourCc::ILDB => $call::<Program>($($argument),*),
            FourCc::SFI0 => $call::<Features>($($argument),*),
            FourCc::HASH => $call::<Hash>($($argument),*),
            FourCc::PSV0 => $call::<PsvInfo>($($argument),*),
            FourCc::RTS0 => $call::<RootSignature>($($argument),*),
            FourCc::VERS => $call::<CompilerVersion>($($argument),*),
            FourCc::ILDN => $call::<DebugName>($($argument),*),
            FourCc::SRCI => $call::<Sources>($($argument),*),
            FourCc::PDBI => $call::<PdbInfo>($($argument),*),
            FourCc::ISG1 | FourCc::OSG1 | FourCc::PSG1 => $call::<Signature>($($argument),*),
            _ => $otherwise,
        }
    };
}

/// The first version of LLVM that has a key for the content of parts called `name`.
fn llvm_since(name: FourCc) -> Option<LlvmVersion> {
    match name {
        FourCc::DXIL | FourCc::SFI0 | FourCc::HASH | FourCc::PSV0 | FourCc::RTS0 => Some(LlvmVersion::V22),
        FourCc::ISG1 | FourCc::OSG1 | FourCc::PSG1 => Some(LlvmVersion::V22),
        FourCc::ILDB | FourCc::ILDN | FourCc::PRIV | FourCc::SRCI | FourCc::VERS => Some(LlvmVersion::V23),
        _ => None,
    }
}

/// The key of the content of PRIV, a list of bytes.
const PRIVATE_DATA: &str = "PrivateData";

/// The outcome of printing a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Printed {
    /// Printed under its key.
    Yes,
    /// Left out, because all of it is zero.
    Nothing,
    /// These keys cannot say what it says; nothing was printed.
    No,
}

/// Prints a part under its key.
pub(super) fn print(printer: &mut Printer, payload: Payload<'_>, schema: Schema) -> Printed {
    if !schema.is_full() && !llvm_since(payload.name).is_some_and(|since| schema.has(since)) {
        return Printed::No;
    }
    if payload.name == FourCc::PRIV {
        printer.hex_bytes(PRIVATE_DATA, payload.bytes);
        return Printed::Yes;
    }
    with_model!(payload.name, print_as(printer, payload, schema), Printed::No)
}

/// The key under which parts called `name` stand, if they have one.
pub(super) fn key(name: FourCc) -> Option<&'static str> {
    fn key_of<M: Model>() -> Option<&'static str> {
        Some(M::KEY)
    }
    with_model!(name, key_of(), (name == FourCc::PRIV).then_some(PRIVATE_DATA))
}

/// The bytes of the part that stands in `node` under its key, or of which nothing stands there. `size` is what the
/// part has been said to have.
pub(super) fn read(
    name: FourCc,
    node: Option<&Node>,
    size: Option<(&Node, usize)>,
    budget: &mut Budget,
) -> Result<Vec<u8>> {
    let content = || node.map_or(Ok(Vec::new()), |node| node.bytes(PRIVATE_DATA));
    with_model!(name, read_as(node, size, budget), resize(content()?, 0, node, size))
}

fn print_as<M: Model>(printer: &mut Printer, payload: Payload<'_>, schema: Schema) -> Printed {
    let Some(model) = M::of(payload) else { return Printed::No };
    let can_say = match schema {
        Schema::Full => gives_back(&model, payload.bytes),
        // LLVM's writer runs over the size of a part that its layout does not fit.
        Schema::Llvm(_) => model.bytes().is_ok_and(|bytes| bytes.len() <= payload.bytes.len()),
    };
    if !can_say {
        return Printed::No;
    }
    if model.is_nothing() {
        return Printed::Nothing;
    }
    let start = printer.text.len();
    printer.key(M::KEY);
    printer.deeper();
    let mut out = Out { printer, schema, part_size: payload.bytes.len(), is_refused: false };
    model.print(&mut out);
    let is_refused = out.is_refused;
    printer.higher();
    if is_refused {
        printer.text.truncate(start);
        return Printed::No;
    }
    Printed::Yes
}

fn read_as<M: Model>(
    node: Option<&Node>,
    size: Option<(&Node, usize)>,
    budget: &mut Budget,
) -> Result<Vec<u8>> {
    let model = match node {
        None => M::absent(),
        Some(node) => Some(Keys::read(node, M::KEY, |keys| M::read(keys, budget))?),
    };
    let place = node.map_or(Default::default(), |node| node.place);
    let wrong =
        |cause: dx_container::ContainerError| error(TextErrorKind::Container(cause.kind().clone()), place);
    let mut bytes = model.as_ref().map_or(Ok(Vec::new()), Model::bytes).map_err(wrong)?;
    let filler = model.map_or(0, |model| model.filler());
    if size.is_none() {
        bytes.resize(bytes.len().next_multiple_of(4), filler);
    }
    resize(bytes, filler, node, size)
}

/// The content of a part, filled up to the size that is given.
fn resize(
    mut bytes: Vec<u8>,
    filler: u8,
    node: Option<&Node>,
    size: Option<(&Node, usize)>,
) -> Result<Vec<u8>> {
    match size {
        // Where nothing is said, nothing is too much.
        Some((_, size)) if node.is_none() && size < bytes.len() => bytes = vec![0; size],
        Some((node, size)) if size < bytes.len() => {
            return Err(super::keys::contradiction(
                node,
                "Size",
                &size.to_string(),
                &format!("at least {}", bytes.len()),
            ));
        }
        Some((_, size)) => bytes.resize(size, filler),
        None => {}
    }
    Ok(bytes)
}
