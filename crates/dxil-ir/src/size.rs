//! What takes the space in a program: bits by block, by function and by record. Separate from what reads modules
//! because it asks only where things begin and end, and so takes bitcode that nothing here understands.
//!
//! Nothing is counted twice and nothing is left out: [`Sizes::bits`] is the stream's length. Bits of a block are those
//! that lie in it and in none of the blocks within; those of a function are all of its block.

use std::collections::{BTreeMap, VecDeque};

use bstr::BString;
use located::Frame;

use crate::bitstream::{BLOCKINFO_BLOCK_ID, BlockInfoItem, Entry, Reader, Record};
use crate::error::{IrError, Result};
use crate::generated::bitcode::{block, function, module, value_symtab};
use crate::limits;
use crate::names::block_name;

/// How many there are of something, and their bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Bits of all of them.
    pub bits: u64,
}

/// What the blocks of one kind consist of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BlockSizes {
    /// The blocks; their bits are their headers and ends, with the bits that align these.
    pub frames: Share,
    /// Definitions of abbreviations in them.
    pub definitions: Share,
    /// Records by code; under `None` those of all codes beyond [`RECORD_KINDS`](limits::RECORD_KINDS).
    pub records: BTreeMap<Option<u32>, Share>,
}

/// A function that has a body.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FunctionSize {
    /// Its name in the module's symbol table; `None` where that has none, or the module does not declare it.
    pub name: Option<BString>,
    /// Bits of its block, with all blocks in it.
    pub bits: u64,
    /// Basic blocks that it announces.
    pub basic_blocks: u64,
    /// Records that are instructions: all in it but the count of basic blocks and places in the source.
    pub instructions: u64,
}

/// What takes the space in one program, or in several.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sizes {
    /// All bits.
    pub bits: u64,
    /// Bits outside of all blocks: the magic.
    pub outside: u64,
    /// Blocks by id; under `None` those of all kinds beyond [`BLOCK_KINDS`](limits::BLOCK_KINDS).
    pub blocks: BTreeMap<Option<u32>, BlockSizes>,
    /// Functions with bodies, in their order.
    pub functions: Vec<FunctionSize>,
}

impl Share {
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.bits += other.bits;
    }

    fn add_bits(&mut self, bits: u64) {
        self.add(Self { count: 1, bits });
    }
}

impl BlockSizes {
    /// All bits.
    pub fn bits(&self) -> u64 {
        self.frames.bits + self.definitions.bits + self.records.values().map(|share| share.bits).sum::<u64>()
    }

    fn record(&mut self, code: Option<u32>) -> &mut Share {
        of_kind(&mut self.records, code, limits::RECORD_KINDS)
    }

    fn add(&mut self, other: Self) {
        self.frames.add(other.frames);
        self.definitions.add(other.definitions);
        for (code, share) in other.records {
            self.record(code).add(share);
        }
    }
}

impl Sizes {
    /// Counts the bits of `bitcode`, which lies at `offset` in its file.
    ///
    /// # Errors
    ///
    /// What is wrong with the bitstream, with the blocks it lies in. What the records mean is not looked at, but for
    /// the names of functions; those that make no sense are none.
    pub fn of(bitcode: &[u8], offset: u64) -> Result<Self> {
        let mut counter = Counter {
            reader: Reader::new(bitcode, offset)?,
            record: Record::default(),
            sizes: Self::default(),
            open: Vec::new(),
            module: ModuleNames::default(),
            most_bodies: bitcode.len() / limits::FUNCTION_BLOCK_BYTES,
        };
        counter.sizes.outside = counter.reader.position();
        loop {
            match counter.step() {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => return Err(counter.placed(error)),
            }
        }
        counter.sizes.bits = counter.reader.position();
        Ok(counter.sizes)
    }

    /// Counts those of `other` in: functions are appended, everything else is added up.
    pub fn add(&mut self, other: Self) {
        self.bits += other.bits;
        self.outside += other.outside;
        for (id, sizes) in other.blocks {
            self.block(id).add(sizes);
        }
        self.functions.extend(other.functions);
    }

    fn block(&mut self, id: Option<u32>) -> &mut BlockSizes {
        of_kind(&mut self.blocks, id, limits::BLOCK_KINDS)
    }
}

/// What is counted for a kind; under `None` where there would be more than `most` kinds.
fn of_kind<T: Default>(kinds: &mut BTreeMap<Option<u32>, T>, kind: Option<u32>, most: usize) -> &mut T {
    let kind = if kinds.len() < most || kinds.contains_key(&kind) { kind } else { None };
    kinds.entry(kind).or_default()
}

/// A block that has begun.
struct Open {
    id: u32,
    /// Where its header begins, in bits.
    start: u64,
    /// What is known of it, where it is a function of a module.
    function: Option<FunctionSize>,
}

/// What a module says of its functions.
#[derive(Default)]
struct ModuleNames {
    /// How many globals were declared: they are numbered as they come.
    globals: u64,
    /// Functions with bodies, by number, and their names.
    defined: Vec<(u64, Option<BString>)>,
    /// Those whose body is yet to come, as places in `defined`.
    undefined: VecDeque<usize>,
    /// Bodies that have ended: each one's place in the report, and in `defined`.
    bodies: Vec<(usize, usize)>,
}

struct Counter<'a> {
    reader: Reader<'a>,
    record: Record<'a>,
    sizes: Sizes,
    /// The open blocks, outermost first.
    open: Vec<Open>,
    module: ModuleNames,
    /// How many functions can have bodies at most.
    most_bodies: usize,
}

impl Counter<'_> {
    /// Counts one entry; `false` at the end.
    fn step(&mut self) -> Result<bool> {
        let entry = self.reader.next(&mut self.record)?;
        let start = self.reader.entry_position();
        let bits = self.reader.position() - start;
        let within = self.open.last().map(|open| open.id);
        match entry {
            Entry::Block(block) => {
                self.reader.enter()?;
                self.sizes.block(Some(block.id)).frames.add_bits(bits);
                self.begin(block.id, start);
            }
            Entry::EndBlock => {
                self.sizes.block(within).frames.bits += bits;
                self.end();
            }
            Entry::DefineAbbreviation(_) => self.sizes.block(within).definitions.add_bits(bits),
            Entry::BlockInfo => self.count_block_info(start),
            Entry::Record => {
                self.sizes.block(within).record(Some(self.record.code)).add_bits(bits);
                self.look_at_record();
            }
            Entry::End => return Ok(false),
        }
        Ok(true)
    }

    /// BLOCKINFO has been read as a whole, from `start` on.
    fn count_block_info(&mut self, start: u64) {
        let sizes = self.sizes.block(Some(BLOCKINFO_BLOCK_ID));
        let items = self.reader.block_infos().last().map_or(&[][..], |block| &block.items);
        let positions = self.reader.block_info_positions();
        let (first, end) = (positions.first().copied(), positions.last().copied());
        sizes.frames.add_bits(first.unwrap_or(start) - start);
        sizes.frames.bits += self.reader.position() - end.unwrap_or(start);
        for (item, ends) in items.iter().zip(positions.windows(2)) {
            let bits = if let [from, to] = ends { to - from } else { 0 };
            match item {
                BlockInfoItem::Record { code, .. } => sizes.record(Some(*code)).add_bits(bits),
                BlockInfoItem::Abbreviation(_) => sizes.definitions.add_bits(bits),
            }
        }
    }

    fn begin(&mut self, id: u32, start: u64) {
        let mut function = None;
        match self.open.as_slice() {
            [] if id == block::MODULE => self.module = ModuleNames::default(),
            [Open { id: block::MODULE, .. }] if id == block::FUNCTION => {
                function = Some(FunctionSize::default());
            }
            _ => {}
        }
        self.open.push(Open { id, start, function });
    }

    fn end(&mut self) {
        let Some(ended) = self.open.pop() else { return };
        if let Some(function) = ended.function {
            let bits = self.reader.position() - ended.start;
            if let Some(defined) = self.module.undefined.pop_front() {
                self.module.bodies.push((self.sizes.functions.len(), defined));
            }
            self.sizes.functions.push(FunctionSize { bits, ..function });
        } else if self.open.is_empty() {
            // Names may come after the bodies.
            for (function, defined) in std::mem::take(&mut self.module.bodies) {
                let name = self.module.defined.get_mut(defined).and_then(|(_, name)| name.take());
                if let Some(function) = self.sizes.functions.get_mut(function) {
                    function.name = name;
                }
            }
        }
    }

    fn look_at_record(&mut self) {
        let Record { code, operands, .. } = &self.record;
        match self.open.as_mut_slice() {
            [Open { id: block::MODULE, .. }] => self.look_at_global(),
            [Open { id: block::MODULE, .. }, Open { id: block::VALUE_SYMTAB, .. }] => self.look_at_name(),
            [_, Open { function: Some(found), .. }] => match *code {
                function::DECLAREBLOCKS => found.basic_blocks = operands.first().copied().unwrap_or(0),
                function::DEBUG_LOC | function::DEBUG_LOC_AGAIN => {}
                _ => found.instructions += 1,
            },
            _ => {}
        }
    }

    fn look_at_global(&mut self) {
        /// Where a record of a function says that it has no body.
        const IS_DECLARATION: usize = 2;
        let Record { code, operands, .. } = &self.record;
        if !matches!(*code, module::GLOBALVAR | module::FUNCTION | module::ALIAS | module::ALIAS_NEW) {
            return;
        }
        let is_defined = *code == module::FUNCTION && operands.get(IS_DECLARATION) == Some(&0);
        let ModuleNames { globals, defined, undefined, .. } = &mut self.module;
        if is_defined && defined.len() < self.most_bodies {
            undefined.push_back(defined.len());
            defined.push((*globals, None));
        }
        *globals += 1;
    }

    fn look_at_name(&mut self) {
        let Record { code: value_symtab::ENTRY, operands, .. } = &self.record else { return };
        let Some((number, characters)) = operands.split_first() else { return };
        let Ok(index) = self.module.defined.binary_search_by_key(number, |(number, _)| *number) else {
            return;
        };
        let bytes: std::result::Result<Vec<u8>, _> =
            characters.iter().map(|character| u8::try_from(*character)).collect();
        if let Some((_, name)) = self.module.defined.get_mut(index) {
            *name = bytes.ok().map(BString::from);
        }
    }

    /// The error with the blocks it lies in.
    fn placed(&self, error: IrError) -> IrError {
        self.open.iter().rev().fold(error, |error, open| {
            error.within(block_name(open.id).map_or(Frame::Item(open.id.into()), Frame::Node))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitstream::{Abbreviation, Field, Tail, Writer};

    /// A module of two variables and three functions, the last two with bodies.
    fn module_of(names: &[(u64, &str)], write: impl FnOnce(&mut Writer)) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.enter_block(block::MODULE, 3).unwrap();
        writer.enter_block(BLOCKINFO_BLOCK_ID, 2).unwrap();
        writer.record(1, &[block::FUNCTION.into()]).unwrap();
        writer.define_abbreviation(Abbreviation::new([Field::Vbr(6)], Tail::None).unwrap()).unwrap();
        writer.exit_block().unwrap();
        for code in [module::GLOBALVAR, module::GLOBALVAR] {
            writer.record(code, &[0, 0, 0]).unwrap();
        }
        for is_declaration in [1, 0, 0] {
            writer.record(module::FUNCTION, &[0, 0, is_declaration, 0]).unwrap();
        }
        writer.enter_block(block::VALUE_SYMTAB, 4).unwrap();
        for (number, name) in names {
            let operands: Vec<u64> = std::iter::once(*number).chain(name.bytes().map(u64::from)).collect();
            writer.record(value_symtab::ENTRY, &operands).unwrap();
        }
        writer.exit_block().unwrap();
        write(&mut writer);
        writer.exit_block().unwrap();
        writer.finish().unwrap()
    }

    fn body(writer: &mut Writer, instructions: u32) {
        writer.enter_block(block::FUNCTION, 4).unwrap();
        writer.record(function::DECLAREBLOCKS, &[3]).unwrap();
        for _ in 0..instructions {
            writer.record_with(4, function::INST_RET, &[]).unwrap();
            writer.record(function::DEBUG_LOC_AGAIN, &[]).unwrap();
        }
        writer.enter_block(block::CONSTANTS, 4).unwrap();
        writer.record(1, &[0]).unwrap();
        writer.exit_block().unwrap();
        writer.exit_block().unwrap();
    }

    fn check(bytes: &[u8]) -> Sizes {
        let sizes = Sizes::of(bytes, 0).unwrap();
        assert_eq!(sizes.bits, 8 * bytes.len() as u64);
        assert_eq!(sizes.outside + sizes.blocks.values().map(BlockSizes::bits).sum::<u64>(), sizes.bits);
        sizes
    }

    #[test]
    fn functions_have_their_names() {
        let names = [(1, "variable"), (3, "first"), (4, "second")];
        let bytes = module_of(&names, |writer| {
            body(writer, 2);
            body(writer, 5);
            body(writer, 1);
        });
        let sizes = check(&bytes);
        let functions: Vec<_> =
            sizes.functions.iter().map(|function| (function.name.as_ref(), function.instructions)).collect();
        assert_eq!(functions, [(Some(&"first".into()), 2), (Some(&"second".into()), 5), (None, 1)]);
        assert!(sizes.functions.iter().all(|function| function.basic_blocks == 3 && function.bits > 64));
        let info = &sizes.blocks[&Some(0)];
        assert_eq!((info.frames.count, info.definitions.count, info.records[&Some(1)].count), (1, 1, 1));
        let functions = &sizes.blocks[&Some(block::FUNCTION)];
        assert_eq!((functions.frames.count, functions.records[&Some(function::INST_RET)].count), (3, 8));

        let mut twice = sizes.clone();
        twice.add(sizes.clone());
        assert_eq!((twice.bits, twice.functions.len()), (2 * sizes.bits, 6));
        assert_eq!(twice.outside + twice.blocks.values().map(BlockSizes::bits).sum::<u64>(), twice.bits);
    }

    #[test]
    fn kinds_beyond_the_limit_are_one() {
        let bytes = module_of(&[], |writer| {
            for id in 100..100 + 2 * limits::BLOCK_KINDS as u32 {
                writer.enter_block(id, 3).unwrap();
                writer.exit_block().unwrap();
            }
            for code in 100..100 + 2 * limits::RECORD_KINDS as u32 {
                writer.record(code, &[]).unwrap();
            }
        });
        let sizes = check(&bytes);
        assert_eq!(sizes.blocks.len(), limits::BLOCK_KINDS + 1);
        assert_eq!(sizes.blocks[&Some(block::MODULE)].records.len(), limits::RECORD_KINDS + 1);
        assert!(sizes.blocks[&None].frames.count > limits::BLOCK_KINDS as u64);
    }

    #[test]
    fn errors_have_a_path() {
        let bytes = module_of(&[], |writer| {
            writer.enter_block(block::FUNCTION, 4).unwrap();
            writer.enter_block(77, 4).unwrap();
            writer.record(1, &[]).unwrap();
            writer.exit_block().unwrap();
            writer.exit_block().unwrap();
        });
        check(&bytes);
        // The first word of block 77, before the ends of the others: abbreviation 9 in place of none.
        let at = bytes.len() - 12;
        let mut broken = bytes.clone();
        broken[at] = broken[at] & 0xf0 | 9;
        let error = Sizes::of(&broken, 100).unwrap_err();
        assert_eq!(error.path_text().to_string(), "MODULE > FUNCTION > 77");
        assert_eq!((error.place().offset, error.place().bit), (100 + at as u64, 0));
    }
}
