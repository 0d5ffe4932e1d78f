//! Bodies: the block of a function, with the blocks in it.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::borrow::Cow;

use crate::arena::IdMap;
use az::SaturatingAs as _;
use located::Frame;

use super::body_reader::BodyReader;
use super::numbering::{FunctionNumbering, Hidden, completed};
use super::reading::{Item, ModuleReader};
use super::writing::ModuleWriter;
use super::{BitcodeErrorKind, Result};
use crate::encoding::FunctionEncoding;
use crate::function::DebugLocation;
use crate::generated::bitcode::{block, function as code, metadata};
use crate::{BlockId, Body, ConstantId, DebugLocationId, GlobalId, Type, TypeId, Value, ValueKind};

/// Name of the block in errors.
const BLOCK: &str = "FUNCTION";
/// About how many bits an instruction has in bitcode.
const BITS_OF_INSTRUCTION: u64 = 56;

impl ModuleReader<'_> {
    /// Reads the block of the next function that has a body.
    pub(super) fn read_function(&mut self) -> Result<()> {
        if !self.is_relative {
            return Err(self.error(BitcodeErrorKind::Version { found: 0 }));
        }
        let (id, mut reader) = self.begin_body()?;
        let index = u64::from(id.as_u32());
        let module_values = self.values.len();
        let mut encoding = FunctionEncoding::default();
        let read = self.read_body(id, &mut reader, &mut encoding);
        read.map_err(|error| error.within(Frame::Item(index)))?;
        self.local_metadata.end_function();
        self.encoding.functions[id] = encoding;
        self.end_body(id, module_values, reader);
        Ok(())
    }

    /// Starts the body of the next function that has one.
    pub(super) fn begin_body(&mut self) -> Result<(GlobalId, BodyReader)> {
        let Some(id) = self.undefined.pop_front() else {
            return Err(self.error(BitcodeErrorKind::NoFunction));
        };
        self.resolve_references()?;
        let mut gathered = std::mem::take(&mut self.gathered);
        let reader = BodyReader {
            body: Body::in_room(std::mem::take(&mut gathered.room)),
            first: 0,
            current: 0,
            block_start: 0,
            void: self.module.types.find(&Type::Void),
            truth: self.module.types.find(&Type::Integer(1)),
            last_location: None,
            gathered,
        };
        Ok((id, reader))
    }

    /// Adds the arguments of a function to the values.
    pub(super) fn add_arguments(&mut self, id: GlobalId, reader: &mut BodyReader) -> Result<()> {
        let Some(function_type) = self.module.globals.get(id).map(|global| global.value_type) else {
            return Err(self.error(BitcodeErrorKind::NoFunction));
        };
        let Some(Type::Function { parameters, .. }) = self.module.types.get(function_type) else {
            return Err(self.error(BitcodeErrorKind::NotFunction { what: "the type of a function" }));
        };
        let arguments =
            (0..).map(|index| Value::new(ValueKind::Argument(index))).zip(parameters.iter().copied());
        self.values.extend(arguments);
        reader.first = self.values.len();
        Ok(())
    }

    /// Adds a complete body to its function, and removes the values of the function, which follow `module_values`.
    pub(super) fn end_body(&mut self, id: GlobalId, module_values: usize, reader: BodyReader) {
        self.gathered = reader.gathered;
        self.values.truncate(module_values);
        if let Some(function) = self.module.globals.get_mut(id).and_then(|global| global.function_mut()) {
            function.body = Some(reader.body);
        }
    }

    fn read_body(
        &mut self,
        id: GlobalId,
        reader: &mut BodyReader,
        encoding: &mut FunctionEncoding,
    ) -> Result<()> {
        self.add_arguments(id, reader)?;
        // Room that is not needed costs nothing, as nobody touches it.
        let likely = usize::try_from(self.stream.bits_left() / BITS_OF_INSTRUCTION).unwrap_or_default();
        self.values.reserve(likely);
        let body = &mut reader.body;
        body.instructions.reserve(likely);
        body.lists.values.reserve(2 * likely);
        body.lists.instructions.reserve(likely + likely / 2);
        loop {
            match self.next(BLOCK)? {
                Item::End => break,
                Item::Record => self.read_body_record(reader)?,
                Item::Block(id) => self.read_inner_block(id, reader, encoding)?,
            }
        }
        self.finish_body(reader)?;
        reader.release();
        Ok(())
    }

    fn read_inner_block(
        &mut self,
        id: u32,
        reader: &mut BodyReader,
        encoding: &mut FunctionEncoding,
    ) -> Result<()> {
        type Read<'a> = fn(&mut ModuleReader<'a>, &mut BodyReader, &mut FunctionEncoding) -> Result<()>;
        let (name, read): (_, Read<'_>) = match id {
            block::CONSTANTS => ("CONSTANTS", |module, _, encoding| {
                module.read_constants(&mut encoding.constants)?;
                Ok(())
            }),
            block::METADATA => ("METADATA", |module, reader, _| module.read_local_metadata(reader)),
            block::VALUE_SYMTAB => {
                ("VALUE_SYMTAB", |module, reader, _| module.read_function_symbols(&mut reader.body))
            }
            block::METADATA_ATTACHMENT => {
                ("METADATA_ATTACHMENT", |module, reader, _| module.read_attachments(reader))
            }
            block::USELIST => ("USELIST", |module, reader, encoding| {
                encoding.use_lists = module.read_use_lists(Some(&reader.body))?;
                Ok(())
            }),
            _ => return Err(self.unknown_block(id, BLOCK)),
        };
        self.stream.enter()?;
        read(self, reader, encoding).map_err(|error| error.within(Frame::Node(name)))
    }

    fn read_body_record(&mut self, reader: &mut BodyReader) -> Result<()> {
        match self.record.code {
            code::DECLAREBLOCKS => self.declare_blocks(reader),
            code::DEBUG_LOC => self.read_location(reader),
            code::DEBUG_LOC_AGAIN => self.repeat_location(reader),
            _ => self.read_instruction(reader),
        }
    }

    /// Adds the basic blocks of a body.
    pub(super) fn declare_blocks(&self, reader: &mut BodyReader) -> Result<()> {
        self.at_most(1)?;
        let count: usize = self.number(0, "the number of basic blocks")?;
        // Each block has an instruction.
        if count == 0 || count > self.records_left || !reader.body.blocks.is_empty() {
            let found = count as u64;
            return Err(self.error(BitcodeErrorKind::Unknown { what: "the number of basic blocks", found }));
        }
        reader.body.blocks.reserve(count);
        reader.body.layout.reserve(count);
        for _ in 0..count {
            reader.body.add_block();
        }
        Ok(())
    }

    /// Sets the location of the previous instruction to the last one.
    pub(super) fn repeat_location(&self, reader: &mut BodyReader) -> Result<()> {
        self.at_most(0)?;
        let Some(location) = reader.last_location else {
            let kind = BitcodeErrorKind::Order {
                what: "a repeated debug location",
                before: "the first debug location",
            };
            return Err(self.error(kind));
        };
        self.set_location(reader, location)
    }

    fn read_location(&mut self, reader: &mut BodyReader) -> Result<()> {
        self.at_most(4)?;
        let location = DebugLocation {
            line: self.number(0, "a line")?,
            column: self.number(1, "a column")?,
            scope: self.optional_metadata(self.number(2, "a scope")?)?.into(),
            inlined_at: self.optional_metadata(self.number(3, "an inlinedAt scope")?)?.into(),
            ..DebugLocation::default()
        };
        let id = reader.body.intern_location(location);
        reader.last_location = Some(id);
        self.set_location(reader, id)
    }

    pub(super) fn set_location(&self, reader: &mut BodyReader, id: DebugLocationId) -> Result<()> {
        // They are read in order.
        match reader.body.instructions.values_mut().next_back() {
            Some(instruction) => instruction.location = id.into(),
            None => {
                return Err(self
                    .error(BitcodeErrorKind::Order { what: "a debug location", before: "an instruction" }));
            }
        }
        Ok(())
    }

    /// The value with a number that is yet to come.
    pub(super) fn forward(&self, reader: &BodyReader, number: usize) -> Result<Value> {
        let index = number.checked_sub(reader.first).and_then(|index| u32::try_from(index).ok());
        match index.filter(|index| *index <= Value::MAX) {
            Some(index) => Ok(Value::new(ValueKind::Forward(index))),
            None => {
                let number = number as u64;
                Err(self.error(BitcodeErrorKind::NoSuchValue { number }))
            }
        }
    }

    /// Puts values in the place of those that were yet to come, and looks whether all blocks are there.
    pub(super) fn finish_body(&self, reader: &mut BodyReader) -> Result<()> {
        if reader.body.layout.is_empty() {
            return Err(self.error(BitcodeErrorKind::Missing { what: "the number of basic blocks" }));
        }
        if reader.current != reader.body.layout.len() {
            let found = reader.current;
            return Err(self.error(BitcodeErrorKind::Blocks { expected: reader.body.layout.len(), found }));
        }
        for (number, promised) in &reader.gathered.promised {
            if self.values.get(*number).is_some_and(|(_, ty)| ty != promised) {
                let number = *number as u64;
                return Err(self.error(BitcodeErrorKind::OtherType { number }));
            }
        }
        let mut missing = None;
        let mut resolve = |value: Value| {
            let ValueKind::Forward(index) = value.kind() else { return value };
            let number = (index as usize).saturating_add(reader.first);
            match self.values.get(number) {
                Some((value, _)) => *value,
                None => {
                    missing = Some(number);
                    value
                }
            }
        };
        for id in &reader.gathered.forward {
            if let Some(instruction) = reader.body.instructions.get_mut(*id) {
                instruction.op.map_operands(&mut reader.body.lists, &mut resolve);
            }
        }
        reader.body.local_metadata.iter_mut().for_each(|value| *value = resolve(*value));
        match missing {
            None => Ok(()),
            Some(number) => {
                let number = number as u64;
                Err(self.error(BitcodeErrorKind::NoSuchValue { number }))
            }
        }
    }

    /// The block with this number.
    pub(super) fn block(&self, body: &Body, number: u64) -> Result<BlockId> {
        match u32::try_from(number).map(BlockId::from_u32) {
            Ok(block) if body.blocks.has(block) => Ok(block),
            _ => Err(self.error(BitcodeErrorKind::NoSuchBlock { number })),
        }
    }
}

impl ModuleWriter<'_> {
    pub(super) fn write_functions(&mut self) -> Result<()> {
        let module = self.module;
        for id in self.numbering.functions() {
            let Some(global) = module.globals.get(id) else { continue };
            let Some(body) = global.body() else { continue };
            self.write_function(global.value_type, body, &self.encoding.functions[id])?;
        }
        Ok(())
    }

    fn write_function(&mut self, ty: TypeId, body: &Body, encoding: &FunctionEncoding) -> Result<()> {
        let parameters = match self.module.types.get(ty) {
            Some(Type::Function { parameters, .. }) => parameters.len(),
            _ => 0,
        };
        let first_argument = self.numbering.module_values();
        let first_constant = first_argument + parameters;
        let (constants, hidden) = self.number_constants(body, &encoding.constants, first_constant);
        let first_instruction = first_constant + constants.len();
        let local_metadata = match self.module.encoding.is_some() {
            true => completed(
                encoding.local_metadata.clone(),
                0..body.local_metadata.len().saturating_as::<u32>(),
            ),
            // Canonical orders are complete, and leave out what no operand uses.
            false => encoding.local_metadata.clone(),
        };
        self.function =
            Some(self.function_numbering(ty, body, first_argument, first_instruction, &local_metadata));

        if body.layout.is_empty() {
            return Err(self.error(BitcodeErrorKind::Missing { what: "the entry block of a function" }));
        }
        self.stream.enter_block(block::FUNCTION, 4)?;
        self.operands.clear();
        self.operands.push(body.layout.len() as u64);
        self.emit(code::DECLAREBLOCKS, None)?;
        self.write_constants(&constants, None)?;
        self.write_local_metadata(body, &local_metadata)?;
        self.write_instructions(body, first_instruction)?;
        self.write_function_symbols(body)?;
        self.write_attachments(body)?;
        self.write_use_lists(&encoding.use_lists)?;
        self.stream.exit_block()?;

        self.function = None;
        self.numbering.remove_constants(&constants, hidden);
        Ok(())
    }

    /// The constants of a body in order, once they have numbers.
    fn number_constants<'c>(
        &mut self,
        body: &Body,
        stored: &'c [ConstantId],
        first: usize,
    ) -> (Cow<'c, [ConstantId]>, Hidden) {
        let roots = |visit: &mut dyn FnMut(Value)| {
            for (_, _, instruction) in body.in_order() {
                instruction.op.each_operand(&body.lists, &mut *visit);
            }
            // An edit may have put a constant there.
            body.local_metadata.iter().for_each(|value| visit(*value));
        };
        let hidden = self.numbering.add_constants(stored, first);
        // Canonical orders are complete.
        let mut is_whole = true;
        if self.module.encoding.is_some() {
            roots(&mut |value| {
                if let ValueKind::Constant(id) = value.kind() {
                    is_whole &= self.numbering.constant(id).is_some();
                }
            });
        }
        if is_whole {
            return (Cow::Borrowed(stored), hidden);
        }
        self.numbering.remove_constants(stored, hidden);
        let known = |id| self.numbering.constant(id).is_some();
        let constants = self.completion.completed(self.module, stored, known, roots);
        let hidden = self.numbering.add_constants(&constants, first);
        (Cow::Owned(constants), hidden)
    }

    fn function_numbering(
        &self,
        ty: TypeId,
        body: &Body,
        arguments: usize,
        first: usize,
        local_metadata: &[u32],
    ) -> FunctionNumbering {
        let word = |number: usize| number.saturating_as::<u32>();
        let mut numbering = FunctionNumbering {
            ty,
            arguments: arguments as u64,
            instructions: IdMap::new(),
            blocks: IdMap::new(),
            local_metadata: (self.numbering.metadata_count()..)
                .zip(local_metadata)
                .map(|(number, index)| (*index, number))
                .collect(),
        };
        numbering.instructions.resize(body.instructions.len());
        numbering.blocks.resize(body.blocks.len());
        for (number, block) in (1..).zip(&body.layout) {
            numbering.blocks[*block] = word(number);
        }
        let void = self.module.types.find(&Type::Void);
        let with_values = body.in_order().filter(|(_, _, instruction)| Some(instruction.ty) != void);
        for (number, (_, id, _)) in (first + 1..).zip(with_values) {
            numbering.instructions[id] = word(number);
        }
        numbering
    }

    fn write_local_metadata(&mut self, body: &Body, order: &[u32]) -> Result<()> {
        if order.is_empty() {
            return Ok(());
        }
        self.stream.enter_block(block::METADATA, 3)?;
        for index in order {
            let value = usize::try_from(*index).ok().and_then(|index| body.local_metadata.get(index));
            let known = value.and_then(|value| Some((*value, self.type_in(body, *value)?)));
            let Some((value, ty)) = known else {
                return Err(self.error(BitcodeErrorKind::Dangling { what: "value" }));
            };
            self.operands.clear();
            self.push_type(ty)?;
            let number = self.value_number(value)?;
            self.operands.push(number);
            self.emit(metadata::VALUE, None)?;
        }
        self.stream.exit_block()?;
        Ok(())
    }

    fn write_instructions(&mut self, body: &Body, first: usize) -> Result<()> {
        let void = self.module.types.find(&Type::Void);
        let mut number = first.saturating_as::<u32>();
        let mut last = None;
        if body.bundles.values().any(|bundles| !bundles.is_empty()) {
            return Err(self.error(BitcodeErrorKind::Modern { what: "operand bundles" }));
        }
        for (_, _, instruction) in body.in_order() {
            self.operands.clear();
            let (code, abbreviation) = self.push_instruction(body, instruction, number)?;
            self.emit(code, abbreviation)?;
            number += u32::from(Some(instruction.ty) != void);
            let Some(id) = instruction.location.expand() else { continue };
            self.operands.clear();
            if last == Some(id) {
                self.emit(code::DEBUG_LOC_AGAIN, None)?;
                continue;
            }
            last = Some(id);
            let Some(location) = body.location(id) else {
                return Err(self.error(BitcodeErrorKind::Dangling { what: "debug location" }));
            };
            self.operands.extend([u64::from(location.line), u64::from(location.column)]);
            for node in [location.scope, location.inlined_at] {
                self.push_optional_metadata(crate::metadata::number_of(node.expand()))?;
            }
            self.emit(code::DEBUG_LOC, None)?;
        }
        Ok(())
    }

    /// The type of a value of the function at hand.
    pub(super) fn type_in(&self, body: &Body, value: Value) -> Option<TypeId> {
        self.module.type_of(Some((body, self.function.as_ref()?.ty)), value)
    }
}
