//! As which dialect a text is read that does not say it: by the first word that only one of them has.

use dxil_ir::Dialect;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    one_word_of_modern_llvm_decides,
    one_word_of_the_old_dialect_decides,
    what_both_have_decides_nothing,
    a_modern_module_is_printed_as_one
];

#[track_caller]
fn assert_dialect(text: &str, expected: Dialect) {
    let module = dxil_text::parse(text.as_bytes());
    let module = module.unwrap_or_else(|errors| panic!("{}", errors.shown("text", text.as_bytes())));
    assert_eq!(module.dialect, expected, "{text}");
}

fn one_word_of_modern_llvm_decides() {
    for line in [
        "%1 = fneg float %x",
        "%1 = freeze i32 %a",
        "%1 = or disjoint i32 %a, %a",
        "%1 = icmp samesign eq i32 %a, %a",
        "%1 = fpext nnan float %x to double",
        "%1 = trunc nuw i32 %a to i8",
        "%1 = zext nneg i32 %a to i64",
        "%1 = fadd reassoc float %x, %x",
        "%1 = select fast i1 true, float %x, float %x",
        "%1 = bitcast i16 1 to bfloat",
        "%1 = notail call i32 @f(i32 %a, float %x)",
        "%1 = call range(i32 0, 4) i32 @f(i32 %a, float %x)",
        "%1 = call i32 @f(i32 noundef %a, float %x)",
        "fence syncscope(\"agent\") seq_cst",
        "%1 = add i32 poison, %a",
    ] {
        let text = format!("define i32 @f(i32 %a, float %x) {{\n  {line}\n  ret i32 0\n}}\n");
        assert_dialect(&text, Dialect::Modern);
    }
    for text in [
        "@a = global i32 0, !dbg !0\n!0 = !{}\n",
        "declare !x !0 void @f()\n!0 = !{}\n",
        "declare amdgpu_gfx void @f()\n",
        "declare void @f() #0\nattributes #0 = { mustprogress }\n",
        "@a = dso_local global i32 0\n",
        "@a = local_unnamed_addr global i32 0\n",
        "$a = comdat nodeduplicate\n",
        "source_filename = \"\"\n",
        "!0 = !DIExpression(DW_OP_LLVM_fragment, 0, 32)\n",
        "!0 = !DIFile(filename: \"a\", directory: \"\", checksumkind: CSK_MD5, checksum: \"\")\n",
        "!0 = !DIDerivedType(tag: DW_TAG_member, ptrAuthKey: 1, baseType: null)\n",
    ] {
        assert_dialect(text, Dialect::Modern);
    }
}

fn one_word_of_the_old_dialect_decides() {
    for text in [
        "define void @f() {\n  fence singlethread seq_cst\n  ret void\n}\n",
        "@a = global i32* null\n",
        "$a = comdat noduplicates\n",
        "@a = global x86_mmx undef\n",
        "!0 = !DIExpression(DW_OP_bit_piece, 0, 32)\n",
    ] {
        assert_dialect(text, Dialect::Dxil37);
    }
    // What comes first decides; newer LLVM reads pointers with types still.
    assert_dialect("@a = global bfloat 0.0\n@b = global i32* null\n", Dialect::Modern);
}

/// Words where they are names, labels, strings or comments say nothing.
fn what_both_have_decides_nothing() {
    for text in [
        "define i32 @f(i32 %ptr) {\n  ret i32 %ptr\n}\n",
        "define fastcc i32 @f(i32 %a) nounwind {\n  %1 = add nuw nsw i32 %a, 1\n  ret i32 %1\n}\n",
        "define void @f() {\n  br label %nneg\n\nnneg:                     ; poison\n  ret void\n}\n",
        "define void @f() !x !0 {\n  ret void, !x !0\n}\n!0 = !{!\"ptr\"}\n",
        "declare void @f() \"ptr\"\n",
        "define float @f(float %x) {\n  %1 = fadd fast float %x, %x\n  ret float %1\n}\n",
        "define void @f() {\n  br label %splitDebugInlining\n\nsplitDebugInlining:\n  ret void\n}\n",
    ] {
        assert_dialect(text, Dialect::Dxil37);
    }
}

fn a_modern_module_is_printed_as_one() {
    let printed = |text: &str, dialect| {
        let module = dxil_text::parse_as(text.as_bytes(), dialect).unwrap().module;
        let mut printed = String::new();
        dxil_text::print(&module, &mut printed).unwrap();
        let again = dxil_text::parse(printed.as_bytes()).unwrap();
        assert!(module.difference(&again).is_none(), "{printed}");
        assert_eq!(again.dialect, dialect, "{printed}");
        printed
    };
    let plain = "define i32 @f(i32 %a) {\n  ret i32 %a\n}\n";
    assert!(printed(plain, Dialect::Modern).starts_with("source_filename = \"\"\n"));
    assert!(!printed(plain, Dialect::Dxil37).contains("source_filename"));
    // Nothing is said twice.
    assert!(!printed("@a = global ptr null\n", Dialect::Modern).contains("source_filename"));
    let named = printed(&format!("source_filename = \"a.c\"\n{plain}"), Dialect::Modern);
    assert_eq!(named.matches("source_filename").count(), 1);
    // Nor far behind the first pieces of the text.
    let globals: String = (0..20_000).map(|n| format!("@g{n} = global i32 {n}\n")).collect();
    let long = printed(&globals, Dialect::Modern);
    assert!(long.len() > 400_000 && long.starts_with("source_filename = \"\"\n\n@g0 = "));
    assert!(printed(&format!("@a = global ptr null\n{globals}"), Dialect::Modern).starts_with("\n@a = "));
    assert!(printed(&format!("{globals}@a = global ptr null\n"), Dialect::Modern).starts_with("\n@g0 = "));
}
