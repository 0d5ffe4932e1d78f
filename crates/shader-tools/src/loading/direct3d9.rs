//! Direct3D 9 programs, alone in a file or in part Aon9 of a container, as pages and JSON show them. Separate because
//! several verbs take both and must say the same of them.

mod document;

use std::io::{self, Write};

use az::SaturatingAs as _;
use bstr::ByteSlice as _;
use dx_bytecode::d3d9::Declarations;
use dx_container::fields::Printable;
use dx_container::parts::View as _;
use dx_container::parts::level9::{Level9, Mappings};
use dx_container::reader::Payload;
use dx_container::{Container, D3d9Version, FourCc};

use crate::error::Error;
use crate::layout::write_pairs;
use crate::loading::loaded_shader::LoadedShader;
use crate::style::{NOTE, TITLE, counted, paint};
use crate::table::table;
pub use document::Direct3d9;

/// Rows of one table that are shown; compilers' programs have fewer.
const SHOWN: usize = 200;

/// The offset in the file of the program of a part.
pub fn program_offset(payload: Payload<'_>, part: &Level9<'_>) -> u64 {
    payload.offset + part.program_offset as u64
}

/// The program in part Aon9 of a container with its offset there, if it has one.
pub fn program_of_container<'a>(
    file: &LoadedShader<'_>,
    container: &Container<'a>,
) -> Result<Option<(&'a [u8], u64)>, Error> {
    let Some(part) = container.part(FourCc::AON9) else { return Ok(None) };
    let payload = container.payload(&part);
    let level9 = Level9::parse(payload).map_err(|error| file.placed(error))?;
    Ok(Some((level9.program, program_offset(payload, &level9))))
}

/// Part Aon9 of a container and what its program declares, if there is one.
pub fn of_container<'a>(
    file: &LoadedShader<'_>,
    container: &Container<'a>,
) -> Result<Option<(Level9<'a>, Declarations)>, Error> {
    let Some(part) = container.part(FourCc::AON9) else { return Ok(None) };
    let payload = container.payload(&part);
    let level9 = Level9::parse(payload).map_err(|error| file.placed(error))?;
    let declared = declarations(payload, &level9).map_err(|error| file.placed(error))?;
    Ok(Some((level9, declared)))
}

/// What the program of a part declares.
pub fn declarations(payload: Payload<'_>, part: &Level9<'_>) -> dx_bytecode::Result<Declarations> {
    let declared = Declarations::read(part.program, program_offset(payload, part));
    declared.map_err(|error| error.within(payload.name))
}

/// The stage in words: `vertex shader`.
fn stage(version: D3d9Version) -> &'static str {
    if version.is_vertex() { "vertex" } else { "pixel" }
}

/// What a program is, in one line.
pub fn kind(version: D3d9Version) -> String {
    format!("{} shader, {version}, Direct3D 9", stage(version))
}

/// Writes what a program is and consists of, as lines of a page; `with_kind` where nothing else says what it is.
pub fn write_lines(out: &mut dyn Write, declared: &Declarations, with_kind: bool) -> io::Result<()> {
    let mut lines = Vec::new();
    lines.extend(with_kind.then(|| ("kind", kind(declared.version))));
    lines.extend(
        declared.creator.as_ref().map(|creator| ("compiled by", Printable(creator.as_bstr()).to_string())),
    );
    let count = declared.instructions.saturating_as::<usize>();
    lines.push(("program", format!("{}, {}", counted(count, "instruction"), declared.slots)));
    let defined = declared.definitions;
    lines.extend((defined > 0).then(|| ("defines", counted(defined, "constant"))));
    let comments: Vec<String> = declared
        .comments
        .iter()
        .map(|tag| tag.map_or("untagged".to_owned(), |tag| tag.escape_ascii().to_string()))
        .collect();
    lines.extend((!comments.is_empty()).then(|| ("comments", comments.join(", "))));
    write_pairs(out, &lines)
}

/// Writes inputs, outputs, samplers and constants as tables of a page.
pub fn write_tables(out: &mut dyn Write, declared: &Declarations) -> io::Result<()> {
    for (title, is_output) in [("Inputs", false), ("Outputs", true)] {
        let registers = declared.registers.iter().filter(|register| register.is_output == is_output);
        let rows = registers
            .map(|register| vec![register.name.clone(), register.semantic.clone().unwrap_or_default()]);
        write_table(out, title, &["register", "semantic"], rows)?;
    }
    let samplers =
        declared.samplers.iter().map(|sampler| vec![sampler.name.clone(), sampler.texture.clone()]);
    write_table(out, "Samplers", &["register", "texture"], samplers)?;
    let constants = declared.constants.iter().map(|constant| {
        let name = Printable(constant.name.as_bstr()).to_string();
        vec![name, constant.type_name.clone(), constant.register.clone(), constant.count.to_string()]
    });
    write_table(out, "Constants", &["name", "type", "register", "registers"], constants)
}

/// Writes the tables by which the program of a part gets constants and samplers.
pub fn write_mappings(out: &mut dyn Write, mappings: &Mappings) -> io::Result<()> {
    let range = |kind: &str, first: u16, count: u16| match count {
        0 => "none".to_owned(),
        1 => format!("{kind}{first}"),
        _ => format!("{kind}{first} to {kind}{}", u32::from(first) + u32::from(count) - 1),
    };
    let constants = mappings.constants.iter().map(|mapping| {
        let conversions = mapping.conversions.map(|conversion| conversion.to_string());
        let [first, rest @ ..] = &conversions;
        let is_one = rest.iter().all(|other| other == first);
        let conversions = if is_one { first.clone() } else { conversions.join(", ") };
        vec![
            range("c", mapping.target, mapping.count),
            format!(
                "cb{}, {}",
                mapping.buffer,
                range("row ", mapping.start, mapping.count).replace("to row", "to")
            ),
            conversions,
        ]
    });
    let loops = mappings.loops.iter().map(|mapping| {
        let component = ["x", "y", "z", "w"].get(usize::from(mapping.component));
        let component = component.map_or_else(|| mapping.component.to_string(), |name| (*name).to_owned());
        vec![
            format!("i{}", mapping.target),
            format!("cb{}, row {}, {component}", mapping.buffer, mapping.row),
            "Int".to_owned(),
        ]
    });
    let runtime = mappings.runtime.iter().map(|mapping| {
        vec![format!("c{}", mapping.target), format!("runtime, {}", mapping.constant), "Float".to_owned()]
    });
    let samplers = mappings.samplers.iter().map(|mapping| {
        vec![
            format!("s{}", mapping.target),
            format!("t{}, s{}", mapping.texture, mapping.sampler),
            String::new(),
        ]
    });
    let rows: Vec<_> = constants.chain(loops).chain(runtime).chain(samplers).take(SHOWN + 1).collect();
    if rows.is_empty() {
        return Ok(());
    }
    write!(out, "{}", table(&["register", "from", "converted from"], rows.get(..SHOWN).unwrap_or(&rows)))?;
    if rows.len() > SHOWN { writeln!(out, "  {}", paint(NOTE, "... and more")) } else { Ok(()) }
}

fn write_table(
    out: &mut dyn Write,
    title: &str,
    columns: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> io::Result<()> {
    let mut rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return Ok(());
    }
    let more = rows.len().saturating_sub(SHOWN);
    rows.truncate(SHOWN);
    write!(out, "\n{}\n{}", paint(TITLE, title), table(columns, &rows))?;
    if more > 0 { writeln!(out, "  {}", paint(NOTE, format!("... and {more} more"))) } else { Ok(()) }
}
