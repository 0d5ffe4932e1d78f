//! A root signature in words: one line a parameter, as a person would say it.

use std::io::{self, Write};

use dx_container::FourCc;
use dx_container::enums::{DescriptorRangeType, RootParameterType, ShaderVisibility};
use dx_container::flags::{
    DescriptorRangeFlags, RootDescriptorFlags, RootSignatureFlags, StaticSamplerFlags,
};
use dx_container::names::{Named, NamedFlags, split_flags};
use dx_container::parts::root_signature::{
    DescriptorRange, Parameter, ParameterContent, Ranges, RootSignature, StaticSampler, UNBOUNDED,
};

use crate::layout::write_pairs;
use crate::style::{DIM, NOTE, TITLE, counted, paint};
use crate::table::table;

/// Lines of one kind that are shown.
const SHOWN: usize = 1000;

/// Writes the part called `name`.
pub fn write(out: &mut dyn Write, name: FourCc, signature: &RootSignature<'_>) -> io::Result<()> {
    writeln!(
        out,
        "\n{} {}",
        paint(TITLE, name),
        paint(DIM, format!("root signature {}", signature.version))
    )?;
    let flags = names(RootSignatureFlags::NAMES, signature.flags.bits().into());
    write_pairs(out, &[("flags", if flags.is_empty() { "none".to_owned() } else { flags })])?;

    let parameters =
        signature.parameters().enumerate().flat_map(|(index, parameter)| rows(index, &parameter));
    write_rows(out, &["#", "parameter", "registers", "visibility", "flags"], parameters)?;
    let samplers = signature.samplers().map(|sampler| sampler_row(&sampler));
    write_rows(
        out,
        &["sampler", "filter", "address", "lod", "compare", "border", "visibility", "flags"],
        samplers,
    )
}

fn write_rows(
    out: &mut dyn Write,
    header: &[&str],
    mut rows: impl Iterator<Item = Vec<String>>,
) -> io::Result<()> {
    let shown: Vec<Vec<String>> = rows.by_ref().take(SHOWN).collect();
    if shown.is_empty() {
        return Ok(());
    }
    write!(out, "{}", table(header, &shown))?;
    match rows.count() {
        0 => Ok(()),
        more => writeln!(
            out,
            "  {}",
            paint(NOTE, format!("... and {}: --json has them all", counted(more, "more line")))
        ),
    }
}

/// One row for a root parameter; for a table, one more for each range.
fn rows(index: usize, parameter: &Parameter<Ranges<'_>>) -> Vec<Vec<String>> {
    let visibility = visible_to(parameter.visibility);
    let row = |what: String, registers: String, flags: String| {
        vec![index.to_string(), what, registers, visibility.clone(), flags]
    };
    match parameter.content {
        ParameterContent::Constants { register, space, num_values } => {
            let what = counted(num_values as usize, "32-bit constant");
            vec![row(what, in_space(format!("b{register}"), space), String::new())]
        }
        ParameterContent::Descriptor { kind, register, space, flags } => {
            let letter = match kind {
                RootParameterType::CBV => 'b',
                RootParameterType::SRV => 't',
                _ => 'u',
            };
            let flags = names(RootDescriptorFlags::NAMES, flags.bits().into());
            vec![row(format!("root {kind}"), in_space(format!("{letter}{register}"), space), flags)]
        }
        ParameterContent::Table(ranges) => {
            let what = format!("table of {}", counted(ranges.len(), "range"));
            let mut rows = vec![row(what, String::new(), String::new())];
            rows.extend(ranges.iter().take(SHOWN).map(|range| range_row(&range)));
            rows
        }
    }
}

fn range_row(range: &DescriptorRange) -> Vec<String> {
    let letter = match range.kind {
        DescriptorRangeType::SRV => 't',
        DescriptorRangeType::UAV => 'u',
        DescriptorRangeType::CBV => 'b',
        _ => 's',
    };
    let first = range.base_register;
    let registers = match range.num_descriptors {
        UNBOUNDED => format!("{letter}{first} unbounded"),
        1 => format!("{letter}{first}"),
        count => format!("{letter}{first} to {letter}{}", u64::from(first) + u64::from(count.max(1)) - 1),
    };
    let place = match range.offset {
        UNBOUNDED => String::new(),
        offset => format!(", offset {offset}"),
    };
    let flags = names(DescriptorRangeFlags::NAMES, range.flags.bits().into());
    vec![
        String::new(),
        format!("  {}{place}", range.kind),
        in_space(registers, range.space),
        String::new(),
        flags,
    ]
}

fn sampler_row(sampler: &StaticSampler) -> Vec<String> {
    let [u, v, w] = sampler.address;
    let address = if u == v && v == w { u.to_string() } else { format!("{u}/{v}/{w}") };
    let max_lod = if sampler.max_lod == f32::MAX { "max".to_owned() } else { sampler.max_lod.to_string() };
    let mut lod = format!("{} to {max_lod}", sampler.min_lod);
    if sampler.mip_lod_bias != 0.0 {
        lod.push_str(&format!(", bias {}", sampler.mip_lod_bias));
    }
    vec![
        in_space(format!("s{}", sampler.register), sampler.space),
        format!("{}, anisotropy {}", sampler.filter, sampler.max_anisotropy),
        address,
        lod,
        sampler.comparison.to_string(),
        sampler.border_color.to_string(),
        visible_to(sampler.visibility),
        names(StaticSamplerFlags::NAMES, sampler.flags.bits().into()),
    ]
}

fn visible_to(visibility: ShaderVisibility) -> String {
    match visibility {
        ShaderVisibility::ALL => "all stages".to_owned(),
        stage => stage.to_string(),
    }
}

fn in_space(registers: String, space: u32) -> String {
    if space == 0 { registers } else { format!("{registers}, space{space}") }
}

/// The names of the bits of `word`, unknown ones as a number.
fn names(rows: &[Named], word: u64) -> String {
    let (known, unknown) = split_flags(rows, word);
    let names = known.map(|row| row.name.to_owned()).chain(unknown.map(|unknown| format!("{unknown:#x}")));
    names.collect::<Vec<_>>().join(" | ")
}
