//! Which outputs depend on which inputs and on SV_ViewID, from the code: equal to what compilers keep of it, and what
//! small programs are known to do.

pub(crate) mod bad_input;
pub(crate) mod cases;

use std::collections::BTreeMap;

use dx_container::FourCc;
use dxil::derive::{DescribedModule, ElementUsage};
use dxil::shader::{Shader, SignatureElement};
use dxil_ir::bitcode;
use testkit::modules::{self, Stored};
use testkit::{Test, corpus, note, tests};

pub(crate) const TESTS: &[Test] = tests![states_are_those_of_compilers, used_columns_are_those_of_compilers];

/// Calls `check` with each program that a compiler made; it says what is wrong.
fn each_program(mut check: impl FnMut(&DescribedModule<'_>) -> Result<(), String>) {
    let (mut failures, mut others, mut count) = (Vec::new(), 0, 0);
    let walked = modules::each_module(|stored| {
        let Ok(module) = bitcode::read(stored.bitcode, stored.offset) else { return };
        let Ok(shader) = Shader::read(&module) else { return };
        if !is_compiled(&stored) || shader.entry_points.is_empty() {
            others += 1;
            return;
        }
        count += 1;
        if let Err(what) = check(&DescribedModule::new(&module, &shader)) {
            failures.push(format!("{} at {:#x}: {what}", stored.path.display(), stored.offset));
        }
    });
    note!("{others} without code, or by hand; {} fail", failures.len());
    walked.checked("programs", count, [142, 2193]);
    assert!(failures.is_empty(), "{}", failures[..failures.len().min(40)].join("\n"));
}

/// Whether a compiler made it of its source. STAT has no code; tests of validators were written or changed by hand as
/// assembly: what they say of themselves is what the compiler found before, or nothing.
fn is_compiled(stored: &Stored<'_>) -> bool {
    let is_by_hand = stored.path.components().any(|folder| folder.as_os_str() == "dxc-invalid");
    !is_by_hand && stored.part != Some(FourCc(*b"STAT"))
}

/// What compilers keep is what is computed; where they keep nothing, nothing is to be kept.
fn states_are_those_of_compilers() {
    let mut stages = BTreeMap::<_, (usize, usize)>::new();
    each_program(|program| {
        let state = program.view_id_state().map_err(|error| error.to_string())?;
        let kept = &program.shader.view_id_state;
        let counts = stages.entry(program.shader.model.as_ref().unwrap().kind().unwrap()).or_default();
        counts.0 += 1;
        counts.1 += usize::from(kept.is_some());
        if state == *kept { Ok(()) } else { Err(format!("kept {kept:?}, computed {state:?}")) }
    });
    note!("programs, and how many of them keep a state: {stages:?}");
    let kept: usize = stages.values().map(|(_, kept)| *kept).sum();
    corpus::assert_at_least("states", kept, [76, 1031]);
}

/// What compilers say of the columns of elements that are used is what is counted.
fn used_columns_are_those_of_compilers() {
    let (mut used, mut dynamic) = (0, 0);
    each_program(|program| {
        let usage = program.signature_usage().map_err(|error| error.to_string())?;
        let Some(usage) = usage else { return Ok(()) };
        let keeps_used = program.validator_is_at_least(1, 5);
        let entry = &program.shader.entry_points[0];
        let signatures = entry.signatures.clone().unwrap_or_default();
        let mut compare = |elements: &Option<Vec<SignatureElement>>, usage: &[ElementUsage]| {
            let elements = elements.as_deref().unwrap_or_default();
            assert_eq!(elements.len(), usage.len());
            for (element, usage) in elements.iter().zip(usage) {
                let properties = element.properties.clone().unwrap_or_default();
                let kept = |mask: Option<&u32>| mask.copied().unwrap_or(0);
                let kept = (kept(properties.usage_mask()), kept(properties.dynamic_mask()));
                let is_used = if keeps_used { usage.used.into() } else { 0 };
                let counted = (is_used, usage.dynamic.into());
                if kept != counted {
                    return Err(format!(
                        "{} {}: kept {kept:?}, counted {counted:?}",
                        element.id, element.name
                    ));
                }
                used += usize::from(counted.0 != 0);
                dynamic += usize::from(counted.1 != 0);
            }
            Ok(())
        };
        compare(&signatures.inputs, &usage.inputs)?;
        compare(&signatures.outputs, &usage.outputs)?;
        compare(&signatures.patch_constants, &usage.patch_constants)
    });
    note!("{used} elements are used, {dynamic} by rows that only the program knows");
    corpus::assert_at_least("elements that are used", used, [252, 2854]);
    corpus::assert_if_known("elements that are used by dynamic rows", dynamic, 16);
}
