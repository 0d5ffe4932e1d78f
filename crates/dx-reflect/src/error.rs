//! Errors of reflection. Separate because parts and programs have their own kinds of errors.

use dx_bytecode::ProgramError;
use dx_container::ContainerError;

/// The reason why a container cannot be reflected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReflectionError {
    /// A part cannot be read.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// The program cannot be read.
    #[error(transparent)]
    Program(#[from] ProgramError),
}
