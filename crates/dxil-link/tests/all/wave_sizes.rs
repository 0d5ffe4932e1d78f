//! Entries that ask for a wave size, linked to shader models that say it otherwise.

use dx_container::Container;
use dxil::assemble::{self, assemble};
use dxil::shader::{EntryProperties, EntryProperty, Shader, WaveRange, WaveSize};
use dxil_link::{Exports, Library, Options};
use testkit::corpus;

use crate::linking::{Inputs, findings, target};
use crate::running::module;

pub(crate) const TESTS: &[testkit::Test] =
    testkit::tests![wave_sizes_are_those_of_the_target, wave_sizes_that_the_target_lacks_are_refused];

fn range(min: u32, max: u32) -> EntryProperty {
    EntryProperty::WaveRange(WaveRange { min, max, preferred: 0, extra: Vec::new() })
}

fn size(lanes: u32) -> EntryProperty {
    EntryProperty::WaveSize(WaveSize { lanes, extra: Vec::new() })
}

/// What a shader says of wave sizes that is linked of a library which says this.
fn linked(said: EntryProperty, profile: &str) -> Result<Option<EntryProperty>, String> {
    let folder = corpus::root().join("tests/corpus/link");
    let bytes = std::fs::read(folder.join("groupshared.main.dxil")).unwrap();
    let Library { module: mut program, mut shader, .. } =
        Library::read(&Container::parse(&bytes).unwrap(), false).unwrap();
    let entry = shader.entry_points.iter_mut().find(|entry| entry.function.is_some());
    entry.unwrap().properties.as_mut().unwrap().items.push(said);
    shader.write(&mut program);
    let library = assemble(program, &assemble::Options::default()).unwrap();
    let mut inputs = Inputs::read(&folder, &["a", "b"].map(|part| format!("groupshared.{part}.dxil")));
    inputs.add("main", library);
    let result = inputs.link(&target(profile, "main", Exports::All), &Options::default());
    let bytes = result.map_err(|errors| errors.to_string())?;
    assert_eq!(findings(&bytes), Vec::<String>::new());
    let shader = Shader::read(&module(&bytes)).unwrap();
    let properties: Option<&EntryProperties> = shader.entry_points[0].properties.as_ref();
    let is_one =
        |item: &&EntryProperty| matches!(item, EntryProperty::WaveSize(_) | EntryProperty::WaveRange(_));
    Ok(properties.and_then(|said| said.items.iter().find(is_one)).cloned())
}

fn wave_sizes_are_those_of_the_target() {
    for (said, profile, expected) in [
        (range(32, 0), "cs_6_8", range(32, 0)),
        (range(32, 0), "cs_6_7", size(32)),
        (range(32, 0), "cs_6_6", size(32)),
        (range(16, 64), "cs_6_8", range(16, 64)),
        (size(64), "cs_6_8", range(64, 0)),
        (size(64), "cs_6_6", size(64)),
    ] {
        assert_eq!(linked(said, profile), Ok(Some(expected)), "{profile}");
    }
}

fn wave_sizes_that_the_target_lacks_are_refused() {
    for (said, profile, needed) in [
        (
            range(16, 64),
            "cs_6_7",
            "uses a range of wave sizes, which requires shader model 6.8, but the target is cs_6_7",
        ),
        (
            range(32, 0),
            "cs_6_5",
            "uses a wave size, which requires shader model 6.6, but the target is cs_6_5",
        ),
        (size(32), "cs_6_5", "uses a wave size, which requires shader model 6.6, but the target is cs_6_5"),
    ] {
        let error = linked(said, profile).unwrap_err();
        assert!(error.contains("[link.model]") && error.contains(needed), "{error}");
    }
}
