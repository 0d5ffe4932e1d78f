//! Checks that the code of the inputs finds its descriptors where the state puts them. Separate from relocations
//! because it looks at all relocations of an input together: they show which layouts its code handles.

use std::collections::HashSet;

use located::Frame;

use super::inputs::Input;
use super::notes::LinkNote;
use crate::error::{CannotLink, ErrorKind, LinkError};
use crate::explain::Log;
use crate::relocation::{Binding, SpecialSymbol};
use crate::state::PipelineState;
use crate::state::refusal::Unrelocatable;
use crate::state::user_data::{DRIVER_SET, Found, Wanted};

/// Checks the relocations of all inputs against special symbols.
///
/// # Errors
/// A compact buffer that the code takes for a full descriptor; a descriptor in the table of another set.
pub(super) fn check(inputs: &[Input<'_>], state: &PipelineState, log: &mut Log) -> Result<(), LinkError> {
    for input in inputs {
        Uses::of(input).check(state, log)?;
    }
    Ok(())
}

/// The special symbols that an input's relocations use.
struct Uses<'i> {
    file: &'i str,
    /// Each symbol once, in the order of the relocations.
    symbols: Vec<SpecialSymbol>,
    /// Sets and bindings for which the code handles compact buffers.
    compact: HashSet<(u32, u32)>,
    /// Sets and bindings for which the code selects between table and spill table.
    selected: HashSet<(u32, u32)>,
}

impl<'i> Uses<'i> {
    fn of(input: &'i Input<'_>) -> Self {
        let (mut symbols, mut seen) = (Vec::new(), HashSet::new());
        let (mut compact, mut selected) = (HashSet::new(), HashSet::new());
        for section in 0..input.elf.sections.len() {
            // Tables that cannot be read are an error of the relocations themselves.
            let Ok(relocations) = input.elf.relocations(section) else { continue };
            for relocation in relocations.iter() {
                let Some(symbol) = input.special(relocation.symbol).filter(|symbol| seen.insert(*symbol))
                else {
                    continue;
                };
                symbols.push(symbol);
                match symbol {
                    SpecialSymbol::CompactBuffer(at) => _ = compact.insert((at.set, at.binding)),
                    SpecialSymbol::UseSpillTable(at) => _ = selected.insert((at.set, at.binding)),
                    _ => {}
                }
            }
        }
        Self { file: &input.file, symbols, compact, selected }
    }

    fn check(&self, state: &PipelineState, log: &mut Log) -> Result<(), LinkError> {
        for symbol in &self.symbols {
            match *symbol {
                SpecialSymbol::DescriptorOffset(at) => {
                    self.load(*symbol, at, state, log)?;
                    unambiguous(at, state, log, |found| {
                        (found.table.map(|table| table.offset), found.offset())
                    });
                }
                SpecialSymbol::DescriptorStride(at) => {
                    unambiguous(at, state, log, |found| found.node.stride())
                }
                SpecialSymbol::CompactBuffer(at) => {
                    let at = Binding { wanted: Wanted::Buffer, ..at };
                    unambiguous(at, state, log, |found| found.node.kind.is_compact());
                }
                SpecialSymbol::UseSpillTable(at) => {
                    let at = Binding { wanted: Wanted::Buffer, ..at };
                    self.load(*symbol, at, state, log)?;
                    unambiguous(at, state, log, |found| found.table.is_none());
                }
                SpecialSymbol::PushConstants => one_push_constant_node(state, log),
                SpecialSymbol::TableOffset(_)
                | SpecialSymbol::SampleCount
                | SpecialSymbol::SamplePattern
                | SpecialSymbol::DeviceIndex
                | SpecialSymbol::ShadowEnabled
                | SpecialSymbol::ShadowTable => {}
            }
        }
        Ok(())
    }

    /// Checks the load of a descriptor: code adds its offset to the address of the set's table or, by a run-time
    /// select, of the spill table.
    fn load(
        &self,
        symbol: SpecialSymbol,
        at: Binding,
        state: &PipelineState,
        log: &mut Log,
    ) -> Result<(), LinkError> {
        // The driver's own descriptors have an access of their own, agreed on between driver and compiler.
        if at.set == DRIVER_SET {
            return Ok(());
        }
        // What is missing is an error of the relocation.
        let Some(found) = state.find_node(at.wanted, at.set, at.binding) else { return Ok(()) };
        let (set, binding) = (at.set, at.binding);
        if found.node.kind.is_compact() && !self.compact.contains(&(set, binding)) {
            let reason = Unrelocatable::CompactBuffer { set, binding };
            return Err(LinkError::CannotLink(CannotLink::Unrelocatable(reason)));
        }
        match found.table {
            None if !self.selected.contains(&(set, binding)) => log.note(|| LinkNote::NoSpillSelect {
                input: self.file.to_owned(),
                symbol: symbol.to_string(),
                set,
                binding,
                node: found.to_string(),
            }),
            Some(table) if table.table_set() != Some(set) => {
                let (name, node) = (symbol.to_string(), found.to_string());
                let kind = ErrorKind::ForeignTable { name, node, set };
                return Err(kind.unplaced().within(Frame::Name(self.file.to_owned())).into());
            }
            _ => {}
        }
        Ok(())
    }
}

/// Notes nodes that describe the same binding but give a relocation different values.
fn unambiguous<T: PartialEq>(
    at: Binding,
    state: &PipelineState,
    log: &mut Log,
    value: impl Fn(&Found<'_>) -> T,
) {
    let mut nodes = state.find_nodes(at.wanted, at.set, at.binding);
    let Some(first) = nodes.next() else { return };
    if let Some(second) = nodes.find(|other| value(other) != value(&first)) {
        log.note_once(|| LinkNote::Ambiguous {
            what: format!("set {}, binding {}", at.set, at.binding),
            first: first.to_string(),
            second: second.to_string(),
        });
    }
}

/// Notes a second node of push constants, which is never used.
pub(crate) fn one_push_constant_node(state: &PipelineState, log: &mut Log) {
    let mut nodes = state.push_constants();
    if let (Some(first), Some(second)) = (nodes.next(), nodes.next()) {
        let words = |node: &crate::state::Node| format!("{node} at dword {}", node.offset);
        log.note_once(|| LinkNote::Ambiguous {
            what: "the node of push constants".to_owned(),
            first: words(first),
            second: words(second),
        });
    }
}
