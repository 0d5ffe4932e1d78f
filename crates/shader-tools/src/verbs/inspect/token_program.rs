//! SHDR and SHEX in a few lines: what the program consists of, and how much it binds. Separate because the walk over
//! a part knows its header only; tokens are read by `dxbc`.

use std::io::{self, Write};

use dx_container::reader::Payload;
use dx_container::{Container, Part};
use dx_reflect::Reflection;
use dxbc::declarations::{Resource, Shape};
use dxbc::{Declarations, ProgramError};

use crate::error::Error;
use crate::layout::write_pairs;
use crate::program::is_tokens;
use crate::shader_file::ShaderFile;
use crate::style::{DIM, TITLE, counted, paint};
use crate::verbs::reflect::{json, page};

/// What is wrong with a part: with what its walk reads, or with its tokens.
pub fn check(file: &ShaderFile<'_>, container: &Container<'_>, part: &Part<'_>) -> Option<Error> {
    let walked = container.walk(part, ());
    walked.map_err(|error| file.placed(error).into()).err().or_else(|| {
        let error = error(container, part)?;
        Some(file.placed(error).into())
    })
}

/// What is wrong with the tokens of a part that can be walked, if it has tokens.
pub fn error(container: &Container<'_>, part: &Part<'_>) -> Option<ProgramError> {
    is_tokens(part.name).then(|| Declarations::read(container.payload(part)))?.err()
}

/// Writes it; a program that cannot be read is said elsewhere.
pub fn write(out: &mut dyn Write, payload: Payload<'_>) -> io::Result<()> {
    let Ok(mut declared) = Declarations::read(payload) else { return Ok(()) };
    let version = declared.version;
    writeln!(out, "\n{} {}", paint(TITLE, payload.name), paint(DIM, format_args!("program, {version}")))?;
    let counts = counts(&declared.resources).into_iter().filter(|(.., count)| *count > 0);
    let counts: Vec<String> = counts.map(|(_, what, count)| counted(count, what)).collect();
    let reflection = Reflection::of_declarations(&mut declared);
    let mut lines: Vec<_> = page::group_lines(&reflection).chain(page::stage_lines(&reflection)).collect();
    lines.extend((!counts.is_empty()).then(|| ("binds", counts.join(", "))));
    write_pairs(out, &lines)
}

/// The same as JSON.
pub fn json(payload: Payload<'_>) -> Result<String, ProgramError> {
    let mut declared = Declarations::read(payload)?;
    let counts = counts(&declared.resources).map(|(name, _, count)| format!("\"{name}\":{count}"));
    let reflection = Reflection::of_declarations(&mut declared);
    Ok(json::of_stage(&reflection, &[("binds", format!("{{{}}}", counts.join(",")))]))
}

/// How many resources of each class are declared: by their name in JSON, and in words.
fn counts(resources: &[Resource]) -> [(&'static str, &'static str, usize); 4] {
    let mut counts = [
        ("constantBuffers", "constant buffer", 0),
        ("samplers", "sampler", 0),
        ("shaderResources", "shader resource", 0),
        ("unorderedAccessViews", "unordered access view", 0),
    ];
    let [buffers, samplers, views, unordered] = &mut counts;
    for resource in resources {
        let (.., count) = match resource.shape {
            Shape::ConstantBuffer { .. } => &mut *buffers,
            Shape::Sampler(_) => &mut *samplers,
            Shape::View { access: None, .. } => &mut *views,
            Shape::View { access: Some(_), .. } => &mut *unordered,
        };
        *count += 1;
    }
    counts
}
