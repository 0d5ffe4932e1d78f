//! RUN lines, as far as LLVM's tests of DXIL go: commands with pipes, one after the other. Separate because nothing of
//! it is about shaders.

use super::streams::Streams;
use super::tools::{Files, Stop, run_tool};

/// The RUN lines of a test, those that end in `\` with the next one.
pub(super) fn run_lines(source: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in source.lines() {
        let Some((_, command)) = line.split_once("RUN:") else { continue };
        let command = command.trim();
        let (command, goes_on) = match command.strip_suffix('\\') {
            Some(command) => (command.trim_end(), true),
            None => (command, false),
        };
        match lines.last_mut().filter(|_| is_open) {
            Some(open) => {
                open.push(' ');
                open.push_str(command);
            }
            None => lines.push(command.to_owned()),
        }
        is_open = goes_on;
    }
    lines
}

/// Runs a line.
pub(super) fn run(line: &str, files: &mut Files) -> Result<(), Stop> {
    let mut words = words(line);
    for word in &mut words {
        *word = word.replace("%s", "/test.ll").replace("%t", "/out");
    }
    for chain in words.split(|word| word == "&&" || word == ";") {
        let mut streams = Streams::default();
        let mut fails = None;
        for command in chain.split(|word| word == "|") {
            let input = std::mem::take(&mut streams.output);
            streams = Streams { input, ..Streams::default() };
            // A failure is told unless what comes after it does not mind, as the shell has it with pipefail.
            if let Some(why) = simple(command, &mut streams, files)? {
                fails.get_or_insert(why);
            }
        }
        if let Some(why) = fails {
            return Err(Stop::Failed(why));
        }
    }
    Ok(())
}

/// Runs a command with its redirections; says why, where it fails.
fn simple(words: &[String], streams: &mut Streams, files: &mut Files) -> Result<Option<String>, Stop> {
    let (mut arguments, mut output_file) = (Vec::new(), None);
    let mut merged = None;
    let mut rest = words.iter().map(String::as_str);
    while let Some(word) = rest.next() {
        match word {
            "2>&1" => merged = Some(output_file.is_none()),
            "<" => streams.input = files.read(rest.next().unwrap_or_default())?,
            ">" => output_file = rest.next(),
            _ => arguments.push(word),
        }
    }
    let mut expects_failure = false;
    let mut arguments = &arguments[..];
    while let [first, others @ ..] = arguments {
        match *first {
            "not" => expects_failure = !expects_failure,
            "env" => {}
            _ => break,
        }
        arguments = others;
    }
    let failure = run_tool(arguments, streams, files)?;
    match merged {
        Some(true) => streams.output = std::mem::take(&mut streams.errors) + &streams.output,
        // `2>&1 > file`: what went to the file is not seen.
        Some(false) => streams.output = std::mem::take(&mut streams.errors),
        None => {}
    }
    if let Some(name) = output_file {
        let written = std::mem::take(&mut streams.output);
        if merged.is_some() {
            streams.output = written;
        } else if name != "/dev/null" {
            files.write(name, written);
        }
    }
    Ok(match (failure, expects_failure) {
        (None, true) => Some(format!("{} does not fail", arguments.first().unwrap_or(&""))),
        (Some(_), true) | (None, false) => None,
        (Some(why), false) => Some(why),
    })
}

/// The words of a line, operators by themselves.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(letter),
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, ' ' | '\t') => words.extend(word.take()),
            (None, '|' | ';' | '<' | '>') if word.as_deref() != Some("2") => {
                words.extend(word.take());
                words.push(letter.to_string());
            }
            (None, '>') => {
                // 2>&1 is a word.
                let mut merged = word.take().unwrap_or_default();
                merged.push('>');
                while let Some(next) = letters.next_if(|next| matches!(next, '&' | '1')) {
                    merged.push(next);
                }
                words.push(merged);
            }
            (None, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}
