//! State for which relocatable shaders have no code, each beside state that is near it and fine.

use amdgpu_link::CannotLink;
use amdgpu_link::state::refusal::Unrelocatable;
use amdgpu_link::state::user_data::{Node, NodeKind};
use amdgpu_link::state::{PipelineState, StaticSampler, StaticSamplerPolicy};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    samplers_that_convert,
    static_samplers_go_by_the_policy,
    descriptors_at_the_top_level,
    inline_buffers,
    compact_buffers_in_tables,
    tables_that_share_a_set,
    several_views
];

fn at(set: u32, binding: u32, kind: NodeKind, offset: u32) -> Node {
    Node { kind, offset, size: 4, set: Some(set), binding: Some(binding), stride: None, nodes: Vec::new() }
}

fn table(offset: u32, nodes: Vec<Node>) -> Node {
    Node { kind: NodeKind::Table, offset, size: 1, set: None, binding: None, stride: None, nodes }
}

fn refusal(user_data: Vec<Node>) -> Option<Unrelocatable> {
    PipelineState { user_data, ..PipelineState::default() }.unrelocatable()
}

/// Rows 3 and 12.
fn samplers_that_convert() {
    let sampler = StaticSampler { set: 0, binding: 2, words: vec![0; 4], converts_ycbcr: true };
    let state = PipelineState { static_samplers: vec![sampler], ..PipelineState::default() };
    let reason = state.unrelocatable().unwrap();
    assert_eq!(reason, Unrelocatable::YcbcrSampler { set: 0, binding: 2 });
    let text = CannotLink::Unrelocatable(reason).to_string();
    assert!(text.starts_with("static sampler of set 0, binding 2 converts from YCbCr"), "{text}");
}

/// Row 24: static samplers link, unless the policy is that of the old documents.
fn static_samplers_go_by_the_policy() {
    let sampler = StaticSampler { set: 1, binding: 2, words: vec![0; 4], converts_ycbcr: false };
    let mut state = PipelineState { static_samplers: vec![sampler], ..PipelineState::default() };
    assert_eq!(state.unrelocatable(), None);
    state.options.static_samplers = StaticSamplerPolicy::Refuse;
    assert_eq!(state.unrelocatable(), Some(Unrelocatable::StaticSampler { set: 1, binding: 2 }));
    state.static_samplers.clear();
    assert_eq!(state.unrelocatable(), None);
}

fn descriptors_at_the_top_level() {
    use NodeKind as K;
    for kind in [
        K::Sampler,
        K::CombinedTexture,
        K::TexelBuffer,
        K::ConstTexelBuffer,
        K::Resource,
        K::Fmask,
        K::YcbcrSampler,
        K::Mutable,
    ] {
        assert_eq!(refusal(vec![at(0, 0, kind, 7)]), Some(Unrelocatable::TopLevel { kind, offset: 7 }));
        assert_eq!(refusal(vec![table(0, vec![at(0, 0, kind, 7)])]), None, "{kind}");
    }
    for kind in
        [K::Buffer, K::ConstBuffer, K::BufferCompact, K::ConstBufferCompact, K::PushConst, K::StreamOutTable]
    {
        assert_eq!(refusal(vec![at(0, 0, kind, 7)]), None, "{kind}");
    }
}

/// Upstream's inline constants, direct and in tables.
fn inline_buffers() {
    let inline = at(3, 1, NodeKind::InlineBuffer, 0);
    let reason = Some(Unrelocatable::InlineBuffer { set: 3, binding: 1 });
    assert_eq!(refusal(vec![inline.clone()]), reason);
    assert_eq!(refusal(vec![table(0, vec![at(3, 0, NodeKind::Buffer, 0), inline])]), reason);
}

/// Compact buffers are refused in tables; at the top level it depends on the code.
fn compact_buffers_in_tables() {
    for kind in [NodeKind::BufferCompact, NodeKind::ConstBufferCompact] {
        let in_table = vec![table(0, vec![at(2, 0, NodeKind::Buffer, 0), at(2, 1, kind, 4)])];
        assert_eq!(refusal(in_table), Some(Unrelocatable::CompactBufferInTable { set: 2, binding: 1 }));
        assert_eq!(refusal(vec![at(2, 1, kind, 4)]), None, "{kind}");
    }
}

fn tables_that_share_a_set() {
    let buffer = |set, binding| at(set, binding, NodeKind::Buffer, 0);
    let shared =
        vec![table(0, vec![buffer(1, 0)]), table(1, vec![buffer(2, 0)]), table(2, vec![buffer(1, 1)])];
    assert_eq!(refusal(shared), Some(Unrelocatable::SharedSet(1)));
    // The first inner node alone says what a table is for.
    let apart =
        vec![table(0, vec![buffer(1, 0)]), table(1, vec![buffer(2, 0), buffer(1, 1)]), table(2, vec![])];
    assert_eq!(refusal(apart), None);
    // So do buffers at the top level.
    assert_eq!(refusal(vec![table(0, vec![buffer(1, 0)]), buffer(1, 1)]), None);
}

/// Row 31.
fn several_views() {
    let mut state = PipelineState::default();
    assert_eq!(state.unrelocatable(), None);
    state.input_assembly.multiview = true;
    assert_eq!(state.unrelocatable(), Some(Unrelocatable::Multiview));
}
