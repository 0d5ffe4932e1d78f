//! Real shaders: all but a few are converted, and every converted shader is valid.

use std::collections::BTreeMap;

use dx_bytecode::program::part_of;
use dx_container::Container;
use dxbc_to_dxil::{Options, Source, convert};
use dxil_validate::validate_container;
use testkit::{Failed, Test, corpus, note, tests};

pub(crate) const TESTS: &[Test] = tests![shaders_are_converted_to_valid_shaders];

fn shaders_are_converted_to_valid_shaders() -> Result<(), Failed> {
    let mut refused: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut invalid = Vec::new();
    let mut count = 0;
    for shader in corpus::shaders().iter().filter(|shader| shader.honest) {
        let Ok(container) = Container::parse(&shader.bytes) else { continue };
        if part_of(&container).is_none() {
            continue;
        }
        count += 1;
        let name = shader.path.file_name().unwrap_or_default().to_string_lossy();
        let converted = Source::read(&container)
            .and_then(|source| convert(&source, &Options::default()))
            .and_then(|converted| converted.container());
        match converted {
            Err(error) => {
                refused.entry(error.to_string()).or_default().push(name.into_owned());
            }
            Ok(bytes) => {
                let report = validate_container(&bytes, &dxil_validate::Options::default()).report;
                if let Some(finding) = report.findings.first() {
                    invalid.push(format!("{name}: {finding:?}"));
                }
            }
        }
    }
    note!(
        "{count} shaders, {} refused, {} invalid",
        refused.values().map(Vec::len).sum::<usize>(),
        invalid.len()
    );
    for (reason, names) in &refused {
        note!("{}: {reason}: {}", names.len(), names[0]);
    }
    for finding in &invalid {
        note!("{finding}");
    }
    Ok(())
}
