//! Mutated sources: words of WGSL and SPIR-V are replaced, removed and exchanged. A module that naga accepts compiles
//! to a valid container, or the error has a message; nothing panics.

use std::panic::catch_unwind;

use libtest_mimic::{Failed, Trial};
use naga::Module;
use naga::back::spv as spv_out;
use naga::front::{spv, wgsl};
use naga::valid::{ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use naga_dxil::{Options, PipelineOptions, capabilities, write};
use testkit::random::Random;
use testkit::times;

/// Mutated inputs of each language in a test run; `cargo xtask soak` has 20 times as many.
const QUICK: usize = 600;

const SOURCES: [&str; 5] = [
    include_str!("../../benches/particles.wgsl"),
    include_str!("mutations/textures.wgsl"),
    include_str!("mutations/memory.wgsl"),
    include_str!("mutations/rays.wgsl"),
    include_str!("mutations/mesh.wgsl"),
];

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("mutations/wgsl", mutated_wgsl), Trial::test("mutations/spirv", mutated_spirv)]
}

fn validated(module: &Module) -> Option<ModuleInfo> {
    let mut validator = Validator::new(ValidationFlags::all(), capabilities());
    validator.subgroup_stages(ShaderStages::all()).subgroup_operations(SubgroupOperationSet::all());
    validator.validate(module).ok()
}

/// Reads a source. A panic of naga is not a failure of this crate.
fn read(parse: impl FnOnce() -> Option<Module> + std::panic::UnwindSafe) -> Option<(Module, ModuleInfo)> {
    let read = catch_unwind(|| {
        let module = parse()?;
        let info = validated(&module)?;
        Some((module, info))
    });
    read.ok().flatten()
}

/// Compiles all entry points of a module; returns the number of containers.
fn compile(module: &Module, info: &ModuleInfo) -> Result<usize, String> {
    let mut count = 0;
    for entry in &module.entry_points {
        let pipeline = PipelineOptions {
            entry_point: Some((entry.stage, entry.name.clone())),
            constants: Default::default(),
        };
        match write(module, info, &pipeline, &Options::default()) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(output) => {
                let options = dxil_validate::Options::default();
                let report = dxil_validate::validate_container(&output.container, &options).report;
                if let Some(finding) = report.findings.first() {
                    return Err(format!("{}: the container is not valid: {}", entry.name, finding.message));
                }
                count += 1;
            }
        }
    }
    Ok(count)
}

fn parse_wgsl(source: &str) -> Option<Module> {
    let mut options = wgsl::Options::new();
    options.capabilities = capabilities();
    wgsl::Frontend::new_with_options(options).parse(source).ok()
}

/// Panics of naga are expected and not printed.
fn quiet<R>(run: impl FnOnce() -> R) -> R {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = run();
    std::panic::set_hook(hook);
    result
}

fn mutated_wgsl() -> Result<(), Failed> {
    let mut random = Random(17);
    let sources = SOURCES.map(words);
    let count = times(QUICK);
    let mut compiled = 0;
    for _ in 0..count {
        let mut source = sources[random.below(sources.len())].clone();
        for _ in 0..=random.below(3) {
            let (at, other) = (random.below(source.len()), random.below(source.len()));
            match random.below(4) {
                0 => source[at] = source[other].clone(),
                1 => source.swap(at, other),
                2 => drop(source.remove(at)),
                _ => source[at] = NUMBERS[random.below(NUMBERS.len())].to_owned(),
            }
        }
        let text = source.concat();
        if let Some((module, info)) = quiet(|| read(|| parse_wgsl(&text))) {
            compiled += compile(&module, &info).map_err(|error| format!("{error}\n{text}"))?;
        }
    }
    assert!(compiled * 20 > count, "{compiled} of {count} mutated sources compile");
    Ok(())
}

/// Numbers at the limits of types and sizes.
const NUMBERS: [&str; 8] = ["0", "1", "7u", "65536", "2147483647", "4294967295u", "-1", "1e38"];

/// Words, numbers, punctuation and white space; their concatenation is the source.
fn words(source: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = None;
    for c in source.chars() {
        let class = (c.is_alphanumeric() || c == '_' || c == '.', c.is_whitespace());
        match words.last_mut() {
            Some(word) if last == Some(class) && class != (false, false) => word.push(c),
            _ => words.push(c.to_string()),
        }
        last = Some(class);
    }
    words
}

fn mutated_spirv() -> Result<(), Failed> {
    let mut random = Random(18);
    let mut sources = Vec::new();
    for source in SOURCES {
        let module = parse_wgsl(source).ok_or("a source is not valid")?;
        let info = validated(&module).ok_or("a source is not valid")?;
        let options = spv_out::Options { lang_version: (1, 4), ..spv_out::Options::default() };
        if let Ok(words) = spv_out::write_vec(&module, &info, &options, None) {
            sources.push(words);
        }
    }
    assert!(sources.len() >= 3, "{} sources become SPIR-V", sources.len());
    let count = times(QUICK);
    let mut compiled = 0;
    for _ in 0..count {
        let mut words = sources[random.below(sources.len())].clone();
        for _ in 0..=random.below(2) {
            let at = random.below(words.len());
            words[at] = match random.below(4) {
                0 => random.word(),
                1 => words[random.below(words.len())],
                2 => words[at].wrapping_add(1),
                _ => u32::try_from(random.below(64)).expect("it is small"),
            };
        }
        let module = quiet(|| {
            read(|| {
                let options = spv::Options { adjust_coordinate_space: false, ..spv::Options::default() };
                spv::Frontend::new(words.iter().copied(), &options).parse().ok()
            })
        });
        if let Some((module, info)) = module {
            compiled += compile(&module, &info)?;
        }
    }
    assert!(compiled * 20 > count, "{compiled} of {count} mutated modules compile");
    Ok(())
}
