//! One module of all that is needed: types that are equal are one, functions and variables of one name are one, and
//! what the libraries say of them is one [`Shader`].

mod merge;
mod type_names;

use bstr::{BStr, ByteSlice as _};
use dxil::shader::Shader;
use dxil_ir::GlobalId;
use dxil_ir::edit::{GlobalNames, ImportError};
use hashbrown::HashMap;

use crate::catalogue::{Catalogue, InputId};
use crate::copy::{CopyError, copy, relevant};
use crate::error::{LinkError, LinkErrorKind};
use crate::errors::LinkErrors;
use crate::joined::{Joined, empty_like};
use crate::resolve::{Needed, Resolved};

/// Copies what is needed into one module.
///
/// # Errors
///
/// Inputs that say different things of what has one name, or that both define it.
pub(crate) fn join(catalogue: &Catalogue, resolved: Resolved) -> Result<Joined, LinkErrors> {
    let mut joined = Joined {
        module: empty_like(resolved.needed.first().map(|needed| &needed.library.module)),
        shader: Shader::default(),
        roots: Vec::new(),
        initializers: Vec::new(),
        origins: HashMap::new(),
    };
    let mut errors = Vec::new();
    let mut names = Names::default();
    let mut said = Vec::with_capacity(resolved.needed.len());
    for needed in resolved.needed {
        let input = needed.input;
        match add(&mut joined, &mut names, catalogue, needed) {
            Ok(part) => said.push((input, part)),
            Err(error) => errors.push(error),
        }
    }
    LinkErrors::check(errors.into_iter())?;
    merge::merge(&mut joined, catalogue, said)?;
    Ok(joined)
}

/// What globals of the joined module are called, and who only declares them.
#[derive(Default)]
struct Names {
    taken: GlobalNames,
    declared: HashMap<GlobalId, InputId>,
}

/// Copies what is needed of a library; gives what it says of it.
fn add(
    joined: &mut Joined,
    names: &mut Names,
    catalogue: &Catalogue,
    mut needed: Needed,
) -> Result<Shader, LinkError> {
    let from = &mut needed.library.module;
    type_names::separate(from, &mut joined.module);
    let said = relevant(&needed.library.shader, from, &needed.references, &needed.globals);
    let copied = copy(from, &needed.globals, &said, &mut joined.module, &mut names.taken);
    let copied = match copied {
        Ok(copied) => copied,
        Err(CopyError::Import(error)) => return Err(refused(joined, names, catalogue, needed.input, error)),
        Err(CopyError::Said(error)) => {
            return Err(error.within(located::Frame::Name(catalogue.name(needed.input).to_owned())));
        }
    };
    for id in from.globals.keys() {
        let Some(partner) = copied.global(id) else { continue };
        let known = if needed.globals.contains(id) { &mut joined.origins } else { &mut names.declared };
        known.entry(partner).or_insert(needed.input);
    }
    joined.roots.extend(needed.roots.iter().filter_map(|id| copied.global(*id)));
    joined.initializers.extend(needed.initializers.iter().filter_map(|id| copied.global(*id)));
    Ok(copied.said)
}

/// Why a global cannot be copied, with both inputs.
fn refused(
    joined: &Joined,
    names: &Names,
    catalogue: &Catalogue,
    input: InputId,
    error: ImportError,
) -> LinkError {
    let second = catalogue.name(input).to_owned();
    let first = |name: &BStr| {
        let other = joined.module.global_named(name);
        let file = other.and_then(|id| joined.origins.get(&id).or_else(|| names.declared.get(&id)));
        file.map_or("", |input| catalogue.name(*input)).to_owned()
    };
    LinkError::unplaced(match error {
        ImportError::Conflict { name, what } => {
            let first = first(name.as_bstr());
            LinkErrorKind::Types { what, name, first, second }
        }
        ImportError::Defined { name } => {
            let first = first(name.as_bstr());
            LinkErrorKind::DefinedTwice { name, first, second }
        }
        error => {
            LinkErrorKind::Import { what: format!("cannot merge {second} into the linked module: {error}") }
        }
    })
}
