//! SHDR and SHEX in a few lines: what the program consists of, and how much it binds. Separate because the walk over
//! a part knows its header only; tokens are read by `dx-bytecode`.

use std::io::{self, Write};

use dx_bytecode::Declarations;
use dx_bytecode::declarations::{Resource, Shape};
use dx_container::FourCc;
use dx_reflect::Reflection;

use crate::layout::write_pairs;
use crate::reflecting::{json, page};
use crate::style::{DIM, TITLE, counted, paint};

/// Writes what the part called `name` declares.
pub fn write(out: &mut dyn Write, name: FourCc, mut declared: Declarations) -> io::Result<()> {
    let version = declared.version;
    writeln!(out, "\n{} {}", paint(TITLE, name), paint(DIM, format_args!("program, {version}")))?;
    let counts = counts(&declared.resources).into_iter().filter(|(.., count)| *count > 0);
    let counts: Vec<String> = counts.map(|(_, what, count)| counted(count, what)).collect();
    let reflection = Reflection::of_declarations(&mut declared);
    let mut lines: Vec<_> = page::group_lines(&reflection).chain(page::stage_lines(&reflection)).collect();
    lines.extend((!counts.is_empty()).then(|| ("binds", counts.join(", "))));
    write_pairs(out, &lines)
}

/// The same as JSON.
pub fn json(mut declared: Declarations) -> String {
    let counts = counts(&declared.resources).map(|(name, _, count)| format!("\"{name}\":{count}"));
    let reflection = Reflection::of_declarations(&mut declared);
    json::of_stage(&reflection, &[("binds", format!("{{{}}}", counts.join(",")))])
}

/// The number of resources declared of each class: by their name in JSON, and in words.
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
