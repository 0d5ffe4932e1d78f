//! Fingerprints of findings, which stay the same if unrelated code of the shader changes. Separate because baselines
//! and SARIF identify findings with the same fingerprint.

use sha2::{Digest as _, Sha256};

use crate::judging::Finding;

/// Bytes of the SHA-256 digest that a fingerprint contains.
const BYTES: usize = 8;

/// The fingerprint of a finding, in hexadecimal: a digest of the rule, the part, the function and the message, without
/// the location in the file.
pub fn fingerprint(finding: &Finding) -> String {
    let part = finding.part.map(|part| part.to_string()).unwrap_or_default();
    let function = function_of(finding).unwrap_or_default();
    let mut digest = Sha256::new();
    for field in [finding.rule, &part, function, &without_numbering(&finding.message)] {
        digest.update(field.as_bytes());
        digest.update([0]);
    }
    digest.finalize().iter().take(BYTES).map(|byte| format!("{byte:02x}")).collect()
}

/// The function that identifies a finding; `None` for token programs. Baselines of token programs do not contain
/// functions.
pub fn function_of(finding: &Finding) -> Option<&str> {
    finding.function.as_deref().filter(|_| finding.statement.is_none())
}

/// The message without the numbers that change with unrelated code: numbers of unnamed values (`%7`), of metadata nodes
/// (`!7`) and of attribute groups (`#7`), numbers after the words `line` and `offset`, and digests.
pub fn without_numbering(message: &str) -> String {
    const SIGILS: [char; 3] = ['%', '!', '#'];
    const WORDS: [&str; 2] = ["line ", "offset "];
    /// Digits of the shortest digest.
    const DIGEST: usize = 16;
    let mut text = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric()) {
        let (before, word) = rest.split_at(start);
        text.push_str(before);
        let (word, after) =
            word.split_at(word.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(word.len()));
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let is_digest = word.len() >= DIGEST && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_location =
            word.starts_with(|c: char| c.is_ascii_digit()) && WORDS.iter().any(|word| text.ends_with(word));
        if !(is_digest || is_location || is_number && before.ends_with(SIGILS)) {
            text.push_str(word);
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use located::Severity;

    use super::{fingerprint, without_numbering};
    use crate::judging::Finding;

    #[test]
    fn only_numbering_is_removed() {
        let cases = [
            ("%14 uses !3 and #0", "% uses ! and #"),
            ("offset0 of Sample is 9", "offset0 of Sample is 9"),
            ("unused string at offset 0x12, line 7", "unused string at offset , line "),
            ("%x1 of i32 8", "%x1 of i32 8"),
            ("%2x", "%2x"),
            ("digest is fc4843bf531c332a9f317baa42f7b4f3", "digest is "),
            ("", ""),
        ];
        for (message, expected) in cases {
            assert_eq!(without_numbering(message), expected);
        }
    }

    #[test]
    fn fingerprints_ignore_locations() {
        let finding = |rule, message: &str| Finding::new(rule, Severity::Error, message.to_owned());
        let one = fingerprint(&finding("A.B", "%1 is undefined"));
        let moved = Finding { bytes: Some((7, 4)), statement: Some(3), ..finding("A.B", "%2 is undefined") };
        assert_eq!((one.len(), &one), (16, &fingerprint(&moved)));
        assert_ne!(one, fingerprint(&finding("A.C", "%1 is undefined")));
        assert_ne!(one, fingerprint(&finding("A.B", "%1 is defined")));
        let other = Finding { function: Some("main".to_owned()), ..finding("A.B", "%1 is undefined") };
        assert_ne!(one, fingerprint(&other));
    }
}
