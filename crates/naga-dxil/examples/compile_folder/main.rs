//! Compiles and validates all entry points of the sources in a folder, and prints a table: the file, the stage, the
//! entry point, and `valid` or the error. The table ends with the pairs of vertex and fragment entry points, and the
//! verdict of the interface between both.
//!
//! `cargo run -p naga-dxil --example compile_folder -- FOLDER`

#![allow(clippy::print_stdout, reason = "the table is the output")]

mod pairs;
mod sources;

use std::error::Error;
use std::path::Path;

use dxil_validate::validate_container;
use naga::{EntryPoint, ShaderStage};
use naga_dxil::Options;

use pairs::Compiled;
use sources::Source;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("the argument FOLDER is missing")?;
    let mut compiled = Vec::new();
    for path in sources::files(Path::new(&folder))? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let row = |stage: &str, entry: &str, verdict: &str| {
            println!("{name}\t{stage}\t{entry}\t{}", verdict.lines().next().unwrap_or_default());
        };
        let source = match sources::read(&path)? {
            None => continue,
            Some(Err(error)) => {
                row("-", "-", &error);
                continue;
            }
            Some(Ok(source)) => source,
        };
        let snapshot = path.file_stem().unwrap_or_default().to_string_lossy();
        for entry in &source.module.entry_points {
            let stage = format!("{:?}", entry.stage).to_lowercase();
            let (verdict, container) = compile(&source, entry);
            row(&stage, &entry.name, &verdict);
            let is_drawn =
                matches!(entry.stage, ShaderStage::Vertex | ShaderStage::Mesh | ShaderStage::Fragment);
            if let Some(container) = container.filter(|_| is_drawn) {
                compiled.push(Compiled::new(snapshot.clone().into_owned(), &source.module, entry, container));
            }
        }
    }
    for row in pairs::verdicts(&compiled) {
        println!("{}", row.join("\t"));
    }
    Ok(())
}

/// The verdict on an entry point, and its container if naga-dxil compiles it.
fn compile(source: &Source, entry: &EntryPoint) -> (String, Option<Vec<u8>>) {
    let pipeline = source.pipeline(entry);
    match naga_dxil::write(&source.module, &source.info, &pipeline, &Options::default()) {
        Err(error) => (error.to_string(), None),
        Ok(output) => {
            let report = validate_container(&output.container, &dxil_validate::Options::default()).report;
            let verdict = match report.findings.first() {
                None => "valid".to_owned(),
                Some(finding) => format!("invalid: {}", finding.message),
            };
            (verdict, Some(output.container))
        }
    }
}
