//! Differences that are no fault of dxil-run, and the rule that each follows from.

use crate::outcome::Outcome;

/// Cases, and why the driver's results are others.
const DIFFERENCES: &[(&str, &str)] = &[];

/// An outcome with the explanation of its difference; one without any is a failure.
pub fn explained(case: &str, outcome: Outcome) -> Outcome {
    let Outcome::Differs(how) = outcome else { return outcome };
    match DIFFERENCES.iter().find(|(name, _)| *name == case) {
        Some((_, why)) => Outcome::Differs((*why).to_owned()),
        None => Outcome::Failed(format!("unexplained difference: {how}")),
    }
}
