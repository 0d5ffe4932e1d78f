//! Commands of README.md and docs/: found in fenced blocks, executed by `sh`, and compared with the output that a page
//! shows. Separate because `cargo test` executes most of them, and a conformance task those that need LLVM.
//!
//! A `console` block has commands after `$ `, each followed by its output, in which a line `...` stands for any lines.
//! A `sh` block is a script whose commands must succeed. A comment before a block, `<!-- needs llvm: REASON -->` or
//! `<!-- not run: REASON -->`, exempts it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::corpus;

/// A page and its fenced blocks.
pub struct Page {
    /// Relative to the root of the project.
    pub path: PathBuf,
    text: String,
    blocks: Vec<Block>,
}

struct Block {
    kind: Kind,
    mark: Mark,
    /// The line of the opening fence, counted from 0.
    start: usize,
    lines: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Console,
    Shell,
    /// Output, code or data.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    NeedsLlvm,
    NotRun,
}

/// The numbers of commands of a page.
#[derive(Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commands {
    /// Executed wherever there is a shell.
    pub plain: usize,
    pub need_llvm: usize,
    pub not_run: usize,
}

impl std::ops::AddAssign for Commands {
    fn add_assign(&mut self, other: Self) {
        self.plain += other.plain;
        self.need_llvm += other.need_llvm;
        self.not_run += other.not_run;
    }
}

/// The environment in which the commands of a page are executed.
pub struct Shell<'a> {
    /// The folder of the program, first in PATH.
    pub program: &'a Path,
    /// The current folder of the commands, into which the examples are copied.
    pub folder: &'a Path,
    /// True if blocks that need LLVM are executed, too.
    pub has_llvm: bool,
}

/// README.md and the pages in docs/, by name.
pub fn pages() -> Result<Vec<Page>, String> {
    let docs = corpus::root().join("docs");
    let entries = fs::read_dir(&docs).map_err(|error| format!("{}: {error}", docs.display()))?;
    let mut paths: Vec<PathBuf> =
        entries.flatten().map(|entry| Path::new("docs").join(entry.file_name())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.push("README.md".into());
    paths.sort();
    paths.into_iter().map(Page::read).collect()
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

impl Page {
    fn read(path: PathBuf) -> Result<Self, String> {
        let text = fs::read_to_string(corpus::root().join(&path));
        let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
        Self::parse(path, text)
    }

    /// Finds the blocks of a page. A command in a block of another kind, and a mark without a reason, are errors.
    pub fn parse(path: PathBuf, text: String) -> Result<Self, String> {
        let mut blocks = Vec::new();
        let mut open: Option<Block> = None;
        let mut mark = Mark::None;
        for (number, line) in text.lines().enumerate() {
            let fence = line.trim_start().strip_prefix("```");
            match (&mut open, fence) {
                (Some(block), None) => block.lines.push(line.to_owned()),
                (Some(_), Some(_)) => blocks.extend(open.take()),
                (None, Some(language)) => {
                    let kind = match language.trim() {
                        "console" => Kind::Console,
                        "sh" => Kind::Shell,
                        _ => Kind::Other,
                    };
                    open = Some(Block { kind, mark, start: number, lines: Vec::new() });
                    mark = Mark::None;
                }
                (None, None) if line.trim().is_empty() => {}
                (None, None) => {
                    mark = parse_mark(line).map_err(|e| format!("{}:{}: {e}", path.display(), number + 1))?;
                }
            }
        }
        let page = Self { path, text, blocks };
        page.check()?;
        Ok(page)
    }

    fn check(&self) -> Result<(), String> {
        for block in self.blocks.iter().filter(|block| block.kind == Kind::Other) {
            let is_command = |line: &&String| {
                let line = line.trim_start();
                line.strip_prefix("$ ").unwrap_or(line).starts_with("shader-tools ")
            };
            if let Some(line) = block.lines.iter().find(is_command) {
                let (path, number) = (self.path.display(), block.start + 1);
                return Err(format!(
                    "{path}:{number}: `{line}`: commands belong into a block `console` or `sh`"
                ));
            }
        }
        Ok(())
    }

    pub fn commands(&self) -> Commands {
        let mut commands = Commands::default();
        for block in &self.blocks {
            let count = block.commands();
            match block.mark {
                Mark::None => commands.plain += count,
                Mark::NeedsLlvm => commands.need_llvm += count,
                Mark::NotRun => commands.not_run += count,
            }
        }
        commands
    }

    /// Executes the commands of the page in their order, and returns the text of the page with their output. An error
    /// names each command that fails.
    pub fn execute(&self, shell: &Shell) -> Result<String, String> {
        let examples = corpus::root().join("examples");
        copy_folder(&examples, &shell.folder.join("examples")).map_err(|error| error.to_string())?;
        let mut text = String::new();
        let mut errors = Vec::new();
        let mut source = self.text.lines();
        let mut number = 0;
        for block in &self.blocks {
            // The lines up to and with the opening fence.
            for line in source.by_ref().take(block.start + 1 - number) {
                text += &format!("{line}\n");
            }
            let is_run = block.mark == Mark::None || block.mark == Mark::NeedsLlvm && shell.has_llvm;
            let printed = match block.kind {
                Kind::Console if is_run => block.execute_console(shell),
                Kind::Shell if is_run => block.execute_script(shell),
                _ => Ok(block.lines.clone()),
            };
            let lines = printed.unwrap_or_else(|error| {
                errors.push(format!("{}:{}: {error}", self.path.display(), block.start + 1));
                block.lines.clone()
            });
            lines.iter().for_each(|line| text += &format!("{line}\n"));
            number = block.start + 1 + block.lines.len();
            source.by_ref().take(block.lines.len()).for_each(drop);
        }
        source.for_each(|line| text += &format!("{line}\n"));
        if errors.is_empty() { Ok(text) } else { Err(errors.join("\n")) }
    }

    /// The first line that differs from the page as it was executed, with both texts.
    pub fn difference(&self, executed: &str) -> Option<String> {
        if self.text == executed {
            return None;
        }
        let mut pairs = self.text.lines().zip(executed.lines()).enumerate();
        let path = self.path.display();
        Some(match pairs.find(|(_, (shown, printed))| shown != printed) {
            Some((line, (shown, printed))) => {
                format!("{path}:{}: the page shows `{shown}`, the command prints `{printed}`", line + 1)
            }
            None => format!("{path}: the page and its commands have a different number of lines"),
        })
    }

    /// The code spans of the page outside of blocks that begin with the program's name, with their lines, counted
    /// from 1.
    pub fn spans(&self) -> Vec<(usize, &str)> {
        let mut spans = Vec::new();
        let mut is_fenced = false;
        for (number, line) in (1..).zip(self.text.lines()) {
            if line.trim_start().starts_with("```") {
                is_fenced = !is_fenced;
            } else if !is_fenced {
                let code = line.split('`').skip(1).step_by(2);
                spans
                    .extend(code.filter(|code| code.starts_with("shader-tools ")).map(|code| (number, code)));
            }
        }
        spans
    }
}

fn parse_mark(line: &str) -> Result<Mark, String> {
    let Some(comment) = line.trim().strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->")) else {
        return Ok(Mark::None);
    };
    // The command of the README that the checks of a change execute.
    if comment == "ci: test" {
        return Ok(Mark::NotRun);
    }
    let (mark, reason) = comment.split_once(':').unwrap_or((comment, ""));
    let mark = match mark {
        "needs llvm" => Mark::NeedsLlvm,
        "not run" => Mark::NotRun,
        _ => return Ok(Mark::None),
    };
    if reason.trim().is_empty() {
        return Err(format!("`{line}` has no reason"));
    }
    Ok(mark)
}

impl Block {
    fn commands(&self) -> usize {
        match self.kind {
            Kind::Console => self.lines.iter().filter(|line| line.starts_with("$ ")).count(),
            Kind::Shell => script_commands(&self.lines),
            Kind::Other => 0,
        }
    }

    /// The lines of the block as its commands print them.
    fn execute_console(&self, shell: &Shell) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        let mut rest = self.lines.iter().peekable();
        while let Some(line) = rest.next() {
            let command = line.strip_prefix("$ ").ok_or_else(|| format!("`{line}` follows no command"))?;
            let mut command = command.to_owned();
            lines.push(line.clone());
            while command.ends_with('\\') {
                let next = rest.next().ok_or_else(|| format!("`{command}` continues beyond the block"))?;
                lines.push(next.clone());
                command += &format!("\n{next}");
            }
            let mut shown = Vec::new();
            while let Some(line) = rest.next_if(|line| !line.starts_with("$ ")) {
                shown.push(line.clone());
            }
            let printed = shell.printed(&command)?;
            lines.extend(if is_shown(&shown, &printed) { shown } else { printed });
        }
        Ok(lines)
    }

    fn execute_script(&self, shell: &Shell) -> Result<Vec<String>, String> {
        let output = shell.output("-ec", &self.lines.join("\n"))?;
        if output.status.success() {
            return Ok(self.lines.clone());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        Err(format!("the script ends with {}: {}", output.status, text.trim_end()))
    }
}

/// The number of commands of a script: its lines without continuations, comments and here-documents.
fn script_commands(lines: &[String]) -> usize {
    let mut count = 0;
    let mut is_continued = false;
    let mut document_end: Option<String> = None;
    for line in lines {
        if let Some(end) = &document_end {
            if line == end {
                document_end = None;
            }
            continue;
        }
        let text = line.trim();
        if !is_continued && !text.is_empty() && !text.starts_with('#') {
            count += 1;
        }
        is_continued = text.ends_with('\\');
        if let Some((_, end)) = text.split_once("<<") {
            let end = end.split_whitespace().next().unwrap_or_default();
            document_end = Some(end.trim_matches(['-', '\'', '"']).to_owned());
        }
    }
    count
}

impl Shell<'_> {
    fn output(&self, option: &str, script: &str) -> Result<std::process::Output, String> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.program.to_owned()).chain(std::env::split_paths(&path));
        let path = std::env::join_paths(folders).map_err(|error| error.to_string())?;
        let mut command = Command::new("sh");
        command.current_dir(self.folder).args([option, script]).env("PATH", path).env("NO_COLOR", "1");
        for variable in ["COLUMNS", "SHADER_STORE", "SHADER_CORPUS"] {
            command.env_remove(variable);
        }
        command.output().map_err(|error| format!("sh: {error}"))
    }

    /// The lines that a command prints: its results, then its messages, then its exit status, unless it is 0.
    fn printed(&self, command: &str) -> Result<Vec<String>, String> {
        let output = self.output("-c", command)?;
        let text =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        // A page has no blanks at the ends of its lines.
        let mut lines: Vec<String> = text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect();
        match output.status.code() {
            Some(0) => {}
            Some(code @ 1..4) => lines.push(format!("exit status {code}")),
            _ => return Err(format!("`{command}` ends with {}: {text}", output.status)),
        }
        Ok(lines)
    }
}

/// Returns true if the shown lines, with `...` for any lines, match the printed ones.
fn is_shown(shown: &[String], printed: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=printed.len()).any(|skipped| is_shown(rest, printed.get(skipped..).unwrap_or_default()))
        }
        Some((first, rest)) => {
            printed.split_first().is_some_and(|(line, others)| first == line && is_shown(rest, others))
        }
    }
}
