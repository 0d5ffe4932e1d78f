//! Digests that verbs write: the option `--digest`, and its default for edits, which keep the state of the input's
//! digest. Separate because all verbs that write containers share it.

use clap::ValueEnum;
use dx_container::{Container, ContainerBuilder, Digest, FourCc, Signing};

use crate::run::Outcome;
use crate::selection::input::Input;

/// The digest to write into a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
pub enum DigestOption {
    /// Computed digest, or the preview sentinel for shader models above 6.9.
    #[default]
    Sign,
    /// Digest of the input, without any change; zeros if the container is new.
    Keep,
    /// Zeros in place of a digest. Direct3D rejects the container.
    #[value(alias = "zero")]
    Unsigned,
    /// Sentinel (16 bytes 0x01) that makes the runtime skip validation.
    Bypass,
    /// Sentinel (16 bytes 0x02) for shaders of preview shader models.
    Preview,
}

impl From<DigestOption> for Signing {
    fn from(option: DigestOption) -> Self {
        match option {
            DigestOption::Sign => Self::Sign,
            DigestOption::Keep => Self::Keep,
            DigestOption::Unsigned => Self::Zero,
            DigestOption::Bypass => Self::Bypass,
            DigestOption::Preview => Self::PreviewBypass,
        }
    }
}

/// The digest of an edited container.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct EditedDigest {
    /// Kind of digest to write [default: the kind of the input's digest].
    #[arg(long, value_enum)]
    digest: Option<DigestOption>,
}

impl EditedDigest {
    /// The digest that the edited form of a container has.
    pub fn of(self, container: &Container<'_>) -> Signing {
        match (self.digest, container.digest()) {
            (Some(option), _) => option.into(),
            (None, Digest::ABSENT) => Signing::Zero,
            (None, Digest::BYPASS) => Signing::Bypass,
            (None, Digest::PREVIEW_BYPASS) => Signing::PreviewBypass,
            (None, _) => Signing::Sign,
        }
    }
}

/// Notes that the reference validator would reject a signed container because of its symbols.
pub fn note_symbols<T>(
    builder: &ContainerBuilder<'_>,
    signing: Signing,
    input: &Input,
    outcome: &mut Outcome<T>,
) {
    let has_symbols = builder.parts.iter().any(|part| [FourCc::SYM0, FourCc::STR0].contains(&part.name));
    if signing == Signing::Sign && has_symbols {
        outcome.note(
            input,
            "signed with symbols (SYM0, STR0), which the reference validator rejects: `strip --symbols` removes them",
        );
    }
}
