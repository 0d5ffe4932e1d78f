//! User data registers: placeholders that unlinked shaders have for descriptor sets and push constants (marks) become
//! offsets into the user data. Separate because code and layout of the user data meet only here.

use located::Frame;

use super::Metadata;
use super::tree::{Tree as _, Value, expect_number, number};
use crate::error::{ErrorKind, Result};
use crate::explain::{Event, Log};
use crate::link::{LinkNote, one_push_constant_node};
use crate::registers::UserData;
use crate::state::PipelineState;
use crate::state::user_data::{Node, NodeKind};
use crate::target::Target;

/// Whether a user data register holds a mark: then the shader was compiled without its user data.
///
/// # Errors
/// When the document has no pipeline, or none of a known version.
pub(crate) fn has_marks(metadata: &Metadata<'_>, target: Target) -> Result<bool> {
    let is_mark = |held: UserData| held.descriptor_set().is_some() || held.push_const().is_some();
    Ok(metadata.version()?.any_user_data(metadata.pipeline()?, target, is_mark))
}

/// Replaces marks by offsets, and raises the user data limit to what the code reads through them.
///
/// # Errors
/// When there is a mark and no state, the state has no such set or push constant, or a register is no number.
pub(crate) fn fix_up(
    metadata: &mut Metadata<'_>,
    target: Target,
    state: Option<&PipelineState>,
    log: &mut Log,
) -> Result<()> {
    let version = metadata.version()?;
    let pipeline = metadata.pipeline_mut()?;
    let mut limit = 0;
    version.each_user_data(pipeline, target, |value, name| fix(value, name, state, &mut limit, log))?;
    raise_limit(pipeline, limit, log)
}

/// Replaces the mark in one register.
fn fix(
    value: &mut Value<'_>,
    name: impl Fn() -> String,
    state: Option<&PipelineState>,
    limit: &mut u32,
    log: &mut Log,
) -> Result<()> {
    let mark = UserData(expect_number(value, &name)?);
    let within = |kind: ErrorKind| kind.unplaced().within(Frame::Name(name()));
    let state = || state.ok_or_else(|| within(ErrorKind::NeedsState(mark.to_string())));
    let (node, dword) = if let Some(set) = mark.descriptor_set() {
        (state()?.find_set(set).ok_or_else(|| within(ErrorKind::NoDescriptorSet(set)))?, 0)
    } else if let Some(dword) = mark.push_const() {
        // A table that begins with them is behind a pointer: no register holds a dword of it.
        let in_place = |node: &&Node| node.kind == NodeKind::PushConst && dword < node.size;
        let state = state()?;
        one_push_constant_node(state, log);
        let node = state.find_push_constants().filter(in_place);
        (node.ok_or_else(|| within(ErrorKind::NoPushConstant(dword)))?, dword)
    } else {
        // Older compilers had other marks: a pipeline that keeps one reads user data at a random place.
        if mark >= UserData::DESCRIPTOR_SET && mark != UserData::NOT_MAPPED {
            log.note(|| LinkNote::UnknownUserData { register: name(), value: mark.0 });
        }
        return Ok(());
    };
    let past = |size: u32| node.offset.checked_add(size).ok_or_else(|| ErrorKind::UserDataTooBig.unplaced());
    *limit = (*limit).max(past(node.size)?);
    let offset = past(dword)?;
    log.record(|| Event::Set {
        key: name(),
        from: Some(mark.to_string()),
        to: offset.to_string(),
        why: format!("{node} at dword {} of the user data", node.offset),
    });
    *value = Value::from(offset);
    Ok(())
}

/// Raises the user data limit to at least `limit`.
fn raise_limit(pipeline: &mut Value<'_>, limit: u32, log: &mut Log) -> Result<()> {
    let old = number(pipeline, super::USER_DATA_LIMIT)?;
    if old.is_none_or(|old| old < limit) && limit > 0 {
        log.record(|| Event::Set {
            key: super::USER_DATA_LIMIT.to_owned(),
            from: old.map(|old| old.to_string()),
            to: limit.to_string(),
            why: "end of the last user data node that a register refers to".to_owned(),
        });
        pipeline.set(super::USER_DATA_LIMIT, Value::from(limit));
    }
    Ok(())
}
