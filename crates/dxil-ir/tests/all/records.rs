//! Records that say something else than what a module can hold: what is in them is read, or refused by name, and never
//! lost. Separate because no module that is written has such records.

use dxil_ir::bitcode;
use dxil_ir::bitstream::{Abbreviation, Field, Tail, Writer};
use dxil_ir::{DllStorage, Linkage, Module, Op, ValueKind};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    what_is_not_understood_is_refused,
    bodies_need_a_version,
    aliases_are_those_of_llvm_3_7,
    linkages_of_libraries_say_how_globals_are_stored,
    blobs_are_operands,
    constants_may_come_late,
    large_flags_come_back,
    bytes_of_vectors_are_data,
    kinds_of_metadata_have_names
];

/// Blocks and records by number, as LLVM's header has them.
mod block {
    pub(crate) const MODULE: u32 = 8;
    pub(crate) const CONSTANTS: u32 = 11;
    pub(crate) const FUNCTION: u32 = 12;
    pub(crate) const METADATA: u32 = 15;
    pub(crate) const TYPE: u32 = 17;
}

/// Where records are put into the module.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Start,
    Types,
    Module,
    Constants,
    Metadata,
    Body,
}

type Record = (u32, &'static [u64]);

fn write(writer: &mut Writer, records: &[Record]) {
    records.iter().for_each(|(code, operands)| writer.record(*code, operands).unwrap());
}

/// A module of a function `void (i32)`, with more records at one place.
///
/// Types: i32, void, the function, a pointer to it, float. Values: the function, 7, the argument.
fn module_with(at: At, more: &[Record]) -> Vec<u8> {
    let mut w = Writer::new();
    w.enter_block(block::MODULE, 3).unwrap();
    let mut within = |id: Option<u32>, of: At, records: &[Record], end: &[Record]| {
        id.into_iter().for_each(|id| w.enter_block(id, 4).unwrap());
        write(&mut w, records);
        write(&mut w, if at == of { more } else { &[] });
        write(&mut w, end);
        id.into_iter().for_each(|_| w.exit_block().unwrap());
    };
    within(None, At::Start, &[(1, &[1])], &[]);
    let types: [Record; 5] = [(7, &[32]), (2, &[]), (21, &[0, 1, 0]), (8, &[2, 0]), (3, &[])];
    within(Some(block::TYPE), At::Types, &types, &[]);
    within(None, At::Module, &[(8, &[2, 0, 0, 0])], &[]);
    within(Some(block::CONSTANTS), At::Constants, &[(1, &[0]), (4, &[14])], &[]);
    within(Some(block::METADATA), At::Metadata, &[], &[]);
    within(Some(block::FUNCTION), At::Body, &[(1, &[1])], &[(10, &[])]);
    w.exit_block().unwrap();
    w.finish().unwrap()
}

fn read(at: At, more: &[Record]) -> Result<Module, String> {
    bitcode::read(&module_with(at, more), 0).map_err(|error| error.kind().to_string())
}

fn what_is_not_understood_is_refused() {
    let cases: &[(At, &[Record], &str)] = &[
        (At::Types, &[(7, &[8, 1])], "record has too many operands: 1 more than expected"),
        (At::Types, &[(11, &[2, 0, 1])], "record has too many operands: 1 more than expected"),
        (At::Types, &[(19, &[97])], "a structure after its name is missing"),
        (At::Types, &[(19, &[97]), (19, &[98]), (20, &[0])], "a structure after its name is missing"),
        (At::Module, &[(7, &[0; 13])], "record has too many operands: 1 more than expected"),
        (
            At::Module,
            &[(8, &[2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9])],
            "record has too many operands: 1 more than expected",
        ),
        (At::Module, &[(12, &[1, 1, 97, 98])], "the length of a comdat's name has the invalid value 1"),
        (At::Module, &[(7, &[0, 2, 0, 20, 0, 0])], "a linkage has the invalid value 20"),
        (At::Module, &[(14, &[3, 0, 0, 0])], "unknown record code 14 in block MODULE"),
        (At::Start, &[(1, &[0])], "module version is 0, expected 1 (relative operand numbers)"),
        (At::Constants, &[(2, &[1])], "record has too many operands: 1 more than expected"),
        (At::Constants, &[(11, &[11, 4, 1])], "value 1 does not have the type that the record states"),
        (At::Constants, &[(17, &[4, 1, 1, 32])], "value 1 does not have the type that the record states"),
        (At::Metadata, &[(4, &[97])], "a named metadata node after its name is missing"),
        (At::Metadata, &[(13, &[2, 1, 0])], "the distinct flag of a node has the invalid value 2"),
        (At::Body, &[(12, &[4, 1, 0])], "value 2 does not have the type that the record states"),
        (At::Body, &[(19, &[0, 4, 1, 0x40])], "value 1 does not have the type that the record states"),
        (
            At::Body,
            &[(34, &[0, 0x28000, 2, 3, 1])],
            "the calling convention of a call has the invalid value 163840",
        ),
        (
            At::Body,
            &[(34, &[0, 0x8000, 2, 3, 1]), (35, &[1, 1, 0, 0, 0])],
            "record has too many operands: 1 more than expected",
        ),
        (At::Body, &[(35, &[1, 1, 0, 0])], "a debug location comes before an instruction"),
        (At::Body, &[(33, &[])], "a repeated debug location comes before the first debug location"),
        (At::Body, &[(10, &[])], "function has 2 basic blocks, expected 1"),
        (At::Body, &[(11, &[1])], "undefined basic block 1"),
        (At::Body, &[(1, &[2])], "the number of basic blocks has the invalid value 2"),
        (At::Body, &[(5, &[0])], "unknown record code 5 in block FUNCTION"),
        (At::Body, &[(2, &[1, 1, 13])], "a binary operator has the invalid value 13"),
        (At::Body, &[(20, &[1, 0, 0])], "the accessed address is not a pointer"),
        (At::Body, &[(6, &[1, 1])], "the vector operand is not a vector"),
        (At::Body, &[(26, &[1, 0])], "indices of an aggregate select a member that does not exist"),
        (At::Body, &[(10, &[0, 9])], "undefined type 9"),
        (At::Constants, &[(21, &[3, 1, 0])], "value 1 does not have the type that the record states"),
        (At::Metadata, &[(10, &[0])], "a named metadata node comes before its name"),
        (At::Metadata, &[(6, &[3, 97])], "a metadata kind out of order has the invalid value 3"),
        (At::Metadata, &[(3, &[2])], "undefined metadata node 1"),
    ];
    assert!(read(At::Body, &[]).is_ok());
    for (at, records, expected) in cases {
        assert_eq!(read(*at, records).map(|_| ()), Err((*expected).to_owned()), "{records:?}");
    }
}

/// Without a version, operands are not relative: who read them so would read another program.
fn bodies_need_a_version() {
    let mut w = Writer::new();
    w.enter_block(block::MODULE, 3).unwrap();
    w.enter_block(block::TYPE, 4).unwrap();
    write(&mut w, &[(2, &[]), (21, &[0, 0])]);
    w.exit_block().unwrap();
    write(&mut w, &[(8, &[1, 0, 0, 0])]);
    w.enter_block(block::FUNCTION, 4).unwrap();
    write(&mut w, &[(1, &[1]), (10, &[])]);
    w.exit_block().unwrap();
    w.exit_block().unwrap();
    let error = bitcode::read(&w.finish().unwrap(), 0).unwrap_err();
    assert_eq!(error.kind().to_string(), "module version is 0, expected 1 (relative operand numbers)");
}

/// Another name for a function, by the record that LLVM 3.7 has for it.
fn aliases_are_those_of_llvm_3_7() {
    let module = read(At::Module, &[(9, &[3, 0, 3])]).unwrap();
    let alias = module.globals.values().last().unwrap();
    assert_eq!(
        (alias.aliasee().map(|value| value.kind()), alias.linkage),
        (module.globals.keys().next().map(ValueKind::Global), Linkage::Internal)
    );
    let again = bitcode::read(&bitcode::write(&module).unwrap(), 0).unwrap();
    assert_eq!(module.difference(&again), None);
}

/// Where older writers had a linkage for it.
fn linkages_of_libraries_say_how_globals_are_stored() {
    for (linkage, expected) in [(5, DllStorage::Import), (6, DllStorage::Export), (0, DllStorage::Default)] {
        let operands: &'static [u64] = Box::leak(Box::new([0, 2, 0, linkage, 0, 0]));
        let module = read(At::Module, &[(7, operands)]).unwrap();
        let variable = module.globals.values().last().unwrap();
        assert_eq!((variable.linkage, variable.dll_storage), (Linkage::External, expected));
    }
}

/// A blob is characters, as LLVM reads it where it expects operands.
fn blobs_are_operands() {
    let mut w = Writer::new();
    w.enter_block(block::MODULE, 3).unwrap();
    let triple = w.define_abbreviation(Abbreviation::new([Field::Literal(2)], Tail::Blob).unwrap()).unwrap();
    w.record_with_blob(triple, 2, &[], b"dxil-ms-dx").unwrap();
    w.exit_block().unwrap();
    assert_eq!(bitcode::read(&w.finish().unwrap(), 0).unwrap().triple, "dxil-ms-dx");
}

/// Constants between instructions do not change what was referred to before they came.
fn constants_may_come_late() {
    let mut w = Writer::new();
    w.enter_block(block::MODULE, 3).unwrap();
    write(&mut w, &[(1, &[1])]);
    w.enter_block(block::TYPE, 4).unwrap();
    write(&mut w, &[(7, &[32]), (2, &[]), (21, &[0, 1, 0])]);
    w.exit_block().unwrap();
    write(&mut w, &[(8, &[2, 0, 0, 0])]);
    w.enter_block(block::FUNCTION, 4).unwrap();
    // The argument is value 1, the first instruction 2, the constant 3, the second instruction 4: the first one adds
    // that to the argument.
    let minus_two = u64::from(2_u32.wrapping_sub(4));
    write(&mut w, &[(1, &[1])]);
    w.record(2, &[1, minus_two, 0]).unwrap();
    w.enter_block(block::CONSTANTS, 4).unwrap();
    write(&mut w, &[(1, &[0]), (4, &[14])]);
    w.exit_block().unwrap();
    write(&mut w, &[(2, &[1, 1, 0]), (10, &[])]);
    w.exit_block().unwrap();
    w.exit_block().unwrap();
    let module = bitcode::read(&w.finish().unwrap(), 0).unwrap();
    let (_, _, body) = module.bodies().next().unwrap();
    let instructions: Vec<_> = body.in_order().collect();
    let Op::Binary { operands: [_, second], .. } = instructions[0].2.op else { unreachable!() };
    assert_eq!(second, instructions[1].1.into());
}

/// Flags that the abbreviation of binary operators has no room for.
fn large_flags_come_back() {
    let module = read(At::Body, &[(2, &[1, 1, 0, 0xff])]).unwrap();
    let again = bitcode::read(&bitcode::write(&module).unwrap(), 0).unwrap();
    assert_eq!(module.difference(&again), None);
}

/// Bytes in a vector are not a string, which only an array is.
fn bytes_of_vectors_are_data() {
    let bytes = module_with(At::Types, &[(7, &[8]), (12, &[2, 5])]);
    assert!(bitcode::read(&bytes, 0).is_ok());
    let mut module = bitcode::read(&bytes, 0).unwrap();
    let byte = module.types.int(8);
    let vector = module.types.vector(byte, 2);
    let data = dxil_ir::constants::ConstantKind::Data(Box::new([1, 0]));
    let value = module.constant(vector, data);
    module.add_variable("bytes", vector, 0, Some(value));
    let again = bitcode::read(&bitcode::write(&module).unwrap(), 0).unwrap();
    assert_eq!(module.difference(&again), None);
}

/// What is attached is of a kind that has a name.
fn kinds_of_metadata_have_names() {
    let mut module = read(At::Metadata, &[(3, &[])]).unwrap();
    let node = module.metadata.iter().next().unwrap().0;
    let body = module.globals.values_mut().find_map(|global| global.body_mut()).unwrap();
    body.metadata.push((0, node));
    let error = bitcode::write(&module).unwrap_err();
    assert_eq!(error.kind().to_string(), "reference to a metadata kind that does not exist");
    module.metadata_kind("k");
    let bytes = bitcode::write(&module).unwrap();
    assert_eq!(bitcode::read(&bytes, 0).unwrap().metadata_kinds, ["k"]);
}
