//! CTAB: the comment in which compilers name the constants and samplers of a Direct3D 9 program.
//!
//! A header of seven words, a record of five for each constant; types and names are found by their offsets from the
//! header.
//!
//! Source: Microsoft's `D3DXSHADER_CONSTANTTABLE`, `D3DXSHADER_CONSTANTINFO`, `D3DXSHADER_TYPEINFO`.

use std::fmt::Write as _;

use bstr::{BStr, ByteSlice as _};

use crate::d3d9::program::Comment;
use crate::generated::d3d9::{CONSTANT_TYPE, REGISTER_SET};
use crate::opcode::name_of;

/// The tag of the comment.
pub const TAG: [u8; 4] = *b"CTAB"; // not a FourCC
const HEADER_SIZE: usize = 28;
const CONSTANT_SIZE: usize = 20;
const MEMBER_SIZE: usize = 8;
/// How deep structures may lie in each other where they are shown: deeper than anybody nests them, because a type may
/// lie in itself.
const MAX_DEPTH: usize = 8;

/// A table of constants, read from the bytes behind the tag.
#[derive(Debug, Clone, Copy)]
pub struct ConstantTable<'a> {
    bytes: &'a [u8],
    /// The compiler.
    pub creator: &'a BStr,
    /// The profile that was compiled for.
    pub target: &'a BStr,
    /// The version token of the program.
    pub version: u32,
    /// What the compiler was told.
    pub flags: u32,
    count: usize,
    constants_at: usize,
}

/// A constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constant<'a> {
    /// The name.
    pub name: &'a BStr,
    /// The kind of registers: 0 boolean, 1 integer, 2 float, 3 sampler.
    pub register_set: u16,
    /// The first register.
    pub register: u16,
    /// The number of registers.
    pub count: u16,
    /// The type.
    pub constant_type: ConstantType,
    /// The offset of the default value in the table, or 0.
    pub default_offset: u32,
}

/// The type of a constant or of a member of a structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ConstantType {
    /// 0 scalar, 1 vector, 2 matrix by rows, 3 matrix by columns, 4 object, 5 structure.
    pub class: u16,
    /// The type of a component, or the kind of object.
    pub base: u16,
    /// The rows of a matrix.
    pub rows: u16,
    /// The columns of a matrix, the components of a vector.
    pub columns: u16,
    /// The elements of an array; 1 where it is none.
    pub elements: u16,
    /// The members of a structure.
    pub members: u16,
    /// The offset of the records of the members.
    pub members_at: u32,
}

const STRUCTURE: u16 = 5;

impl<'a> ConstantTable<'a> {
    /// Reads the table in a comment; `content` is what stands behind its tag. `None` where it cannot be one.
    pub fn parse(content: &'a [u8]) -> Option<Self> {
        let word = |index: usize| word_at(content, 4 * index);
        let count = to_usize(word(3)?)?;
        let constants_at = to_usize(word(4)?)?;
        let size = count.checked_mul(CONSTANT_SIZE)?;
        let is_whole =
            to_usize(word(0)?)? == HEADER_SIZE && content.len() >= constants_at.checked_add(size)?;
        let table = Self {
            bytes: content,
            creator: text_at(content, word(1)?)?,
            version: word(2)?,
            count,
            constants_at,
            flags: word(5)?,
            target: text_at(content, word(6)?)?,
        };
        is_whole.then_some(table)
    }

    /// The number of constants.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no constants.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The constants, in their order; `None` for one whose name or type lies outside the table.
    pub fn constants(&self) -> impl Iterator<Item = Option<Constant<'a>>> {
        let table = *self;
        (0..self.count).map(move |index| table.constant(table.constants_at + index * CONSTANT_SIZE))
    }

    fn constant(&self, at: usize) -> Option<Constant<'a>> {
        Some(Constant {
            name: text_at(self.bytes, word_at(self.bytes, at)?)?,
            register_set: half_at(self.bytes, at + 4)?,
            register: half_at(self.bytes, at + 6)?,
            count: half_at(self.bytes, at + 8)?,
            constant_type: self.type_at(word_at(self.bytes, at + 12)?)?,
            default_offset: word_at(self.bytes, at + 16)?,
        })
    }

    fn type_at(&self, offset: u32) -> Option<ConstantType> {
        let at = to_usize(offset)?;
        let half = |index: usize| half_at(self.bytes, at.checked_add(2 * index)?);
        Some(ConstantType {
            class: half(0)?,
            base: half(1)?,
            rows: half(2)?,
            columns: half(3)?,
            elements: half(4)?,
            members: half(5)?,
            members_at: word_at(self.bytes, at.checked_add(12)?)?,
        })
    }

    /// The declaration of a constant, each line given to `line`, which says whether it wants more.
    pub(crate) fn declare(&self, constant: &Constant<'a>, line: &mut dyn FnMut(&str) -> bool) {
        self.declare_type(constant.name, constant.constant_type, 0, line);
    }

    fn declare_type(
        &self,
        name: &BStr,
        own: ConstantType,
        depth: usize,
        line: &mut dyn FnMut(&str) -> bool,
    ) -> bool {
        let indent = "    ".repeat(depth);
        let elements = if own.elements > 1 { format!("[{}]", own.elements) } else { String::new() };
        let shown = shown_name(name);
        if own.class != STRUCTURE || depth >= MAX_DEPTH {
            return line(&format!("{indent}{} {shown}{elements};", own.name()));
        }
        if !(line(&format!("{indent}struct")) && line(&format!("{indent}{{"))) {
            return false;
        }
        for index in 0..usize::from(own.members) {
            let member = || {
                let at = to_usize(own.members_at)?.checked_add(index * MEMBER_SIZE)?;
                let name = text_at(self.bytes, word_at(self.bytes, at)?)?;
                Some((name, self.type_at(word_at(self.bytes, at.checked_add(4)?)?)?))
            };
            let Some((name, of_member)) = member() else {
                if !line(&format!("{indent}    a member outside of the table")) {
                    return false;
                }
                continue;
            };
            if !self.declare_type(name, of_member, depth + 1, line) {
                return false;
            }
        }
        line(&format!("{indent}}} {shown}{elements};"))
    }
}

impl Constant<'_> {
    /// The register: `c4`, `s0`.
    pub fn register_name(&self) -> String {
        match name_of(REGISTER_SET, self.register_set.into()) {
            Some(set) => format!("{set}{}", self.register),
            None => format!("set{}:{}", self.register_set, self.register),
        }
    }
}

impl ConstantType {
    /// The name of the type, without elements: `float4`, `row_major float4x3`, `sampler2D`.
    pub fn name(&self) -> String {
        let base = match name_of(CONSTANT_TYPE, self.base.into()) {
            Some(name) => name.to_owned(),
            None => format!("type{}", self.base),
        };
        let mut name = String::new();
        let _ = match self.class {
            1 => write!(name, "{base}{}", self.columns),
            2 => write!(name, "row_major {base}{}x{}", self.rows, self.columns),
            3 => write!(name, "{base}{}x{}", self.rows, self.columns),
            STRUCTURE => write!(name, "struct"),
            _ => write!(name, "{base}"),
        };
        name
    }
}

impl Comment {
    /// Whether the comment is a table of constants.
    pub fn is_constant_table(&self) -> bool {
        self.tag() == Some(TAG)
    }
}

/// A name as it may stand in a comment.
fn shown_name(name: &BStr) -> String {
    crate::listing::comment_name(name)
}

fn word_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word))
}

fn half_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().map(|half| u16::from_le_bytes(*half))
}

fn text_at(bytes: &[u8], offset: u32) -> Option<&BStr> {
    let text = bytes.get(to_usize(offset)?..)?;
    text.get(..text.find_byte(0)?).map(BStr::new)
}

fn to_usize(word: u32) -> Option<usize> {
    usize::try_from(word).ok()
}
