//! What depends on what in large programs and in damaged ones: memory stays in proportion, and nothing panics or hangs.

use std::time::{Duration, Instant};

use dxil::derive::DescribedModule;
use dxil::shader::Shader;
use dxil_ir::bitcode;
use dxil_ir::{Module, Value};
use testkit::generate::large::LARGE;
use testkit::generate::signatures::Built;
use testkit::heap::{Limit, taken};
use testkit::modules::some_modules;
use testkit::random::Random;
use testkit::{Test, note, tests, times};

pub(crate) const TESTS: &[Test] =
    tests![large_programs_take_memory_in_proportion, damaged_programs_are_told_or_refused];

/// What the analysis may take: so many bytes for each that the module takes, and some besides. Of n loops in each other
/// it takes n log n.
const HEAP: Limit = Limit { per_byte: 8, free: 1 << 20 };
/// Modules that are damaged, spread over all there are, and how often each.
const DAMAGED: usize = 150;
const TIMES: usize = 300;

fn large_programs_take_memory_in_proportion() {
    for (what, size, code, _) in LARGE {
        let (built, heap) = taken(|| Built::pixel(3, 1).code(|build| code(build, 10 * size)));
        let module = heap.kept;
        HEAP.of(what, module, || built.result().unwrap());
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
                for instruction in body.instructions.values_mut() {
                    let change = |value| if value == old { new } else { value };
                    instruction.op.map_operands(&mut body.lists, change);
                }
            }
        }
    }
}

fn damaged_programs_are_told_or_refused() {
    let (mut random, mut told, mut refused) = (Random(0x5eed), 0, 0);
    let count = some_modules(DAMAGED, usize::MAX, |stored| {
        let Ok(module) = bitcode::read(stored.bitcode, stored.offset) else { return };
        let Ok(shader) = Shader::read(&module) else { return };
        for _ in 0..times(TIMES) / (1 + stored.bitcode.len() / 20_000) {
            let mut damaged = module.clone();
            for _ in 0..1 + random.below(8) {
                damage(&mut damaged, &mut random);
            }
            let start = Instant::now();
            let program = DescribedModule::new(&damaged, &shader);
            let _ = program.signature_usage();
            match program.view_id_dependencies() {
                Ok(_) => told += 1,
                Err(_) => refused += 1,
            }
            let took = start.elapsed();
            assert!(took < Duration::from_secs(5), "{took:?}: {}", stored.path.display());
        }
    });
    note!("of {count} modules some are damaged: of {told} copies something is told, {refused} are refused");
    assert!(told > 0 && refused > 0);
}
