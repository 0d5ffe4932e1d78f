//! What findings call the things that they are about, where the program itself does not say it.

use std::fs;

use dx_container::builder::{ContainerBuilder, Signing};
use dx_container::parts::Owned;
use dx_container::parts::program::ProgramPartBuf;
use dx_container::{Container, FourCc};
use dxil_ir::bitcode;
use dxil_validate::{Options, Rule, validate_container};
use testkit::corpus::root;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![resources_have_the_names_of_the_reflection];

/// An example whose program is changed in one place, with all its other parts.
fn changed(example: &str, old: &str, new: &str) -> Vec<u8> {
    let path = root().join("examples").join(example);
    let bytes = fs::read(path).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let part = container.part(FourCc::DXIL).unwrap();
    let mut program = Owned::<ProgramPartBuf>::read(container.payload(&part)).unwrap();
    let mut text = String::new();
    dxil_text::print(&bitcode::read(&program.bitcode, 0).unwrap(), &mut text).unwrap();
    assert!(text.contains(old), "{text}");
    let module = dxil_text::parse(text.replacen(old, new, 1).as_bytes()).unwrap();
    program.meaning.bitcode = bitcode::write(&module).unwrap();
    let program = program.write().unwrap();
    let mut builder = ContainerBuilder::from(&container);
    builder.replace(FourCc::DXIL, &program);
    builder.build(Signing::Keep).unwrap()
}

/// DXC takes the names of resources out of the program; the part STAT has them.
fn resources_have_the_names_of_the_reflection() {
    let (old, new) = ("ResourceProperties { i32 2, i32 1033 }", "ResourceProperties { i32 3, i32 1033 }");
    let report = validate_container(&changed("triangle_ps.dxil", old, new), &Options::default()).report;
    let rule = Rule::INSTR_RESOURCE_KIND_FOR_SAMPLE;
    let finding = report.findings.iter().find(|finding| finding.rule == rule).unwrap();
    let expected = "Sample accesses `albedo` (t0), a Texture2DMS SRV; expected";
    assert!(finding.message.starts_with(expected), "{}", finding.message);
}
