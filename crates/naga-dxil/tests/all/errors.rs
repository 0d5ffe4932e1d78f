//! Errors of this crate, which name the construct, its location and the next step. Errors of naga's front ends and its
//! validator are not tested here.

use libtest_mimic::Trial;
use naga::ShaderStage;
use naga::back::hlsl;
use naga_dxil::{Options, PipelineOptions};

use crate::harness::{case, compile};

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    let mut add = |name: &str, test: fn()| cases.push(case(format!("errors/{name}"), test));
    add("no_entry", no_entry);
    add("no_entries", no_entries);
    add("entry_of_another_stage", entry_of_another_stage);
    add("ambiguous_entry", ambiguous_entry);
    add("colliding_bindings", colliding_bindings);
    add("workgroup_memory", workgroup_memory);
    add("large_variable", large_variable);
    add("missing_binding", missing_binding);
    add("missing_override", missing_override);
    add("unknown_override", unknown_override);
    add("override_out_of_range", override_out_of_range);
    for old in OLD_MODELS {
        cases.push(case(format!("errors/old_model/{}", old.name), move || old_model(old)));
    }
    cases
}

/// The code and the text of the error.
fn error(source: &str, pipeline: &PipelineOptions, options: &Options) -> (&'static str, String) {
    let Err(error) = compile(source, pipeline, options) else { panic!("the module is compiled") };
    (error.as_inner().code(), error.emit_to_string(source))
}

fn named(stage: ShaderStage, name: &str) -> PipelineOptions {
    PipelineOptions { entry_point: Some((stage, name.into())), ..PipelineOptions::default() }
}

#[track_caller]
fn assert_error(found: &(&'static str, String), code: &str, parts: &[&str]) {
    assert_eq!(found.0, code, "{}", found.1);
    for part in parts {
        assert!(found.1.contains(part), "expected `{part}` in\n{}", found.1);
    }
}

const TWO_ENTRIES: &str = "
    @compute @workgroup_size(1) fn first() {}
    @fragment fn second() -> @location(0) vec4<f32> { return vec4(1.0); }
";

fn no_entry() {
    let found = error(TWO_ENTRIES, &named(ShaderStage::Compute, "third"), &Options::default());
    let expected = "the module has no entry point `third`; it has `first` (Compute), `second` (Fragment)";
    assert_error(&found, "compile.entry", &[expected]);
}

fn no_entries() {
    let found = error("fn f() {}", &named(ShaderStage::Compute, "main"), &Options::default());
    assert_error(&found, "compile.entry", &["the module has no entry point `main`; it has none"]);
    let found = error("fn f() {}", &PipelineOptions::default(), &Options::default());
    assert_error(&found, "compile.entry", &["the module has no entry points; add a function"]);
}

fn entry_of_another_stage() {
    let found = error(TWO_ENTRIES, &named(ShaderStage::Fragment, "first"), &Options::default());
    assert_error(&found, "compile.entry", &["no entry point `first`", "`first` (Compute)"]);
}

fn ambiguous_entry() {
    let found = error(TWO_ENTRIES, &PipelineOptions::default(), &Options::default());
    let expected =
        "the module has 2 entry points; select an entry point: `first` (Compute), `second` (Fragment)";
    assert_error(&found, "compile.entry", &[expected]);
}

fn colliding_bindings() {
    let source = "
        @group(0) @binding(3) var<storage, read_write> one: u32;
        @group(0) @binding(3) var<storage, read_write> other: u32;
        @compute @workgroup_size(1) fn main() { one = 1u; other = 2u; }
    ";
    // The validator of naga rejects two variables of an entry point with one binding, so registers collide by options.
    let source = source.replacen("binding(3)", "binding(2)", 1);
    let mut options = Options::default();
    for binding in [2, 3] {
        let resource = naga::ResourceBinding { group: 0, binding };
        let target = hlsl::BindTarget { register: 5, ..hlsl::BindTarget::default() };
        options.bindings.binding_map.insert(resource, target);
    }
    let found = error(&source, &PipelineOptions::default(), &options);
    assert_error(&found, "compile.binding", &["`one`", "`other`", "u5", "other: u32"]);
}

fn workgroup_memory() {
    let source = "
        var<workgroup> small: array<u32, 16>;
        var<workgroup> large: array<vec4<f32>, 2048>;
        @compute @workgroup_size(1) fn main() { small[0] = 1u; large[0] = vec4(f32(small[1])); }
    ";
    let found = error(source, &PipelineOptions::default(), &Options::default());
    assert_error(&found, "compile.program", &["32832 bytes", "at most 32768", "`small` 64", "`large` 32768"]);
}

fn large_variable() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: u32;
        @compute @workgroup_size(1) fn main() { var large: array<array<u32, 2000>, 2000>; out = large[out][out]; }
    ";
    let found = error(source, &PipelineOptions::default(), &Options::default());
    assert_error(&found, "compile.too-large", &["4000000 scalars", "var large"]);
}

fn missing_binding() {
    let source = "
        @group(2) @binding(7) var<storage, read_write> results: u32;
        @compute @workgroup_size(1) fn main() { results = 1u; }
    ";
    let mut options = Options::default();
    options.bindings.fake_missing_bindings = false;
    let found = error(source, &PipelineOptions::default(), &options);
    let parts =
        ["`results` (@group(2) @binding(7)) has no register; add it to the binding map", "var<storage"];
    assert_error(&found, "compile.binding", &parts);
}

const OVERRIDES: &str = "
    override size: u32;
    @id(7) override factor: f32 = 2.0;
    @group(0) @binding(0) var<storage, read_write> results: array<f32>;
    @compute @workgroup_size(1) fn main() { results[size] = factor; }
";

fn missing_override() {
    let found = error(OVERRIDES, &PipelineOptions::default(), &Options::default());
    assert_error(&found, "compile.override", &["size", "set the value of each override that has no default"]);
}

fn with_constants(constants: &[(&str, f64)]) -> PipelineOptions {
    let constants = constants.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    PipelineOptions { constants, ..PipelineOptions::default() }
}

fn unknown_override() {
    let pipeline = with_constants(&[("size", 1.0), ("sise", 2.0)]);
    assert_error(
        &error(OVERRIDES, &pipeline, &Options::default()),
        "compile.override",
        &["sise", "use the name of an override"],
    );
}

fn override_out_of_range() {
    let pipeline = with_constants(&[("size", -1.0)]);
    assert_error(
        &error(OVERRIDES, &pipeline, &Options::default()),
        "compile.override",
        &["doesn't fit", "use a value in the range of the override's type"],
    );
}

/// A construct that a shader model lacks.
struct Old {
    name: &'static str,
    source: &'static str,
    model: (u32, u32),
    needed: (u32, u32),
    /// The construct in the message, and source code at the location.
    construct: &'static str,
    location: &'static str,
}

const OLD_MODELS: &[Old] = &[
    Old {
        name: "f16",
        source: "enable f16;
            @group(0) @binding(0) var<storage, read_write> results: array<f16>;
            @compute @workgroup_size(1) fn main() { results[0] = 1.0h; }",
        model: (6, 1),
        needed: (6, 2),
        construct: "16-bit",
        location: "results: array<f16>",
    },
    Old {
        name: "u64_atomic",
        source: "@group(0) @binding(0) var<storage, read_write> results: atomic<u64>;
            @compute @workgroup_size(1) fn main() { atomicMax(&results, 1lu); }",
        model: (6, 5),
        needed: (6, 6),
        construct: "64",
        location: "atomicMax(&results, 1lu)",
    },
    Old {
        name: "u64_workgroup_atomic",
        source: "var<workgroup> sum: atomic<u64>;
            @compute @workgroup_size(1) fn main() { atomicAdd(&sum, 1lu); }",
        model: (6, 5),
        needed: (6, 6),
        construct: "64",
        location: "atomicAdd(&sum, 1lu)",
    },
    Old {
        name: "ray_query",
        source: "enable wgpu_ray_query;
            @group(0) @binding(0) var scene: acceleration_structure;
            @group(0) @binding(1) var<storage, read_write> results: u32;
            @compute @workgroup_size(1) fn main() {
                var query: ray_query;
                rayQueryInitialize(&query, scene, RayDesc(0u, 0xffu, 0.0, 1.0, vec3<f32>(), vec3(1.0)));
                rayQueryProceed(&query);
                results = rayQueryGetCommittedIntersection(&query).kind;
            }",
        model: (6, 4),
        needed: (6, 5),
        construct: "",
        location: "var query: ray_query",
    },
    Old {
        name: "view_index",
        source: "@fragment fn main(@builtin(view_index) view: u32) -> @location(0) vec4<f32> { return vec4(f32(view)); }",
        model: (6, 0),
        needed: (6, 1),
        construct: "",
        location: "view",
    },
    Old {
        name: "f16_in_function",
        source: "enable f16;
            @group(0) @binding(0) var<storage, read_write> results: array<f32>;
            @compute @workgroup_size(1) fn main() { let half = f16(results[1]); results[0] = f32(half); }",
        model: (6, 0),
        needed: (6, 2),
        construct: "16-bit",
        location: "f16(results[1])",
    },
    Old {
        name: "compared_level",
        source: "@group(0) @binding(0) var t: texture_depth_2d;
            @group(0) @binding(1) var s: sampler_comparison;
            @fragment fn main(@location(0) uv: vec2<f32>) -> @location(0) f32 { return textureSampleCompareLevel(t, s, uv, 0.5); }",
        model: (6, 0),
        needed: (6, 0),
        construct: "",
        location: "",
    },
];

fn old_model(old: &Old) {
    let options = |model: Option<(u32, u32)>| Options { model, ..Options::default() };
    let pipeline = PipelineOptions::default();
    if old.model < old.needed {
        let found = error(old.source, &pipeline, &options(Some(old.model)));
        let ((major, minor), (needed_major, needed_minor)) = (old.model, old.needed);
        let models =
            format!("needs shader model {needed_major}.{needed_minor}; the target is {major}.{minor}");
        assert_error(&found, "compile.model", &[&models, old.construct, old.location]);
    }
    // The oldest model with all constructs is selected without a model.
    let output = compile(old.source, &pipeline, &options(None)).unwrap();
    assert_eq!(output.model, old.needed);
    crate::harness::validated(&output, old.name);
}
