//! Real libraries alone: linked to libraries of their own shader models, and their compute shaders to programs.

use dx_container::enums::ShaderKind;
use dx_container::{Container, ProgramVersion};
use dxil_link::{Exports, Library, Options, Profile, Target};
use testkit::{Completion, Failed, corpus, skipped};

use crate::linking::{Inputs, findings, target};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    libraries_link_to_themselves,
    compute_shaders_link,
    entries_link_to_their_stages,
    matrices_are_handed_over,
    offline_libraries_link
];

/// Libraries that export nothing.
const EMPTY: [&str; 2] = ["CodeGenHLSL__lib_select_res", "SemaHLSL__reordercoherent-implied"];

/// A library of the corpus.
struct Single {
    name: String,
    bytes: Vec<u8>,
    profile: Profile,
    /// Its compute shaders.
    shaders: Vec<String>,
    /// All its entries.
    entries: Vec<(String, ShaderKind)>,
}

/// The libraries of the corpus; `None` without one.
fn libraries() -> Option<Vec<Single>> {
    let single = |path: &std::path::PathBuf| {
        let bytes = std::fs::read(path).ok()?;
        let library = Library::read(&Container::parse(&bytes).ok()?, false).ok()?;
        let model = library.shader.model.as_ref().filter(|model| model.is_library())?;
        let is_compute = |entry: &&dxil::shader::EntryPoint| {
            let kind = entry.properties.as_ref().and_then(|said| said.shader_kind());
            kind == Some(&ShaderKind::COMPUTE)
        };
        let shaders = library.shader.entry_points.iter().filter(is_compute);
        let entries =
            library.shader.entry_points.iter().filter_map(|entry| {
                Some((entry.name.to_string(), *entry.properties.as_ref()?.shader_kind()?))
            });
        Some(Single {
            name: path.file_stem()?.to_string_lossy().into_owned(),
            profile: model.to_string().parse().ok()?,
            shaders: shaders.map(|entry| entry.name.to_string()).collect(),
            entries: entries.collect(),
            bytes,
        })
    };
    let libraries: Vec<Single> = corpus::inputs("dxc", "dxil")?.iter().filter_map(single).collect();
    Some(libraries).filter(|libraries| !libraries.is_empty())
}

fn is_offline(single: &Single) -> bool {
    single.profile.minor == ProgramVersion::OFFLINE
}

fn libraries_link_to_themselves() -> Result<Completion, Failed> {
    let Some(libraries) = libraries() else { return Ok(skipped("libraries")) };
    let (mut linked, mut wrong) = (0, Vec::new());
    for single in libraries.into_iter().filter(|single| !is_offline(single)) {
        let target = Target::Library { profile: single.profile, exports: Exports::All };
        let is_empty = EMPTY.contains(&single.name.as_str());
        match Inputs::of(&single.name, single.bytes).link(&target, &Options::default()) {
            Ok(bytes) => match findings(&bytes).first() {
                None => linked += 1,
                Some(first) => wrong.push(format!("{}: {first}", single.name)),
            },
            Err(errors) if is_empty && errors.to_string().contains("[link.nothing-to-export]") => {}
            Err(errors) => wrong.push(format!("{}: {errors}", single.name)),
        }
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    corpus::at_least("libraries that are linked", linked, [1, 86])?;
    Ok(Completion::Completed)
}

/// What keeps entries from being linked alone.
const NOT_ALONE: [(&str, &str); 2] =
    [("is not defined, but called by", "link.undefined"), ("but the target is", "link.model")];

fn entries_link_to_their_stages() -> Result<Completion, Failed> {
    let Some(libraries) = libraries() else { return Ok(skipped("entries of libraries")) };
    let (mut linked, mut refused, mut wrong) = (0, 0, Vec::new());
    for single in &libraries {
        for (entry, kind) in &single.entries {
            let Some(stage) = stage(*kind) else { continue };
            for minor in [8, single.profile.minor.min(8), 0] {
                let inputs = Inputs::of(&single.name, single.bytes.clone());
                let result = inputs
                    .link(&target(&format!("{stage}_6_{minor}"), entry, Exports::All), &Options::default());
                let outcome = match result {
                    Ok(bytes) => findings(&bytes).join("; "),
                    Err(errors) => errors.to_string(),
                };
                if outcome.is_empty() {
                    linked += 1;
                } else if NOT_ALONE
                    .iter()
                    .any(|(words, code)| outcome.contains(words) && outcome.contains(code))
                {
                    refused += 1;
                } else {
                    wrong.push(format!("{}, {entry} to {stage}_6_{minor}: {outcome}", single.name));
                }
            }
        }
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    corpus::at_least("entries that are linked", linked, [1, 58])?;
    corpus::assert_if_known("entries that are refused", refused, 29);
    Ok(Completion::Completed)
}

/// The profile of a stage that has one.
fn stage(kind: ShaderKind) -> Option<&'static str> {
    let stages = [
        (ShaderKind::PIXEL, "ps"),
        (ShaderKind::VERTEX, "vs"),
        (ShaderKind::GEOMETRY, "gs"),
        (ShaderKind::HULL, "hs"),
        (ShaderKind::DOMAIN, "ds"),
        (ShaderKind::COMPUTE, "cs"),
        (ShaderKind::MESH, "ms"),
        (ShaderKind::AMPLIFICATION, "as"),
    ];
    stages.iter().find(|(known, _)| *known == kind).map(|(_, stage)| *stage)
}

/// A pixel shader that hands an array of matrices to a function of another library, which indexes it by a value.
fn matrices_are_handed_over() -> Result<Completion, Failed> {
    let Some(folder) = corpus::subfolder("dxc") else {
        return Ok(skipped("libraries that hand over matrices"));
    };
    let names = ["lib_mat_entry", "lib_mat_cast"];
    let names = names.map(|name| format!("HLSLFileCheck__shader_targets__library__{name}.dxil"));
    if !corpus::is_known() && names.iter().any(|name| !folder.join(name).is_file()) {
        return Ok(skipped("libraries that hand over matrices"));
    }
    let bytes =
        Inputs::read(&folder, &names).link(&target("ps_6_8", "main", Exports::All), &Options::default())?;
    assert_eq!(findings(&bytes), Vec::<String>::new());
    Ok(Completion::Completed)
}

/// Compute shaders that cannot be linked to `cs_6_8`, and what is said of them.
const REFUSED: [(&str, &str); 2] = [
    ("HLSLFileCheck__shader_targets__library__lib_entries", "function StoreCSOutput"),
    ("triangle_positions", "which requires shader model 6.10, but the target is cs_6_8"),
];

fn compute_shaders_link() -> Result<Completion, Failed> {
    let Some(libraries) = libraries() else { return Ok(skipped("libraries with compute shaders")) };
    let (mut linked, mut refused, mut wrong) = (0, 0, Vec::new());
    for single in libraries.iter().filter(|single| !is_offline(single)) {
        for shader in &single.shaders {
            let target = target("cs_6_8", shader, Exports::All);
            let said = REFUSED.iter().find(|(name, _)| single.name.ends_with(name)).map(|(_, said)| *said);
            match Inputs::of(&single.name, single.bytes.clone()).link(&target, &Options::default()) {
                Ok(bytes) => match findings(&bytes).first() {
                    None => linked += 1,
                    Some(first) => wrong.push(format!("{}, {shader}: {first}", single.name)),
                },
                Err(errors) if said.is_some_and(|said| errors.to_string().contains(said)) => refused += 1,
                Err(errors) => wrong.push(format!("{}, {shader}: {errors}", single.name)),
            }
        }
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    if (linked, refused) == (0, 0) {
        return Ok(skipped("libraries with compute shaders"));
    }
    assert!((linked, refused) == (4, 2) || !corpus::is_known(), "{linked} linked, {refused} refused");
    Ok(Completion::Completed)
}

/// What keeps libraries that are only linked from being one of shader model 6.8: what linking says, or the rule that is
/// broken.
const NOT_6_8: [(&str, &str); 4] = [
    ("trim-target-types-metadata-lib.3", "which requires shader model 6.10, but the target is lib_6_8"),
    ("trim-target-types-metadata-lib", "which requires shader model 6.10, but the target is lib_6_8"),
    // Functions that stay take and give resources.
    ("node-object-export-1.1", "DECL.RESOURCEINFNSIG"),
    ("retCBV3.2", "DECL.RESOURCEINFNSIG"),
];

fn offline_libraries_link() -> Result<Completion, Failed> {
    let Some(libraries) = libraries() else { return Ok(skipped("libraries that are only linked")) };
    let (mut compared, mut linked) = (0, 0);
    for single in libraries.into_iter().filter(is_offline) {
        compared += 1;
        let name = single.name;
        let before = findings(&single.bytes);
        let inputs = Inputs::of(&name, single.bytes);
        // No validator accepts them: what it says of one is what it said before.
        let offline = inputs.link(&target("lib_6_x", "", Exports::All), &Options::default());
        let offline = offline.map_err(|errors| format!("{name}: {errors}"))?;
        assert_eq!(findings(&offline).len(), before.len(), "{name}: {before:?}");
        let said = NOT_6_8.iter().find(|(known, _)| name.ends_with(known)).map(|(_, said)| *said);
        let outcome = match inputs.link(&target("lib_6_8", "", Exports::All), &Options::default()) {
            Ok(bytes) => findings(&bytes).join("; "),
            Err(errors) => errors.to_string(),
        };
        match said {
            Some(said) if outcome.contains(said) => {}
            None if outcome.is_empty() => linked += 1,
            _ => return Err(format!("{name}: {outcome}").into()),
        }
    }
    if compared == 0 {
        return Ok(skipped("libraries that are only linked"));
    }
    assert!(linked == 3 || !corpus::is_known(), "{linked} of 3");
    Ok(Completion::Completed)
}
