//! Metadata that stands in a body: values of the function as metadata, and nodes that nothing outside of it uses, which
//! LLVM has put there since 4.0, its own DXIL writer too. Separate because such nodes become the module's, but have
//! numbers in their function only.

use az::SaturatingAs as _;

use crate::arena::Id as _;

use super::body_reader::{BodyReader, Entry, LocalMetadata};
use super::reading::ModuleReader;
use super::{BitcodeErrorKind, Result};
use crate::generated::bitcode::metadata as code;
use crate::metadata::{FieldKind, NODES};
use crate::{Dialect, MetadataId, Value, ValueKind};

/// Name of the block in errors.
const BLOCK: &str = "METADATA";

impl ModuleReader<'_> {
    /// Reads a function's block of metadata, which was just entered. Its values may be yet to come.
    pub(super) fn read_local_metadata(&mut self, reader: &mut BodyReader) -> Result<()> {
        while self.next_record(BLOCK)? {
            let entry = match self.local_value(reader)? {
                Some(value) => self.add_local_value(reader, value)?,
                None => Entry::Node(self.read_local_node()?),
            };
            self.local_metadata.entries.push(entry);
        }
        let missing = self.local_metadata.entries.len();
        if self.local_metadata.referred > missing {
            let number = self.metadata_outside().saturating_add(missing) as u64;
            return Err(self.error(BitcodeErrorKind::NoSuchMetadata { number }));
        }
        Ok(())
    }

    /// The value of the function that the record says, if it is one.
    fn local_value(&self, reader: &mut BodyReader) -> Result<Option<Value>> {
        if self.record.code != code::VALUE {
            return Ok(None);
        }
        self.at_most(2)?;
        let ty = self.type_at(0, "the type of a value as metadata")?;
        let number: usize = self.number(1, "a value as metadata")?;
        let Some((value, known)) = self.values.get(number) else {
            reader.gathered.promised.push((number, ty));
            return Ok(Some(self.forward(reader, number)?));
        };
        if value.kind().is_constant() {
            return Ok(None);
        }
        if *known != ty {
            let number = number as u64;
            return Err(self.error(BitcodeErrorKind::OtherType { number }));
        }
        Ok(Some(*value))
    }

    fn add_local_value(&self, reader: &mut BodyReader, value: Value) -> Result<Entry> {
        let LocalMetadata { entries, referred, .. } = &self.local_metadata;
        if entries.len() < *referred {
            return Err(self.error(BitcodeErrorKind::Order { what: "a value", before: "the nodes" }));
        }
        let index = u32::try_from(reader.body.local_metadata.len()).ok().filter(|index| *index <= Value::MAX);
        let Some(index) = index else {
            return Err(self.error(BitcodeErrorKind::TooMany { what: "values as metadata" }));
        };
        reader.body.local_metadata.push(value);
        Ok(Entry::Value(index))
    }

    /// Reads a node with the numbers of the function.
    fn read_local_node(&mut self) -> Result<MetadataId> {
        if self.local_metadata.outside.is_none() {
            // What is missing now is not one of these.
            self.check_metadata()?;
            self.local_metadata.outside = Some(self.module.metadata.len());
        }
        let mut operands = std::mem::take(&mut self.record.operands);
        let code = self.record.code;
        if matches!(code, code::NODE | code::DISTINCT_NODE) {
            operands.iter_mut().try_for_each(|number| self.renumber(FieldKind::Nodes, number))?;
        } else if let Some(row) = NODES.iter().find(|row| row.code == code && row.dialect == Dialect::Dxil37)
        {
            let last = row.fields.last().map_or(FieldKind::Rest, |field| field.kind);
            let kinds = row.fields.iter().map(|field| field.kind).chain(std::iter::repeat(last));
            let mut fields = operands.iter_mut().skip(1).zip(kinds);
            fields.try_for_each(|(number, kind)| self.renumber(kind, number))?;
        }
        self.record.operands = operands;
        let id = self.read_node()?;
        self.encoding.metadata.push(id);
        Ok(id)
    }

    /// Makes the module's number of the function's.
    fn renumber(&mut self, kind: FieldKind, number: &mut u64) -> Result<()> {
        let offset = match kind {
            FieldKind::Plain => 0,
            FieldKind::Node | FieldKind::Nodes => 1,
            FieldKind::Number | FieldKind::Flag | FieldKind::Rest => return Ok(()),
        };
        let Some(local) = number.checked_sub(offset) else { return Ok(()) };
        let wrong = BitcodeErrorKind::NoSuchMetadata { number: local };
        let index = self.metadata_id(local)?.index();
        let Some(index) = index.checked_sub(self.metadata_outside()) else { return Ok(()) };
        let LocalMetadata { entries, referred, .. } = &mut self.local_metadata;
        let id = match entries.get(index) {
            Some(Entry::Node(id)) => id.index(),
            Some(Entry::Value(_)) => return Err(self.error(wrong)),
            None => {
                *referred = (*referred).max(index + 1);
                // From here on there are only nodes, up to that one.
                self.module.metadata.len() + (index - entries.len())
            }
        };
        *number = (id as u64).saturating_add(offset);
        Ok(())
    }

    /// How much metadata is numbered as the module has it.
    fn metadata_outside(&self) -> usize {
        self.local_metadata.outside.unwrap_or(self.module.metadata.len())
    }

    /// The node with this number in the function at hand.
    pub(super) fn known_metadata(&self, number: u64) -> Result<MetadataId> {
        let ValueKind::Metadata(id) = self.metadata_value(number)?.kind() else {
            return Err(self.error(BitcodeErrorKind::NoSuchMetadata { number }));
        };
        Ok(id)
    }

    /// The node that a number less one refers to; 0 is none.
    pub(super) fn optional_metadata(&self, number: u64) -> Result<Option<MetadataId>> {
        number.checked_sub(1).map(|number| self.known_metadata(number)).transpose()
    }

    /// The metadata with this number in the function at hand, as a value.
    pub(super) fn metadata_value(&self, number: u64) -> Result<Value> {
        let index = number.saturating_as::<usize>();
        let Some(index) = index.checked_sub(self.metadata_outside()) else {
            return Ok(MetadataId::new(index).into());
        };
        match self.local_metadata.entries.get(index) {
            Some(Entry::Node(id)) => Ok((*id).into()),
            Some(Entry::Value(index)) => Ok(Value::new(ValueKind::LocalMetadata(*index))),
            None => Err(self.error(BitcodeErrorKind::NoSuchMetadata { number })),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Module;
    use crate::bitstream::Writer;
    use crate::generated::bitcode::{block, function, metadata, module, types};
    use crate::metadata::Metadata;

    /// A module of two functions, with metadata "a" of its own; each function's metadata is what `write` writes.
    fn read(write: impl Fn(&mut Writer, u64)) -> crate::error::Result<Module> {
        let mut writer = Writer::new();
        // As LLVM has it since 3.9: who wrote this.
        writer.enter_block(block::IDENTIFICATION, 5).unwrap();
        writer.record(1, &[u64::from(b'x')]).unwrap();
        writer.exit_block().unwrap();
        writer.enter_block(block::MODULE, 3).unwrap();
        writer.record(module::VERSION, &[1]).unwrap();
        writer.enter_block(block::TYPE_NEW, 4).unwrap();
        let types = [
            (types::INTEGER, &[32][..]),
            (types::VOID, &[]),
            (types::FUNCTION, &[0, 1, 0]),
            (types::POINTER, &[2, 0]),
        ];
        for (code, operands) in types {
            writer.record(code, operands).unwrap();
        }
        writer.exit_block().unwrap();
        for _ in 0..2 {
            writer.record(module::FUNCTION, &[2, 0, 0, 0]).unwrap();
        }
        writer.enter_block(block::METADATA, 3).unwrap();
        writer.record(metadata::STRING, &[u64::from(b'a')]).unwrap();
        writer.record(metadata::KIND, &[0, u64::from(b'k')]).unwrap();
        writer.exit_block().unwrap();
        for index in 0..2 {
            writer.enter_block(block::FUNCTION, 4).unwrap();
            writer.record(function::DECLAREBLOCKS, &[1]).unwrap();
            writer.enter_block(block::METADATA, 4).unwrap();
            write(&mut writer, index);
            writer.exit_block().unwrap();
            writer.record(function::INST_RET, &[]).unwrap();
            writer.enter_block(block::METADATA_ATTACHMENT, 3).unwrap();
            writer.record(metadata::ATTACHMENT, &[0, 0, 2]).unwrap();
            writer.exit_block().unwrap();
            writer.exit_block().unwrap();
        }
        writer.exit_block().unwrap();
        // As LLVM's DXIL writer has it behind the module.
        writer.enter_block(23, 3).unwrap();
        writer.exit_block().unwrap();
        crate::bitcode::read(&writer.finish().unwrap(), 0)
    }

    /// What the instruction of each function has: the strings of a node, "-" for nothing.
    fn attached(module: &Module) -> Vec<String> {
        let table = &module.metadata;
        let text = |number: &u64| match crate::metadata::node_of(*number).map(|id| table.get(id).unwrap()) {
            Some(Metadata::String(span)) => table.string(span).to_string(),
            Some(Metadata::Value(..)) => "value".to_owned(),
            Some(Metadata::Tuple { .. }) => "node".to_owned(),
            _ => "-".to_owned(),
        };
        let bodies = module.globals.values().filter_map(|global| global.body());
        let nodes = bodies.map(|body| body.attachments[0].2);
        let texts = nodes.map(|id| match table.get(id) {
            Some(Metadata::Tuple { operands, .. }) => {
                table.numbers(operands).iter().map(text).collect::<Vec<_>>().join(" ")
            }
            _ => panic!("no node"),
        });
        texts.collect()
    }

    #[test]
    fn nodes_of_functions_become_the_modules() {
        let module = read(|writer, index| {
            writer.record(metadata::STRING, &[u64::from(b'b') + index]).unwrap();
            // The module's, the one before, itself, one that is yet to come, none.
            writer.record(metadata::NODE, &[1, 2, 3, 4, 0]).unwrap();
            writer.record(metadata::VALUE, &[3, 0]).unwrap();
            // The argument.
            writer.record(metadata::VALUE, &[0, 2]).unwrap();
        })
        .unwrap();
        assert_eq!(attached(&module), ["a b node value -", "a c node value -"]);
        let written = crate::bitcode::write(&module).unwrap();
        let again = crate::bitcode::read(&written, 0).unwrap();
        assert_eq!(attached(&again), attached(&module));
        assert_eq!(crate::bitcode::write(&again).unwrap(), written);
    }

    #[test]
    fn numbers_end_with_their_function() {
        let of_others = read(|writer, index| {
            for _ in 0..3 - 2 * index {
                writer.record(metadata::STRING, &[]).unwrap();
            }
            writer.record(metadata::NODE, &[4]).unwrap();
        });
        assert_eq!(of_others.unwrap_err().kind().to_string(), "undefined metadata node 3");
        let value = read(|writer, _| {
            writer.record(metadata::VALUE, &[0, 2]).unwrap();
            writer.record(metadata::NODE, &[2]).unwrap();
        });
        assert_eq!(value.unwrap_err().kind().to_string(), "undefined metadata node 1");
        let later_value = read(|writer, _| {
            writer.record(metadata::NODE, &[3]).unwrap();
            writer.record(metadata::VALUE, &[0, 2]).unwrap();
        });
        assert_eq!(later_value.unwrap_err().kind().to_string(), "a value comes before the nodes");
    }
}
