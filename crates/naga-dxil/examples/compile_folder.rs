//! Compiles and validates all entry points of the sources in a folder, and prints a table: the file, the stage, the
//! entry point, and `valid` or the error.
//!
//! `cargo run -p naga-dxil --example compile_folder -- FOLDER`

use std::error::Error;
use std::path::Path;

use dxil_validate::validate_container;
use naga::front::{glsl, spv, wgsl};
use naga::valid::{Capabilities, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use naga::{Module, ShaderStage};
use naga_dxil::{Options, PipelineOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("the argument FOLDER is missing")?;
    let mut paths =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        for [stage, entry, verdict] in verdicts(&path)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let verdict = verdict.lines().next().unwrap_or_default();
            println!("{name}\t{stage}\t{entry}\t{verdict}");
        }
    }
    Ok(())
}

/// The stage, the name and the verdict of each entry point of a file; none for a file in another language.
fn verdicts(path: &Path) -> Result<Vec<[String; 3]>, Box<dyn Error>> {
    let whole = |verdict: String| vec![["-".to_owned(), "-".to_owned(), verdict]];
    let module = match read(path)? {
        None => return Ok(Vec::new()),
        Some(Err(error)) => return Ok(whole(format!("naga does not read the file: {error}"))),
        Some(Ok(module)) => module,
    };
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_stages(ShaderStages::all()).subgroup_operations(SubgroupOperationSet::all());
    let info = match validator.validate(&module) {
        Ok(info) => info,
        Err(error) => return Ok(whole(format!("naga rejects the module: {}", error.as_inner()))),
    };
    // Overrides without a default are 1.
    let unset = module.overrides.iter().filter(|(_, each)| each.init.is_none());
    let constants = unset.filter_map(|(_, each)| {
        let name = each.id.map(|id| id.to_string()).or_else(|| each.name.clone());
        Some((name?, 1.0))
    });
    let constants: Vec<(String, f64)> = constants.collect();
    let entries = module.entry_points.iter().map(|entry| {
        let pipeline = PipelineOptions {
            entry_point: Some((entry.stage, entry.name.clone())),
            constants: constants.iter().cloned().collect(),
        };
        let verdict = match naga_dxil::write(&module, &info, &pipeline, &Options::default()) {
            Err(error) => error.to_string(),
            Ok(output) => {
                let report = validate_container(&output.container, &dxil_validate::Options::default()).report;
                match report.findings.first() {
                    None => "valid".to_owned(),
                    Some(finding) => format!("invalid: {}", finding.message),
                }
            }
        };
        [format!("{:?}", entry.stage).to_lowercase(), entry.name.clone(), verdict]
    });
    Ok(entries.collect())
}

/// The module of a file, or the error of naga's reader.
fn read(path: &Path) -> Result<Option<Result<Module, String>>, Box<dyn Error>> {
    let stage = match path.extension().and_then(|extension| extension.to_str()) {
        Some("wgsl") => {
            let mut options = wgsl::Options::new();
            options.capabilities = Capabilities::all();
            let source = std::fs::read_to_string(path)?;
            let parsed = wgsl::Frontend::new_with_options(options).parse(&source);
            return Ok(Some(parsed.map_err(|error| error.to_string())));
        }
        Some("spv") => {
            let parsed = spv::parse_u8_slice(&std::fs::read(path)?, &spv::Options::default());
            return Ok(Some(parsed.map_err(|error| error.to_string())));
        }
        Some("vert") => ShaderStage::Vertex,
        Some("frag") => ShaderStage::Fragment,
        Some("comp") => ShaderStage::Compute,
        _ => return Ok(None),
    };
    let source = std::fs::read_to_string(path)?;
    let parsed = glsl::Frontend::default().parse(&glsl::Options::from(stage), &source);
    Ok(Some(parsed.map_err(|errors| errors.to_string())))
}
