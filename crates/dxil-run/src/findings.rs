//! Findings: what is wrong with a program, or with what it is bound to, as seen while it runs. Each is told once for a
//! place in the program, with how often it happened and who was the first.

use std::collections::BTreeMap;

use crate::instruction::Pc;

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// Memory or a resource is accessed beyond its end, or a resource that is not bound.
    OutOfBounds,
    /// A resource is accessed at an address that is no multiple of what is accessed there.
    Misaligned,
    /// An undefined value reaches memory or decides where lanes go.
    Undefined,
    /// Two threads access the same memory, one of them writes, and nothing orders them.
    Race,
    /// Not all threads of a group get to a barrier.
    DivergentBarrier,
    /// A derivative is taken where not all lanes of a quad are active.
    DivergentDerivative,
    /// An operation reads a lane that is not active.
    InactiveLane,
    /// Something of what a stage gives was not written.
    UnwrittenOutput,
    /// A stage gives more vertices or primitives than its shader says.
    TooManyOutputs,
    /// Threads of a group do differently what all of them are to do alike.
    UniformCall,
    /// A tessellation factor is not a number, or larger than its shader says.
    TessellationFactor,
    /// An integer is divided by zero.
    DivisionByZero,
    /// A value that is not a number comes from values that are.
    Nan,
    /// A system value that a stage gave is out of range.
    SystemValue,
    /// The program took more steps than it may.
    Steps,
}

impl FindingKind {
    /// The kinds that checks report, without [`FindingKind::Steps`], which ends a run.
    pub const CHECKED: [Self; 14] = [
        Self::OutOfBounds,
        Self::Misaligned,
        Self::Undefined,
        Self::Race,
        Self::DivergentBarrier,
        Self::DivergentDerivative,
        Self::InactiveLane,
        Self::UnwrittenOutput,
        Self::TooManyOutputs,
        Self::UniformCall,
        Self::TessellationFactor,
        Self::DivisionByZero,
        Self::Nan,
        Self::SystemValue,
    ];

    /// Its stable name, such as `out-of-bounds`.
    pub fn name(self) -> &'static str {
        match self {
            Self::OutOfBounds => "out-of-bounds",
            Self::Misaligned => "misaligned",
            Self::Undefined => "undefined-value",
            Self::Race => "race",
            Self::DivergentBarrier => "divergent-barrier",
            Self::DivergentDerivative => "divergent-derivative",
            Self::InactiveLane => "inactive-lane",
            Self::UnwrittenOutput => "unwritten-output",
            Self::TooManyOutputs => "too-many-outputs",
            Self::UniformCall => "uniform-call",
            Self::TessellationFactor => "tessellation-factor",
            Self::DivisionByZero => "division-by-zero",
            Self::Nan => "nan",
            Self::SystemValue => "system-value",
            Self::Steps => "steps",
        }
    }
}

/// What is looked for while a program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checks {
    /// Everything but values that are not numbers: accesses, races, undefined values, divergence.
    pub all: bool,
    /// Values that are not numbers and come from numbers.
    pub nan: bool,
}

/// A thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Thread {
    /// The number of its group in the dispatch.
    pub group: u64,
    /// Its number in the group.
    pub thread: u32,
}

/// Something wrong at a place in the program.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// How often.
    pub count: u64,
    /// The first thread that it happened to.
    pub first: Thread,
    /// What that one did, in words: `reads 4 bytes at 64 of Out (u0), which has 64`.
    pub detail: String,
}

/// All findings of a run, by the place in the program and what is wrong there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    all: BTreeMap<(Pc, FindingKind), Finding>,
}

impl Findings {
    /// Adds one occurrence. Only the first thread's `detail` is kept for a program counter and a kind.
    pub(crate) fn add(&mut self, kind: FindingKind, pc: Pc, thread: Thread, detail: impl FnOnce() -> String) {
        match self.all.entry((pc, kind)) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(Finding { count: 1, first: thread, detail: detail() });
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let finding = entry.get_mut();
                finding.count = finding.count.saturating_add(1);
                if thread < finding.first {
                    (finding.first, finding.detail) = (thread, detail());
                }
            }
        }
    }

    /// Whether what one that is added now says would be kept: of the same at one place, the first thread's is.
    pub(crate) fn keeps(&self, kind: FindingKind, pc: Pc, thread: Thread) -> bool {
        self.all.get(&(pc, kind)).is_none_or(|finding| thread < finding.first)
    }

    /// Adds those of another part of the same run.
    pub fn merge(&mut self, other: Self) {
        for ((pc, kind), finding) in other.all {
            let count = finding.count;
            self.add(kind, pc, finding.first, || finding.detail);
            if let Some(finding) = self.all.get_mut(&(pc, kind)) {
                finding.count = finding.count.saturating_add(count - 1);
            }
        }
    }

    /// All of them, in the program's order.
    pub fn iter(&self) -> impl Iterator<Item = (Pc, FindingKind, &Finding)> {
        self.all.iter().map(|((pc, kind), finding)| (*pc, *kind, finding))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}
