//! What is written after a run: bytes, text, pictures. Nothing is written before everything could be made.

use dxil_run::resources::format::Component;

use super::arguments::RunShaders;
use super::bindings::{Bindings, Held};
use super::data;
use super::images::{Image, is_png_path};
use super::output_target::OutputTarget;
use super::refusal::Refusal;
use crate::error::Error;
use crate::output::{write_file, write_stdout};
use crate::selection::input::display;
use crate::streams;

/// The bytes of the file for the data of a register.
fn content(target: &OutputTarget, held: Held) -> Result<Vec<u8>, String> {
    if let Some(format) = target.format {
        return Ok(data::to_text(&held.bytes, format).into_bytes());
    }
    if !is_png_path(&target.path) {
        return Ok(held.bytes);
    }
    let (Some([width, height, depth]), Some(format)) = (held.size, held.format) else {
        return Err("only a texture can be written as PNG".to_owned());
    };
    // Layers and slices stand below each other.
    let height = height.saturating_mul(depth);
    if format.components == 3 && matches!(format.component, Component::UnsignedNormalized(16)) {
        return Err("a 16-bit PNG requires one, two or four components".to_owned());
    }
    Image { width, height, format, texels: held.bytes }.write()
}

impl RunShaders {
    /// Writes what registers hold.
    pub(super) fn write_outputs(&self, bindings: &Bindings<'_>) -> Result<(), Refusal> {
        let mut contents = Vec::new();
        for output in &self.out {
            let Some(held) = bindings.held(output.register) else { continue };
            let content = content(output, held);
            let content = content.map_err(|why| Refusal::of(&display(&output.path), Error::Usage(why)))?;
            contents.push((output, content));
        }
        for (output, content) in contents {
            if output.path.as_os_str() != "-" {
                write_file(&output.path, &content)?;
            } else if output.format.is_some() {
                use std::io::Write as _;
                streams::raw().write_all(&content).map_err(Error::from)?;
            } else {
                write_stdout(&content)?;
            }
        }
        Ok(())
    }
}
