//! Data layouts of DXC and of LLVM, their sizes, and malformed ones.

use super::*;
use crate::types::NamedStruct;

/// DXC's data layouts with 16-bit types of minimum precision, and with native ones.
const DXC: &str = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64";
const DXC_NATIVE: &str = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64";

#[test]
fn structures_are_laid_out() {
    let mut module = Module { data_layout: DXC.into(), ..Module::default() };
    let [half, double] = [Type::Half, Type::Double].map(|ty| module.types.intern(ty));
    let vector = module.types.intern(Type::Vector(half, 3));
    let members = Box::from([half, double, vector]);
    let ty = module.types.intern(Type::Literal { members, is_packed: false });
    let mut layout = DataLayout::of(&module);
    assert_eq!((layout.offsets(ty), layout.size(ty)), (vec![0, 8, 16], 32));

    module.data_layout = DXC_NATIVE.into();
    let mut layout = DataLayout::of(&module);
    assert_eq!((layout.offsets(ty), layout.size(ty), layout.size(vector)), (vec![0, 8, 16], 24, 6));
}

#[test]
fn modern_vectors_are_aligned_by_their_width() {
    const MODERN: &str = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64";
    let vectors = format!("{MODERN}-v48:16:16-v96:32:32-v192:64:64");
    let sizes = |data_layout: &str| {
        let mut module =
            Module { dialect: Dialect::Modern, data_layout: data_layout.into(), ..Module::default() };
        let types = [Type::Half, Type::Float, Type::Integer(64), Type::Integer(1)];
        let vectors = types.map(|ty| {
            let element = module.types.intern(ty);
            module.types.intern(Type::Vector(element, 3))
        });
        let mut layout = DataLayout::of(&module);
        vectors.map(|vector| layout.size(vector))
    };
    assert_eq!((sizes(&vectors), sizes(MODERN)), ([6, 12, 24, 1], [8, 16, 32, 1]));
    let like_elements = MODERN.replace("e-m:e-", "e-m:e-ve-");
    assert_eq!(sizes(&like_elements), [6, 12, 24, 4]);
    assert_eq!(sizes(&format!("v96:128-{like_elements}")), [6, 16, 24, 4]);
}

#[test]
fn vectors_with_the_alignment_of_their_elements_are_like_arrays() {
    for (count, size, alignment) in [(1, 4, 4), (2, 8, 4), (3, 12, 4), (4, 16, 4), (16, 64, 4)] {
        let mut module =
            Module { dialect: Dialect::Modern, data_layout: "e-ve-f32:32".into(), ..Module::default() };
        let float = module.types.intern(Type::Float);
        let vector = module.types.intern(Type::Vector(float, count));
        let mut layout = DataLayout::of(&module);
        assert_eq!((layout.size(vector), layout.alignment_of(vector)), (size, alignment));
    }
}

#[test]
fn unknown_items_are_named() {
    for good in [
        "",
        DXC,
        "e-m:e-ve-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64",
        "E-p2(heap):32:32-a00:8-pe1:64:64:64:32-puz8:128:128-po3:32:32-S128-P1-A5-G2-Fi8-Fn32-ni:7:8-v96:32:64-a:0:64-a0:8-s0:8",
    ] {
        assert_eq!(check(good.as_bytes()), Ok(()), "{good}");
    }
    for bad in [
        "wobble",
        "vee",
        "v:e",
        "e1",
        "m:z",
        "m",
        "p",
        "p:32",
        "p:0:32",
        "p:32:12",
        "p:32:32:32:32:8",
        "px:32:32",
        "i",
        "i32",
        "i0:8",
        "i32:0",
        "i32:24",
        "i32:32:-8",
        "i32:32:64:64",
        "i16777216:8",
        "i8:65536",
        "a1:8",
        "a",
        "n",
        "n0",
        "n8:x",
        "ni",
        "ni:",
        "S",
        "Sx",
        "P",
        "P-1",
        "F8",
        "Fx8",
        "q8",
        "\u{e9}",
        "i+8:8",
    ] {
        let item = bad.split('-').next().unwrap_or_default();
        let expected = if bad == "P-1" {
            "P"
        } else if bad.contains(":-8") {
            "i32:32:"
        } else {
            item
        };
        let text = format!("e-{bad}");
        assert_eq!(check(text.as_bytes()), Err(Malformed::Specification(BStr::new(expected))), "{bad}");
    }
    assert_eq!(check(b"e--p:32:32"), Err(Malformed::Specification(BStr::new(""))));
    assert_eq!(check(b"e-"), Err(Malformed::Specification(BStr::new(""))));
    assert_eq!(check(&b"i8:8-".repeat(limits::DATA_LAYOUT)), Err(Malformed::Length));
}

#[test]
fn structures_that_contain_themselves_have_a_size() {
    let mut module = Module { data_layout: "i32:-:-p:x-i:8-a:0:64-".into(), ..Module::default() };
    let ty = module.types.add_named(NamedStruct { name: "s".into(), members: None, is_packed: false });
    let int = module.types.intern(Type::Integer(24));
    let mut element = ty;
    for _ in 0..10_000 {
        element = module.types.intern(Type::Array(element, u64::MAX));
    }
    module.types.named_mut(ty).unwrap().members = Some(Box::from([ty, element, int]));
    let mut layout = DataLayout::of(&module);
    assert_eq!(layout.size(ty), 4);
    assert_eq!(layout.offsets(ty).len(), 3);
}
