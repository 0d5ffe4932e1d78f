//! What a container is, in a few lines: gathered from several parts, each of which may be missing or broken.

use bstr::{BString, ByteSlice as _};
use dx_container::fields::Printable;
use dx_container::flags::FeatureFlags;
use dx_container::names::{NamedFlags as _, split_flags};
use dx_container::parts::View;
use dx_container::parts::compiler_version::CompilerVersion;
use dx_container::parts::debug_name::DebugName;
use dx_container::parts::feature_info::FeatureInfo;
use dx_container::parts::program::{Program, ProgramHeader};
use dx_container::parts::psv::{Psv, Version};
use dx_container::parts::shader_hash::ShaderHash;
use dx_container::{Container, FourCc, ProgramVersion};

use crate::json;

/// What a container is. A part that is missing or broken leaves its lines out; the page says of each part
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
    /// Gathers it.
    pub fn of<'a>(container: &Container<'a>) -> Self {
        let psv: Option<Psv<'a>> = view(container, FourCc::PSV0);
        let info = psv.map(|psv| psv.info);
        let named = info.filter(|info| info.version >= Version::V3);
        let threads = info.filter(|info| info.version >= Version::V2 && info.num_threads != [0; 3]);
        let dxil =
            [FourCc::DXIL, FourCc::ILDB].into_iter().find_map(|name| view::<Program<'a>>(container, name));
        let parts = container.parts();
        Self {
            version: container.program_version(),
            dxil: dxil.map(|program| program.header),
            only_root_signature: !parts.is_empty() && parts.iter().all(|part| part.name == FourCc::RTS0),
            entry: named.map(|info| info.entry_name.to_owned()),
            is_dxil: parts.iter().any(|part| matches!(part.name, FourCc::DXIL | FourCc::ILDB)),
            num_threads: threads.map(|info| info.num_threads),
            features: view(container, FourCc::SFI0).map(|part: FeatureInfo<'a>| part.flags),
            hash: view(container, FourCc::HASH).map(|part: ShaderHash<'a>| {
                let digest = dx_container::Digest(part.digest);
                (digest.to_string(), part.flags.contains(dx_container::flags::HashFlags::INCLUDES_SOURCE))
            }),
            debug_name: view(container, FourCc::ILDN)
                .map(|part: DebugName<'a>| Printable(part.name).to_string()),
            compiler: view(container, FourCc::VERS).map(|part: CompilerVersion<'a>| {
                let mut text = format!("{}.{}", part.major, part.minor);
                for more in [part.custom, part.commit].into_iter().filter(|more| !more.is_empty()) {
                    text.push_str(&format!(", {}", Printable(more)));
                }
                text
            }),
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

    /// The same as JSON members.
    pub fn json(&self) -> Vec<(&'static str, String)> {
        let mut members = Vec::new();
        if let Some(version) = self.version {
            members.push(("kind", json::text(&version.kind().to_string())));
            members.push(("profile", json::text(&version.to_string())));
        } else if self.only_root_signature {
            members.push(("kind", json::text("RootSignature")));
        }
        if let Some(dxil) = self.dxil {
            members.push(("dxilVersion", format!("\"{}.{}\"", dxil.dxil_major, dxil.dxil_minor)));
        }
        members
            .extend(self.entry.as_ref().map(|entry| ("entry", json::text(&json::in_utf8(entry.as_bstr())))));
        members.extend(self.num_threads.map(|[x, y, z]| ("threadGroup", format!("[{x},{y},{z}]"))));
        members
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

fn view<'a, V: View<'a>>(container: &Container<'a>, name: FourCc) -> Option<V> {
    container.view(name)?.ok()
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
