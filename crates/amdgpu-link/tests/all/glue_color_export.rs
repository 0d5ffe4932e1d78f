//! The colour export epilogue does what it is for: formats are those of the table, and, run by an interpreter, what is
//! exported is what a plain model makes of the registers that a body leaves.

use amdgpu_link::glue::{ColorExport, ExportFormats, ExportedValue, GlueCache, color_export, null_fragment};
use amdgpu_link::isa::disassemble;
use amdgpu_link::state::{ColorState, ColorTarget, DataFormat, ExportFormat, NumberFormat};
use amdgpu_link::value_type::{Scalar, ValueType};
use amdgpu_link::{Encoding, ErrorKind};

use crate::convert::{half_to_single, norm_i16, norm_u16, single_to_half};
use crate::machine::{Exported, Machine};
use testkit::{Test, note, tests};

pub(crate) const TESTS: &[Test] = tests![
    formats_are_those_of_the_table,
    outputs_are_exported_in_every_format,
    nothing_exported_is_a_dummy_only_where_lanes_may_end,
    two_sources_of_one_target,
    what_cannot_be_exported_is_named,
    a_cache_gives_what_was_made,
    code_reads_as_it_is_meant
];

const ENCODINGS: [Encoding; 2] = [Encoding::Gfx10, Encoding::Gfx11];
const SCALARS: [Scalar; 5] = [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::F16, Scalar::F32];

fn export(target: u32, scalar: Scalar, components: u8) -> ExportedValue {
    ExportedValue { target, location: target, is_signed: false, ty: ValueType { scalar, components } }
}

fn target(data_format: DataFormat, number_format: NumberFormat) -> ColorTarget {
    ColorTarget { data_format, number_format, write_mask: 15, ..ColorTarget::default() }
}

/// A target whose output of `components` is exported in `format`.
fn target_for(format: ExportFormat, components: u8) -> ColorTarget {
    let with_alpha = components == 4;
    match format {
        ExportFormat::R32 => target(DataFormat::X32, NumberFormat::FLOAT),
        ExportFormat::GR32 => target(DataFormat::X32_32, NumberFormat::FLOAT),
        ExportFormat::AR32 => {
            ColorTarget { src_alpha_to_color: true, ..target(DataFormat::X32, NumberFormat::FLOAT) }
        }
        ExportFormat::FP16 => target(DataFormat::X8_8_8_8, NumberFormat::UNORM),
        ExportFormat::UNORM16 => target(DataFormat::X16_16, NumberFormat::UNORM),
        ExportFormat::SNORM16 => target(DataFormat::X16_16_16_16, NumberFormat::SNORM),
        ExportFormat::UINT16 => target(DataFormat::X8_8_8_8, NumberFormat::UINT),
        ExportFormat::SINT16 => target(DataFormat::X16_16, NumberFormat::SINT),
        ExportFormat::ABGR32 if with_alpha => target(DataFormat::X32_32_32_32, NumberFormat::FLOAT),
        ExportFormat::ABGR32 => target(DataFormat::X32_32_32, NumberFormat::FLOAT),
        _ => ColorTarget::default(),
    }
}

/// The table of formats, as the fact sheet has it, row by row.
fn table(ty: ValueType, location: u32, color: &ColorState) -> u8 {
    let target = color.targets[0];
    let (dfmt, nfmt) = (target.data_format.name().unwrap(), target.number_format.name().unwrap());
    if matches!(dfmt, "invalid" | "reserved") {
        return 0;
    }
    let parts = dfmt.trim_end_matches("_bgra").trim_end_matches("_bgr").split('_');
    let widths: Vec<u32> = parts.map(|width| width.parse().unwrap()).collect();
    let (bits, ch) = (*widths.iter().max().unwrap(), widths.len());
    let a2c = color.alpha_to_coverage && location == 0;
    let alpha = ty.components == 4 && (ch == 4 || target.src_alpha_to_color || a2c);
    let float = nfmt == "float" || dfmt.starts_with("8_8_8") && ch == 3;
    let norm = nfmt == "unorm" || nfmt == "snorm";
    let wide = matches!(nfmt, "uint" | "sint") || float && bits > 16 || norm && bits == 16;
    let rows = [
        (ch == 1 && !alpha && nfmt != "srgb", 1),
        (norm && bits <= 10 || float && bits <= 16 || nfmt == "srgb" && bits == 8, 4),
        (nfmt == "sint" && bits <= 16 && !a2c, 8),
        (nfmt == "snorm" && bits == 16 && !target.blend, 6),
        (nfmt == "uint" && bits <= 16 && !a2c, 7),
        (nfmt == "unorm" && bits == 16 && !target.blend, 5),
        (wide && ch == 1, 3),
        (wide && ch == 2 && !alpha, 2),
        (wide, 9),
    ];
    rows.iter().find(|(fits, _)| *fits).map_or(0, |(_, format)| *format)
}

fn formats_are_those_of_the_table() {
    let mut seen = [0_u32; 10];
    for (data, number) in (0..33).flat_map(|d| (0..10).map(move |n| (DataFormat(d), NumberFormat(n)))) {
        for bits in 0..32 {
            let flag = |bit: u32| bits >> bit & 1 == 1;
            let mut target = target(data, number);
            (target.blend, target.src_alpha_to_color) = (flag(0), flag(1));
            let color = ColorState {
                targets: vec![target, target],
                alpha_to_coverage: flag(2),
                dual_source_blend: flag(3),
            };
            for components in 1..=4 {
                let export =
                    ExportedValue { location: u32::from(flag(4)), ..export(1, Scalar::F32, components) };
                let formats = ExportFormats::choose(&[export], &color).unwrap();
                let expected = table(export.ty, export.location, &color);
                assert_eq!(formats.of(1), ExportFormat(expected), "{data} {number} {export:?} {color:?}");
                assert_eq!(formats.register(&[export], false), u32::from(expected) << 4);
                seen[usize::from(expected)] += 1;
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}

/// What a body leaves in registers: numbers that conversions can tell apart.
fn left(machine: &mut Machine) {
    let words: Vec<u32> = (0..40)
        .map(|n: u32| match n % 5 {
            0 => (0.1 + n as f32 / 50.0).to_bits(),
            1 => n * 3,
            2 => 0x3800_b400 + n,
            3 => (-0.7 + n as f32 / 100.0).to_bits(),
            _ => 0xfedc_8000 ^ (n * 0x0101),
        })
        .collect();
    (0..).zip(words).for_each(|(register, word)| machine.set_vgpr(register, word));
}

/// The bits of a component, from the register that the output begins with.
fn component(registers: &[u32], export: &ExportedValue, first: usize, index: usize) -> u32 {
    let bits = export.ty.scalar.bits() as usize;
    let word = registers[first + index * bits / 32] >> (index * bits % 32);
    if bits == 32 { word } else { word & ((1 << bits) - 1) }
}

fn extended(export: &ExportedValue, value: u32) -> u32 {
    let bits = export.ty.scalar.bits();
    if export.is_signed { ((value << (32 - bits)) as i32 >> (32 - bits)) as u32 } else { value }
}

/// What is exported for `export`, as words with the bits of each that mean something.
fn model(registers: &[u32], export: &ExportedValue, first: usize, format: ExportFormat) -> Vec<(u32, u32)> {
    let count = usize::from(export.ty.components);
    let raw: Vec<u32> = (0..count).map(|index| component(registers, export, first, index)).collect();
    let as_float = |value: &u32| match export.ty.scalar {
        Scalar::F16 => half_to_single(*value as u16).to_bits(),
        _ => extended(export, *value),
    };
    let wide: Vec<u32> = raw.iter().map(as_float).collect();
    let picked: &[usize] = match format {
        ExportFormat::R32 => &[0],
        ExportFormat::GR32 if count > 1 => &[0, 1],
        ExportFormat::AR32 if count == 4 => &[0, 3],
        ExportFormat::GR32 | ExportFormat::AR32 => &[0],
        ExportFormat::ABGR32 => &[0, 1, 2, 3][..count],
        _ => &[],
    };
    if !picked.is_empty() {
        return picked.iter().map(|index| (wide[*index], u32::MAX)).collect();
    }
    let halves: Vec<u16> = (0..count)
        .map(|index| match format {
            ExportFormat::FP16 if export.ty.scalar.bits() < 32 => extended(export, raw[index]) as u16,
            ExportFormat::FP16 => single_to_half(f32::from_bits(raw[index])),
            ExportFormat::UNORM16 => norm_u16(f32::from_bits(wide[index])),
            ExportFormat::SNORM16 => norm_i16(f32::from_bits(wide[index])),
            ExportFormat::UINT16 => extended(export, raw[index]).min(0xffff) as u16,
            ExportFormat::SINT16 => (extended(export, raw[index]) as i32).clamp(-0x8000, 0x7fff) as u16,
            _ => panic!("{format:?}"),
        })
        .collect();
    let pair = |pair: &[u16]| match pair {
        [low, high] => (u32::from(*low) | u32::from(*high) << 16, u32::MAX),
        pair => (u32::from(pair[0]), 0xffff),
    };
    halves.chunks(2).map(pair).collect()
}

fn check_words(exported: &Exported, expected: &[(u32, u32)], halves: bool, encoding: Encoding) {
    let compressed = halves && encoding == Encoding::Gfx10;
    assert_eq!(exported.compressed, compressed);
    assert_eq!(exported.valid, encoding == Encoding::Gfx10);
    let sources = exported.sources;
    let found: Vec<u32> = if compressed {
        assert!(sources[0] == sources[1] && sources[2] == sources[3]);
        [sources[0], sources[2]].into_iter().flatten().collect()
    } else {
        sources.into_iter().flatten().collect()
    };
    assert_eq!(found.len(), expected.len());
    if !compressed {
        assert!(sources[..expected.len()].iter().all(Option::is_some));
    }
    for (found, (expected, mask)) in found.iter().zip(expected) {
        assert_eq!(found & mask, expected & mask, "{exported:?} {expected:#x}");
    }
}

fn is_halves(format: ExportFormat) -> bool {
    (ExportFormat::FP16.0..=ExportFormat::SINT16.0).contains(&format.0)
}

/// Registers as a body leaves them, and what is exported of them.
fn run(made: &ColorExport) -> (Vec<u32>, Vec<Exported>) {
    let mut machine = Machine::new(made.glue.encoding);
    left(&mut machine);
    let before = machine.vgprs();
    machine.run(&made.glue.code);
    let exports = machine.exports(0);
    assert!(machine.wave.has_ended() && (machine.highest_vgpr < made.glue.vgpr_count || exports.is_empty()));
    let last = exports.len();
    for (index, exported) in exports.iter().enumerate() {
        assert_eq!(exported.done, index + 1 == last);
    }
    (before, exports)
}

fn outputs_are_exported_in_every_format() {
    let mut cases = 0;
    for encoding in ENCODINGS {
        for (first, second) in (0..10).flat_map(|a| (0..10).map(move |b| (ExportFormat(a), ExportFormat(b))))
        {
            for (index, scalar) in SCALARS.into_iter().enumerate() {
                for components in 1..=4 {
                    let other = SCALARS[(index + usize::from(components)) % SCALARS.len()];
                    let mut exports = [
                        export(0, scalar, components),
                        export(5, other, 5 - components),
                        export(8, Scalar::F32, 4),
                    ];
                    exports[0].is_signed = components % 2 == 0;
                    exports[1].is_signed = components % 2 == 1;
                    exports[2].location = 1 + u32::from(components) * 2 % 8;
                    let exports = &exports[..if index % 2 == 0 { 3 } else { 2 }];
                    let mut color =
                        ColorState { targets: vec![ColorTarget::default(); 8], ..ColorState::default() };
                    color.targets[0] = target_for(first, components);
                    color.targets[5] = target_for(second, 5 - components);
                    let made = color_export(exports, &color, false, encoding).unwrap();
                    let formats = [made.formats.of(0), made.formats.of(5)];
                    assert_eq!(made.color_format, u32::from(formats[0].0) | u32::from(formats[1].0) << 20);
                    let (before, exported) = run(&made);
                    let mut exported = exported.iter();
                    let mut register = 0;
                    for export in exports {
                        if export.target == 8 {
                            let depth = exported.next().unwrap();
                            assert_eq!(depth.target, "mrtz");
                            let expected = [0, 1, 2, 3].map(|channel| {
                                (export.location >> channel & 1 == 1).then(|| before[register + channel])
                            });
                            assert_eq!(depth.sources, expected);
                            continue;
                        }
                        let format = made.formats.of(export.target);
                        if format != ExportFormat::ZERO {
                            let color = exported.next().unwrap();
                            assert_eq!(color.target, format!("mrt{}", export.target));
                            let expected = model(&before, export, register, format);
                            check_words(color, &expected, is_halves(format), encoding);
                        }
                        register += export.ty.registers() as usize;
                        cases += 1;
                    }
                    assert_eq!(exported.next(), None);
                }
            }
        }
    }
    note!("{cases} outputs");
    assert!(cases > 5000);
}

fn nothing_exported_is_a_dummy_only_where_lanes_may_end() {
    for encoding in ENCODINGS {
        let color = ColorState::default();
        for exports in [&[][..], &[export(0, Scalar::F32, 4)]] {
            let made = color_export(exports, &color, false, encoding).unwrap();
            assert_eq!((made.glue.code.as_slice(), made.color_format), (&*null_fragment(encoding).code, 0));
            let made = color_export(exports, &color, true, encoding).unwrap();
            let (_, exports) = run(&made);
            assert_eq!(made.color_format, 1);
            assert_eq!(exports.len(), 1);
            assert_eq!(
                (exports[0].target.as_str(), exports[0].sources),
                ("mrt0", [Some(0), None, None, None])
            );
        }
        // Depth is an export.
        let depth = ExportedValue { location: 1, ..export(8, Scalar::F32, 4) };
        let made = color_export(&[depth], &color, true, encoding).unwrap();
        assert_eq!(made.color_format, 0);
        assert_eq!(run(&made).1.len(), 1);
    }
}

fn two_sources_of_one_target() {
    for (scalar, format) in [(Scalar::F32, ExportFormat::FP16), (Scalar::F32, ExportFormat::ABGR32)] {
        for components in 1..=4 {
            let exports = [export(0, scalar, components), export(1, scalar, components)];
            let targets = vec![target_for(format, components)];
            let color = ColorState { targets, dual_source_blend: true, ..ColorState::default() };
            let made = color_export(&exports, &color, false, Encoding::Gfx10).unwrap();
            assert_eq!(made.formats.of(0), made.formats.of(1));
            let targets: Vec<_> = run(&made).1.into_iter().map(|exported| exported.target).collect();
            assert_eq!(targets, ["mrt0", "mrt1"]);

            let made = color_export(&exports, &color, false, Encoding::Gfx11).unwrap();
            let mut machine = Machine::new(Encoding::Gfx11);
            machine.wave.set_exec(0xff);
            left(&mut machine);
            for register in 0..16 {
                machine.wave.set_vector(register, 1, (0.3 + f32::from(register) / 40.0).to_bits());
            }
            let before = [machine.vgprs_of(0), machine.vgprs_of(1)];
            machine.run(&made.glue.code);
            let format = made.formats.of(0);
            let second = usize::from(components);
            let source = |registers: &[u32], source: usize| {
                model(registers, &exports[source], if source == 0 { 0 } else { second }, format)
            };
            // Sources of even lanes in the first export, of odd lanes in the second one.
            for lane in [0, 1] {
                let found = machine.exports(lane);
                let names: Vec<_> = found.iter().map(|exported| exported.target.as_str()).collect();
                assert_eq!(names, ["dual_src_blend0", "dual_src_blend1"]);
                for (exported, before) in found.iter().zip(&before) {
                    let sources = exported.sources.iter().flatten();
                    let expected = source(before, lane);
                    assert_eq!(sources.clone().count(), expected.len());
                    for (found, (expected, mask)) in sources.zip(expected) {
                        assert_eq!(found & mask, expected & mask);
                    }
                }
                assert!(!found[0].done && found[1].done);
            }
        }
    }
}

fn what_cannot_be_exported_is_named() {
    let color = ColorState::default();
    let fails = |exports: &[ExportedValue], color: &ColorState| {
        let error = color_export(exports, color, false, Encoding::Gfx10).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Export { .. }), "{error}");
    };
    let good = export(0, Scalar::F32, 4);
    fails(&[good, good], &color);
    fails(&[export(9, Scalar::F32, 4)], &color);
    fails(&[export(u32::MAX, Scalar::F32, 4)], &color);
    fails(&[export(0, Scalar::F64, 1)], &color);
    fails(&[export(0, Scalar::F32, 5)], &color);
    fails(&[ExportedValue { location: 2, ..export(8, Scalar::F32, 1) }], &color);
    fails(&[ExportedValue { location: 8, ..export(8, Scalar::F32, 4) }], &color);
    fails(&[good, export(2, Scalar::F32, 4)], &ColorState { dual_source_blend: true, ..color.clone() });
    let far = ExportedValue { location: u32::MAX, ..good };
    assert_eq!(color_export(&[far], &color, false, Encoding::Gfx11).unwrap().color_format, 0);
}

fn a_cache_gives_what_was_made() {
    let mut cache = GlueCache::with_capacity(3);
    let mut color =
        ColorState { targets: vec![target_for(ExportFormat::FP16, 4); 2], ..ColorState::default() };
    let exports = [export(0, Scalar::F32, 4), export(1, Scalar::F32, 4)];
    for encoding in ENCODINGS {
        for dual_source_blend in [false, true] {
            color.dual_source_blend = dual_source_blend;
            let made = color_export(&exports, &color, false, encoding).unwrap();
            for _ in 0..2 {
                assert_eq!(*cache.color_export(&exports, &color, false, encoding).unwrap(), made);
            }
        }
    }
    // Four were made and the last three stay.
    assert_eq!((cache.hits_and_misses(), cache.len()), ((4, 4), 3));
    color.dual_source_blend = false;
    cache.color_export(&exports, &color, false, Encoding::Gfx10).unwrap();
    assert_eq!(cache.hits_and_misses(), (4, 5));
}

fn code_reads_as_it_is_meant() {
    let color = ColorState { targets: vec![target_for(ExportFormat::FP16, 4)], ..ColorState::default() };
    let text = |encoding| -> Vec<String> {
        let made = color_export(&[export(0, Scalar::F32, 4)], &color, false, encoding).unwrap();
        disassemble(&made.glue.code, encoding).map(|line| line.text).collect()
    };
    assert_eq!(
        text(Encoding::Gfx10),
        [
            "v_cvt_pkrtz_f16_f32_e32 v0, v0, v1",
            "v_cvt_pkrtz_f16_f32_e32 v1, v2, v3",
            "exp mrt0 v0, v0, v1, v1 done compr vm",
            "s_endpgm"
        ]
    );
    assert_eq!(
        text(Encoding::Gfx11),
        [
            "v_cvt_pk_rtz_f16_f32_e32 v0, v0, v1",
            "v_cvt_pk_rtz_f16_f32_e32 v1, v2, v3",
            "exp mrt0 v0, v1, off, off done",
            "s_endpgm"
        ]
    );
}
