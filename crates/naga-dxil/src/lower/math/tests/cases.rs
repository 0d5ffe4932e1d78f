//! Test cases: a call, its arguments, and the check of its results.

use testkit::random::Random;

use super::*;

/// Returns true if the results of a call are correct. The parameters are the bits of the components of the arguments,
/// and of the results.
type Check = Box<dyn Fn(&[u64], &[u64]) -> bool>;

/// A call with arguments, and the check of its results.
pub(super) struct Case {
    pub(super) call: Call,
    pub(super) arguments: Vec<u64>,
    pub(super) is_correct: Check,
}

impl Case {
    /// A case with [`VALUES`] calls. `generate` returns the components of all
    /// arguments of a call.
    pub(super) fn new(
        call: Call,
        generate: impl Fn(&mut Random) -> Vec<u64>,
        is_correct: impl Fn(&[u64], &[u64]) -> bool + 'static,
    ) -> Self {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ call.fun as u64);
        let arguments: Vec<_> = (0..VALUES).flat_map(|_| generate(&mut random)).collect();
        assert_eq!(arguments.len(), VALUES * call.components(), "{call:?}");
        Self { call, arguments, is_correct: Box::new(is_correct) }
    }

    /// The wrong results of a run, at most 3 of them.
    fn failures(&self) -> Vec<String> {
        let results = self.call.run(&self.arguments);
        let calls = self.arguments.chunks_exact(self.call.components());
        let calls = calls.zip(results.chunks_exact(self.call.results.len()));
        let wrong = calls.filter(|(arguments, results)| !(self.is_correct)(arguments, results));
        let describe = |(arguments, results): (&[u64], &[u64])| {
            let scalars =
                self.call.arguments.iter().flat_map(|(scalar, shape)| vec![*scalar; count_of(*shape)]);
            let arguments = described(scalars, arguments);
            let results = described(self.call.results.iter().copied(), results);
            format!("{:?} {:?}({arguments}) = {results}", self.call.model, self.call.fun)
        };
        wrong.take(3).map(describe).collect()
    }
}

fn described(scalars: impl Iterator<Item = Scalar>, bits: &[u64]) -> String {
    let one = |(scalar, bits): (Scalar, &u64)| match is_float(scalar) {
        true => format!("{:e}f{}", decoded(scalar, *bits), bit_width(scalar)),
        false => format!("{bits:#x}"),
    };
    scalars.zip(bits).map(one).collect::<Vec<_>>().join(", ")
}

/// Runs all cases, and fails with wrong results of each case.
pub(super) fn run_all(cases: &[Case]) {
    let failures: Vec<_> = cases.iter().flat_map(Case::failures).collect();
    assert!(failures.is_empty(), "{} wrong results: {failures:#?}", failures.len());
}

/// At least 120 pairs of a function and a scalar type are executed.
#[test]
fn pairs_are_executed() {
    let cases = [
        components::cases(),
        decompositions::cases(),
        integers::cases(),
        matrices::cases(),
        packed::cases(),
        vectors::cases(),
    ];
    let pairs: std::collections::BTreeSet<_> = cases
        .iter()
        .flatten()
        .map(|case| format!("{:?} {:?}", case.call.fun, case.call.arguments[0].0))
        .collect();
    assert!(pairs.len() >= 120, "{}", pairs.len());
    let functions: std::collections::BTreeSet<_> =
        cases.iter().flatten().map(|case| format!("{:?}", case.call.fun)).collect();
    assert_eq!(functions.len(), 79, "{functions:?}");
}

/// The set of numbers from which arguments are chosen.
#[derive(Debug, Clone, Copy)]
pub(super) enum Domain {
    /// All finite numbers, all exponents equally often.
    Finite,
    /// All positive finite numbers.
    Positive,
    /// The numbers between two numbers, equally distributed.
    Between(f64, f64),
}

/// Numbers that are chosen more often than others.
fn special(scalar: Scalar, random: &mut Random) -> f64 {
    let subnormal = interval::smallest_normal(scalar);
    let numbers = [
        0.0,
        decoded(scalar, 1),
        subnormal,
        subnormal / 2.0,
        0.499_999_97,
        0.5,
        1.0,
        1.5,
        2.0,
        2.5,
        3.5,
        1023.5,
        8_388_607.5,
        4_503_599_627_370_495.5,
        interval::largest(scalar),
    ];
    let number = numbers[random.below(numbers.len())];
    if random.below(2) == 0 { number } else { -number }
}

impl Domain {
    fn contains(self, number: f64) -> bool {
        match self {
            Self::Finite => number.is_finite(),
            Self::Positive => number.is_finite() && number > 0.0,
            Self::Between(low, high) => (low..=high).contains(&number),
        }
    }

    /// The bits of a number of this type.
    pub(super) fn choose(self, scalar: Scalar, random: &mut Random) -> u64 {
        let word = |random: &mut Random| u64::from(random.word()) << 32 | u64::from(random.word());
        loop {
            let number = match self {
                _ if random.below(8) == 0 => special(scalar, random),
                Self::Finite | Self::Positive => decoded(scalar, word(random) >> (64 - bit_width(scalar))),
                Self::Between(low, high) => {
                    low + (high - low) * f64::from(random.word()) / f64::from(u32::MAX)
                }
            };
            let bits = encoded(scalar, number);
            if self.contains(decoded(scalar, bits)) {
                return bits;
            }
        }
    }
}
