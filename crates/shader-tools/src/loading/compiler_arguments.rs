//! A compiler's arguments: from the pairs that files keep to words of a command line, and what some of them say.

use bstr::{BString, ByteSlice as _};

use crate::json::in_utf8;

/// The arguments that a shader was compiled with.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// Name without its dash, and value. An input has no name; an option that stands alone, or together with its
    /// value in one word, has no value.
    pairs: Vec<(BString, BString)>,
}

impl Arguments {
    pub fn new(pairs: Vec<(BString, BString)>) -> Self {
        Self { pairs }
    }

    /// The words of the command line.
    pub fn words(&self) -> impl Iterator<Item = String> + '_ {
        self.pairs.iter().flat_map(|(name, value)| {
            let name = (!name.is_empty()).then(|| format!("-{}", in_utf8(name.as_bstr())));
            let value = (!value.is_empty()).then(|| in_utf8(value.as_bstr()).into_owned());
            name.into_iter().chain(value)
        })
    }

    /// The command line, words quoted where they must be: as programs on Windows take them apart, and shells
    /// elsewhere too as long as there is no `$` and no backquote.
    pub fn command_line(&self) -> String {
        self.words().map(|word| quoted(&word)).collect::<Vec<_>>().join(" ")
    }

    /// The entry function: the last `-E`.
    pub fn entry(&self) -> Option<String> {
        self.values("E").last()
    }

    /// What was compiled for: the last `-T`.
    pub fn target(&self) -> Option<String> {
        self.values("T").last()
    }

    /// What is defined: every `-D`, as `NAME` or `NAME=VALUE`.
    pub fn defines(&self) -> impl Iterator<Item = String> + '_ {
        self.values("D")
    }

    /// The values of `option`, a capital letter with which no other option of DXC begins: in a word of their own
    /// or in the option's.
    fn values(&self, option: &'static str) -> impl Iterator<Item = String> + '_ {
        self.pairs.iter().filter_map(move |(name, value)| match name.strip_prefix(option.as_bytes())? {
            b"" => Some(in_utf8(value.as_bstr()).into_owned()),
            joined if value.is_empty() => Some(in_utf8(joined.as_bstr()).into_owned()),
            _ => None,
        })
    }
}

/// `word`, in quotes where a command line would take it apart.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_+./:,=@%\\#".contains(c);
    let ends_plain = !word.ends_with('\\');
    if !word.is_empty() && ends_plain && word.chars().all(is_plain) {
        return word.to_owned();
    }
    let mut text = String::from("\"");
    let mut backslashes = 0;
    for c in word.chars() {
        // Backslashes mean themselves, but before a quote.
        if c == '"' {
            text.extend(std::iter::repeat_n('\\', backslashes + 1));
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        text.push(c);
    }
    text.extend(std::iter::repeat_n('\\', backslashes));
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(pairs: &[(&str, &str)]) -> Arguments {
        Arguments::new(pairs.iter().map(|&(name, value)| (name.into(), value.into())).collect())
    }

    #[test]
    fn what_they_say() {
        let pairs =
            [("E", "Other"), ("EMain", ""), ("T", "ps_6_6"), ("D", "A=1"), ("DB", ""), ("", "a.hlsl")];
        let said = arguments(&pairs);
        assert_eq!(said.entry().as_deref(), Some("Main"));
        assert_eq!(said.target().as_deref(), Some("ps_6_6"));
        assert_eq!(said.defines().collect::<Vec<_>>(), ["A=1", "B"]);
        assert_eq!(said.command_line(), "-E Other -EMain -T ps_6_6 -D A=1 -DB a.hlsl");
        assert_eq!(arguments(&[("enable-16bit-types", "")]).entry(), None);
    }

    #[test]
    fn words_are_quoted_where_they_must_be() {
        for (word, expected) in [
            ("a.hlsl", "a.hlsl"),
            (r"C:\a\b.hlsl", r"C:\a\b.hlsl"),
            ("", r#""""#),
            ("two words", r#""two words""#),
            (r#"TEXT="x""#, r#""TEXT=\"x\"""#),
            (r"out dir\", r#""out dir\\""#),
            (r#"\""#, r#""\\\"""#),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
