//! The orders in which LLVM keeps the uses of values, where a writer was told to keep them.

use super::reading::ModuleReader;
use super::writing::ModuleWriter;
use super::{BitcodeErrorKind, Result};
use crate::encoding::UseList;
use crate::function::Local;
use crate::generated::bitcode::{block, uselist as code};
use crate::{BlockId, Body};

/// Name of the block in errors.
const BLOCK: &str = "USELIST";

impl ModuleReader<'_> {
    /// Reads the module's block, which was just entered.
    pub(super) fn read_module_use_lists(&mut self) -> Result<()> {
        self.encoding.use_lists = self.read_use_lists(None)?;
        Ok(())
    }

    /// Reads the block that was just entered; only that of a function, which has a `body`, can name blocks.
    pub(super) fn read_use_lists(&mut self, body: Option<&Body>) -> Result<Vec<UseList>> {
        let mut lists = Vec::new();
        while self.next_record(BLOCK)? {
            let Some((number, order)) = self.record.operands.split_last() else {
                return Err(self.error(BitcodeErrorKind::Short { what: "a value", operands: 0 }));
            };
            let of = match (self.record.code, body) {
                (code::DEFAULT, _) => Local::Value(self.value(*number)?.0),
                (code::BB, Some(body)) => match u32::try_from(*number).map(BlockId::from_u32) {
                    Ok(block) if body.blocks.has(block) => Local::Block(block),
                    _ => return Err(self.error(BitcodeErrorKind::NoSuchBlock { number: *number })),
                },
                _ => return Err(self.unknown_record(BLOCK)),
            };
            let order = order.iter().map(|index| {
                let place = u32::try_from(*index);
                place.map_err(|_| {
                    self.error(BitcodeErrorKind::TooLarge { what: "a use-list entry", found: *index })
                })
            });
            let order = order.collect::<Result<_>>()?;
            lists.push(UseList { of, order });
        }
        Ok(lists)
    }
}

impl ModuleWriter<'_> {
    /// Writes the orders of uses, of those values that are still there.
    pub(super) fn write_use_lists(&mut self, lists: &[UseList]) -> Result<()> {
        let mut is_open = false;
        for list in lists {
            let (code, number) = match list.of {
                Local::Value(value) => (code::DEFAULT, self.value_number(value)),
                Local::Block(block) => (code::BB, self.block_number(block)),
            };
            let Ok(number) = number else { continue };
            if !is_open {
                self.stream.enter_block(block::USELIST, 3)?;
                is_open = true;
            }
            self.operands.clear();
            self.operands.extend(list.order.iter().map(|index| u64::from(*index)));
            self.operands.push(number);
            self.emit(code, None)?;
        }
        if is_open { self.stream.exit_block() } else { Ok(()) }
    }
}
