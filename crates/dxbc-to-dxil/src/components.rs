//! The components that operands select. Separate because all families of instructions use them.

use dx_bytecode::operand::{Components, Operand};

use crate::error::Result;
use crate::plan::mask_of;
use crate::word::Word;

/// The words of a vector, by component.
pub(crate) type Words = [Option<Word>; 4];

/// The component that a source has at a component of the destination.
pub(crate) fn selected(operand: &Operand, component: u8) -> u8 {
    match operand.components() {
        Components::Swizzle(swizzle) => swizzle.get(usize::from(component)).copied().unwrap_or(0),
        Components::Select(component) => component,
        Components::Mask(_) => component,
        Components::None | Components::One | Components::Unknown => 0,
    }
}

/// The components of a destination, in order.
pub(crate) fn written(operand: &Operand) -> impl Iterator<Item = u8> + use<> {
    let mask = mask_of(operand);
    (0..4).filter(move |component| mask >> component & 1 != 0)
}

/// The words that `compute` returns for the components of a destination, in order.
pub(crate) fn words_of(destination: &Operand, mut compute: impl FnMut(u8) -> Result<Word>) -> Result<Words> {
    let mut words = Words::default();
    for component in written(destination) {
        if let Some(word) = words.get_mut(usize::from(component)) {
            *word = Some(compute(component)?);
        }
    }
    Ok(words)
}
