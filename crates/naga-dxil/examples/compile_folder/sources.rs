//! Reads and validates the sources of a folder with naga. Separate because `judge/` executes the same sources.

use std::error::Error;
use std::path::{Path, PathBuf};

use naga::front::{glsl, spv, wgsl};
use naga::valid::{Capabilities, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use naga::{EntryPoint, Module, ShaderStage};
use naga_dxil::PipelineOptions;

/// A module that naga accepts.
#[derive(Debug)]
pub(crate) struct Source {
    /// The module.
    pub(crate) module: Module,
    /// The result of the validation.
    pub(crate) info: ModuleInfo,
}

impl Source {
    /// The options of an entry point. Overrides without a default are 1.
    pub(crate) fn pipeline(&self, entry: &EntryPoint) -> PipelineOptions {
        let unset = self.module.overrides.iter().filter(|(_, each)| each.init.is_none());
        let constants = unset.filter_map(|(_, each)| {
            let name = each.id.map(|id| id.to_string()).or_else(|| each.name.clone());
            Some((name?, 1.0))
        });
        PipelineOptions {
            entry_point: Some((entry.stage, entry.name.clone())),
            constants: constants.collect(),
        }
    }
}

/// The paths of the files in a folder, sorted.
pub(crate) fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// The module of a file, or the error of naga; `None` for a file in another language.
pub(crate) fn read(path: &Path) -> Result<Option<Result<Source, String>>, Box<dyn Error>> {
    let module = match parsed(path)? {
        None => return Ok(None),
        Some(Err(error)) => return Ok(Some(Err(format!("naga does not read the file: {error}")))),
        Some(Ok(module)) => module,
    };
    Ok(Some(match validator().validate(&module) {
        Ok(info) => Ok(Source { module, info }),
        Err(error) => Err(format!("naga rejects the module: {}", error.as_inner())),
    }))
}

/// A validator that accepts everything that naga validates.
pub(crate) fn validator() -> Validator {
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_stages(ShaderStages::all()).subgroup_operations(SubgroupOperationSet::all());
    validator
}

fn parsed(path: &Path) -> Result<Option<Result<Module, String>>, Box<dyn Error>> {
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
