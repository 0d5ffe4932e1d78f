//! State subobjects of a library: root signatures, hit groups, ray tracing limits. Separate from functions, which
//! they refer to by name.

use std::collections::HashMap;
use std::sync::Arc;

use bstr::BString;
use dx_container::enums::{HitGroupType, SubobjectKind};
use dx_container::fields::Texts;
use dx_container::flags::{RaytracingPipelineFlags, StateObjectFlags};
use dx_container::parts::View as _;
use dx_container::parts::rdat::{self, Rdat};
use dx_container::parts::root_signature::RootSignature;
use dx_container::reader::Payload;
use dx_container::{FourCc, Result};

use crate::copies::Copies;
use crate::root_signature::RootSignatureSummary;

/// A state subobject.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Subobject {
    /// The name.
    pub name: BString,
    /// The kind.
    pub kind: SubobjectKind,
    /// The content.
    pub content: SubobjectContent,
}

/// The content of a state subobject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubobjectContent {
    /// The flags of a state object.
    StateObjectConfig(StateObjectFlags),
    /// A root signature, global or local depending on the kind of subobject.
    RootSignature {
        /// The size of the serialized form in bytes.
        size: usize,
        /// A summary; `None` if it cannot be read.
        summary: Option<RootSignatureSummary>,
    },
    /// The association of a subobject with exports.
    ExportsAssociation {
        /// The name of the associated subobject.
        subobject: BString,
        /// The exports; `None` for all exports without another association.
        exports: Option<Arc<[BString]>>,
    },
    /// Sizes for ray tracing shaders.
    RaytracingShaderConfig {
        /// The maximum payload size.
        max_payload_size: u32,
        /// The maximum attribute size.
        max_attribute_size: u32,
    },
    /// Limits of a pipeline.
    RaytracingPipelineConfig {
        /// The maximum recursion depth of TraceRay.
        max_recursion_depth: u32,
        /// The pipeline flags, if the subobject has them.
        flags: Option<RaytracingPipelineFlags>,
    },
    /// The shaders of a hit group; an empty name for no shader.
    HitGroup {
        /// The type of hit group.
        kind: HitGroupType,
        /// The any-hit shader.
        any_hit: Option<BString>,
        /// The closest-hit shader.
        closest_hit: Option<BString>,
        /// The intersection shader.
        intersection: Option<BString>,
    },
    /// An unknown kind.
    Unknown,
}

/// Bytes by where they lie: what refers to the same is looked at once.
type Key = (usize, usize);

/// What several subobjects share.
#[derive(Default)]
struct Shared {
    exports: HashMap<Key, Arc<[BString]>>,
    root_signatures: HashMap<Key, Option<RootSignatureSummary>>,
}

/// The subobjects of a library.
pub(crate) fn gather(rdat: &Rdat<'_>, copies: &mut Copies) -> Result<Vec<Subobject>> {
    let mut shared = Shared::default();
    let mut subobjects = Vec::with_capacity(rdat.subobjects().len());
    for subobject in rdat.subobjects() {
        subobjects.push(Subobject {
            name: copies.text(FourCc::RDAT, subobject.name)?,
            kind: subobject.kind,
            content: shared.content(&subobject, copies)?,
        });
    }
    Ok(subobjects)
}

impl Shared {
    fn content(&mut self, subobject: &rdat::Subobject<'_>, copies: &mut Copies) -> Result<SubobjectContent> {
        use rdat::SubobjectContent as Told;
        Ok(match subobject.content {
            Told::StateObjectConfig(flags) => SubobjectContent::StateObjectConfig(flags),
            Told::RootSignature(bytes) => {
                SubobjectContent::RootSignature { size: bytes.len(), summary: self.root_signature(bytes) }
            }
            Told::ExportsAssociation { subobject, exports } => SubobjectContent::ExportsAssociation {
                subobject: copies.text(FourCc::RDAT, subobject)?,
                exports: exports.map(|exports| self.exports(&exports, copies)).transpose()?,
            },
            Told::RaytracingShaderConfig { max_payload_size, max_attribute_size } => {
                SubobjectContent::RaytracingShaderConfig { max_payload_size, max_attribute_size }
            }
            Told::RaytracingPipelineConfig { max_recursion_depth, flags } => {
                let has_flags = subobject.kind == SubobjectKind::RAYTRACING_PIPELINE_CONFIG1;
                let flags = has_flags.then_some(flags);
                SubobjectContent::RaytracingPipelineConfig { max_recursion_depth, flags }
            }
            Told::HitGroup { kind, any_hit, closest_hit, intersection } => {
                let mut name = |text| copies.name(FourCc::RDAT, text);
                SubobjectContent::HitGroup {
                    kind,
                    any_hit: name(any_hit)?,
                    closest_hit: name(closest_hit)?,
                    intersection: name(intersection)?,
                }
            }
            Told::Unknown => SubobjectContent::Unknown,
        })
    }

    fn exports(&mut self, texts: &Texts<'_>, copies: &mut Copies) -> Result<Arc<[BString]>> {
        let offsets = texts.offsets();
        let key = (offsets.as_ptr().addr(), offsets.len());
        if let Some(known) = self.exports.get(&key) {
            return Ok(Arc::clone(known));
        }
        let list: Result<Arc<[BString]>> = texts.iter().map(|text| copies.text(FourCc::RDAT, text)).collect();
        Ok(Arc::clone(self.exports.entry(key).or_insert(list?)))
    }

    fn root_signature(&mut self, bytes: &[u8]) -> Option<RootSignatureSummary> {
        let read = || {
            let signature = RootSignature::parse(Payload::new(FourCc::RTS0, bytes)).ok()?;
            Some(RootSignatureSummary::of(&signature))
        };
        *self.root_signatures.entry((bytes.as_ptr().addr(), bytes.len())).or_insert_with(read)
    }
}
