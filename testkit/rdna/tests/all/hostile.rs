//! Code that no compiler wrote: it is executed or refused, and nothing panics or runs forever.

use rdna::{Generation, Memory, Surroundings, Table, Wave, decode, step};
use testkit::random::Random;
use testkit::{Test, note, tests, times};

use crate::encodings;

pub(crate) const TESTS: &[Test] =
    tests![every_opcode_is_executed_or_refused, words_at_random_are_executed_or_refused];

fn wave(generation: Generation, random: &mut Random) -> Wave {
    let mut wave = Wave::new(generation, [32, 64][random.below(2)]);
    for register in 0..106 {
        wave.set_scalar(register, any(random));
    }
    for register in 0..256 {
        for lane in 0..64 {
            wave.set_vector(register, lane, any(random));
        }
    }
    wave.set_exec(u64::from(random.word()) << 32 | u64::from(random.word()));
    wave
}

/// Small numbers and those that floats are special at, too.
fn any(random: &mut Random) -> u32 {
    match random.below(8) {
        0 => 0,
        1 => random.below(64) as u32,
        2 => u32::MAX - random.below(4) as u32,
        3 => [0x7f80_0000, 0x7fc0_0000, 0x8000_0000, 1, 0x7c00_7c00, 0x7ff0_0000][random.below(6)],
        _ => random.word(),
    }
}

/// Executes one instruction; whether it could be.
fn execute(generation: Generation, words: &[u32], wave: &Wave) -> bool {
    let Ok(instruction) = decode(generation, words, 0) else { return false };
    let mut wave = wave.clone();
    let (mut memory, mut lds, mut exports) = (Memory::default(), vec![0; 4096], Vec::new());
    let mut around = Surroundings { memory: &mut memory, lds: &mut lds, code: 0x1000, exports: &mut exports };
    step(&mut wave, &mut around, &instruction).is_ok()
}

fn every_opcode_is_executed_or_refused() {
    for generation in Generation::ALL {
        let mut random = Random(7);
        let mut executed = std::collections::BTreeSet::new();
        for row in Table::of(generation).rows() {
            let wave = wave(generation, &mut random);
            for _ in 0..times(8) {
                let words = encodings::words(row, generation, &mut random);
                if execute(generation, &words, &wave) {
                    executed.insert((row.encoding as u8, row.opcode));
                }
            }
        }
        note!("{}: {} opcodes executed without memory", generation.processor(), executed.len());
        assert!(executed.len() > 600, "{}", executed.len());
    }
}

fn words_at_random_are_executed_or_refused() {
    for generation in Generation::ALL {
        let mut random = Random(11);
        let (mut executed, mut refused) = (0, 0);
        let wave = wave(generation, &mut random);
        for _ in 0..times(4000) {
            let words: [u32; 6] = std::array::from_fn(|_| random.word());
            match execute(generation, &words, &wave) {
                true => executed += 1,
                false => refused += 1,
            }
        }
        note!("{}: {executed} executed, {refused} refused", generation.processor());
        assert!(executed > 1000 && refused > 500);
    }
}
