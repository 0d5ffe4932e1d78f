//! Words as text, against what LLVM's assembler makes of the same text; the lists are stored beside, made by it.

use amdgpu_link::Encoding;
use amdgpu_link::isa::disassemble;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    words_read_as_llvm_writes_them,
    a_word_that_is_no_instruction_is_shown_as_such,
    all_words_are_shown_once
];

const GFX10: &str = include_str!("../isa/gfx10.txt");
const GFX11: &str = include_str!("../isa/gfx11.txt");

fn rows(list: &str) -> impl Iterator<Item = (&str, Vec<u32>)> {
    list.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (text, words) = line.split_once(" => ").unwrap();
        (text, words.split(' ').map(|word| u32::from_str_radix(word, 16).unwrap()).collect())
    })
}

fn words_read_as_llvm_writes_them() {
    for (encoding, list) in [(Encoding::Gfx10, GFX10), (Encoding::Gfx11, GFX11)] {
        let mut count = 0;
        for (text, words) in rows(list) {
            let lines: Vec<_> = disassemble(&words, encoding).collect();
            assert_eq!(lines.first().map(|line| line.text.as_str()), Some(text), "{encoding:?} {words:08x?}");
            assert_eq!(lines.len(), 1, "{text}");
            count += 1;
        }
        assert!(count > 300, "{count}");
    }
}

fn a_word_that_is_no_instruction_is_shown_as_such() {
    for encoding in [Encoding::Gfx10, Encoding::Gfx11] {
        for word in [0xffff_ffff, 0xdead_beef, 0xe8ff_ffff, 0xf400_ffff] {
            let lines: Vec<_> = disassemble(&[word], encoding).map(|line| line.text).collect();
            assert_eq!(lines, [format!(".long {word:#010x}")]);
        }
    }
}

fn all_words_are_shown_once() {
    let mut state = 1_u32;
    let code: Vec<u32> = (0..200_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state ^ state >> 16
        })
        .collect();
    for encoding in [Encoding::Gfx10, Encoding::Gfx11] {
        let mut offset = 0;
        for line in disassemble(&code, encoding) {
            assert_eq!(line.offset, offset);
            offset += 4 * line.words.len() as u64;
        }
        assert_eq!(offset, 4 * code.len() as u64);
    }
}
