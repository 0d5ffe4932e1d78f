//! Checks of what goes together in a document, made while it is read: an error is then where its value begins. Separate
//! because the types of the state say shapes alone.

use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::de::{DeserializeSeed, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::scalar::{Number, optional_number};
use crate::limits;
use crate::state::{
    ColorTarget, DataFormat, Node, NumberFormat, Options, Stages, StaticSampler, VertexInput,
};

/// A shader stage.
#[derive(Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(in crate::state) enum Stage {
    Task,
    Vertex,
    TessControl,
    TessEval,
    Geometry,
    Mesh,
    Fragment,
    Compute,
}

impl From<Stage> for Stages {
    fn from(stage: Stage) -> Self {
        match stage {
            Stage::Task => Self::TASK,
            Stage::Vertex => Self::VERTEX,
            Stage::TessControl => Self::TESS_CONTROL,
            Stage::TessEval => Self::TESS_EVAL,
            Stage::Geometry => Self::GEOMETRY,
            Stage::Mesh => Self::MESH,
            Stage::Fragment => Self::FRAGMENT,
            Stage::Compute => Self::COMPUTE,
        }
    }
}

/// Reads the stages of a pipeline.
pub(in crate::state) fn stages<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Stages, D::Error> {
    let stages: Stages = Vec::<Stage>::deserialize(deserializer)?.into_iter().map(Stages::from).collect();
    if stages.is_empty() {
        return Err(D::Error::custom("a pipeline has at least one stage"));
    }
    if stages.contains(Stages::COMPUTE) && stages != Stages::COMPUTE {
        return Err(D::Error::custom("a compute shader cannot be combined with other stages"));
    }
    Ok(stages)
}

/// Reads the nodes at the top level of the user data.
pub(in crate::state) fn user_data<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Node>, D::Error> {
    let mut count = 0_usize;
    list(deserializer, |_, node: &Node| {
        count = count.saturating_add(1).saturating_add(node.nodes.len());
        if count > limits::USER_DATA_NODES {
            return Err(format!("at most {} user data nodes are supported", limits::USER_DATA_NODES));
        }
        node.check(true).map_err(|fault| fault.to_string())
    })
}

/// Reads the nodes of a table.
pub(in crate::state) fn table<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Node>, D::Error> {
    list(deserializer, |_, node: &Node| node.check(false).map_err(|fault| fault.to_string()))
}

/// Reads the stride of a node: as in drivers, 0 is as good as nothing.
pub(in crate::state) fn stride<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    Ok(optional_number(deserializer)?.filter(|stride| *stride != 0))
}

/// Reads static samplers.
pub(in crate::state) fn static_samplers<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<StaticSampler>, D::Error> {
    let mut bindings = HashSet::new();
    list(deserializer, |_, sampler: &StaticSampler| {
        let (set, binding) = (sampler.set, sampler.binding);
        if !sampler.words.len().is_multiple_of(limits::SAMPLER_WORDS) {
            return Err("`words` of a static sampler must have four numbers for each element".to_owned());
        }
        if sampler.words.is_empty() && !sampler.converts_ycbcr {
            return Err("a static sampler needs `words`".to_owned());
        }
        if !bindings.insert((set, binding)) {
            return Err(format!("duplicate static sampler of set {set}, binding {binding}"));
        }
        Ok(())
    })
}

/// Reads vertex attributes.
pub(in crate::state) fn vertex_inputs<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<VertexInput>, D::Error> {
    list(deserializer, |known: &[VertexInput], input| {
        at_most(known, limits::VERTEX_INPUTS, "vertex inputs")?;
        let location = input.location;
        if known.iter().any(|known| known.location == location) {
            return Err(format!("duplicate vertex input location {location}"));
        }
        Ok(())
    })
}

/// Reads colour targets.
pub(in crate::state) fn color_targets<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<ColorTarget>, D::Error> {
    list(deserializer, |known, _| at_most(known, limits::COLOR_TARGETS, "colour targets"))
}

/// A colour target as documents have it: parts of it may be left out.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "ColorTarget", description = "A colour target."))]
pub(in crate::state) struct WrittenColorTarget {
    /// Data format: components and their widths; `invalid` where nothing is bound.
    dfmt: DataFormat,
    /// Number format of the components; required unless `dfmt` is `invalid`.
    nfmt: Option<NumberFormat>,
    /// Blending is enabled.
    #[serde(default)]
    blend: bool,
    /// Blending uses source alpha for the colour.
    #[serde(default)]
    src_alpha_to_color: bool,
    /// Channel write mask, bit 0 is red; default: all four. Glue code does not depend on it.
    write_mask: Option<Number>,
}

impl TryFrom<WrittenColorTarget> for ColorTarget {
    type Error = &'static str;

    fn try_from(target: WrittenColorTarget) -> Result<Self, Self::Error> {
        let number_format = match target.nfmt {
            Some(format) => format,
            None if target.dfmt.is_invalid() => NumberFormat::default(),
            None => return Err("a colour target needs `nfmt`"),
        };
        let mask = target.write_mask.map_or(Self::ALL_COMPONENTS.into(), u32::from);
        let mask = u8::try_from(mask).ok().filter(|mask| *mask <= Self::ALL_COMPONENTS);
        Ok(Self {
            data_format: target.dfmt,
            number_format,
            blend: target.blend,
            src_alpha_to_color: target.src_alpha_to_color,
            write_mask: mask.ok_or("`write_mask` must have at most four bits")?,
        })
    }
}

/// Reads the samples of a pixel.
pub(in crate::state) fn samples<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let samples = optional_number(deserializer)?.unwrap_or(1);
    if samples.is_power_of_two() && samples <= limits::SAMPLES {
        return Ok(samples);
    }
    Err(D::Error::custom(format!("`samples` must be a power of two, at most {}", limits::SAMPLES)))
}

/// Reads the mask of user clip planes.
pub(in crate::state) fn user_clip_planes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let planes = u8::try_from(optional_number(deserializer)?.unwrap_or_default()).ok();
    let planes = planes.filter(|planes| planes.checked_shr(limits::USER_CLIP_PLANES) == Some(0));
    planes.ok_or_else(|| D::Error::custom("`user_clip_planes` must have at most six bits"))
}

/// Reads the high half of the shadow table's address.
pub(in crate::state) fn high_addr_of_fmask<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<u32, D::Error> {
    Ok(optional_number(deserializer)?.unwrap_or(Options::NO_SHADOW_TABLE))
}

/// Reads whether fragment masks have descriptors.
pub(in crate::state) fn enable_fmask<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(true))
}

/// Checks that there is room for one more in a list.
fn at_most<T>(list: &[T], limit: usize, what: &str) -> Result<(), String> {
    if list.len() < limit { Ok(()) } else { Err(format!("at most {limit} {what} are supported")) }
}

/// Reads a list. `check` is given the members before one, and that.
fn list<'de, D, T, C>(deserializer: D, check: C) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
    C: FnMut(&[T], &T) -> Result<(), String>,
{
    deserializer.deserialize_seq(List { check, members: PhantomData })
}

struct List<T, C> {
    check: C,
    members: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>, C: FnMut(&[T], &T) -> Result<(), String>> Visitor<'de> for List<T, C> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut members = Vec::new();
        while list.next_element_seed(Member { before: &mut members, check: &mut self.check })?.is_some() {}
        Ok(members)
    }
}

/// Reads and checks one member, within the reader's member: its errors are placed there.
struct Member<'m, T, C> {
    before: &'m mut Vec<T>,
    check: &'m mut C,
}

impl<'de, T: Deserialize<'de>, C: FnMut(&[T], &T) -> Result<(), String>> DeserializeSeed<'de>
    for Member<'_, T, C>
{
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let member = T::deserialize(deserializer)?;
        (self.check)(self.before, &member).map_err(D::Error::custom)?;
        self.before.push(member);
        Ok(())
    }
}
