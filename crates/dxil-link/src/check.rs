//! Whether inputs fit each other and the target, before anything is joined: compilers and validators. What code asks of
//! a shader model is known when the code is: [`describe`](crate::describe).

use dx_container::ProgramVersion;
use dx_container::names::NamedValue as _;
use dx_container::parts::compiler_version::CompilerVersionBuf;
use dxil::assemble::NEWEST_VALIDATOR;
use dxil::shader::{EntryPoint, EntryProperties, Version};

use crate::catalogue::{Catalogue, InputId};
use crate::error::{LinkError, LinkErrorKind};
use crate::errors::LinkErrors;
use crate::resolve::{Needed, Resolved};
use crate::target::{Profile, Target};

/// Whether the inputs come from one compiler, as far as their containers say.
///
/// # Errors
///
/// `link.compilers`: one for each input that comes from another compiler than the first one.
pub(crate) fn compilers(catalogue: &Catalogue, resolved: &Resolved) -> Result<(), LinkErrors> {
    let known =
        resolved.needed.iter().filter_map(|needed| Some((needed.input, needed.library.compiler.as_ref()?)));
    let known: Vec<(InputId, &CompilerVersionBuf)> = known.collect();
    let Some((first, version)) = known.first() else { return Ok(()) };
    let others = known.iter().filter(|(_, other)| other != version);
    LinkErrors::check(others.map(|(second, other)| {
        LinkError::unplaced(LinkErrorKind::Compilers {
            first: catalogue.name(*first).to_owned(),
            first_version: shown(version),
            second: catalogue.name(*second).to_owned(),
            second_version: shown(other),
        })
    }))
}

/// Whether the function that a shader begins in is a shader, and for the stage of the target.
///
/// # Errors
///
/// `link.not-an-entry`, `link.stage`.
pub(crate) fn entry(catalogue: &Catalogue, resolved: &Resolved, target: &Target) -> Result<(), LinkErrors> {
    let Target::Shader { profile, entry } = target else { return Ok(()) };
    let wanted = |needed: &&Needed| !needed.roots.is_empty();
    let Some(needed) = resolved.needed.iter().find(wanted) else { return Ok(()) };
    let file = catalogue.name(needed.input).to_owned();
    let entries = &needed.library.shader.entry_points;
    let is_it = |point: &&EntryPoint| point.function.is_some_and(|function| needed.roots.contains(&function));
    let properties = entries.iter().find(is_it).and_then(|point| point.properties.as_ref());
    let entry = entry.clone();
    match properties.and_then(EntryProperties::shader_kind) {
        Some(kind) if *kind == profile.kind => Ok(()),
        Some(kind) => {
            let (found, profile) = (kind.name().unwrap_or("unknown"), profile.to_string());
            Err(LinkErrorKind::Stage { entry, file, found, profile }.into())
        }
        None => {
            let stage = profile.kind.name().unwrap_or("unknown");
            Err(LinkErrorKind::NotAnEntry { entry, file, stage }.into())
        }
    }
}

fn shown(version: &CompilerVersionBuf) -> String {
    let CompilerVersionBuf { major, minor, commit_count, commit, custom, .. } = version;
    let mut text = format!("version {major}.{minor}, {commit_count} commits");
    for more in [commit, custom].into_iter().filter(|more| !more.is_empty()) {
        text.push_str(&format!(", {more}"));
    }
    text
}

/// The version of the validator to link for: the one that is asked for, or else the newest that an input names and at
/// least the first that knows the target.
///
/// # Errors
///
/// `link.validator`: the one that is asked for does not know the target.
pub(crate) fn validator(
    asked: Option<&Version>,
    named: Option<&Version>,
    profile: Profile,
) -> Result<Version, LinkErrors> {
    let first = first_validator(profile);
    let is_none = |version: &Version| version.pair() == (0, 0);
    if let Some(asked) = asked {
        if asked.pair() < first && !is_none(asked) {
            let (major, minor) = first;
            return Err(LinkErrorKind::Validator {
                validator: asked.to_string(),
                target: profile.to_string(),
                needed: format!("{major}.{minor}"),
            }
            .into());
        }
        return Ok(asked.clone());
    }
    let (major, minor) = match named {
        _ if profile.minor == ProgramVersion::OFFLINE => (0, 0),
        Some(named) if !is_none(named) => named.pair().max(first).min(NEWEST_VALIDATOR),
        _ => NEWEST_VALIDATOR,
    };
    Ok(Version::new(major, minor))
}

/// The first version of the validator that knows a shader model: they come out together. None does that of libraries
/// which are only linked.
fn first_validator(profile: Profile) -> (u32, u32) {
    match profile.minor {
        ProgramVersion::OFFLINE => (0, 0),
        minor => (1, minor),
    }
}
