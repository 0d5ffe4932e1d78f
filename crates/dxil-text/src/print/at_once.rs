//! Printing functions, and parts of large ones, at the same time: each becomes a text, and the texts are put together
//! in order. Separate because it changes nothing of what is printed. Who asks for it says how two things are done at
//! the same time: there are no threads here.

use std::fmt;
use std::sync::Arc;

use dxil_ir::globals::Function;
use dxil_ir::{Global, GlobalId, Module};

use super::functions::{Entered, Place};
use super::out::{self, Out};
use super::slots::Slots;
use super::{PrintError, Printer, Result, expressible};
use crate::limits;

/// How two pieces of work are done that do not need each other: one behind the other, or at the same time.
pub type Join<'j> = &'j dyn Fn(&mut (dyn FnMut() + Send), &mut (dyn FnMut() + Send));

/// The instructions of a module from which on it is worth it.
const WORTH: usize = 1 << 12;
/// The most instructions of a part.
const PART: usize = 1 << 10;
/// The instructions whose text two share at a time: as much of it as is held.
const ROUND: usize = 1 << 15;
/// The same while a module is looked at for what assembly cannot express, which takes longer.
const FIRST_ROUND: usize = 1 << 17;

/// The functions of a module in parts.
pub(super) struct Work<'m> {
    module: &'m Module,
    /// The instructions of the module.
    size: usize,
}

/// What is printed in one piece.
enum Part<'m> {
    Declaration(GlobalId, &'m Global, &'m Function),
    Definition(Arc<Entered<'m>>, Place, Place),
}

/// Parts of functions, and how large they are.
type Parts<'m> = [(Part<'m>, usize)];

impl<'m> Work<'m> {
    /// The work that a module is; `None` where it is so little that it is done as fast by one alone.
    pub(super) fn of(module: &'m Module) -> Option<Self> {
        let size = module.bodies().map(|(_, _, body)| body.instructions.len()).sum();
        (size >= WORTH).then_some(Self { module, size })
    }

    /// Prints the module.
    pub(super) fn print(self, join: Join<'_>, sink: &mut dyn fmt::Write) -> Result {
        let Self { module, size } = self;
        let out = Out::new(Some(sink), out::limit(module));
        let mut printer = Printer::new(module, Arc::new(Slots::of(module)), None, out);
        let parts = parts(&mut printer);
        // To look at an instruction takes two thirds of the time to print one.
        let (first, mut rest) = up_to(&parts, (size * 2 / 5).min(FIRST_ROUND));
        let (mut checked, mut text) = (Ok(()), None);
        let slots = Arc::clone(&printer.slots);
        join(&mut || checked = expressible::check(module).map(drop), &mut || {
            text = text_of(module, &slots, first);
        });
        drop(slots);
        checked?;
        printer.before_functions()?;
        printer.add(first, text)?;
        while !rest.is_empty() {
            let (round, behind) = up_to(rest, ROUND);
            let (one, other) = up_to(round, round.iter().map(|(_, size)| size).sum::<usize>() / 2);
            let (mut text, mut other_text) = (None, None);
            let slots = Arc::clone(&printer.slots);
            join(&mut || text = text_of(module, &slots, one), &mut || {
                other_text = text_of(module, &slots, other);
            });
            drop(slots);
            printer.add(one, text)?;
            printer.add(other, other_text)?;
            rest = behind;
        }
        printer.behind_functions()?;
        printer.out.finish()
    }
}

/// The functions of a module in parts, whose values and nodes have numbers then.
fn parts<'m>(printer: &mut Printer<'m, '_>) -> Vec<(Part<'m>, usize)> {
    let mut parts = Vec::new();
    for (id, global) in printer.module.globals.iter() {
        let Some(function) = global.function() else { continue };
        let Some(body) = &function.body else {
            printer.slots_mut().declare(global);
            parts.push((Part::Declaration(id, global, function), 1));
            continue;
        };
        let entered = Arc::new(printer.enter(id, global, function, body));
        let (mut from, mut size) = ((0, 0), 0);
        for (index, block) in body.layout.iter().enumerate() {
            for place in 0..body.instructions_of(*block).len() {
                if size >= PART {
                    parts.push((Part::Definition(Arc::clone(&entered), from, (index, place)), size));
                    (from, size) = ((index, place), 0);
                }
                size += 1;
            }
        }
        parts.push((Part::Definition(entered, from, (body.layout.len(), 0)), size + 1));
    }
    parts
}

/// Parts of about this size together, one at least where there is one, and what comes behind them.
fn up_to<'p, 'm>(parts: &'p Parts<'m>, wanted: usize) -> (&'p Parts<'m>, &'p Parts<'m>) {
    let mut size = 0;
    let mut is_before = |of_part: usize| {
        let before = size;
        size += of_part;
        before < wanted
    };
    let count = parts.iter().take_while(|(_, size)| is_before(*size)).count().max(1).min(parts.len());
    parts.split_at_checked(count).unwrap_or_default()
}

/// The text of parts; `None` where it cannot be printed, or would be too long to be held.
fn text_of<'m>(module: &'m Module, slots: &Arc<Slots<'m>>, parts: &Parts<'m>) -> Option<String> {
    let mut printer = Printer::new(module, Arc::clone(slots), None, Out::new(None, limits::HELD_TEXT));
    parts.iter().try_for_each(|(part, _)| printer.one(part)).ok()?;
    Some(printer.out.into_text())
}

impl<'m> Printer<'m, '_> {
    fn one(&mut self, part: &Part<'m>) -> Result {
        match part {
            Part::Declaration(id, global, function) => self.declaration(*id, global, function),
            Part::Definition(entered, from, to) => self.part(entered, *from, *to),
        }
    }

    /// Adds the text of parts, which are printed where there is none.
    fn add(&mut self, parts: &Parts<'m>, text: Option<String>) -> std::result::Result<(), PrintError> {
        match text {
            Some(text) => self.out.add(&text),
            None => parts.iter().try_for_each(|(part, _)| self.one(part)),
        }
    }
}
