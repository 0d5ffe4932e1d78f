//! What LLVM's split-file does: one file that holds several, each behind a line such as `;--- name.ll`.

/// The files of a text, by name, in its order.
///
/// # Errors
///
/// There is none, or two have the same name.
pub fn split_file(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        match name(line.trim_end()) {
            Some(name) if files.iter().any(|(known, _)| known == name) => {
                return Err(format!("{name} is there twice"));
            }
            Some(name) => files.push((name.to_owned(), String::new())),
            None => {
                if let Some((_, text)) = files.last_mut() {
                    text.push_str(line);
                }
            }
        }
    }
    if files.is_empty() { Err("no file begins here".to_owned()) } else { Ok(files) }
}

/// The name of the file that begins behind a line: `--- name` behind one letter, or behind `//`.
fn name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("//").or_else(|| line.strip_prefix(|_: char| true))?;
    let name = rest.strip_prefix("--- ")?.trim();
    (!name.is_empty()).then_some(name)
}
