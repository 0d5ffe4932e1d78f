//! Attributes: a block of groups, and a block of lists of those.

use crate::arena::PackedOption;
use bstr::BString;

use super::reading::ModuleReader;
use super::writing::ModuleWriter;
use super::{BitcodeErrorKind, Result};
use crate::attributes::{Attribute, AttributeGroup, Slot};
use crate::generated::bitcode::{block, paramattr, paramattr_group};
use crate::{AttributeGroupId, AttributeKind, AttributeListId};

/// How an attribute begins in a record.
const FLAG: u64 = 0;
const NUMBER: u64 = 1;
const TEXT: u64 = 3;
const TEXT_WITH_VALUE: u64 = 4;
/// The slot of the function itself; 0 is what it gives, parameters count from 1.
pub(super) const FUNCTION_SLOT: u64 = u32::MAX as u64;

/// The slot with this number in a record; `None` if the number is too large.
pub(super) fn slot_of(number: u64) -> Option<Slot> {
    match number {
        0 => Some(Slot::Return),
        FUNCTION_SLOT => Some(Slot::Function),
        parameter => u32::try_from(parameter - 1).ok().map(Slot::Parameter),
    }
}

impl ModuleReader<'_> {
    /// Reads the block of groups that was just entered.
    pub(super) fn read_attribute_groups(&mut self) -> Result<()> {
        const BLOCK: &str = "PARAMATTR_GROUP";
        while self.next_record(BLOCK)? {
            match self.record.code {
                paramattr_group::ENTRY => self.read_attribute_group()?,
                _ => return Err(self.unknown_record(BLOCK)),
            }
        }
        Ok(())
    }

    fn read_attribute_group(&mut self) -> Result<()> {
        let number = self.number(0, "the ID of an attribute group")?;
        let found = self.number(1, "the parameter index of an attribute group")?;
        let Some(slot) = slot_of(found) else {
            let what = "the parameter index of an attribute group";
            return Err(self.error(BitcodeErrorKind::TooLarge { what, found }));
        };
        let mut attributes = Vec::new();
        let mut at = 2;
        while at < self.record.operands.len() {
            let kind = self.number(at, "an attribute")?;
            at += 1;
            attributes.push(match kind {
                FLAG => Attribute::Flag(self.attribute_kind(&mut at)?),
                NUMBER => {
                    let kind = self.attribute_kind(&mut at)?;
                    at += 1;
                    Attribute::Number(kind, self.number(at - 1, "an integer of an attribute")?)
                }
                TEXT => Attribute::Text(self.terminated(&mut at)?, BString::default()),
                TEXT_WITH_VALUE => Attribute::Text(self.terminated(&mut at)?, self.terminated(&mut at)?),
                found => {
                    return Err(
                        self.error(BitcodeErrorKind::Unknown { what: "an attribute's encoding kind", found })
                    );
                }
            });
        }
        let group = AttributeGroup { slot, attributes: attributes.into() };
        let id = self.module.attributes.intern_group(group);
        self.attribute_groups.insert(number, id);
        self.encoding.attribute_groups.push(id);
        Ok(())
    }

    fn attribute_kind(&self, at: &mut usize) -> Result<AttributeKind> {
        *at += 1;
        self.coded(*at - 1, "an attribute's kind", AttributeKind::from_code)
    }

    /// The characters up to a zero.
    pub(super) fn terminated(&self, at: &mut usize) -> Result<BString> {
        let left = self.record.operands.get(*at..).unwrap_or_default();
        let Some(len) = left.iter().position(|character| *character == 0) else {
            return Err(self.error(BitcodeErrorKind::NotText { what: "an attribute" }));
        };
        let bytes: std::result::Result<Vec<u8>, _> =
            left.iter().take(len).map(|character| u8::try_from(*character)).collect();
        *at += len + 1;
        bytes.map(BString::from).map_err(|_| self.error(BitcodeErrorKind::NotText { what: "an attribute" }))
    }

    /// Reads the block of lists that was just entered.
    pub(super) fn read_attribute_lists(&mut self) -> Result<()> {
        const BLOCK: &str = "PARAMATTR";
        while self.next_record(BLOCK)? {
            if self.record.code != paramattr::ENTRY {
                return Err(self.unknown_record(BLOCK));
            }
            let groups = self.record.operands.iter().map(|number| {
                let group = self.attribute_groups.get(number).copied();
                group.ok_or_else(|| self.error(BitcodeErrorKind::NoSuchAttributes { number: *number }))
            });
            let groups = groups.collect::<Result<Box<[_]>>>()?;
            let list = self.module.attributes.intern_list(groups);
            self.attribute_lists.push(list);
        }
        Ok(())
    }

    /// The list of attributes with this number; 0 is none.
    pub(super) fn attribute_list(&self, number: u64) -> Result<Option<AttributeListId>> {
        let Some(index) = number.checked_sub(1) else { return Ok(None) };
        let list = usize::try_from(index).ok().and_then(|index| self.attribute_lists.get(index));
        list.copied().map(Some).ok_or_else(|| self.error(BitcodeErrorKind::NoSuchAttributes { number }))
    }
}

impl ModuleWriter<'_> {
    /// The number of a list of attributes, from 1; 0 for none.
    pub(super) fn attribute_list_number(&self, id: impl Into<PackedOption<AttributeListId>>) -> Result<u64> {
        let number = self.numbering.attribute_list(id);
        number.ok_or_else(|| self.error(BitcodeErrorKind::Dangling { what: "list of attributes" }))
    }

    /// Writes both blocks, if there are attributes.
    pub(super) fn write_attributes(&mut self) -> Result<()> {
        let groups = self.numbering.attribute_groups();
        if !groups.is_empty() {
            self.stream.enter_block(block::PARAMATTR_GROUP, 3)?;
            for (number, id) in (1..).zip(groups) {
                self.write_attribute_group(number, id)?;
            }
            self.stream.exit_block()?;
        }
        let lists = self.numbering.attribute_lists();
        if !lists.is_empty() {
            self.stream.enter_block(block::PARAMATTR, 3)?;
            for id in lists {
                let groups = self.module.attributes.list(id).unwrap_or_default();
                self.operands.clear();
                for group in groups {
                    match self.numbering.attribute_group(*group) {
                        Some(number) => self.operands.push(number),
                        None => {
                            return Err(
                                self.error(BitcodeErrorKind::Dangling { what: "group of attributes" })
                            );
                        }
                    }
                }
                self.emit(paramattr::ENTRY, None)?;
            }
            self.stream.exit_block()?;
        }
        Ok(())
    }

    fn write_attribute_group(&mut self, number: u64, id: AttributeGroupId) -> Result<()> {
        let module = self.module;
        let Some(group) = module.attributes.group(id) else {
            return Err(self.error(BitcodeErrorKind::Dangling { what: "attribute group" }));
        };
        self.operands.clear();
        self.operands.push(number);
        self.operands.push(match group.slot {
            Slot::Return => 0,
            Slot::Parameter(index) => u64::from(index) + 1,
            Slot::Function => FUNCTION_SLOT,
        });
        for attribute in &group.attributes {
            match attribute {
                Attribute::Flag(kind) => {
                    let code = self.attribute_code(*kind)?;
                    self.operands.extend([FLAG, code]);
                }
                Attribute::Number(kind, number) => {
                    let code = self.attribute_code(*kind)?;
                    self.operands.extend([NUMBER, code, *number]);
                }
                Attribute::Type(..)
                | Attribute::Range(_)
                | Attribute::Initializes(_)
                | Attribute::Memory(_)
                | Attribute::NoFpClass(_)
                | Attribute::Captures(_)
                | Attribute::AllocKind(_)
                | Attribute::AllocSize { .. }
                | Attribute::VscaleRange { .. }
                | Attribute::UnwindTable(_) => {
                    let what = attribute.kind().map_or("an attribute", AttributeKind::word);
                    return Err(self.error(BitcodeErrorKind::ModernAttribute { what }));
                }
                Attribute::Text(key, value) => {
                    self.operands.push(if value.is_empty() { TEXT } else { TEXT_WITH_VALUE });
                    for text in [key, value].into_iter().take(if value.is_empty() { 1 } else { 2 }) {
                        self.operands.extend(text.iter().map(|byte| u64::from(*byte)).chain([0]));
                    }
                }
            }
        }
        self.emit(paramattr_group::ENTRY, None)
    }

    /// The number of a kind of attribute.
    fn attribute_code(&self, kind: AttributeKind) -> Result<u64> {
        kind.code().ok_or_else(|| self.error(BitcodeErrorKind::ModernAttribute { what: kind.word() }))
    }
}
