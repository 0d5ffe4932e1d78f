//! Metadata of instructions: hints about control flow, loops, what has to be exact, what is not uniform.

use dxil_ir::function::Attachments;
use dxil_ir::metadata::Metadata;
use dxil_ir::verify::IrPlace;
use dxil_ir::{Body, MetadataId, Op};
use hashbrown::HashMap;

use super::context::Context;
use super::site::Site;
use crate::report::{Place, Report};
use crate::rule::Rule;

/// Hints: the numbers that each has, and all there are.
const BRANCH: u64 = 1;
const FLATTEN: u64 = 2;
const FORCE_CASE: u64 = 5;
/// Operands in front of the hints.
const BEFORE_HINTS: usize = 2;

const UNROLL_COUNT: &str = "llvm.loop.unroll.count";
const UNROLL: [&str; 2] = ["llvm.loop.unroll.full", "llvm.loop.unroll.disable"];

/// How deep what says which memory is which may lie in itself; compilers write two levels.
const ALIAS_DEPTH: usize = 64;

/// What lists of hints say, by list: many branches may share one.
#[derive(Debug, Default)]
pub(super) struct Hints {
    /// Whether there is the one that keeps cases.
    forces_case: HashMap<MetadataId, bool>,
}

/// The metadata of a body's instructions.
pub(super) struct Attached<'c, 'm> {
    context: &'c Context<'m>,
    of: Attachments,
}

impl<'c, 'm> Attached<'c, 'm> {
    pub(super) fn of(context: &'c Context<'m>, body: &Body) -> Self {
        Self { context, of: body.attachments_by_instruction() }
    }

    fn get(&self, site: &Site<'_, '_>) -> impl Iterator<Item = (&'m [u8], MetadataId)> {
        let names = &self.context.module.metadata_kinds;
        let attached = self.of.of(site.id).into_iter();
        attached.filter_map(|(kind, node)| Some((names.get(usize::try_from(kind).ok()?)?.as_slice(), node)))
    }

    /// Whether what an instruction computes has to be exact. Only those who need to know it look at how it is said.
    pub(super) fn is_precise(&self, site: &Site<'_, '_>, report: &mut Report) -> bool {
        self.get(site).any(|(name, node)| name == b"dx.precise" && self.precise(node, report))
    }

    /// Whether an instruction has any.
    pub(super) fn has(&self, site: &Site<'_, '_>) -> bool {
        self.of.has(site.id)
    }

    pub(super) fn check(&self, site: &Site<'_, '_>, hints: &mut Hints, report: &mut Report) {
        for (name, node) in self.get(site) {
            match name {
                b"dx.controlflow.hints" => self.hints(site, node, hints, report),
                b"llvm.loop" => self.unrolling(node, report),
                b"tbaa" => self.aliases(node, report),
                b"dx.precise" | b"range" | b"noalias" | b"alias.scope" | b"dbg" => {}
                b"dx.nonuniform" => self.non_uniform(site, node, report),
                _ => report.add(
                    Rule::META_USED,
                    Place::Module(IrPlace::Metadata(node)),
                    format_args!("instruction metadata !{} is not used by DXIL", bstr::BStr::new(name)),
                ),
            }
        }
    }

    fn operand(&self, node: MetadataId, index: usize) -> Option<MetadataId> {
        self.context.module.metadata.operand(node, index).flatten()
    }

    fn count(&self, node: MetadataId) -> usize {
        match self.context.module.metadata.get(node) {
            Some(Metadata::Tuple { operands, .. }) => self.context.module.metadata.numbers(operands).len(),
            _ => 0,
        }
    }

    fn number(&self, node: MetadataId, index: usize) -> Option<u64> {
        match self.context.module.metadata.get(self.operand(node, index)?)? {
            Metadata::Value(_, value) => self.context.word(value),
            _ => None,
        }
    }

    fn string(&self, node: MetadataId) -> Option<&'m [u8]> {
        match self.context.module.metadata.get(node)? {
            Metadata::String(span) => Some(self.context.module.metadata.string(span)),
            _ => None,
        }
    }

    fn hints(&self, site: &Site<'_, '_>, node: MetadataId, hints: &mut Hints, report: &mut Report) {
        if !site.instruction.op.is_terminator() {
            site.find(
                report,
                Rule::META_CONTROL_FLOW_HINT_NOT_ON_CONTROL_FLOW,
                format_args!("!dx.controlflow.hints is attached to an instruction that is not a terminator"),
            );
            return;
        }
        let forces_case = *hints.forces_case.entry(node).or_insert_with(|| self.hint_list(node, report));
        if forces_case && !matches!(site.instruction.op, Op::Switch { .. }) {
            add_finding(
                node,
                Rule::META_FORCE_CASE_ON_SWITCH,
                "control flow hint forcecase is attached to a branch, expected a switch",
                report,
            );
        }
    }

    /// What is wrong with a list of hints is told once; says whether cases are to be kept.
    fn hint_list(&self, node: MetadataId, report: &mut Report) -> bool {
        let (mut has_branch, mut has_flatten, mut forces_case) = (false, false, false);
        for index in BEFORE_HINTS..self.count(node) {
            match self.number(node, index) {
                Some(BRANCH) => has_branch = true,
                Some(FLATTEN) => has_flatten = true,
                Some(FORCE_CASE) => forces_case = true,
                Some(hint) => {
                    add_finding(
                        node,
                        Rule::META_INVALID_CONTROL_FLOW_HINT,
                        &format!(
                            "control flow hint {hint} is unknown, expected branch (1), flatten (2) or forcecase (5)"
                        ),
                        report,
                    );
                }
                None => add_finding(
                    node,
                    Rule::META_WELL_FORMED,
                    "control flow hint is not an integer constant",
                    report,
                ),
            }
        }
        if has_branch && has_flatten {
            add_finding(
                node,
                Rule::META_BRANCH_FLATTEN,
                "control flow hints branch and flatten are attached to the same branch",
                report,
            );
        }
        forces_case
    }

    fn precise(&self, node: MetadataId, report: &mut Report) -> bool {
        match self.number(node, 0) {
            Some(number @ (0 | 1)) if self.count(node) == 1 => return number == 1,
            Some(_) if self.count(node) == 1 => {
                add_finding(node, Rule::META_VALUE_RANGE, "value of !dx.precise is neither 0 nor 1", report);
            }
            _ => add_finding(
                node,
                Rule::META_WELL_FORMED,
                "!dx.precise is not a node of one integer constant",
                report,
            ),
        }
        false
    }

    /// A loop is a list that begins with itself; a hint may follow, or another such list.
    fn unrolling(&self, node: MetadataId, report: &mut Report) {
        let wrong = |report: &mut Report| {
            add_finding(
                node,
                Rule::META_WELL_FORMED,
                "!llvm.loop is not a self-referencing node with a known unroll hint (llvm.loop.unroll.count, .full or .disable)",
                report,
            );
        };
        let (mut node, mut deep) = (node, 0);
        let hint = loop {
            let count = self.count(node);
            if !(1..=2).contains(&count) || self.operand(node, 0) != Some(node) || deep > ALIAS_DEPTH {
                return wrong(report);
            }
            if count == 1 {
                return;
            }
            let Some(hint) = self.operand(node, 1).filter(|hint| (1..=2).contains(&self.count(*hint))) else {
                return wrong(report);
            };
            if self.operand(hint, 0) != Some(hint) {
                break hint;
            }
            (node, deep) = (hint, deep + 1);
        };
        let name = self.operand(hint, 0).and_then(|name| self.string(name)).unwrap_or_default();
        let is_known = if name == UNROLL_COUNT.as_bytes() {
            self.count(hint) == 2 && self.number(hint, 1).is_some()
        } else {
            UNROLL.iter().any(|known| name == known.as_bytes())
        };
        if !is_known {
            wrong(report);
        }
    }

    /// Which memory may be which: a name, or a name, a list like this one, and whether it is constant.
    fn aliases(&self, node: MetadataId, report: &mut Report) {
        let mut at = node;
        // LLVM 3.7 takes a list that begins with no list for one of before there were paths, and lengthens it: of
        // three, the outcome is too long.
        let begins_with_list = self.operand(node, 0).is_some_and(|first| self.count(first) > 0);
        let depth = if self.count(node) == 3 && !begins_with_list { 0 } else { ALIAS_DEPTH };
        for _ in 0..depth {
            let is_right = match self.count(at) {
                1 => self.operand(at, 0).is_some_and(|name| self.string(name).is_some()),
                2 => true,
                3 => self.number(at, 2).is_some_and(|is_constant| is_constant <= 1),
                _ => false,
            };
            if !is_right {
                break;
            }
            if self.count(at) == 1 {
                return;
            }
            match self.operand(at, 1).filter(|next| self.count(*next) > 0) {
                Some(next) => at = next,
                None => break,
            }
        }
        add_finding(
            node,
            Rule::META_WELL_FORMED,
            "!tbaa is not a well-formed node: expected a name, a parent node and a constant flag",
            report,
        );
    }

    fn non_uniform(&self, site: &Site<'_, '_>, node: MetadataId, report: &mut Report) {
        if !self.context.is_library {
            add_finding(node, Rule::META_USED, "!dx.nonuniform is only allowed in libraries", report);
        }
        let is_address = matches!(site.instruction.op, Op::ElementPointer { .. });
        if !is_address || self.count(node) != 1 || self.number(node, 0).is_none() {
            add_finding(
                node,
                Rule::META_WELL_FORMED,
                "!dx.nonuniform is not a node of one integer constant on a getelementptr",
                report,
            );
        } else if self.number(node, 0) != Some(1) {
            add_finding(node, Rule::META_VALUE_RANGE, "value of !dx.nonuniform is not 1", report);
        }
    }
}

fn add_finding(node: MetadataId, rule: Rule, message: &str, report: &mut Report) {
    report.add(rule, Place::Module(IrPlace::Metadata(node)), format_args!("{message}"));
}
