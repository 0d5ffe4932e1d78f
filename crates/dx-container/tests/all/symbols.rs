//! SYM0 and STR0: made from nothing, read back, kept right while parts move, and checked.

use std::fs;

use dx_container::enums::{RuntimeDataPart, ShaderKind, SymbolComplexType};
use dx_container::parts::PartBuf as _;
use dx_container::parts::rdat::RdatBuf;
use dx_container::parts::symbol_strings::{Packing, SymbolStringsBuf};
use dx_container::symbols::{Symbol, SymbolFinding, SymbolTable, symbol_limit};
use dx_container::{Container, ContainerBuilder, FourCc, Signing};
use proptest::prelude::*;
use testkit::corpus::root;
use testkit::{Test, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    the_proposals_example_has_its_offsets,
    a_library_with_ten_thousand_exports_is_written_and_read_back,
    sections_stay_right_while_parts_come_and_go,
    more_symbols_than_a_profile_may_have_are_found_by_name,
    what_a_shader_may_not_define_is_found,
    names_with_nul_are_refused,
    packed_tables_are_never_larger,
    any_table_is_read_back
];

fn example(name: &str) -> Vec<u8> {
    fs::read(root().join("examples").join(name)).unwrap()
}

/// The container of `example` with these symbols, SYM0 and STR0 before all other parts.
fn with_symbols(example: &[u8], table: &SymbolTable, packing: Packing) -> Vec<u8> {
    let mut builder = ContainerBuilder::from(&Container::parse(example).unwrap());
    let (symbols, strings) = table.to_parts(packing).unwrap();
    builder.insert(0, FourCc::SYM0, symbols);
    if let Some(strings) = strings {
        builder.insert(1, FourCc::STR0, strings);
    }
    builder.build(Signing::Sign).unwrap()
}

fn read(bytes: &[u8]) -> SymbolTable {
    SymbolTable::read(&Container::parse(bytes).unwrap()).unwrap().unwrap()
}

fn the_proposals_example_has_its_offsets() {
    let names = [b"bar".as_slice(), b"foobar"];
    let (strings, offsets) = SymbolStringsBuf::of(names.into_iter(), Packing::Suffixes).unwrap();
    assert_eq!(offsets, [7, 4]);
    assert_eq!(strings.arrange(None).unwrap(), b"\x0c\0\0\0foobar\0\0");
    let (_, offsets) = SymbolStringsBuf::of(names.into_iter(), Packing::None).unwrap();
    assert_eq!(offsets, [4, 8]);
}

fn a_library_with_ten_thousand_exports_is_written_and_read_back() {
    let example = example("rays_lib.dxil");
    let mut rdat = RdatBuf::default();
    let names: Vec<String> = (0..10_000).map(|index| format!("\u{1}?export{index}@@YAXXZ")).collect();
    for name in &names {
        let index = rdat.add_record(RuntimeDataPart::FUNCTION_TABLE).unwrap();
        set_name(&mut rdat, index, name);
    }
    let mut builder = ContainerBuilder::from(&Container::parse(&example).unwrap());
    let bytes = rdat.arrange(None).unwrap();
    builder.replace(FourCc::RDAT, &bytes);
    let library = builder.build(Signing::Sign).unwrap();

    let table = SymbolTable::of_functions(&Container::parse(&library).unwrap()).unwrap();
    let of_table: Vec<String> = table.symbols.iter().map(|symbol| symbol.name.to_string()).collect();
    assert_eq!(of_table, names);
    for packing in [Packing::None, Packing::Suffixes] {
        let with = with_symbols(&library, &table, packing);
        let container = Container::parse(&with).unwrap();
        let again = SymbolTable::read(&container).unwrap().unwrap();
        assert!(again.check(&container).is_empty());
        assert!(
            again
                .symbols
                .iter()
                .map(|symbol| &symbol.name)
                .eq(table.symbols.iter().map(|symbol| &symbol.name))
        );
        // Two parts were put before the program.
        assert!(
            again
                .symbols
                .iter()
                .all(|symbol| container.parts()[symbol.section_index as usize].name == FourCc::DXIL)
        );
    }
}

fn set_name(rdat: &mut RdatBuf, index: usize, name: &str) {
    use dx_container::parts::rdat::Content;
    rdat.set(RuntimeDataPart::FUNCTION_TABLE, index, "Name", Content::Text(name.into())).unwrap();
}

fn sections_stay_right_while_parts_come_and_go() {
    let example = example("rays_lib.dxil");
    let table = SymbolTable::of_functions(&Container::parse(&example).unwrap()).unwrap();
    let with = with_symbols(&example, &table, Packing::Suffixes);
    let original = Container::parse(&with).unwrap();
    let check = |builder: &ContainerBuilder<'_>, what: &str| {
        let bytes = builder.build(Signing::Sign).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let table = SymbolTable::read(&container).unwrap().unwrap();
        assert_eq!(table.symbols.len(), 4, "{what}");
        for symbol in &table.symbols {
            assert_eq!(container.parts()[symbol.section_index as usize].name, FourCc::DXIL, "{what}");
        }
    };
    let count = original.parts().len();
    for index in 0..=count {
        let mut builder = ContainerBuilder::from(&original);
        builder.insert(index, FourCc::PRIV, b"mine".as_slice());
        check(&builder, &format!("a part more at {index}"));
    }
    for name in [FourCc::SFI0, FourCc::VERS, FourCc::STAT, FourCc::HASH] {
        let mut builder = ContainerBuilder::from(&original);
        assert_eq!(builder.remove(name), 1);
        check(&builder, &format!("without {name}"));
    }
    for from in 0..count {
        for to in 0..=count {
            let mut builder = ContainerBuilder::from(&original);
            builder.move_part(from, to);
            check(&builder, &format!("part {from} moved to {to}"));
        }
    }
    // What the program defined goes with it.
    let mut builder = ContainerBuilder::from(&original);
    builder.remove(FourCc::DXIL);
    let bytes = builder.build(Signing::Sign).unwrap();
    assert_eq!(read(&bytes).symbols, []);
}

fn more_symbols_than_a_profile_may_have_are_found_by_name() {
    use ShaderKind as Kind;
    for (name, kind, limit) in [
        ("triangle_ps.dxil", Kind::PIXEL, 1),
        ("triangle_vs.dxil", Kind::VERTEX, 1),
        ("patches_gs.dxil", Kind::GEOMETRY, 1),
        ("patches_hs.dxil", Kind::HULL, 2),
        ("patches_ds.dxil", Kind::DOMAIN, 1),
        ("particles_cs.dxil", Kind::COMPUTE, 1),
        ("meshlets_ms.dxil", Kind::MESH, 1),
        ("meshlets_as.dxil", Kind::AMPLIFICATION, 1),
    ] {
        assert_eq!(symbol_limit(kind), Some(limit));
        let example = example(name);
        let container = Container::parse(&example).unwrap();
        let mut table = SymbolTable::of_functions(&container).unwrap();
        assert_eq!(table.check(&container), [], "{name}");
        let section = table.symbols[0].section_index;
        for more in 0..limit {
            table.symbols.push(Symbol::function(format!("more{more}"), section));
        }
        let findings = table.check(&container);
        assert!(
            findings.contains(&SymbolFinding::TooMany { kind, count: limit + 1, limit }),
            "{name}: {findings:?}"
        );
        let words = findings[0].to_string();
        assert!(words.contains(&kind.to_string().to_lowercase()) && words.contains("may have"), "{words}");
    }
    assert_eq!(symbol_limit(Kind::LIBRARY), Some(214_748_364));
    assert_eq!(symbol_limit(Kind::NODE), None);
}

fn what_a_shader_may_not_define_is_found() {
    let example = example("triangle_ps.dxil");
    let container = Container::parse(&example).unwrap();
    let good = SymbolTable::of_functions(&container).unwrap().symbols.remove(0);
    let find = |symbols: Vec<Symbol>| SymbolTable { symbols }.check(&container);
    let name = good.name.clone();
    let array = Symbol { complex_type: SymbolComplexType::ARRAY, ..good.clone() };
    assert_eq!(find(vec![array]), [SymbolFinding::NoExportedFunction(name.clone())]);
    let outside = Symbol { section_index: 99, ..good.clone() };
    assert_eq!(find(vec![outside]), [SymbolFinding::NoSection(name.clone())]);
    let elsewhere = Symbol { section_index: 0, ..good.clone() };
    assert_eq!(find(vec![elsewhere]), [SymbolFinding::NotInProgram(name.clone())]);
    let other = Symbol::function("other", good.section_index);
    let findings = find(vec![other]);
    assert_eq!(findings, [SymbolFinding::Missing(name.clone()), SymbolFinding::NotDefined("other".into())]);
    let twice = find(vec![good.clone(), good.clone()]);
    assert!(twice.contains(&SymbolFinding::Twice(name)), "{twice:?}");
    assert!(find(vec![Symbol { name: "".into(), ..good }]).contains(&SymbolFinding::Nameless));
}

fn names_with_nul_are_refused() {
    let table = |name: &str| SymbolTable { symbols: vec![Symbol::function(name, 0)] };
    for name in ["a\0b", "a long name\0 with a NUL"] {
        let error = table(name).to_parts(Packing::None).unwrap_err();
        assert!(matches!(error.kind(), dx_container::ContainerErrorKind::NulInText { .. }));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(times(256) as u32))]

    /// Packing never makes the table larger, and every name is where its offset says.
    fn packed_tables_are_never_larger(names in prop::collection::vec("[ab]{0,12}", 0..40)) {
        let names = || names.iter().map(|name| name.as_bytes());
        let (plain, _) = SymbolStringsBuf::of(names(), Packing::None).unwrap();
        let (packed, offsets) = SymbolStringsBuf::of(names(), Packing::Suffixes).unwrap();
        prop_assert!(packed.strings.len() <= plain.strings.len());
        for (name, offset) in names().zip(offsets) {
            let from = &packed.strings[offset as usize - 4..];
            prop_assert!(from.starts_with(name) && from[name.len()] == 0);
        }
    }

    /// Any table comes back from a container.
    fn any_table_is_read_back(names in prop::collection::vec("[a-c]{1,12}", 0..20), packed: bool) {
        let symbols = names.into_iter().map(|name| Symbol::function(name, 0)).collect();
        let table = SymbolTable { symbols };
        let mut builder = ContainerBuilder::new();
        builder.push(FourCc::DXIL, b"program".as_slice());
        let packing = if packed { Packing::Suffixes } else { Packing::None };
        let (symbols, strings) = table.to_parts(packing).unwrap();
        builder.push(FourCc::SYM0, symbols);
        if let Some(strings) = strings {
            builder.push(FourCc::STR0, strings);
        }
        prop_assert_eq!(read(&builder.build(Signing::Sign).unwrap()).symbols, table.symbols);
    }
}
