//! The root signatures of real files as text, and beside the shaders that they came with.

use dx_container::parts::Owned;
use dx_container::parts::psv::Psv;
use dx_container::parts::root_signature::{RootSignatureBuf, check, check_shader};
use dx_container::{Container, FourCc, Part};
use dx_text::root_signature;

use super::{Outcome, Shader, at_least, each_part};

/// Every root signature that a compiler wrote keeps to the rules, binds what its shader uses, and is the same
/// bytes again from its text, which DXC could read: what is not said is what it was.
pub(super) fn come_back(shaders: &[Shader]) -> Outcome {
    let mut counts = Counts::default();
    each_part(shaders, |shader, container, part| {
        if part.name == FourCc::RTS0 {
            *(if shader.honest { &mut counts.honest } else { &mut counts.damaged }) += 1;
            one(shader, container, part, &mut counts)?;
        }
        Ok(())
    })?;
    let Counts { honest, damaged, unreadable, unsayable, invalid, unbound } = counts;
    println!(
        "  {honest} root signatures of compilers, {damaged} of damaged files; of these {unreadable} unreadable,"
    );
    println!(
        "  {unsayable} without a text, {invalid} against the rules, {unbound} do not bind what their shader uses"
    );
    at_least("root signatures", honest, [35, 158])
}

#[derive(Default)]
struct Counts {
    honest: usize,
    damaged: usize,
    unreadable: usize,
    unsayable: usize,
    invalid: usize,
    unbound: usize,
}

fn one(
    shader: &Shader,
    container: &Container<'_>,
    part: &Part<'_>,
    counts: &mut Counts,
) -> Result<(), String> {
    let mut owned = match Owned::<RootSignatureBuf>::read(container.payload(part)) {
        Ok(owned) => owned,
        Err(error) if shader.honest => return Err(error.to_string()),
        Err(_) => {
            counts.unreadable += 1;
            return Ok(());
        }
    };
    let findings = check(&owned);
    counts.invalid += usize::from(!findings.is_empty());
    if let Some(finding) = findings.first().filter(|_| shader.honest) {
        return Err(finding.to_string());
    }
    if let Some(Ok(psv)) = container.view::<Psv<'_>>(FourCc::PSV0) {
        let resources = psv.resources().map(|(resource, _)| resource);
        let findings = check_shader(&owned, psv.info.stage, resources);
        counts.unbound += usize::from(!findings.is_empty());
        if let Some(finding) = findings.first().filter(|_| shader.honest) {
            return Err(finding.to_string());
        }
    }
    let text = match root_signature::print(&owned) {
        Ok(text) => text,
        Err(error) if shader.honest => return Err(error.to_string()),
        Err(_) => {
            counts.unsayable += 1;
            return Ok(());
        }
    };
    let define = root_signature::print_define(&owned, "RS").map_err(|error| error.to_string())?;
    for text in [text, define] {
        let read = root_signature::parse_unchecked(&text, owned.version);
        let read = read.map_err(|error| format!("{error}\n{text}"))?;
        let checked = root_signature::parse(&text, owned.version);
        if checked.is_ok() != findings.is_empty() {
            return Err(format!("the text is valid, the part is not, or the other way round\n{text}"));
        }
        if read != owned.meaning {
            return Err(format!("reads as another root signature\n{text}"));
        }
        owned.meaning = read;
        if owned.write().map_err(|error| error.to_string())? != part.data {
            return Err(format!("is written as other bytes\n{text}"));
        }
    }
    Ok(())
}
