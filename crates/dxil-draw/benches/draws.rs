//! What it costs to draw: a target of 1,280 x 720 pixels under some hundred textured triangles with perspective, whose
//! pixel shader has 50 instructions, on one core and on two. Elements are pixels.

#![allow(clippy::expect_used, clippy::cast_precision_loss, reason = "the functions are the bench's own")]

use std::fmt::Write as _;
use std::sync::Mutex;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dx_container::enums::{ResourceClass, ResourceKind};
use dxil::shader::Shader;
use dxil_draw::{
    BlendState, CullMode, DepthStencilState, DepthTest, Draw, DrawCount, DrawStage, DrawState, InputElement,
    InputLayout, RasterizerState, RenderTarget, Topology, VertexBuffer, Viewport, Workers,
};
use dxil_run::resources::{Comparison, Component, Dimension, Sampler, Texture};
use dxil_run::{
    Bound, Checks, Descriptor, EntrySelector, Format, Memory, PrepareOptions, Program, Resources, RunOptions,
};
use testkit::generate::stage_shader::{StageShader, load, store};

const SIZE: [u32; 2] = [1280, 720];

/// Rectangles of two triangles each, along x and y.
const GRID: [u32; 2] = [16, 9];

/// Two threads that take parts in turn.
struct Two;

impl Workers for Two {
    fn each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Send + Sync) {
        let items = Mutex::new(items.iter_mut());
        let next = || items.lock().expect("nobody panics").next();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while let Some(item) = next() {
                        work(item);
                    }
                });
            }
        });
    }
}

/// Samples a texture, and does arithmetic with what it gives: 50 instructions in all.
fn pixel_shader() -> StageShader {
    let (inputs, outputs) = ("SV_Position:4 TEXCOORD:2", "SV_Target:4");
    let mut body =
        "  %texture = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %sampler = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 0, i32 0, i1 false)
"
        .to_owned();
    body += &load(inputs, 1);
    body += "  %s = call %dx.types.ResRet.f32 @dx.op.sample.f32(i32 60, %dx.types.Handle %texture, %dx.types.Handle %sampler, float %texcoord0, float %texcoord1, float undef, float undef, i32 0, i32 0, i32 undef, float undef)
  %c0 = extractvalue %dx.types.ResRet.f32 %s, 0
  %c1 = extractvalue %dx.types.ResRet.f32 %s, 1
  %c2 = extractvalue %dx.types.ResRet.f32 %s, 2
  %c3 = extractvalue %dx.types.ResRet.f32 %s, 3
  %v0 = fadd float %c0, 0.0
";
    const ARITHMETIC: usize = 50 - 10 - 4 - 1;
    for number in 0..ARITHMETIC {
        let op = if number % 2 == 0 { "fmul" } else { "fadd" };
        let other = format!("%c{}", number % 4);
        writeln!(body, "  %v{} = {op} float %v{number}, {other}", number + 1).expect("text grows");
    }
    let last = format!("%v{ARITHMETIC}");
    body += &store(outputs, 0, &[&last, "%c1", "%c2", "%c3"]);
    let texture = Some(ResourceKind::TEXTURE_2D);
    StageShader { texture, ..StageShader::new("ps", [inputs, outputs], body) }
}

fn prepare(shader: &StageShader) -> Program {
    let module = dxil_text::parse(shader.source().as_bytes()).expect("the source is right");
    let described = Shader::read(&module).expect("so is its metadata");
    Program::prepare(
        &module,
        &described,
        EntrySelector::Stage(shader.kind(), None),
        PrepareOptions::default(),
    )
    .expect("it can be prepared")
}

/// Triangles over the whole target, those on the right farther away: position and coordinates of a texture.
fn vertices() -> Vec<u8> {
    let [columns, rows] = GRID;
    let corner = |x: u32, y: u32| {
        let [u, v] = [x as f32 / columns as f32, y as f32 / rows as f32];
        let w = 1.0 + u;
        [(u * 2.0 - 1.0) * w, (1.0 - v * 2.0) * w, 0.5 * w, w, u * 4.0, v * 4.0]
    };
    let mut bytes = Vec::new();
    for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
        for [right, down] in [[0, 0], [1, 0], [0, 1], [0, 1], [1, 0], [1, 1]] {
            bytes.extend(corner(x + right, y + down).into_iter().flat_map(f32::to_le_bytes));
        }
    }
    bytes
}

fn texture(memory: usize, size: [u32; 2]) -> Texture {
    let format = Format { component: Component::UnsignedNormalized(8), components: 4 };
    let [width, height] = size;
    let (dimension, size) = (Dimension::Two, [width, height, 1]);
    Texture { memory, offset: 0, format, dimension, size, layers: 1, levels: 1, samples: 1 }
}

fn state(vertices: usize, target: usize) -> DrawState {
    let element = |semantic: &str, offset, components| InputElement {
        semantic: semantic.to_owned(),
        buffer: 0,
        offset,
        format: Format { component: Component::F32, components },
    };
    let [columns, rows] = GRID;
    DrawState {
        layout: InputLayout {
            buffers: vec![VertexBuffer { memory: vertices, offset: 0, stride: 24, step: None }],
            elements: vec![element("POSITION", 0, 4), element("TEXCOORD", 16, 2)],
        },
        indices: None,
        topology: Topology::TriangleList,
        count: DrawCount { vertices: columns * rows * 6, instances: 1, first_vertex: 0, first_instance: 0 },
        rasterizer: RasterizerState { cull: CullMode::None, ..RasterizerState::default() },
        viewports: vec![Viewport::of(SIZE)],
        scissors: Vec::new(),
        depth_stencil: DepthStencilState {
            depth: Some(DepthTest { comparison: Comparison::Less, writes: true }),
            stencil: None,
        },
        depth_target: None,
        blend: BlendState::default(),
        targets: vec![RenderTarget { texture: texture(target, SIZE), name: "target".to_owned() }],
        views: Vec::new(),
        mesh_groups: [1; 3],
    }
}

fn draws(c: &mut Criterion) {
    let vertex = prepare(&StageShader::copy("vs", ["POSITION:4 TEXCOORD:2", "SV_Position:4 TEXCOORD:2"]));
    let pixel = prepare(&pixel_shader());
    let mut resources = Resources::default();
    let vertices = resources.add(Memory::new(&vertices()));
    let texels: Vec<u8> =
        (0..256_u32 * 256).flat_map(|at| (at.wrapping_mul(2_654_435_761)).to_le_bytes()).collect();
    let texels = resources.add(Memory::new(&texels));
    let target = resources.add(Memory::new(&vec![0; 1280 * 720 * 4]));
    let of_vertex = Bound::new(&vertex, &resources);
    let mut of_pixel = Bound::new(&pixel, &resources);
    let descriptor = Descriptor::Texture(texture(texels, [256, 256]));
    assert!(of_pixel.bind(&pixel, ResourceClass::SRV, 0, 0, descriptor));
    assert!(of_pixel.bind(&pixel, ResourceClass::SAMPLER, 0, 0, Descriptor::Sampler(Sampler::default())));
    let state = state(vertices, target);
    let shaders =
        [DrawStage { program: &vertex, bound: &of_vertex }, DrawStage { program: &pixel, bound: &of_pixel }];
    let mut group = c.benchmark_group("dxil-draw");
    group.throughput(Throughput::Elements(1280 * 720));
    group.sample_size(10);
    for (all, with) in [(false, ""), (true, ", with checks")] {
        let options = RunOptions { checks: Checks { all, nan: false }, ..RunOptions::default() };
        let draw = Draw::new(&shaders, &state, options).expect("it can be drawn");
        group.bench_function(format!("triangles, 1280 x 720{with}"), |b| b.iter(|| draw.run(&())));
        group
            .bench_function(format!("triangles, 1280 x 720, two cores{with}"), |b| b.iter(|| draw.run(&Two)));
    }
    group.finish();
}

criterion_group!(all, draws);
criterion_main!(all);
