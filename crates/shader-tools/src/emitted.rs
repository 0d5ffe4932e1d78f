//! The output formats of verbs that translate other languages to DXIL. Separate because `compile` and `convert` have
//! the same formats.

use crate::error::Error;
use crate::loading::loaded_shader::LoadedShader;
use crate::output::DXIL;

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Emit {
    /// Container, validated and signed.
    Dxil,
    /// LLVM assembly of the program.
    Ll,
    /// Bitcode of the program without a container.
    Bitcode,
}

impl Emit {
    /// The extension of result files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Dxil => DXIL,
            Self::Ll => "ll",
            Self::Bitcode => "bc",
        }
    }

    /// The result for a container.
    pub fn of(self, container: Vec<u8>) -> Result<Vec<u8>, Error> {
        match self {
            Self::Dxil => Ok(container),
            Self::Bitcode => {
                let shader = LoadedShader::open(&container)?;
                Ok(shader.bitcode_in(None)?.unwrap_or_default().to_vec())
            }
            Self::Ll => {
                let mut text = String::new();
                dxil_text::print(&LoadedShader::read_module(&container)?, &mut text)?;
                Ok(text.into_bytes())
            }
        }
    }
}

/// Parses a shader model from 6.0 to 6.8.
pub fn shader_model(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once(['.', '_']);
    let numbers = numbers.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    match numbers {
        Some((6, minor @ 0..=8)) => Ok((6, minor)),
        _ => Err("expected a shader model from 6.0 to 6.8".to_owned()),
    }
}
