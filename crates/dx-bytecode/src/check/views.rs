//! Views and samplers: whether each is declared as what the instruction works on.

use super::checker::{Checker, Shown};
use super::declared_bindings::{RAW, STRUCTURED};
use super::registers::View;
use super::rule::{Rule, SamplerUse, ViewUse};
use crate::instruction::{Extension, Instruction};
use crate::opcode::{Control, Opcode, Spelling, name_of};
use crate::operand::{Components, Operand, RegisterKind};

/// Dimensions as declarations number them, a bit a dimension.
const BUFFER: u32 = 1 << 1;
const TEXTURE_2D: u32 = 1 << 3 | 1 << 8;
const CUBE: u32 = 1 << 6 | 1 << 10;
const OTHER_TEXTURES: u32 = 1 << 2 | 1 << 5 | 1 << 7;
const MULTISAMPLED: u32 = 1 << 4 | 1 << 9;
const TYPED: u32 = BUFFER | TEXTURE_2D | CUBE | OTHER_TEXTURES | MULTISAMPLED;
const UNTYPED: u32 = 1 << RAW | 1 << STRUCTURED;

const SHARED: RegisterKind = RegisterKind::THREAD_GROUP_SHARED_MEMORY;
const UAV: RegisterKind = RegisterKind::UNORDERED_ACCESS_VIEW;
const RESOURCE: RegisterKind = RegisterKind::RESOURCE;

/// The first component alone, and the first ones up to the fourth.
const FROM_THE_FIRST: [u8; 4] = [0b1, 0b11, 0b111, 0b1111];

impl ViewUse {
    /// The kinds of views, and their dimensions.
    fn takes(self) -> (&'static [RegisterKind], u32) {
        match self {
            Self::Sampled => (&[RESOURCE], TEXTURE_2D | CUBE | OTHER_TEXTURES),
            Self::Gathered => (&[RESOURCE], TEXTURE_2D | CUBE),
            Self::Loaded => (&[RESOURCE], BUFFER | TEXTURE_2D | OTHER_TEXTURES),
            Self::Multisampled => (&[RESOURCE], MULTISAMPLED),
            Self::Samples => (&[RESOURCE, RegisterKind::RASTERIZER], MULTISAMPLED),
            Self::Texture => (&[RESOURCE, UAV], TYPED & !BUFFER),
            Self::Buffer => (&[RESOURCE, UAV], BUFFER | UNTYPED),
            Self::Typed => (&[UAV], BUFFER | TEXTURE_2D | OTHER_TEXTURES),
            Self::Raw => (&[RESOURCE, UAV, SHARED], 1 << RAW),
            Self::RawStored => (&[UAV, SHARED], 1 << RAW),
            Self::Structured => (&[RESOURCE, UAV, SHARED], 1 << STRUCTURED),
            Self::StructuredStored => (&[UAV, SHARED], 1 << STRUCTURED),
            Self::Atomic => (&[UAV, SHARED], TYPED | UNTYPED),
            Self::Counted => (&[UAV], 1 << STRUCTURED),
        }
    }
}

impl Checker {
    /// The view that an instruction works on.
    pub(super) fn view(&mut self, instruction: &Instruction, operand: &Operand, used: ViewUse) {
        let (opcode, kind, scope) = (instruction.opcode, operand.kind(), self.scope);
        let (kinds, dimensions) = used.takes();
        if !kinds.contains(&kind) {
            let names: Vec<&str> = kinds.iter().map(|kind| described(*kind)).collect();
            let message = format_args!(
                "operand of {opcode} is {}, expected {}",
                Shown(scope, operand),
                names.join(" or ")
            );
            self.find(Rule::VIEW_KIND, message);
            return;
        }
        self.register_stage(kind);
        self.store_mask(instruction, operand);
        if kind == RegisterKind::RASTERIZER {
            return;
        }
        // In functions of classes, which view it is may be calculated.
        let number = operand.indices.first().filter(|index| index.relative().is_none());
        let Some(number) = number.and_then(|index| u32::try_from(index.base()).ok()) else { return };
        let Some(view) = self.globals.views.get(&(kind, number)).copied() else {
            let message = format_args!("view {} is not declared", Shown(scope, operand));
            self.find(Rule::REGISTER_UNDECLARED, message);
            return;
        };
        if let [_, register] = operand.indices.as_slice() {
            self.range_register(operand, register, view.range);
        }
        if dimensions.checked_shr(view.dimension).unwrap_or_default() & 1 == 0 {
            // Between typed, raw and structured views it is the instruction that is wrong.
            let of_kind = [TYPED, 1 << RAW, 1 << STRUCTURED]
                .into_iter()
                .find(|kind| kind.checked_shr(view.dimension).unwrap_or_default() & 1 != 0);
            let is_other_kind = of_kind.is_none_or(|kind| kind & dimensions == 0);
            let rule = if is_other_kind { Rule::VIEW_KIND } else { Rule::VIEW_DIMENSION };
            let message = format_args!(
                "operand {} of {opcode} is declared as {}, expected {}",
                Shown(scope, operand),
                dimension_name(view.dimension),
                dimension_names(dimensions)
            );
            self.find(rule, message);
        } else if used == ViewUse::Counted && !view.has_counter {
            let message =
                format_args!("operand {} of {opcode} is declared without a counter", Shown(scope, operand));
            self.find(Rule::VIEW_COUNTER, message);
        }
        self.view_extension(instruction, operand, view);
    }

    fn view_extension(&mut self, instruction: &Instruction, operand: &Operand, view: View) {
        let Some(extension) = instruction.extension(Extension::DIMENSION) else { return };
        let (dimension, stride) = extension.dimension();
        if (dimension, stride) != (view.dimension, view.stride) {
            let message = format_args!(
                "{} is {} with stride {stride} in the instruction, but {} with stride {} in the declaration",
                Shown(self.scope, operand),
                dimension_name(dimension),
                dimension_name(view.dimension),
                view.stride
            );
            self.find(Rule::VIEW_EXTENSION, message);
        }
    }

    /// Whether a store writes components that it can.
    fn store_mask(&mut self, instruction: &Instruction, operand: &Operand) {
        let allowed = match instruction.opcode {
            Opcode::STORE_RAW | Opcode::STORE_STRUCTURED => FROM_THE_FIRST.as_slice(),
            Opcode::STORE_UAV_TYPED => &[0b1111],
            _ => return,
        };
        if !matches!(operand.components(), Components::Mask(mask) if allowed.contains(&mask)) {
            let message = format_args!(
                "write mask of {} to {} is invalid, expected {}",
                instruction.opcode,
                Shown(self.scope, operand),
                if allowed.len() == 1 { "xyzw" } else { "x, xy, xyz or xyzw" }
            );
            self.find(Rule::STORE_MASK, message);
        }
    }

    /// The sampler behind a view.
    pub(super) fn sampler(&mut self, operand: &Operand, used: Option<SamplerUse>) {
        let scope = self.scope;
        if operand.kind() != RegisterKind::SAMPLER {
            let message = format_args!("operand is {}, expected a sampler (s#)", Shown(scope, operand));
            self.find(Rule::VIEW_KIND, message);
            return;
        }
        let number = operand.indices.first().filter(|index| index.relative().is_none());
        let Some(number) = number.and_then(|index| u32::try_from(index.base()).ok()) else { return };
        let Some(sampler) = self.globals.samplers.get(&number).copied() else {
            let message = format_args!("sampler {} is not declared", Shown(scope, operand));
            self.find(Rule::REGISTER_UNDECLARED, message);
            return;
        };
        if let [_, register] = operand.indices.as_slice() {
            self.range_register(operand, register, sampler.range);
        }
        let expected = used == Some(SamplerUse::Comparison);
        if sampler.comparison != expected {
            let why = match expected {
                true => "declared without mode_comparison, which this instruction requires",
                false => "declared with mode_comparison, which this instruction does not allow",
            };
            self.find(Rule::SAMPLER_MODE, format_args!("sampler {} is {why}", Shown(scope, operand)));
        }
    }
}

/// The description of a register kind in messages.
fn described(kind: RegisterKind) -> &'static str {
    match kind {
        RESOURCE => "an SRV (t#)",
        UAV => "a UAV (u#)",
        SHARED => "group-shared memory (g#)",
        other => other.name(),
    }
}

fn dimension_name(dimension: u32) -> &'static str {
    match Control::DIMENSION.spelling {
        Spelling::Names(names) => name_of(names, dimension).unwrap_or("an unknown dimension"),
        _ => "",
    }
}

fn dimension_names(dimensions: u32) -> String {
    let set = (0..32).filter(|bit| dimensions >> bit & 1 != 0);
    set.map(dimension_name).collect::<Vec<_>>().join(", ")
}
