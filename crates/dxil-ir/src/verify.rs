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
//! than [`MAX_FINDINGS`](crate::limits::MAX_FINDINGS) findings.

use super::{ControlFlow, Dialect, Dominators, GlobalId, Module};
use crate::data_layout;

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
mod attribute_sets;
mod attributes;
mod body;
mod calls;
mod circles;
mod constants;
mod debug_fields;
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
mod report;
mod rule;
mod show;
mod type_facts;
mod types;
mod verifier;

pub use report::{Finding, IrPlace, Report};
pub use rule::{Rule, RuleRow};
use verifier::Verifier;

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

impl Verifier<'_> {
    fn data_layout(&mut self) {
        // LLVM 3.7 reads what no later release has, such as the `f:64:64` of some of DXC's modules.
        if self.module.dialect == Dialect::Modern
            && let Err(malformed) = data_layout::check(&self.module.data_layout)
        {
            self.find(Rule::DataLayout, format_args!("{malformed} in the data layout"));
        }
    }
}
