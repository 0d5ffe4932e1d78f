//! Records of modern bitcode that llvm-as 22 does not write: forms of older and later versions, and invalid ones.

use dxil_ir::attributes::{Access, Attribute, Captures, Location, MemoryEffects};
use dxil_ir::bitstream::{Abbreviation, Field, Tail, Writer};
use dxil_ir::constants::ConstantKind;
use dxil_ir::debug_records::{DebugRecordKind, DebugValue};
use dxil_ir::{Flags, Linkage, Module, ValueKind, bitcode};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    records_of_older_versions_are_converted,
    debug_intrinsics_become_records,
    operands_of_later_versions_are_refused,
    names_are_inside_the_string_table,
    constants_do_not_contain_themselves,
    unsupported_constructs_are_refused_by_name
];

/// Blocks and records: their numbers in LLVMBitCodes.h.
mod code {
    pub(super) const MODULE: u32 = 8;
    pub(super) const PARAMATTR: u32 = 9;
    pub(super) const PARAMATTR_GROUP: u32 = 10;
    pub(super) const CONSTANTS: u32 = 11;
    pub(super) const FUNCTION: u32 = 12;
    pub(super) const IDENTIFICATION: u32 = 13;
    pub(super) const METADATA: u32 = 15;
    pub(super) const TYPES: u32 = 17;
    pub(super) const STRTAB: u32 = 23;
}

/// The string table of all modules.
const STRINGS: &[u8] = b"fgllvm.dbg.declare";
/// The types of all modules, by number.
const VOID: u64 = 0;
const I32: u64 = 1;
const PTR: u64 = 2;
const FUNCTION: u64 = 3;
const METADATA: u64 = 4;
const DECLARE: u64 = 5;

type Records = [(u32, Vec<u64>)];

fn block(writer: &mut Writer, id: u32, records: &Records) {
    writer.enter_block(id, 4).unwrap();
    for (code, operands) in records {
        writer.record(*code, operands).unwrap();
    }
    writer.exit_block().unwrap();
}

fn types() -> Vec<(u32, Vec<u64>)> {
    vec![
        (1, vec![6]),
        (2, vec![]),
        (7, vec![32]),
        (25, vec![0]),
        (21, vec![0, VOID, PTR]),
        (16, vec![]),
        (21, vec![0, VOID, METADATA, METADATA, METADATA]),
    ]
}

/// A module of the producer `LLVM99`, whose content `write` writes.
fn module(epoch: u64, write: impl Fn(&mut Writer)) -> Vec<u8> {
    let mut writer = Writer::new();
    block(&mut writer, code::IDENTIFICATION, &[(1, b"LLVM99".map(u64::from).to_vec()), (2, vec![epoch])]);
    writer.enter_block(code::MODULE, 4).unwrap();
    writer.record(1, &[2]).unwrap();
    block(&mut writer, code::TYPES, &types());
    write(&mut writer);
    writer.exit_block().unwrap();
    writer.enter_block(code::STRTAB, 4).unwrap();
    let blob = Abbreviation::new([Field::Literal(1)], Tail::Blob).unwrap();
    let blob = writer.define_abbreviation(blob).unwrap();
    writer.record_with_blob(blob, 1, &[], STRINGS).unwrap();
    writer.exit_block().unwrap();
    writer.finish().unwrap()
}

fn read(write: impl Fn(&mut Writer)) -> Result<Module, String> {
    let bytes = module(0, write);
    assert!(bitcode::is_modern(&bytes));
    bitcode::read_modern(&bytes, 0).map_err(|error| error.to_string())
}

#[track_caller]
fn assert_refused(expected: &str, write: impl Fn(&mut Writer)) {
    let error = read(write).map(|_| "no error".to_owned()).unwrap_or_else(|error| error);
    assert!(error.contains(expected), "{error}");
}

/// A FUNCTION record: a declaration with one character of the string table as its name.
fn function(name: u64, is_declaration: bool, attributes: u64) -> Vec<u64> {
    vec![name, 1, FUNCTION, 0, u64::from(is_declaration), 0, attributes]
}

fn records_of_older_versions_are_converted() {
    let module = read(|writer| {
        // `readonly argmemonly` of a function, `nocapture`, and the first version of `memory`.
        let function_group = vec![1, 0xffff_ffff, 0, 21, 0, 45];
        let parameter = vec![2, 1, 0, 11];
        let memory = vec![3, 0xffff_ffff, 1, 86, 0b11_00_01];
        block(writer, code::PARAMATTR_GROUP, &[(3, function_group), (3, parameter), (3, memory)]);
        block(writer, code::PARAMATTR, &[(2, vec![1, 2]), (2, vec![3])]);
        writer.record(7, &[0, 1, PTR, 2, 4, 0]).unwrap();
        writer.record(8, &function(0, true, 1)).unwrap();
        writer.record(8, &function(1, true, 2)).unwrap();
        let address = vec![I32, PTR, 0, I32, 4];
        block(writer, code::CONSTANTS, &[(1, vec![PTR]), (20, address), (1, vec![I32]), (4, vec![6])]);
    })
    .unwrap();
    let attributes = |index: usize| {
        let (_, global) = module.globals.iter().nth(index).unwrap();
        let list = module.attributes.list(global.function().unwrap().attributes.unwrap()).unwrap();
        let groups = list.iter().map(|group| module.attributes.group(*group).unwrap());
        groups.flat_map(|group| group.attributes.to_vec()).collect::<Vec<_>>()
    };
    let none = MemoryEffects::all(Access::None);
    let reads = none.with(Location::Arguments, Access::Read);
    assert_eq!(attributes(1), [Attribute::Memory(reads), Attribute::Captures(Captures::NONE)]);
    let writes_others = MemoryEffects::all(Access::ReadWrite)
        .with(Location::Arguments, Access::Read)
        .with(Location::Inaccessible, Access::None);
    assert_eq!(attributes(2), [Attribute::Memory(writes_others)]);
    let (_, variable) = module.globals.iter().next().unwrap();
    let ValueKind::Constant(id) = variable.variable().unwrap().initializer.unwrap().kind() else {
        panic!("the initializer is a constant expression")
    };
    let kind = &module.constants.get(id).unwrap().kind;
    assert!(matches!(kind, ConstantKind::ElementPointer { flags: Flags::INBOUNDS, .. }), "{kind:?}");
    assert_eq!(variable.linkage, Linkage::External);
}

/// LLVM 18 and older call `llvm.dbg.declare` instead of a record.
fn debug_intrinsics_become_records() {
    let module = read(|writer| {
        let called = vec![2, 16, DECLARE, 0, 1, 0, 0];
        writer.record(8, &function(0, false, 0)).unwrap();
        writer.record(8, &called).unwrap();
        // Nodes in the place of variable, expression and scope.
        block(writer, code::METADATA, &[(3, vec![]), (29, vec![6])]);
        writer.enter_block(code::FUNCTION, 4).unwrap();
        writer.record(1, &[1]).unwrap();
        // The argument as metadata.
        block(writer, code::METADATA, &[(2, vec![PTR, 2])]);
        // Metadata has numbers relative to the next value, 3.
        writer.record(34, &[0, 1 << 15, DECLARE, 2, 1, 3, 2]).unwrap();
        writer.record(35, &[7, 8, 1, 0]).unwrap();
        writer.record(10, &[]).unwrap();
        writer.exit_block().unwrap();
    })
    .unwrap();
    assert_eq!(module.globals.len(), 1, "the declaration of the intrinsic is removed");
    let (_, _, body) = module.bodies().next().unwrap();
    let (_, id, _) = body.in_order().next().unwrap();
    assert_eq!(body.in_order().count(), 1, "the call is removed");
    let [record] = body.debug_records.before(id) else { panic!("one record before the return") };
    let DebugRecordKind::Declare(variable) = &record.kind else { panic!("{record:?}") };
    let DebugValue::Value(value) = &variable.value else { panic!("{record:?}") };
    assert_eq!(value.kind(), ValueKind::Argument(0));
    assert_eq!(body.location(record.location).map(|location| (location.line, location.column)), Some((7, 8)));
}

fn operands_of_later_versions_are_refused() {
    let declaration = |more: u64| {
        let mut operands = function(0, true, 0);
        operands.resize(22, 0);
        operands.push(more);
        operands
    };
    assert!(read(|writer| writer.record(8, &declaration(0)).unwrap()).is_ok());
    assert_refused("operand 22 of the record is unknown; the producer is LLVM99", |writer| {
        writer.record(8, &declaration(1)).unwrap();
    });
    assert_refused("unknown record code 63 in block MODULE; the producer is LLVM99", |writer| {
        writer.record(63, &[]).unwrap();
    });
    assert_refused("unknown attribute kind 200; the producer is LLVM99", |writer| {
        block(writer, code::PARAMATTR_GROUP, &[(3, vec![1, 1, 0, 200])]);
    });
    let error = bitcode::read_modern(&module(1, |_| {}), 0).unwrap_err();
    assert_eq!(error.kind().to_string(), "bitcode epoch is 1, expected 0");
}

fn names_are_inside_the_string_table() {
    let size = STRINGS.len() as u64;
    for (offset, len) in [(0, size + 1), (size, 1), (u64::MAX, 1), (1, u64::MAX), (size + 1, 0)] {
        assert_refused("is outside of the string table", |writer| {
            let mut operands = function(0, true, 0);
            operands[..2].copy_from_slice(&[offset, len]);
            writer.record(8, &operands).unwrap();
        });
    }
}

fn constants_do_not_contain_themselves() {
    assert_refused("circular reference among constants", |writer| {
        let address = |number| (32, vec![I32, 0, PTR, number]);
        block(writer, code::CONSTANTS, &[(1, vec![PTR]), address(1), address(2), address(0)]);
    });
    assert_refused("undefined value 9", |writer| {
        block(writer, code::CONSTANTS, &[(1, vec![PTR]), (32, vec![I32, 0, PTR, 9])]);
    });
}

fn unsupported_constructs_are_refused_by_name() {
    assert_refused("`ifunc` is not supported", |writer| writer.record(18, &[0, 1]).unwrap());
    assert_refused("`dso_local_equivalent` is not supported", |writer| {
        block(writer, code::CONSTANTS, &[(1, vec![PTR]), (27, vec![PTR, 0])]);
    });
    assert_refused("attributes of a variable is not supported", |writer| {
        let mut operands = vec![0, 1, I32, 2, 0, 0];
        operands.resize(14, 0);
        operands.push(1);
        writer.record(7, &operands).unwrap();
    });
    for (code, expected) in [(31, "`indirectbr`"), (57, "`callbr`"), (13, "`invoke`")] {
        assert_refused(expected, |writer| {
            writer.record(8, &function(0, false, 0)).unwrap();
            writer.enter_block(self::code::FUNCTION, 4).unwrap();
            writer.record(1, &[1]).unwrap();
            writer.record(code, &[]).unwrap();
            writer.exit_block().unwrap();
        });
    }
}
