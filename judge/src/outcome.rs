//! What comes of a case, and how buffers are compared: byte for byte, else by the rule that the pipeline has for them.

use std::fmt;

use dxil_run::Bound;
use run_pipeline::{BufferData, Comparison, Mismatch, Pipeline, PipelineRun, Rule};

/// What came of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// All buffers are the same, byte for byte.
    Equal,
    /// They are, by the rules of the pipeline.
    WithinRule,
    /// They are not: how, buffer after buffer.
    Differs(String),
    /// The converter or the driver cannot do what the shader asks for: what.
    NotRun(String),
    /// It should have been run, and was not: why.
    Failed(String),
}

impl Outcome {
    pub fn failed(cause: &dyn fmt::Display) -> Self {
        Self::Failed(cause.to_string())
    }

    /// Reads what `Display` writes.
    pub fn parse(text: &str) -> Option<Self> {
        let (word, why) = text.split_once('\t').unwrap_or((text, ""));
        let why = why.to_owned();
        Some(match word {
            "equal" => Self::Equal,
            "within rule" => Self::WithinRule,
            "differs" => Self::Differs(why),
            "not run" => Self::NotRun(why),
            "failed" => Self::Failed(why),
            _ => return None,
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |why: &String| why.split_whitespace().collect::<Vec<_>>().join(" ");
        match self {
            Self::Equal => write!(f, "equal"),
            Self::WithinRule => write!(f, "within rule"),
            Self::Differs(why) => write!(f, "differs\t{}", line(why)),
            Self::NotRun(why) => write!(f, "not run\t{}", line(why)),
            Self::Failed(why) => write!(f, "failed\t{}", line(why)),
        }
    }
}

/// Compares what is in memory after a run with what the driver left in it, by number of memory.
pub fn compare(pipeline: &Pipeline, memory: &PipelineRun, bound: &Bound<'_>, theirs: &[Vec<u8>]) -> Outcome {
    let ours = |number: usize| bound.resources.memories[number].bytes();
    let mut outcome = Outcome::Equal;
    let mut differences = Vec::new();
    for (index, numbers) in memory.memories().iter().enumerate() {
        let buffer = &pipeline.buffers[index];
        let len = buffer.data.first().map_or(0, Vec::len);
        let cut = |mut bytes: Vec<u8>| {
            bytes.truncate(len);
            bytes
        };
        let found = BufferData { data: numbers.iter().map(|n| cut(ours(*n))).collect(), ..buffer.clone() };
        let expected =
            BufferData { data: numbers.iter().map(|n| cut(theirs[*n].clone())).collect(), ..buffer.clone() };
        if found.data == expected.data {
            continue;
        }
        let rule = pipeline.results.iter().find(|result| result.actual == index);
        let rule = rule.map_or(Rule::Exact, |result| result.rule);
        match mismatch(found, expected, rule) {
            None => outcome = Outcome::WithinRule,
            Some(how) => differences.push(format!("{}: {how}", buffer.name)),
        }
    }
    for (index, numbers) in memory.counters().iter().enumerate() {
        if let Some(number) = numbers.iter().find(|number| ours(**number) != theirs[**number]) {
            let how = format!("{:02x?}, not {:02x?}", ours(*number), theirs[*number]);
            differences.push(format!("counter of {}: {how}", pipeline.buffers[index].name));
        }
    }
    if differences.is_empty() { outcome } else { Outcome::Differs(differences.join("; ")) }
}

/// How two buffers differ by a rule: ours from the driver's.
fn mismatch(found: BufferData, expected: BufferData, rule: Rule) -> Option<String> {
    let comparison = Comparison { name: String::new(), rule, actual: 0, expected: 1 };
    let pair = Pipeline { buffers: vec![found, expected], results: vec![comparison], ..Pipeline::default() };
    let verdict = pair.verdicts(4).next()?;
    Some(match verdict.mismatch? {
        Mismatch::Size([found, expected]) => format!("{found} bytes, not {expected}"),
        Mismatch::Components { count, of, first } => {
            let first = first.iter().map(|difference| {
                let ((ours, a), (theirs, b)) = (&difference.actual, &difference.expected);
                format!("[{}] {ours} ({a:#x}), not {theirs} ({b:#x})", difference.component)
            });
            format!("{count} of {of}: {}", first.collect::<Vec<_>>().join(", "))
        }
    })
}

/// What came of several inputs: the first one that is not as it should be, else the worst.
pub fn worst(outcomes: &[Outcome]) -> Outcome {
    let bad = |outcome: &&Outcome| !matches!(outcome, Outcome::Equal | Outcome::WithinRule);
    if let Some(outcome) = outcomes.iter().find(bad) {
        return outcome.clone();
    }
    if outcomes.contains(&Outcome::WithinRule) { Outcome::WithinRule } else { Outcome::Equal }
}

/// How many inputs there were, and of how many the buffers are equal; nothing for one.
pub fn counted(outcomes: &[Outcome]) -> String {
    let equal = outcomes.iter().filter(|outcome| **outcome == Outcome::Equal).count();
    match outcomes.len() {
        1 => String::new(),
        count => format!("{count} random inputs, {equal} equal"),
    }
}
