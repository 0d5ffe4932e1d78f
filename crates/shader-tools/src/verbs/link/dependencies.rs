//! `link --deps`: what the output was made of, as a rule of make. Separate because names are written in make's own way.

use std::fmt::Write as _;
use std::path::Path;

/// A rule that makes `output` of `inputs`, and an empty one for each input, so that make does not stop where one is
/// gone.
pub fn rule<'p>(output: &Path, inputs: impl Iterator<Item = &'p Path> + Clone) -> String {
    let mut text = format!("{}:", escaped(output));
    for input in inputs.clone() {
        let _ = write!(text, " \\\n  {}", escaped(input));
    }
    text.push('\n');
    for input in inputs {
        let _ = write!(text, "\n{}:\n", escaped(input));
    }
    text
}

/// A path as make and ninja read it.
fn escaped(path: &Path) -> String {
    let path = path.display().to_string();
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path };
    let mut text = String::with_capacity(path.len());
    for (at, letter) in path.char_indices() {
        match letter {
            '$' => text.push_str("$$"),
            '#' => text.push_str("\\#"),
            ' ' => {
                // Backslashes before a blank would escape each other.
                let before = path.get(..at).unwrap_or_default();
                let backslashes = before.len() - before.trim_end_matches('\\').len();
                text.extend(std::iter::repeat_n('\\', backslashes + 1));
                text.push(' ');
            }
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        let cases = [("a/b.dxil", "a/b.dxil"), ("a b", "a\\ b"), ("a\\ b", "a\\\\\\ b"), ("$x#y", "$$x\\#y")];
        for (path, expected) in cases {
            assert_eq!(escaped(Path::new(path)), expected);
        }
    }

    #[test]
    fn rules_name_each_input_twice() {
        let inputs = [Path::new("a.dxil"), Path::new("b.dxil")];
        let text = rule(Path::new("out.dxil"), inputs.into_iter());
        assert_eq!(text, "out.dxil: \\\n  a.dxil \\\n  b.dxil\n\na.dxil:\n\nb.dxil:\n");
    }
}
