//! Whether a module is well-formed IR of its dialect, LLVM 3.7 or LLVM 22: whether all ids refer to something, types
//! fit, definitions dominate their uses, and so on. What DXIL asks beyond that is the validator's business, not this.
//!
//! [`verify()`] says what that LLVM's own verifier would say, and what LLVM cannot even represent and our arenas can:
//! an id of nothing, a constant that contains itself, a name that two globals have.
//!
//! # How it goes about it
//!
//! First what belongs to the module, each kind of thing in its arena's order: types, attributes, constants, globals,
//! metadata. Then the bodies: which blocks and instructions there are and how they follow each other, then the
//! instructions one by one. What is wrong in one place is said there and kept quiet about elsewhere, as far as
//! that can be told: an operand that refers to nothing has no type that could be wrong.
//!
//! # What LLVM says and this does not
//!
//! Whether a function of LLVM's own, `llvm.`, has the type that LLVM gives it; arguments are looked at of those about
//! debug information, memory, lifetimes and bits. Whether a piece of a variable lies within it; whether a place in the
//! source lies in the subprogram that describes its function, which in some modules of the reference compiler it does
//! not. What `inalloca` arguments come from; attributes of what a variadic call has besides. Invokes, landing pads and
//! the like are not in this IR at all. DXIL's own kinds of metadata are the validator's.
//!
//! # Bounds
//!
//! Nothing recurses, whatever depth an arena's contents have: all walks keep a stack of their own. Time grows with the
//! module (some sorting aside), and memory too: a few words for each type, constant, block and instruction, and no more
//! than [`MAX_FINDINGS`] findings.

use std::fmt;

use hashbrown::{HashMap, HashSet};

use super::{
    AttributeGroupId, AttributeListId, ComdatId, ConstantId, ControlFlow, Dialect, Dominators, GlobalId,
    InstructionId, MetadataId, Module, Type, TypeId, Value,
};
use crate::data_layout;
use crate::limits::MAX_FINDINGS;

/// Reports a finding at what is at hand, unless a condition holds; says whether it does. A macro, so that nothing of a
/// message is put together unless it is told.
macro_rules! expect {
    ($verifier:ident, $holds:expr, $rule:expr, $($message:tt)+) => {{
        let holds: bool = $holds;
        if !holds {
            $verifier.find($rule, format_args!($($message)+));
        }
        holds
    }};
}

mod aliases;
mod attributes;
mod body;
mod calls;
mod circles;
mod constants;
mod debug_nodes;
mod debug_records;
mod globals;
mod instructions;
mod intrinsics;
mod locations;
mod memory;
mod metadata;
mod named_metadata;
mod operations;
mod rule;
mod show;
mod type_facts;
mod types;

pub use rule::{Rule, RuleRow};

/// What was found in a module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The findings, in the order in which a module is gone through. No more than [`MAX_FINDINGS`]; the count below
    /// goes on.
    pub findings: Vec<Finding>,
    /// How many findings there are.
    pub errors: usize,
}

/// A rule that is broken somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// Where.
    pub place: IrPlace,
    /// What was found and what was expected.
    pub message: String,
}

/// A place in a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IrPlace {
    /// The module as a whole.
    Module,
    /// A type.
    Type(TypeId),
    /// A group of attributes.
    AttributeGroup(AttributeGroupId),
    /// A list of attributes.
    AttributeList(AttributeListId),
    /// A group of sections.
    Comdat(ComdatId),
    /// A constant.
    Constant(ConstantId),
    /// A variable, a function or an alias, as a whole.
    Global(GlobalId),
    /// A piece of metadata.
    Metadata(MetadataId),
    /// Metadata with a name, by its place among those.
    NamedMetadata(u32),
    /// A block of a function.
    Block {
        /// The function.
        function: GlobalId,
        /// Which block, in the order of the body.
        block: u32,
    },
    /// An instruction of a function.
    Instruction {
        /// The function.
        function: GlobalId,
        /// Which block, in the order of the body.
        block: u32,
        /// Which instruction of it.
        index: u32,
        /// The instruction itself.
        id: InstructionId,
    },
}

/// Verifies a module.
pub fn verify(module: &Module) -> Report {
    verify_with(module, |_, _, _| {})
}

/// The same. `visit` is called with each function whose body was verified, the control flow of that and what lies on
/// every way in it, so that nobody who judges these works them out again; they mean something only where nothing is
/// found.
pub fn verify_with(module: &Module, mut visit: impl FnMut(GlobalId, &ControlFlow, &Dominators)) -> Report {
    let mut verifier = Verifier::new(module);
    verifier.data_layout();
    verifier.types();
    verifier.attributes();
    verifier.constants();
    verifier.globals();
    verifier.metadata();
    for definition in module.bodies() {
        verifier.body(definition, &mut visit);
    }
    verifier.type_references();
    verifier.report
}

impl Report {
    /// Whether the module is well-formed.
    pub fn is_valid(&self) -> bool {
        self.errors == 0
    }

    /// How many findings were too many to keep.
    pub fn left_out(&self) -> usize {
        self.errors.saturating_sub(self.findings.len())
    }
}

impl IrPlace {
    /// The place in words, with the names that the module has.
    pub fn show(self, module: &Module) -> impl fmt::Display + use<'_> {
        show::Place { module, place: self }
    }
}

/// What is known of a module while it is verified.
struct Verifier<'m> {
    module: &'m Module,
    report: Report,
    /// What is at hand.
    at: IrPlace,
    /// Types that have a size, by number.
    sized: Vec<bool>,
    /// Types of functions that take metadata, by number.
    takes_metadata: Vec<bool>,
    /// The type that metadata has as an operand.
    metadata_type: Option<TypeId>,
    /// What lists of attributes say, by number.
    attribute_lists: Vec<attributes::Places>,
    /// Attributes that were looked at beside a type of functions.
    attributes_of: HashSet<(AttributeListId, TypeId)>,
    /// What constants consist of that are masks or indices.
    elements_of: HashMap<ConstantId, operations::Elements>,
    /// Functions that are LLVM's own, by number.
    intrinsics: Vec<bool>,
    /// What kinds of metadata mean, by number.
    kinds: Vec<locations::Kind>,
    /// What is known of debug information.
    debug: debug_nodes::Debug<'m>,
    /// The last function in which a place in the source was looked at, by the place's number.
    locations: Vec<GlobalId>,
    /// Whether lists are ranges of a type.
    ranges: HashMap<(MetadataId, TypeId), bool>,
    /// Room for the operands of one instruction.
    scratch: Vec<(Value, TypeId)>,
    incoming: Vec<(u32, Value)>,
}

impl<'m> Verifier<'m> {
    fn new(module: &'m Module) -> Self {
        Self {
            module,
            report: Report::default(),
            at: IrPlace::Module,
            sized: Vec::new(),
            takes_metadata: Vec::new(),
            metadata_type: module.types.find(&Type::Metadata),
            attribute_lists: Vec::new(),
            attributes_of: HashSet::new(),
            elements_of: HashMap::new(),
            intrinsics: module.globals.values().map(globals::is_intrinsic).collect(),
            kinds: module.metadata_kinds.iter().map(|name| locations::Kind::named(name)).collect(),
            debug: debug_nodes::Debug::default(),
            locations: Vec::new(),
            ranges: HashMap::new(),
            scratch: Vec::new(),
            incoming: Vec::new(),
        }
    }

    fn data_layout(&mut self) {
        // LLVM 3.7 reads what no later release has, such as the `f:64:64` of some of DXC's modules.
        if self.module.dialect == Dialect::Modern
            && let Err(malformed) = data_layout::check(&self.module.data_layout)
        {
            self.find(Rule::DataLayout, format_args!("{malformed} in the data layout"));
        }
    }

    /// Reports a finding at what is at hand.
    #[cold]
    fn find(&mut self, rule: Rule, message: fmt::Arguments<'_>) {
        self.report.errors = self.report.errors.saturating_add(1);
        if self.report.findings.len() < MAX_FINDINGS {
            self.report.findings.push(Finding { rule, place: self.at, message: message.to_string() });
        }
    }

    /// The same at another place.
    #[cold]
    fn find_at(&mut self, at: IrPlace, rule: Rule, message: fmt::Arguments<'_>) {
        self.at = at;
        self.find(rule, message);
    }
}
