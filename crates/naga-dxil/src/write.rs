//! The entry of the crate: selects the entry point, resolves overrides, and lowers the entry point for the first shader
//! model that has all its constructs. Separate from the lowering, which knows one entry point and one shader model.

use dxil::assemble::Options as AssembleOptions;
use naga::back::pipeline_constants::process_overrides;
use naga::valid::{Capabilities, ModuleInfo};
use naga::{EntryPoint, Module, ShaderStage};

use crate::error::{Error, ErrorKind, Fault, Result, unplaced};
use crate::lower;
use crate::options::{Options, PipelineOptions};

/// A compiled entry point.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Output {
    /// The signed container.
    pub container: Vec<u8>,
    /// The name of the entry point in the container.
    pub entry_name: String,
    /// The stage.
    pub stage: ShaderStage,
    /// The shader model, major and minor version.
    pub model: (u32, u32),
}

/// The oldest shader model with DXIL.
const OLDEST_MODEL: (u32, u32) = (6, 0);

/// The capabilities of naga that this crate compiles. If naga validates a module with them, an unsupported construct is
/// a diagnostic of naga.
pub fn capabilities() -> Capabilities {
    let unsupported = Capabilities::RAY_HIT_VERTEX_POSITION
        | Capabilities::COOPERATIVE_MATRIX
        | Capabilities::RAY_TRACING_PIPELINE
        | Capabilities::MESH_SHADER_POINT_TOPOLOGY
        | Capabilities::DRAW_INDEX;
    Capabilities::all() - unsupported
}

/// Compiles an entry point.
///
/// `info` is the result of naga's validation of `module`, with at most [`capabilities`].
///
/// # Errors
///
/// The entry point does not exist, an override has no value, a construct is not supported or needs a newer shader model
/// than `options.model`, or resources do not have distinct registers.
pub fn write(
    module: &Module,
    info: &ModuleInfo,
    pipeline: &PipelineOptions,
    options: &Options,
) -> Result<Output, Error> {
    let entry = selected(module, pipeline)?;
    let (stage, name) = (entry.stage, entry.name.clone());
    let resolved = process_overrides(module, info, Some((stage, &name)), &pipeline.constants);
    let (module, info) = resolved.map_err(unplaced)?;
    let (index, entry) = (module.entry_points.iter().enumerate())
        .find(|(_, entry)| entry.stage == stage && entry.name == name)
        .ok_or_else(|| no_entry(&module, &name))?;
    let types = lower::Types::new(&module).map_err(Fault::into_error)?;
    let mut model = options.model.unwrap_or(OLDEST_MODEL);
    let finished = loop {
        let subject = lower::Subject { module: &module, types: &types, info: &info, entry, index, options };
        match lower::lower(&subject, model) {
            Ok(finished) => break finished,
            Err(fault) => match *fault.kind {
                // Each round has a newer model, so the loop ends.
                ErrorKind::Model { needed, .. } if options.model.is_none() && needed > model => {
                    model = needed
                }
                _ => return Err(fault.into_error()),
            },
        }
    };
    let container = finished.container(&AssembleOptions::default()).map_err(unplaced)?;
    Ok(Output { container, entry_name: name, stage, model })
}

fn selected<'m>(module: &'m Module, pipeline: &PipelineOptions) -> Result<&'m EntryPoint, Error> {
    match &pipeline.entry_point {
        Some((stage, name)) => {
            let found = module.entry_points.iter().find(|entry| entry.stage == *stage && entry.name == *name);
            found.ok_or_else(|| no_entry(module, name))
        }
        None => match module.entry_points.as_slice() {
            [] => Err(unplaced(ErrorKind::NoEntries)),
            [entry] => Ok(entry),
            entries => {
                Err(unplaced(ErrorKind::AmbiguousEntry { count: entries.len(), available: listed(module) }))
            }
        },
    }
}

fn no_entry(module: &Module, name: &str) -> Error {
    let available = match module.entry_points.as_slice() {
        [] => "it has none".to_owned(),
        _ => format!("it has {}", listed(module)),
    };
    unplaced(ErrorKind::NoEntry { name: name.into(), available })
}

fn listed(module: &Module) -> String {
    let named = module.entry_points.iter().map(|entry| format!("`{}` ({:?})", entry.name, entry.stage));
    named.collect::<Vec<_>>().join(", ")
}
