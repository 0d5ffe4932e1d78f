//! Operations across the lanes of a wave. Lanes that are not active take no part.
//!
//! Where D3D leaves a choice: sums and products go from the first active lane to the last, one by one, each rounded to
//! its type (halves too), with denormals as the function says; a lane that is read but not active gives zero, and is a
//! finding; a lane beyond the wave likewise. Values that are not numbers lose against numbers in minima and maxima,
//! where -0 is less than +0, and equal nothing. Each lane may read another lane than its neighbour does.

use dxil::ops::Opcode;

use super::fold::{self, Fold, Kind};
use super::semantics::Semantics;
use crate::findings::FindingKind;
use crate::instruction::{Register, Scalar};
use crate::lanes::{self, BLOCK, Lanes, MAX_BLOCKS, Mask, WideLanes, place};
use crate::program::{Context, Site, Stop};

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::WAVE_IS_FIRST_LANE => is_first_lane,
        Opcode::WAVE_GET_LANE_INDEX => lane_index,
        Opcode::WAVE_GET_LANE_COUNT => lane_count,
        Opcode::WAVE_ANY_TRUE => any_true,
        Opcode::WAVE_ALL_TRUE => all_true,
        Opcode::WAVE_ACTIVE_ALL_EQUAL => all_equal,
        Opcode::WAVE_ACTIVE_BALLOT => ballot,
        Opcode::WAVE_READ_LANE_AT => read_lane_at,
        Opcode::WAVE_READ_LANE_FIRST => read_lane_first,
        Opcode::WAVE_ACTIVE_OP => active_op,
        Opcode::WAVE_ACTIVE_BIT => active_bit,
        Opcode::WAVE_PREFIX_OP => prefix_op,
        Opcode::WAVE_ALL_BIT_COUNT => all_bit_count,
        Opcode::WAVE_PREFIX_BIT_COUNT => prefix_bit_count,
        Opcode::WAVE_MATCH => match_values,
        Opcode::WAVE_MULTI_PREFIX_OP => multi_prefix_op,
        Opcode::WAVE_MULTI_PREFIX_BIT_COUNT => multi_prefix_bit_count,
        _ => return None,
    }))
}

/// A value in all lanes of a wave.
pub(super) type Values = [WideLanes; MAX_BLOCKS];

/// No value in any lane.
pub(super) const NO_VALUES: Values = [[0; BLOCK]; MAX_BLOCKS];

/// How many registers a value of the operation's scalar takes.
pub(super) fn width(site: &Site<'_>) -> usize {
    site.scalar.registers() as usize
}

impl Context<'_> {
    /// A value of one or two registers, from the register at `first` of a site's arguments on; and the lanes that have
    /// none, as it is undefined.
    pub(super) fn values(&self, site: &Site<'_>, first: usize) -> (Values, Mask) {
        let (mut values, mut undefined) = (NO_VALUES, [0; MAX_BLOCKS]);
        let low = site.argument(first);
        let high = (width(site) == 2).then(|| site.argument(first + 1));
        for (block, (values, undefined)) in
            values.iter_mut().zip(&mut undefined).enumerate().take(self.blocks())
        {
            let high_words = high.map_or(&lanes::ZERO, |high| self.read(high, block));
            *values = lanes::widen(self.read(low, block), high_words);
            *undefined =
                self.wave.undefined(low, block) | high.map_or(0, |high| self.wave.undefined(high, block));
        }
        (values, undefined)
    }

    /// Gives a value as the result at `first`.
    pub(super) fn give(&mut self, site: &Site<'_>, first: usize, values: &Values, undefined: Mask) {
        let blocks = self.blocks();
        for (block, (values, undefined)) in values.iter().zip(undefined).enumerate().take(blocks) {
            let halves = lanes::split(values);
            for (part, words) in halves.iter().enumerate().take(width(site)) {
                self.give_words(site.result(first + part), block, words, undefined);
            }
        }
    }

    /// Gives words as a result.
    pub(super) fn give_words(&mut self, to: Register, block: usize, words: &Lanes, undefined: u32) {
        self.wave.write(to, block, words);
        if self.checks.all {
            self.wave.set_undefined(to, block, undefined);
        }
    }

    /// Gives the same word to all lanes.
    fn give_all(&mut self, to: Register, word: u32, is_undefined: bool) {
        for block in 0..self.blocks() {
            self.give_words(to, block, &lanes::splat(word), if is_undefined { u32::MAX } else { 0 });
        }
    }

    /// The active lanes for which a truth value is true, and those for which it is undefined.
    fn truth(&self, register: Register) -> (Mask, Mask) {
        let (mut yes, mut undefined) = ([0; MAX_BLOCKS], [0; MAX_BLOCKS]);
        for (block, (yes, undefined)) in yes.iter_mut().zip(&mut undefined).enumerate().take(self.blocks()) {
            let active = self.active(block);
            *yes = lanes::nonzero(self.read(register, block)) & active;
            *undefined = self.wave.undefined(register, block) & active;
        }
        (yes, undefined)
    }

    /// Each active lane, block by block.
    pub(super) fn active_lanes(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let mask = self.wave.mask;
        mask.into_iter()
            .enumerate()
            .flat_map(|(block, bits)| lanes::each(bits).map(move |lane| (block, lane)))
    }
}

/// A lane's value.
#[inline]
pub(super) fn value_of(values: &Values, (block, lane): (usize, usize)) -> u64 {
    values.get(block).and_then(|values| values.get(lane)).copied().unwrap_or(0)
}

/// Changes a lane's value.
#[inline]
pub(super) fn set_value(values: &mut Values, (block, lane): (usize, usize), value: u64) {
    if let Some(entry) = values.get_mut(block).and_then(|values| values.get_mut(lane)) {
        *entry = value;
    }
}

/// Whether a mask has a lane's bit.
#[inline]
pub(super) fn has(mask: &Mask, (block, lane): (usize, usize)) -> bool {
    mask.get(block).is_some_and(|bits| bits >> lane & 1 != 0)
}

/// Sets a lane's bit.
fn set_bit(mask: &mut Mask, (block, lane): (usize, usize)) {
    if let Some(bits) = mask.get_mut(block) {
        *bits |= 1 << lane;
    }
}

const NO_LANES: Mask = [0; MAX_BLOCKS];
const ALL_LANES: Mask = [u32::MAX; MAX_BLOCKS];

fn is_first_lane(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let mut first = NO_LANES;
    if let Some(lane) = context.wave.first_active() {
        set_bit(&mut first, lane);
    }
    for (block, bits) in first.into_iter().enumerate().take(context.blocks()) {
        context.write(site.result(0), block, &lanes::map1(&lanes::expand(bits), |word| word & 1));
    }
    Ok(())
}

fn lane_index(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    for (block, first) in (0..context.blocks()).zip((0_u32..).step_by(BLOCK)) {
        let mut words = lanes::ZERO;
        words.iter_mut().zip(first..).for_each(|(word, index)| *word = index);
        context.write(site.result(0), block, &words);
    }
    Ok(())
}

fn lane_count(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let count = context.wave.size;
    context.give_all(site.result(0), count, false);
    Ok(())
}

fn any_true(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let (yes, undefined) = context.truth(site.argument(0));
    let is_known = yes.iter().zip(undefined).any(|(yes, undefined)| yes & !undefined != 0);
    let is_undefined = undefined != NO_LANES && !is_known;
    context.give_all(site.result(0), u32::from(yes != NO_LANES), is_undefined);
    Ok(())
}

fn all_true(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let (yes, undefined) = context.truth(site.argument(0));
    let is_all = yes == context.wave.mask;
    let mut others = context.wave.mask.iter().zip(yes).zip(undefined);
    let is_known = others.any(|((active, yes), undefined)| active & !yes & !undefined != 0);
    context.give_all(site.result(0), u32::from(is_all), undefined != NO_LANES && !is_known);
    Ok(())
}

fn all_equal(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let equal = fold::equal(site.scalar, site.denormals);
    for index in 0..site.results.len() {
        let (values, undefined) = context.values(site, index * width(site));
        let mut lanes = context.active_lanes();
        let Some(first) = lanes.next() else { return Ok(()) };
        let one = value_of(&values, first);
        // One that is not a number does not equal itself.
        let is_equal = equal(one, one) && lanes.all(|lane| equal(one, value_of(&values, lane)));
        let is_undefined = context.active_lanes().any(|lane| has(&undefined, lane));
        context.give_all(site.result(index), u32::from(is_equal), is_undefined);
    }
    Ok(())
}

/// Gives a bit for each of some lanes, as four words.
fn give_mask(context: &mut Context<'_>, site: &Site<'_>, mask: Mask, is_undefined: bool) {
    for (index, word) in mask.into_iter().enumerate() {
        context.give_all(site.result(index), word, is_undefined);
    }
}

fn ballot(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let (yes, undefined) = context.truth(site.argument(0));
    give_mask(context, site, yes, undefined != NO_LANES);
    Ok(())
}

fn all_bit_count(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let (yes, undefined) = context.truth(site.argument(0));
    let count = yes.iter().map(|bits| bits.count_ones()).sum();
    context.give_all(site.result(0), count, undefined != NO_LANES);
    Ok(())
}

fn prefix_bit_count(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let (yes, undefined) = context.truth(site.argument(0));
    let (mut before, mut is_undefined) = (0, false);
    for (block, (yes, undefined)) in yes.into_iter().zip(undefined).enumerate().take(context.blocks()) {
        let (mut words, mut bits) = (lanes::ZERO, 0);
        for (lane, word) in (0_u32..).zip(&mut words) {
            *word = before;
            bits |= u32::from(is_undefined) << lane;
            before += yes >> lane & 1;
            is_undefined |= undefined >> lane & 1 != 0;
        }
        context.give_words(site.result(0), block, &words, bits);
    }
    Ok(())
}

fn read_lane_first(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let Some(first) = context.wave.first_active() else { return Ok(()) };
    for at in (0..site.results.len()).step_by(width(site)) {
        let (values, undefined) = context.values(site, at);
        let all = [[value_of(&values, first); BLOCK]; MAX_BLOCKS];
        context.give(site, at, &all, if has(&undefined, first) { ALL_LANES } else { NO_LANES });
    }
    Ok(())
}

fn read_lane_at(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let index = site.argument(site.results.len());
    let active = context.wave.mask;
    // Which lane each reads, if that is one that can be read.
    let mut sources = [[None; BLOCK]; MAX_BLOCKS];
    for (block, lane) in context.active_lanes() {
        let from = lanes::get(context.read(index, block), lane);
        let source = Some(place(from)).filter(|source| from < context.wave.size && has(&active, *source));
        if let Some(entry) = sources.get_mut(block).and_then(|sources| sources.get_mut(lane)) {
            *entry = source;
        }
        if source.is_none() && context.checks.all {
            context.report_inactive(block, lane, from);
        }
    }
    context.require_defined(index, "index of the lane to read");
    for at in (0..site.results.len()).step_by(width(site)) {
        let (values, undefined) = context.values(site, at);
        let (mut read, mut unknown) = (NO_VALUES, NO_LANES);
        for (block, lane) in context.active_lanes() {
            let source = sources.get(block).and_then(|sources| sources.get(lane)).copied().flatten();
            let Some(source) = source else { continue };
            set_value(&mut read, (block, lane), value_of(&values, source));
            if has(&undefined, source) {
                set_bit(&mut unknown, (block, lane));
            }
        }
        context.give(site, at, &read, unknown);
    }
    Ok(())
}

impl Context<'_> {
    /// Reports that a lane reads one that is not active.
    #[cold]
    pub(super) fn report_inactive(&mut self, block: usize, lane: usize, from: u32) {
        let size = self.wave.size;
        self.report(FindingKind::InactiveLane, block, lane, || {
            if from < size {
                format!("reads lane {from}, which is inactive")
            } else {
                format!("reads lane {from}, but the wave has {size} lanes")
            }
        });
    }
}

/// The number that a constant argument is.
fn number(context: &Context<'_>, site: &Site<'_>, index: usize) -> u32 {
    context.wave.uniform(site.argument(index))
}

/// What `WaveOpKind` and `SignedOpKind` say, from the argument at `index` on.
fn kind_of(context: &Context<'_>, site: &Site<'_>, index: usize) -> (Fold, u64) {
    let kind = match number(context, site, index) {
        0 => Kind::Sum,
        1 => Kind::Product,
        2 => Kind::Min,
        _ => Kind::Max,
    };
    fold::fold(kind, (site.scalar, site.denormals), number(context, site, index + 1) == 0)
}

/// What comes of all active lanes, from the first to the last.
fn reduce(context: &mut Context<'_>, site: &Site<'_>, (fold, none): (Fold, u64)) {
    for at in (0..site.results.len()).step_by(width(site)) {
        let (values, undefined) = context.values(site, at);
        let result = context.active_lanes().map(|lane| value_of(&values, lane)).reduce(fold).unwrap_or(none);
        let is_undefined = context.active_lanes().any(|lane| has(&undefined, lane));
        let undefined = if is_undefined { ALL_LANES } else { NO_LANES };
        context.give(site, at, &[[result; BLOCK]; MAX_BLOCKS], undefined);
    }
}

fn active_op(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let fold = kind_of(context, site, site.results.len());
    reduce(context, site, fold);
    Ok(())
}

fn active_bit(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let kind = match number(context, site, site.results.len()) {
        0 => Kind::And,
        1 => Kind::Or,
        _ => Kind::Xor,
    };
    reduce(context, site, fold::fold(kind, (site.scalar, site.denormals), false));
    Ok(())
}

fn prefix_op(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let (fold, none) = kind_of(context, site, site.results.len());
    for at in (0..site.results.len()).step_by(width(site)) {
        let (values, undefined) = context.values(site, at);
        let (mut before, mut is_undefined) = (None, false);
        let (mut results, mut unknown) = (NO_VALUES, NO_LANES);
        for lane in context.active_lanes() {
            set_value(&mut results, lane, before.unwrap_or(none));
            if is_undefined {
                set_bit(&mut unknown, lane);
            }
            let value = value_of(&values, lane);
            before = Some(before.map_or(value, |before| fold(before, value)));
            is_undefined |= has(&undefined, lane);
        }
        context.give(site, at, &results, unknown);
    }
    Ok(())
}

fn match_values(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let equal = fold::equal(site.scalar, site.denormals);
    let elements = site.arguments.len() / width(site);
    let mut matches = [[[0; MAX_BLOCKS]; BLOCK]; MAX_BLOCKS];
    let mut is_undefined = false;
    for (block, lane) in context.active_lanes() {
        if let Some(mask) = matches.get_mut(block).and_then(|masks| masks.get_mut(lane)) {
            *mask = context.wave.mask;
        }
    }
    for element in 0..elements {
        let (values, undefined) = context.values(site, element * width(site));
        is_undefined |= context.active_lanes().any(|lane| has(&undefined, lane));
        for (block, lane) in context.active_lanes() {
            let value = value_of(&values, (block, lane));
            let mut same = NO_LANES;
            for other in context.active_lanes().filter(|other| equal(value, value_of(&values, *other))) {
                set_bit(&mut same, other);
            }
            if let Some(mask) = matches.get_mut(block).and_then(|masks| masks.get_mut(lane)) {
                mask.iter_mut().zip(same).for_each(|(bits, same)| *bits &= same);
            }
        }
    }
    let undefined = if is_undefined { u32::MAX } else { 0 };
    for (block, masks) in matches.iter().enumerate().take(context.blocks()) {
        for part in 0..MAX_BLOCKS {
            let mut words = lanes::ZERO;
            words.iter_mut().zip(masks).for_each(|(word, mask)| *word = mask.get(part).copied().unwrap_or(0));
            context.give_words(site.result(part), block, &words, undefined);
        }
    }
    Ok(())
}

/// For each active lane, what comes of the active ones before it that are in its mask and have it in theirs.
fn multi_prefix(
    context: &Context<'_>,
    site: &Site<'_>,
    masks: usize,
    (values, undefined): (&Values, &Mask),
    (fold, none): (Fold, u64),
) -> (Values, Mask) {
    let (mut results, mut unknown) = (NO_VALUES, NO_LANES);
    for (block, lane) in context.active_lanes() {
        let mut of_lane = NO_LANES;
        for (part, bits) in of_lane.iter_mut().enumerate() {
            *bits = lanes::get(context.read(site.argument(masks + part), block), lane);
        }
        let before = |other: &(usize, usize)| *other < (block, lane) && has(&of_lane, *other);
        let result = context.active_lanes().filter(before).map(|other| value_of(values, other)).reduce(fold);
        set_value(&mut results, (block, lane), result.unwrap_or(none));
        if context.active_lanes().filter(before).any(|other| has(undefined, other)) {
            set_bit(&mut unknown, (block, lane));
        }
    }
    (results, unknown)
}

fn multi_prefix_op(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let masks = site.results.len();
    let kind = match number(context, site, masks + MAX_BLOCKS) {
        0 => Kind::Sum,
        1 => Kind::And,
        2 => Kind::Or,
        3 => Kind::Xor,
        _ => Kind::Product,
    };
    let fold =
        fold::fold(kind, (site.scalar, site.denormals), number(context, site, masks + MAX_BLOCKS + 1) == 0);
    for at in (0..site.results.len()).step_by(width(site)) {
        let (values, undefined) = context.values(site, at);
        let (results, undefined) = multi_prefix(context, site, masks, (&values, &undefined), fold);
        context.give(site, at, &results, undefined);
    }
    Ok(())
}

fn multi_prefix_bit_count(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let (yes, undefined) = context.truth(site.argument(0));
    let mut values = NO_VALUES;
    for lane in context.active_lanes() {
        set_value(&mut values, lane, u64::from(has(&yes, lane)));
    }
    let fold = fold::fold(Kind::Sum, (Scalar::I32, site.denormals), false);
    let (results, undefined) = multi_prefix(context, site, 1, (&values, &undefined), fold);
    for (block, (results, undefined)) in results.iter().zip(undefined).enumerate().take(context.blocks()) {
        let [words, _] = lanes::split(results);
        context.give_words(site.result(0), block, &words, undefined);
    }
    Ok(())
}
