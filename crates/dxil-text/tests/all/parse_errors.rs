//! Texts that are no modules: each is refused, where it is wrong, in words that help.

use dxil_ir::Dialect;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    what_is_not_defined,
    what_is_defined_twice,
    what_has_another_type,
    what_is_no_assembly,
    brackets_close_as_they_open,
    what_is_wrong_is_told_where_it_is,
    several_errors_are_told_in_one_run,
    comments_count_behind_a_body_without_an_end,
    errors_are_shown_with_their_lines,
    many_errors_end_somewhere,
    nesting_ends_somewhere
];

/// What is told of a text: line, column and message, a hint behind it.
fn told(text: &str) -> Vec<String> {
    let errors = dxil_text::parse_as(text.as_bytes(), Dialect::Dxil37).expect_err("it is wrong");
    let one = |error: &dxil_text::ParseError| {
        let hint = error.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default();
        format!("{}:{}: {}{hint}", error.line, error.column, error.message)
    };
    errors.errors().iter().map(one).collect()
}

/// The same of the body of a function that takes an i32 and a float.
fn told_of_body(lines: &str) -> Vec<String> {
    told(&format!("define void @f(i32 %i, float %x) {{\n{lines}\n}}\n"))
}

#[track_caller]
fn assert_told(found: Vec<String>, expected: &[&str]) {
    assert_eq!(found, expected);
}

fn what_is_not_defined() {
    assert_told(told_of_body("  %1 = add i32 %2, 1\n  ret void"), &["2:16: undefined value %2"]);
    assert_told(told_of_body("  br label %out"), &["2:12: undefined block %out"]);
    assert_told(
        told_of_body("  call void @dx.op.barrier(i32 80, i32 1)\n  ret void"),
        &[
            "2:13: use of undefined value @dx.op.barrier (declare the DXIL operation: `declare ... @dx.op. ...`)",
        ],
    );
    assert_told(told("@a = global i32* @b\n"), &["1:18: use of undefined value @b"]);
    assert_told(told("!x = !{!0}\n"), &["1:8: undefined metadata node !0"]);
    assert_told(
        told("declare void @f() #0\n"),
        &["1:19: undefined attribute group #0 (define the group at the top level: `attributes #0 = { ... \
           }`)"],
    );
    assert_told(
        told("@a = external global %t\n"),
        &["1:22: undefined type %t (define the type at the top level: `%x = type { ... }`, or `%x = type \
           opaque`)"],
    );
}

fn what_is_defined_twice() {
    assert_told(
        told_of_body("  %a = add i32 %i, 1\n  %a = add i32 %i, 2\n  ret void"),
        &["3:3: %a is defined twice"],
    );
    assert_told(
        told_of_body("  br label %a\na:\n  br label %a\na:\n  ret void"),
        &["5:1: %a is defined twice"],
    );
    assert_told(told("@a = global i32 0\n@a = global i32 1\n"), &["2:1: @a is defined twice"]);
    assert_told(told("%t = type { i32 }\n%t = type { float }\n"), &["2:1: type is defined twice"]);
    assert_told(told("!0 = !{}\n!0 = !{}\n"), &["2:1: !0 is defined twice"]);
    assert_told(
        told("attributes #0 = { nounwind }\nattributes #0 = { readnone }\n"),
        &["2:12: attribute group #0 is defined twice"],
    );
    assert_told(
        told("!0 = !DIFile(filename: \"a\", filename: \"b\", directory: \"\")\n"),
        &["1:29: field is specified twice"],
    );
}

fn what_has_another_type() {
    assert_told(
        told_of_body("  %1 = add i32 %x, 1\n  ret void"),
        &["2:16: %x has the type `float`, expected `i32`"],
    );
    assert_told(
        told_of_body("  br label %b\nb:\n  %a = phi i32 [ %c, %b ]\n  %c = fadd float %x, %x\n  br label %b"),
        &["4:18: %c is used with type `i32` here, but has type `float`"],
    );
    assert_told(told_of_body("  br label %i"), &["2:12: %i is a value, expected a block"]);
    assert_told(
        told_of_body("  br label %b\nb:\n  %a = add i32 %b, 1\n  ret void"),
        &["4:16: %b is a block, expected a value"],
    );
    assert_told(
        told_of_body("  %a = fadd float %x, 1\n  ret void"),
        &["2:23: expected a constant of type `float`, found `1` (write floats with a decimal point: `1.0`)"],
    );
    assert_told(
        told_of_body("  %a = fadd float %x, 0.1\n  ret void"),
        &[
            "2:23: not exactly representable as `float` (the nearest representable value is 0x3FB99999A0000000)",
        ],
    );
    assert_told(told("@a = global i8 256\n"), &["1:16: integer constant does not fit `i8`"]);
    assert_told(
        told("@a = global [2 x i32] [i32 1]\n"),
        &["1:23: elements do not match the type `[2 x i32]`"],
    );
    assert_told(
        told("declare void @g(i32)\ndefine void @f() {\n  call void @g(float 1.0)\n  ret void\n}\n"),
        &[
            "3:8: type mismatch: the callee has the type `void (i32)*`, but the call uses the type `void (float)*`",
        ],
    );
    assert_told(
        told_of_body("  %p = alloca i32\n  %v = load float, i32* %p\n  ret void"),
        &["3:8: type mismatch: `i32*` does not point to `float`"],
    );
    assert_told(
        told_of_body("  %v = extractvalue { i32, float } undef, 2\n  ret void"),
        &["2:43: `{ i32, float }` has no member 2"],
    );
}

fn what_is_no_assembly() {
    assert_told(
        told("hello\n"),
        &[
            "1:1: expected `define`, `declare`, `target`, `attributes`, or the name of a type, a global or metadata, \
         found `hello`",
        ],
    );
    assert_told(
        told_of_body("  %a = frob i32 %i\n  ret void"),
        &["2:8: expected an instruction, found `frob`"],
    );
    assert_told(
        told_of_body("  %a = add i32 %i 1\n  ret void"),
        &["2:19: expected `,` and the second operand, found `1`"],
    );
    assert_told(
        told_of_body("  %a = add i32 %i, 1"),
        &["3:1: last basic block has no terminator (end the basic block with `ret`, `br`, `switch` or \
           `unreachable`)"],
    );
    assert_told(
        told("define void @f() {\n  ret void\n"),
        &["1:18: expected a function body with a closing `}`, found `{`"],
    );
    assert_told(
        told("@a = global [4 x i8] c\"abc\n"),
        &[
            "1:23: expected bytes in quotes, found `\"abc` (the closing `\"` of a string or a name is missing)",
        ],
    );
    assert_told(
        told("!0 = !DIFile(path: \"a\")\n"),
        &["1:14: unknown field of DIFile (fields of this node: filename, directory)"],
    );
    assert_told(
        told("!0 = !DIFile(filename: \"a\")\n"),
        &["1:6: required field `directory` of DIFile is missing"],
    );
    assert_told(
        told("source_filename = \"x\"\n"),
        &["1:1: LLVM 3.7 has no `source_filename` (remove the line, which a newer version of LLVM wrote)"],
    );
    assert_told(
        told_of_body("  %5 = add i32 %i, 1\n  ret void"),
        &[
            "2:3: values must be numbered consecutively: expected %1, found %5 (unnamed arguments, basic blocks and values are numbered together)",
        ],
    );
    assert_told(
        told_of_body("  %a = call void @f(i32 1, float 1.0)\n  ret void"),
        &["2:3: an instruction without a result cannot have a name"],
    );
}

fn brackets_close_as_they_open() {
    for whole in ["!0 = !{!\"}\", !1} ; }\n!1 = !{}\n", "!0 = !{!1, ; }\n  !1\n}\n!1 = !{}\n"] {
        dxil_text::parse_as(whole.as_bytes(), Dialect::Dxil37).expect("it is right");
    }
    assert_told(told("!0 = cs\", i32 6}\n"), &["1:6: expected an opening bracket, found `cs`"]);
    assert_told(told("!0 = !{i32 0)\n"), &["1:13: expected `}`, found `)`"]);
    assert_told(told("!0 = !{i32 0\n!1 = !{}\n"), &["1:7: this bracket is not closed"]);
}

fn what_is_wrong_is_told_where_it_is() {
    assert_told(
        told_of_body("  %p = bitcast i32* null to %Nope*\n  ret void"),
        &["2:29: undefined type %Nope (define the type at the top level: `%x = type { ... }`, or `%x = \
             type opaque`)"],
    );
    assert_told(
        told("!4 = !{i32 1\n!5 = !{i32 2}\n@a = global i8 300\n"),
        &["1:7: this bracket is not closed", "3:16: integer constant does not fit `i8`"],
    );
    assert_told(
        told("define void @f() { foo }\ndefine void @g() {\n  ret void\n}\n"),
        &["1:20: expected an instruction, found `foo`"],
    );
    assert_told(
        told_of_body(
            "  switch i32 %i, label %a [\n    i32 x, label %a\n    i32 1, label %a\n  ]\na:\n  ret void",
        ),
        &["3:9: expected a constant, found `x`"],
    );
    assert_told(told("declare void @f(void*)\n"), &["1:21: invalid pointer to `void` (use `i8*`)"]);
    assert_told(
        told("declare void @f(i32* align 3)\n"),
        &["1:28: invalid alignment: expected a power of two up to 536870912"],
    );
    assert_told(told("\u{feff}@a = global i8 300\n"), &["1:19: integer constant does not fit `i8`"]);
    assert_told(told("@a = global i8* blockaddress(@f, %b)\n"), &["1:30: use of undefined value @f"]);
    assert_told(
        told("@a = global i32* blockaddress(@f, %b)\ndefine void @f() {\n  ret void\n}\n"),
        &["1:18: expected a constant of type `i32*`, found `blockaddress`"],
    );
    assert_told(
        told("@a = global i8* blockaddress(@f, %b)\ndefine void @f() {\n  ret void\n}\n"),
        &["1:34: undefined block %b"],
    );
    assert_told(
        told("declare void @f()\ndefine void @g() {\n  call cc 8192 void @f()\n  ret void\n}\n"),
        &["3:11: calling convention out of range: expected 0 to 8191"],
    );
    assert_told(told("define void @f(i32 %a, i32 %a) {\n  ret void\n}\n"), &["1:32: %a is defined twice"]);
}

fn several_errors_are_told_in_one_run() {
    let text = "define void @f(i32 %i) {\n  %1 = add i32 %i, 1.0\n  %2 = add i32 %1, 2\n  %3 = mul float %2, 1\n  \
                ret void\n}\ndeclare vid @g()\n@a = global i8 300\n";
    assert_told(
        told(text),
        &[
            "2:20: expected a constant of type `i32`, found `1.0`",
            "4:18: %2 has the type `i32`, expected `float`",
            "7:9: expected a type, found `vid`",
            "8:16: integer constant does not fit `i8`",
        ],
    );
}

fn comments_count_behind_a_body_without_an_end() {
    let bodies =
        "define void @f() {\n  { {\n  ret void\n}\n\ndefine void @g() {\n  /*\n}\n */\n  ret void\n}\n";
    assert_told(
        told(&format!("{bodies}@a = global i8 300\n")),
        &[
            "1:18: expected a function body with a closing `}`, found `{`",
            "12:16: integer constant does not fit `i8`",
        ],
    );
}

fn errors_are_shown_with_their_lines() {
    let text = "@a = global i32 0\n@b = global\tfloat 1\n";
    let errors = dxil_text::parse(text.as_bytes()).unwrap_err();
    let shown = "x.ll:2:19: expected a constant of type `float`, found `1`\n 2 | @b = global float 1\n   |                   \
                 ^\n   = write floats with a decimal point: `1.0`";
    assert_eq!(errors.shown("x.ll", text.as_bytes()).to_string(), shown);
}

fn many_errors_end_somewhere() {
    let text = "@a = global i8 300\n".repeat(1000);
    let errors = dxil_text::parse(text.as_bytes()).unwrap_err();
    assert_eq!(errors.errors().len(), dxil_text::limits::ERRORS);
    assert!(errors.omitted() > 900);
}

fn nesting_ends_somewhere() {
    for (open, close) in [("[1 x ", "]"), ("{", "}"), ("<{", "}>")] {
        let deep = open.repeat(100_000) + "i32" + &close.repeat(100_000);
        let told = told(&format!("@a = external global {deep}\n"));
        assert!(told.iter().any(|message| message.contains("nested deeper")), "{told:?}");
    }
    let deep = "!{".repeat(100_000) + &"}".repeat(100_000);
    let told = told(&format!("!0 = {deep}\n"));
    assert!(told.iter().any(|message| message.contains("nested deeper")), "{told:?}");
}
