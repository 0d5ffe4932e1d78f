//! Functions that are called and that no input defines, with who calls them. Separate from the search, which finds
//! them: here they become errors.

use bstr::{BStr, BString, ByteSlice as _};
use dxil_ir::GlobalId;
use hashbrown::HashMap;

use super::loaded::Loaded;
use super::references;
use crate::catalogue::Catalogue;
use crate::error::{LinkError, LinkErrorKind, shown};
use crate::errors::LinkErrors;
use crate::limits;

/// A function that is called and not defined.
pub(super) struct Missing {
    pub(super) function: BString,
    /// The place of the caller's program, and the caller.
    pub(super) caller: (usize, GlobalId),
}

/// Says which functions are called and not defined, each once.
pub(super) fn check(
    catalogue: &Catalogue,
    loaded: &[Loaded],
    undefined: &[Missing],
) -> Result<(), LinkErrors> {
    let mut callers = HashMap::<&BStr, Vec<&Missing>>::new();
    let mut order = Vec::new();
    for missing in undefined {
        let known = callers.entry(missing.function.as_bstr()).or_insert_with(|| {
            order.push(missing.function.as_bstr());
            Vec::new()
        });
        known.push(missing);
    }
    LinkErrors::check(order.iter().map(|function| {
        let who = callers.get(function).map(Vec::as_slice).unwrap_or_default();
        let named = who.iter().take(limits::CALLERS);
        let mut names: Vec<String> = named.filter_map(|missing| caller(catalogue, loaded, missing)).collect();
        if let Some(more) = who.len().checked_sub(limits::CALLERS).filter(|more| *more > 0) {
            names.push(format!("{more} more"));
        }
        let function = (*function).to_owned();
        LinkError::unplaced(LinkErrorKind::Undefined { function, callers: names.join(", ") })
    }))
}

/// Who calls a function that is not defined: by name, input and line.
fn caller(catalogue: &Catalogue, loaded: &[Loaded], missing: &Missing) -> Option<String> {
    let (place, id) = missing.caller;
    let loaded = loaded.get(place)?;
    let module = &loaded.library.module;
    let name = shown(module.globals.get(id)?.name.as_bstr());
    let file = catalogue.name(loaded.input);
    let callee = module.global_named(missing.function.as_bstr());
    Some(match callee.and_then(|callee| references::line_of_call(module, id, callee)) {
        Some(line) => format!("{name} of {file}, at line {line} of the HLSL source"),
        None => format!("{name} of {file}"),
    })
}
