//! Extended regular expressions of POSIX as FileCheck reads them, in the syntax of `regex-lite`. Separate because
//! brackets and braces mean other things there.

/// Translates an expression to the syntax of `regex-lite`, without capture groups.
pub(crate) fn translate(source: &str) -> Result<String, String> {
    let mut out = String::with_capacity(source.len() + 8);
    let mut rest = source.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            '\\' => match rest.next() {
                Some(digit @ '1'..='9') => {
                    return Err(format!("backreference \\{digit} is not supported"));
                }
                Some(letter) => push_literal(&mut out, letter),
                None => return Err("the regular expression ends in a backslash".to_owned()),
            },
            '[' => bracket(&mut rest, &mut out)?,
            '(' => out.push_str("(?:"),
            // A brace without a number is one.
            '{' if !rest.peek().is_some_and(char::is_ascii_digit) => out.push_str("\\{"),
            '{' => {
                out.push('{');
                for letter in rest.by_ref() {
                    out.push(letter);
                    if letter == '}' {
                        break;
                    }
                }
            }
            '}' | ']' => push_literal(&mut out, letter),
            _ => out.push(letter),
        }
    }
    Ok(out)
}

/// A letter that stands for itself.
pub(crate) fn push_literal(out: &mut String, letter: char) {
    // `\<` and `\>` are places, not letters.
    if letter.is_ascii_punctuation() && !matches!(letter, '<' | '>') {
        out.push('\\');
    }
    out.push(letter);
}

/// Translates a bracket expression, in which `\` is an ordinary letter.
fn bracket(rest: &mut std::iter::Peekable<std::str::Chars<'_>>, out: &mut String) -> Result<(), String> {
    out.push('[');
    if rest.next_if_eq(&'^').is_some() {
        // A negated bracket expression does not match the end of a line.
        out.push_str("^\\n");
    }
    let mut is_first = true;
    while let Some(letter) = rest.next() {
        match letter {
            ']' if !is_first => {
                out.push(']');
                return Ok(());
            }
            '[' if rest.peek() == Some(&':') => {
                out.push('[');
                for letter in rest.by_ref() {
                    out.push(letter);
                    if letter == ']' {
                        break;
                    }
                }
            }
            // Between two letters it is a range; else a letter.
            '-' if !is_first && rest.peek() != Some(&']') => out.push('-'),
            letter => push_literal(out, letter),
        }
        is_first = false;
    }
    Err("a bracket expression is not closed".to_owned())
}
