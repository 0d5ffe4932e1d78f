//! `.pipe` files: what is read of them, what is ignored, and what is an error.

use amdgpu_link::state::pipe::{self, Pipe};
use amdgpu_link::state::refusal::Unrelocatable;
use amdgpu_link::state::user_data::NodeKind;
use amdgpu_link::state::{
    ColorTarget, DataFormat, InputRate, NumberFormat, Options, PipelineState, Rasterizer, ResourceLayout,
    Stages, StaticSampler, Topology, VertexInput, WaveBreak,
};
use amdgpu_link::{ErrorKind, SpecialSymbol};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    everything_that_is_read,
    what_is_left_out,
    sections_tell_the_stages,
    old_files_have_user_data_in_each_stage,
    attributes_of_nothing,
    coverage_from_alpha_needs_a_target,
    what_matters_but_is_not_understood,
    hostile_files_are_errors_or_notes,
    tables_by_set,
    offsets_in_tables,
    push_constants,
    compact_buffers_and_the_drivers_own,
    refusals
];

fn read(text: &str) -> Pipe {
    pipe::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn state(text: &str) -> PipelineState {
    read(text).state
}

fn notes(text: &str) -> Vec<String> {
    read(text).notes.iter().map(ToString::to_string).collect()
}

/// Line and words of what is wrong.
fn wrong(text: &str) -> (u64, String) {
    match pipe::parse(text) {
        Ok(pipe) => panic!("nothing is wrong with\n{text}\n{:?}", pipe.state),
        Err(error) => match error.kind() {
            ErrorKind::StateText { line, why, .. } => (*line, why.clone()),
            other => panic!("{other}"),
        },
    }
}

/// Value and spill threshold.
fn values(state: &PipelineState, name: &str) -> (u32, Option<u32>) {
    let value = SpecialSymbol::parse(name).unwrap().unwrap().value(state).unwrap();
    (value.value, value.spill_threshold)
}

/// A compute pipeline with this user data.
fn compute(nodes: &str) -> PipelineState {
    state(&format!("[CsInfo]\nentryPoint = main\n[ResourceMapping]\n{nodes}"))
}

const GRAPHICS: &str = "\
// A test of a test.
; RUN: nothing

[Version]
version = 57

[VsGlsl]
#version 450
[[unroll]] for (;;) ; userDataNode[0].type = nonsense
[unroll]
void main() {}
[VsInfo]
entryPoint = main ; the default
options.waveBreakSize = _8x8

[FsSpirv]
; SPIR-V
               OpCapability Shader
[FsInfo]
entryPoint = main
options.waveBreakSize = _16x16

[ResourceMapping]
userDataNode[0].visibility = 66
userDataNode[0].type = DescriptorTableVaPtr
userDataNode[0].offsetInDwords = 1
userDataNode[0].sizeInDwords = 1
userDataNode[0].next[0].type = DescriptorImage
userDataNode[0].next[0].offsetInDwords = 0
userDataNode[0].next[0].sizeInDwords = 16
userDataNode[0].next[0].set = 0x00000000
userDataNode[0].next[0].binding = 3
userDataNode[0].next[0].strideInDwords = 8
userDataNode[0].next[1].type = DescriptorSampler
userDataNode[0].next[1].offsetInDwords = 16
userDataNode[0].next[1].sizeInDwords = 4
userDataNode[0].next[1].set = 0
userDataNode[0].next[1].binding = 4
userDataNode[1].type = IndirectUserDataVaPtr
userDataNode[1].offsetInDwords = 2
userDataNode[1].sizeInDwords = 1
userDataNode[1].indirectUserDataCount = 4
descriptorRangeValue[0].visibility = 64
descriptorRangeValue[0].type = DescriptorSampler
descriptorRangeValue[0].set = 0
descriptorRangeValue[0].binding = 4
descriptorRangeValue[0].arraySize = 1
descriptorRangeValue[0].uintData = 2156034194, 184545280, 0xC0, 0,

[GraphicsPipelineState]
topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP
deviceIndex = 2
enableMultiView = 0
depthClipEnable = 1
rasterizerDiscardEnable = true
innerCoverage = 1
numSamples = 4
samplePatternIdx = 48
usrClipPlaneMask = 0x3f
alphaToCoverageEnable = 1
dualSourceBlendEnable = 0
colorBuffer[1].format = VK_FORMAT_B8G8R8A8_UNORM
colorBuffer[1].channelWriteMask = 7
colorBuffer[1].blendEnable = 1
colorBuffer[1].blendSrcAlphaToColor = 1
options.shadowDescriptorTableUsage = Enable
options.shadowDescriptorTablePtrHigh = 0xFFFF
options.resourceLayoutScheme = Indirect
clientMetadata = 1, 0xFF
nggState.enableNgg = 1

[VertexInputState]
binding[0].binding = 0
binding[0].stride = 24
binding[0].inputRate = VK_VERTEX_INPUT_RATE_VERTEX
binding[1].binding = 2
binding[1].stride = 4
binding[1].inputRate = VK_VERTEX_INPUT_RATE_INSTANCE
binding[2].binding = 5
binding[2].stride = 8
binding[2].inputRate = VK_VERTEX_INPUT_RATE_INSTANCE
attribute[0].location = 0
attribute[0].binding = 0
attribute[0].format = VK_FORMAT_R32G32B32A32_SFLOAT
attribute[0].offset = 8
attribute[1].location = 1
attribute[1].binding = 2
attribute[1].format = VK_FORMAT_R16G16_SINT
attribute[2].location = 2
attribute[2].binding = 5
attribute[2].format = VK_FORMAT_R64_SFLOAT
divisor[0].binding = 5
divisor[0].divisor = 3
";

fn everything_that_is_read() {
    let state = state(GRAPHICS);
    assert_eq!(state.stages, Stages::VERTEX | Stages::FRAGMENT);
    let options = Options {
        high_addr_of_fmask: 0xffff,
        resource_layout: ResourceLayout::Indirect,
        client_metadata: vec![1, 0xff],
        ..Options::default()
    };
    assert_eq!(state.options, options);
    assert_eq!(state.device_index, 2);
    let kinds: Vec<_> =
        state.user_data.iter().map(|node| (node.kind, node.offset, node.size, node.set)).collect();
    assert_eq!(kinds, [(NodeKind::Table, 1, 1, None), (NodeKind::Indirect, 2, 1, None)]);
    assert_eq!(values(&state, "dstride_0_3_r"), (32, None));
    assert_eq!(values(&state, "doff_0_4_s"), (64, None));
    assert_eq!(values(&state, "descset_0"), (4, Some(1)));
    let sampler = StaticSampler {
        set: 0,
        binding: 4,
        words: vec![2156034194, 184545280, 0xc0, 0],
        converts_ycbcr: false,
    };
    assert_eq!(state.static_samplers, [sampler]);
    let input = |location, binding, offset, stride, data_format, number_format, rate| VertexInput {
        location,
        binding,
        offset,
        stride,
        data_format,
        number_format,
        rate,
    };
    assert_eq!(
        state.vertex_inputs,
        [
            input(0, 0, 8, 24, DataFormat::X32_32_32_32, NumberFormat::FLOAT, InputRate::Vertex),
            input(1, 2, 0, 4, DataFormat::X16_16, NumberFormat::SINT, InputRate::Instance(1)),
            input(2, 5, 0, 8, DataFormat::X64, NumberFormat::FLOAT, InputRate::Instance(3)),
        ]
    );
    let target = ColorTarget {
        data_format: DataFormat::X8_8_8_8_BGRA,
        number_format: NumberFormat::UNORM,
        blend: true,
        src_alpha_to_color: true,
        write_mask: 7,
    };
    assert_eq!(state.color.targets, [ColorTarget::default(), target]);
    assert!(state.color.alpha_to_coverage && !state.color.dual_source_blend);
    assert_eq!(state.input_assembly.topology, Topology::TriangleStrip);
    assert_eq!(
        state.rasterizer,
        Rasterizer {
            discard: true,
            inner_coverage: true,
            samples: 4,
            sample_pattern: 48,
            user_clip_planes: 0x3f,
            wave_break: WaveBreak::Size16x16,
        }
    );
    assert_eq!(
        notes(GRAPHICS),
        [
            "line 12: [VsInfo]: ignored entryPoint, options.waveBreakSize",
            "line 19: [FsInfo]: ignored entryPoint",
            "line 50: [GraphicsPipelineState]: ignored depthClipEnable, nggState.enableNgg",
        ]
    );
}

/// What is not said is 0, as the compiler has it.
fn what_is_left_out() {
    let graphics = state("[VsGlsl]\n[FsGlsl]\n");
    assert_eq!((graphics.input_assembly.topology, graphics.rasterizer.samples), (Topology::PointList, 0));
    assert_eq!((graphics.options.high_addr_of_fmask, graphics.options.enable_fmask), (2, true));
    let disabled = state("[CsGlsl]\n[ComputePipelineState]\noptions.shadowDescriptorTableUsage = Disable\n");
    assert_eq!((disabled.options.high_addr_of_fmask, disabled.options.enable_fmask), (u32::MAX, false));
    assert_eq!(disabled.stages, Stages::COMPUTE);
}

fn sections_tell_the_stages() {
    for (text, stages) in [
        ("[CsGlsl]\n", Stages::COMPUTE),
        ("[ComputeShaderGlsl]\n[CsInfo]\n", Stages::COMPUTE),
        ("[ComputePipelineState]\n", Stages::COMPUTE),
        ("[VsSpvFile]\nfileName = a.spv\n", Stages::VERTEX),
        ("[TaskGlsl]\n[MeshGlsl]\n[FragmentShaderSpirv]\n", Stages::TASK | Stages::MESH | Stages::FRAGMENT),
        (
            "[VsInfo]\n[TcsInfo]\n[TesInfo]\n[GsInfo]\n",
            Stages::VERTEX | Stages::TESS_CONTROL | Stages::TESS_EVAL | Stages::GEOMETRY,
        ),
    ] {
        assert_eq!(state(text).stages, stages, "{text}");
    }
}

fn old_files_have_user_data_in_each_stage() {
    let stage = |name: &str, table: &str| {
        format!(
            "[{name}Info]\nuserDataNode[0].type = DescriptorTableVaPtr\nuserDataNode[0].offsetInDwords = 11\n\
             userDataNode[0].sizeInDwords = 1\nuserDataNode[0].set = 0\n{table}"
        )
    };
    let inner = |index: u32, kind: &str, offset: u32, binding: u32| {
        format!(
            "userDataNode[0].next[{index}].type = {kind}\nuserDataNode[0].next[{index}].offsetInDwords = {offset}\n\
             userDataNode[0].next[{index}].sizeInDwords = 8\nuserDataNode[0].next[{index}].binding = {binding}\n"
        )
    };
    let image = inner(0, "DescriptorResource", 4, 0);
    let vertex = stage("Vs", &image);
    let fragment = stage("Fs", &(image.clone() + &inner(1, "DescriptorFmask", 12, 0)));
    let push = "userDataNode[1].type = PushConst\nuserDataNode[1].offsetInDwords = 1\nuserDataNode[1].sizeInDwords = 4\n";
    let state = state(&format!("{vertex}{push}{fragment}"));
    // In the order of their offsets.
    let kinds: Vec<_> = state.user_data.iter().map(|node| node.kind).collect();
    assert_eq!(kinds, [NodeKind::PushConst, NodeKind::Table]);
    assert_eq!(state.user_data.iter().map(|node| node.nodes.len()).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(values(&state, "doff_0_0_f"), (48, None));
    assert_eq!(values(&state, "doff_0_0_r"), (16, None));

    let (line, why) =
        wrong(&format!("{vertex}{}", fragment.replace("DescriptorTableVaPtr", "IndirectUserDataVaPtr")));
    assert!(why.contains("only a node of type DescriptorTableVaPtr can have inner nodes"), "{line} {why}");
    let elsewhere = fragment.replace("sizeInDwords = 1\n", "sizeInDwords = 2\n");
    assert!(wrong(&format!("{vertex}{elsewhere}")).1.contains("node at dword 11 of the user data differs"));

    // A section of their own is what counts.
    let mapping = "[ResourceMapping]\nuserDataNode[0].type = PushConst\nuserDataNode[0].offsetInDwords = 0\nuserDataNode[0].sizeInDwords = 4\n";
    let both = read(&format!("{vertex}{mapping}"));
    assert_eq!(both.state.user_data.iter().map(|node| node.kind).collect::<Vec<_>>(), [NodeKind::PushConst]);
    assert!(both.notes.iter().any(|note| note.text.contains("because [ResourceMapping] replaces it")));
}

fn attributes_of_nothing() {
    let vertex = |text: &str| format!("[VsInfo]\n[VertexInputState]\n{text}");
    let attribute =
        "attribute[0].location = 0\nattribute[0].binding = 0\nattribute[0].format = VK_FORMAT_R32_SFLOAT\n";
    // No buffer at all.
    let none = vertex(attribute);
    assert_eq!(state(&none).vertex_inputs, []);
    assert!(notes(&none).iter().any(|note| {
        note.contains("vertex attribute 0 refers to a vertex buffer binding that the state does not describe")
    }));
    // Buffer 0 is there if any is; without stride, the same for all instances.
    let gap = vertex(&format!("binding[0].binding = 1\nbinding[0].stride = 8\n{attribute}"));
    let inputs = state(&gap).vertex_inputs;
    assert_eq!(
        inputs.iter().map(|input| (input.stride, input.rate)).collect::<Vec<_>>(),
        [(0, InputRate::Instance(0))]
    );
    // A format that none can have.
    let depth = vertex(&format!("binding[0].binding = 0\n{attribute}").replace("R32_SFLOAT", "R8_SRGB"));
    assert_eq!(state(&depth).vertex_inputs, []);
    assert!(notes(&depth).iter().any(|note| note.contains("has no vertex format")));
}

fn coverage_from_alpha_needs_a_target() {
    let text = "[VsInfo]\n[FsInfo]\n[GraphicsPipelineState]\nalphaToCoverageEnable = 1\n";
    let targets = state(text).color.targets;
    assert_eq!(targets.iter().map(|target| target.data_format).collect::<Vec<_>>(), [DataFormat::X32]);
    assert_eq!(state(&text.replace("= 1", "= 0")).color.targets, []);
    let block = state(&format!("{text}colorBuffer[0].format = VK_FORMAT_BC7_SRGB_BLOCK\n")).color.targets;
    assert_eq!(block.iter().map(|target| target.data_format).collect::<Vec<_>>(), [DataFormat::INVALID]);
}

fn what_matters_but_is_not_understood() {
    let mapping = |text: &str| format!("[CsInfo]\n[ResourceMapping]\n{text}");
    let node = "userDataNode[0].type = DescriptorBuffer\nuserDataNode[0].offsetInDwords = 0\nuserDataNode[0].sizeInDwords = 4\n";
    for (text, line, says) in [
        (String::new(), 1, "no section describes a shader stage"),
        ("[VsInfo]\n[CsInfo]\n".into(), 1, "cannot be combined with other stages"),
        ("[rgenGlsl]\n".into(), 1, "ray tracing pipelines are not supported"),
        ("[VsInfo]\n[RayTracingPipelineState]\n".into(), 2, "ray tracing pipelines are not supported"),
        ("[VsInfo]\n\n[GraphicsLibrary]\n".into(), 3, "[GraphicsLibrary] is not supported"),
        ("[VsInfo]\nno key\n".into(), 2, "expected `key = value`, found no key"),
        ("[Version]\nversion = new\n[VsInfo]\n".into(), 2, "version: new is not a number"),
        (
            mapping("userDataNode[0].type = DescriptorThing\n"),
            3,
            "DescriptorThing is not one of DescriptorResource",
        ),
        (mapping(&format!("{node}userDataNode[0].colour = 1\n")), 6, "unknown member of a user data node"),
        (mapping("userDataNode[0].offsetInDwords = 0\n"), 3, "no `type`"),
        (mapping(&node.replace("= 4", "= 0")), 3, "no `sizeInDwords`"),
        (mapping(&node.replace("= 4", "= -1").replace("= 0", "= 1")), 3, "exceeds 32 bits"),
        (mapping(&node.replace("= 4", "= 010")), 5, "010 is not a number"),
        (mapping(&node.replace("= 4", "= 4 dwords")), 5, "4 dwords is not a number"),
        (mapping(&node.replace("= 4", "= ")), 5, "is not a number"),
        (mapping(&node.replace("= 4", "= 4294967296")), 5, "4294967296 is not a number"),
        (mapping(&node.replace("[0]", "[0].next[0]")), 3, "no `type`"),
        (
            mapping(
                "descriptorRangeValue[0].type = DescriptorSampler\ndescriptorRangeValue[0].arraySize = 2\ndescriptorRangeValue[0].uintData = 1, 2, 3, 4\n",
            ),
            5,
            "four dwords for each",
        ),
        (
            mapping("descriptorRangeValue[0].type = DescriptorBuffer\n"),
            3,
            "only samplers can have static values",
        ),
        (mapping("descriptorRangeValue[0].uintData = 1, x\n"), 3, "x is not a number"),
        (
            "[VsInfo]\n[VertexInputState]\nattribute[0].format = VK_FORMAT_R9_UNORM\n".into(),
            3,
            "VK_FORMAT_R9_UNORM is not a known format",
        ),
        (
            "[VsInfo]\n[VertexInputState]\nattribute[0].format = R8_UNORM\n".into(),
            3,
            "R8_UNORM is not a known format",
        ),
        (
            "[VsInfo]\n[VertexInputState]\nbinding[0].inputRate = often\n".into(),
            3,
            "often is not one of VK_VERTEX_INPUT_RATE_VERTEX",
        ),
        (
            "[VsInfo]\n[VertexInputState]\ndivisor[0].rate = 1\n".into(),
            3,
            "unknown member of the vertex input state",
        ),
        ("[FsInfo]\noptions.waveBreakSize = _64x64\n".into(), 2, "_64x64 is not one of None, _8x8"),
        ("[VsInfo]\n[GraphicsPipelineState]\ntopology = TRIANGLES\n".into(), 3, "TRIANGLES is not one of"),
        (
            "[VsInfo]\n[GraphicsPipelineState]\ncolorBuffer[8].blendEnable = 1\n".into(),
            3,
            "at most 8 colour targets",
        ),
        (
            "[VsInfo]\n[GraphicsPipelineState]\ncolorBuffer[0].channelWriteMask = 16\n".into(),
            3,
            "at most four bits",
        ),
        ("[VsInfo]\n[GraphicsPipelineState]\nusrClipPlaneMask = 64\n".into(), 3, "at most six bits"),
        ("[VsInfo]\n[GraphicsPipelineState]\nclientMetadata = 256\n".into(), 3, "from 0 to 255"),
        (
            "[VsInfo]\n[GraphicsPipelineState]\noptions.shadowDescriptorTableUsage = Maybe\n".into(),
            3,
            "Maybe is not one of Auto",
        ),
    ] {
        let (l, why) = wrong(&text);
        assert!(l == line && why.contains(says), "{l}: {why:?}, expected {line}: {says:?}\n{text}");
    }
}

fn hostile_files_are_errors_or_notes() {
    let many: String = (0..100_000).map(|n| format!("key{n} = 1\n")).collect();
    assert_eq!(notes(&format!("[VsInfo]\n{many}")).len(), 1);
    let far = "[CsInfo]\n[ResourceMapping]\nuserDataNode[4294967295].type = PushConst\nuserDataNode[4294967295].sizeInDwords = 1\n";
    assert_eq!(state(far).user_data.len(), 1);
    let nodes: String = (0..70_000)
        .map(|n| format!("userDataNode[{n}].type = PushConst\nuserDataNode[{n}].sizeInDwords = 1\n"))
        .collect();
    assert!(
        wrong(&format!("[CsInfo]\n[ResourceMapping]\n{nodes}")).1.contains("at most 65536 user data nodes")
    );
    let long = format!("[CsInfo]\n{} = {}\n", "k".repeat(1 << 20), "v".repeat(1 << 20));
    assert!(notes(&long).iter().all(|note| note.len() < 200));
    for at in (0..GRAPHICS.len()).filter(|at| GRAPHICS.is_char_boundary(*at)) {
        let (before, after) = GRAPHICS.split_at(at);
        let _ = pipe::parse(before);
        for insert in ["[", "]", "=", "-", "\n", "\0", "9999999999"] {
            let _ = pipe::parse(&format!("{before}{insert}{after}"));
        }
    }
}

// The values that upstream's tests look for, from user data as they have it.

const BUFFER_47: &str = "\
userDataNode[0].type = DescriptorTableVaPtr
userDataNode[0].offsetInDwords = 47
userDataNode[0].sizeInDwords = 1
userDataNode[0].next[0].type = DescriptorBuffer
userDataNode[0].next[0].offsetInDwords = 4
userDataNode[0].next[0].sizeInDwords = 4
userDataNode[0].next[0].set = 14
userDataNode[0].next[0].binding = 0
";

/// Rows 4 and 5.
fn tables_by_set() {
    let state = compute(BUFFER_47);
    assert_eq!(values(&state, "descset_14"), (188, Some(0x2f)));
    let top_level = compute(
        "userDataNode[0].type = DescriptorBuffer\nuserDataNode[0].offsetInDwords = 1\nuserDataNode[0].sizeInDwords = 4\n\
         userDataNode[0].set = 14\nuserDataNode[0].binding = 0\n",
    );
    assert_eq!(values(&top_level, "descset_14"), (0, None));
    assert_eq!(values(&top_level, "dusespill_14_0"), (1, Some(0)));
}

/// Row 9: two tables, and a buffer behind another.
fn offsets_in_tables() {
    let second =
        BUFFER_47.replace("userDataNode[0]", "userDataNode[1]").replace("= 47", "= 7").replace("= 14", "= 1");
    let first = BUFFER_47.replace("= 47", "= 6").replace("= 14", "= 0");
    let state = compute(&(first + &second));
    assert_eq!(values(&state, "doff_0_0_b"), (16, None));
    assert_eq!(state.find_table(0).map(|table| table.offset), Some(6));
    assert_eq!(state.find_table(1).map(|table| table.offset), Some(7));
}

/// Rows 7 and 25.
fn push_constants() {
    let state = compute(
        "userDataNode[0].type = StreamOutTableVaPtr\nuserDataNode[0].offsetInDwords = 0\nuserDataNode[0].sizeInDwords = 1\n\
         userDataNode[1].type = PushConst\nuserDataNode[1].offsetInDwords = 1\nuserDataNode[1].sizeInDwords = 4\n\
         userDataNode[1].set = 0xFFFFFFFF\nuserDataNode[1].binding = 0\n",
    );
    assert_eq!(values(&state, "pushconst"), (4, Some(1)));
    assert_eq!(
        state.find_push_constants().map(|node| (node.offset, node.size, node.set)),
        Some((1, 4, None))
    );
}

/// Row 30.
fn compact_buffers_and_the_drivers_own() {
    let state = compute(
        "userDataNode[0].type = DescriptorConstBufferCompact\nuserDataNode[0].offsetInDwords = 2\n\
         userDataNode[0].sizeInDwords = 2\nuserDataNode[0].set = 0\nuserDataNode[0].binding = 1\n\
         userDataNode[1].type = DescriptorTableVaPtr\nuserDataNode[1].offsetInDwords = 0\nuserDataNode[1].sizeInDwords = 1\n\
         userDataNode[1].next[0].type = DescriptorBuffer\nuserDataNode[1].next[0].offsetInDwords = 12\n\
         userDataNode[1].next[0].sizeInDwords = 4\nuserDataNode[1].next[0].set = 0xFFFFFFFF\n\
         userDataNode[1].next[0].binding = 5\n",
    );
    assert_eq!(values(&state, "compactbuffer_0_1"), (1, None));
    assert_eq!(values(&state, "dusespill_0_1"), (1, Some(0)));
    assert_eq!(values(&state, "doff_4294967295_5_b"), (48, None));
}

/// Rows 3, 12, 24 and 31, and inline buffers.
fn refusals() {
    let range = "descriptorRangeValue[0].type = DescriptorYCbCrSampler\ndescriptorRangeValue[0].set = 1\n\
                 descriptorRangeValue[0].binding = 0\ndescriptorRangeValue[0].arraySize = 1\n\
                 descriptorRangeValue[0].uintData = 1, 2, 3, 4, 5, 6\n";
    assert_eq!(compute(range).unrelocatable(), Some(Unrelocatable::YcbcrSampler { set: 1, binding: 0 }));
    assert_eq!(state(GRAPHICS).unrelocatable(), None);
    let multiview = GRAPHICS.replace("enableMultiView = 0", "enableMultiView = 1");
    assert_eq!(state(&multiview).unrelocatable(), Some(Unrelocatable::Multiview));
    let inline = BUFFER_47.replace("DescriptorBuffer", "InlineBuffer");
    assert_eq!(compute(&inline).unrelocatable(), Some(Unrelocatable::InlineBuffer { set: 14, binding: 0 }));
    assert_eq!(compute(BUFFER_47).unrelocatable(), None);
}
