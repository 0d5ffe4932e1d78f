//! Documents of pipeline state: all that they can say, what they cannot, and where errors are said to be.

use std::fs;
use std::path::PathBuf;

use amdgpu_link::state::user_data::{Node, NodeKind};
use amdgpu_link::state::{
    ColorState, ColorTarget, DataFormat, InputAssembly, InputRate, NumberFormat, Options, PipelineState,
    Rasterizer, ResourceLayout, Stages, StaticSampler, StaticSamplerPolicy, Topology, VertexInput, WaveBreak,
    document,
};
use amdgpu_link::{ErrorKind, SpecialSymbol, Target};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    everything_that_can_be_said,
    what_is_left_out_has_its_default,
    json_is_read_as_well,
    errors_say_where_and_what,
    what_does_not_go_together,
    hostile_documents_are_errors,
    the_example_is_read_and_has_the_values_it_says,
    the_schema_is_fresh
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(text: &str) -> PipelineState {
    document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Line, column and words of what is wrong.
fn wrong(text: &str) -> (u64, u64, String) {
    match document::parse(text) {
        Ok(_) => panic!("nothing is wrong with\n{text}"),
        Err(error) => match error.kind() {
            ErrorKind::StateText { line, column, why } => (*line, *column, why.clone()),
            other => panic!("{other}"),
        },
    }
}

const EVERYTHING: &str = "\
target: gfx1100
stages: [task, vertex, tess_control, tess_eval, geometry, mesh, fragment]
options:
  hash: [0x8000000000000001, 2]
  high_addr_of_fmask: 0xFFFF
  enable_fmask: false
  resource_layout: indirect
  use_binding_range: true
  static_samplers: refuse
  sample_mask_export_overrides_alpha_to_coverage: true
  client_metadata: 00ff 1E
device_index: 3
user_data:
  - {type: push_const, offset: 0, size: 4}
  - type: table
    offset: 4
    size: 1
    nodes:
      - {type: mutable, set: 1, binding: 2, offset: 0x10, size: 32, stride: 16}
      - {type: sampler, set: 0xFFFFFFFF, binding: 0, offset: 48, size: 4, stride: 0}
  - {type: stream_out, offset: 5, size: 1}
static_samplers:
  - {set: 1, binding: 2, words: [1, 2, 3, 0xFFFFFFFF]}
  - {set: 1, binding: 3, ycbcr: true}
vertex_inputs:
  - {location: 0, binding: 1, offset: 2, stride: 4, dfmt: 16_16, nfmt: sint, rate: 5}
  - {location: 1, binding: 1, stride: 4, dfmt: 8, nfmt: uint, rate: instance}
  - {location: 2, binding: 1, stride: 4, dfmt: 8_8_8_8_bgra, nfmt: unorm, rate: none}
  - {location: 3, binding: 1, stride: 4, dfmt: 2_10_10_10, nfmt: snorm, rate: vertex}
color:
  targets:
    - {dfmt: invalid}
    - {dfmt: 5_6_5, nfmt: unorm, blend: true, src_alpha_to_color: true, write_mask: 7}
  alpha_to_coverage: true
  dual_source_blend: true
input_assembly: {topology: rect_list, multiview: true}
rasterizer:
  discard: true
  inner_coverage: true
  samples: 8
  sample_pattern: 1
  user_clip_planes: 0x3f
  wave_break: 16x16
";

fn everything() -> PipelineState {
    let node = |kind, offset, size| Node { kind, offset, size, ..Node::default() };
    let input = |location, offset, data_format, number_format, rate| VertexInput {
        location,
        binding: 1,
        offset,
        stride: 4,
        data_format,
        number_format,
        rate,
    };
    PipelineState {
        target: Target::named("gfx1100"),
        stages: Stages::all() - Stages::COMPUTE,
        options: Options {
            hash: Some([0x8000_0000_0000_0001, 2]),
            high_addr_of_fmask: 0xffff,
            enable_fmask: false,
            resource_layout: ResourceLayout::Indirect,
            use_resource_binding_range: true,
            static_samplers: StaticSamplerPolicy::Refuse,
            sample_mask_export_overrides_alpha_to_coverage: true,
            client_metadata: vec![0, 0xff, 0x1e],
        },
        device_index: 3,
        user_data: vec![
            node(NodeKind::PushConst, 0, 4),
            Node {
                nodes: vec![
                    Node {
                        set: Some(1),
                        binding: Some(2),
                        stride: Some(16),
                        ..node(NodeKind::Mutable, 16, 32)
                    },
                    Node { set: Some(u32::MAX), binding: Some(0), ..node(NodeKind::Sampler, 48, 4) },
                ],
                ..node(NodeKind::Table, 4, 1)
            },
            node(NodeKind::StreamOutTable, 5, 1),
        ],
        static_samplers: vec![
            StaticSampler { set: 1, binding: 2, words: vec![1, 2, 3, u32::MAX], converts_ycbcr: false },
            StaticSampler { set: 1, binding: 3, words: vec![], converts_ycbcr: true },
        ],
        vertex_inputs: vec![
            input(0, 2, DataFormat::X16_16, NumberFormat::SINT, InputRate::Instance(5)),
            input(1, 0, DataFormat::X8, NumberFormat::UINT, InputRate::Instance(1)),
            input(2, 0, DataFormat::X8_8_8_8_BGRA, NumberFormat::UNORM, InputRate::Instance(0)),
            input(3, 0, DataFormat::X2_10_10_10, NumberFormat::SNORM, InputRate::Vertex),
        ],
        color: ColorState {
            targets: vec![
                ColorTarget { write_mask: 15, ..ColorTarget::default() },
                ColorTarget {
                    data_format: DataFormat::X5_6_5,
                    number_format: NumberFormat::UNORM,
                    blend: true,
                    src_alpha_to_color: true,
                    write_mask: 7,
                },
            ],
            alpha_to_coverage: true,
            dual_source_blend: true,
        },
        input_assembly: InputAssembly { topology: Topology::RectList, multiview: true },
        rasterizer: Rasterizer {
            discard: true,
            inner_coverage: true,
            samples: 8,
            sample_pattern: 1,
            user_clip_planes: 0x3f,
            wave_break: WaveBreak::Size16x16,
        },
    }
}

fn everything_that_can_be_said() {
    assert_eq!(read(EVERYTHING), everything());
}

fn what_is_left_out_has_its_default() {
    let expected = PipelineState { stages: Stages::COMPUTE, ..PipelineState::default() };
    assert_eq!(read("stages: [compute]"), expected);
    assert_eq!(read("stages: [compute]\noptions: {}\ncolor: {}\nrasterizer: {}\nuser_data: []\n"), expected);
    let nothing = "
stages: [compute]
target: null
options: {hash: null, high_addr_of_fmask: null, enable_fmask: null}
rasterizer: {samples: null, user_clip_planes: null}
";
    assert_eq!(read(nothing), expected);
    let node =
        with("user_data: [{type: push_const, offset: 0, size: 4, set: null, binding: null, stride: null}]");
    assert_eq!(read(&node).user_data, [Node { kind: NodeKind::PushConst, size: 4, ..Node::default() }]);
    let target = with("color: {targets: [{dfmt: invalid, nfmt: null, write_mask: null}]}");
    assert_eq!(read(&target).color.targets, [ColorTarget { write_mask: 0xf, ..ColorTarget::default() }]);
}

fn json_is_read_as_well() {
    let text = r#"{
		"stages": ["vertex", "fragment"], "target": "gfx1100",
		"options": {"hash": ["0x8000000000000001", 18446744073709551615]},
		"user_data": [{"type": "buffer", "set": 1, "binding": 0, "offset": "0x10", "size": 4}],
		"vertex_inputs": [{"location": 0, "binding": 0, "stride": 8, "dfmt": "32_32", "nfmt": "float"}],
		"rasterizer": {"discard": true, "wave_break": "8x8"}
	}"#;
    for text in [text.to_owned(), text.replace(['\n', '\t'], "")] {
        let state = read(&text);
        assert_eq!(state.options.hash, Some([0x8000_0000_0000_0001, u64::MAX]));
        assert_eq!(state.user_data.first().map(|node| node.offset), Some(16));
        assert_eq!(state.vertex_inputs.first().map(|input| input.data_format), Some(DataFormat::X32_32));
        assert!(state.rasterizer.discard);
    }
}

/// A compute pipeline, and what else it says.
fn with(rest: &str) -> String {
    format!("stages: [compute]\n{rest}")
}

fn errors_say_where_and_what() {
    let mut failures = Vec::new();
    for (text, line, column, says) in [
        (with("colour: {}"), 2, 1, "colour"),
        (with("user_data:\n  - {type: image, offset: 0, size: 1}"), 3, 12, "image"),
        (with("user_data:\n  - {type: buffer, offset: 0}"), 3, 20, "size"),
        (
            with("user_data:\n  - {type: buffer, offset: -1, size: 4}"),
            3,
            28,
            "\"-1\" is not a number from 0 to 4294967295",
        ),
        (
            with("user_data:\n  - {type: buffer, offset: 4294967296, size: 4}"),
            3,
            28,
            "is not a number from 0 to 4294967295",
        ),
        (with("user_data:\n  - {type: buffer, offset: 1.5, size: 4}"), 3, 28, "\"1.5\" is not a number"),
        (with("user_data:\n  - {type: buffer, offset: +1, size: 4}"), 3, 28, "\"+1\" is not a number"),
        (with("user_data:\n  - {type: buffer, offset: 0x, size: 4}"), 3, 28, "\"0x\" is not a number"),
        (with("target: gfx"), 2, 9, "is not a processor name"),
        (
            with("vertex_inputs:\n  - {location: 0, binding: 0, stride: 4, dfmt: 9_9, nfmt: uint}"),
            3,
            48,
            "\"9_9\" is not a data format",
        ),
        (
            with("vertex_inputs:\n  - {location: 0, binding: 0, stride: 4, dfmt: 8, nfmt: half}"),
            3,
            57,
            "\"half\" is not a number format",
        ),
        (
            with(
                "vertex_inputs:\n  - {location: 0, binding: 0, stride: 4, dfmt: 8, nfmt: uint, rate: often}",
            ),
            3,
            69,
            "\"often\" is not an input rate",
        ),
        (with("options: {client_metadata: 0}"), 2, 28, "pairs of hexadecimal digits"),
        (with("options: {hash: [1]}"), 2, 11, "array of length 2"),
        (with("device_index: 0\ndevice_index: 0"), 3, 1, "device_index"),
        (with("rasterizer: {wave_break: 64x64}"), 2, 26, "64x64"),
        (with("rasterizer: {discard: maybe}"), 2, 23, ""),
        ("a".into(), 1, 1, ""),
        ("stages: [vertex\n".into(), 1, 9, "unclosed bracket"),
        ("stages: [vertex]\n--- \nstages: [vertex]".into(), 3, 1, "a second YAML document begins"),
        ("stages: &a [vertex]\n".into(), 1, 12, "anchors and aliases are not supported"),
    ] {
        let (l, c, why) = wrong(&text);
        if (l, c) != (line, column) || !why.contains(says) || why.contains(" at line ") {
            failures.push(format!("{l}:{c} {why:?}, expected {line}:{column} {says:?}\n{text}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn what_does_not_go_together() {
    for (text, line, says) in [
        ("stages: []".to_owned(), 1, "at least one stage"),
        ("stages: [compute, vertex]".into(), 1, "cannot be combined"),
        (with("user_data:\n  - {type: buffer, offset: 0, size: 4, set: 1}"), 3, "needs `set` and `binding`"),
        (
            with("user_data:\n  - {type: push_const, offset: 0, size: 4, set: 1}"),
            3,
            "only descriptors can have",
        ),
        (
            with("user_data:\n  - {type: table, offset: 0, size: 1, stride: 1}"),
            3,
            "only descriptors can have",
        ),
        (with("user_data:\n  - {type: push_const, offset: 0, size: 0}"), 3, "`size` of a node must not be 0"),
        (with("user_data:\n  - {type: push_const, offset: 4294967295, size: 1}"), 3, "exceeds 32 bits"),
        (
            with(
                "user_data:\n  - type: indirect\n    offset: 0\n    size: 1\n    nodes:\n      - {type: push_const, offset: 0, size: 1}",
            ),
            3,
            "only nodes of type table can have `nodes`",
        ),
        (
            with(
                "user_data:\n  - type: table\n    offset: 0\n    size: 1\n    nodes:\n      - {type: table, offset: 0, size: 1}",
            ),
            7,
            "cannot contain pointers",
        ),
        (
            with(
                "user_data:\n  - type: table\n    offset: 0\n    size: 1\n    nodes:\n      - {type: table, offset: 0, size: 1, nodes: []}",
            ),
            7,
            "cannot contain pointers",
        ),
        (
            with("static_samplers:\n  - {set: 0, binding: 0, words: [1, 2, 3]}"),
            3,
            "four dwords per array element",
        ),
        (with("static_samplers:\n  - {set: 0, binding: 0}"), 3, "needs `words`"),
        (
            with(
                "static_samplers:\n  - {set: 0, binding: 1, words: [1, 2, 3, 4]}\n  - {set: 0, binding: 1, words: [1, 2, 3, 4]}",
            ),
            4,
            "duplicate static sampler of set 0, binding 1",
        ),
        (with("color:\n  targets:\n    - {dfmt: 8_8_8_8}"), 4, "needs `nfmt`"),
        (with("color:\n  targets:\n    - {dfmt: invalid, write_mask: 16}"), 4, "at most four bits"),
        (
            with(
                "color: {targets: [{dfmt: invalid}, {dfmt: invalid}, {dfmt: invalid}, {dfmt: invalid}, {dfmt: invalid}, {dfmt: invalid}, {dfmt: invalid}, {dfmt: invalid},\n {dfmt: invalid}]}",
            ),
            3,
            "at most 8 colour targets",
        ),
        (with("rasterizer:\n  samples: 3"), 3, "must be a power of two, at most 16"),
        (with("rasterizer:\n  samples: 0"), 3, "must be a power of two, at most 16"),
        (with("rasterizer:\n  samples: 32"), 3, "must be a power of two, at most 16"),
        (with("rasterizer:\n  user_clip_planes: 64"), 3, "at most six bits"),
        (with("rasterizer:\n  user_clip_planes: 256"), 3, "at most six bits"),
        (
            with(
                "vertex_inputs:\n  - {location: 0, binding: 0, stride: 4, dfmt: 8, nfmt: uint}\n  - {location: 0, binding: 0, stride: 4, dfmt: 8, nfmt: uint}",
            ),
            4,
            "duplicate vertex input location 0",
        ),
    ] {
        let (l, _, why) = wrong(&text);
        assert_eq!(l, line, "{why}\n{text}");
        assert!(why.contains(says), "{why:?} does not say {says:?}\n{text}");
    }
}

fn hostile_documents_are_errors() {
    let deep = format!("stages: {}{}", "[".repeat(100_000), "]".repeat(100_000));
    let _ = wrong(&deep);
    let _ = wrong(&"a: ".repeat(10_000));
    let input =
        |location: u32| format!("  - {{location: {location}, binding: 0, stride: 4, dfmt: 8, nfmt: uint}}\n");
    let many: String = (0..129).map(input).collect();
    let (line, _, why) = wrong(&with(&format!("vertex_inputs:\n{many}")));
    assert_eq!((line, why.as_str()), (131, "at most 128 vertex inputs are supported"));
    assert!(wrong(&" ".repeat((16 << 20) + 1)).2.contains("longer than"));
    // Cut off anywhere, damaged anywhere: no panic.
    for at in 0..EVERYTHING.len() {
        let (before, after) = EVERYTHING.split_at(at);
        let _ = document::parse(before);
        for insert in ["\0", "-1", "{", "]", "\n", ": ", "\u{fffd}"] {
            let _ = document::parse(&format!("{before}{insert}{after}"));
        }
    }
}

fn the_example_is_read_and_has_the_values_it_says() {
    let text = fs::read_to_string(root().join("examples/amd/pipeline.yaml")).unwrap();
    let state = read(&text);
    assert_eq!(state.unrelocatable(), None);
    for (name, value) in [
        ("doff_0_3_r", 0x60),
        ("descset_0", 4),
        ("dstride_0_3", 0x20),
        ("$deviceIdx", 0),
        ("dusespill_1_0", 1),
        ("doff_1_0_b", 16),
        ("compactbuffer_1_0", 0),
        ("$numsamples", 4),
    ] {
        let symbol = SpecialSymbol::parse(name).unwrap().unwrap();
        assert_eq!(symbol.value(&state).unwrap().value, value, "{name}");
    }
}

/// `BLESS=1` writes it.
fn the_schema_is_fresh() {
    let path = root().join("docs/amd-pipeline.schema.json");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, document::schema()).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == document::schema(), "docs/amd-pipeline.schema.json is stale: BLESS=1 cargo test");
}
