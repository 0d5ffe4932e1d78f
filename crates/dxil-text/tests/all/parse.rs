//! Text to modules: what is printed is read back as the same module.

use dxil_ir::Module;
use testkit::{Test, modules, note, tests};

pub(crate) const TESTS: &[Test] =
    tests![modules_come_back_from_text, unchanged_text_is_the_stored_bitcode, what_people_write_is_read];

fn parse(name: &str, text: &[u8]) -> Result<Module, String> {
    dxil_text::parse(text).map_err(|errors| errors.shown(name, text).to_string())
}

/// Every module is, once it was printed and read again, the module that it was: equal, and with the same canonical
/// bitcode. (Of the kinds of metadata, text has those that are used: where the others come behind them, they are given
/// back.)
fn modules_come_back_from_text() {
    let (mut count, mut same_bitcode, mut failures) = (0, 0, Vec::new());
    let walked = modules::each_module(|stored| {
        count += 1;
        let mut module = dxil_ir::bitcode::read(stored.bitcode, 0).unwrap();
        module.forget_encoding();
        let mut text = String::new();
        dxil_text::print(&module, &mut text).unwrap();
        let name = format!("{} {:?}", stored.path.display(), stored.part);
        let mut read = match parse(&name, text.as_bytes()) {
            Ok(read) => read,
            Err(errors) => return failures.push(errors),
        };
        if let Some(difference) = module.difference(&read) {
            return failures.push(format!("{name}: {difference:?}"));
        }
        if module.metadata_kinds.starts_with(&read.metadata_kinds) {
            read.metadata_kinds.clone_from(&module.metadata_kinds);
            same_bitcode += 1;
            if dxil_ir::bitcode::write(&module).unwrap() != dxil_ir::bitcode::write(&read).unwrap() {
                failures.push(format!("{name}: the bitcode differs"));
            }
        }
    });
    walked.without_filter();
    note!("{count} modules, the bitcode of {same_bitcode} compared");
    assert!(failures.is_empty(), "{}", failures[..failures.len().min(20)].join("\n"));
    assert!(same_bitcode * 4 > count, "{same_bitcode} of {count}");
}

/// Text that nobody changed is, in the orders of the module that it was printed from, that module's very bitcode.
fn unchanged_text_is_the_stored_bitcode() {
    let (mut count, mut failures) = (0, Vec::new());
    let walked = modules::each_module(|stored| {
        count += 1;
        let original = dxil_ir::bitcode::read(stored.bitcode, 0).unwrap();
        let mut text = String::new();
        dxil_text::print(&original, &mut text).unwrap();
        let name = format!("{} {:?}", stored.path.display(), stored.part);
        let mut edited = match parse(&name, text.as_bytes()) {
            Ok(edited) => edited,
            Err(errors) => return failures.push(errors),
        };
        dxil_ir::bitcode::keep_orders(&mut edited, &original);
        let written = dxil_ir::bitcode::write(&edited).unwrap();
        if written != stored.bitcode {
            let at = written.iter().zip(stored.bitcode).position(|(ours, theirs)| ours != theirs);
            let lengths = (written.len(), stored.bitcode.len());
            failures.push(format!(
                "{name}: differs at {at:?}, lengths {lengths:?}, {:?}",
                original.difference(&edited)
            ));
        }
    });
    walked.without_filter();
    note!("{} of {count} modules differ", failures.len());
    assert!(failures.is_empty(), "{}", failures[..failures.len().min(40)].join("\n"));
}

/// What people write and no module of a compiler has is read as LLVM reads it.
fn what_people_write_is_read() {
    let texts = [
        // An alignment stands before, behind or in a group of attributes.
        ("declare void @f() #0 align 16\nattributes #0 = { nounwind }\n", "declare void @f() #0 align 16"),
        ("declare void @f() #0\nattributes #0 = { nounwind align=8 }\n", "declare void @f() #0 align 8"),
        // Attributes stand on both sides of a group.
        (
            "declare void @f() readnone #0 noinline\nattributes #0 = { nounwind }\n",
            "attributes #0 = { noinline nounwind readnone }",
        ),
        ("declare void @g()\ndefine void ()* @f() {\n  ret void ()* @g\n}\n", "ret void ()* @g"),
        ("define void @f() {\n  ret void\n}\n", "ret void"),
        ("!x = !{!0}\n!0 = !DISubrange(count: -1)\n", "!0 = !DISubrange(count: -1)"),
        // A place in the source that a body refers to first.
        (
            "define void @f() {\n  ret void, !foo !0\n}\n!0 = !DILocation(line: 3, scope: !1)\n!1 = distinct !{}\n",
            "!0 = !DILocation(line: 3, scope: !1)",
        ),
        ("define void @f() {\n  ret void ; a comment with } and \"\n}\n", "ret void"),
        ("define i32 @f(i32) {\n  br label %\"18\"\n\"18\":\n  ret i32 %0\n}\n", "ret i32 %0"),
        ("define void @f() { ret void }", "define void @f()"),
        ("@a = global i32 u0xFF\n@b = global i8 -1\n", "@a = global i32 255"),
        ("%0 = type { %0* }\n@a = external global %0\n", "%0 = type { %0* }"),
    ];
    for (text, expected) in texts {
        let module = parse("text", text.as_bytes()).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let mut printed = String::new();
        dxil_text::print(&module, &mut printed).unwrap();
        assert!(printed.contains(expected), "{text} is printed as {printed}");
        let read = parse("text", printed.as_bytes()).unwrap_or_else(|errors| panic!("{printed}: {errors}"));
        assert_eq!(module.difference(&read), None, "{text}");
    }
}
