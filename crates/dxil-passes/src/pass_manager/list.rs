//! Lists of passes as tables. Separate because the lists are also documentation: `--list-passes` prints them.

use super::fact::{Ensured, Fact};
use super::pass::{Origin, Pass};

/// A pass at a position of a list.
pub struct Step<S: 'static = ()> {
    /// The pass.
    pub pass: Pass<S>,
    /// The reason for the position, as one sentence.
    pub why: &'static str,
}

/// Consecutive steps of a list, which users select by one name.
pub(crate) struct Stage<S: 'static = ()> {
    /// The name. A stage with one step has the name of its pass.
    pub(crate) name: &'static str,
    /// The steps in order, in groups, because lists share groups.
    pub(crate) groups: &'static [&'static [Step<S>]],
}

impl<S> Stage<S> {
    /// A stage with the name of its first pass.
    pub(crate) const fn of(groups: &'static [&'static [Step<S>]]) -> Self {
        let name = match groups {
            [[Step { pass, .. }, ..], ..] => pass.name,
            _ => "",
        };
        Self { name, groups }
    }

    /// The steps in order.
    pub(crate) fn steps(&self) -> impl Iterator<Item = &Step<S>> {
        self.groups.iter().copied().flatten()
    }
}

/// A step as a row of a table, for users.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The name of the stage.
    pub stage: &'static str,
    /// The name of the pass.
    pub pass: &'static str,
    /// The origin of the pass.
    pub origin: Origin,
    /// The preconditions.
    pub requires: &'static [Fact],
    /// The postconditions.
    pub ensures: &'static [Ensured],
    /// The facts that may no longer hold.
    pub invalidates: &'static [Fact],
    /// The reason for the position.
    pub why: &'static str,
}

/// The steps of a list.
pub(crate) fn rows<S>(stages: &[Stage<S>]) -> impl Iterator<Item = Row> {
    stages.iter().flat_map(|stage| {
        stage.steps().map(|step| {
            let Pass { name, origin, requires, ensures, invalidates, .. } = step.pass;
            Row { stage: stage.name, pass: name, origin, requires, ensures, invalidates, why: step.why }
        })
    })
}

/// The passes of steps.
pub fn passes<S>(steps: &[Step<S>]) -> Vec<Pass<S>> {
    steps.iter().map(|step| step.pass).collect()
}

impl<S> Clone for Step<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Step<S> {}
