//! From a root signature to text: every element in the order of the bytes, what is a default left out.

use std::fmt::Write as _;

use dx_container::enums::{DescriptorRangeType, RootSignatureVersion};
use dx_container::parts::root_signature::{
    At, DescriptorRange, Parameter, ParameterContent, RootSignatureBuf, StaticSampler,
};
use located::Place;

use super::lexer::narrow;
use super::mistake::Mistake;
use super::words::{
    Argument, Clause, Makes, ROOT_CLAUSES, ROOT_FLAGS, ROOT_FLAGS_CLAUSE, TABLE_CLAUSE, TABLE_CLAUSES, Takes,
    Word,
};
use crate::error::{Result, TextErrorKind, error};

/// A table that is longer has each range on a line of its own.
const TABLE_COLUMNS: usize = 100;

/// The lines of the text, the commas between elements at their ends.
pub(super) fn lines(signature: &RootSignatureBuf) -> Result<Vec<String>> {
    let printer = Printer { version: signature.version };
    let mut elements = Vec::new();
    let is_empty = signature.parameters.is_empty() && signature.samplers.is_empty();
    if !signature.flags.is_empty() || is_empty {
        elements.push(vec![format!("{ROOT_FLAGS_CLAUSE}({})", flags(ROOT_FLAGS, signature.flags.bits()))]);
    }
    for (index, parameter) in signature.parameters.iter().enumerate() {
        elements.push(printer.parameter(index, parameter)?);
    }
    for (index, sampler) in signature.samplers.iter().enumerate() {
        elements.push(vec![printer.sampler(At::Sampler(index), sampler)?]);
    }
    let last = elements.len().saturating_sub(1);
    for (index, element) in elements.iter_mut().enumerate() {
        if let Some(line) = element.last_mut().filter(|_| index != last) {
            line.push(',');
        }
    }
    Ok(elements.concat())
}

struct Printer {
    version: RootSignatureVersion,
}

fn no_word<T>(what: String, value: impl ToString) -> Result<T> {
    let mistake = Mistake::NoWord { what, value: value.to_string() };
    Err(error(TextErrorKind::RootSignature(mistake), Place::default()))
}

impl Printer {
    fn parameter(&self, index: usize, parameter: &Parameter<Vec<DescriptorRange>>) -> Result<Vec<String>> {
        let at = At::Parameter(index);
        let visibility = parameter.visibility.0;
        let (makes, register, space, num_values, flags) = match &parameter.content {
            ParameterContent::Table(ranges) => return self.table(index, visibility, ranges),
            ParameterContent::Constants { register, space, num_values } => {
                (Makes::Constants, *register, *space, *num_values, 0)
            }
            ParameterContent::Descriptor { kind, register, space, flags } => {
                (Makes::Descriptor(*kind), *register, *space, 0, flags.bits())
            }
        };
        let Some(clause) = ROOT_CLAUSES.iter().find(|clause| clause.makes == makes) else {
            return no_word(format!("type of {at}"), parameter.kind().0);
        };
        let text = self.clause(at, clause, |argument| match argument {
            Argument::Register => register,
            Argument::Space => space,
            Argument::NumConstants => num_values,
            Argument::Visibility => visibility,
            _ => flags,
        })?;
        Ok(vec![text])
    }

    fn table(&self, index: usize, visibility: u32, ranges: &[DescriptorRange]) -> Result<Vec<String>> {
        let ranges = ranges.iter().enumerate();
        let ranges = ranges.map(|(range, content)| self.range(At::Range(index, range), content));
        let mut members = ranges.collect::<Result<Vec<String>>>()?;
        let row = Argument::Visibility.row();
        // HLSL has no table of nothing at all.
        if row.default != Some(visibility) || members.is_empty() {
            members.push(format!(
                "{} = {}",
                row.text,
                self.value(At::Parameter(index), row.takes, row.text, visibility)?
            ));
        }
        let length: usize = members.iter().map(|member| member.len() + 2).sum();
        if length + TABLE_CLAUSE.len() <= TABLE_COLUMNS {
            return Ok(vec![format!("{TABLE_CLAUSE}({})", members.join(", "))]);
        }
        let last = members.len() - 1;
        let line = |(index, member): (usize, String)| {
            let end = if index == last { ")" } else { "," };
            format!("    {member}{end}")
        };
        let lines = members.into_iter().enumerate().map(line);
        Ok(std::iter::once(format!("{TABLE_CLAUSE}(")).chain(lines).collect())
    }

    fn range(&self, at: At, range: &DescriptorRange) -> Result<String> {
        let makes = Makes::Range(range.kind);
        let Some(clause) = TABLE_CLAUSES.iter().find(|clause| clause.makes == makes) else {
            let DescriptorRangeType(kind) = range.kind;
            return no_word(format!("type of {at}"), kind);
        };
        self.clause(at, clause, |argument| match argument {
            Argument::Register => range.base_register,
            Argument::NumDescriptors => range.num_descriptors,
            Argument::Space => range.space,
            Argument::Offset => range.offset,
            _ => range.flags.bits(),
        })
    }

    fn sampler(&self, at: At, sampler: &StaticSampler) -> Result<String> {
        let Some(clause) = ROOT_CLAUSES.iter().find(|clause| clause.makes == Makes::Sampler) else {
            return no_word(at.to_string(), "");
        };
        let [u, v, w] = sampler.address;
        self.clause(at, clause, |argument| match argument {
            Argument::Register => sampler.register,
            Argument::Filter => sampler.filter.0,
            Argument::AddressU => u.0,
            Argument::AddressV => v.0,
            Argument::AddressW => w.0,
            Argument::MipLodBias => sampler.mip_lod_bias.to_bits(),
            Argument::MaxAnisotropy => sampler.max_anisotropy,
            Argument::Comparison => sampler.comparison.0,
            Argument::BorderColor => sampler.border_color.0,
            Argument::MinLod => sampler.min_lod.to_bits(),
            Argument::MaxLod => sampler.max_lod.to_bits(),
            Argument::Space => sampler.space,
            Argument::Visibility => sampler.visibility.0,
            _ => sampler.flags.bits(),
        })
    }

    /// A clause with those of its arguments that are not defaults.
    fn clause(&self, at: At, clause: &Clause, value: impl Fn(Argument) -> u32) -> Result<String> {
        let mut text = format!("{}(", clause.text);
        let mut separator = "";
        for &argument in clause.arguments {
            let (row, value) = (argument.row(), value(argument));
            if row.default == Some(value) || !self.can_say(argument) {
                continue;
            }
            text.push_str(separator);
            separator = ", ";
            let _ = match row.takes {
                Takes::Register => write!(text, "{}{value}", clause.register),
                takes => write!(text, "{} = {}", row.text, self.value(at, takes, row.text, value)?),
            };
        }
        text.push(')');
        Ok(text)
    }

    /// Values that a version cannot express are not in its bytes either.
    fn can_say(&self, argument: Argument) -> bool {
        match argument {
            Argument::DescriptorFlags | Argument::RangeFlags => self.version >= RootSignatureVersion::V1_1,
            Argument::SamplerFlags => self.version >= RootSignatureVersion::V1_2,
            _ => true,
        }
    }

    fn value(&self, at: At, takes: Takes, name: &str, value: u32) -> Result<String> {
        let word = |words: &[Word]| {
            let row = words.iter().find(|row| row.value == value);
            row.map_or_else(|| value.to_string(), |row| row.text.to_owned())
        };
        Ok(match takes {
            Takes::Register => value.to_string(),
            Takes::Number(words) | Takes::Name(words) => word(words),
            Takes::Flags(words) => flags(words, value),
            Takes::Float => {
                let value = f32::from_bits(value);
                if value.is_nan() {
                    return no_word(format!("{name} of {at}"), "NaN");
                }
                float(value)
            }
        })
    }
}

/// Words joined with `|`, then a number for the flags that have none.
fn flags(words: &[Word], flags: u32) -> String {
    let set = words.iter().filter(|word| flags & word.value == word.value);
    let unknown = set.clone().fold(flags, |left, word| left & !word.value);
    let mut texts: Vec<String> = set.map(|word| word.text.to_owned()).collect();
    match (unknown, texts.is_empty()) {
        (0, true) => texts.push("0".to_owned()),
        (0, false) => {}
        _ => texts.push(format!("{unknown:#x}")),
    }
    texts.join(" | ")
}

/// The shortest text that DXC reads as this very float. It reads 64 bits and rounds them, and takes nothing
/// larger than the largest float: the shortest text that is nearest to that one is.
fn float(value: f32) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "inf".to_owned() } else { "-inf".to_owned() };
    }
    let shortest = format!("{value:?}");
    let read = shortest.parse::<f64>().unwrap_or(f64::NAN);
    let is_read = narrow(read).to_bits() == value.to_bits() && read.abs() <= f64::from(f32::MAX);
    if is_read { shortest } else { format!("{:?}", f64::from(value)) }
}

#[cfg(test)]
mod tests {
    use super::float;

    #[test]
    fn floats_are_short_and_exact() {
        for (value, text) in [(0.0, "0.0"), (-0.5, "-0.5"), (15.99, "15.99"), (1e-7, "1e-7"), (1e20, "1e20")]
        {
            assert_eq!(float(value), text);
        }
        assert_eq!(float(f32::MAX), "3.4028234663852886e38", "3.4028235e38 is larger, by the digits");
        assert_eq!(float(f32::NEG_INFINITY), "-inf");
    }
}
