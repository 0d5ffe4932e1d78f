//! Glue code of every kind: each format with each type, each alignment of an attribute, each export. Separate because
//! it exists for comparison with other disassemblers.

use super::{
    ExportedValue, FetchEntry, FetchStage, FetchedValue, Glue, color_export, fetch_prologue, null_fragment,
};
use crate::state::{ColorState, ColorTarget, DataFormat, InputRate, NumberFormat, VertexInput};
use crate::target::Encoding;
use crate::value_type::{Scalar, ValueType};

const SCALARS: [Scalar; 7] =
    [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64, Scalar::F16, Scalar::F32, Scalar::F64];

/// Offsets and strides: aligned, not aligned, past the element, past what a load holds.
const PLACES: [(u32, u32); 4] = [(0, 64), (1, 17), (40, 32), (5000, 0)];

const RATES: [InputRate; 6] = [
    InputRate::Vertex,
    InputRate::Instance(0),
    InputRate::Instance(1),
    InputRate::Instance(8),
    InputRate::Instance(7),
    InputRate::Instance(1_000_003),
];

fn types() -> impl Iterator<Item = ValueType> {
    SCALARS.into_iter().flat_map(|scalar| (1..=4).map(move |components| ValueType { scalar, components }))
}

fn formats() -> impl Iterator<Item = (DataFormat, NumberFormat)> {
    let numbers = 0..=NumberFormat::OTHER.0;
    let data = 0..=DataFormat::X5_9_9_9.0;
    data.flat_map(move |data| numbers.clone().map(move |number| (DataFormat(data), NumberFormat(number))))
}

/// Every combination of format, type and one of `cases`.
fn combinations<T: Copy, const N: usize>(
    cases: [T; N],
) -> impl Iterator<Item = ((DataFormat, NumberFormat), ValueType, T)> {
    formats().flat_map(move |format| {
        types().flat_map(move |ty| cases.into_iter().map(move |case| (format, ty, case)))
    })
}

/// Vertex shaders: alone, and as the first half of a merged shader with waves of 32 and 64 lanes.
fn entries() -> [FetchEntry; 3] {
    let alone = FetchEntry {
        stage: FetchStage::Vs,
        vertex_buffer_table: Some(2),
        base_vertex: Some(3),
        base_instance: Some(4),
        sgpr_count: 5,
        vertex_id: 0,
        instance_id: 3,
        vgpr_count: 4,
        wave32: true,
    };
    let merged = FetchEntry {
        stage: FetchStage::Gs,
        vertex_buffer_table: Some(10),
        base_vertex: Some(11),
        base_instance: Some(12),
        sgpr_count: 13,
        vertex_id: 5,
        instance_id: 8,
        vgpr_count: 9,
        wave32: true,
    };
    [alone, merged, FetchEntry { wave32: false, ..merged }]
}

/// Fetch prologues, each with a description.
pub fn fetch_prologues(encoding: Encoding) -> impl Iterator<Item = (String, Glue)> {
    let mut rates = RATES.into_iter().cycle();
    let mut entries = entries().into_iter().cycle();
    combinations(PLACES).filter_map(move |((data, number), ty, (offset, stride))| {
        let (rate, entry) = (rates.next()?, entries.next()?);
        let input = VertexInput {
            location: 0,
            binding: 1,
            offset,
            stride,
            data_format: data,
            number_format: number,
            rate,
        };
        let value = FetchedValue { location: 0, component: 0, ty };
        // Formats that nothing loads have no code.
        let glue = fetch_prologue(&entry, &[value], &[input], encoding).ok()?;
        Some((format!("fetch {data} {number} as {ty} at {offset} of {stride}, {rate:?}"), glue))
    })
}

/// Colour export epilogues, each with a description.
pub fn color_exports(encoding: Encoding) -> impl Iterator<Item = (String, Glue)> {
    let states = [(false, false), (false, true), (true, false), (true, true)];
    combinations(states).filter_map(move |((data, number), ty, (dual, kill))| {
        let target = ColorTarget { data_format: data, number_format: number, ..ColorTarget::default() };
        let color = ColorState { targets: vec![target; 2], dual_source_blend: dual, ..ColorState::default() };
        let output = |target| ExportedValue { target, location: target, is_signed: kill, ty };
        let depth = ValueType { scalar: Scalar::F32, components: 4 };
        let mask = ExportedValue { target: 8, location: 5, is_signed: false, ty: depth };
        let exports = [output(0), output(1), mask];
        let exports = exports.get(..if kill { 2 } else { 3 })?;
        // Types that nothing exports have no code.
        let made = color_export(exports, &color, kill, encoding).ok()?;
        Some((format!("export {ty} to {data} {number}, two sources: {dual}, kill: {kill}"), made.glue))
    })
}

/// All fetch prologues and colour export epilogues, and the null fragment shader.
pub fn every_glue(encoding: Encoding) -> impl Iterator<Item = (String, Glue)> {
    let null = ("null fragment shader".to_owned(), null_fragment(encoding));
    fetch_prologues(encoding).chain(color_exports(encoding)).chain(std::iter::once(null))
}
