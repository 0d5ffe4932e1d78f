//! The abbreviations that LLVM 3.7's writer defines, and where. Their identifiers follow from the order in which they
//! are defined, so that the constants and the functions here belong together.

use super::Result;
pub(super) use crate::bitstream::is_char6;
use crate::bitstream::{Abbreviation, BLOCKINFO_BLOCK_ID, Field, Tail, Writer};
use crate::generated::bitcode::{block, constants, function, metadata, module, types, value_symtab};

/// In symbol tables: any name, one of ASCII, one of letters, digits, `.` and `_`; a block's name of those.
pub(super) const SYMBOLS_BYTES: u32 = 4;
pub(super) const SYMBOLS_ASCII: u32 = 5;
pub(super) const SYMBOLS_CHAR6: u32 = 6;
pub(super) const SYMBOLS_BLOCK_CHAR6: u32 = 7;

/// In blocks of constants.
pub(super) const CONSTANTS_SETTYPE: u32 = 4;
pub(super) const CONSTANTS_INTEGER: u32 = 5;
pub(super) const CONSTANTS_CE_CAST: u32 = 6;

/// In bodies.
pub(super) const FUNCTION_LOAD: u32 = 4;
pub(super) const FUNCTION_BINOP: u32 = 5;
pub(super) const FUNCTION_BINOP_FLAGS: u32 = 6;
/// The largest flags that fit into it.
pub(super) const LARGEST_FLAGS: u8 = 0x7f;
pub(super) const FUNCTION_CAST: u32 = 7;
pub(super) const FUNCTION_RET_VOID: u32 = 8;
pub(super) const FUNCTION_RET_VALUE: u32 = 9;
pub(super) const FUNCTION_UNREACHABLE: u32 = 10;
pub(super) const FUNCTION_GEP: u32 = 11;

/// How many bits a number below `count` needs.
pub(super) fn bits_below(count: u64) -> u32 {
    u64::BITS - count.saturating_sub(1).leading_zeros()
}

fn literal(number: u32) -> Field {
    Field::Literal(u64::from(number))
}

/// Writes BLOCKINFO: the abbreviations of blocks of which there are several.
pub(super) fn write_block_info(stream: &mut Writer, type_bits: u32) -> Result<()> {
    use Field::{Char6, Fixed, Vbr};
    use Tail::{Array, None};
    let ty = Fixed(type_bits);
    let entry = literal(value_symtab::ENTRY);
    let symbols: [(&[Field], Tail); 4] = [
        (&[Fixed(3), Vbr(8)], Array(Fixed(8))),
        (&[entry, Vbr(8)], Array(Fixed(7))),
        (&[entry, Vbr(8)], Array(Char6)),
        (&[literal(value_symtab::BBENTRY), Vbr(8)], Array(Char6)),
    ];
    let of_constants: [(&[Field], Tail); 4] = [
        (&[literal(constants::SETTYPE), ty], None),
        (&[literal(constants::INTEGER), Vbr(8)], None),
        (&[literal(constants::CE_CAST), Fixed(4), ty, Vbr(8)], None),
        (&[literal(constants::NULL)], None),
    ];
    let of_functions: [(&[Field], Tail); 8] = [
        (&[literal(function::INST_LOAD), Vbr(6), ty, Vbr(4), Fixed(1)], None),
        (&[literal(function::INST_BINOP), Vbr(6), Vbr(6), Fixed(4)], None),
        (&[literal(function::INST_BINOP), Vbr(6), Vbr(6), Fixed(4), Fixed(7)], None),
        (&[literal(function::INST_CAST), Vbr(6), ty, Fixed(4)], None),
        (&[literal(function::INST_RET)], None),
        (&[literal(function::INST_RET), Vbr(6)], None),
        (&[literal(function::INST_UNREACHABLE)], None),
        (&[literal(function::INST_GEP), Fixed(1), ty], Array(Vbr(6))),
    ];
    stream.enter_block(BLOCKINFO_BLOCK_ID, 2)?;
    for (block, abbreviations) in [
        (block::VALUE_SYMTAB, symbols.as_slice()),
        (block::CONSTANTS, &of_constants),
        (block::FUNCTION, &of_functions),
    ] {
        for (fields, tail) in abbreviations {
            stream.register_abbreviation(block, Abbreviation::new(fields.iter().copied(), *tail)?)?;
        }
    }
    stream.exit_block()
}

fn define(stream: &mut Writer, fields: &[Field], tail: Tail) -> Result<u32> {
    stream.define_abbreviation(Abbreviation::new(fields.iter().copied(), tail)?)
}

/// Those of the type table.
pub(super) struct Abbreviations {
    pub(super) pointer: u32,
    pub(super) function: u32,
    pub(super) literal: u32,
    pub(super) name: u32,
    pub(super) named: u32,
    pub(super) array: u32,
}

impl Abbreviations {
    pub(super) fn of_types(stream: &mut Writer, type_bits: u32) -> Result<Self> {
        use Field::{Char6, Fixed, Vbr};
        use Tail::Array;
        let ty = Fixed(type_bits);
        Ok(Self {
            pointer: define(stream, &[literal(types::POINTER), ty, literal(0)], Tail::None)?,
            function: define(stream, &[literal(types::FUNCTION), Fixed(1)], Array(ty))?,
            literal: define(stream, &[literal(types::STRUCT_ANON), Fixed(1)], Array(ty))?,
            name: define(stream, &[literal(types::STRUCT_NAME)], Array(Char6))?,
            named: define(stream, &[literal(types::STRUCT_NAMED), Fixed(1)], Array(ty))?,
            array: define(stream, &[literal(types::ARRAY), Vbr(8), ty], Tail::None)?,
        })
    }
}

/// That of variables with nothing special about them: `types` and `alignment` are the largest there are.
pub(super) fn of_simple_variable(
    stream: &mut Writer,
    types: u64,
    alignment: u32,
    sections: usize,
) -> Result<u32> {
    use Field::{Fixed, Vbr};
    let fixed_or_zero = |largest: u64| if largest == 0 { literal(0) } else { Fixed(bits_below(largest + 1)) };
    let sections = sections as u64;
    let fields = [
        literal(module::GLOBALVAR),
        Fixed(bits_below(types + 1)),
        Vbr(6),
        Vbr(6),
        Fixed(5),
        fixed_or_zero(u64::from(alignment)),
        fixed_or_zero(sections),
    ];
    define(stream, &fields, Tail::None)
}

/// Those of a module's own constants.
pub(super) struct Constants {
    pub(super) aggregate: u32,
    pub(super) string: u32,
    pub(super) ascii_string: u32,
    pub(super) char6_string: u32,
}

impl Constants {
    /// Of a module that has so many values, constants included.
    pub(super) fn of_module(stream: &mut Writer, values: usize) -> Result<Self> {
        use Field::{Char6, Fixed};
        use Tail::Array;
        let values = values as u64;
        Ok(Self {
            aggregate: define(
                stream,
                &[literal(constants::AGGREGATE)],
                Array(Fixed(bits_below(values + 1))),
            )?,
            string: define(stream, &[literal(constants::STRING)], Array(Fixed(8)))?,
            ascii_string: define(stream, &[literal(constants::CSTRING)], Array(Fixed(7)))?,
            char6_string: define(stream, &[literal(constants::CSTRING)], Array(Char6))?,
        })
    }
}

/// Those of metadata, as far as there is use for them.
pub(super) struct Metadata {
    pub(super) string: Option<u32>,
    location: Option<u32>,
    generic: Option<u32>,
    pub(super) name: Option<u32>,
}

impl Metadata {
    pub(super) fn new(
        stream: &mut Writer,
        strings: bool,
        locations: bool,
        generic: bool,
        names: bool,
    ) -> Result<Self> {
        use Field::{Fixed, Vbr};
        use Tail::Array;
        let mut define_if = |wanted: bool, fields: &[Field], tail: Tail| -> Result<Option<u32>> {
            if wanted { define(stream, fields, tail).map(Some) } else { Ok(None) }
        };
        let location = [literal(metadata::LOCATION), Fixed(1), Vbr(6), Vbr(8), Vbr(6), Vbr(6)];
        let generic_node = [literal(metadata::GENERIC_DEBUG), Fixed(1), Vbr(6), Fixed(1), Vbr(6)];
        Ok(Self {
            string: define_if(strings, &[literal(metadata::STRING)], Array(Fixed(8)))?,
            location: define_if(locations, &location, Tail::None)?,
            generic: define_if(generic, &generic_node, Array(Vbr(6)))?,
            name: define_if(names, &[literal(metadata::NAME)], Array(Fixed(8)))?,
        })
    }

    /// That of a node whose record has this code.
    pub(super) fn of_node(&self, code: u32) -> Option<u32> {
        match code {
            metadata::LOCATION => self.location,
            metadata::GENERIC_DEBUG => self.generic,
            _ => None,
        }
    }
}
