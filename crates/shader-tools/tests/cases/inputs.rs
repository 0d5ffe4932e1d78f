//! Split inputs of cases: files made by hand, or from others by a change. Separate from the runner because this is what
//! cases are written in.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs;
use std::path::Path;

use crate::program::{ROOT, run_program};

/// The beginnings of comments.
pub(crate) const COMMENT: [&str; 3] = ["#", ";", "//"];

/// A split input: what follows a `#--- NAME` line.
pub(crate) struct Input {
    pub(crate) line: usize,
    pub(crate) name: String,
    kind: InputKind,
    pub(crate) text: String,
}

enum InputKind {
    Text,
    Hex,
    Patch { source: String },
    Assembly { source: String },
}

/// What a line `--- NAME` begins.
pub(crate) fn parse_marker(line: usize, marker: &str) -> Result<Input, String> {
    let words: Vec<&str> = marker.split_whitespace().collect();
    let (name, kind) = match *words.as_slice() {
        [name] => (name, InputKind::Text),
        [name, "hex"] => (name, InputKind::Hex),
        [name, "patch", source] => (name, InputKind::Patch { source: source.to_owned() }),
        [name, "assembly", source] => (name, InputKind::Assembly { source: source.to_owned() }),
        _ => {
            let forms = "NAME`, `--- NAME hex`, `--- NAME patch SOURCE`, `--- NAME assembly SOURCE";
            return Err(format!("none of `--- {forms}`"));
        }
    };
    let is_taken = |part| matches!(part, "" | "." | ".." | "tmp");
    if name.split('/').any(is_taken) || !name.chars().all(is_path_char) {
        let rule = "letters, digits, `.`, `_`, `-`, and `/` between folders; `tmp` is the scratch folder";
        return Err(format!("an input cannot be named `{name}` ({rule})"));
    }
    Ok(Input { line, name: name.to_owned(), kind, text: String::new() })
}

/// Whether names of inputs may have a character.
pub(crate) fn is_path_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/')
}

/// Writes the inputs of a case into its scratch folder.
pub(crate) fn write_inputs(names: &mut Names) -> Result<(), String> {
    let mut written: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    for input in names.inputs {
        let bytes = match &input.kind {
            InputKind::Text => input.text.clone().into_bytes(),
            InputKind::Hex => edit(Vec::new(), input, append)?,
            InputKind::Patch { source } => edit(base(source, input, &written, names)?, input, patch)?,
            InputKind::Assembly { source } => {
                let text = assembly(&base(source, input, &written, names)?, names.scratch);
                at(input.line, text.and_then(|text| replace(&text, input)))?.into_bytes()
            }
        };
        let path = Path::new(names.scratch).join(&input.name);
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        at(input.line, folder.and_then(|()| fs::write(&path, &bytes)))?;
        written.insert(&input.name, bytes);
    }
    Ok(())
}

/// The file or earlier input that another one is made from.
fn base<'a>(
    source: &str,
    input: &Input,
    written: &BTreeMap<&'a str, Vec<u8>>,
    names: &mut Names<'a>,
) -> Result<Vec<u8>, String> {
    let bytes = match source.strip_prefix('%').map(|name| written.get_key_value(name)) {
        Some(Some((name, bytes))) => {
            names.read.insert(name);
            Ok(bytes.clone())
        }
        Some(None) => Err("no earlier input has this name".to_owned()),
        None => fs::read(Path::new(ROOT).join(source)).map_err(|error| error.to_string()),
    };
    at(input.line, bytes.map_err(|error| format!("{source}: {error}")))
}

/// A shader's program as the program prints it.
fn assembly(bytes: &[u8], scratch: &str) -> Result<String, String> {
    let output = run_program(&["dis", "--plain", "-"].map(str::to_owned), bytes, scratch)?;
    if output.status != 0 {
        return Err(format!("it has no assembly\n{}", output.show(scratch)));
    }
    String::from_utf8(output.stdout).map_err(|_| "its assembly is not text".to_owned())
}

/// Puts what the lines `+ ...` of an input say in the first place where what its lines `- ...` say stands.
fn replace(text: &str, input: &Input) -> Result<String, String> {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for line in input.text.lines().filter(|line| !line.is_empty()) {
        match line.split_at_checked(2) {
            Some(("- ", line)) if new.is_empty() => old.push(line),
            Some(("+ ", line)) => new.push(line),
            _ => return Err(format!("`{line}` is neither `- old text` nor, after those, `+ new text`")),
        }
    }
    let (old, new) = (old.join("\n"), new.join("\n"));
    if old.is_empty() || !text.contains(&old) {
        return Err(format!("nowhere in the assembly is\n{old}"));
    }
    Ok(text.replacen(&old, &new, 1))
}

/// What one line of an input does to the bytes so far.
type Edit = fn(&mut Vec<u8>, &str) -> Result<(), String>;

/// Changes `bytes` by each line of `input` that holds more than a comment.
fn edit(mut bytes: Vec<u8>, input: &Input, apply: Edit) -> Result<Vec<u8>, String> {
    for (line, text) in (input.line + 1..).zip(input.text.lines()) {
        let end = COMMENT.iter().filter_map(|prefix| text.find(prefix)).min();
        let text = end.and_then(|end| text.get(..end)).unwrap_or(text).trim();
        if !text.is_empty() {
            at(line, apply(&mut bytes, text).map_err(|error| format!("`{text}`: {error}")))?;
        }
    }
    Ok(bytes)
}

fn patch(bytes: &mut Vec<u8>, text: &str) -> Result<(), String> {
    let size = bytes.len();
    if let Some(("truncate", length)) = text.split_once(char::is_whitespace) {
        let length = parse_number(length)?;
        if length >= size {
            return Err(format!("nothing to cut: there are {size:#x} bytes"));
        }
        bytes.truncate(length);
    } else if let Some(("append", tail)) = text.split_once(char::is_whitespace) {
        append(bytes, tail)?;
    } else if let Some((offset, new)) = text.split_once(':') {
        let (offset, mut new_bytes) = (parse_number(offset)?, Vec::new());
        append(&mut new_bytes, new)?;
        let old = bytes.get_mut(offset..).and_then(|tail| tail.get_mut(..new_bytes.len()));
        old.ok_or_else(|| format!("not inside the {size:#x} bytes there are"))?.copy_from_slice(&new_bytes);
    } else {
        return Err("neither `0x1c: 05 00` nor `truncate 0x20` nor `append 00 01`".to_owned());
    }
    Ok(())
}

/// Appends at least one byte, each of two digits; blanks may stand between bytes.
fn append(bytes: &mut Vec<u8>, text: &str) -> Result<(), String> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let byte = |pair: &[u8]| match *pair {
        [high, low] => u8::try_from(digit(high)? * 16 + digit(low)?).ok(),
        _ => None,
    };
    let pairs = text.split_whitespace().flat_map(|word| word.as_bytes().chunks(2));
    let new: Option<Vec<u8>> = pairs.map(byte).collect();
    bytes.extend(new.filter(|new| !new.is_empty()).ok_or("not bytes of two hex digits each")?);
    Ok(())
}

fn parse_number(text: &str) -> Result<usize, String> {
    let text = text.trim();
    let number = match text.strip_prefix("0x") {
        Some(digits) => usize::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.map_err(|_| format!("`{text}` is no offset or length, as `0x1c` or `28` would be"))
}

pub(crate) fn at<T>(line: usize, result: Result<T, impl Display>) -> Result<T, String> {
    result.map_err(|error| format!("line {line}: {error}"))
}

/// What `%` and `%NAME` stand for, and which inputs were asked for.
pub(crate) struct Names<'a> {
    /// The path of the case.
    pub(crate) case: &'a str,
    pub(crate) inputs: &'a [Input],
    pub(crate) scratch: &'a str,
    pub(crate) read: BTreeSet<&'a str>,
}

impl Names<'_> {
    pub(crate) fn path(&mut self, name: &str) -> Result<String, String> {
        if name.is_empty() {
            return Ok(self.case.to_owned());
        }
        let in_scratch = name.strip_prefix("tmp").filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let path = in_scratch.map_or_else(|| format!("/{name}"), str::to_owned);
        // Who reads a folder reads all inputs in it.
        let folder = format!("{}/", path.trim_end_matches('/'));
        let inputs = self.inputs.iter().map(|input| input.name.as_str());
        let read: Vec<&str> = inputs.filter(|input| format!("/{input}/").starts_with(&folder)).collect();
        if in_scratch.is_none() && read.is_empty() {
            return Err(format!("%{name}: this case has no such input (a file to write is %tmp/{name})"));
        }
        self.read.extend(read);
        Ok(format!("{}{path}", self.scratch))
    }
}
