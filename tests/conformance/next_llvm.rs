//! Reads and prints modules of a version of LLVM that exists only as table rows. `cargo xtask conformance next-llvm`
//! adds the rows to a copy of the repository, and executes this file in the copy.

use dxil_ir::bitstream::{Abbreviation, Field, Tail, Writer};
use dxil_ir::intrinsics::{self, LlvmVersion};
use dxil_ir::{Dialect, bitcode, verify};

/// A module with a new attribute, a new flag of a cast, and a new intrinsic.
const TEXT: &str = "\
source_filename = \"next\"

; Function Attrs: mockattribute
define float @f(float %a, i32 %b) #0 {
  %c = call float @llvm.dx.mock.blend.f32(float %a, float 1.000000e-01)
  %d = sext nneg i32 %b to i64
  ret float %c
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.mock.blend.f32(float, float) #1

attributes #0 = { mockattribute }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(none) }
";

fn main() {
    let next = LlvmVersion::ALL.iter().find(|version| version.name() == "24").copied();
    let next = next.expect("the rows add LLVM 24");
    let module = dxil_text::parse_as(TEXT.as_bytes(), Dialect::Modern).expect("the text is valid").module;
    assert!(verify(&module).is_valid());
    let mut printed = String::new();
    dxil_text::print_for(&module, next, &mut printed).expect("the module can be printed");
    assert_eq!(printed, TEXT);
    let newer = dxil_text::newer_construct(&module, LlvmVersion::of_major(23));
    assert_eq!(newer, Some(("the attribute `mockattribute`".to_owned(), next)));
    assert_eq!(dxil_text::newer_construct(&module, next), None);
    assert!(intrinsics::is_known(next, b"llvm.dx.mock.blend.f32"));
    assert!(!intrinsics::is_known(LlvmVersion::of_major(23), b"llvm.dx.mock.blend.f32"));
    assert!(bitcode::read_modern(&bitcode_with_operands(23), 0).is_ok());
    let error = bitcode::read_modern(&bitcode_with_operands(24), 0).expect_err("no row has the last operand");
    assert!(error.to_string().contains("operand 23 of the record is unknown"), "{error}");
    println!("LLVM 24 is read and printed");
}

/// A module with a declaration whose FUNCTION record has this number of operands, of which the last one is not zero.
fn bitcode_with_operands(count: usize) -> Vec<u8> {
    let mut writer = Writer::new();
    let block = |writer: &mut Writer, id: u32, records: &[(u32, Vec<u64>)]| {
        writer.enter_block(id, 4).expect("a block");
        for (code, operands) in records {
            writer.record(*code, operands).expect("a record");
        }
    };
    block(&mut writer, 13, &[(1, b"LLVM24".map(u64::from).to_vec()), (2, vec![0])]);
    writer.exit_block().expect("the end of a block");
    block(&mut writer, 8, &[(1, vec![2])]);
    block(&mut writer, 17, &[(1, vec![2]), (2, vec![]), (21, vec![0, 0])]);
    writer.exit_block().expect("the end of a block");
    let mut function = vec![0, 1, 1, 0, 1];
    function.resize(count - 1, 0);
    function.push(1);
    writer.record(8, &function).expect("a record");
    writer.exit_block().expect("the end of a block");
    writer.enter_block(23, 4).expect("a block");
    let blob = Abbreviation::new([Field::Literal(1)], Tail::Blob).expect("an abbreviation");
    let blob = writer.define_abbreviation(blob).expect("an abbreviation");
    writer.record_with_blob(blob, 1, &[], b"f").expect("a record");
    writer.exit_block().expect("the end of a block");
    writer.finish().expect("a stream")
}
