//! What it costs to draw: a target of 1,280 x 720 pixels under some hundred textured triangles with perspective, whose
//! pixel shader has 50 instructions, on one core and on two. Elements are pixels.

#![allow(clippy::expect_used, clippy::cast_precision_loss, reason = "the functions are the bench's own")]

use std::fmt::Write as _;
use std::sync::Mutex;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dx_container::enums::{ResourceClass, ShaderKind};
use dxil::shader::Shader;
use dxil_draw::{
    BlendState, CullMode, DepthStencilState, DepthTest, Draw, DrawCount, DrawStage, DrawState, InputElement,
    InputLayout, RasterizerState, RenderTarget, Topology, VertexBuffer, Viewport, Workers,
};
use dxil_run::resources::{Comparison, Component, Dimension, Sampler, Texture};
use dxil_run::{
    Bound, Checks, Descriptor, Entrance, Format, Memory, PrepareOptions, Program, Resources, RunOptions,
};

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

/// A shader with signatures, a body, and what it is bound to.
fn shader(kind: &str, [inputs, outputs]: [&str; 2], resources: &str, body: &str) -> String {
    let list = if resources.is_empty() { "null" } else { "!6" };
    format!(
        "target datalayout = \"e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64\"
target triple = \"dxil-ms-dx\"
%dx.types.Handle = type {{ i8* }}
%dx.types.ResRet.f32 = type {{ float, float, float, float, i32 }}
%struct.T = type {{ i32 }}

define void @main() {{
entry:
{body}  ret void
}}
declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32)
declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float)
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare %dx.types.ResRet.f32 @dx.op.sample.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float)
!dx.version = !{{!0}}
!dx.shaderModel = !{{!1}}
!dx.resources = !{{!6}}
!dx.entryPoints = !{{!2}}
!0 = !{{i32 1, i32 0}}
!1 = !{{!\"{kind}\", i32 6, i32 0}}
!2 = !{{void ()* @main, !\"main\", !3, {list}, null}}
!3 = !{{!10, !20, null}}
!4 = !{{i32 0}}
!6 = !{{{}}}
{resources}
!10 = !{{!11, !12}}
{inputs}
!20 = !{{{}}}
{outputs}
",
        if resources.is_empty() { "null, null, null, null" } else { "!30, null, null, !31" },
        if kind == "vs" { "!21, !22" } else { "!21" }
    )
}

fn loads(id: u32, name: &str, columns: u32) -> String {
    (0..columns).fold(String::new(), |mut text, column| {
        writeln!(
            text,
            "  %{name}{column} = call float @dx.op.loadInput.f32(i32 4, i32 {id}, i32 0, i8 {column}, i32 undef)"
        )
        .expect("text grows");
        text
    })
}

fn stores(id: u32, names: &[String]) -> String {
    names.iter().enumerate().fold(String::new(), |mut text, (column, name)| {
        writeln!(
            text,
            "  call void @dx.op.storeOutput.f32(i32 5, i32 {id}, i32 0, i8 {column}, float {name})"
        )
        .expect("text grows");
        text
    })
}

fn vertex_shader() -> String {
    let names =
        |name: &str, count: u32| (0..count).map(|column| format!("%{name}{column}")).collect::<Vec<_>>();
    let body =
        [loads(0, "p", 4), loads(1, "t", 2), stores(0, &names("p", 4)), stores(1, &names("t", 2))].concat();
    let inputs = "!11 = !{i32 0, !\"POSITION\", i8 9, i8 0, !4, i8 0, i32 1, i8 4, i32 0, i8 0, null}
!12 = !{i32 1, !\"TEXCOORD\", i8 9, i8 0, !4, i8 0, i32 1, i8 2, i32 1, i8 0, null}";
    let outputs = "!21 = !{i32 0, !\"SV_Position\", i8 9, i8 3, !4, i8 4, i32 1, i8 4, i32 0, i8 0, null}
!22 = !{i32 1, !\"TEXCOORD\", i8 9, i8 0, !4, i8 2, i32 1, i8 2, i32 1, i8 0, null}";
    shader("vs", [inputs, outputs], "", &body)
}

/// Samples a texture, and does arithmetic with what it gives: 50 instructions in all.
fn pixel_shader() -> String {
    let mut body =
        "  %texture = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %sampler = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 0, i32 0, i1 false)
"
        .to_owned();
    body += &loads(1, "t", 2);
    body += "  %s = call %dx.types.ResRet.f32 @dx.op.sample.f32(i32 60, %dx.types.Handle %texture, %dx.types.Handle %sampler, float %t0, float %t1, float undef, float undef, i32 0, i32 0, i32 undef, float undef)
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
    body += &stores(0, &[last, "%c1".to_owned(), "%c2".to_owned(), "%c3".to_owned()]);
    let inputs = "!11 = !{i32 0, !\"SV_Position\", i8 9, i8 3, !4, i8 4, i32 1, i8 4, i32 0, i8 0, null}
!12 = !{i32 1, !\"TEXCOORD\", i8 9, i8 0, !4, i8 2, i32 1, i8 2, i32 1, i8 0, null}";
    let outputs = "!21 = !{i32 0, !\"SV_Target\", i8 9, i8 16, !4, i8 0, i32 1, i8 4, i32 0, i8 0, null}";
    let resources = "!30 = !{!32}
!31 = !{!33}
!32 = !{i32 0, %struct.T* undef, !\"\", i32 0, i32 0, i32 1, i32 2, i32 0, !34}
!33 = !{i32 0, %struct.T* undef, !\"\", i32 0, i32 0, i32 1, i32 0, null}
!34 = !{i32 0, i32 9}";
    shader("ps", [inputs, outputs], resources, &body)
}

fn prepare(source: &str, kind: ShaderKind) -> Program {
    let module = dxil_text::parse(source.as_bytes()).expect("the source is right");
    let shader = Shader::read(&module).expect("so is its metadata");
    Program::prepare(&module, &shader, Entrance::Stage(kind, None), PrepareOptions::default())
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
    let (vertex, pixel) =
        (prepare(&vertex_shader(), ShaderKind::VERTEX), prepare(&pixel_shader(), ShaderKind::PIXEL));
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
