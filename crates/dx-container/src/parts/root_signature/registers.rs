//! The registers that a root signature binds, by kind, visibility and space: what overlaps, and what covers a
//! shader's bindings. Separate because both checks ask it. Lookups are logarithmic, since a part can name many.

use std::collections::{BTreeMap, HashMap};

use super::element::At;
use crate::enums::{DescriptorRangeType, ShaderVisibility};

/// Registers of one space, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Registers {
    pub(super) space: u32,
    pub(super) first: u32,
    pub(super) last: u32,
}

impl Registers {
    /// The registers of both.
    pub(super) fn common(self, other: Self) -> Self {
        Self { first: self.first.max(other.first), last: self.last.min(other.last), ..self }
    }

    /// The registers as HLSL spells them: `CBV b0, space0`, `SRV t2 to t5, space1`, `UAV u0 and up, space0`.
    pub(super) fn described(self, kind: DescriptorRangeType) -> String {
        let (kind, letter) = match kind {
            DescriptorRangeType::SRV => ("SRV", 't'),
            DescriptorRangeType::UAV => ("UAV", 'u'),
            DescriptorRangeType::CBV => ("CBV", 'b'),
            _ => ("sampler", 's'),
        };
        let Self { space, first, last } = self;
        let end = match last {
            _ if last == first => String::new(),
            u32::MAX => " and up".to_owned(),
            last => format!(" to {letter}{last}"),
        };
        format!("{kind} {letter}{first}{end}, space{space}")
    }
}

/// Something of a root signature that binds registers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Binding {
    pub(super) registers: Registers,
    pub(super) at: At,
    pub(super) visibility: ShaderVisibility,
}

/// All that is bound. What overlaps something earlier of the same visibility is left out, so that the rest can be
/// searched; that is what DXC does.
#[derive(Debug, Default)]
pub(super) struct RegisterMap {
    sets: HashMap<(DescriptorRangeType, ShaderVisibility), BTreeMap<(u32, u32), Binding>>,
}

impl RegisterMap {
    /// Adds a binding; returns one that it overlaps and that some stage sees as well.
    pub(super) fn insert(&mut self, kind: DescriptorRangeType, binding: Binding) -> Option<Binding> {
        let others = if binding.visibility == ShaderVisibility::ALL {
            (0..=ShaderVisibility::MESH.0).map(ShaderVisibility).collect()
        } else {
            vec![binding.visibility, ShaderVisibility::ALL]
        };
        let overlapping = others.into_iter().find_map(|other| self.find(kind, other, binding.registers));
        let Registers { space, first, .. } = binding.registers;
        if self.find(kind, binding.visibility, binding.registers).is_none() {
            let set = self.sets.entry((kind, binding.visibility)).or_default();
            set.insert((space, first), binding);
        }
        overlapping
    }

    /// The binding that stage `visibility` sees and that holds all of `registers`.
    pub(super) fn covering(
        &self,
        kind: DescriptorRangeType,
        visibility: ShaderVisibility,
        registers: Registers,
    ) -> Option<Binding> {
        let find = |visibility| self.find(kind, visibility, registers);
        let found = find(ShaderVisibility::ALL).or_else(|| find(visibility))?;
        let holds = found.registers.first <= registers.first && found.registers.last >= registers.last;
        holds.then_some(found)
    }

    /// A binding that has some of `registers`. Those of a set do not overlap: the last that begins in time is it.
    fn find(
        &self,
        kind: DescriptorRangeType,
        visibility: ShaderVisibility,
        registers: Registers,
    ) -> Option<Binding> {
        let Registers { space, first, last } = registers;
        let set = self.sets.get(&(kind, visibility))?;
        let (_, before) = set.range((space, 0)..=(space, last)).next_back()?;
        (before.registers.last >= first).then_some(*before)
    }
}
