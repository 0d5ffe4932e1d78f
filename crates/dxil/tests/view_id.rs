//! Which outputs depend on which inputs and on SV_ViewID, from the code: equal to what compilers keep of it.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

#[path = "streams/corpus.rs"]
mod corpus;

use std::collections::BTreeMap;

use dx_container::FourCc;
use dx_container::enums::ShaderKind;
use dxil::bitcode;
use dxil::derive::Program;
use dxil::shader::Shader;

/// Every state that a compiler keeps is what is computed; where it keeps none, all words are 0.
#[test]
fn states_are_those_of_compilers() {
    let mut stages = BTreeMap::<_, (usize, usize)>::new();
    let mut failures = Vec::new();
    corpus::each_module(|stored| {
        if stored.part == Some(FourCc(*b"STAT")) {
            return;
        }
        let Ok(module) = bitcode::read(stored.bitcode, stored.offset) else { return };
        let Ok(shader) = Shader::read(&module) else { return };
        let Some(kind) = shader.model.as_ref().and_then(|model| model.kind()) else { return };
        if shader.entry_points.is_empty() {
            return;
        }
        let entry = stages.entry(kind).or_default();
        entry.0 += 1;
        let state = Program::new(&module, &shader).view_id_state();
        let name = format!("{} at {:#x}, {:?}", stored.path.display(), stored.offset, stored.part);
        match state {
            Err(error) => failures.push(format!("{name}: {error}")),
            Ok(None) => assert!(matches!(kind, ShaderKind::COMPUTE | ShaderKind::LIBRARY)),
            Ok(Some(state)) => {
                let kept = shader.view_id_state.clone();
                entry.1 += usize::from(kept.is_some());
                let is_equal = match &kept {
                    Some(kept) => *kept == state,
                    None => state.words.iter().all(|word| *word == 0),
                };
                if !is_equal {
                    failures.push(format!("{name}: kept {kept:?}\n computed {state:?}"));
                }
            }
        }
    });
    println!("{stages:?}, {} fail", failures.len());
    assert!(failures.is_empty(), "{}", failures[..failures.len().min(400)].join("\n"));
}
