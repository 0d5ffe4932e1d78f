//! SHDR and SHEX in a few lines: what the program consists of, and how much it binds. Separate because the walk over
//! a part knows its header only; tokens are read by `dx-bytecode`.

use std::io::{self, Write};

use dx_bytecode::Declarations;
use dx_bytecode::declarations::Resource;
use dx_container::FourCc;
use dx_reflect::Reflection;

use super::document::Binds;
use crate::layout::write_pairs;
use crate::reflecting::page;
use crate::style::{DIM, TITLE, counted, paint};

/// Writes what the part called `name` declares.
pub fn write(out: &mut dyn Write, name: FourCc, mut declared: Declarations) -> io::Result<()> {
    let version = declared.version;
    writeln!(out, "\n{} {}", paint(TITLE, name), paint(DIM, format_args!("program, {version}")))?;
    let counts = counts(&declared.resources).into_iter().filter(|(_, count)| *count > 0);
    let counts: Vec<String> = counts.map(|(what, count)| counted(count, what)).collect();
    let reflection = Reflection::of_declarations(&mut declared);
    let mut lines: Vec<_> = page::group_lines(&reflection).chain(page::stage_lines(&reflection)).collect();
    lines.extend((!counts.is_empty()).then(|| ("binds", counts.join(", "))));
    write_pairs(out, &lines)
}

/// The number of resources declared of each class, in words.
fn counts(resources: &[Resource]) -> [(&'static str, usize); 4] {
    let binds = Binds::of(resources);
    [
        ("constant buffer", binds.constant_buffers),
        ("sampler", binds.samplers),
        ("shader resource", binds.shader_resources),
        ("unordered access view", binds.unordered_access_views),
    ]
}
