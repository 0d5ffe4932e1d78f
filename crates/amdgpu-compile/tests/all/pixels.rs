//! Stored objects of pixel shaders, linked with the colour export that a target asks for and executed as machine code
//! of gfx1030, pixel by pixel of a triangle. What is exported is what `dxil-run` draws with the same shaders.

use std::fs;

use amdgpu_link::glue::GlueCache;
use amdgpu_link::link::Linker;
use amdgpu_link::state::document;
use dx_container::enums::ShaderKind;
use dxil::shader::Shader;
use dxil_draw::{Draw, DrawStage};
use dxil_ir::Module;
use dxil_run::{EntrySelector, PrepareOptions, Program, RunOptions};
use rdna::pipeline::{Layout, Needed, Placed};
use rdna::{Generation, Pixel, Primitive};
use run_pipeline::{Pipeline, PipelineRun, Stage};
use testkit::{Test, note, tests};

use crate::objects::{self, Case};

pub(crate) const TESTS: &[Test] = tests![pixels_are_those_of_draws];

/// What a vertex of the documents has: a position, and an attribute of four components.
type Vertex = [[f32; 4]; 2];

/// Pixels along each side of the targets.
const SIDE: usize = 8;

fn pixels_are_those_of_draws() {
    let (mut compared, mut discarded) = (0, 0);
    for case in objects::pixel_cases() {
        let drawn = drawn(&case);
        // Weights of the processor's filters have eight bits.
        let tolerance = if case.document.contains("Samplers:") { 2e-3 } else { 1e-4 };
        for layout in Layout::ALL {
            let found = shaded(&case, layout).unwrap_or_else(|error| panic!("{}: {error}", case.name));
            for (at, (found, drawn)) in found.iter().zip(&drawn).enumerate() {
                let Some(found) = found else {
                    assert_eq!(*drawn, [0.0; 4], "{}: pixel {at} is discarded", case.name);
                    discarded += 1;
                    continue;
                };
                for (found, drawn) in found.iter().zip(drawn) {
                    let error = (found - drawn).abs() / drawn.abs().max(1.0);
                    assert!(
                        error < tolerance,
                        "{}: pixel {}, {}: {found}, drawn {drawn}",
                        case.name,
                        at % SIDE,
                        at / SIDE
                    );
                }
                compared += 1;
            }
        }
    }
    note(format_args!("{compared} pixels alike, {discarded} discarded"));
    assert!(compared > 200 && discarded > 0, "{compared} {discarded}");
}

/// The target of a draw of `dxil-run`.
fn drawn(case: &Case) -> Vec<[f32; 4]> {
    let mut pipeline = Pipeline::parse(&case.document).unwrap_or_else(|error| panic!("{}", error.kind()));
    let memory = PipelineRun::new(&pipeline);
    let vertex = fs::read(objects::folder("pixels").join("vertex.ll")).unwrap();
    let vertex = dxil_text::parse(&vertex).unwrap();
    let prepare = |module: &Module, kind| {
        let shader = Shader::read(module).unwrap();
        Program::prepare(module, &shader, EntrySelector::Stage(kind, None), PrepareOptions::default())
            .unwrap()
    };
    let (vertex, pixel) = (prepare(&vertex, ShaderKind::VERTEX), prepare(&case.module, ShaderKind::PIXEL));
    {
        let pass = pipeline.only().unwrap();
        let bind = |stage, program| memory.bind(&pipeline, (pass, stage), program, None).unwrap();
        let (of_vertex, of_pixel) = (bind(Stage::Vertex, &vertex), bind(Stage::Pixel, &pixel));
        let state = memory.draw(&pipeline, pass).unwrap();
        let vertex = DrawStage { program: &vertex, bound: &of_vertex };
        let pixel = DrawStage { program: &pixel, bound: &of_pixel };
        let draw = Draw::new(&[vertex, pixel], &state, RunOptions::default()).unwrap();
        for outcome in draw.run(&()) {
            assert!(outcome.findings.is_empty() && outcome.stop.is_none(), "{}: {outcome:#?}", case.name);
        }
    }
    memory.finish(&mut pipeline);
    let [target] = pipeline.passes[0].graphics.targets.as_slice() else { panic!("one target") };
    let floats = floats(&pipeline.buffers[*target].data[0]);
    floats.as_chunks().0.to_vec()
}

/// What a linked object exports for each pixel; none for those that are discarded.
fn shaded(case: &Case, layout: Layout) -> Result<Vec<Option<[f32; 4]>>, String> {
    let generation = Generation::Gfx10;
    let pipeline = Pipeline::parse(&case.document).map_err(|error| error.kind().to_string())?;
    let unlinked = fs::read(objects::object(&case.name, generation)).map_err(|error| error.to_string())?;
    let needed = Needed::of(&unlinked)?;
    let mut placed = Placed::new(&pipeline, None, &needed, generation, layout)?;
    let target = "stages: [fragment]\ncolor: {targets: [{dfmt: 32_32_32_32, nfmt: float}]}";
    let state = document::parse(&placed.state_with(target)).map_err(|error| error.to_string())?;
    let mut linker = Linker::new(Some(&state));
    linker.add_input(&case.name, &unlinked).map_err(|error| error.to_string())?;
    let linked = linker.link(&mut GlueCache::default()).map_err(|error| error.to_string())?;
    let shader = rdna::Shader::read_pixel(&linked.elf)?;
    let [vertices] = pipeline.passes[0].graphics.vertices.as_slice() else {
        return Err("no vertices".to_owned());
    };
    let vertices = floats(&pipeline.buffers[vertices.buffer].data[0]);
    let vertices = vertices.as_chunks::<8>().0.iter().map(|words| {
        let (position, attribute) = words.as_chunks::<4>().0.split_at(1);
        [position[0], attribute[0]]
    });
    let vertices: [Vertex; 3] = vertices.collect::<Vec<_>>().try_into().map_err(|_| "not one triangle")?;
    let places = quads();
    let lanes = shader.wave_size as usize;
    let waves: Vec<Vec<Pixel>> =
        places.chunks(lanes).map(|wave| wave.iter().map(|at| pixel(&vertices, *at)).collect()).collect();
    let exports = placed.shade(&shader, &primitive(&vertices), &waves)?;
    let mut found = vec![None; SIDE * SIDE];
    for (places, exports) in places.chunks(lanes).zip(exports) {
        for export in exports.iter().filter(|export| export.fields.target == 0) {
            assert!(export.fields.done && export.fields.valid && export.fields.mask == 15);
            for (lane, [x, y]) in places.iter().enumerate().filter(|(lane, _)| export.lanes >> lane & 1 != 0)
            {
                found[y * SIDE + x] = Some(export.values[lane].map(f32::from_bits));
            }
        }
    }
    Ok(found)
}

/// All pixels, quad by quad.
fn quads() -> Vec<[usize; 2]> {
    let quads = (0..SIDE / 2).flat_map(|y| (0..SIDE / 2).map(move |x| [2 * x, 2 * y]));
    quads.flat_map(|[x, y]| [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]]).collect()
}

/// The attributes as parameters of the processor: all three that the vertex shader gives are the same.
fn primitive(vertices: &[Vertex; 3]) -> Primitive {
    let [first, second, third] = vertices.map(|vertex| vertex[1]);
    let component = |at: usize| [first[at], second[at] - first[at], third[at] - first[at]].map(f32::to_bits);
    let attribute = [0, 1, 2, 3].map(component);
    // What is at the slot of the position, nobody reads.
    Primitive { mask: 0x4321_0000, attributes: vec![[[0xdead_beef; 3]; 4], attribute, attribute, attribute] }
}

/// What the rasterizer says of a pixel.
fn pixel(vertices: &[Vertex; 3], [x, y]: [usize; 2]) -> Pixel {
    let centre = [x as f32 + 0.5, y as f32 + 0.5];
    let half = SIDE as f32 / 2.0;
    let corners =
        vertices.map(|[[x, y, z, w], _]| [(x / w + 1.0) * half, (1.0 - y / w) * half, z / w, 1.0 / w]);
    let area =
        |a: [f32; 2], b: [f32; 2], c: [f32; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let [a, b, c] = corners.map(|corner| [corner[0], corner[1]]);
    let whole = area(a, b, c);
    let shares = [area(b, c, centre), area(c, a, centre), area(a, b, centre)].map(|part| part / whole);
    let sum = |at: usize| shares.iter().zip(corners).map(|(share, corner)| share * corner[at]).sum::<f32>();
    let (depth, by_w) = (sum(2), sum(3));
    let with_perspective = |at: usize| shares[at] * corners[at][3] / by_w;
    Pixel {
        perspective: [with_perspective(1), with_perspective(2)],
        linear: [shares[1], shares[2]],
        position: [centre[0], centre[1], depth, 1.0 / by_w],
        // Fronts are counterclockwise where y grows upward.
        is_front: whole < 0.0,
        coverage: 1,
    }
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks().0.iter().map(|word| f32::from_le_bytes(*word)).collect()
}
