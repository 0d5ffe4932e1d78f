//! Modules of modern LLVM IR that a verb lowers before it uses them as DXIL. Separate from the verb `lower`, which
//! selects passes and writes containers.

use dxil_ir::Dialect;
use dxil_passes::lower::{Options, lower};
use dxil_passes::pass_manager::Selection;

use crate::loading::pass_error;
use crate::loading::read_module::{Faults, ReadModule};

/// The valid module of DXIL in a file. Modern LLVM IR in LLVM assembly or bitcode is lowered with the default options
/// of the verb `lower`; the module then has no text.
pub fn read_or_lower(bytes: &[u8], debug_information: bool) -> Result<ReadModule<'_>, Faults> {
    let read = ReadModule::of_any_dialect(bytes)?;
    if read.module.dialect == Dialect::Dxil37 {
        return Ok(read);
    }
    let options = Options { debug_information, ..Options::default() };
    let lowered = lower(read.module, &options, &Selection::default(), None);
    let module = lowered.map_err(|error| pass_error::with_line(&error, bytes))?;
    Ok(ReadModule { module, text: None })
}
