//! Documents of pipelines: what is read of them, how buffers are compared and printed.

use std::fs;
use std::time::{Duration, Instant};

use run_pipeline::{Mismatch, Pipeline, PipelineRun};
use testkit::corpus::root;

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    the_schema_is_fresh,
    data_are_bytes,
    buffers_are_printed_as_llvm_does,
    rules_compare,
    hostile_documents_are_refused,
    many_buffers_are_found_by_name,
];

fn the_schema_is_fresh() {
    let path = root().join("docs/run-pipeline.schema.json");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, run_pipeline::schema()).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == run_pipeline::schema(),
        "docs/run-pipeline.schema.json is stale: BLESS=1 cargo test"
    );
}

/// A pipeline with these buffers and results.
fn parse(buffers: &str, results: &str) -> Result<Pipeline, String> {
    let text = format!(
        "Shaders: [{{ Stage: Compute, Entry: main }}]\nBuffers:\n{buffers}\nDescriptorSets: []\nResults: [{results}]\n"
    );
    Pipeline::parse(&text).map_err(|error| error.kind().to_string())
}

fn data_are_bytes() {
    let cases: [(&str, &[u8]); 12] = [
        ("Format: Hex8, Data: [0xFF, 1]", &[255, 1]),
        ("Format: Int16, Data: [-1, 0x7fff]", &[255, 255, 255, 127]),
        ("Format: Float16, Data: [0x3c00,, 0x8000]", &[0, 0x3c, 0, 0x80]),
        ("Format: Float32, Data: [-0x1p-1]", &[0, 0, 0, 0xbf]),
        ("Format: Float32, Data: [nan, -nan]", &[0, 0, 0xc0, 0x7f, 0, 0, 0xc0, 0xff]),
        ("Format: Float64, Data: [0x0.fffffffffffffp-1022]", &[255, 255, 255, 255, 255, 255, 15, 0]),
        ("Format: UInt64, Data: [18446744073709551615]", &[255; 8]),
        ("Format: Int64, Data: [-9223372036854775808]", &[0, 0, 0, 0, 0, 0, 0, 128]),
        ("Format: Bool, Data: [1, 0]", &[1, 0, 0, 0, 0, 0, 0, 0]),
        ("Format: UInt16, FillSize: 5, FillValue: 258", &[2, 1, 2, 1, 2]),
        ("Format: UInt16, ZeroInitSize: 3", &[0; 3]),
        ("Format: Int32, Data: []", &[]),
    ];
    for (buffer, bytes) in cases {
        let pipeline = parse(&format!("  - {{ Name: A, {buffer} }}"), "").unwrap();
        assert_eq!(pipeline.buffers[0].data, [bytes], "{buffer}");
        assert_eq!(pipeline.only().unwrap().dispatch, [1; 3]);
    }
    let array = parse("  - { Name: A, Format: Hex8, ArraySize: 2, Data: [[1, 2], [3, 4]] }", "").unwrap();
    assert_eq!(array.buffers[0].data, [[1, 2], [3, 4]]);
    let filled = parse("  - { Name: A, Format: Hex8, ArraySize: 3, FillSize: 2, FillValue: 7 }", "").unwrap();
    assert_eq!(filled.buffers[0].data, [[7, 7]; 3]);
}

fn buffers_are_printed_as_llvm_does() {
    let buffers = "  - { Name: Out, Format: Hex16, Stride: 4, Data: [0x3C00, 0xa] }
  - { Name: Long, Format: Float32, Channels: 4, Data: [1.5, 100000, 1000000, 0.0001, 0.00001, 3.14159274, -0.0, inf, nan, 12345.678] }
  - { Name: 'no', Format: Int16, ArraySize: 2, Data: [[-1], [2]] }
  - { Name: Texels, Format: Int32, Data: [1, 2], OutputProps: { Width: 2, Height: 1, Depth: 1 } }";
    let expected = "---
Buffers:
  - Name:            Out
    Format:          Hex16
    Stride:          4
    Data:            [ 0x3C00, 0xA ]
  - Name:            Long
    Format:          Float32
    Channels:        4
    Data:            [ 1.5, 100000, 1e+06, 0.0001, 1e-05, 3.14159, -0,\x20
                       inf, nan, 12345.7 ]
  - Name:            'no'
    Format:          Int16
    ArraySize:       2
    Data:
      - [ -1 ]
      - [ 2 ]
  - Name:            Texels
    Format:          Int32
    Data:            [ 1, 2 ]
    OutputProps:
      Height:          1
      Width:           2
      Depth:           1
...
";
    assert_eq!(parse(buffers, "").unwrap().buffers_text(), expected);
}

fn rules_compare() {
    let ulp = "Rule: BufferFloatULP, ULPT";
    let near = "Rule: BufferFloatEpsilon, Epsilon";
    let cases = [
        ("Float32", "1.0", "1.0", "Rule: BufferExact", true),
        ("Float32", "0.0", "-0.0", "Rule: BufferExact", false),
        ("Float32", "0.0", "-0.0", &format!("{ulp}: 0"), true),
        ("Float32", "nan", "-nan", &format!("{ulp}: 0"), true),
        ("Float32", "nan", "1.0", &format!("{ulp}: 4000000000"), false),
        ("Float32", "1.0", "0x1.000002p0", &format!("{ulp}: 1"), true),
        ("Float32", "1.0", "0x1.000004p0", &format!("{ulp}: 1"), false),
        ("Float32", "0.0", "0x1p-140", &format!("{ulp}: 0"), true),
        ("Float32", "-0.0", "0x1p-140", &format!("{ulp}: 0"), false),
        ("Float32", "0.0", "0x1p-140", &format!("{ulp}: 0, DenormMode: Preserve"), false),
        ("Float32", "0.001", "-0.001", &format!("{ulp}: 0, ZeroTolerance: 0.01"), true),
        ("Float32", "0.5", "0.6", &format!("{near}: 0.2"), true),
        ("Float32", "0.5", "0.75", &format!("{near}: 0.25"), false),
        ("Float32", "inf", "inf", &format!("{near}: 0.25"), true),
        ("Float64", "1.0", "0x1.0000000000001p0", &format!("{ulp}: 1"), true),
        ("Float64", "1.0", "0x1.0000000000002p0", &format!("{ulp}: 1"), false),
        ("Float16", "0x3c00", "0x3c01", &format!("{ulp}: 1"), true),
        ("Float16", "0x8001", "0x0001", &format!("{ulp}: 3"), true),
        ("Float16", "0x8001", "0x0001", &format!("{ulp}: 1"), false),
        ("Float16", "0x0000", "0x8000", &format!("{ulp}: 0"), true),
        ("Float16", "0x0000", "0x0001", &format!("{ulp}: 0"), false),
        ("Float16", "0x3c00", "0x3e00", &format!("{near}: 0.6"), true),
    ];
    for (format, actual, expected, rule, holds) in cases {
        let buffers = format!(
            "  - {{ Name: A, Format: {format}, Data: [{actual}] }}\n  - {{ Name: E, Format: {format}, Data: [{expected}] }}"
        );
        let result = format!("{{ Result: R, Actual: A, Expected: E, {rule} }}");
        let pipeline = parse(&buffers, &result).unwrap();
        let verdict = pipeline.verdicts(1).next().unwrap();
        assert_eq!(verdict.mismatch.is_none(), holds, "{format} {actual} {expected} {rule}");
    }
    let buffers = "  - { Name: A, Format: Hex8, Data: [1] }\n  - { Name: E, Format: Hex8, Data: [1, 2] }";
    let pipeline = parse(buffers, "{ Result: R, Actual: A, Expected: E, Rule: BufferExact }").unwrap();
    assert_eq!(pipeline.verdicts(1).next().unwrap().mismatch, Some(Mismatch::Size([1, 2])));
}

fn hostile_documents_are_refused() {
    let nested =
        format!("  - {{ Name: A, Format: Hex8, Data: {}{} }}", "[".repeat(10_000), "]".repeat(10_000));
    // Small resources, of each of which little is said.
    let array = |index| format!("  - {{ Name: A{index}, Format: Hex8, ArraySize: 65536, FillSize: 1 }}\n");
    let arrays: String = (0..100).map(array).collect();
    let structures = |geometry: &str| {
        format!(
            "  - {{ Name: A, Format: Float32, Data: [0] }}\nAccelerationStructures: {{ BLAS: [{{ Name: B, {geometry} }}] }}"
        )
    };
    let cases = [
        (nested.as_str(), "nested"),
        ("  - { Name: A, Format: Hex8, ArraySize: 4294967295, FillSize: 1 }", "65536"),
        ("  - { Name: A, Format: Hex8, ArraySize: 65536, FillSize: 65536 }", "bytes"),
        (&arrays, "bytes"),
        (&structures("Triangles: [{ VertexBuffer: A, VertexCount: 3000000000 }]"), "primitives"),
        (&structures("AABBs: [{ AABBBuffer: A, AABBCount: 3000000000, AABBStride: 0 }]"), "primitives"),
        ("  - { Name: A, Format: Hex8, Channels: 0, Data: [] }", "channels"),
        ("  - { Name: A, Format: Hex8, FillValue: 1, Data: [] }", "FillSize"),
        ("  - { Name: A, Format: Hex8, Data: [[1]] }", "found a list"),
        ("  - { Name: A, Format: Hex8, Data: 1 }", "expected a list"),
        (
            "  - { Name: A, Format: Hex8, Data: [1], OutputProps: { Width: 4294967295, Height: 4294967295, Depth: 1 } }",
            "OutputProps",
        ),
        (
            "  - { Name: A, Format: Hex8, Data: [1], OutputProps: { Width: 1, Height: 1, Depth: 1, MipLevels: 99 } }",
            "valid texture size",
        ),
    ];
    for (buffer, why) in cases {
        let error = parse(buffer, "").expect_err(why);
        assert!(error.contains(why), "{error}");
    }
}

/// Documents of many buffers, each of which is bound.
fn many_buffers_are_found_by_name() {
    const MANY: usize = 50_000;
    let mut text = "Shaders: [{ Stage: Compute, Entry: main }]\nBuffers:\n".to_owned();
    (0..MANY).for_each(|buffer| text += &format!("  - {{ Name: b{buffer}, Format: Hex8, Data: [1] }}\n"));
    text += "DescriptorSets:\n  - Resources:\n";
    for register in 0..MANY {
        let buffer = MANY - 1 - register;
        text += &format!(
            "    - {{ Name: b{buffer}, Kind: RWByteAddressBuffer, DirectXBinding: {{ Register: {register}, Space: 0 }} }}\n"
        );
    }
    let start = Instant::now();
    let pipeline = Pipeline::parse(&text).unwrap();
    assert_eq!(PipelineRun::new(&pipeline).memories().len(), MANY);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}
