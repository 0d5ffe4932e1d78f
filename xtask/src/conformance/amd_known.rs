//! Shaders compiled with the layout of user data known: numbers in the place of relocated constants, before LLVM sees
//! them or at a later phase of its code generation. Separate because it is what an unlinked and linked shader is
//! compared with, and knows nothing of cases.
//!
//! | known | numbers stand in | what LLVM does with them |
//! |---|---|---|
//! | from the start | LLVM IR | folds all that follows from them: results are compared, code never is the same |
//! | after selection | instructions with virtual registers | merges equal ones, folds them into operands, schedules, allocates registers |
//! | after folding | the same, all optimizations of them done | schedules, allocates registers |
//! | in assembly | text | encodes them |

use std::collections::BTreeMap;

use amdgpu_link::elf::Elf;
use amdgpu_link::{PipelineState, SpecialSymbol};
use rdna::{Generation, decode};

use super::{llvm_of, run};

/// How a call of a relocated constant is written.
const RELOCATED: &str = " = call i32 @llvm.amdgcn.reloc.constant(metadata !";

/// How instructions refer to one before registers are allocated.
const OPERAND: &str = "target-flags(amdgpu-abs32-lo) @";

/// How assembly refers to one, behind its name.
const SPECIFIER: &str = "@abs32@lo";

/// After which passes numbers are put in, and what is said of code that is the same from there on.
const PHASES: [(&str, &str); 2] = [
    ("amdgpu-isel", "equal but for literals after selection"),
    ("si-shrink-instructions", "equal but for literals after folding"),
];

/// What code generation makes of a shader, phase by phase.
pub struct Shader {
    generation: Generation,
    /// The major version of LLVM.
    llvm: &'static str,
    /// LLVM IR.
    ir: String,
    /// Instructions after each of the passes.
    phases: Vec<String>,
    assembly: String,
}

impl Shader {
    /// Asks LLVM.
    pub fn new(ir: String, generation: Generation, llvm: &'static str) -> Result<Self, String> {
        let output = |options: &[&str]| {
            let output = run(llvm_of(llvm, "llc").args(target(generation)).args(options), ir.as_bytes())?;
            String::from_utf8(output).map_err(|error| error.to_string())
        };
        let phase = |(pass, _): &(&str, &str)| output(&[&format!("-stop-after={pass}")]);
        let phases = PHASES.iter().map(phase).collect::<Result<_, _>>()?;
        let assembly = output(&["-filetype=asm"])?;
        Ok(Self { generation, llvm, ir, phases, assembly })
    }

    /// What LLVM makes of it that knows a layout from the start.
    pub fn with_layout(&self, state: &PipelineState) -> Result<Vec<u8>, String> {
        let ir = ir_with_layout(&self.ir, state)?;
        let mut generate = llvm_of(self.llvm, "llc");
        run(generate.args(target(self.generation)).arg("-filetype=obj"), ir.as_bytes())
    }

    /// From which phase on code generation with a layout known comes to the code that was linked, in words; `link` is
    /// given what LLVM makes.
    pub fn compare(
        &self,
        linked: &[u8],
        state: &PipelineState,
        link: impl Fn(&[u8]) -> Result<Vec<u8>, String>,
    ) -> Result<String, String> {
        let assembly = assembly_with_layout(&self.assembly, state)?;
        let mut assemble = llvm_of(self.llvm, "llvm-mc");
        assemble.args(["-triple=amdgcn--amdpal", &processor(self.generation), "-filetype=obj", "-"]);
        let object = run(&mut assemble, assembly.as_bytes())?;
        if !is_known(&object)? || code(&link(&object)?)? != code(linked)? {
            return Ok("other code than assembled".to_owned());
        }
        for ((pass, words), instructions) in PHASES.iter().zip(&self.phases) {
            let known = instructions_with_layout(instructions, state)?;
            let mut generate = llvm_of(self.llvm, "llc");
            generate.args(target(self.generation)).args(["-x", "mir", "-filetype=obj"]);
            let object = run(generate.arg(format!("-start-after={pass}")), known.as_bytes())?;
            if is_known(&object)? && same(linked, &link(&object)?, self.generation)? {
                return Ok((*words).to_owned());
            }
        }
        Ok("equal in assembly".to_owned())
    }
}

fn processor(generation: Generation) -> String {
    format!("-mcpu={}", generation.processor())
}

/// Arguments by which `llc` reads and writes pipes.
fn target(generation: Generation) -> [String; 5] {
    [
        "-mtriple=amdgcn--amdpal".to_owned(),
        processor(generation),
        "-o".to_owned(),
        "-".to_owned(),
        "-".to_owned(),
    ]
}

/// What a layout makes of a relocated constant.
fn value(symbol: &str, state: &PipelineState) -> Result<u32, String> {
    let special = SpecialSymbol::parse(symbol).map_err(|error| error.to_string())?;
    let special = special.ok_or_else(|| format!("{symbol} is no symbol of the linker"))?;
    Ok(special.value(state).map_err(|error| error.to_string())?.value)
}

/// The end of a symbol that a text begins with.
fn symbol_end(text: &str) -> usize {
    text.find(|next: char| !next.is_ascii_alphanumeric() && next != '_').unwrap_or(text.len())
}

/// Instructions of code generation with numbers in the place of relocated constants.
fn instructions_with_layout(instructions: &str, state: &PipelineState) -> Result<String, String> {
    let mut parts = instructions.split(OPERAND);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (symbol, rest) = part.split_at(symbol_end(part));
        text += &value(symbol, state)?.cast_signed().to_string();
        text += rest;
    }
    Ok(text)
}

/// Assembly with numbers in the place of relocated constants, each with a word of its own.
fn assembly_with_layout(assembly: &str, state: &PipelineState) -> Result<String, String> {
    let mut parts: Vec<&str> = assembly.split(SPECIFIER).collect();
    let last = parts.pop().unwrap_or_default();
    let mut text = String::new();
    for part in parts {
        let before = part.rfind(|before: char| !before.is_ascii_alphanumeric() && before != '_');
        let (code, symbol) = part.split_at(before.map_or(0, |at| at + 1));
        text += code;
        text += &format!("lit({:#x})", value(symbol, state)?);
    }
    Ok(text + last)
}

/// LLVM IR in which relocated constants are what a layout makes them.
fn ir_with_layout(assembly: &str, state: &PipelineState) -> Result<String, String> {
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
                numbers.insert(name, value(symbol, state)?);
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

/// Whether the code of two pipelines is the same but for how literals are encoded.
fn same(linked: &[u8], known: &[u8], generation: Generation) -> Result<bool, String> {
    let [linked, known] = [code(linked)?, code(known)?];
    Ok(linked == known || instructions(&linked, generation)? == instructions(&known, generation)?)
}

/// Whether the code of a file has numbers wherever it needs one.
fn is_known(file: &[u8]) -> Result<bool, String> {
    let elf = Elf::parse(file).map_err(|error| error.to_string())?;
    Ok(elf.section_named(".rel.text").is_none())
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
        // A small number fits an instruction with 16 bits of its own.
        let name = if name == "s_movk_i32" { "s_mov_b32" } else { name };
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
