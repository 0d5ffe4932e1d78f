//! A difference between two modules. Separate because functions and metadata are compared in files of their own.

/// Characters of a text that are shown.
const WIDTH: usize = 160;
/// Characters before the first difference that are shown of longer ones.
const BEFORE: usize = 40;

/// Something that differs. A side that is `None` does not have it.
#[derive(Default, PartialEq, Eq)]
pub struct Difference {
    /// The kind and name: `function main`.
    pub path: String,
    /// The value in the first.
    pub a: Option<String>,
    /// The value in the second.
    pub b: Option<String>,
    /// The text where neither side has a value.
    pub note: Option<String>,
    /// The instructions that differ, as unified diffs have them.
    pub lines: Vec<String>,
    /// Instructions that only the second has, and only the first.
    pub instructions: (usize, usize),
}

impl Difference {
    /// Something that is one thing in the first and another in the second.
    pub fn of(path: String, a: Option<String>, b: Option<String>) -> Self {
        let [a, b] = [a, b].map(|text| text.map(|text| text.trim_end().to_owned()));
        let (a, b) = shortened(a, b);
        Self { path, a, b, ..Self::default() }
    }

    /// Something to be said.
    pub fn note(path: String, note: String) -> Self {
        Self { path, note: Some(note), ..Self::default() }
    }
}

/// Long texts by where they begin to differ.
pub fn shortened(a: Option<String>, b: Option<String>) -> (Option<String>, Option<String>) {
    let long = [&a, &b].into_iter().flatten().any(|text| text.chars().count() > WIDTH);
    if !long {
        return (a, b);
    }
    let same = match (&a, &b) {
        (Some(a), Some(b)) => a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count(),
        _ => 0,
    };
    let from = same.saturating_sub(BEFORE);
    let cut = |text: String| {
        let count = text.chars().count();
        let shown: String = text.chars().skip(from).take(WIDTH).collect();
        let (before, behind) =
            (if from > 0 { "..." } else { "" }, if count > from + WIDTH { "..." } else { "" });
        format!("{before}{shown}{behind}")
    };
    (a.map(cut), b.map(cut))
}
