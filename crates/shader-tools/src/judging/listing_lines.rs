//! The lines of the listing that `dis` prints for locations in programs. Separate from the presentation of findings,
//! because a listing is printed once for all findings of a file.

use std::collections::HashMap;

use dx_bytecode::d3d9;
use dx_container::reader::Payload;
use dx_container::{Container, FourCc};
use dxil::stored;
use dxil_ir::verify::IrPlace;
use dxil_ir::{GlobalId, Module};
use dxil_text::listing::Numbered;
use dxil_text::spelled;

use super::counterparts::Counterparts;
use super::finding::Finding;
use crate::listings::statement_lines::StatementLines;
use crate::loading::direct3d9::program_of_container;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::program::{self, ProgramKind};

/// The lines of a module in its listing.
pub struct ListingLines<'m> {
    module: &'m Module,
    numbered: Numbered,
    /// The lines of functions, variables and named metadata, by the name with its sigil.
    definitions: HashMap<String, usize>,
    /// The instructions of the listed module, if the findings are about another module.
    counterparts: Option<Counterparts<'m>>,
}

impl<'m> ListingLines<'m> {
    /// The lines of `module`, which `dis` lists for `container`; `None` if the module cannot be printed.
    pub fn of(container: Option<&Container<'_>>, module: &'m Module) -> Option<Self> {
        let reflection = container.and_then(stored::reflection);
        let numbered = Numbered::of(container, module, reflection.as_ref()).ok()?;
        let names = numbered.text.lines().enumerate();
        let names = names.filter_map(|(line, text)| Some((defined_name(text)?, line)));
        let definitions = names.collect();
        Some(Self { module, numbered, definitions, counterparts: None })
    }

    /// Like [`ListingLines::of`], but for findings about `judged`, which is `listed` without debug information.
    pub fn of_counterpart(
        container: Option<&Container<'_>>,
        judged: &'m Module,
        listed: &'m Module,
    ) -> Option<Self> {
        Some(Self { counterparts: Some(Counterparts::of(judged, listed)), ..Self::of(container, listed)? })
    }

    /// The line of a location, from 1.
    pub fn find(&mut self, place: IrPlace) -> Option<usize> {
        let place = match &mut self.counterparts {
            Some(counterparts) => counterparts.find(place)?,
            None => place,
        };
        let line = match place {
            IrPlace::Instruction { function, id, .. } => self.numbered.lines.get(&(function, id)).copied(),
            IrPlace::Block { function, block } => self.block(function, block),
            IrPlace::Global(id) => self.global(id),
            IrPlace::NamedMetadata(index) => {
                let named = self.module.named_metadata.get(usize::try_from(index).ok()?)?;
                self.definitions.get(&format!("!{}", spelled(named.name.as_ref()))).copied()
            }
            _ => None,
        };
        line.map(|line| line + 1)
    }

    /// The line of the first instruction of a block.
    fn block(&self, function: GlobalId, block: u32) -> Option<usize> {
        let body = self.module.globals.get(function)?.body()?;
        let block = *body.layout.get(usize::try_from(block).ok()?)?;
        let first = *body.instructions_of(block).first()?;
        self.numbered.lines.get(&(function, first)).copied()
    }

    fn global(&self, id: GlobalId) -> Option<usize> {
        let name = format!("@{}", spelled(self.module.globals.get(id)?.name.as_ref()));
        self.definitions.get(&name).copied()
    }
}

/// The name that a line of a listing defines or declares, with its sigil and without quotes.
fn defined_name(line: &str) -> Option<String> {
    let is_function = line.starts_with("define ") || line.starts_with("declare ");
    if !is_function && !line.starts_with(['@', '!']) {
        return None;
    }
    // Names of types before the name of a function may contain the sigil between quotes.
    let mut is_quoted = false;
    let start = line.find(|c: char| {
        is_quoted ^= c == '"';
        !is_quoted && (c == '@' || c == '!' && !is_function)
    })?;
    let (sigil, name) = line.get(start..)?.split_at(1);
    let name = match name.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => name.get(..name.find(if is_function { "(" } else { " = " })?)?,
    };
    Some(format!("{sigil}{name}"))
}

/// Adds the lines of the listing to findings about the token programs of a container.
pub fn add_to_tokens(file: &LoadedShader<'_>, container: &Container<'_>, findings: &mut [Finding]) {
    if findings.iter().all(|finding| finding.statement.is_none()) {
        return;
    }
    let mut text = String::new();
    if dx_bytecode::listing::print(&mut text, container).is_err() {
        return;
    }
    if let Ok(ProgramKind::Tokens(payload)) = program::find(container)
        && let Ok(lines) = StatementLines::of_part(payload)
    {
        let is_about =
            |finding: &Finding| finding.part == Some(payload.name) && is_in(finding, file, payload);
        add(findings, &lines, lines.before_last(&text), is_about);
    }
    if let Ok(Some((program, offset))) = program_of_container(file, container)
        && let Ok(lines) = StatementLines::of_direct3d9(program, offset)
    {
        let is_about = |finding: &Finding| finding.part == Some(FourCc::AON9);
        add(findings, &lines, lines.before_first(&text), is_about);
    }
}

/// Returns true if the bytes of a finding are in a part; a container may have several parts of the same name.
fn is_in(finding: &Finding, file: &LoadedShader<'_>, payload: Payload<'_>) -> bool {
    let Some((offset, _)) = finding.bytes else { return false };
    let end = payload.offset + payload.bytes.len() as u64;
    let in_file = |offset: u64| u32::try_from(offset).map(|offset| file.offset(offset)).unwrap_or(u64::MAX);
    (in_file(payload.offset)..in_file(end)).contains(&offset)
}

/// Adds the lines of the listing to findings about a Direct3D 9 program that is a file.
pub fn add_to_direct3d9(program: &[u8], findings: &mut [Finding]) {
    let mut text = String::new();
    if findings.iter().any(|finding| finding.statement.is_some())
        && d3d9::listing::print(&mut text, program, 0).is_ok()
        && let Ok(lines) = StatementLines::of_direct3d9(program, 0)
    {
        add(findings, &lines, lines.before_first(&text), |_| true);
    }
}

fn add(findings: &mut [Finding], lines: &StatementLines, before: usize, is_about: impl Fn(&Finding) -> bool) {
    for finding in findings {
        if let Some(statement) = finding.statement
            && is_about(finding)
        {
            finding.listing_line = lines.line(statement, 0).map(|line| before + line + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::defined_name;

    #[test]
    fn names_are_found_in_lines() {
        let cases = [
            ("@a = internal constant i32 0", Some("@a")),
            ("@\"\\01?a@@3HA\" = external global i32", Some("@\\01?a@@3HA")),
            ("define void @main() #0 {", Some("@main")),
            ("declare %\"a@b\" @\"a (b)\"(i32) #1", Some("@a (b)")),
            ("!dx.valver = !{!0}", Some("!dx.valver")),
            ("  %1 = add i32 0, 1", None),
            ("declare", None),
        ];
        for (line, expected) in cases {
            assert_eq!(defined_name(line).as_deref(), expected, "{line}");
        }
    }
}
