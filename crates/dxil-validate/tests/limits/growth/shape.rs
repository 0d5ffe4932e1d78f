//! A shape of module whose validation time is measured. Separate because the lists of shapes and the test share it.

use dxil_ir::Module;

/// A shape: its name, the number of repetitions in the small module, and the function that builds a module with the
/// given number of repetitions.
pub(crate) type Shape = (&'static str, usize, fn(usize) -> Module);
