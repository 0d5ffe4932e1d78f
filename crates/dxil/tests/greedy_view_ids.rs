//! What depends on what in large programs and in damaged ones: memory stays in proportion, and nothing panics or hangs. Separate
//! from the other tests because it watches the memory of the whole process.

#![allow(
    clippy::cast_possible_truncation,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

#[path = "view_id/built.rs"]
#[allow(dead_code, reason = "what the other tests ask for, too")]
mod built;
#[path = "streams/corpus.rs"]
mod corpus;
#[path = "view_id/large.rs"]
mod large;
#[path = "streams/random.rs"]
mod random;

use std::time::{Duration, Instant};

use built::Built;
use dxil::derive::Program;
use dxil::shader::Shader;
use dxil_ir::bitcode;
use dxil_ir::{Module, Value};
use large::LARGE;
use peak_alloc::PeakAlloc;
use random::Random;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// What the analysis may take: so many bytes for each that the module takes, and some besides. Of n loops in each other it
/// takes n log n.
const HEAP_PER_BYTE: usize = 8;
const HEAP_FREE: usize = 1 << 20;
/// Modules that are damaged, spread over all there are, and how often each.
const DAMAGED: usize = 150;
const TIMES: usize = 300;

fn large_programs() {
    for (what, size, code, _) in LARGE {
        let before = HEAP.current_usage();
        let built = Built::pixel(3, 1).code(|build| code(build, 10 * size));
        let module = HEAP.current_usage() - before;
        HEAP.reset_peak_usage();
        let before = HEAP.current_usage();
        built.result().unwrap();
        let taken = HEAP.peak_usage() - before;
        println!("{what}: {module} bytes, {taken} for the analysis");
        assert!(taken <= HEAP_PER_BYTE * module + HEAP_FREE, "{what}: {taken} for {module}");
    }
}

/// Puts one value in the place of another, whatever they are, or one block.
fn damage(module: &mut Module, random: &mut Random) {
    let functions: Vec<_> = module.bodies().map(|(id, ..)| id).collect();
    let Some(id) = functions.get(random.below(functions.len())) else { return };
    let constants: Vec<Value> = module.constants.iter().map(|(id, _)| id.into()).collect();
    let globals: Vec<Value> = module.globals.keys().map(Value::from).collect();
    let body = module.globals[*id].body_mut().unwrap();
    let instructions: Vec<Value> = body.instructions.keys().map(Value::from).collect();
    let any = |random: &mut Random| {
        let values = [&constants, &globals, &instructions, &instructions][random.below(4)];
        values.get(random.below(values.len())).copied()
    };
    let blocks = body.layout.len();
    match random.below(4) {
        0 if blocks > 0 => body.layout.swap(random.below(blocks), random.below(blocks)),
        1 if blocks > 0 => _ = body.layout.remove(random.below(blocks)),
        _ => {
            if let (Some(old), Some(new)) = (any(random), any(random)) {
                body.replace_all_uses(old, new);
            }
        }
    }
}

fn damaged_programs() {
    let mut count = 0;
    corpus::each_module(|_| count += 1);
    let step = usize::max(count / DAMAGED, 1);
    let (mut random, mut index, mut told, mut refused) = (Random(0x5eed), 0, 0, 0);
    corpus::each_module(|stored| {
        index += 1;
        if index % step != 0 {
            return;
        }
        let Ok(module) = bitcode::read(stored.bitcode, stored.offset) else { return };
        let Ok(shader) = Shader::read(&module) else { return };
        for _ in 0..TIMES / (1 + stored.bitcode.len() / 20_000) {
            let mut damaged = module.clone();
            for _ in 0..1 + random.below(8) {
                damage(&mut damaged, &mut random);
            }
            let start = Instant::now();
            let program = Program::new(&damaged, &shader);
            let _ = program.signature_usage();
            match program.view_id_dependencies() {
                Ok(_) => told += 1,
                Err(_) => refused += 1,
            }
            let took = start.elapsed();
            assert!(took < Duration::from_secs(5), "{took:?}: {}", stored.path.display());
        }
    });
    println!(
        "of {count} modules every {step}th is damaged: of {told} copies something is told, {refused} are refused"
    );
    assert!(told > 0 && refused > 0);
}

/// One test, so that nothing else takes memory meanwhile.
#[test]
fn hostile_programs_neither_panic_nor_run_away() {
    large_programs();
    damaged_programs();
}
