//! Which output of one stage each input of the next one is: by semantic name and index, as Direct3D asks for it. What
//! does not fit is an error that says both sides.

use dx_container::enums::{SemanticKind, ShaderKind};

use dxil_run::Scalar;
use dxil_run::resources::format::{from_register, to_register};
use dxil_run::stage::{Element, Signature};
use dxil_run::{Result, RunErrorKind};

/// Where a scalar comes from, and how it is converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Link {
    /// Its number among those that the stage before gives.
    pub(crate) from: usize,
    given: Scalar,
    is_signed: bool,
    taken: Scalar,
}

impl Link {
    /// What the stage takes of what the one before gave: numbers of 16 bits may meet those of 32.
    pub(crate) fn pass(&self, words: &[u32]) -> u32 {
        let word = words.get(self.from).copied().unwrap_or(0);
        if self.given == self.taken {
            return word;
        }
        to_register(self.taken, from_register(self.given, word, self.is_signed))
    }
}

/// A signature and the stage that it is of.
pub(crate) type Side<'a> = (ShaderKind, &'a Signature);

/// For each scalar that a stage takes, where it comes from; `None` for what is generated for it.
pub(crate) fn link(
    given: Side<'_>,
    taken: Side<'_>,
    generated: &[SemanticKind],
) -> Result<Vec<Option<Link>>> {
    let mut links = Vec::with_capacity(taken.1.scalars);
    for element in &taken.1.elements {
        for row in 0..element.rows() {
            let found = find(given.1, element, row);
            match found {
                // The rasterizer makes another one of what the vertices had.
                _ if element.semantic == SemanticKind::POSITION && taken.0 == ShaderKind::PIXEL => {
                    links.extend(std::iter::repeat_n(None, element.columns));
                }
                Some(found) => {
                    check(given.0, taken.0, found, (element, row))?;
                    let (source, source_row) = found;
                    links.extend((0..element.columns).map(|column| {
                        let from = source.first + source_row * source.columns + column;
                        let (given, is_signed) = (source.scalar, source.is_signed);
                        Some(Link { from, given, is_signed, taken: element.scalar })
                    }));
                }
                None if generated.contains(&element.semantic) => {
                    links.extend(std::iter::repeat_n(None, element.columns));
                }
                None => {
                    let has: Vec<_> = given.1.elements.iter().map(|element| element.label(0)).collect();
                    let has = if has.is_empty() { "nothing".to_owned() } else { has.join(", ") };
                    let why = format!(
                        "the {} shader reads {}, but the {} shader before it writes {has}",
                        name(taken.0),
                        element.label(row),
                        name(given.0)
                    );
                    return Err(misfit(why));
                }
            }
        }
    }
    Ok(links)
}

/// The element that a row of another one is of, and its row.
fn find<'s>(signature: &'s Signature, element: &Element, row: usize) -> Option<(&'s Element, usize)> {
    let index = element.indices.get(row).copied()?;
    let mut rows = signature.elements.iter().filter(|other| other.stream == 0);
    rows.find_map(|other| Some((other, other.row_named(&element.name, index)?)))
}

fn check(
    giver: ShaderKind,
    taker: ShaderKind,
    (given, _): (&Element, usize),
    (taken, row): (&Element, usize),
) -> Result<()> {
    let kind = |element: &Element| if element.scalar.is_float() { "floats" } else { "integers" };
    let (of_given, of_taken) = (kind(given), kind(taken));
    if of_given != of_taken || given.columns < taken.columns {
        let why = format!(
            "{} of the {} shader has {} {of_given}, but the {} shader after it reads {} {of_taken}",
            taken.label(row),
            name(giver),
            given.columns,
            name(taker),
            taken.columns
        );
        return Err(misfit(why));
    }
    Ok(())
}

/// A stage in a sentence.
pub(crate) fn name(stage: ShaderKind) -> String {
    stage.to_string().to_lowercase()
}

/// Stages, or what they are given, that do not fit together.
#[cold]
pub(crate) fn misfit(why: String) -> dxil_run::RunError {
    located::Error::unplaced(RunErrorKind::Pipeline { why })
}
