//! The option `--as dxil`. Separate because several verbs process DXBC shaders either as they are or converted to DXIL.

/// The language in which a verb processes shaders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::Args)]
pub struct AsLanguage {
    /// Convert DXBC shaders to DXIL first, as `convert` does.
    #[arg(long = "as", value_enum, value_name = "LANGUAGE")]
    language: Option<Language>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Language {
    /// DXIL.
    Dxil,
}

impl AsLanguage {
    /// True if DXBC shaders are converted.
    pub fn converts(self) -> bool {
        self.language == Some(Language::Dxil)
    }
}
