//! Parts that stand under a key of their own, by what they say rather than by their walk.
//!
//! Those that LLVM 22 models stand under LLVM's keys: what its obj2yaml prints and its yaml2obj reads. SRCI and PDBI
//! are there for what they hold compressed.
//!
//! A part under LLVM's keys has the bytes that yaml2obj makes of it, zeros up to its size included. Where real
//! parts differ from that, keys of ours say how: `Strings`, `Filler`, `UnknownFlags`, and fields that LLVM 22
//! does not know. Where those do not suffice either, the part is printed by its walk instead, see `print_fields`.
//!
//! Source: LLVM's `DXContainerYAML.cpp`, `DXContainerEmitter.cpp`, `DXContainerPSVInfo.cpp`, compared with the
//! tools of LLVM 22.

mod feature_info;
mod pdb_info;
mod program;
mod psv;
mod psv_tables;
mod root_signature;
mod shader_hash;
mod signature;
mod source_info;

use bstr::{BString, ByteSlice as _};
use dx_container::FourCc;
use dx_container::names::{Named, NamedFlags, NamedValue, split_flags};
use dx_container::reader::Payload;

use super::budget::Budget;
use super::keys::Keys;
use super::printer::{Hex, Printer, scalar};
use super::tree::Node;
use crate::error::{Result, TextErrorKind, error};
use feature_info::Features;
use pdb_info::PdbInfo;
use program::Program;
use psv::PsvInfo;
use root_signature::RootSignature;
use shader_hash::Hash;
use signature::Signature;
use source_info::Sources;

/// The keys that may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Schema {
    /// LLVM's and ours: nothing is lost.
    Full,
    /// Only what yaml2obj reads.
    Llvm,
}

/// A part as its keys describe it.
trait Model: Sized {
    /// The key under which it stands.
    const KEY: &'static str;

    /// Whether that is a key of LLVM's.
    const IS_LLVM: bool = true;

    /// The content of a part that the keys can express; `None` where it cannot be read.
    fn of(payload: Payload<'_>) -> Option<Self>;

    /// The part's bytes without what fills it up.
    fn bytes(&self) -> dx_container::Result<Vec<u8>>;

    /// The bytes that fill the part up to its size.
    fn filler(&self) -> u8 {
        0
    }

    /// True for a part of which obj2yaml prints nothing.
    fn is_nothing(&self) -> bool {
        false
    }

    /// Prints the members of [`KEY`](Self::KEY)'s mapping.
    fn print(&self, out: &mut Out<'_>);

    /// Reads what [`print`](Self::print) prints. A size that the keys give is taken from the budget.
    fn read(keys: &mut Keys<'_>, budget: &mut Budget) -> Result<Self>;

    /// The content of a part that has none of these keys; `None` where it is zeros.
    fn absent() -> Option<Self> {
        None
    }
}

/// Calls a generic function with the model of the part called `$name`.
macro_rules! with_model {
    ($name:expr, $call:ident($($argument:expr),*), $otherwise:expr) => {
        match $name {
            FourCc::DXIL => $call::<Program>($($argument),*),
            FourCc::SFI0 => $call::<Features>($($argument),*),
            FourCc::HASH => $call::<Hash>($($argument),*),
            FourCc::PSV0 => $call::<PsvInfo>($($argument),*),
            FourCc::RTS0 => $call::<RootSignature>($($argument),*),
            FourCc::SRCI => $call::<Sources>($($argument),*),
            FourCc::PDBI => $call::<PdbInfo>($($argument),*),
            FourCc::ISG1 | FourCc::OSG1 | FourCc::PSG1 => $call::<Signature>($($argument),*),
            _ => $otherwise,
        }
    };
}

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
    with_model!(payload.name, print_as(printer, payload, schema), Printed::No)
}

/// The key under which parts called `name` stand, if they have one.
pub(super) fn key(name: FourCc) -> Option<&'static str> {
    fn key_of<M: Model>() -> Option<&'static str> {
        Some(M::KEY)
    }
    with_model!(name, key_of(), None)
}

/// The bytes of the part that stands in `node` under its key, or of which nothing stands there. `size` is what the
/// part has been said to have.
pub(super) fn read(
    name: FourCc,
    node: Option<&Node>,
    size: Option<(&Node, usize)>,
    budget: &mut Budget,
) -> Result<Vec<u8>> {
    let zeros = || Ok(vec![0; size.map_or(0, |(_, size)| size)]);
    with_model!(name, read_as(node, size, budget), zeros())
}

fn print_as<M: Model>(printer: &mut Printer, payload: Payload<'_>, schema: Schema) -> Printed {
    if schema == Schema::Llvm && !M::IS_LLVM {
        return Printed::No;
    }
    let Some(model) = M::of(payload) else { return Printed::No };
    let can_say = match schema {
        Schema::Full => gives_back(&model, payload.bytes),
        // LLVM's writer runs over the size of a part that its layout does not fit.
        Schema::Llvm => model.bytes().is_ok_and(|bytes| bytes.len() <= payload.bytes.len()),
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

/// True where the keys alone give back all `bytes`.
fn gives_back<M: Model>(model: &M, bytes: &[u8]) -> bool {
    model.bytes().is_ok_and(|made| {
        bytes
            .strip_prefix(made.as_slice())
            .is_some_and(|rest| rest.iter().all(|&byte| byte == model.filler()))
    })
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
        None => bytes.resize(bytes.len().next_multiple_of(4), filler),
    }
    Ok(bytes)
}

/// The output of the members of a part.
struct Out<'p> {
    printer: &'p mut Printer,
    schema: Schema,
    /// Bytes of the part.
    part_size: usize,
    /// A value came that LLVM has no name for, and LLVM reads names only; or text that is out of proportion.
    is_refused: bool,
}

/// Names of ours that LLVM 22 does not know.
const LATER_NAMES: [&str; 3] = ["StartVertexLocation", "StartInstanceLocation", "None"];

impl Out<'_> {
    fn named<E: NamedValue>(&mut self, key: &str, value: E) {
        match value.name() {
            Some(name) => {
                self.is_refused |= self.schema == Schema::Llvm && LATER_NAMES.contains(&name);
                self.printer.value(key, scalar(name));
            }
            None => {
                self.is_refused |= self.schema == Schema::Llvm;
                self.printer.value(key, value.raw());
            }
        }
    }

    /// A float in the shortest digits that mean it. What has none is its bits, which LLVM cannot read.
    fn float(&mut self, key: &str, value: f32) {
        self.is_refused |= self.schema == Schema::Llvm && !value.is_finite();
        super::print_fields::float(self.printer, key, value);
    }

    /// Text as a scalar; bytes that are no UTF-8 as numbers, which LLVM cannot read.
    fn text(&mut self, key: &str, text: &BString) {
        self.is_refused |= self.schema == Schema::Llvm && text.to_str().is_err();
        self.printer.value(key, super::print_fields::text(text.as_bstr()));
    }

    /// A list of names in one line.
    fn names(&mut self, key: &str, names: &[BString]) {
        let names: Vec<String> = names.iter().map(|name| super::print_fields::text(name.as_bstr())).collect();
        self.printer.value(key, format_args!("[ {} ]", names.join(", ")));
    }

    /// A flag a line, set or not.
    fn all_flags(&mut self, names: &[Named], word: u64) {
        for row in names {
            self.printer.value(row.name, word & row.value != 0);
        }
    }

    /// A line for each flag that is set. Bits without a name are a number, which LLVM cannot read.
    fn set_flags(&mut self, names: &[Named], word: u64) {
        let (known, unknown) = split_flags(names, word);
        for row in known {
            self.printer.value(row.name, true);
        }
        self.unknown_flags(unknown);
    }

    fn unknown_flags(&mut self, unknown: Option<u64>) {
        if let Some(unknown) = unknown
            && self.schema == Schema::Full
        {
            self.printer.value(UNKNOWN_FLAGS, format_args!("{unknown:#x}"));
        }
    }

    /// A key and words, whose bits matter.
    fn words(&mut self, key: &str, words: &[u32]) {
        self.printer.numbers(key, words.iter().map(|&word| Hex(word)));
    }

    /// A list of lists of words.
    fn word_lists(&mut self, key: &str, lists: &[Vec<u32>]) {
        self.printer.key(key);
        self.printer.deeper();
        for words in lists {
            self.printer.item_numbers(words.iter().map(|&word| Hex(word)));
        }
        self.printer.higher();
    }

    /// A list of mappings.
    fn list<T>(&mut self, key: &str, members: &[T], print: impl Fn(&mut Self, &T)) {
        if members.is_empty() {
            self.printer.value(key, "[]");
            return;
        }
        self.printer.key(key);
        self.printer.deeper();
        self.printer.deeper();
        for member in members {
            self.printer.member();
            print(self, member);
        }
        self.printer.higher();
        self.printer.higher();
    }
}

/// The key of a flag word's bits that have no name.
const UNKNOWN_FLAGS: &str = "UnknownFlags";

/// A flag word of which each flag is a key; flags that are not mentioned are not set.
fn read_flags<F: NamedFlags>(keys: &mut Keys<'_>) -> Result<F> {
    let mut word = 0;
    for row in F::NAMES {
        if keys.truth(row.name)? {
            word |= row.value;
        }
    }
    let Some(node) = keys.take(UNKNOWN_FLAGS) else { return Ok(F::from_word(word)) };
    let unknown = node.number(UNKNOWN_FLAGS, u64::MAX)?;
    F::try_from_word(word | unknown)
        .ok_or_else(|| node.expected(UNKNOWN_FLAGS, &format!("a number from 0 to {:#x}", u32::MAX)))
}
