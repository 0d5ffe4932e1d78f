//! Formats: what each number in memory is to a shader, and what a shader's numbers are in memory.

use dxil_run::Format;

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    names_are_read_and_written,
    sizes_are_those_of_dxgi,
    every_element_survives,
    numbers_are_those_of_d3d,
    stores_are_rounded_and_clamped,
    shared_exponents_are_the_largest_one,
];

fn format(name: &str) -> Format {
    Format::named(name).unwrap_or_else(|| panic!("{name} is a format"))
}

fn floats(values: [u32; 4]) -> [f32; 4] {
    values.map(f32::from_bits)
}

fn names_are_read_and_written() {
    for name in Format::names() {
        let format = format(name);
        assert_eq!(Format::named(&format.to_string()), Some(format), "{name}");
        assert_eq!(Format::named(&format!("DXGI_FORMAT_{name}")), Some(format));
        assert_eq!(Format::named(&name.to_lowercase()), Some(format));
    }
    for name in ["", "R8", "BC1_UNORM", "R8G8B8A8_TYPELESS", "NV12"] {
        assert_eq!(Format::named(name), None, "{name}");
    }
}

fn sizes_are_those_of_dxgi() {
    for name in Format::names() {
        // The bits are in the name: R10G10B10A2 has 32.
        let letters = name.split('_').next().unwrap();
        let depth_beside_stencil =
            ["D32_FLOAT_S8X24_UINT", "R32_FLOAT_X8X24_TYPELESS", "X32_TYPELESS_G8X24_UINT"];
        let bits: u32 = match name {
            _ if depth_beside_stencil.contains(&name) => 64,
            "D24_UNORM_S8_UINT" | "R24_UNORM_X8_TYPELESS" | "X24_TYPELESS_G8_UINT" => 32,
            _ => {
                letters.split(|c: char| !c.is_ascii_digit()).filter_map(|bits| bits.parse::<u32>().ok()).sum()
            }
        };
        assert_eq!(format(name).bytes() * 8, bits, "{name}");
    }
}

/// What an element is, with one NaN for all.
fn numbers(format: Format, words: [u32; 4]) -> [u32; 4] {
    let is_nan = |word: u32| !format.is_integer() && f32::from_bits(word).is_nan();
    format.decode(words).map(|word| if is_nan(word) { f32::NAN.to_bits() } else { word })
}

/// All or many patterns of an element: what it is to a shader is the same again when it is written back and read.
fn every_element_survives() {
    for name in Format::names() {
        let format = format(name);
        let bits = format.bytes() * 8;
        let mut random = 0x1234_5678_9abc_def1_u64;
        let patterns = if bits <= 16 { 1 << bits } else { 1 << 12 };
        for at in 0..patterns {
            let mut words = [0; 4];
            for (number, word) in words.iter_mut().enumerate() {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let pattern = if bits <= 16 { at } else { random as u32 };
                let used = bits.saturating_sub(32 * number as u32).min(32);
                *word = if used == 0 { 0 } else { pattern & (u32::MAX >> (32 - used)) };
            }
            let seen = format.decode(words);
            let written = format.encode(seen);
            assert_eq!(numbers(format, written), numbers(format, words), "{name} {words:x?}");
            // What is a number has one pattern, but for -1 and NaN.
            let is_unique = !name.contains("SNORM") && !name.contains("FLOAT") && !name.contains("SHAREDEXP");
            let has_unused = ["X8", "X24", "S8"].iter().any(|part| name.contains(part));
            if is_unique && !has_unused {
                assert_eq!(written, words, "{name}");
            }
        }
    }
}

fn numbers_are_those_of_d3d() {
    let table: [(&str, [u32; 4], [f32; 4]); 16] = [
        ("R8_UNORM", [0xff, 0, 0, 0], [1.0, 0.0, 0.0, 1.0]),
        ("R8G8_UNORM", [0x8000, 0, 0, 0], [0.0, 128.0 / 255.0, 0.0, 1.0]),
        ("R8G8B8A8_SNORM", [0x7f80_8101, 0, 0, 0], [1.0 / 127.0, -1.0, -1.0, 1.0]),
        ("R16_SNORM", [0x8000, 0, 0, 0], [-1.0, 0.0, 0.0, 1.0]),
        ("D16_UNORM", [0xffff, 0, 0, 0], [1.0, 0.0, 0.0, 1.0]),
        ("R16G16_FLOAT", [0xfc00_0001, 0, 0, 0], [f32::powi(2.0, -24), f32::NEG_INFINITY, 0.0, 1.0]),
        ("R10G10B10A2_UNORM", [0xc000_03ff, 0, 0, 0], [1.0, 0.0, 0.0, 1.0]),
        ("R11G11B10_FLOAT", [0x3c0 | 0x7c0 << 11, 0, 0, 0], [1.0, f32::INFINITY, 0.0, 1.0]),
        ("R11G11B10_FLOAT", [1, 0, 0, 0], [f32::powi(2.0, -20), 0.0, 0.0, 1.0]),
        ("R11G11B10_FLOAT", [1 << 22, 0, 0, 0], [0.0, 0.0, f32::powi(2.0, -19), 1.0]),
        ("R9G9B9E5_SHAREDEXP", [16 << 27 | 256, 0, 0, 0], [1.0, 0.0, 0.0, 1.0]),
        ("B8G8R8A8_UNORM", [0x00ff_0033, 0, 0, 0], [1.0, 0.0, 0.2, 0.0]),
        ("B8G8R8X8_UNORM", [0x00ff_0033, 0, 0, 0], [1.0, 0.0, 0.2, 1.0]),
        ("B5G6R5_UNORM", [0xf800, 0, 0, 0], [1.0, 0.0, 0.0, 1.0]),
        ("A8_UNORM", [0x33, 0, 0, 0], [0.0, 0.0, 0.0, 0.2]),
        ("D24_UNORM_S8_UINT", [0x12ff_ffff, 0, 0, 0], [1.0, 0.0, 0.0, 1.0]),
    ];
    for (name, words, expected) in table {
        assert_eq!(floats(format(name).decode(words)), expected, "{name}");
    }
    let table: [(&str, [u32; 4], [u32; 4]); 8] = [
        ("R8_UINT", [0xff, 0, 0, 0], [255, 0, 0, 1]),
        ("R8_SINT", [0xff, 0, 0, 0], [u32::MAX, 0, 0, 1]),
        ("R16G16_SINT", [0x7fff_8000, 0, 0, 0], [0xffff_8000, 0x7fff, 0, 1]),
        ("R10G10B10A2_UINT", [0x8010_0401, 0, 0, 0], [1, 1, 1, 2]),
        ("R32G32B32_UINT", [1, 2, 3, 9], [1, 2, 3, 1]),
        ("R64_UINT", [1, 2, 0, 0], [1, 2, 0, 1]),
        ("X24_TYPELESS_G8_UINT", [0x1200_0000, 0, 0, 0], [0, 0x12, 0, 1]),
        ("X32_TYPELESS_G8X24_UINT", [9, 0x34, 0, 0], [0, 0x34, 0, 1]),
    ];
    for (name, words, expected) in table {
        assert_eq!(format(name).decode(words), expected, "{name}");
    }
    // The scale of sRGB: straight below, and a power above.
    let [low, middle, high, alpha] = floats(format("R8G8B8A8_UNORM_SRGB").decode([0x80ff_800a, 0, 0, 0]));
    assert!((low - 10.0 / 255.0 / 12.92).abs() < 1e-7 && (middle - 0.215_860_5).abs() < 1e-6);
    assert_eq!((high, alpha), (1.0, 128.0 / 255.0));
    assert!(format("R16_FLOAT").decode([0x7e00, 0, 0, 0]).map(f32::from_bits)[0].is_nan());
}

fn stores_are_rounded_and_clamped() {
    let table: [(&str, f32, u32); 40] = [
        ("R8_UNORM", -1.0, 0),
        ("R8_UNORM", f32::NAN, 0),
        ("R8_UNORM", 2.0, 255),
        ("R8_UNORM", f32::INFINITY, 255),
        ("R8_UNORM", 0.5, 128),
        ("R8_UNORM", 0.499 / 255.0, 0),
        ("R8_UNORM", 0.501 / 255.0, 1),
        ("R8_SNORM", f32::NAN, 0),
        ("R8_SNORM", f32::NEG_INFINITY, 0x81),
        ("R8_SNORM", -1.0, 0x81),
        ("R8_SNORM", 1.0, 0x7f),
        ("R8_SNORM", -0.501 / 127.0, 0xff),
        ("R8_SNORM", -0.499 / 127.0, 0),
        ("R16_UNORM", 0.5, 0x8000),
        ("R16_SNORM", 0.5, 0x4000),
        ("D24_UNORM_S8_UINT", 1.0, 0xff_ffff),
        ("R16_FLOAT", 1.0, 0x3c00),
        ("R16_FLOAT", 65535.0, 0x7bff),
        ("R16_FLOAT", 1e30, 0x7bff),
        ("R16_FLOAT", f32::NEG_INFINITY, 0xfc00),
        // The largest below 2 stays below it.
        ("R16_FLOAT", 1.999_999_9, 0x3fff),
        ("R16_FLOAT", 1.9e-7, 0x0003),
        ("R16_FLOAT", 5.9e-8, 0),
        ("R16_FLOAT", -0.0, 0x8000),
        ("R11G11B10_FLOAT", 1.0, 0x3c0),
        ("R11G11B10_FLOAT", -1.0, 0),
        ("R11G11B10_FLOAT", f32::NEG_INFINITY, 0),
        ("R11G11B10_FLOAT", f32::INFINITY, 0x7c0),
        ("R11G11B10_FLOAT", 1e30, 0x7bf),
        ("R11G11B10_FLOAT", 65536.0, 0x7bf),
        ("R11G11B10_FLOAT", 65024.0, 0x7bf),
        ("R11G11B10_FLOAT", 1.999, 0x3ff),
        ("R11G11B10_FLOAT", 1e-6, 1),
        ("R11G11B10_FLOAT", 9e-7, 0),
        ("R11G11B10_FLOAT", 1e-40, 0),
        ("R10G10B10A2_UNORM", 0.5, 512),
        ("B5G5R5A1_UNORM", 1.0, 0x7c00),
        ("B4G4R4A4_UNORM", 1.0, 0x0f00),
        ("R32_FLOAT", -0.0, 0x8000_0000),
        ("R9G9B9E5_SHAREDEXP", f32::NAN, 0),
    ];
    for (name, value, expected) in table {
        let words = format(name).encode([value.to_bits(), 0, 0, 0]);
        assert_eq!(words, [expected, 0, 0, 0], "{name} {value}");
    }
    let nan = format("R11G11B10_FLOAT").encode([f32::NAN.to_bits(), 0, 0, 0]);
    assert!(f32::from_bits(format("R11G11B10_FLOAT").decode(nan)[0]).is_nan());
    let table = [
        ("R8_UINT", 300, 255),
        ("R8_UINT", u32::MAX, 255),
        ("R8_SINT", 300, 127),
        ("R8_SINT", u32::MAX, 0xff),
        ("R8_SINT", 0xffff_ff00, 0x80),
        ("R16_SINT", 0x8000_0000, 0x8000),
        ("R16_UINT", 0x1_0000, 0xffff),
        ("R32_SINT", 0x8000_0000, 0x8000_0000),
        ("R10G10B10A2_UINT", 2000, 1023),
    ];
    for (name, value, expected) in table {
        assert_eq!(format(name).encode([value, 0, 0, 0]), [expected, 0, 0, 0], "{name} {value}");
    }
}

fn shared_exponents_are_the_largest_one() {
    let format = format("R9G9B9E5_SHAREDEXP");
    for (values, expected) in [
        ([1.0, 0.5, 0.25, 0.0], [1.0, 0.5, 0.25]),
        ([65408.0, 1e9, -1.0, 0.0], [65408.0, 65408.0, 0.0]),
        // The largest rounds up to the next exponent.
        ([511.9, 1.0, 0.0, 0.0], [512.0, 2.0, 0.0]),
        ([0.0, 0.0, 0.0, 0.0], [0.0; 3]),
    ] {
        let words = format.encode(values.map(f32::to_bits));
        let [red, green, blue, alpha] = floats(format.decode(words));
        assert_eq!(([red, green, blue], alpha), (expected, 1.0), "{values:?}");
    }
}
