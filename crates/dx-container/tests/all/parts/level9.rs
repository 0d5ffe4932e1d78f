//! Part Aon9 by hand and at random: tables where the header says, and headers that point nowhere.

use dx_container::enums::{Level9Conversion, Level9RuntimeConstant};
use dx_container::parts::level9::{
    ConstantMapping, Level9, Level9Buf, LoopMapping, Mappings, RuntimeMapping, SamplerMapping,
};
use dx_container::parts::{Carried, Owned, PartBuf as _, View as _};
use dx_container::reader::Payload;
use dx_container::{ContainerErrorKind as Kind, D3d9Version, FourCc, parts};
use proptest::prelude::*;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    tables_may_lie_in_any_order,
    gaps_are_kept,
    tables_that_point_nowhere_are_refused,
    an_edit_moves_what_lies_behind
];

/// A vertex shader with a member in each table.
pub(crate) fn level9() -> Level9Buf {
    let [float, int] = [Level9Conversion::FLOAT, Level9Conversion::INT];
    Level9Buf {
        version: D3d9Version(0xfffe_0200),
        mappings: Mappings {
            samplers: vec![SamplerMapping { texture: 1, sampler: 2, target: 3, reserved: 0 }],
            constants: vec![ConstantMapping {
                buffer: 1,
                start: 4,
                count: 2,
                target: 5,
                conversions: [float, int, float, float],
            }],
            loops: vec![LoopMapping { buffer: 0, row: 7, component: 3, target: 1 }],
            unknown_count: 1,
            unknown: vec![9; 6],
            runtime: vec![RuntimeMapping {
                constant: Level9RuntimeConstant::VERTEX_SHADER_POSITION_OFFSET,
                target: 0,
            }],
        },
        program: [0xfffe_0200_u32, 0xffff].map(u32::to_le_bytes).concat(),
        unknown: vec![],
    }
}

fn conversions() -> impl Strategy<Value = [Level9Conversion; 4]> {
    any::<[u8; 4]>().prop_map(|raw| raw.map(|raw| Level9Conversion(raw.into())))
}

pub(crate) fn any_level9() -> impl Strategy<Value = Level9Buf> {
    let sampler = any::<[u8; 4]>().prop_map(|[texture, sampler, target, reserved]| SamplerMapping {
        texture,
        sampler,
        target,
        reserved,
    });
    let constants =
        (any::<[u16; 4]>(), conversions()).prop_map(|([buffer, start, count, target], conversions)| {
            ConstantMapping { buffer, start, count, target, conversions }
        });
    let loops = any::<[u16; 4]>().prop_map(|[buffer, row, component, target]| LoopMapping {
        buffer,
        row,
        component,
        target,
    });
    let runtime = any::<[u16; 2]>().prop_map(|[constant, target]| RuntimeMapping {
        constant: Level9RuntimeConstant(constant.into()),
        target,
    });
    let bytes = || prop::collection::vec(any::<u8>(), 0..20);
    let tables = (
        prop::collection::vec(sampler, 0..4),
        prop::collection::vec(constants, 0..4),
        prop::collection::vec(loops, 0..4),
        prop::collection::vec(runtime, 0..4),
    );
    (any::<u32>(), tables, bytes(), bytes(), bytes()).prop_map(
        |(version, (samplers, constants, loops, runtime), unknown_mappings, program, unknown)| {
            let unknown_count = u16::from(!unknown_mappings.is_empty());
            let unknown = if program.is_empty() { vec![] } else { unknown };
            let mappings =
                Mappings { samplers, constants, loops, unknown_count, unknown: unknown_mappings, runtime };
            Level9Buf { version: D3d9Version(version), mappings, program, unknown }
        },
    )
}

/// The part with the 16-bit word at `at` changed.
fn with_word(bytes: &[u8], at: usize, word: u16) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + 2].copy_from_slice(&word.to_le_bytes());
    bytes
}

fn tables_may_lie_in_any_order() {
    // The samplers behind the program.
    let mut bytes = level9().arrange(None).unwrap();
    let end = bytes.len() as u16;
    let sampler: Vec<u8> = bytes[36..40].to_vec();
    bytes.extend(sampler);
    let bytes = with_word(&bytes, 30, end);
    let payload = Payload::new(FourCc::AON9, &bytes);
    let part = Level9::parse(payload).unwrap();
    assert_eq!(part.mappings, level9().mappings);
    assert_eq!(parts::rewrite(payload).unwrap().carried, Carried::Verbatim);
}

fn gaps_are_kept() {
    let mut bytes = level9().arrange(None).unwrap();
    let program_at = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    bytes.splice(program_at..program_at, [1, 2, 3, 4]);
    bytes[12] += 4;
    bytes[0] += 4;
    let payload = Payload::new(FourCc::AON9, &bytes);
    assert_eq!(Level9::parse(payload).unwrap().to_buf(), level9());
    assert_eq!(parts::rewrite(payload).unwrap().bytes, bytes);
}

fn tables_that_point_nowhere_are_refused() {
    let bytes = level9().arrange(None).unwrap();
    let refused = |bytes: &[u8]| {
        let error = Level9::parse(Payload::new(FourCc::AON9, bytes)).unwrap_err();
        (error.place().offset, error.kind().clone())
    };
    // Samplers in the header, beyond the part, more than there is room for; loops in the constants.
    assert!(matches!(refused(&with_word(&bytes, 30, 35)), (30, Kind::Value { .. })));
    assert!(matches!(refused(&with_word(&bytes, 30, 60_000)), (30, Kind::TooMuch { .. })));
    assert!(matches!(refused(&with_word(&bytes, 28, 60_000)), (28, Kind::TooMuch { .. })));
    assert!(matches!(refused(&with_word(&bytes, 22, 44)), (22, Kind::Value { .. })));
    // A program that ends behind the part, and one that lies there.
    assert!(matches!(refused(&with_word(&bytes, 10, 1)), (8, Kind::TooMuch { .. })));
    assert!(matches!(refused(&with_word(&bytes, 14, 1)), (12, Kind::TooMuch { .. })));
    for len in 0..bytes.len() {
        assert!(Level9::parse(Payload::new(FourCc::AON9, &bytes[..len])).is_err(), "{len} bytes");
    }
}

fn an_edit_moves_what_lies_behind() {
    let bytes = level9().arrange(None).unwrap();
    let mut owned = Owned::<Level9Buf>::read(Payload::new(FourCc::AON9, &bytes)).unwrap();
    owned.mappings.samplers.push(SamplerMapping::default());
    let edited = owned.write().unwrap();
    assert_eq!(edited.len(), bytes.len() + 4);
    let again = Level9::parse(Payload::new(FourCc::AON9, &edited)).unwrap();
    assert_eq!(again.to_buf(), owned.meaning);
}
