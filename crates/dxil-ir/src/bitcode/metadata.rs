//! Metadata: strings and nodes, which share their numbers; lists with names; the names of kinds; and what is attached
//! to instructions.

use crate::arena::Id as _;
use bstr::BString;

use super::abbreviations::Metadata as Abbreviations;
use super::reading::ModuleReader;
use super::writing::ModuleWriter;
use super::{BitcodeErrorKind, Result};
use crate::generated::bitcode::{block, metadata as code};
use crate::metadata::{FieldKind, Metadata, NODES, NodeRow, node_of};
use crate::{Dialect, MetadataId, NamedMetadata};

/// Name of the block in errors.
const BLOCK: &str = "METADATA";

impl ModuleReader<'_> {
    /// Reads a block of the module's metadata that was just entered: nodes, or names of kinds.
    pub(super) fn read_metadata(&mut self) -> Result<()> {
        let mut name = None;
        while self.next_record(BLOCK)? {
            match (self.record.code, name.take()) {
                (code::NAMED_NODE, Some(name)) => {
                    let operands = self.record.operands.iter().map(|number| self.metadata_id(*number));
                    let operands = operands.collect::<Result<_>>()?;
                    self.module.named_metadata.push(NamedMetadata { name, operands });
                }
                (code::NAMED_NODE, None) => {
                    let kind = BitcodeErrorKind::Order { what: "a named metadata node", before: "its name" };
                    return Err(self.error(kind));
                }
                (_, Some(_)) => {
                    return Err(self
                        .error(BitcodeErrorKind::Missing { what: "a named metadata node after its name" }));
                }
                (code::NAME, None) => {
                    name = Some(BString::from(self.text(0, "the name of a metadata node")?))
                }
                (code::KIND, None) => self.read_kind()?,
                (_, None) if self.local_metadata.has_nodes() => {
                    let kind =
                        BitcodeErrorKind::Order { what: "function-local metadata", before: "the module's" };
                    return Err(self.error(kind));
                }
                (_, None) => {
                    let id = self.read_node()?;
                    self.encoding.metadata.push(id);
                }
            }
        }
        match name {
            None => Ok(()),
            Some(_) => {
                Err(self.error(BitcodeErrorKind::Missing { what: "a named metadata node after its name" }))
            }
        }
    }

    fn read_kind(&mut self) -> Result<()> {
        let number: usize = self.number(0, "a metadata kind")?;
        if number != self.module.metadata_kinds.len() {
            let found = number as u64;
            return Err(self.error(BitcodeErrorKind::Unknown { what: "a metadata kind out of order", found }));
        }
        if self.module.metadata.is_empty() && self.module.named_metadata.is_empty() {
            self.encoding.kinds_come_first = true;
        }
        let name = self.text(1, "a metadata kind")?.into();
        self.module.metadata_kinds.push(name);
        Ok(())
    }

    /// Reads the node that the record says.
    pub(super) fn read_node(&mut self) -> Result<MetadataId> {
        Ok(match self.record.code {
            code::STRING => {
                let text = self.text(0, "a string")?;
                self.module.metadata.add_string_bytes(text.into_iter())
            }
            code::VALUE => {
                self.at_most(2)?;
                let ty = self.type_at(0, "the type of a value as metadata")?;
                let (value, _) = self.value(self.number(1, "a value as metadata")?)?;
                self.module.metadata.add_value(ty, value)
            }
            code::NODE | code::DISTINCT_NODE => {
                let is_distinct = self.record.code == code::DISTINCT_NODE;
                for number in &self.record.operands {
                    self.metadata_id(*number)?;
                }
                self.module.metadata.add_tuple_numbers(is_distinct, &self.record.operands)
            }
            other => {
                let is_row = |row: &NodeRow| row.code == other && row.dialect == Dialect::Dxil37;
                let Some((index, row)) = (0..).zip(&NODES).find(|(_, row)| is_row(row)) else {
                    return Err(self.unknown_record(BLOCK));
                };
                self.check_fields(row)?;
                let is_distinct = match self.number(0, "the distinct flag of a node")? {
                    0 => false,
                    1 => true,
                    // Later LLVMs have more in it: which version of its fields a node has.
                    found => {
                        let what = "the distinct flag of a node";
                        return Err(self.error(BitcodeErrorKind::Unknown { what, found }));
                    }
                };
                let fields = self.record.operands.get(1..).unwrap_or_default();
                self.module.metadata.add_node(index, is_distinct, fields)
            }
        })
    }

    /// Whether the record has the fields of its row.
    fn check_fields(&self, row: &NodeRow) -> Result<()> {
        let found = self.record.operands.len().saturating_sub(1);
        let (least, open) = row.fixed_fields();
        if found < least || !open && found > least {
            return Err(self.error(BitcodeErrorKind::Fields { name: row.name, expected: least, found }));
        }
        Ok(())
    }

    /// Whether everything is there that metadata refers to.
    pub(super) fn check_metadata(&self) -> Result<()> {
        let table = &self.module.metadata;
        let operands = |id| (0..).map_while(move |index| table.operand(id, index)).flatten();
        let of_nodes = table.iter().flat_map(|(id, _)| operands(id));
        let of_lists = self.module.named_metadata.iter().flat_map(|named| named.operands.iter().copied());
        match of_nodes.chain(of_lists).find(|id| table.get(*id).is_none()) {
            None => Ok(()),
            Some(id) => Err(self.error(BitcodeErrorKind::NoSuchMetadata { number: u64::from(id.as_u32()) })),
        }
    }
}

impl ModuleWriter<'_> {
    /// Writes the module's metadata.
    pub(super) fn write_metadata(&mut self) -> Result<()> {
        if self.numbering.kinds_come_first() {
            self.write_kinds()?;
        }
        let module = self.module;
        let metadata = self.numbering.metadata();
        if !metadata.is_empty() || !module.named_metadata.is_empty() {
            self.stream.enter_block(block::METADATA, 3)?;
            let abbreviations = self.metadata_abbreviations(&metadata)?;
            for id in &metadata {
                self.write_node(*id, &abbreviations)?;
            }
            for named in &module.named_metadata {
                self.emit_text(code::NAME, &named.name, abbreviations.name)?;
                self.operands.clear();
                for id in &named.operands {
                    let number = self.metadata_number(*id)?;
                    self.operands.push(number);
                }
                self.emit(code::NAMED_NODE, None)?;
            }
            self.stream.exit_block()?;
        }
        if !self.numbering.kinds_come_first() {
            self.write_kinds()?;
        }
        Ok(())
    }

    /// Abbreviations are defined for what there is only.
    fn metadata_abbreviations(&mut self, metadata: &[MetadataId]) -> Result<Abbreviations> {
        let module = self.module;
        let has = |is: &dyn Fn(Metadata) -> bool| {
            metadata.iter().any(|id| module.metadata.get(*id).is_some_and(is))
        };
        let has_code = |code| has(&|metadata| metadata.row().is_some_and(|row| row.code == code));
        let has_strings = has(&|metadata| matches!(metadata, Metadata::String(_)));
        let (locations, generic) = (has_code(code::LOCATION), has_code(code::GENERIC_DEBUG));
        Abbreviations::new(
            &mut self.stream,
            has_strings,
            locations,
            generic,
            !module.named_metadata.is_empty(),
        )
    }

    fn write_node(&mut self, id: MetadataId, abbreviations: &Abbreviations) -> Result<()> {
        let module = self.module;
        let Some(metadata) = module.metadata.get(id) else {
            return Err(self.error(BitcodeErrorKind::Dangling { what: "metadata" }));
        };
        self.operands.clear();
        match metadata {
            Metadata::String(span) => {
                self.emit_text(code::STRING, module.metadata.string(span), abbreviations.string)
            }
            Metadata::Value(ty, value) => {
                self.push_type(ty)?;
                let number = self.value_number(value)?;
                self.operands.push(number);
                self.emit(code::VALUE, None)
            }
            Metadata::Tuple { is_distinct, operands } => {
                for number in module.metadata.numbers(operands) {
                    self.push_optional_metadata(*number)?;
                }
                self.emit(if is_distinct { code::DISTINCT_NODE } else { code::NODE }, None)
            }
            Metadata::Node { row, is_distinct, fields } => {
                let Some(row) = NODES.get(usize::from(row)) else {
                    return Err(self.error(BitcodeErrorKind::Dangling { what: "kind of debug node" }));
                };
                if row.dialect != Dialect::Dxil37 {
                    return Err(self.error(BitcodeErrorKind::Modern { what: row.name }));
                }
                self.operands.push(u64::from(is_distinct));
                let kinds = row.fields.iter().map(|field| field.kind);
                let last = row.fields.last().map_or(FieldKind::Rest, |field| field.kind);
                let kinds = kinds.chain(std::iter::repeat(last));
                for (number, kind) in module.metadata.numbers(fields).iter().zip(kinds) {
                    match kind {
                        FieldKind::Node | FieldKind::Nodes => self.push_optional_metadata(*number)?,
                        FieldKind::Plain => {
                            let id = usize::try_from(*number).map(MetadataId::new);
                            let number = match id {
                                Ok(id) => self.metadata_number(id)?,
                                Err(_) => {
                                    return Err(self.error(BitcodeErrorKind::Dangling { what: "metadata" }));
                                }
                            };
                            self.operands.push(number);
                        }
                        FieldKind::Number | FieldKind::Flag | FieldKind::Rest => self.operands.push(*number),
                    }
                }
                self.emit(row.code, abbreviations.of_node(row.code))
            }
        }
    }

    /// Appends a reference to metadata or to nothing, as a tuple of the module holds it.
    pub(super) fn push_optional_metadata(&mut self, number: u64) -> Result<()> {
        let number = match node_of(number) {
            None => 0,
            Some(id) => self.metadata_number(id)? + 1,
        };
        self.operands.push(number);
        Ok(())
    }

    fn write_kinds(&mut self) -> Result<()> {
        let module = self.module;
        if module.metadata_kinds.is_empty() {
            return Ok(());
        }
        self.stream.enter_block(block::METADATA, 3)?;
        for (number, name) in (0..).zip(&module.metadata_kinds) {
            self.operands.clear();
            self.operands.push(number);
            self.operands.extend(name.iter().map(|byte| u64::from(*byte)));
            self.emit(code::KIND, None)?;
        }
        self.stream.exit_block()?;
        Ok(())
    }
}
