//! Phase 5: relocations. Special symbols become values in the code; other relocations are rewritten for the loader.
//! Separate from the symbols' values, which come from the state alone.

use std::collections::HashMap;

use az::SaturatingAs as _;
use bstr::BStr;
use located::Frame;
use object::elf;

use super::inputs::Input;
use super::layout::{OutRelocation, OutSymbol, Output, Patch, Placed, SymbolRef};
use crate::elf::{Relocation, Relocations, Symbol};
use crate::elf_names::{
    R_AMDGPU_ABS32_HI, R_AMDGPU_ABS64, R_AMDGPU_REL16, R_AMDGPU_REL64, RelocationAction, RelocationType,
};
use crate::error::{ErrorKind, Result};
use crate::explain::{Event, Log};
use crate::relocation::SpecialSymbol;
use crate::state::PipelineState;

/// The numbers of relocations for descriptor offsets and for run-time selects of a descriptor's table in an input.
pub(super) fn count_descriptor_symbols(input: &Input<'_>) -> (usize, usize) {
    let (mut offsets, mut selects) = (0, 0);
    for (index, _) in input.elf.sections.iter().enumerate() {
        let Ok(relocations) = input.elf.relocations(index) else { continue };
        for relocation in relocations.iter() {
            match input.special(relocation.symbol) {
                Some(SpecialSymbol::DescriptorOffset(_)) => offsets += 1,
                Some(SpecialSymbol::UseSpillTable(_)) => selects += 1,
                _ => {}
            }
        }
    }
    (offsets, selects)
}

/// Applies the relocations of all inputs; returns the first dword of user data that code reads from memory.
pub(super) fn relocate<'a>(
    inputs: &'a [Input<'a>],
    output: &mut Output<'a>,
    state: Option<&PipelineState>,
    log: &mut Log,
) -> Result<Option<u32>> {
    let mut spill_threshold = None;
    for (index, input) in inputs.iter().enumerate() {
        let mut relocator = Relocator {
            input,
            index,
            output,
            state,
            spill_threshold: &mut spill_threshold,
            locals: HashMap::new(),
        };
        relocator.all(log).map_err(|error| error.within(Frame::Name(input.file.clone())))?;
    }
    Ok(spill_threshold)
}

struct Relocator<'r, 'a> {
    input: &'a Input<'a>,
    /// The index of the input.
    index: usize,
    output: &'r mut Output<'a>,
    state: Option<&'r PipelineState>,
    spill_threshold: &'r mut Option<u32>,
    /// Local symbols of the output, by symbol index of the input.
    locals: HashMap<u32, SymbolRef>,
}

impl<'a> Relocator<'_, 'a> {
    fn all(&mut self, log: &mut Log) -> Result<()> {
        for (number, section) in self.input.elf.sections.iter().enumerate() {
            let relocations = self.input.elf.relocations(number)?;
            if relocations.is_empty() {
                continue;
            }
            let target = section.info as usize;
            if target == 0 || target >= self.input.elf.sections.len() {
                let count = self.input.elf.sections.len();
                let kind = ErrorKind::SectionIndex { what: "sh_info", index: section.info, count };
                return Err(kind.at(section.offset, 0).within(Frame::Name(section.name.to_string())));
            }
            let Some(placed) = self.placed(target) else { continue };
            let with_addends = matches!(relocations, Relocations::Rela(_));
            for relocation in relocations.iter() {
                self.one(&relocation, target, placed, with_addends, log)
                    .map_err(|error| error.within(Frame::Name(section.name.to_string())))?;
            }
        }
        Ok(())
    }

    fn placed(&self, section: usize) -> Option<Placed> {
        *self.output.placed.get(self.index)?.get(section)?
    }

    fn one(
        &mut self,
        relocation: &Relocation,
        target: usize,
        placed: Placed,
        with_addends: bool,
        log: &mut Log,
    ) -> Result<()> {
        let symbol = self.input.elf.symbol(relocation)?;
        let ty = RelocationType::of(relocation.kind);
        let refused = |name| {
            let symbol = symbol.name.to_string();
            ErrorKind::RelocationType { number: relocation.kind, name, symbol }.unplaced()
        };
        let Some(ty) = ty else { return Err(refused("not known")) };
        let special = self.input.special(relocation.symbol);
        match ty.action {
            RelocationAction::Ignore => return Ok(()),
            RelocationAction::Refuse => return Err(refused(ty.name)),
            RelocationAction::Pass if special.is_some() => return Err(refused(ty.name)),
            RelocationAction::Pass | RelocationAction::Resolve => {}
        }
        let bytes = match relocation.kind {
            R_AMDGPU_REL16 => 2,
            R_AMDGPU_ABS64 | R_AMDGPU_REL64 => 8,
            _ => 4,
        };
        if placed.size.checked_sub(bytes).is_none_or(|last| relocation.offset > last) {
            let symbol = symbol.name.to_string();
            let kind = ErrorKind::RelocationPlace { symbol, offset: relocation.offset, size: placed.size };
            return Err(kind.unplaced());
        }
        match special {
            Some(special) => self.special(special, relocation, target, placed, log),
            None => self.pass(relocation, symbol, placed, with_addends),
        }
    }

    fn special(
        &mut self,
        special: SpecialSymbol,
        relocation: &Relocation,
        target: usize,
        placed: Placed,
        log: &mut Log,
    ) -> Result<()> {
        let state =
            self.state.ok_or_else(|| ErrorKind::NeedsState(format!("symbol {special}")).unplaced())?;
        let value = special.value(state)?;
        if let Some(threshold) = value.spill_threshold {
            let lowest = self.spill_threshold.map_or(threshold, |lowest| lowest.min(threshold));
            *self.spill_threshold = Some(lowest);
        }
        let addend = relocation.addend.unwrap_or_else(|| self.word_at(target, relocation.offset).into());
        let sum = i64::from(value.value).wrapping_add(addend).cast_unsigned();
        let word = match relocation.kind {
            R_AMDGPU_ABS32_HI => sum >> 32,
            _ => sum & u64::from(u32::MAX),
        };
        let offset = placed.offset.saturating_add(relocation.offset);
        if let Some(section) = self.output.sections.get_mut(placed.section) {
            section.patches.push(Patch { offset, word: word.saturating_as::<u32>() });
        }
        log.record(|| Event::Relocated {
            input: self.input.file.clone(),
            section: self
                .output
                .sections
                .get(placed.section)
                .map_or_else(String::new, |section| section.name.to_string()),
            offset,
            symbol: special.to_string(),
            value: value.value,
            origin: value.origin.to_string(),
        });
        Ok(())
    }

    /// The word at the relocation's offset: the addend of a relocation without one of its own.
    fn word_at(&self, section: usize, offset: u64) -> u32 {
        let data = self.input.elf.sections.get(section).map_or(&[][..], |section| section.data);
        let bytes = usize::try_from(offset).ok().and_then(|offset| data.get(offset..)?.first_chunk());
        bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }

    fn pass(
        &mut self,
        relocation: &Relocation,
        symbol: &'a Symbol<'a>,
        placed: Placed,
        with_addends: bool,
    ) -> Result<()> {
        let symbol = match self.locals.get(&relocation.symbol) {
            Some(symbol) => *symbol,
            None => {
                let found = self.symbol(symbol)?;
                self.locals.insert(relocation.symbol, found);
                found
            }
        };
        let relocation = OutRelocation {
            offset: placed.offset.saturating_add(relocation.offset),
            kind: relocation.kind,
            symbol,
            addend: relocation.addend.unwrap_or_default(),
        };
        if let Some(section) = self.output.sections.get_mut(placed.section) {
            let [in_place, own] = &mut section.relocations;
            if with_addends { own.push(relocation) } else { in_place.push(relocation) }
        }
        Ok(())
    }

    /// The output's symbol for a relocation that is passed on.
    fn symbol(&mut self, symbol: &'a Symbol<'a>) -> Result<SymbolRef> {
        if !symbol.is_defined() {
            // Another input may define it.
            let found = self.output.by_name.get(BStr::new(symbol.name));
            let found = found.filter(|_| !symbol.name.is_empty());
            let missing = || ErrorKind::UndefinedSymbol(symbol.name.to_string()).unplaced();
            return found.map(|index| SymbolRef::Global(*index)).ok_or_else(missing);
        }
        let Some(placed) = self.placed(symbol.section.into()) else {
            return Err(ErrorKind::UndefinedSymbol(symbol.name.to_string()).unplaced());
        };
        self.output.locals.push(OutSymbol {
            name: symbol.name,
            part: Some(self.input.part.name()),
            value: placed.offset.saturating_add(symbol.value),
            size: symbol.size,
            binding: elf::STB_LOCAL.0,
            kind: elf::STT_OBJECT.0,
            other: 0,
            section: Some(placed.section),
        });
        Ok(SymbolRef::Local(self.output.locals.len() - 1))
    }
}
