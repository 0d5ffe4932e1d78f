//! What can be wrong with a container that is reflected. Separate because parts and programs have faults of their own
//! kinds.

use dx_container::ContainerError;
use dxbc::ProgramError;

/// Why a container is not reflected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReflectionError {
    /// A part that is asked cannot be read.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// The program cannot be read.
    #[error(transparent)]
    Program(#[from] ProgramError),
}
