//! Special symbols: their names, their values, and what state they cannot be had from.

use amdgpu_link::Kind as _;
use amdgpu_link::relocation::{Origin, SpecialSymbol, SymbolValue};
use amdgpu_link::state::user_data::{Node, NodeKind, Wanted};
use amdgpu_link::state::{PipelineState, ResourceLayout};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    every_name_is_printed_as_it_was_read,
    ordinary_names_are_no_special_symbols,
    malformed_names_are_errors_that_name_them,
    offset_of_a_descriptor_in_its_table,
    offset_of_a_descriptor_at_the_top_level,
    offsets_and_strides_beyond_32_bits_are_errors,
    sampler_of_a_combined_texture,
    use_of_the_spill_table,
    offset_of_a_table,
    strides,
    compact_buffers,
    built_in_values,
    push_constants,
    push_constants_in_a_table_need_the_indirect_layout,
    shadow_tables_and_fragment_masks,
    what_answers_for_what,
    the_first_node_in_order_answers,
    ranges_of_bindings_need_the_option
];

fn node(kind: NodeKind, offset: u32, size: u32) -> Node {
    Node { kind, offset, size, set: None, binding: None, stride: None, nodes: Vec::new() }
}

fn at(set: u32, binding: u32, node: Node) -> Node {
    Node { set: Some(set), binding: Some(binding), ..node }
}

fn table(offset: u32, nodes: Vec<Node>) -> Node {
    Node { nodes, ..node(NodeKind::Table, offset, 1) }
}

fn state(user_data: Vec<Node>) -> PipelineState {
    PipelineState { user_data, ..PipelineState::default() }
}

fn symbol(name: &str) -> SpecialSymbol {
    SpecialSymbol::parse(name).unwrap().unwrap_or_else(|| panic!("{name} is taken for an ordinary symbol"))
}

fn value<'s>(state: &'s PipelineState, name: &str) -> SymbolValue<'s> {
    symbol(name).value(state).unwrap()
}

/// Value and spill threshold.
fn values(state: &PipelineState, name: &str) -> (u32, Option<u32>) {
    let value = value(state, name);
    (value.value, value.spill_threshold)
}

fn error(state: &PipelineState, name: &str) -> String {
    symbol(name).value(state).unwrap_err().to_string()
}

fn every_name_is_printed_as_it_was_read() {
    for name in [
        "doff_0_3_r",
        "doff_0_3",
        "doff_4294967295_5_b",
        "dusespill_1_0",
        "descset_14",
        "dstride_3_14_t",
        "compactbuffer_0_1",
        "$numsamples",
        "$samplePatternIdx",
        "$deviceIdx",
        "pushconst",
        "$shadowenabled",
        "$shadowdesctable",
        "doff_0_0_s",
        "doff_0_0_f",
    ] {
        assert_eq!(symbol(name).to_string(), name);
    }
    // `x` asks for as much as nothing does.
    assert_eq!(symbol("doff_7_8_x"), symbol("doff_7_8"));
}

fn ordinary_names_are_no_special_symbols() {
    for name in
        ["palette", "_amdgpu_ps_main", "pushconst2", "doff", "descset", "dstrides_0_1", "", "DOFF_0_0"]
    {
        assert_eq!(SpecialSymbol::parse(name).unwrap(), None, "{name}");
    }
}

fn malformed_names_are_errors_that_name_them() {
    for name in [
        "doff_",
        "doff_0",
        "doff_0_",
        "doff__0",
        "doff_0_0_",
        "doff_0_0_q",
        "doff_0_0_bb",
        "doff_0_0b",
        "doff_0_0_b_b",
        "doff_+1_0_b",
        "doff_-1_0_b",
        "doff_4294967296_0_b",
        "doff_0_99999999999999999999_b",
        "doff_0_0_\u{e9}",
        "dstride_x_0",
        "dusespill_0",
        "compactbuffer_0_0_z",
        "descset_",
        "descset_0_1",
        "descset_4294967296",
        "$",
        "$numSamples",
    ] {
        let error = SpecialSymbol::parse(name).unwrap_err();
        assert_eq!(error.kind().code(), "relocation.special-symbol", "{name}");
        assert!(error.to_string().contains(&format!("invalid special symbol {name}: ")), "{error}");
    }
}

fn offset_of_a_descriptor_in_its_table() {
    let state = state(vec![table(1, vec![at(0, 3, node(NodeKind::Resource, 24, 8))])]);
    assert_eq!(values(&state, "doff_0_3_r"), (96, None));
    assert_eq!(
        value(&state, "doff_0_3_r").origin.to_string(),
        "image of set 0, binding 3 at dword 24 of the table at dword 1"
    );
    assert_eq!(
        error(&state, "doff_0_4_r"),
        "[relocation.no-resource-node] no resource node for doff_0_4_r: user_data has no image at set 0, binding 4"
    );
    assert_eq!(
        error(&state, "doff_0_3_b"),
        "[relocation.no-resource-node] no resource node for doff_0_3_b: user_data has no buffer at set 0, \
         binding 3, but image of set 0, binding 3 at dword 24 of the table at dword 1"
    );
    assert!(error(&state, "doff_1_3_r").contains("no resource node for doff_1_3_r"));
}

fn offset_of_a_descriptor_at_the_top_level() {
    let state = state(vec![at(1, 0, node(NodeKind::Buffer, 5, 4))]);
    assert_eq!(values(&state, "doff_1_0_b"), (20, None));
    assert_eq!(
        value(&state, "doff_1_0_b").origin.to_string(),
        "buffer of set 1, binding 0 at dword 5 of the user data"
    );
}

fn offsets_and_strides_beyond_32_bits_are_errors() {
    let far = u32::MAX / 4 + 1;
    let stride = Some(far);
    let state = state(vec![table(
        far,
        vec![
            Node { stride, ..at(0, 0, node(NodeKind::Buffer, far, 4)) },
            at(0, 1, node(NodeKind::Buffer, far - 1, 4)),
            at(0, 2, node(NodeKind::CombinedTexture, far - 8, 12)),
        ],
    )]);
    for name in ["doff_0_0_b", "dstride_0_0_b", "descset_0"] {
        assert!(error(&state, name).contains("relocation.symbol-too-big"), "{name}");
    }
    assert_eq!(values(&state, "doff_0_1_b"), (u32::MAX - 3, None));
    assert_eq!(values(&state, "doff_0_2_r"), (u32::MAX - 31, None));
    assert!(error(&state, "doff_0_2_s").contains("relocation.symbol-too-big"));
}

/// Row 8: a combined texture's sampler lies behind its image.
fn sampler_of_a_combined_texture() {
    let state = state(vec![table(0, vec![at(0, 0, node(NodeKind::CombinedTexture, 4, 12))])]);
    assert_eq!(values(&state, "doff_0_0_r").0, 16);
    assert_eq!(values(&state, "doff_0_0_s").0, 48);
    assert_eq!(values(&state, "doff_0_0").0, 16);
    assert!(matches!(value(&state, "doff_0_0_s").origin, Origin::Node { sampler: true, .. }));
    // A sampler alone is where it is.
    let alone = self::state(vec![table(0, vec![at(0, 0, node(NodeKind::Sampler, 4, 4))])]);
    assert_eq!(values(&alone, "doff_0_0_s").0, 16);
}

/// Rows 5, 29, 32: buffers at the top level are read from the spill table.
fn use_of_the_spill_table() {
    let in_table = state(vec![table(11, vec![at(0, 0, node(NodeKind::Buffer, 3, 4))])]);
    assert_eq!(values(&in_table, "dusespill_0_0"), (0, None));
    assert_eq!(values(&in_table, "doff_0_0_b"), (12, None));
    let top_level = state(vec![at(0, 0, node(NodeKind::ConstBuffer, 3, 4))]);
    assert_eq!(values(&top_level, "dusespill_0_0"), (1, Some(0)));
    // It asks for a buffer, whatever its letter says.
    let image = state(vec![at(0, 0, node(NodeKind::Resource, 3, 8))]);
    assert!(error(&image, "dusespill_0_0_r").contains("no resource node for dusespill_0_0_r"));
    assert_eq!(values(&top_level, "dusespill_0_0_r"), (1, Some(0)));
}

/// Rows 4 and 5: the pointer to a set's table.
fn offset_of_a_table() {
    let state = state(vec![
        node(NodeKind::Table, 1, 1),
        table(47, vec![at(14, 0, node(NodeKind::Buffer, 0, 4)), at(15, 0, node(NodeKind::Buffer, 4, 4))]),
        at(16, 0, node(NodeKind::Buffer, 48, 4)),
    ]);
    assert_eq!(values(&state, "descset_14"), (188, Some(0x2f)));
    // The first inner node decides.
    assert_eq!(values(&state, "descset_15"), (0, None));
    assert_eq!(values(&state, "descset_16"), (0, None));
    assert_eq!(value(&state, "descset_16").origin, Origin::NoTable);
}

/// Row 42 and the stride of combined textures: as the kind has it, or as the node says.
fn strides() {
    use NodeKind as K;
    for (kind, size, bytes) in [
        (K::Resource, 80, 32),
        (K::Fmask, 80, 32),
        (K::Sampler, 40, 16),
        (K::CombinedTexture, 24, 48),
        (K::Buffer, 40, 16),
        (K::ConstBuffer, 40, 16),
        (K::TexelBuffer, 40, 16),
        (K::ConstTexelBuffer, 40, 16),
        (K::BufferCompact, 2, 8),
        (K::ConstBufferCompact, 2, 8),
        (K::YcbcrSampler, 24, 96),
        (K::InlineBuffer, 5, 20),
        (K::Mutable, 40, 16),
    ] {
        let array = at(3, 14, node(kind, 0, size));
        let said = state(vec![table(0, vec![Node { stride: Some(16), ..array.clone() }])]);
        let unsaid = state(vec![table(0, vec![array])]);
        assert_eq!(values(&unsaid, "dstride_3_14"), (bytes, None), "{kind}");
        assert_eq!(values(&said, "dstride_3_14"), (64, None), "{kind}");
    }
    assert!(error(&state(Vec::new()), "dstride_3_14").contains("no resource node for dstride_3_14"));
}

/// Row 30: compact buffers, wherever they lie.
fn compact_buffers() {
    let state = state(vec![
        at(0, 1, node(NodeKind::ConstBufferCompact, 0, 2)),
        at(0, 2, node(NodeKind::Buffer, 2, 4)),
        at(0, 3, node(NodeKind::BufferCompact, 6, 2)),
        table(8, vec![at(u32::MAX, 5, node(NodeKind::Buffer, 20, 4))]),
    ]);
    assert_eq!(values(&state, "compactbuffer_0_1"), (1, None));
    assert_eq!(values(&state, "compactbuffer_0_2"), (0, None));
    assert_eq!(values(&state, "compactbuffer_0_3"), (1, None));
    assert_eq!(values(&state, "dusespill_0_1"), (1, Some(0)));
    assert_eq!(values(&state, "doff_4294967295_5_b"), (80, None));
    // Something else at the binding comes first, and is no buffer.
    let mut mixed = state.clone();
    mixed.user_data.insert(0, table(9, vec![at(0, 1, node(NodeKind::Sampler, 0, 4))]));
    assert_eq!(values(&mixed, "compactbuffer_0_1"), (1, None));
    assert!(error(&state, "compactbuffer_0_4").contains("no resource node for compactbuffer_0_4"));
}

fn built_in_values() {
    let mut state = state(Vec::new());
    assert_eq!(values(&state, "$numsamples"), (1, None));
    (state.rasterizer.samples, state.rasterizer.sample_pattern, state.device_index) = (8, 3, 2);
    assert_eq!(values(&state, "$numsamples"), (8, None));
    assert_eq!(values(&state, "$samplePatternIdx"), (3, None));
    assert_eq!(values(&state, "$deviceIdx"), (2, None));
}

/// Row 7: push constants behind another node.
fn push_constants() {
    let nodes = vec![
        node(NodeKind::StreamOutTable, 0, 1),
        node(NodeKind::PushConst, 1, 9),
        table(10, vec![at(0, 0, node(NodeKind::Buffer, 0, 4))]),
    ];
    assert_eq!(values(&state(nodes), "pushconst"), (4, Some(1)));
    let none = error(&state(vec![node(NodeKind::StreamOutTable, 0, 1)]), "pushconst");
    assert_eq!(
        none,
        "[relocation.no-push-constants] no push constant node for pushconst: user_data has no push_const"
    );
}

fn push_constants_in_a_table_need_the_indirect_layout() {
    let mut state = state(vec![table(3, vec![node(NodeKind::PushConst, 0, 4)])]);
    assert!(error(&state, "pushconst").contains("relocation.no-push-constants"));
    state.options.resource_layout = ResourceLayout::Indirect;
    assert_eq!(values(&state, "pushconst"), (12, Some(3)));
}

/// Rows 33 and 34: fragment masks, and images where there are none.
fn shadow_tables_and_fragment_masks() {
    let image = at(0, 0, node(NodeKind::Resource, 4, 8));
    let mut state = state(vec![table(0, vec![image.clone(), at(0, 0, node(NodeKind::Fmask, 12, 8))])]);
    assert_eq!(values(&state, "$shadowenabled").0, 0);
    state.options.high_addr_of_fmask = 0xffff;
    assert_eq!(values(&state, "$shadowenabled").0, 1);
    assert_eq!(values(&state, "$shadowdesctable").0, 0xffff);
    assert_eq!(values(&state, "doff_0_0_f").0, 48);

    state.user_data = vec![table(0, vec![image])];
    assert_eq!(values(&state, "doff_0_0_f").0, 16);
    state.options.enable_fmask = false;
    assert!(error(&state, "doff_0_0_f").contains("no resource node for doff_0_0_f"));
}

fn what_answers_for_what() {
    use NodeKind as K;
    let all = [
        K::Resource,
        K::Sampler,
        K::YcbcrSampler,
        K::CombinedTexture,
        K::TexelBuffer,
        K::ConstTexelBuffer,
        K::Fmask,
        K::Buffer,
        K::ConstBuffer,
        K::BufferCompact,
        K::ConstBufferCompact,
        K::Mutable,
        K::InlineBuffer,
    ];
    let accepts = |wanted: Wanted| -> Vec<K> {
        let found = |kind: &K| {
            let mut state = state(vec![table(0, vec![at(0, 0, node(*kind, 0, 8))])]);
            state.options.enable_fmask = false;
            state.find_node(wanted, 0, 0).is_some()
        };
        all.into_iter().filter(found).collect()
    };
    assert_eq!(accepts(Wanted::Any), all);
    assert_eq!(accepts(Wanted::Sampler), [K::Sampler, K::CombinedTexture, K::Mutable]);
    assert_eq!(accepts(Wanted::Resource), [K::Resource, K::YcbcrSampler, K::CombinedTexture, K::Mutable]);
    assert_eq!(
        accepts(Wanted::Buffer),
        [K::Buffer, K::ConstBuffer, K::BufferCompact, K::ConstBufferCompact, K::Mutable]
    );
    assert_eq!(
        accepts(Wanted::TexelBuffer),
        [K::CombinedTexture, K::TexelBuffer, K::ConstTexelBuffer, K::Mutable]
    );
    assert_eq!(accepts(Wanted::Fmask), [K::Fmask, K::Mutable]);
    // What has no binding answers for nothing, even if the state gives it one.
    for kind in [K::Table, K::Indirect, K::StreamOutTable, K::PushConst] {
        assert_eq!(state(vec![at(0, 0, node(kind, 0, 8))]).find_node(Wanted::Any, 0, 0), None, "{kind}");
    }
}

fn the_first_node_in_order_answers() {
    let state = state(vec![
        table(9, vec![at(0, 0, node(NodeKind::Sampler, 1, 4)), at(0, 0, node(NodeKind::Resource, 2, 8))]),
        at(0, 0, node(NodeKind::Buffer, 3, 4)),
        table(8, vec![at(0, 0, node(NodeKind::Buffer, 4, 4))]),
        at(0, 0, node(NodeKind::Buffer, 5, 4)),
    ]);
    assert_eq!(values(&state, "doff_0_0_s").0, 4);
    assert_eq!(values(&state, "doff_0_0_r").0, 8);
    assert_eq!(values(&state, "doff_0_0_b").0, 12);
    assert_eq!(values(&state, "doff_0_0").0, 4);
}

fn ranges_of_bindings_need_the_option() {
    let mut state = state(vec![table(0, vec![at(0, 4, node(NodeKind::Resource, 8, 24))])]);
    assert!(error(&state, "doff_0_5_r").contains("no resource node"));
    state.options.use_resource_binding_range = true;
    // As where LGC knows the user data: each binding is one element further.
    for (inside, bytes) in [("doff_0_4_r", 32), ("doff_0_5_r", 64), ("doff_0_6_r", 96)] {
        assert_eq!(values(&state, inside).0, bytes, "{inside}");
    }
    assert_eq!(
        value(&state, "doff_0_6_r").origin.to_string(),
        "element 2 of image of set 0, binding 4 at dword 24 of the table at dword 0"
    );
    for outside in ["doff_0_3_r", "doff_0_7_r", "doff_0_4294967295_r"] {
        assert!(error(&state, outside).contains("no resource node"), "{outside}");
    }
}
