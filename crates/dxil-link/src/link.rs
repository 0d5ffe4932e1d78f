//! The phases one after the other. Separate from them, so that their order is seen.

use dx_container::Signing;
use dxil::assemble::{self, assemble};
use dxil::shader::Version;

use crate::catalogue::Catalogue;
use crate::error::LinkErrorKind;
use crate::errors::LinkErrors;
use crate::invariants;
use crate::join::join;
use crate::joined::Joined;
use crate::phase::Phase;
use crate::resolve::Resolved;
use crate::target::Target;
use crate::{check, describe, handles, older_models, resources, specialize};

/// How to link.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The version of the validator that is to accept the result; else the newest that an input names, and at least the
    /// first that knows the target.
    pub validator_version: Option<Version>,
    /// Whether libraries of several compilers are linked.
    pub allows_mixed_compilers: bool,
    /// Whether to write SYM0 and STR0, which the reference validator refuses.
    pub symbols: bool,
    /// What to write into the digest.
    pub signing: Signing,
}

/// Links what was resolved for a target, to the bytes of a container.
///
/// # Errors
///
/// The inputs do not fit each other or the target; each error says which and why.
pub fn link(
    catalogue: &Catalogue,
    mut resolved: Resolved,
    target: &Target,
    options: &Options,
) -> Result<Vec<u8>, LinkErrors> {
    let profile = target.profile();
    if !options.allows_mixed_compilers {
        check::compilers(catalogue, &resolved)?;
    }
    check::entry(catalogue, &resolved, target)?;
    let is_shader = !profile.is_library();
    if is_shader {
        // Subobjects are of libraries.
        resolved.needed.iter_mut().for_each(|needed| needed.library.shader.subobjects.clear());
    }
    let mut joined = join(catalogue, resolved)?;
    let is_checked = cfg!(debug_assertions) && invariants::valid(&joined).is_none();
    let check = |joined: &Joined, phase| match invariants::violation(joined, phase, is_shader)
        .filter(|_| is_checked)
    {
        Some(what) => Err(LinkErrors::from(LinkErrorKind::Wrong { phase, what })),
        None => Ok(()),
    };
    check(&joined, Phase::Join)?;
    let validator = check::validator(
        options.validator_version.as_ref(),
        joined.shader.validator_version.as_ref(),
        profile,
    )?;
    specialize::specialize(&mut joined, catalogue, target)?;
    check(&joined, Phase::Specialize)?;
    resources::arrange(&mut joined, catalogue, is_shader)?;
    check(&joined, Phase::Resources)?;
    if is_shader {
        handles::lower(&mut joined, catalogue, profile.model())?;
        older_models::rewrite(&mut joined, catalogue, profile.model())?;
        specialize::drop_unused(&mut joined)?;
        check(&joined, Phase::Handles)?;
    }
    describe::describe(&mut joined, catalogue, profile, validator)?;
    check(&joined, Phase::Describe)?;
    let mut module = joined.module;
    joined.shader.write(&mut module);
    let options = assemble::Options {
        signing: options.signing,
        symbols: options.symbols,
        strips_reflection: is_shader,
        ..assemble::Options::default()
    };
    assemble(module, &options).map_err(|error| error.lift::<LinkErrorKind>().into())
}
