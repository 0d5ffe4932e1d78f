//! Damaged shaders of draws: the stages between vertices and pixels are damaged, one shader of a pipeline each, and
//! drawn with although no validator would take them. Nothing panics or hangs, and what a draw takes of the memory is
//! bounded.
//!
//! `DAMAGED_STAGE` looks at the one with this number.

use std::time::{Duration, Instant};

use dx_container::enums::ShaderKind;
use dx_container::parts::View as _;
use dx_container::parts::program::ProgramPart;
use dx_container::{Container, FourCc};
use dxil::shader::Shader;
use dxil_draw::{Draw, DrawStage};
use dxil_ir::Module;
use dxil_run::{PrepareOptions, Program, RunError, RunOptions};
use run_pipeline::{Pipeline, PipelineRun, Stage};
use testkit::corpus::root;
use testkit::damage::bytes::flipped;
use testkit::damage::module::Damage;
use testkit::generate::stage_shader::{StageShader, store};
use testkit::heap::taken;
use testkit::random::Random;
use testkit::{Test, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![damaged_stages_are_drawn_or_refused];

const STEPS: u64 = 20_000;
/// What a draw may take: 128 lanes of a geometry shader with 1,024 scalars each are the most of it.
const HEAP: usize = 64 << 20;
const TIME: Duration = Duration::from_secs(5);

/// The bitcode of a shader that stores zero to all outputs.
fn plain(stage: &'static str, [inputs, outputs]: [&'static str; 2]) -> (ShaderKind, Vec<u8>) {
    let mut body = String::new();
    for (id, element) in outputs.split(' ').enumerate() {
        let columns = element[element.len() - 1..].parse().unwrap();
        let zero = if element.contains(":u") { "0" } else { "0.0" };
        body += &store(outputs, id, &vec![zero; columns]);
    }
    let shader = StageShader::new(stage, [inputs, outputs], body);
    let source = shader.source();
    let module = dxil_text::parse(source.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    (shader.kind(), dxil_ir::bitcode::write(&module).unwrap())
}

fn example(name: &str) -> Vec<u8> {
    let bytes = std::fs::read(root().join("examples").join(name)).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let part = container.part(FourCc::DXIL).unwrap();
    ProgramPart::parse(container.payload(&part)).unwrap().bitcode.to_vec()
}

/// A pipeline: shaders as bitcode, of which those that are damaged are named, and its document.
struct Base {
    shaders: Vec<(ShaderKind, Vec<u8>)>,
    damaged: Vec<usize>,
    pipeline: Pipeline,
}

impl Base {
    fn new(shaders: Vec<(ShaderKind, Vec<u8>)>, damaged: &[usize], first: &str, bindings: &str) -> Self {
        let text = format!(
            "Shaders: [{{ Stage: {first}, Entry: main }}]
Buffers:
  - {{ Name: Out, Format: Float32, Channels: 4, FillSize: 1024, OutputProps: {{ Width: 8, Height: 8, Depth: 1 }} }}
  - {{ Name: Points, Format: Float32, Stride: 12, FillSize: 1536 }}
Bindings: {{ RenderTarget: Out{bindings} }}
DispatchParameters: {{ VertexCount: 6, DispatchGroupCount: [2, 1, 1] }}
DescriptorSets: [{{ Resources: [{{ Name: Points, Kind: StructuredBuffer, DirectXBinding: {{ Register: 0, Space: 0 }} }}] }}]
"
        );
        let pipeline = Pipeline::parse(&text).unwrap_or_else(|error| panic!("{}", error.kind()));
        Self { shaders, damaged: damaged.to_vec(), pipeline }
    }
}

fn bases() -> [Base; 3] {
    let vertex = |outputs| plain("vs", ["", outputs]);
    let pixel = |inputs| plain("ps", [inputs, "SV_Target:4"]);
    let of = |kind, name| (kind, example(name));
    [
        Base::new(
            vec![
                vertex("POSITION:3"),
                of(ShaderKind::HULL, "patches_hs.dxil"),
                of(ShaderKind::DOMAIN, "patches_ds.dxil"),
                pixel("SV_Position:4 VIEW:u1"),
            ],
            &[1, 2],
            "Vertex",
            ", Topology: PatchList, PatchControlPoints: 3",
        ),
        Base::new(
            vec![
                vertex("SV_Position:4 VIEW:u1"),
                of(ShaderKind::GEOMETRY, "patches_gs.dxil"),
                pixel("SV_Position:4 TEXCOORD:2"),
            ],
            &[1],
            "Vertex",
            ", Topology: PointList",
        ),
        Base::new(
            vec![
                of(ShaderKind::AMPLIFICATION, "meshlets_as.dxil"),
                of(ShaderKind::MESH, "meshlets_ms.dxil"),
                pixel("SV_Position:4 SV_PrimitiveID:u1"),
            ],
            &[0, 1],
            "Mesh",
            "",
        ),
    ]
}

/// What came of all.
#[derive(Debug, Default)]
struct Counts {
    drawn: usize,
    stopped: usize,
    refused: usize,
    with_findings: usize,
    most_heap: usize,
    longest: Duration,
}

/// A base with one of its shaders damaged: the modules of all.
fn damaged(base: &Base, random: &mut Random) -> Vec<Module> {
    let which = base.damaged[random.below(base.damaged.len())];
    let modules = base.shaders.iter().enumerate().map(|(number, (_, bitcode))| {
        let whole = || dxil_ir::bitcode::read(bitcode, 0).unwrap();
        if number != which {
            return whole();
        }
        if random.below(2) == 0 {
            loop {
                if let Ok(module) = dxil_ir::bitcode::read(&flipped(bitcode, 3, random), 0) {
                    return module;
                }
            }
        }
        let mut module = whole();
        for _ in 0..=random.below(4) {
            Damage { module: &mut module, random }.one();
        }
        module
    });
    modules.collect()
}

/// Draws with these modules: whether something was found, and whether it was stopped.
fn draw(base: &Base, modules: &[Module], wave_size: Option<u32>) -> Result<(bool, bool), RunError> {
    let mut programs = Vec::new();
    for ((kind, _), module) in base.shaders.iter().zip(modules) {
        let (shader, _) = Shader::read_partly(module);
        let options = PrepareOptions { checks_nan: true, ..PrepareOptions::default() };
        programs.extend(Program::prepare_stage(module, &shader, (*kind, None), options)?);
    }
    let memory = PipelineRun::new(&base.pipeline);
    let bounds = programs
        .iter()
        .map(|program| memory.bind(&base.pipeline, (&base.pipeline.passes[0], Stage::Vertex), program, None));
    let bounds = bounds.collect::<Result<Vec<_>, _>>()?;
    let stages: Vec<_> =
        programs.iter().zip(&bounds).map(|(program, bound)| DrawStage { program, bound }).collect();
    let state = memory.draw(&base.pipeline, &base.pipeline.passes[0])?;
    let options = RunOptions { wave_size, max_steps: STEPS, ..RunOptions::default() };
    let outcomes = Draw::new(&stages, &state, options)?.run(&());
    let has_found = outcomes.iter().any(|outcome| !outcome.findings.is_empty());
    Ok((has_found, outcomes.iter().any(|outcome| outcome.stop.is_some())))
}

fn damaged_stages_are_drawn_or_refused() {
    let bases = bases();
    for base in &bases {
        let whole: Vec<_> =
            base.shaders.iter().map(|(_, bitcode)| dxil_ir::bitcode::read(bitcode, 0).unwrap()).collect();
        let drawn = draw(base, &whole, None);
        assert!(matches!(drawn, Ok((_, false))), "{drawn:?}");
    }
    let mut counts = Counts::default();
    let only = std::env::var("DAMAGED_STAGE").ok().map(|number| number.parse::<u64>().expect("a number"));
    for number in 0..times(1_500) as u64 {
        if only.is_some_and(|only| only != number) {
            continue;
        }
        let mut random = Random((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| _ = random.below(2));
        let base = &bases[random.below(bases.len())];
        let modules = damaged(base, &mut random);
        let wave_size = [None, Some(4), Some(16), Some(64), Some(128)][number as usize % 5];
        let start = Instant::now();
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            taken(|| draw(base, &modules, wave_size))
        }));
        let Ok((drawn, taken)) = result else { panic!("DAMAGED_STAGE={number}") };
        let took = start.elapsed();
        match drawn {
            Err(_) => counts.refused += 1,
            Ok((has_found, is_stopped)) => {
                counts.drawn += 1;
                counts.with_findings += usize::from(has_found);
                counts.stopped += usize::from(is_stopped);
            }
        }
        counts.longest = counts.longest.max(took);
        counts.most_heap = counts.most_heap.max(taken.peak);
        assert!(took < TIME, "DAMAGED_STAGE={number}: {took:?}");
        assert!(taken.peak <= HEAP, "DAMAGED_STAGE={number}: {} bytes of heap", taken.peak);
    }
    note!("{counts:?}");
    assert!(only.is_some() || counts.drawn > 0 && counts.refused > 0 && counts.with_findings > 0);
}
