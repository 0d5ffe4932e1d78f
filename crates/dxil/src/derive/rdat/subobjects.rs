//! What RDAT says of subobjects, from the program and back.

use bstr::ByteSlice as _;
use dx_container::enums::{RuntimeDataPart, SubobjectKind};
use dx_container::flags::RaytracingPipelineFlags;
use dx_container::parts::rdat::{self, Rdat};

use super::{Writer, part};
use crate::Result;
use crate::derive::need;
use crate::shader::{RootSignatureBytes, Subobject, SubobjectContent};

impl Writer<'_> {
    pub(super) fn subobjects(&mut self) -> Result<()> {
        let shader = self.program.shader;
        shader.subobjects.iter().try_for_each(|subobject| self.subobject(subobject))
    }

    fn subobject(&mut self, subobject: &Subobject) -> Result<()> {
        let name = self.text(subobject.name.as_bstr())?;
        let mut fields = vec![("Kind", subobject.content.kind().0.into()), ("Name", name)];
        match &subobject.content {
            SubobjectContent::StateObjectConfig { flags } => fields.push(("Flags", flags.bits().into())),
            SubobjectContent::GlobalRootSignature { signature, .. }
            | SubobjectContent::LocalRootSignature { signature, .. } => {
                fields.push(("Data", self.builder.bytes(&signature.bytes).map_err(part)?));
            }
            SubobjectContent::ExportsAssociation { subobject, exports } => {
                fields.push(("Subobject", self.text(subobject.as_bstr())?));
                let names = exports.iter().map(|name| self.builder.text(name.as_bstr()).map_err(part));
                let names: Vec<u32> = names.collect::<Result<_>>()?;
                fields.push(("Exports", self.list(&names)?));
            }
            SubobjectContent::RaytracingShaderConfig { max_payload_size, max_attribute_size } => {
                fields.push(("MaxPayloadSizeInBytes", (*max_payload_size).into()));
                fields.push(("MaxAttributeSizeInBytes", (*max_attribute_size).into()));
            }
            SubobjectContent::RaytracingPipelineConfig { max_trace_recursion_depth: depth } => {
                fields.push(("MaxTraceRecursionDepth", (*depth).into()));
            }
            SubobjectContent::RaytracingPipelineConfig1 { max_trace_recursion_depth: depth, flags } => {
                fields.push(("MaxTraceRecursionDepth", (*depth).into()));
                fields.push(("Flags", flags.bits().into()));
            }
            SubobjectContent::HitGroup { kind, intersection, any_hit, closest_hit } => {
                fields.push(("Type", kind.0.into()));
                for (field, name) in
                    [("AnyHit", any_hit), ("ClosestHit", closest_hit), ("Intersection", intersection)]
                {
                    fields.push((field, self.text(name.as_bstr())?));
                }
            }
            SubobjectContent::Unknown(_) => need(None, "known kind for every subobject")?,
        }
        self.record(RuntimeDataPart::SUBOBJECT_TABLE, &fields).map(drop)
    }
}

/// The subobjects that RDAT tells of, as a program says them. The text of root signatures is not in the part.
///
/// # Errors
///
/// A subobject is of a kind that is not known.
pub fn subobjects(rdat: &Rdat<'_>) -> Result<Vec<Subobject>> {
    rdat.subobjects()
        .map(|subobject| {
            let content = need(content(&subobject), "known kind for every subobject")?;
            Ok(Subobject { name: subobject.name.into(), content, extra: Vec::new() })
        })
        .collect()
}

fn content(subobject: &rdat::Subobject<'_>) -> Option<SubobjectContent> {
    use rdat::SubobjectContent as C;
    Some(match (subobject.kind, subobject.content) {
        (_, C::StateObjectConfig(flags)) => SubobjectContent::StateObjectConfig { flags },
        (kind, C::RootSignature(bytes)) => {
            let signature = RootSignatureBytes { bytes: bytes.into(), extra: Vec::new() };
            let text = Default::default();
            match kind {
                SubobjectKind::LOCAL_ROOT_SIGNATURE => {
                    SubobjectContent::LocalRootSignature { signature, text }
                }
                _ => SubobjectContent::GlobalRootSignature { signature, text },
            }
        }
        (_, C::ExportsAssociation { subobject, exports }) => SubobjectContent::ExportsAssociation {
            subobject: subobject.into(),
            exports: exports.into_iter().flat_map(|texts| texts.iter()).map(Into::into).collect(),
        },
        (_, C::RaytracingShaderConfig { max_payload_size, max_attribute_size }) => {
            SubobjectContent::RaytracingShaderConfig { max_payload_size, max_attribute_size }
        }
        (
            SubobjectKind::RAYTRACING_PIPELINE_CONFIG,
            C::RaytracingPipelineConfig { max_recursion_depth, .. },
        ) => SubobjectContent::RaytracingPipelineConfig { max_trace_recursion_depth: max_recursion_depth },
        (_, C::RaytracingPipelineConfig { max_recursion_depth, flags }) => {
            let flags: RaytracingPipelineFlags = flags;
            SubobjectContent::RaytracingPipelineConfig1 {
                max_trace_recursion_depth: max_recursion_depth,
                flags,
            }
        }
        (_, C::HitGroup { kind, any_hit, closest_hit, intersection }) => SubobjectContent::HitGroup {
            kind,
            intersection: intersection.into(),
            any_hit: any_hit.into(),
            closest_hit: closest_hit.into(),
        },
        (_, C::Unknown) => return None,
    })
}
