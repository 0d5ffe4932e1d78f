//! Shaders of all kinds: compiled or refused by name, whatever they are; what is compiled keeps the rules of the IR and
//! has nothing of DXIL left.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use amdgpu_compile::bindings::BindingMap;
use amdgpu_compile::{CompileErrorKind, Options, Processor, WaveSize, compile};
use dxil_ir::{Module, verify};
use testkit::damage::module::Damage;
use testkit::random::Random;
use testkit::{Limits, Test, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    real_shaders_are_compiled_or_refused within Limits::seconds(60, "it compiles the whole corpus"),
    wave_sizes_are_those_that_shaders_allow,
    damaged_modules_end
];

fn options(processor: &str, wave_size: Option<u32>) -> Options {
    Options {
        processor: Processor::named(processor).unwrap(),
        wave_size: wave_size.and_then(WaveSize::of_lanes),
        bindings: BindingMap::default(),
        hash: [1, 2],
    }
}

fn real_shaders_are_compiled_or_refused() {
    let (mut compiled, mut others) = (0, 0);
    let mut refused: BTreeMap<&str, u32> = BTreeMap::new();
    let walked = testkit::modules::each_module(|stored| {
        let module = dxil_ir::bitcode::read(stored.bitcode, 0).unwrap();
        for processor in ["gfx1030", "gfx1100"] {
            match compile(module.clone(), &options(processor, None)) {
                Ok(made) => {
                    compiled += 1;
                    let mut text = String::new();
                    dxil_text::print(&made.module, &mut text).unwrap();
                    assert!(!text.contains("dx.op.") && !text.contains("llvm.dx."), "{text}");
                    let again = dxil_text::parse(text.as_bytes()).unwrap();
                    assert!(verify(&again).is_valid());
                }
                Err(error) => match error.kind() {
                    CompileErrorKind::Stage(_) => others += 1,
                    CompileErrorKind::Bug(what) => panic!("{what}"),
                    kind => {
                        *refused.entry(located::Kind::code(error.kind())).or_default() += 1;
                        let has_place = matches!(
                            kind,
                            CompileErrorKind::Operation { .. } | CompileErrorKind::Instruction(_)
                        );
                        assert!(!has_place || error.path().next().is_some(), "{error:?} says where");
                    }
                },
            }
        }
    });
    note(format_args!("{compiled} compiled, {others} of other stages, refused: {refused:?}"));
    walked.checked("compiled shaders", compiled, [73, 73]).checked(
        "shaders of other stages",
        others,
        [368, 368],
    );
}

/// A shader that does nothing, with these properties of its entry.
fn with_properties(properties: &str) -> Module {
    let text = format!(
        "target triple = \"dxil-ms-dx\"\n\
         define void @main() {{\n  ret void\n}}\n\
         !dx.version = !{{!0}}\n!dx.shaderModel = !{{!1}}\n!dx.entryPoints = !{{!2}}\n\
         !0 = !{{i32 1, i32 8}}\n!1 = !{{!\"cs\", i32 6, i32 8}}\n\
         !2 = !{{void ()* @main, !\"main\", null, null, !3}}\n\
         !3 = !{{{properties}}}\n!4 = !{{i32 8, i32 4, i32 2}}\n!5 = !{{i32 64}}\n!6 = !{{i32 32, i32 64, i32 64}}\n\
         !7 = !{{i32 4, i32 16, i32 0}}\n!8 = !{{i32 128}}\n!9 = !{{i32 2048, i32 1, i32 1}}\n"
    );
    dxil_text::parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors}"))
}

fn wave_sizes_are_those_that_shaders_allow() {
    let made = |properties: &str, wanted| compile(with_properties(properties), &options("gfx1100", wanted));
    let lanes = |properties: &str, wanted| made(properties, wanted).unwrap().wave_size.lanes();
    assert_eq!(lanes("i32 4, !4", None), 32);
    assert_eq!(lanes("i32 4, !4", Some(64)), 64);
    assert_eq!(made("i32 4, !4", None).unwrap().threads, Some([8, 4, 2]));
    // As many as that.
    assert_eq!(lanes("i32 4, !4, i32 11, !5", None), 64);
    assert!(made("i32 4, !4, i32 11, !5", Some(32)).is_err());
    assert!(made("i32 4, !4, i32 11, !8", None).is_err());
    // From 32 to 64, 64 at best.
    assert_eq!(lanes("i32 4, !4, i32 23, !6", None), 64);
    assert_eq!(lanes("i32 4, !4, i32 23, !6", Some(32)), 32);
    assert!(made("i32 4, !4, i32 23, !7", None).is_err());
    // Too many threads, or none.
    assert!(made("i32 4, !9", None).is_err());
    assert!(made("i32 0, i64 0", None).is_err());
}

fn damaged_modules_end() {
    let mut bases = Vec::new();
    let walked = testkit::modules::some_modules(60, 30_000, |stored| {
        let module = dxil_ir::bitcode::read(stored.bitcode, 0).unwrap();
        if compile(module.clone(), &options("gfx1030", None)).is_ok() {
            bases.push(module);
        }
    });
    walked.checked("modules that compile", bases.len(), [1, 1]);
    bases.push(with_properties("i32 4, !4"));
    let (mut compiled, mut refused) = (0, 0);
    for number in 0..times(300) as u64 {
        let mut random = Random((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| _ = random.below(2));
        let mut module = bases[random.below(bases.len())].clone();
        for _ in 0..=random.below(4) {
            Damage { module: &mut module, random: &mut random }.one();
        }
        let start = Instant::now();
        match compile(module, &options("gfx1100", None)) {
            Ok(_) => compiled += 1,
            Err(_) => refused += 1,
        }
        assert!(start.elapsed() < Duration::from_secs(10), "number {number}");
    }
    note(format_args!("{compiled} compiled, {refused} refused"));
    assert!(compiled > 0 && refused > 0);
}
