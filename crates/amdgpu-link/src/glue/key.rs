//! Cache keys: the bytes that glue code depends on, in LLPC's format, so that its logs can be compared. Separate from
//! the cache because keys are also shown.
//!
//! The cache adds the encoding, and a distinction of two cases that have the same key.

use std::io::Write as _;

use super::export_format::ExportFormats;
use super::fetch::described;
use super::{ExportedValue, FetchEntry, FetchStage, FetchedValue};
use crate::isa::{CONVENTION_ES, CONVENTION_GS, CONVENTION_HS, CONVENTION_LS, CONVENTION_VS};
use crate::state::{InputRate, VertexInput};

/// The number for a rate by vertex, and for an absent register.
const NONE: u32 = u32::MAX;

/// The key of the null fragment shader.
pub fn null_fragment_key() -> &'static [u8] {
    b"null"
}

/// The key of a fetch prologue.
pub fn fetch_key(entry: &FetchEntry, values: &[FetchedValue], inputs: &[VertexInput]) -> Vec<u8> {
    let mut key = Vec::new();
    write_fetch_key(&mut key, entry, values, inputs);
    key
}

/// The key of a colour export epilogue.
pub fn color_export_key(exports: &[ExportedValue], formats: &ExportFormats, kill: bool) -> Vec<u8> {
    let mut key = Vec::new();
    write_color_export_key(&mut key, exports, formats, kill);
    key
}

/// The text of a key: hexadecimal digits.
pub fn key_id(key: &[u8]) -> String {
    let mut id = String::with_capacity(2 * key.len());
    for byte in key {
        for digit in [byte >> 4, byte & 15] {
            id.extend(char::from_digit(u32::from(digit), 16).map(|digit| digit.to_ascii_uppercase()));
        }
    }
    id
}

fn words(key: &mut Vec<u8>, words: &[u32]) {
    for word in words {
        key.extend_from_slice(&word.to_le_bytes());
    }
}

fn text(key: &mut Vec<u8>, text: impl std::fmt::Display) {
    // Writing to memory does not fail.
    let _ = write!(key, "{text}");
}

pub(super) fn write_fetch_key(
    key: &mut Vec<u8>,
    entry: &FetchEntry,
    values: &[FetchedValue],
    inputs: &[VertexInput],
) {
    for value in values {
        words(key, &[value.location, value.component]);
        text(key, value.ty);
    }
    words(
        key,
        &[
            calling_convention(entry.stage),
            entry.vertex_buffer_table.unwrap_or(NONE),
            entry.base_vertex.unwrap_or(NONE),
            entry.base_instance.unwrap_or(NONE),
            entry.sgpr_count,
            entry.vertex_id,
            entry.instance_id,
            entry.vgpr_count,
            u32::from(entry.wave32),
        ],
    );
    for value in values {
        let Some(input) = described(inputs, value.location) else {
            key.push(0);
            continue;
        };
        let rate = match input.rate {
            InputRate::Vertex => NONE,
            InputRate::Instance(rate) => rate,
        };
        let (data, number) = (u32::from(input.data_format.0), u32::from(input.number_format.0));
        words(key, &[input.location, input.binding, input.offset, input.stride, data, number, rate]);
    }
    // Whether registers of a hull shader are to be moved, which only gfx9 needs.
    key.push(0);
}

pub(super) fn write_color_export_key(
    key: &mut Vec<u8>,
    exports: &[ExportedValue],
    formats: &ExportFormats,
    kill: bool,
) {
    for export in exports {
        words(key, &[export.target]);
        key.push(u8::from(export.is_signed));
        words(key, &[export.location]);
        text(key, export.ty);
    }
    words(key, &formats.0.map(|format| u32::from(format.0)));
    key.push(u8::from(kill));
}

/// LLVM's number of the stage's calling convention.
fn calling_convention(stage: FetchStage) -> u32 {
    match stage {
        FetchStage::Vs => CONVENTION_VS,
        FetchStage::Gs => CONVENTION_GS,
        FetchStage::Hs => CONVENTION_HS,
        FetchStage::Ls => CONVENTION_LS,
        FetchStage::Es => CONVENTION_ES,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{DataFormat, ExportFormat, NumberFormat};
    use crate::value_type::ValueType;

    #[test]
    fn fetch_keys_are_those_of_the_reference() {
        let entry = FetchEntry {
            stage: FetchStage::Vs,
            vertex_buffer_table: Some(2),
            base_vertex: Some(3),
            base_instance: Some(4),
            sgpr_count: 15,
            vertex_id: 0,
            instance_id: 3,
            vgpr_count: 4,
            wave32: false,
        };
        let value = FetchedValue { location: 0, component: 0, ty: ValueType::parse("v2f32").unwrap() };
        let input = VertexInput {
            location: 0,
            binding: 0,
            offset: 0,
            stride: 0,
            data_format: DataFormat::X32_32_32_32,
            number_format: NumberFormat::FLOAT,
            rate: InputRate::Instance(0),
        };
        let key = fetch_key(&entry, &[value], &[input]);
        let expected = concat!(
            "00000000000000007632663332",
            "57000000020000000300000004000000",
            "0F000000000000000300000004000000",
            "00000000",
            "00000000000000000000000000000000",
            "0E0000000700000000000000",
            "00"
        );
        assert_eq!(key_id(&key), expected);
        let none = fetch_key(&entry, &[value], &[]);
        assert_eq!(none.len(), key.len() - 27);
    }

    #[test]
    fn colour_keys_are_those_of_the_reference() {
        let ty = ValueType::parse("v4f32").unwrap();
        let export = ExportedValue { target: 0, location: 0, is_signed: false, ty };
        let mut formats = ExportFormats::default();
        formats.0[0] = ExportFormat::ABGR32;
        let key = color_export_key(&[export], &formats, false);
        assert_eq!(key.len(), 47);
        let expected = format!("0000000000000000007634663332{}{}00", "09000000", "00000000".repeat(7));
        assert_eq!(key_id(&key), expected);
        assert_eq!(key_id(null_fragment_key()), "6E756C6C");
    }
}
