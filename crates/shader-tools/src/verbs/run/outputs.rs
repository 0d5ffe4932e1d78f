//! What is written after a run: bytes, text, pictures. Nothing is written before everything could be made.

use std::path::PathBuf;
use std::str::FromStr;

use dxil_run::Format;
use dxil_run::resources::format::Component;

use super::bindings::{Bindings, Held, Register};
use super::images::Image;
use super::{Refusal, RunShaders, data};
use crate::error::Error;
use crate::output::{write_file, write_stdout};
use crate::selection::input::display;
use crate::streams;

/// Where a register's data go.
#[derive(Debug, Clone)]
pub struct Output {
    pub register: Register,
    pub path: PathBuf,
    /// As text in this format.
    format: Option<Format>,
}

impl FromStr for Output {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (register, target) = text.split_once('=').ok_or("expected REGISTER=FILE, such as u0=out.bin")?;
        let (path, format) = match target.rsplit_once(':').map(|(path, format)| (path, data::format(format)))
        {
            Some((path, Some(format))) => (path, Some(format)),
            Some(("-", None)) => return Err(format!("{target:?} names no format: {}", data::FORMATS)),
            _ => (target, None),
        };
        if path.is_empty() {
            return Err("expected a file behind the =".to_owned());
        }
        Ok(Self { register: register.parse()?, path: path.into(), format })
    }
}

impl Output {
    fn is_png(&self) -> bool {
        self.path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
    }

    fn content(&self, held: Held) -> Result<Vec<u8>, String> {
        if let Some(format) = self.format {
            return Ok(data::to_text(&held.bytes, format).into_bytes());
        }
        if !self.is_png() {
            return Ok(held.bytes);
        }
        let (Some([width, height, depth]), Some(format)) = (held.size, held.format) else {
            return Err("only textures are written as PNG".to_owned());
        };
        // Layers and slices stand below each other.
        let height = height.saturating_mul(depth);
        if format.components == 3 && matches!(format.component, Component::UnsignedNormalized(16)) {
            return Err("a PNG has one, two or four components of 16 bits".to_owned());
        }
        Image { width, height, format, texels: held.bytes }.write()
    }
}

impl RunShaders {
    /// Writes what registers hold.
    pub(super) fn write_outputs(&self, bindings: &Bindings<'_>) -> Result<(), Refusal> {
        let mut contents = Vec::new();
        for output in &self.out {
            let Some(held) = bindings.held(output.register) else { continue };
            let content = output.content(held);
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
