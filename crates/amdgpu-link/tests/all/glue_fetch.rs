//! The fetch prologue does what it is for: run by an interpreter, the registers that a body expects hold what a plain
//! model of vertex fetch says, for every format, type, alignment, offset and rate, and no other register changes.

use amdgpu_link::glue::{FetchEntry, FetchStage, FetchedValue, Glue, GlueCache, fetch_key, fetch_prologue};
use amdgpu_link::state::{DataFormat, InputRate, NumberFormat, VertexInput};
use amdgpu_link::value_type::{Scalar, ValueType};
use amdgpu_link::{Encoding, ErrorKind};

use crate::convert::{convert, convert_half, raw, widths};
use crate::machine::{Machine, TABLE, byte};
use testkit::{Limits, Test, note, tests};

pub(crate) const TESTS: &[Test] = tests![
    every_format_arrives_as_every_type within Limits::seconds(60, "it executes each pair of formats"),
    rates_divide_instances,
    many_attributes_share_what_they_can,
    merged_shaders_enable_the_lanes_of_their_first_half,
    a_location_without_description_stays_as_it_is,
    what_cannot_be_fetched_is_named,
    no_state_is_too_strange,
    a_cache_tells_apart_what_keys_do_not
];

const ENCODINGS: [Encoding; 2] = [Encoding::Gfx10, Encoding::Gfx11];
const SCALARS: [Scalar; 7] =
    [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64, Scalar::F16, Scalar::F32, Scalar::F64];

fn vertex_shader() -> FetchEntry {
    FetchEntry {
        stage: FetchStage::Vs,
        vertex_buffer_table: Some(2),
        base_vertex: Some(3),
        base_instance: Some(4),
        sgpr_count: 15,
        vertex_id: 0,
        instance_id: 3,
        vgpr_count: 4,
        wave32: true,
    }
}

fn primitive_shader(wave32: bool) -> FetchEntry {
    FetchEntry {
        stage: FetchStage::Gs,
        vertex_buffer_table: Some(10),
        base_vertex: Some(11),
        base_instance: Some(12),
        sgpr_count: 13,
        vertex_id: 5,
        instance_id: 8,
        vgpr_count: 9,
        wave32,
    }
}

fn input(data_format: DataFormat, number_format: NumberFormat) -> VertexInput {
    VertexInput {
        location: 0,
        binding: 1,
        offset: 0,
        stride: 64,
        data_format,
        number_format,
        rate: InputRate::Vertex,
    }
}

fn value(location: u32, component: u32, scalar: Scalar, components: u8) -> FetchedValue {
    FetchedValue { location, component, ty: ValueType { scalar, components } }
}

const VERTEX: u32 = 1000;
const INSTANCE: u32 = 123_456;

const BASE_VERTEX: u32 = 70;
const BASE_INSTANCE: u32 = 900;

/// A wave as it is started.
fn started(entry: &FetchEntry, inputs: &[VertexInput], encoding: Encoding) -> Machine {
    let mut machine = Machine::of_size(encoding, if entry.wave32 { 32 } else { 64 });
    machine.set_vgpr(entry.vertex_id, VERTEX);
    machine.set_vgpr(entry.instance_id, INSTANCE);
    machine.set_sgpr(3, 0xffff_ff00 | 9);
    let held = [
        (entry.base_vertex, BASE_VERTEX),
        (entry.base_instance, BASE_INSTANCE),
        (entry.vertex_buffer_table, TABLE),
    ];
    held.into_iter().for_each(|(register, value)| machine.set_sgpr(register.unwrap(), value));
    machine.bind(inputs.iter().map(|input| (input.binding, input.stride)));
    machine
}

/// Runs a prologue and checks that it leaves alone what it must; says what is in the registers after the given ones.
fn run(entry: &FetchEntry, glue: &Glue, inputs: &[VertexInput]) -> (Machine, Vec<u32>) {
    let mut machine = started(entry, inputs, glue.encoding);
    let (sgprs, vgprs) = (machine.sgprs(), machine.vgprs());
    machine.run(&glue.code);
    let (used_sgprs, used_vgprs) = (entry.sgpr_count as usize, entry.vgpr_count as usize);
    assert_eq!(machine.sgprs()[..used_sgprs], sgprs[..used_sgprs]);
    let mut results = machine.vgprs();
    assert_eq!(results[..used_vgprs], vgprs[..used_vgprs]);
    assert!(!machine.wave.has_ended());
    assert!(machine.highest_sgpr < glue.sgpr_count && machine.highest_vgpr < glue.vgpr_count);
    results.drain(..used_vgprs);
    (machine, results)
}

/// The words of an attribute by the letter of the description: no alignment, no splits.
fn model(value: &FetchedValue, input: &VertexInput) -> Vec<u32> {
    let index = match input.rate {
        InputRate::Vertex => VERTEX + BASE_VERTEX,
        InputRate::Instance(0) => BASE_INSTANCE,
        InputRate::Instance(rate) => INSTANCE / rate + BASE_INSTANCE,
    };
    let address = u64::from(index) * u64::from(input.stride) + u64::from(input.offset);
    let format = input.data_format;
    let bytes: Vec<u8> = (0..u64::from(format.bytes())).map(|at| byte(input.binding, address + at)).collect();
    let bits = value.ty.scalar.bits();
    let halves = bits == 16;
    let mut channels: Vec<u32> = Vec::new();
    for (raw, width) in raw(format, &bytes).into_iter().zip(widths(format)) {
        match (width, halves) {
            (64, false) => channels.extend([raw as u32, (raw >> 32) as u32]),
            (64, true) => channels.extend(
                [raw as u32, (raw >> 32) as u32]
                    .map(|raw| u32::from(convert_half(input.number_format, 32, u64::from(raw)))),
            ),
            (_, false) => channels.push(convert(input.number_format, width, raw)),
            (_, true) => channels.push(u32::from(convert_half(input.number_format, width, raw))),
        }
    }
    if format.name().unwrap().contains("bgr") {
        channels.swap(0, 2);
    }
    let defaults: &[u32] = match value.ty.scalar {
        Scalar::I8 | Scalar::I16 | Scalar::I32 => &[0, 0, 0, 1],
        Scalar::F16 => &[0, 0, 0, 0x3c00],
        Scalar::F32 => &[0, 0, 0, 0x3f80_0000],
        Scalar::F64 => &[0, 0, 0, 0, 0, 0, 0, 0x3ff0_0000],
        Scalar::I64 => &[0, 0, 0, 0, 0, 0, 0, 1],
    };
    let per_component = if bits == 64 { 2 } else { 1 };
    let first = (value.component * per_component) as usize;
    let count = usize::from(value.ty.components) * per_component as usize;
    let words = (first..first + count).map(|at| channels.get(at).copied().unwrap_or(defaults[at]));
    let words: Vec<u32> = words.collect();
    let per_register = (32 / bits).max(1) as usize;
    let mask = (1_u64 << bits.min(32)) - 1;
    words
        .chunks(per_register)
        .map(|chunk| {
            (0..)
                .step_by(bits as usize)
                .zip(chunk)
                .fold(0, |register, (shift, word)| register | ((u64::from(*word) & mask) << shift) as u32)
        })
        .collect()
}

/// Formats that the encoding loads, by the fact sheet: hardware has a code for them or for their components.
fn loadable(encoding: Encoding) -> Vec<(DataFormat, NumberFormat)> {
    let mut formats = Vec::new();
    for data in (0..33).map(DataFormat) {
        for number in (0..10).map(NumberFormat) {
            let name = data.name().unwrap();
            let loaded = match name {
                "8_8_8_8_bgra" => "8_8_8_8",
                "2_10_10_10_bgra" => "2_10_10_10",
                "8_8_8" | "8_8_8_bgr" => "8",
                "64" => "32_32",
                "64_64" | "64_64_64" | "64_64_64_64" => "32_32_32_32",
                name => name,
            };
            if DataFormat::named(loaded).unwrap().buffer_code(number, encoding).is_some() {
                formats.push((data, number));
            }
        }
    }
    formats
}

const PLACES: [(u32, u32); 12] = [
    (0, 64),
    (4, 64),
    (1, 17),
    (3, 7),
    (40, 32),
    (16, 16),
    (32, 16),
    (5000, 0),
    (4095, 8192),
    (8190, 8192),
    (12, 24),
    (2, 2),
];
const RATES: [InputRate; 8] = [
    InputRate::Vertex,
    InputRate::Instance(0),
    InputRate::Instance(1),
    InputRate::Instance(8),
    InputRate::Instance(3),
    InputRate::Instance(7),
    InputRate::Instance(0x8000_0001),
    InputRate::Instance(u32::MAX),
];

fn every_format_arrives_as_every_type() {
    let mut cases = 0_u32;
    for encoding in ENCODINGS {
        for (data, number) in loadable(encoding) {
            for (scalar, components) in SCALARS.into_iter().flat_map(|s| (1..=4).map(move |n| (s, n))) {
                for component in 0..=4 - u32::from(components) {
                    for (offset, stride) in PLACES {
                        let rate = RATES[cases as usize % RATES.len()];
                        let input = VertexInput { offset, stride, rate, ..input(data, number) };
                        let value = value(0, component, scalar, components);
                        let entry =
                            if cases.is_multiple_of(3) { primitive_shader(true) } else { vertex_shader() };
                        let glue = fetch_prologue(&entry, &[value], &[input], encoding).unwrap();
                        let (_, results) = run(&entry, &glue, &[input]);
                        let expected = model(&value, &input);
                        assert_eq!(expected.len(), value.ty.registers() as usize);
                        assert_eq!(
                            results[..expected.len()],
                            expected,
                            "{data} {number} {value:?} {input:?}"
                        );
                        cases += 1;
                    }
                }
            }
        }
    }
    note!("{cases} cases");
    assert!(cases > 100_000, "{cases}");
}

fn rates_divide_instances() {
    for encoding in ENCODINGS {
        let divisors = (0..300).chain([641, 65_535, 65_537, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, u32::MAX]);
        for rate in divisors.map(InputRate::Instance) {
            let input = VertexInput { rate, ..input(DataFormat::X32_32, NumberFormat::UINT) };
            let (entry, value) = (vertex_shader(), value(0, 0, Scalar::I32, 2));
            let glue = fetch_prologue(&entry, &[value], &[input], encoding).unwrap();
            for instance in [0, 1, 2, 299, 300, 65_536, 0x7fff_ffff, 0x8000_0000, u32::MAX - 1, u32::MAX] {
                let mut machine = started(&entry, &[input], encoding);
                machine.set_vgpr(3, instance);
                machine.set_sgpr(4, 17);
                machine.run(&glue.code);
                let InputRate::Instance(divisor) = rate else { panic!() };
                let index = instance.checked_div(divisor).unwrap_or(0).wrapping_add(17);
                let address = u64::from(index) * 64;
                let bytes: Vec<u8> = (0..8).map(|at| byte(1, address + at)).collect();
                let words = raw(DataFormat::X32_32, &bytes);
                let found = [4, 5].map(|register| u64::from(machine.wave.vector(register, 0)));
                assert_eq!(found, words[..2], "{rate:?} {instance}");
            }
        }
    }
}

fn many_attributes_share_what_they_can() {
    for encoding in ENCODINGS {
        for entry in [vertex_shader(), primitive_shader(true), primitive_shader(false)] {
            // More bindings than descriptors fit in registers, rates in turn.
            let formats = loadable(encoding);
            let inputs: Vec<VertexInput> = (0..40)
                .map(|location| {
                    let (data_format, number_format) = formats[location as usize * 7 % formats.len()];
                    let binding = location * 5 % 33;
                    let stride = 8 + binding;
                    let rate = RATES[location as usize % RATES.len()];
                    VertexInput {
                        location,
                        binding,
                        offset: location,
                        stride,
                        data_format,
                        number_format,
                        rate,
                    }
                })
                .collect();
            let values: Vec<FetchedValue> =
                (0..40).map(|at| value(at * 3 % 40, 0, SCALARS[at as usize % 7], 1 + at as u8 % 3)).collect();
            let glue = fetch_prologue(&entry, &values, &inputs, encoding).unwrap();
            let (machine, results) = run(&entry, &glue, &inputs);
            let mut at = 0;
            for value in &values {
                let expected = model(value, &inputs[value.location as usize]);
                assert_eq!(results[at..at + expected.len()], expected, "{value:?}");
                at += expected.len();
            }
            assert!(machine.highest_sgpr < 102);
        }
    }
}

fn merged_shaders_enable_the_lanes_of_their_first_half() {
    for encoding in ENCODINGS {
        let input = input(DataFormat::X32, NumberFormat::FLOAT);
        for wave32 in [true, false] {
            let lanes = if wave32 { 32 } else { 64 };
            let entry = primitive_shader(wave32);
            let glue = fetch_prologue(&entry, &[value(0, 0, Scalar::F32, 1)], &[input], encoding).unwrap();
            for count in 0..=lanes {
                let mut machine = started(&entry, &[input], encoding);
                machine.set_sgpr(3, 0xffff_ff80 | count);
                machine.run(&glue.code);
                let mask = if count == 64 { u64::MAX } else { (1 << count) - 1 };
                assert_eq!((machine.exec_at_first, machine.wave.exec()), (Some(mask), mask));
            }
        }
        let hull = FetchEntry {
            stage: FetchStage::Hs,
            vertex_id: 2,
            instance_id: 5,
            vgpr_count: 6,
            ..primitive_shader(true)
        };
        let glue = fetch_prologue(&hull, &[value(0, 0, Scalar::F32, 1)], &[input], encoding).unwrap();
        assert_eq!(run(&hull, &glue, &[input]).0.wave.exec(), (1 << 9) - 1);
        let plain =
            fetch_prologue(&vertex_shader(), &[value(0, 0, Scalar::F32, 1)], &[input], encoding).unwrap();
        assert_eq!(run(&vertex_shader(), &plain, &[input]).0.wave.exec(), 1);
    }
}

fn a_location_without_description_stays_as_it_is() {
    for encoding in ENCODINGS {
        let (entry, input) = (vertex_shader(), input(DataFormat::X32, NumberFormat::FLOAT));
        let values = [value(7, 0, Scalar::F32, 4), value(0, 0, Scalar::F32, 1), value(8, 0, Scalar::I16, 3)];
        let glue = fetch_prologue(&entry, &values, &[input], encoding).unwrap();
        let (machine, results) = run(&entry, &glue, &[input]);
        let before = started(&entry, &[], encoding).vgprs();
        assert_eq!(results[..4], before[4..8]);
        assert_eq!(results[5..7], before[9..11]);
        assert_eq!(results[4..5], model(&values[1], &input));
        assert_eq!(machine.loads, 1);
        // Nothing described: nothing asked for, not even the table.
        let entry = FetchEntry { vertex_buffer_table: None, base_vertex: None, base_instance: None, ..entry };
        assert_eq!(fetch_prologue(&entry, &values, &[], encoding).unwrap().code.len(), 0);
    }
}

fn what_cannot_be_fetched_is_named() {
    let kind = |entry: &FetchEntry, values: &[FetchedValue], inputs: &[VertexInput]| {
        fetch_prologue(entry, values, inputs, Encoding::Gfx11).unwrap_err().kind().clone()
    };
    let (entry, good) = (vertex_shader(), input(DataFormat::X32, NumberFormat::FLOAT));
    let float = value(0, 0, Scalar::F32, 1);
    let bad = VertexInput { location: 3, ..input(DataFormat::X10_10_10_2, NumberFormat::USCALED) };
    let error = fetch_prologue(&entry, &[value(3, 0, Scalar::F32, 1)], &[bad], Encoding::Gfx11).unwrap_err();
    assert_eq!(
        error.to_string(),
        "[glue.vertex-format] vertex attribute 3 has format 10_10_10_2 uscaled, which gfx11 cannot load"
    );
    assert!(fetch_prologue(&entry, &[value(3, 0, Scalar::F32, 1)], &[bad], Encoding::Gfx10).is_ok());
    for without in
        [FetchEntry { vertex_buffer_table: None, ..entry }, FetchEntry { base_vertex: None, ..entry }]
    {
        assert!(matches!(kind(&without, &[float], &[good]), ErrorKind::VertexNeeds { location: 0, .. }));
    }
    let by_instance = VertexInput { rate: InputRate::Instance(4), ..good };
    let without = FetchEntry { base_instance: None, ..entry };
    assert!(matches!(
        kind(&without, &[float], &[by_instance]),
        ErrorKind::VertexNeeds { needs: "base instance", .. }
    ));
    let past = value(0, 2, Scalar::F32, 3);
    assert!(matches!(kind(&entry, &[past], &[good]), ErrorKind::VertexComponents { component: 2, .. }));
    let far = VertexInput { binding: 1 << 16, ..good };
    assert!(matches!(kind(&entry, &[float], &[far]), ErrorKind::VertexPlace { .. }));
    let full = FetchEntry { sgpr_count: 96, ..entry };
    assert!(matches!(kind(&full, &[float], &[good]), ErrorKind::GlueRegisters { class: "scalar", .. }));
    let full = FetchEntry { vgpr_count: 255, ..entry };
    assert!(matches!(kind(&full, &[float], &[good]), ErrorKind::GlueRegisters { class: "vector", .. }));
}

fn no_state_is_too_strange() {
    let extremes = [0, 1, 3, 100, 101, 102, 105, 255, 256, u32::MAX - 3, u32::MAX];
    let mut at = 0_usize;
    let mut next = |step: usize| {
        at = at.wrapping_mul(31).wrapping_add(step);
        extremes[at / 7 % extremes.len()]
    };
    let mut made = 0;
    for step in 0..200_000 {
        let entry = FetchEntry {
            stage: if step % 2 == 0 { FetchStage::Gs } else { FetchStage::Vs },
            vertex_buffer_table: Some(next(step)),
            base_vertex: Some(next(step)),
            base_instance: Some(next(step)),
            sgpr_count: next(step),
            vertex_id: next(step),
            instance_id: next(step),
            vgpr_count: next(step),
            wave32: step % 3 == 0,
        };
        let data_format = DataFormat(next(step) as u8 % 40);
        let number_format = NumberFormat(next(step) as u8 % 12);
        let rate = InputRate::Instance(next(step));
        let input = VertexInput {
            location: 0,
            binding: next(step),
            offset: next(step),
            stride: next(step),
            data_format,
            number_format,
            rate,
        };
        let value = value(0, next(step), SCALARS[step % 7], step as u8 % 6);
        made += u32::from(fetch_prologue(&entry, &[value], &[input], ENCODINGS[step % 2]).is_ok());
    }
    note!("{made} of 200000 made");
    assert!(made > 0);
}

fn a_cache_tells_apart_what_keys_do_not() {
    let (entry, by_vertex) = (vertex_shader(), input(DataFormat::X32, NumberFormat::FLOAT));
    let by_instance = VertexInput { rate: InputRate::Instance(u32::MAX), ..by_vertex };
    let values = [value(0, 0, Scalar::F32, 1)];
    assert_eq!(fetch_key(&entry, &values, &[by_vertex]), fetch_key(&entry, &values, &[by_instance]));
    let mut cache = GlueCache::default();
    for encoding in ENCODINGS {
        for input in [by_vertex, by_instance] {
            let made = fetch_prologue(&entry, &values, &[input], encoding).unwrap();
            for _ in 0..3 {
                assert_eq!(*cache.fetch_prologue(&entry, &values, &[input], encoding).unwrap(), made);
            }
        }
    }
    assert_eq!((cache.hits_and_misses(), cache.len()), ((8, 4), 4));
    // What fails is not kept, and a list that no registers hold makes no key.
    let none = FetchEntry { base_vertex: None, ..entry };
    assert!(cache.fetch_prologue(&none, &values, &[by_vertex], Encoding::Gfx10).is_err());
    let many = vec![values[0]; 100_000];
    assert!(cache.fetch_prologue(&entry, &many, &vec![by_instance; 100_000], Encoding::Gfx10).is_err());
    assert_eq!(cache.len(), 4);
}
