//! How many lanes a wave has: which tags of an entry say it in which shader model, and whether the numbers make sense.

use dx_container::enums::ShaderKind;
use dxil::shader::EntryProperty;
use dxil_ir::verify::IrPlace;

use super::bounds;
use super::context::{Context, Entry};
use crate::names::{Stage, Symbol};
use crate::report::{Place, Report};
use crate::rule::Rule;

/// The tags: one of the two kinds, once.
pub(super) fn check_tags(context: &Context<'_>, report: &mut Report) {
    if !(context.is_library || context.stage == ShaderKind::COMPUTE) {
        return;
    }
    // Of a library also that which stands for the library itself.
    for entry in &context.shader.entry_points {
        let mut is_said = false;
        for property in entry.properties.iter().flat_map(|properties| &properties.items) {
            let (is_range, extra) = match property {
                EntryProperty::WaveRange(range) => (true, range.extra.len()),
                EntryProperty::WaveSize(size) => (false, size.extra.len()),
                _ => continue,
            };
            let place = entry.function.map_or(Place::Module(IrPlace::Module), Context::global_place);
            if std::mem::replace(&mut is_said, true) {
                report.add(
                    Rule::SM_WAVE_SIZE_TAG_DUPLICATE,
                    place,
                    format_args!(
                        "entry point `{}` has more than one WaveSize or WaveRange tag",
                        Symbol(entry.name.as_ref())
                    ),
                );
                break;
            }
            if extra > 0 {
                let (rule, message) = if is_range {
                    (Rule::SM_WAVE_SIZE_RANGE_EXPECTS_THREE_PARAMS, "WaveRange tag has more than 3 values")
                } else {
                    (Rule::SM_WAVE_SIZE_EXPECTS_ONE_PARAM, "WaveSize tag has more than 1 value")
                };
                report.add(rule, place, format_args!("{message}"));
            }
            let has_ranges = context.has_model(6, 8);
            let model = format!("{}.{}", context.model.0, context.model.1);
            if is_range && context.has_model(6, 6) && !has_ranges {
                report.add(
                    Rule::SM_WAVE_SIZE_RANGE_NEEDS_SM68_PLUS,
                    place,
                    format_args!("WaveRange tag requires shader model 6.8, but the module has {model}"),
                );
            } else if !is_range && (!context.has_model(6, 6) || has_ranges) {
                report.add(
                    Rule::SM_WAVE_SIZE_NEEDS_SM66_OR_SM67,
                    place,
                    format_args!("WaveSize tag requires shader model 6.6 or 6.7, but the module has {model}"),
                );
            }
        }
    }
}

/// The numbers of an entry.
pub(super) fn check(entry: &Entry<'_>, report: &mut Report) {
    let Some(properties) = entry.properties() else { return };
    let lanes = match (properties.wave_range(), properties.wave_size()) {
        (Some(range), _) => [range.min, range.max, range.preferred],
        (None, Some(size)) => [size.lanes, 0, 0],
        (None, None) => return,
    };
    numbers(entry, lanes, report);
    let [min, ..] = lanes;
    if min != 0 && !matches!(entry.kind, ShaderKind::COMPUTE | ShaderKind::NODE) {
        report.add(
            Rule::SM_WAVE_SIZE_ON_COMPUTE_OR_NODE,
            entry.place(),
            format_args!("{} `{}` has a wave size", Stage(entry.kind), entry.name()),
        );
    }
}

/// The first thing that is wrong with them is told.
fn numbers(entry: &Entry<'_>, [min, max, preferred]: [u32; 3], report: &mut Report) {
    let (least, most) = bounds::WAVE_LANES;
    let is_wrong = |lanes: u32| !(least..=most).contains(&lanes) || !lanes.is_power_of_two();
    let place = entry.place();
    let value = |report: &mut Report, what: &str, lanes: u32| {
        report.add(
            Rule::SM_WAVE_SIZE_VALUE,
            place,
            format_args!("{what} wave size is {lanes}, expected a power of two from {least} to {most}"),
        );
    };
    match () {
        () if min == 0 => {
            if max != 0 || preferred != 0 {
                report.add(
                    Rule::SM_WAVE_SIZE_ALL_ZERO_WHEN_UNDEFINED,
                    place,
                    format_args!(
                        "minimum wave size is 0, but maximum is {max} and preferred {preferred}, expected 0 for all"
                    ),
                );
            }
        }
        () if is_wrong(min) => value(report, "minimum", min),
        () if max == 0 => {
            if preferred != 0 {
                report.add(
                    Rule::SM_WAVE_SIZE_MAX_AND_PREFERRED_ZERO_WHEN_NO_RANGE,
                    place,
                    format_args!("maximum wave size is 0, but preferred is {preferred}, expected 0"),
                );
            }
        }
        () if is_wrong(max) => value(report, "maximum", max),
        () if min == max => {}
        () if max < min => report.add(
            Rule::SM_WAVE_SIZE_MAX_GREATER_THAN_MIN,
            place,
            format_args!("maximum wave size {max} is less than the minimum {min}"),
        ),
        () if preferred == 0 => {}
        () if is_wrong(preferred) => value(report, "preferred", preferred),
        () if !(min..=max).contains(&preferred) => report.add(
            Rule::SM_WAVE_SIZE_PREFERRED_IN_RANGE,
            place,
            format_args!("preferred wave size is {preferred}, expected {min} to {max}"),
        ),
        () => {}
    }
}
