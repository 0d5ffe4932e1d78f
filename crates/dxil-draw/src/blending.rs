//! Blending: what becomes of a colour in a target when another one is drawn over it. Colours are floats of 32 bits
//! between formats; of normalized formats, what goes in is clamped to their range.

use super::state::{BlendEquation, BlendFactor, BlendOp, LogicOp};
use dxil_run::resources::Format;

/// The colours that a factor may be of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Colours {
    /// What the shader gave.
    pub(crate) source: [f32; 4],
    /// The second colour that it gave.
    pub(crate) second: [f32; 4],
    /// What the target holds.
    pub(crate) destination: [f32; 4],
    /// That of the state.
    pub(crate) constants: [f32; 4],
}

/// The colour that stays.
pub(crate) fn blend(equations: &[BlendEquation; 2], colours: &Colours, format: &Format) -> [f32; 4] {
    let colours = colours.within(format);
    let [colour, alpha] = equations;
    let mixed = [colour, colour, colour, alpha];
    let mut out = [0.0; 4];
    for (component, (out, equation)) in out.iter_mut().zip(mixed).enumerate() {
        let [source, destination] =
            [colours.source, colours.destination].map(|colour| colour.get(component).copied().unwrap_or(0.0));
        let by = |factor| colours.factor(factor, component);
        let (from, to) = (source * by(equation.source), destination * by(equation.destination));
        *out = match equation.op {
            BlendOp::Add => from + to,
            BlendOp::Subtract => from - to,
            BlendOp::RevSubtract => to - from,
            BlendOp::Min => source.min(destination),
            BlendOp::Max => source.max(destination),
        };
    }
    out
}

impl Colours {
    /// The same in the range of a format.
    fn within(self, format: &Format) -> Self {
        let Some(least) = format.least() else { return self };
        // What is not a number is zero, as where it is stored.
        let clamp = |one: f32| if one.is_nan() { 0.0 } else { one.clamp(least, 1.0) };
        Self {
            source: self.source.map(clamp),
            second: self.second.map(clamp),
            destination: self.destination,
            constants: self.constants.map(clamp),
        }
    }

    /// What a factor is for a component.
    fn factor(&self, factor: BlendFactor, component: usize) -> f32 {
        let of = |colour: &[f32; 4]| colour.get(component).copied().unwrap_or(0.0);
        let alpha = |colour: &[f32; 4]| colour[3];
        match factor {
            BlendFactor::Zero => 0.0,
            BlendFactor::One => 1.0,
            BlendFactor::SrcColor => of(&self.source),
            BlendFactor::InvSrcColor => 1.0 - of(&self.source),
            BlendFactor::SrcAlpha => alpha(&self.source),
            BlendFactor::InvSrcAlpha => 1.0 - alpha(&self.source),
            BlendFactor::DestAlpha => alpha(&self.destination),
            BlendFactor::InvDestAlpha => 1.0 - alpha(&self.destination),
            BlendFactor::DestColor => of(&self.destination),
            BlendFactor::InvDestColor => 1.0 - of(&self.destination),
            BlendFactor::SrcAlphaSat if component == 3 => 1.0,
            BlendFactor::SrcAlphaSat => alpha(&self.source).min(1.0 - alpha(&self.destination)),
            BlendFactor::BlendFactor => of(&self.constants),
            BlendFactor::InvBlendFactor => 1.0 - of(&self.constants),
            BlendFactor::Src1Color => of(&self.second),
            BlendFactor::InvSrc1Color => 1.0 - of(&self.second),
            BlendFactor::Src1Alpha => alpha(&self.second),
            BlendFactor::InvSrc1Alpha => 1.0 - alpha(&self.second),
        }
    }
}

/// What is made of the bits of a new and an old colour.
pub(crate) fn combine(op: LogicOp, source: u32, destination: u32) -> u32 {
    match op {
        LogicOp::Clear => 0,
        LogicOp::Set => u32::MAX,
        LogicOp::Copy => source,
        LogicOp::CopyInverted => !source,
        LogicOp::Noop => destination,
        LogicOp::Invert => !destination,
        LogicOp::And => source & destination,
        LogicOp::Nand => !(source & destination),
        LogicOp::Or => source | destination,
        LogicOp::Nor => !(source | destination),
        LogicOp::Xor => source ^ destination,
        LogicOp::Equiv => !(source ^ destination),
        LogicOp::AndReverse => source & !destination,
        LogicOp::AndInverted => !source & destination,
        LogicOp::OrReverse => source | !destination,
        LogicOp::OrInverted => !source | destination,
    }
}
