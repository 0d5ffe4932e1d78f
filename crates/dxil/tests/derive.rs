//! Parts that are derived from modules.

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

use dx_container::parts::program::Program as ProgramPart;
use dx_container::parts::{Owned, PartBuf, View as _};
use dx_container::{Container, FourCc, is_container};
use dxil::bitcode;
use dxil::derive::{self, Program};
use dxil::shader::Shader;

fn bytes_of<P: PartBuf>(part: P) -> Vec<u8> {
    Owned::from(part).write().unwrap()
}

#[test]
fn explore() {
    let mut counts: BTreeMap<(String, String, &'static str), usize> = BTreeMap::new();
    corpus::each_file(|path, bytes| {
        if !is_container(bytes) {
            return;
        }
        let Ok(container) = Container::parse(bytes) else { return };
        let folder = path.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
        let Some(part) = container.part(FourCc::DXIL) else { return };
        let payload = container.payload(&part);
        let Ok(program) = ProgramPart::parse(payload) else {
            println!("{}: no program", path.display());
            return;
        };
        let module = match bitcode::read(program.bitcode, 0) {
            Ok(m) => m,
            Err(e) => {
                println!("{}: {e}", path.display());
                return;
            }
        };
        let shader = match Shader::read(&module) {
            Ok(m) => m,
            Err(e) => {
                println!("{}: {e}", path.display());
                return;
            }
        };
        let program_ = Program::new(&module, &shader);
        let mut compare = |name: FourCc, derived: Result<Option<Vec<u8>>, String>| {
            let original = container.part(name).map(|part| container.payload(&part).bytes.to_vec());
            let outcome = match (&original, &derived) {
                (None, Ok(None)) => return,
                (Some(a), Ok(Some(b))) if a == b => "same",
                (Some(a), Ok(Some(b))) => {
                    println!("{} {name} differs\n  {}\n  {}", path.display(), hex(a), hex(b));
                    "differs"
                }
                (None, Ok(_)) => "not there",
                (Some(_), Ok(None)) => "not derived",
                (None, Err(_)) => "error, not there",
                (_, Err(e)) => {
                    println!("{} {name}: {e}", path.display());
                    "error"
                }
            };
            *counts.entry((folder.clone(), name.to_string(), outcome)).or_default() += 1;
        };
        compare(
            FourCc::SFI0,
            derive::features(&program_).map(|p| Some(bytes_of(p))).map_err(|e| e.to_string()),
        );
        if !shader.model.as_ref().is_some_and(|m| m.is_library()) {
            match derive::signatures(&program_) {
                Ok(s) => {
                    compare(FourCc::ISG1, Ok(Some(s.input.write().unwrap())));
                    compare(FourCc::OSG1, Ok(Some(s.output.write().unwrap())));
                    compare(FourCc::PSG1, Ok(s.patch_constant_or_primitive.map(|s| s.write().unwrap())));
                }
                Err(e) => compare(FourCc::ISG1, Err(e.to_string())),
            }
            compare(
                FourCc::PSV0,
                derive::psv(&program_)
                    .map(|p| p.write().map_err(|e| e.to_string()))
                    .map_err(|e| e.to_string())
                    .and_then(|r| r)
                    .map(Some),
            );
        }
        let h = derive::hash(program.bitcode);
        let n = derive::debug_name(&h);
        compare(FourCc::HASH, Ok(Some(bytes_of(h))));
        compare(FourCc::ILDN, Ok(Some(bytes_of(n))));
    });
    println!("{counts:#?}");
}

fn hex(bytes: &[u8]) -> String {
    bytes
        .chunks(4)
        .map(|c| c.iter().map(|b| format!("{b:02x}")).collect::<String>())
        .collect::<Vec<_>>()
        .join(" ")
}
