//! Phi webs: phis and selects that are operands of each other, and the values that enter a web from outside.
//!
//! DXIL has no phi or select of handles, and no phi of pointers into resources. Passes replace such a web by parallel
//! webs of scalars, such as an index. This module is separate because the algorithm does not depend on the values that
//! a web joins: a [`Tracker`] classifies operands, [`PhiWeb::collect`] finds the web, and [`build_parallel`] builds the
//! parallel webs.
//!
//! Collection is a worklist algorithm. Both algorithms are linear in the number of operands.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{BlockId, InstructionId, Op, TypeId, Value, ValueKind};
use hashbrown::{HashMap, HashSet};

use crate::error::{Result, invalid};
use crate::limits::HANDLE_SLOTS;
use crate::place::unsupported;

/// An operand of a phi or select, as a [`Tracker`] classifies it.
pub(in crate::lower) enum Operand<S> {
    /// A phi or select of the web, or a value that is computed from one.
    Join(InstructionId),
    /// A value from outside the web.
    Source(S),
    /// A value that needs no source, such as undef or poison.
    Ignored,
}

/// The property of values that a web joins.
pub(in crate::lower) trait Tracker {
    /// The property of a value from outside the web.
    type Source;

    /// Classifies an operand. `None` ends the collection: the property of the operand is unknown.
    fn classify(&mut self, editor: &Editor<'_>, operand: Value) -> Option<Operand<Self::Source>>;

    /// Merges `new` into `known` and returns true if both are one source.
    fn merge(&mut self, known: &mut Self::Source, new: &Self::Source) -> bool;

    /// Returns the phis and selects that have `join` as operand and belong to the web although no other operand leads
    /// to them.
    fn joined_users(&self, _: &Editor<'_>, _join: InstructionId) -> Vec<InstructionId> {
        Vec::new()
    }
}

/// A web of phis and selects that are operands of each other, and its sources.
pub(in crate::lower) struct PhiWeb<S> {
    /// The phis and selects, in order of discovery.
    pub(in crate::lower) joins: Vec<InstructionId>,
    /// The distinct sources, in order of discovery.
    pub(in crate::lower) sources: Vec<S>,
    numbers: HashMap<Value, usize>,
}

impl<S> PhiWeb<S> {
    /// Collects the web of `value`, which is a phi, a select or a source. Returns `None` if the tracker does not know
    /// the property of an operand. After [`HANDLE_SLOTS`] sources, the web records one more and ignores the others.
    pub(in crate::lower) fn collect(
        editor: &Editor<'_>,
        tracker: &mut impl Tracker<Source = S>,
        value: Value,
    ) -> Option<Self> {
        let mut web = Self { joins: Vec::new(), sources: Vec::new(), numbers: HashMap::new() };
        let mut seen: HashSet<InstructionId> = HashSet::new();
        web.visit(editor, tracker, &mut seen, value)?;
        let mut next = 0;
        while let Some(join) = web.joins.get(next).copied() {
            next += 1;
            for operand in joined_values(editor, join) {
                web.visit(editor, tracker, &mut seen, operand)?;
            }
            let users = tracker.joined_users(editor, join).into_iter();
            web.joins.extend(users.filter(|user| seen.insert(*user)));
        }
        Some(web)
    }

    fn visit(
        &mut self,
        editor: &Editor<'_>,
        tracker: &mut impl Tracker<Source = S>,
        seen: &mut HashSet<InstructionId>,
        operand: Value,
    ) -> Option<()> {
        if self.numbers.contains_key(&operand) {
            return Some(());
        }
        match tracker.classify(editor, operand)? {
            Operand::Join(join) if seen.insert(join) => self.joins.push(join),
            Operand::Join(_) | Operand::Ignored => {}
            Operand::Source(source) => {
                let known = self.sources.iter_mut().position(|known| tracker.merge(known, &source));
                if known.is_none() && self.sources.len() <= HANDLE_SLOTS {
                    self.sources.push(source);
                }
                self.numbers.insert(operand, known.unwrap_or(self.sources.len().saturating_sub(1)));
            }
        }
        Some(())
    }

    /// Returns an error if the web has more than [`HANDLE_SLOTS`] sources. `joined` names the values of the web.
    pub(in crate::lower) fn check_sources(&self, editor: &Editor<'_>, joined: &str) -> Result<()> {
        match self.joins.first() {
            Some(join) if self.sources.len() > HANDLE_SLOTS => {
                let why = format!("phi or select of more than {HANDLE_SLOTS} {joined} is not supported");
                Err(unsupported(editor, *join, why))
            }
            _ => Ok(()),
        }
    }

    /// The index into [`sources`](Self::sources) of an operand from outside the web.
    pub(in crate::lower) fn source_of(&self, operand: Value) -> Option<usize> {
        self.numbers.get(&operand).copied()
    }
}

/// Returns true if an instruction is a phi.
pub(in crate::lower) fn is_phi(editor: &Editor<'_>, id: InstructionId) -> bool {
    matches!(editor.op(id), Some(Op::Phi(..)))
}

/// Returns the incoming values of a phi, or the two values of a select.
pub(in crate::lower) fn joined_values(editor: &Editor<'_>, id: InstructionId) -> Vec<Value> {
    match editor.op(id) {
        Some(Op::Select([_, first, second])) => vec![*first, *second],
        _ => editor.incoming(id).into_iter().map(|(_, value)| value).collect(),
    }
}

/// Builds `N` phis or selects of `types` parallel to each of `joins`, and returns them by join.
///
/// `root` returns the phi or select from which an operand is computed. `lower` maps an operand to `N` values at the
/// cursor, which is at the end of the predecessor for a phi, and before the select for a select. `lower` receives the
/// parallel values of the root, or `None` if the operand has no root in `joins`.
pub(in crate::lower) fn build_parallel<const N: usize>(
    editor: &mut Editor<'_>,
    joins: &[InstructionId],
    types: [TypeId; N],
    root: impl Fn(&Editor<'_>, Value) -> Option<InstructionId>,
    mut lower: impl FnMut(&mut Editor<'_>, Value, Option<[Value; N]>) -> Result<[Value; N]>,
) -> Result<HashMap<InstructionId, [Value; N]>> {
    // The phis are created first, without operands, because phis may be operands of each other in cycles.
    let mut built: HashMap<InstructionId, [Value; N]> = HashMap::new();
    let (phis, selects): (Vec<InstructionId>, Vec<_>) = joins.iter().partition(|id| is_phi(editor, **id));
    for id in phis.iter().copied() {
        let block = editor.block_of(id).ok_or_else(|| unsupported(editor, id, "no block"))?;
        let parallel = editor.add_phis(block, &types).map_err(invalid)?;
        if let Ok(parallel) = <[InstructionId; N]>::try_from(parallel) {
            built.insert(id, parallel.map(Value::from));
        }
    }
    for id in operands_first(editor, &selects, &root)? {
        let Some(Op::Select([condition, first, second])) = editor.op(id) else { continue };
        let (condition, operands) = (*condition, [*first, *second]);
        let mut parallel = Vec::with_capacity(2);
        for operand in operands {
            editor.go_to(Position::Before(id)).map_err(invalid)?;
            let known = root(editor, operand).and_then(|root| built.get(&root).copied());
            parallel.push(lower(editor, operand, known)?);
        }
        let [first, second] = parallel[..] else { continue };
        editor.go_to(Position::Before(id)).map_err(invalid)?;
        let mut selected = first;
        for (value, second) in selected.iter_mut().zip(second) {
            *value = editor.select(condition, *value, second);
        }
        built.insert(id, selected);
    }
    for id in phis {
        let Some(parallel) = built.get(&id).copied() else { continue };
        let mut seen: HashSet<BlockId> = HashSet::new();
        for (block, operand) in editor.incoming(id) {
            if !seen.insert(block) {
                continue;
            }
            editor.go_to(Position::End(block)).map_err(invalid)?;
            let known = root(editor, operand).and_then(|root| built.get(&root).copied());
            for (phi, value) in parallel.into_iter().zip(lower(editor, operand, known)?) {
                if let ValueKind::Instruction(phi) = phi.kind() {
                    editor.set_incoming(phi, block, value).map_err(invalid)?;
                }
            }
        }
    }
    Ok(built)
}

/// Sorts selects in post-order, so that a select follows the selects that are its operands.
fn operands_first(
    editor: &Editor<'_>,
    selects: &[InstructionId],
    root: impl Fn(&Editor<'_>, Value) -> Option<InstructionId>,
) -> Result<Vec<InstructionId>> {
    let mut unvisited: HashSet<InstructionId> = selects.iter().copied().collect();
    let mut finished: HashSet<InstructionId> = HashSet::with_capacity(selects.len());
    let mut order = Vec::with_capacity(selects.len());
    for start in selects {
        let mut stack: Vec<InstructionId> = unvisited.take(start).into_iter().collect();
        while let Some(id) = stack.last().copied() {
            let operands = joined_values(editor, id).into_iter();
            let roots = operands.filter_map(|operand| root(editor, operand));
            let mut pending = roots.filter(|root| !is_phi(editor, *root) && !finished.contains(root));
            match pending.next() {
                None => {
                    stack.pop();
                    finished.insert(id);
                    order.push(id);
                }
                Some(root) if unvisited.remove(&root) => stack.push(root),
                // Dominance excludes a cycle of selects without a phi, except in unreachable blocks.
                Some(_) => return Err(unsupported(editor, id, "select depends on its own result")),
            }
        }
    }
    Ok(order)
}
