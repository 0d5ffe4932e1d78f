//! Shaders compiled with the layout of user data known: numbers in the place of relocated constants, before LLVM sees
//! them. Separate because it is what an unlinked and linked shader is compared with, and knows nothing of cases.

use std::collections::BTreeMap;

use amdgpu_link::elf::Elf;
use amdgpu_link::{PipelineState, SpecialSymbol};
use rdna::{Generation, decode};

use super::{llvm, run};

/// How a call of a relocated constant is written.
const RELOCATED: &str = " = call i32 @llvm.amdgcn.reloc.constant(metadata !";

/// Assembly in which relocated constants are what a layout makes them.
pub fn with_layout(assembly: &str, state: &PipelineState) -> Result<String, String> {
    let mut symbols: BTreeMap<&str, &str> = BTreeMap::new();
    for line in assembly.lines() {
        let node = line.strip_prefix('!').and_then(|rest| rest.split_once(" = !{!\""));
        if let Some((number, name)) = node
            && let Some(name) = name.strip_suffix("\"}")
        {
            symbols.insert(number, name);
        }
    }
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    let mut text = String::new();
    for line in assembly.lines() {
        let call = line.trim_start().split_once(RELOCATED);
        let line = match call.and_then(|(name, rest)| Some((name, rest.strip_suffix(')')?))) {
            Some((name, node)) => {
                let symbol = symbols.get(node).ok_or_else(|| format!("!{node} is no symbol"))?;
                let special = SpecialSymbol::parse(symbol).map_err(|error| error.to_string())?;
                let special = special.ok_or_else(|| format!("{symbol} is no symbol of the linker"))?;
                let value = special.value(state).map_err(|error| error.to_string())?.value;
                numbers.insert(name, value);
                // What has a number in place of a name has to stay.
                format!("  {name} = add i32 0, 0")
            }
            None => replaced(line, &numbers),
        };
        text += &line;
        text.push('\n');
    }
    Ok(text)
}

/// A line with numbers in the place of values.
fn replaced(line: &str, numbers: &BTreeMap<&str, u32>) -> String {
    let mut parts = line.split('%');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|next: char| !next.is_ascii_alphanumeric() && next != '.' && next != '_');
        let (name, rest) = part.split_at(end.unwrap_or(part.len()));
        match numbers.get(format!("%{name}").as_str()) {
            Some(number) => text += &format!("{}{rest}", number.cast_signed()),
            None => text += &format!("%{part}"),
        }
    }
    text
}

/// What LLVM makes of assembly.
pub fn object(assembly: &str, generation: Generation) -> Result<Vec<u8>, String> {
    let processor = format!("-mcpu={}", generation.processor());
    let arguments = ["-mtriple=amdgcn--amdpal", &processor, "-filetype=obj", "-o", "-", "-"];
    run(llvm("llc").args(arguments), assembly.as_bytes())
}

/// How the code of two pipelines differs, in words.
pub fn difference(linked: &[u8], known: &[u8], generation: Generation) -> Result<String, String> {
    let [linked, known] = [code(linked)?, code(known)?];
    if linked == known {
        return Ok("equal".to_owned());
    }
    let [linked, known] = [instructions(&linked, generation)?, instructions(&known, generation)?];
    Ok(match linked == known {
        true => "equal but for literals".to_owned(),
        false => format!("{} instructions, {} known", linked.len(), known.len()),
    })
}

fn code(file: &[u8]) -> Result<Vec<u32>, String> {
    let elf = Elf::parse(file).map_err(|error| error.to_string())?;
    let (_, text) = elf.section_named(".text").ok_or("no .text")?;
    Ok(text.data.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect())
}

/// Instructions up to the last end, with the same number for a literal and for a constant that needs none; without what
/// depends on how long others are: how far branches go, and what fills up lines.
fn instructions(code: &[u32], generation: Generation) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    let (mut at, mut end) = (0, 0);
    while at < code.len() {
        // Behind the last end there is no code.
        let Ok(instruction) = decode(generation, code, at) else { break };
        at += instruction.words as usize;
        let text = rdna::text(&instruction, generation, 32);
        let (name, operands) = text.split_once(' ').unwrap_or((&text, ""));
        if matches!(name, "s_nop" | "s_code_end" | "s_inst_prefetch") {
            continue;
        }
        let is_branch = name.starts_with("s_branch") || name.starts_with("s_cbranch");
        let operands = if is_branch { "" } else { operands };
        let words = operands.split_inclusive([' ', ',', '[', ']', ':']);
        all.push(words.fold(format!("{name} "), |text, word| text + &plain(word)));
        if name == "s_endpgm" {
            end = all.len();
        }
    }
    all.truncate(end);
    Ok(all)
}

/// A number that needs no literal as the processor's constants are written.
fn plain(word: &str) -> String {
    let digits = word.trim_end_matches([' ', ',', '[', ']', ':']);
    let number = digits.strip_prefix("0x").and_then(|digits| u32::from_str_radix(digits, 16).ok());
    match number.map(u32::cast_signed) {
        Some(number @ -16..=64) => format!("{number}{}", &word[digits.len()..]),
        _ => word.to_owned(),
    }
}
