//! State that only the reader of modern bitcode needs. Separate because the module reader of both dialects owns it.

use hashbrown::HashMap;

use bstr::BString;

use crate::instruction::OperandBundle;
use crate::{GlobalId, InstructionId, MetadataId, SyncScope, Value};

/// State of the reader of a modern module.
#[derive(Default)]
pub(in crate::bitcode) struct Modern<'a> {
    /// The producer in the identification block.
    pub(super) producer: String,
    /// The string table.
    pub(super) strings: &'a [u8],
    /// The tags of operand bundles by number.
    pub(super) bundle_tags: Vec<BString>,
    /// The synchronization scopes by number.
    pub(super) scopes: Vec<SyncScope>,
    /// The names of metadata kinds by number, and the numbers in the module of those that were used.
    pub(super) kinds: HashMap<u64, Kind>,
    /// The address spaces of allocas and functions in the data layout.
    pub(super) alloca_space: u32,
    pub(super) metadata: MetadataNumbers,
    /// The functions that are debug intrinsics.
    pub(super) debug_intrinsics: HashMap<GlobalId, DebugIntrinsic>,
    pub(super) body: PendingRecords,
}

/// A metadata kind of the file.
pub(super) enum Kind {
    /// The name of a kind that was not used yet.
    Named(BString),
    /// The number of the kind in the module.
    Used(u32),
}

/// An intrinsic that stands for a debug record.
#[derive(Clone, Copy)]
pub(super) enum DebugIntrinsic {
    /// `llvm.dbg.value`.
    Value,
    /// `llvm.dbg.declare`.
    Declare,
    /// `llvm.dbg.assign`.
    Assign,
    /// `llvm.dbg.label`.
    Label,
}

/// Metadata by number: the numbers of the module, then the numbers of the current function.
#[derive(Default)]
pub(super) struct MetadataNumbers {
    pub(super) entries: Vec<Entry>,
    /// Nodes that were referred to before their records, by number.
    pub(super) forward: HashMap<u64, MetadataId>,
    /// Entries of the module.
    pub(super) of_module: usize,
    /// The values in the lists of [`Entry::List`].
    pub(super) listed: Vec<u64>,
}

/// A piece of metadata with a number.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    /// Metadata of the module.
    Module(MetadataId),
    /// A value of the function. The integer is its index plus one in
    /// [`Body::local_metadata`](crate::Body::local_metadata), or 0 if no operand uses it as metadata.
    Local(Value, u32),
    /// A list of values: a range of [`MetadataNumbers::listed`].
    List(u32, u32),
}

/// Records of the current function that wait for a call, or for the end of the body.
#[derive(Default)]
pub(super) struct PendingRecords {
    /// Operand bundles of the next call.
    pub(super) bundles: Vec<OperandBundle>,
    /// The operands of these bundles.
    pub(super) bundled: Vec<Value>,
    /// True if one of these operands is a forward reference.
    pub(super) has_forward: bool,
    /// Calls of debug intrinsics.
    pub(super) debug_calls: Vec<(InstructionId, DebugIntrinsic)>,
}
