//! The page for people: a summary, the parts, then what each part says.

use std::io::{self, Write};

use dx_container::fields::Sink;
use dx_container::parts::pdb_info::PdbInfo;
use dx_container::parts::{self, PartView};
use dx_container::reader::Payload;
use dx_container::{Container, DigestState, FourCc, Part};

use super::decoded::{Decoded, DecodedPart};
use super::extent::{SHOWN_PARTS, Shown};
use super::nodes::{write_nodes, write_odd};
use super::summary::Summary;
use super::{
    class_linkage, debug_information, library, pdb, root_signature, source_info, symbols, token_program,
};
use crate::digest_state;
use crate::error::Error;
use crate::layout::{write_hanging, write_pairs};
use crate::loading::direct3d9;
use crate::loading::loaded_shader::LoadedShader;
use crate::run::Outcome;
use crate::selection::input::Input;
use crate::spooled_output::SpooledOutput;
use crate::style::{BAD, DIM, GOOD, NOTE, TITLE, counted, grouped, paint};
use crate::table::table;
use crate::tree::{Node, Tree};

/// Writes the page; parts that cannot be read are said on the page and, in full, in `outcome`.
pub fn write(
    input: &Input,
    file: &LoadedShader<'_>,
    shown: &Shown,
    out: &mut dyn Write,
    outcome: &mut Outcome<()>,
) -> Result<(), Error> {
    let container = &file.container()?;
    if let Some(name) = &shown.function {
        return write_function(out, input, file, container, name);
    }
    write_hanging(out, &format!("{}{}", paint(TITLE, input.name()), file.about()))?;
    writeln!(out)?;
    if let Some(pdb) = &file.pdb
        && let Some(error) = pdb::write(out, pdb, shown)?
    {
        outcome.add(&error, input, Some(file.bytes));
    }
    let mut decoded = Decoded::new(file, container);
    let mut rows = Vec::new();
    // What stands below the table of parts, up to the symbols and after them.
    let mut content = [SpooledOutput::new(), SpooledOutput::new()];
    let [before, after] = &mut content;
    let mut are_symbols_passed = false;
    for (index, part) in container.parts().iter().enumerate() {
        // One tree at a time: a hostile file has many parts.
        let mut tree = Tree::new();
        let is_shown = index < SHOWN_PARTS;
        let fields: Option<&mut dyn Sink<'_>> = if is_shown { Some(&mut tree) } else { None };
        let decoded = decoded.decode(part, fields);
        if let Some(error) = &decoded.error {
            outcome.add(error, input, Some(file.bytes));
        }
        if is_shown {
            rows.push(part_row(file, container, part, decoded.error.as_ref()));
            are_symbols_passed |= part.name == FourCc::SYM0;
            let content = if are_symbols_passed { &mut *after } else { &mut *before };
            write_content(content, part, decoded, &tree.finish(), shown)?;
        }
    }
    write_summary(out, container, &decoded.summary)?;
    write_parts(out, container, &rows)?;
    let [before, after] = content;
    before.copy_to(out)?;
    match decoded.symbols() {
        Some(Ok(table)) => symbols::write(out, container, &table, decoded.functions().as_ref())?,
        Some(Err(error)) => outcome.add(&file.placed(error).into(), input, Some(file.bytes)),
        None => {}
    }
    Ok(after.copy_to(out)?)
}

/// Functions among which one is looked for: a hostile file has no end of them.
const SEARCHED: usize = 100_000;
/// Functions that are named where the one that was asked for is not there.
const SUGGESTED: usize = 20;

/// Writes what RDAT says of one function.
fn write_function(
    out: &mut dyn Write,
    input: &Input,
    file: &LoadedShader<'_>,
    container: &Container<'_>,
    name: &str,
) -> Result<(), Error> {
    let Some(part) = container.part(FourCc::RDAT) else {
        let text = "--function requires a library, because only the part RDAT of a library describes single \
                    functions";
        return Err(Error::Missing(text.to_owned()));
    };
    let mut tree = Tree::keeping(SEARCHED);
    if let Some(error) = Decoded::new(file, container).decode(&part, Some(&mut tree)).error {
        return Err(error);
    }
    let nodes = tree.finish();
    let mut text = Vec::new();
    if library::write_function(&mut text, &nodes, name)? == 0 {
        let mut names = library::names(&nodes);
        let few = names.by_ref().take(SUGGESTED).collect::<Vec<_>>().join(", ");
        let more = if names.next().is_some() { " and others" } else { "" };
        return Err(Error::Missing(format!("function {name} does not exist: the library has {few}{more}")));
    }
    write_hanging(out, &format!("{}, function {name}", paint(TITLE, input.name())))?;
    Ok(out.write_all(&text)?)
}

fn write_summary(out: &mut dyn Write, container: &Container<'_>, summary: &Summary) -> io::Result<()> {
    let mut lines = summary.lines();
    lines.push(("digest", digest(container)));
    let (header, trailing) = (container.header(), container.trailing().len());
    if (header.major.get(), header.minor.get()) != (1, 0) {
        lines.push((
            "container",
            paint(NOTE, format!("version {}.{}, expected 1.0", header.major, header.minor)),
        ));
    }
    if trailing > 0 {
        lines.push((
            "after it",
            paint(NOTE, format!("{} that do not belong to a container", counted(trailing, "byte"))),
        ));
    }
    write_pairs(out, &lines)
}

fn digest(container: &Container<'_>) -> String {
    let (digest, state) = (container.digest(), container.digest_state());
    let name = digest_state::name(state);
    match state {
        DigestState::Valid | DigestState::ValidDebug => format!("{digest} {}", paint(GOOD, name)),
        DigestState::Wrong(expected) => format!("{digest} {}, expected {expected}", paint(BAD, name)),
        DigestState::Absent => paint(NOTE, name),
        DigestState::Bypass | DigestState::PreviewBypass => format!("{digest} {}", paint(NOTE, name)),
    }
}

fn write_parts(out: &mut dyn Write, container: &Container<'_>, rows: &[Vec<String>]) -> io::Result<()> {
    writeln!(out, "\n{}", paint(TITLE, "Parts"))?;
    if container.parts().is_empty() {
        return writeln!(out, "  none");
    }
    write!(out, "{}", table(&["name", "offset", "size", "share", "what"], rows))?;
    if let Some(more @ 1..) = container.parts().len().checked_sub(SHOWN_PARTS) {
        let text = format!("... and {}: `parts list` has them all", counted(more, "more part"));
        writeln!(out, "  {}", paint(NOTE, text))?;
    }
    let gaps = gap_bytes(container);
    if gaps > 0 {
        writeln!(out, "  {}", paint(NOTE, format!("{} between parts", counted(gaps, "byte"))))?;
    }
    Ok(())
}

/// Bytes between parts, and after the last one within the container.
pub fn gap_bytes(container: &Container<'_>) -> usize {
    (0..=container.parts().len()).map(|index| container.gap(index).len()).sum()
}

fn part_row(
    file: &LoadedShader<'_>,
    container: &Container<'_>,
    part: &Part<'_>,
    error: Option<&Error>,
) -> Vec<String> {
    let title = parts::row(part.name).map_or("unknown", |row| row.title);
    let what = match error {
        None => title.to_owned(),
        Some(error) => format!("{title}: unreadable ({})", error.code()),
    };
    let total = container.header().total_size.get().max(1);
    let share = part.data.len() as f64 * 100.0 / f64::from(total);
    vec![
        part.name.to_string(),
        format!("{:#06x}", file.offset(part.offset)),
        grouped(part.data.len() as u64),
        format!("{share:.1}%"),
        what,
    ]
}

/// The content of a part; only its odd fields where the summary has the others. Symbols are shown apart.
fn write_content(
    out: &mut dyn Write,
    part: &Part<'_>,
    decoded: DecodedPart<'_>,
    nodes: &[Node],
    shown: &Shown,
) -> io::Result<()> {
    let DecodedPart { view: Some(view), declarations, direct3d9: declared, .. } = decoded else {
        return Ok(());
    };
    let title = parts::row(part.name).map_or("", |row| row.title);
    let write_title =
        |out: &mut dyn Write| writeln!(out, "\n{} {}", paint(TITLE, part.name), paint(DIM, title));
    let is_odd = |node: &&Node| matches!(node, Node::Odd(..));
    match view {
        PartView::RootSignature(view) => {
            root_signature::write(out, part.name, &view)?;
            nodes.iter().filter(is_odd).try_for_each(|node| write_odd(out, node))
        }
        PartView::SourceInfo(view) => source_info::write(out, part.name, &view),
        PartView::Symbols(_) => Ok(()),
        PartView::ShaderTokens(_) => {
            if let Some(declarations) = declarations {
                token_program::write(out, part.name, declarations)?;
            }
            nodes.iter().filter(is_odd).try_for_each(|node| write_odd(out, node))
        }
        PartView::Level9(view) => {
            writeln!(
                out,
                "\n{} {}",
                paint(TITLE, part.name),
                paint(DIM, format_args!("{title}, {}", view.version))
            )?;
            if let Some(declared) = declared {
                direct3d9::write_lines(out, &declared, false)?;
            }
            direct3d9::write_mappings(out, &view.mappings)?;
            nodes.iter().filter(is_odd).try_for_each(|node| write_odd(out, node))
        }
        PartView::ClassLinkage(view) => class_linkage::write(out, part.name, &view),
        PartView::DebugInformation(view) => debug_information::write(out, part.name, &view),
        PartView::RuntimeData(_) => {
            write_title(out)?;
            library::write(out, nodes, shown)
        }
        PartView::Signature(_) | PartView::PipelineStateValidation(_) | PartView::ProgramDatabase(_) => {
            write_title(out)?;
            write_nodes(out, nodes, shown)
        }
        PartView::PdbInfo(view) => {
            write_title(out)?;
            write_nodes(out, nodes, shown)?;
            write_pdb_info(out, &view, shown)
        }
        PartView::Opaque(_) if part.name == FourCc::DXBC => write_nested(out, part.data, 0),
        _ if nodes.iter().any(|node| is_odd(&node)) => {
            write_title(out)?;
            nodes.iter().filter(is_odd).try_for_each(|node| write_odd(out, node))
        }
        _ => Ok(()),
    }
}

/// The depth to which containers in a container that is a part are shown; compilers make none as deep.
const NESTED_SHOWN: usize = 3;

/// The parts of a container that is a part, if it is one; offsets are its own.
fn write_nested(out: &mut dyn Write, bytes: &[u8], depth: usize) -> io::Result<()> {
    let Ok(container) = Container::parse(bytes) else { return Ok(()) };
    let indent = "  ".repeat(depth);
    let what = format!("container of {}", counted(container.parts().len(), "part"));
    let before = if depth == 0 { "\n" } else { "" };
    writeln!(out, "{before}{indent}{} {}", paint(TITLE, FourCc::DXBC), paint(DIM, what))?;
    let rows = container.parts().iter().take(SHOWN_PARTS).map(|part| {
        let title = parts::row(part.name).map_or("unknown", |row| row.title);
        let (offset, size) = (format!("{:#06x}", part.offset), grouped(part.data.len() as u64));
        vec![part.name.to_string(), offset, size, title.to_owned()]
    });
    let rows: Vec<_> = rows.collect();
    for line in table(&["name", "offset", "size", "what"], &rows).lines() {
        writeln!(out, "{indent}{line}")?;
    }
    if let Some(more @ 1..) = container.parts().len().checked_sub(SHOWN_PARTS) {
        writeln!(out, "{indent}  {}", paint(NOTE, format!("... and {}", counted(more, "more part"))))?;
    }
    let nested = container.parts().iter().take(SHOWN_PARTS).filter(|part| part.name == FourCc::DXBC);
    nested.take_while(|_| depth < NESTED_SHOWN).try_for_each(|part| write_nested(out, part.data, depth + 1))
}

/// The content of PDBI, which is no part of the file where it is compressed.
fn write_pdb_info(out: &mut dyn Write, info: &PdbInfo<'_>, shown: &Shown) -> io::Result<()> {
    let mut tree = Tree::new();
    match parts::walk(Payload::new(FourCc::RDAT, &info.content), &mut tree) {
        Ok(_) => write_nodes(out, &tree.finish(), shown),
        Err(_) => Ok(()),
    }
}
