//! PSV0: what a runtime needs to put stages together. How much is said depends on the validator; `psv/stage.rs` has
//! what depends on the stage, `psv/masks.rs` which outputs depend on which
//! inputs, `psv/tables.rs` the tables where they are not as usual.

mod masks;
mod signatures;
mod stage;
mod tables;

use bstr::BString;
use dx_container::FourCc;
use dx_container::enums::{ResourceKind, ResourceType, SemanticKind, ShaderKind};
use dx_container::flags::{ResourceFlags, ShaderFlags};
use dx_container::parts::psv::{self, PsvBuf, Resource, RuntimeInfo, Version};
use dx_container::parts::{Layout, Owned};
use located::Frame;

use self::signatures::Signatures;
use super::DescribedModule;
use super::element::{Element, at_most, elements};
use super::error::unfit;
use crate::Result;
use crate::semantics::SignatureKind;
use crate::shader::{ResourceProperties, ResourceRange};

/// PSV0 of a program.
///
/// # Errors
///
/// The program is a library; the module does not say what is needed; an element or a register does not fit, or a
/// semantic means nothing at its point; what depends on what does not fit the signatures.
pub fn psv(program: &DescribedModule<'_>) -> Result<Owned<PsvBuf>> {
    let stage = program.stage_with(FourCc::PSV0)?;
    let version = version(program);
    let signatures = Signatures {
        input: elements(program, SignatureKind::Input)?,
        output: elements(program, SignatureKind::Output)?,
        patch_or_primitive: elements(program, SignatureKind::PatchConstantOrPrimitive)?,
    };
    let mut info = RuntimeInfo {
        version,
        stage_info: stage::info(program, stage, &signatures)?,
        ..RuntimeInfo::default()
    };
    [info.min_wave_lanes, info.max_wave_lanes] = stage::lanes(program, stage)?;
    let mut part = PsvBuf { resources: resources(program, version)?, ..PsvBuf::default() };
    if version >= Version::V1 {
        add_signatures(program, stage, &signatures, &mut info)?;
        part.elements =
            signatures.each().map(|list| list.iter().map(|element| element.psv(program)).collect());
        part.masks = masks::masks(program, &info)?;
    }
    if version >= Version::V2 {
        info.num_threads = stage::threads(program, stage)?;
    }
    if version >= Version::V3 {
        info.entry_name = program.main_entry()?.name.clone();
    }
    if version >= Version::V4 && stage::has_groups(stage) {
        info.group_shared_bytes = program.group_shared_bytes()?;
    }
    part.info = info;
    let layout = tables::layout(&part, &signatures)?;
    Ok(Owned { meaning: part, layout: layout.map(Layout::Known) })
}

/// The newest version that the validator knows.
fn version(program: &DescribedModule<'_>) -> Version {
    let known = [(10, Version::V4), (8, Version::V3), (6, Version::V2), (1, Version::V1)];
    let newest = known.into_iter().find(|(minor, _)| program.validator_is_at_least(1, *minor));
    newest.map_or(Version::V0, |(_, version)| version)
}

/// What the record of version 1 says of the signatures.
fn add_signatures(
    program: &DescribedModule<'_>,
    stage: ShaderKind,
    signatures: &Signatures<'_>,
    info: &mut RuntimeInfo<BString>,
) -> Result<()> {
    info.stage = stage;
    info.uses_view_id = program.main_entry()?.flags().contains(ShaderFlags::VIEW_ID).into();
    for (count, list) in info.element_counts.iter_mut().zip(signatures.each()) {
        let too_many = |_| unfit("number of signature elements", at_most(list.len()), "at most 255");
        *count = u8::try_from(list.len()).map_err(too_many)?;
    }
    info.input_vectors = vectors(&signatures.input, 0);
    for (stream, count) in (0..).zip(&mut info.output_vectors) {
        *count = vectors(&signatures.output, stream);
    }
    info.stage_extra = stage::extra(program, stage, vectors(&signatures.patch_or_primitive, 0))?;
    Ok(())
}

/// How many registers the elements of a stream take, from the first register on.
fn vectors(elements: &[Element<'_>], stream: u8) -> u8 {
    let of_stream = elements.iter().filter(|element| element.stream == stream);
    of_stream.filter_map(|element| Some(element.place?.end)).max().unwrap_or(0)
}

impl Element<'_> {
    fn psv(&self, program: &DescribedModule<'_>) -> psv::Element<BString, Vec<u32>> {
        let is_arbitrary = self.kind == SemanticKind::ARBITRARY;
        psv::Element {
            name: if is_arbitrary { self.name.to_owned() } else { BString::default() },
            indices: self.row_indices().0.to_vec(),
            start_row: self.place.map_or(0, |place| place.row),
            cols: self.stored.columns,
            start_col: self.place.map_or(0, |place| place.column),
            allocated: self.place.is_some(),
            kind: self.kind,
            component_type: program.component_type(self.stored.element_type),
            interpolation: self.stored.interpolation,
            dynamic_mask: self.dynamic_mask,
            stream: self.stream,
            reserved: (0, 0, 0),
        }
    }
}

/// The resources: constant buffers, samplers, what is read, what is read and written.
fn resources(program: &DescribedModule<'_>, version: Version) -> Result<Vec<Resource>> {
    let Some(all) = program.resources()? else { return Ok(Vec::new()) };
    let mut list = Vec::new();
    for buffer in all.cbuffers.iter().flatten() {
        list.push((&buffer.range, ResourceType::CBV, ResourceKind::CBUFFER, false));
    }
    for sampler in all.samplers.iter().flatten() {
        list.push((&sampler.range, ResourceType::SAMPLER, ResourceKind::SAMPLER, false));
    }
    for srv in all.srvs.iter().flatten() {
        let resource_type = match srv.shape {
            ResourceKind::STRUCTURED_BUFFER => ResourceType::SRV_STRUCTURED,
            ResourceKind::RAW_BUFFER | ResourceKind::RT_ACCELERATION_STRUCTURE => ResourceType::SRV_RAW,
            _ => ResourceType::SRV_TYPED,
        };
        list.push((&srv.range, resource_type, srv.shape, false));
    }
    for uav in all.uavs.iter().flatten() {
        let resource_type = match uav.shape {
            ResourceKind::STRUCTURED_BUFFER if uav.has_counter => ResourceType::UAV_STRUCTURED_WITH_COUNTER,
            ResourceKind::STRUCTURED_BUFFER => ResourceType::UAV_STRUCTURED,
            ResourceKind::RAW_BUFFER => ResourceType::UAV_RAW,
            _ => ResourceType::UAV_TYPED,
        };
        let atomics = uav.properties.as_ref().and_then(ResourceProperties::atomic64_use);
        list.push((&uav.range, resource_type, uav.shape, atomics.is_some_and(|use_| *use_ != 0)));
    }
    let resources = list.into_iter().enumerate().map(|(index, (range, resource_type, kind, has_atomics))| {
        let upper_bound = upper_bound(range)
            .map_err(|error| error.within(Frame::Item(index as u64)).within(Frame::Node("the resources")))?;
        let (space, lower_bound) = (range.space, range.lower_bound);
        let mut resource = Resource { resource_type, space, lower_bound, upper_bound, ..Resource::default() };
        if version >= Version::V2 {
            resource.kind = kind;
            resource.flags.set(ResourceFlags::USED_BY_ATOMIC64, has_atomics);
        }
        Ok(resource)
    });
    resources.collect()
}

fn upper_bound(range: &ResourceRange) -> Result<u32> {
    match range.size {
        ResourceRange::UNBOUNDED => Ok(psv::UNBOUNDED),
        size => range.upper_bound().ok_or_else(|| {
            unfit(
                "number of registers of a resource",
                size,
                "at least 1, with all registers below 4294967296",
            )
        }),
    }
}
