//! The file objects of `size --json`.

use std::collections::BTreeMap;

use dx_container::FourCc;
use dxil_ir::names::{block_name, record_name};
use dxil_ir::size::{BlockSizes, FunctionSize, Sizes};
use serde::Serialize;

use super::bitcode::Program;
use super::sections::Section;
use super::tokens;
use crate::error::ErrorObject;
use crate::selection::file_name::FileName;

/// The schema of the document.
pub(super) const SCHEMA: &str = "shader-tools.size/1";

/// The sizes of a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct File {
    #[serde(flatten)]
    pub(super) file: FileName,
    /// The size of the file in bytes.
    pub(super) size: u64,
    /// True if the file is larger than `--max-size`; only with `--max-size`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) too_large: Option<bool>,
    /// The sizes by part name.
    pub(super) parts: Vec<Part>,
    /// The token programs (SHDR and SHEX); absent without token programs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) programs: Vec<TokenProgram>,
    /// The bitcode programs. For a container, only with `--functions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bitcode: Option<Vec<Bitcode>>,
}

/// The parts with a name.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Part {
    /// The part name; `null` for all headers and all bytes outside of parts.
    name: Option<String>,
    /// The number of parts.
    count: usize,
    /// The total size in bytes, without part headers.
    size: u64,
}

/// A token program by kind of content.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct TokenProgram {
    /// The name of the part.
    name: String,
    /// The kinds of content, the largest kind first.
    kinds: Vec<Kind>,
}

/// A kind of content of a token program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Kind {
    /// The kind of content.
    kind: &'static str,
    /// The number of statements of this kind.
    count: usize,
    /// The total size of the statements in bytes.
    size: u64,
}

/// A bitcode program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum Bitcode {
    /// The sizes of a program.
    Sizes {
        /// The name of the part that contains the bitcode; `null` for a bitcode file.
        part: Option<String>,
        #[serde(flatten)]
        sizes: SizesObject,
    },
    /// A program that `size` cannot read.
    Failed {
        /// The name of the part that contains the bitcode.
        part: Option<String>,
        error: ErrorObject,
    },
}

/// The sizes of a bitcode program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Sizes"))]
#[serde(rename_all = "camelCase")]
pub(super) struct SizesObject {
    /// The total size in bits.
    bits: u64,
    /// The number of bits outside of all blocks.
    outside_bits: u64,
    /// The block kinds, sorted by block ID.
    blocks: Vec<Block>,
    /// The functions with a body, in the order of the bitcode.
    functions: Vec<Function>,
}

/// The blocks of a kind.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Block {
    /// The block ID; `null` for the sums of further block kinds.
    id: Option<u32>,
    /// The name of the block kind in LLVM's headers; `null` for an unknown block ID.
    name: Option<&'static str>,
    /// The number of blocks.
    count: u64,
    /// The total size in bits, without nested blocks.
    bits: u64,
    /// The total size of the headers and ends in bits.
    frame_bits: u64,
    /// The abbreviation definitions in the blocks.
    abbreviations: Abbreviations,
    /// The records by code, sorted by code.
    records: Vec<Record>,
}

/// Abbreviation definitions.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Abbreviations {
    /// The number of definitions.
    count: u64,
    /// The total size in bits.
    bits: u64,
}

/// The records with a code.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Record {
    /// The record code; `null` for the sums of further record codes.
    code: Option<u32>,
    /// The name of the record code in LLVM's headers; `null` for an unknown record code.
    name: Option<&'static str>,
    /// The number of records.
    count: u64,
    /// The total size in bits.
    bits: u64,
}

/// A function with a body.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Function {
    /// The name of the function; `null` without a name.
    name: Option<String>,
    /// The size of the function block in bits, including nested blocks.
    bits: u64,
    /// The number of basic blocks.
    basic_blocks: u64,
    /// The number of instructions.
    instructions: u64,
}

/// The sizes of a file in two builds (`--base`).
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct Comparison {
    #[serde(flatten)]
    pub(super) file: FileName,
    /// The size of the old file in bytes; `null` for a new file.
    pub(super) before: Option<u64>,
    /// The size of the new file in bytes; `null` for a removed file.
    pub(super) after: Option<u64>,
    /// True if the new file is larger than `--max-size`; only with `--max-size`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) too_large: Option<bool>,
    /// The sections whose size changed, and the new and removed sections.
    pub(super) sections: Vec<SectionObject>,
}

/// A section of a file in two builds.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Section"))]
pub(super) struct SectionObject {
    /// The kind of section. The bytes of a function are also counted as blocks and records.
    #[cfg_attr(test, schemars(extend("enum" = super::sections::Level::NAMES)))]
    level: &'static str,
    /// The name of the part; `null` for headers, for bytes outside of parts, and for bitcode files.
    part: Option<String>,
    /// The name of the block kind; only for blocks and records of bitcode.
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<String>,
    /// The description of the part, or the name of the kind, record or function; absent for blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The size in the old file in bytes, rounded up; `null` for a new section.
    before: Option<u64>,
    /// The size in the new file in bytes, rounded up; `null` for a removed section.
    after: Option<u64>,
}

impl SectionObject {
    /// The object of `section`, whose sizes are in bytes.
    pub(super) fn new(section: &Section, before: Option<u64>, after: Option<u64>) -> Self {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Self {
            level: section.level.name(),
            part: section.part.map(|part| part.to_string()),
            block: some(&section.block),
            name: some(section.name.text()),
            before,
            after,
        }
    }
}

/// The last member of a document with `--base`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Totals {
    pub(super) total: SizeOfBoth,
}

/// The totals of two builds.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SizeOfBoth {
    /// The total size of the new build in bytes.
    pub(super) after: u64,
    /// The total size of the old build in bytes.
    pub(super) before: u64,
    /// The number of files whose size, or the size of a section, changed.
    pub(super) changed: usize,
    /// The number of files that only the new build contains.
    pub(super) new: usize,
    /// The number of files that only the old build contains.
    pub(super) removed: usize,
    /// The number of unchanged files.
    pub(super) unchanged: usize,
    /// The number of files that `size` could not read in one of the builds.
    pub(super) unreadable: usize,
}

#[test]
fn schema_is_fresh() {
    use crate::json::FileOrError;
    use crate::json::schema::{Files, check};

    #[derive(Serialize, schemars::JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only the schema is used")]
    enum Document {
        Sizes(FileSizes),
        Builds(Builds),
    }

    /// The sizes of files.
    #[derive(Serialize, schemars::JsonSchema)]
    #[schemars(inline)]
    struct FileSizes {
        #[serde(flatten)]
        files: Files<File>,
    }

    /// Two builds compared (`--base`).
    #[derive(Serialize, schemars::JsonSchema)]
    #[schemars(inline)]
    struct Builds {
        /// The files that are changed, new, removed or unreadable.
        compared: Vec<FileOrError<'static, Comparison>>,
        #[serde(flatten)]
        totals: Totals,
    }
    check::<Document>(SCHEMA);
}

/// The sizes by part name.
pub(super) fn parts(shares: &BTreeMap<Option<FourCc>, (usize, u64)>) -> Vec<Part> {
    let part = |(name, (count, size)): (&Option<FourCc>, &(usize, u64))| Part {
        name: name.map(|name| name.to_string()),
        count: *count,
        size: *size,
    };
    shares.iter().map(part).collect()
}

/// The token programs by part name.
pub(super) fn programs(programs: &BTreeMap<FourCc, tokens::Shares>) -> Vec<TokenProgram> {
    let kind = |(kind, (count, size)): (&tokens::Kind, &(usize, u64))| Kind {
        kind: kind.name(),
        count: *count,
        size: *size,
    };
    let program = |(name, shares): (&FourCc, &tokens::Shares)| TokenProgram {
        name: name.to_string(),
        kinds: tokens::sorted(shares).into_iter().map(kind).collect(),
    };
    programs.iter().map(program).collect()
}

impl Program {
    /// The object of the program.
    pub(super) fn object(&self) -> Bitcode {
        let part = self.part.map(|name| name.to_string());
        match &self.sizes {
            Ok(sizes) => Bitcode::Sizes { part, sizes: sizes.into() },
            Err(error) => Bitcode::Failed { part, error: error.into() },
        }
    }
}

impl From<&Sizes> for SizesObject {
    fn from(sizes: &Sizes) -> Self {
        Self {
            bits: sizes.bits,
            outside_bits: sizes.outside,
            blocks: sizes.blocks.iter().map(|(id, block)| Block::new(*id, block)).collect(),
            functions: sizes.functions.iter().map(Function::from).collect(),
        }
    }
}

impl Block {
    fn new(id: Option<u32>, block: &BlockSizes) -> Self {
        let records = block.records.iter().map(|(code, share)| Record {
            code: *code,
            name: id.zip(*code).and_then(|(block, code)| record_name(block, code)),
            count: share.count,
            bits: share.bits,
        });
        Self {
            id,
            name: id.and_then(block_name),
            count: block.frames.count,
            bits: block.bits(),
            frame_bits: block.frames.bits,
            abbreviations: Abbreviations { count: block.definitions.count, bits: block.definitions.bits },
            records: records.collect(),
        }
    }
}

impl From<&FunctionSize> for Function {
    fn from(function: &FunctionSize) -> Self {
        let FunctionSize { name, bits, basic_blocks, instructions } = function;
        let name = name.as_ref().map(|name| name.to_string());
        Self { name, bits: *bits, basic_blocks: *basic_blocks, instructions: *instructions }
    }
}
