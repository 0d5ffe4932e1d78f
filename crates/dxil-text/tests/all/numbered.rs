//! Listings with instruction numbers and records, of every module in the corpus.

use dxil_ir::bitcode;
use dxil_ir::instruction_numbers::InstructionNumbers;
use dxil_ir::intrinsics::LlvmVersion;
use dxil_text::listing::{InstructionComments, NumberedComments};
use testkit::{Test, corpus, modules, note, tests};

pub(crate) const TESTS: &[Test] =
    tests![numbers_follow_the_other_comments, numbers_are_equal_with_and_without_debug_information];

/// Each line begins with the line of the listing without numbers, each instruction has a number or is a call of a debug
/// intrinsic, and the text is the same module.
fn numbers_follow_the_other_comments() {
    let (mut instructions, mut files) = (0, 0);
    let walked = modules::some_modules(400, 60_000, |stored| {
        let name = stored.path.display();
        let module = bitcode::read(stored.bitcode, 0).expect("valid");
        let (mut plain, mut numbered) = (String::new(), String::new());
        let mut comments = InstructionComments::new(&module);
        dxil_text::print_with(&module, LlvmVersion::default(), &mut comments, &mut plain).expect("valid");
        let comments = Some(InstructionComments::new(&module));
        let mut comments = NumberedComments::new(&module, Some(stored.bitcode), comments).expect("valid");
        dxil_text::print_with(&module, LlvmVersion::default(), &mut comments, &mut numbered).expect("valid");
        comments.finish().expect("every record can be read");
        assert_eq!(plain.lines().count(), numbered.lines().count(), "{name}");
        let mut noted = Vec::new();
        for (line, with) in plain.lines().zip(numbered.lines()) {
            let note = with.strip_prefix(line).unwrap_or_else(|| panic!("{name}: {line}\n{with}"));
            if !note.is_empty() {
                let number = note.strip_prefix("  ; #").and_then(|note| note.split(' ').next());
                assert!(note.contains(" abbrev=") && note.ends_with(']'), "{name}: {with}");
                noted.push(number.map(|number| number.parse::<u32>().expect("a number")));
            }
        }
        let numbers = InstructionNumbers::of(&module);
        let expected =
            module.bodies().flat_map(|(_, _, body)| numbers.number(body)).map(|(_, number)| number);
        assert_eq!(noted, expected.collect::<Vec<_>>(), "{name}");
        instructions += noted.len();
        files += 1;
        let [with, without] =
            [&numbered, &plain].map(|text| dxil_text::parse(text.as_bytes()).expect("valid"));
        assert_eq!(with.difference(&without).map(|found| found.to_string()), None, "{name}");
    });
    note!("{instructions} instructions of {files} modules");
    walked.checked("modules", files, [40, 300]);
}

/// The parts DXIL and ILDB have the same number of numbered instructions in each function.
fn numbers_are_equal_with_and_without_debug_information() {
    use dx_container::{Container, FourCc};
    use dxil::stored::StoredProgram;

    let mut pairs = 0;
    for path in corpus::paths() {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let Ok(container) = Container::parse(&bytes) else { continue };
        let counts = |part| {
            let module = StoredProgram::find(&container, &[part]).ok()??.module().ok()?;
            let numbers = InstructionNumbers::of(&module);
            let count = |body| numbers.number(body).filter_map(|(_, number)| number).count();
            Some(module.bodies().map(|(_, _, body)| count(body)).collect::<Vec<_>>())
        };
        let (Some(debug), Some(plain)) = (counts(FourCc::ILDB), counts(FourCc::DXIL)) else { continue };
        if corpus::is_damaged(&path, &bytes) {
            continue;
        }
        assert_eq!(debug, plain, "{}", path.display());
        pairs += 1;
    }
    note!("{pairs} containers with both parts");
    corpus::assert_at_least("containers with both parts", pairs, [2, 20]);
}
