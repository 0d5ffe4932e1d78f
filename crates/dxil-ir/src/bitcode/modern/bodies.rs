//! Bodies of functions in modern bitcode: the blocks in a function block, and records that are not instructions.

use located::Frame;

use super::super::body_reader::BodyReader;
use super::super::reading::{Item, ModuleReader};
use super::super::{BitcodeErrorKind, Result};
use crate::function::DebugLocation;
use crate::generated::bitcode::operand::debug_loc;
use crate::generated::bitcode::{block, function as code, metadata};
use crate::{DebugLocationId, GlobalId, InstructionId, MetadataId};

/// Name of the block in errors.
pub(super) const BLOCK: &str = "FUNCTION";

impl ModuleReader<'_> {
    /// Reads the block of the next function that has a body.
    pub(super) fn read_modern_function(&mut self) -> Result<()> {
        let (id, mut reader) = self.begin_body()?;
        let index = u64::from(id.as_u32());
        let module_values = self.values.len();
        self.read_modern_body(id, &mut reader).map_err(|error| error.within(Frame::Item(index)))?;
        self.end_modern_metadata();
        self.end_body(id, module_values, reader);
        Ok(())
    }

    fn read_modern_body(&mut self, id: GlobalId, reader: &mut BodyReader) -> Result<()> {
        self.add_arguments(id, reader)?;
        loop {
            match self.next(BLOCK)? {
                Item::End => break,
                Item::Record => self.read_modern_body_record(reader)?,
                Item::Block(id) => self.read_modern_inner_block(id, reader)?,
            }
        }
        if !self.modern.body.bundles.is_empty() {
            return Err(self.error(BitcodeErrorKind::Missing { what: "the call after an operand bundle" }));
        }
        self.finish_body(reader)?;
        self.finish_debug_records(reader)?;
        reader.release();
        Ok(())
    }

    fn read_modern_inner_block(&mut self, id: u32, reader: &mut BodyReader) -> Result<()> {
        type Read<'a> = fn(&mut ModuleReader<'a>, &mut BodyReader) -> Result<()>;
        let (name, read): (_, Read<'_>) = match id {
            block::CONSTANTS => ("CONSTANTS", |module, _| module.read_modern_constants()),
            block::METADATA => ("METADATA", Self::read_modern_local_metadata),
            block::VALUE_SYMTAB => {
                ("VALUE_SYMTAB", |module, reader| module.read_function_symbols(&mut reader.body))
            }
            block::METADATA_ATTACHMENT => ("METADATA_ATTACHMENT", Self::read_modern_attachments),
            block::USELIST => return self.stream.skip(),
            _ => return Err(self.unknown_block(id, BLOCK)),
        };
        self.stream.enter()?;
        read(self, reader).map_err(|error| error.within(Frame::Node(name)))
    }

    fn read_modern_body_record(&mut self, reader: &mut BodyReader) -> Result<()> {
        match self.record.code {
            code::DECLAREBLOCKS => self.declare_blocks(reader),
            code::DEBUG_LOC => self.read_modern_location(reader),
            code::DEBUG_LOC_AGAIN => self.repeat_location(reader),
            // A list of functions to read before this one.
            code::BLOCKADDR_USERS => Ok(()),
            code::DEBUG_RECORD_VALUE
            | code::DEBUG_RECORD_DECLARE
            | code::DEBUG_RECORD_DECLARE_VALUE
            | code::DEBUG_RECORD_ASSIGN
            | code::DEBUG_RECORD_VALUE_SIMPLE
            | code::DEBUG_RECORD_LABEL => self.read_debug_record(reader),
            code::OPERAND_BUNDLE => self.read_bundle(reader),
            _ => self.read_modern_instruction(reader),
        }
    }

    fn read_modern_location(&mut self, reader: &mut BodyReader) -> Result<()> {
        self.no_more_than(debug_loc::COUNT)?;
        let scope = self.number::<u64>(debug_loc::SCOPE, "a scope")?;
        let inlined_at = self.number::<u64>(debug_loc::INLINED_AT, "an inlinedAt scope")?;
        let what = "the implicit flag of a debug location";
        let location = DebugLocation {
            line: self.number(debug_loc::LINE, "a line")?,
            column: self.number(debug_loc::COLUMN, "a column")?,
            scope: self.optional_modern_metadata(scope)?.into(),
            inlined_at: self.optional_modern_metadata(inlined_at)?.into(),
            is_implicit: self.number_or::<u64>(debug_loc::IS_IMPLICIT, 0, what)? != 0,
            atom_group: self.number_or(debug_loc::ATOM_GROUP, 0, "an atom group")?,
            atom_rank: self.number_or(debug_loc::ATOM_RANK, 0, "an atom rank")?,
        };
        let id: DebugLocationId = reader.body.intern_location(location);
        reader.last_location = Some(id);
        self.set_location(reader, id)
    }

    fn optional_modern_metadata(&self, number: u64) -> Result<Option<MetadataId>> {
        number.checked_sub(1).map(|number| self.known_modern_metadata(number)).transpose()
    }

    fn read_modern_attachments(&mut self, reader: &mut BodyReader) -> Result<()> {
        const BLOCK: &str = "METADATA_ATTACHMENT";
        while self.next_record(BLOCK)? {
            if self.record.code != metadata::ATTACHMENT {
                return Err(self.unknown_modern_record(BLOCK));
            }
            if self.record.operands.len().is_multiple_of(2) {
                let attached = self.attachments(0)?;
                reader.body.metadata.extend(attached);
                continue;
            }
            let number = self.number::<u64>(0, "an instruction")?;
            // Instructions were read in order.
            let id = u32::try_from(number).map(InstructionId::from_u32);
            let Some(id) = id.ok().filter(|id| reader.body.instructions.has(*id)) else {
                return Err(self.error(BitcodeErrorKind::NoSuchInstruction { number }));
            };
            let attached = self.attachments(1)?;
            reader.body.attachments.extend(attached.into_iter().map(|(kind, node)| (id, kind, node)));
        }
        // Nodes of a module are complete, so a reference to a later node has no record.
        match self.modern.metadata.forward.keys().min() {
            None => Ok(()),
            Some(number) => Err(self.error(BitcodeErrorKind::NoSuchMetadata { number: *number })),
        }
    }
}
