//! The file objects of `size --json`.

use std::collections::BTreeMap;

use dx_container::FourCc;
use dxil_ir::names::{block_name, record_name};
use dxil_ir::size::{BlockSizes, FunctionSize, Sizes};
use serde::Serialize;

use super::bitcode::Program;
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

#[test]
fn schema_is_fresh() {
    use crate::json::schema::{Files, check};

    check::<Files<File>>(SCHEMA);
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
