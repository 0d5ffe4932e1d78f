//! Glue code beside what LLVM compiled for the same state: the same exports, and the same registers after a run. Needs
//! the corpus (`SHADER_CORPUS`).

use amdgpu_link::Encoding;
use amdgpu_link::glue::{ExportedValue, FetchEntry, FetchStage, FetchedValue, color_export, fetch_prologue};
use amdgpu_link::isa::disassemble;
use amdgpu_link::state::{ColorState, ColorTarget, DataFormat, InputRate, NumberFormat, VertexInput};
use amdgpu_link::value_type::ValueType;
use object::read::elf::{ElfFile64, FileHeader as _};
use object::{Object as _, ObjectSection as _, ObjectSymbol as _};
use testkit::{Completion, Test, corpus, note, skipped, tests};

use crate::machine::{Machine, TABLE};

pub(crate) const TESTS: &[Test] = tests![exports_are_llvms, fetched_registers_are_those_of_llvms_code];

const TARGETS: [(Encoding, &str); 2] = [(Encoding::Gfx10, "gfx1030"), (Encoding::Gfx11, "gfx1100")];

/// The functions of an object, by name; `None` where there is no such object.
fn functions(name: &str) -> Option<Vec<(String, Vec<u32>)>> {
    let bytes = std::fs::read(corpus::subfolder("amd/unlinked")?.join(name)).ok()?;
    let file = ElfFile64::<object::LittleEndian>::parse(bytes.as_slice()).unwrap();
    assert!(file.elf_header().is_little_endian());
    let text = file.section_by_name(".text").unwrap().data().unwrap();
    let functions = file.symbols().filter(|symbol| symbol.size() > 0).map(|symbol| {
        let code = &text[symbol.address() as usize..][..symbol.size() as usize];
        let words = code.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
        (symbol.name().unwrap().to_owned(), words.collect())
    });
    Some(functions.collect())
}

fn exports_are_llvms() -> Completion {
    let mut count = 0;
    for (encoding, processor) in TARGETS {
        let name = format!("glue_color_export.{processor}.o");
        let Some(functions) = functions(&name) else { return skipped(&format!("amd/unlinked/{name}")) };
        for (name, code) in functions {
            let float = |data| Some((data, NumberFormat::FLOAT));
            let (state, ty) = match name.as_str() {
                "exp_32_abgr" => (float(DataFormat::X32_32_32_32), "v4f32"),
                "exp_32_r" => (float(DataFormat::X32), "v3f32"),
                "exp_32_ar" => (float(DataFormat::X32), "v4f32"),
                "exp_fp16_abgr" => (Some((DataFormat::X8_8_8_8, NumberFormat::UNORM)), "v4f32"),
                "exp_unorm16_abgr" => (Some((DataFormat::X16_16_16_16, NumberFormat::UNORM)), "v4f32"),
                "exp_snorm16_abgr" => (Some((DataFormat::X16_16_16_16, NumberFormat::SNORM)), "v4f32"),
                "exp_uint16_abgr" => (Some((DataFormat::X16_16_16_16, NumberFormat::UINT)), "v4i32"),
                "exp_sint16_abgr" => (Some((DataFormat::X16_16_16_16, NumberFormat::SINT)), "v4i32"),
                "exp_mrtz" | "exp_dummy" => (None, "v4f32"),
                // What exports nothing needs no export from gfx10 on.
                "exp_null9" => continue,
                name => panic!("{name}"),
            };
            let mut color = ColorState::default();
            if let Some((data_format, number_format)) = state {
                let src_alpha_to_color = name == "exp_32_ar";
                color.targets.push(ColorTarget {
                    data_format,
                    number_format,
                    src_alpha_to_color,
                    ..ColorTarget::default()
                });
            }
            let ty = ValueType::parse(ty).unwrap();
            let depth = name == "exp_mrtz";
            let (target, location) = if depth { (8, 1) } else { (0, 0) };
            let export = ExportedValue { target, location, is_signed: name == "exp_sint16_abgr", ty };
            let exports = if name == "exp_dummy" { &[][..] } else { &[export] };
            let made = color_export(exports, &color, name == "exp_dummy", encoding).unwrap();
            let text =
                |code: &[u32]| -> Vec<String> { disassemble(code, encoding).map(|line| line.text).collect() };
            assert_eq!(text(&made.glue.code), text(&code), "{name}");
            assert_eq!(made.glue.code, code, "{name}");
            count += 1;
        }
    }
    note!("{count} exports alike");
    assert_eq!(count, 20);
    Completion::Completed
}

fn attributes() -> ([FetchedValue; 2], [VertexInput; 2]) {
    let value = |location, ty| FetchedValue { location, component: 0, ty: ValueType::parse(ty).unwrap() };
    let input = |location, data_format, offset, rate| VertexInput {
        location,
        binding: location,
        offset,
        stride: 16,
        data_format,
        number_format: NumberFormat::FLOAT,
        rate,
    };
    let inputs = [
        input(0, DataFormat::X32_32_32_32, 0, InputRate::Vertex),
        input(1, DataFormat::X32_32, 8, InputRate::Instance(1)),
    ];
    ([value(0, "v4f32"), value(1, "v2f32")], inputs)
}

fn fetched_registers_are_those_of_llvms_code() -> Completion {
    let mut count = 0;
    for (encoding, processor) in TARGETS {
        for (file, merged) in [("glue_fetch", false), ("glue_fetch_ngg", true)] {
            let name = format!("{file}.{processor}.o");
            let Some(functions) = functions(&name) else { return skipped(&format!("amd/unlinked/{name}")) };
            let entry = FetchEntry {
                stage: if merged { FetchStage::Gs } else { FetchStage::Vs },
                vertex_buffer_table: Some(if merged { 10 } else { 2 }),
                base_vertex: Some(if merged { 11 } else { 3 }),
                base_instance: Some(if merged { 12 } else { 4 }),
                sgpr_count: if merged { 13 } else { 5 },
                vertex_id: if merged { 5 } else { 0 },
                instance_id: if merged { 8 } else { 3 },
                vgpr_count: if merged { 9 } else { 4 },
                wave32: true,
            };
            let (values, inputs) = attributes();
            let values = if merged { &values[..1] } else { &values };
            let glue = fetch_prologue(&entry, values, &inputs, encoding).unwrap();
            let [(_, reference)] = functions.as_slice() else { panic!("{} functions", functions.len()) };
            let run = |code: &[u32]| {
                let mut machine = Machine::new(encoding);
                // Indices low enough, and counts of lanes.
                (0..9).for_each(|register| machine.set_vgpr(register, 7 + register));
                (0..16).for_each(|register| machine.set_sgpr(register, 20 + register));
                machine.set_sgpr(entry.vertex_buffer_table.unwrap(), TABLE);
                machine.bind([(0, 16), (1, 16)].into_iter());
                machine.run(code);
                let registers = entry.vgpr_count + if merged { 4 } else { 6 };
                let sgprs = machine.sgprs()[..entry.sgpr_count as usize].to_vec();
                let vgprs = machine.vgprs()[..registers as usize].to_vec();
                (vgprs, sgprs, machine.wave.exec(), machine.loads)
            };
            assert_eq!(run(&glue.code), run(reference), "{file} {processor}");
            count += 1;
        }
    }
    note!("{count} prologues alike");
    assert_eq!(count, 4);
    Completion::Completed
}
