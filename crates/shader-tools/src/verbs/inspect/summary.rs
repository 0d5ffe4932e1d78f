//! A summary of a container in a few lines: gathered from several parts, each of which may be missing or broken.

use bstr::{BString, ByteSlice as _};
use dx_container::fields::Printable;
use dx_container::flags::{FeatureFlags, HashFlags};
use dx_container::names::{NamedFlags as _, split_flags};
use dx_container::parts::PartView;
use dx_container::parts::program::ProgramHeader;
use dx_container::parts::psv::Version;
use dx_container::{Container, FourCc, ProgramVersion};

use super::document::SummaryObject;
use crate::json::in_utf8;

/// A summary of a container. A part that is missing or broken leaves its lines out; the page says of each part
/// whether it is broken.
#[derive(Debug, Default)]
pub struct Summary {
    version: Option<ProgramVersion>,
    dxil: Option<ProgramHeader>,
    only_root_signature: bool,
    entry: Option<BString>,
    is_dxil: bool,
    num_threads: Option<[u32; 3]>,
    features: Option<FeatureFlags>,
    hash: Option<(String, bool)>,
    debug_name: Option<String>,
    compiler: Option<String>,
}

impl Summary {
    /// The summary of the list of parts.
    pub fn new(container: &Container<'_>) -> Self {
        let parts = container.parts();
        Self {
            version: container.program_version(),
            only_root_signature: !parts.is_empty() && parts.iter().all(|part| part.name == FourCc::RTS0),
            is_dxil: parts.iter().any(|part| matches!(part.name, FourCc::DXIL | FourCc::ILDB)),
            ..Self::default()
        }
    }

    /// Adds what the first part called `name` says.
    pub fn add(&mut self, name: FourCc, part: &PartView<'_>) {
        match part {
            PartView::PipelineStateValidation(psv) => {
                let info = Some(psv.info);
                let named = info.filter(|info| info.version >= Version::V3);
                let threads = info.filter(|info| info.version >= Version::V2 && info.num_threads != [0; 3]);
                self.entry = named.map(|info| info.entry_name.to_owned());
                self.num_threads = threads.map(|info| info.num_threads);
            }
            // DXIL is what runs.
            PartView::Program(program) if name == FourCc::DXIL || self.dxil.is_none() => {
                self.dxil = Some(program.header);
            }
            PartView::FeatureInfo(part) => self.features = Some(part.flags),
            PartView::ShaderHash(part) => {
                let digest = dx_container::Digest(part.digest);
                self.hash = Some((digest.to_string(), part.flags.contains(HashFlags::INCLUDES_SOURCE)));
            }
            PartView::DebugName(part) => self.debug_name = Some(Printable(part.name).to_string()),
            PartView::CompilerVersion(part) => {
                let mut text = format!("{}.{}", part.major, part.minor);
                for more in [part.custom, part.commit].into_iter().filter(|more| !more.is_empty()) {
                    text.push_str(&format!(", {}", Printable(more)));
                }
                self.compiler = Some(text);
            }
            _ => {}
        }
    }

    /// The lines of the page: what, and what it is.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = Vec::new();
        lines.extend(self.kind().map(|kind| ("kind", kind)));
        lines.extend(self.entry.as_ref().map(|entry| ("entry", Printable(entry.as_bstr()).to_string())));
        lines.extend(self.num_threads.map(|[x, y, z]| ("thread group", format!("{x} x {y} x {z}"))));
        lines.extend(self.features.map(|features| ("features", features_in_words(features))));
        lines.extend(self.hash.as_ref().map(|(hash, with_source)| {
            ("hash", if *with_source { format!("{hash} (with source)") } else { hash.clone() })
        }));
        lines.extend(self.debug_name.clone().map(|name| ("debug name", name)));
        lines.extend(self.compiler.clone().map(|compiler| ("compiler", compiler)));
        lines
    }

    /// The summary in JSON.
    pub fn object(&self) -> SummaryObject {
        let kind = self.version.map(|version| version.kind().to_string());
        SummaryObject {
            kind: kind.or_else(|| self.only_root_signature.then(|| "RootSignature".to_owned())),
            profile: self.version.map(|version| version.to_string()),
            dxil_version: self.dxil.map(|dxil| format!("{}.{}", dxil.dxil_major, dxil.dxil_minor)),
            entry: self.entry.as_ref().map(|entry| in_utf8(entry.as_bstr()).into_owned()),
            thread_group: self.num_threads,
        }
    }

    fn kind(&self) -> Option<String> {
        let Some(version) = self.version else {
            return self.only_root_signature.then(|| "root signature".to_owned());
        };
        let kind = match version.kind() {
            dx_container::enums::ShaderKind::LIBRARY => "library".to_owned(),
            kind => format!("{} shader", in_words(&kind.to_string())),
        };
        Some(match self.dxil {
            Some(dxil) => format!("{kind}, {version}, DXIL {}.{}", dxil.dxil_major, dxil.dxil_minor),
            // Its own part cannot be read, but it is there.
            None if self.is_dxil => format!("{kind}, {version}, DXIL"),
            None => format!("{kind}, {version}, DXBC"),
        })
    }
}

/// `RayGeneration` as `ray generation`.
fn in_words(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
}

fn features_in_words(features: FeatureFlags) -> String {
    let (known, unknown) = split_flags(FeatureFlags::NAMES, features.bits());
    let words = known.map(|row| row.about.to_owned());
    let words: Vec<String> =
        words.chain(unknown.map(|unknown| format!("unknown bits {unknown:#x}"))).collect();
    if words.is_empty() { "none beyond the shader model's".to_owned() } else { words.join(", ") }
}
